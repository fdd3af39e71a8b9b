"""The pool: every card that there is, by name."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final, final

import msgspec

from dmcli import __version__
from dmcli.cards import cache
from dmcli.cards.lines import Lines
from dmcli.cards.names import Finder, Match
from dmcli.cards.problems import Problem, refuse
from dmcli.cards.reader import (
    ALIASES,
    Placed,
    card_files,
    duplicates,
    read_cards,
    read_file,
)
from dmcli.core.carddef import CardDef
from dmcli.core.errors import Refused, Unreadable, UsageMistake
from dmcli.core.files import as_text, data_folder, read_text

if TYPE_CHECKING:
    from dmcli.lang import RulesError
    from dmcli.lang.nodes import Ability

#: Raise it when CardDef or the checks of card files change.
_FORMAT: Final = "cards/1"


class _Stored(msgspec.Struct, frozen=True, array_like=True):
    """What the cache keeps of a pool."""

    hash: str
    cards: tuple[CardDef, ...]


@final
class Pool:
    """The cards by name, in the order of their files, and what can be asked about them."""

    def __init__(self, cards: Sequence[CardDef], hash: str, sources: Sequence[Path]) -> None:
        self.cards = {card.name: card for card in cards}
        #: The same for the same cards, whatever file they stand in.
        self.hash = hash
        self.sources = tuple(sources)
        self._lines = Lines(
            lambda: (line for card in self.cards.values() for line in card.rules or ())
        )

    @cached_property
    def races(self) -> tuple[str, ...]:
        """Every race that is printed on a card, in alphabetical order."""
        return tuple(sorted({race for card in self.cards.values() for race in card.races}))

    def find(self, text: str, typos: bool = True) -> Match:
        """Find the card that a person means by this text; without typos, the one surely meant."""
        return self._finder.find(text, typos)

    def card(self, text: str) -> CardDef:
        """Give the card of this name; a typo is a mistake that names the nearest cards."""
        match = self.find(text)
        if match.how == "typo":
            match = Match(text, "unknown", suggestions=(str(match.name),))
        if match.name is None:
            raise UsageMistake(match.error)
        return self.cards[match.name]

    def playable(self, name: str) -> bool:
        """Say whether all of a card's text is written in the rules language."""
        return self.cards[name].playable

    def abilities(self, name: str) -> tuple[Ability, ...]:
        """Give the trees of a card's rules lines."""
        card = self.cards[name]
        if card.rules is None:
            raise Refused(f"'{name}' is not playable yet: its text is not in the rules language.")
        return tuple(self._ability(name, line) for line in card.rules)

    def _ability(self, name: str, line: str) -> Ability:
        """Give the tree of one line; a fault is told with its place in the card file."""
        from dmcli.lang import RulesError

        try:
            return self._lines.tree(line)
        except RulesError as error:
            raise refuse([rules_problem(error, line, self.place(name))]) from None

    def text(self, name: str) -> tuple[str, ...]:
        """Print a card's text from its rules, one sentence or more per ability."""
        from dmcli.lang import english

        card = self.cards[name]
        return tuple(english(ability, card.type) for ability in self.abilities(name))

    def keywords(self, name: str) -> tuple[str, ...]:
        """Name the keyword abilities that are printed on a card."""
        from dmcli.lang.nodes import Keyword

        return tuple(each.word for each in self.abilities(name) if isinstance(each, Keyword))

    def place(self, name: str) -> Placed:
        """Find where a card stands in the files."""
        for path in _all_files(self.sources):
            for placed in read_cards(as_text(read_file(path), str(path)), str(path))[0]:
                if placed.card.name == name:
                    return placed
        raise Unreadable(f"'{name}' has left the card files while they were in use.")

    @cached_property
    def _finder(self) -> Finder:
        aliases: dict[str, str] = {}
        for source in self.sources:
            aliases |= read_aliases(source, self.cards)
        return Finder(self.cards, aliases)


def load_pool(folders: Sequence[Path] = ()) -> Pool:
    """Load the printed cards and those of more folders; any fault in them is an error."""
    sources = [data_folder("cardpool"), *folders]
    contents = [(str(path), read_file(path)) for path in _all_files(sources)]
    key = cache.digest(_FORMAT, __version__, *(content for _, content in contents))
    stored = cache.recall(f"pool-{key}", _Stored)
    if stored is None:
        stored = _read(contents)
        cache.keep(f"pool-{key}", stored)
    return Pool(stored.cards, stored.hash, sources)


def rules_problem(error: RulesError, line: str, placed: Placed) -> Problem:
    """Say where in the card files a rules line is wrong."""
    places = dict(zip(placed.card.rules or (), placed.rules_lines, strict=True))
    where = places.get(line, placed.line)
    message = error.message if error.message.endswith((".", "?")) else f"{error.message}."
    return Problem(placed.file, where, placed.card.name, message, error.text, error.column)


def read_aliases(source: Path, names: dict[str, CardDef]) -> dict[str, str]:
    """Read a folder's other spellings; each must lead to a card."""
    path = source / ALIASES
    if not path.is_file():
        return {}
    try:
        table = tomllib.loads(read_text(path, 256 * 1024)).get("aliases", {})
        aliases = msgspec.convert(table, dict[str, str])
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"{path}: this is not a table of aliases ({error}).") from None
    for alias, name in aliases.items():
        if name not in names:
            raise Unreadable(f"{path}: '{alias}' leads to '{name}', which is not a card.")
    return aliases


def _all_files(sources: Sequence[Path]) -> list[Path]:
    return [path for source in sources for path in card_files(source)]


def _read(contents: Sequence[tuple[str, bytes]]) -> _Stored:
    """Read and check every file; the first fault is an error."""
    placed: list[Placed] = []
    problems: list[Problem] = []
    for name, content in contents:
        cards, faults = read_cards(as_text(content, name), name)
        placed += cards
        problems += faults
    problems = problems or duplicates(placed)
    if problems:
        raise refuse(problems)
    cards_only = tuple(each.card for each in placed)
    by_name = sorted(cards_only, key=lambda card: card.name)
    return _Stored(cache.digest(msgspec.msgpack.encode(by_name))[:16], cards_only)
