"""Checks anyone's card files and lists every fault."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from dmcli.cards.pool import rules_problem
from dmcli.cards.problems import Problem
from dmcli.cards.reader import Placed, card_files, duplicates, read_cards, read_file
from dmcli.core.carddef import CardDef
from dmcli.core.errors import Unreadable
from dmcli.core.files import as_text, data_folder
from dmcli.core.nearest import did_you_mean


class Report(msgspec.Struct, frozen=True):
    """What was looked at and what is wrong."""

    files: int
    cards: int
    problems: tuple[Problem, ...]


def validate(sources: Sequence[Path]) -> Report:
    """Check card files, and every card file of folders, down to the rules lines."""
    files = list(dict.fromkeys(path for source in sources for path in card_files(source)))
    placed: list[Placed] = []
    problems: list[Problem] = []
    for path in files:
        cards, faults = _read(path)
        placed += cards
        problems += faults
    read = len(placed) + len({(each.file, each.card) for each in problems if each.card})
    printed = _printed(files)
    problems += duplicates([*printed, *placed])
    names = Names(each.card for each in [*printed, *placed])
    for each in placed:
        problems += _rules_faults(each, names)
    unique = dict.fromkeys(problems)
    return Report(len(files), read, tuple(sorted(unique, key=lambda p: (p.file, p.line))))


def _read(path: Path) -> tuple[list[Placed], list[Problem]]:
    try:
        return read_cards(as_text(read_file(path), str(path)), str(path))
    except Unreadable as error:
        message = str(error).removeprefix(f"{path}:").strip()
        return [], [Problem(str(path), 1, "", message)]


def _printed(checked: list[Path]) -> list[Placed]:
    """Read the printed pool, without the files that are being checked.

    A file named like one of the pool's is another state of it (a checkout beside an installation).
    """
    apart = {path.name for path in checked}
    others = [path for path in card_files(data_folder("cardpool")) if path.name not in apart]
    return [placed for path in others for placed in _read(path)[0]]


def _rules_faults(placed: Placed, names: Names) -> list[Problem]:
    """Parse every rules line of a card and look up what it names."""
    from dmcli.lang import RulesError, parse

    faults = []
    for line, at in zip(placed.card.rules or (), placed.rules_lines, strict=True):
        try:
            strangers = names.unknown(parse(line))
        except RulesError as error:
            faults.append(rules_problem(error, line, placed))
        else:
            card = placed.card.name
            faults += [Problem(placed.file, at, card, message) for message in strangers]
    return faults


class Names:
    """The names of cards and races that rules lines may mention."""

    def __init__(self, cards: Iterable[CardDef]) -> None:
        known = list(cards)
        self.cards = {card.name for card in known}
        self.races = {race for card in known for race in card.races}
        self._words = {word for race in self.races for word in race.split()}

    def unknown(self, node: object) -> list[str]:
        """List what a tree mentions and no card is or has."""
        from dmcli.lang.nodes import Named, Race

        if isinstance(node, Named) and node.name not in self.cards:
            return [f"no card is named '{node.name}'.{did_you_mean(node.name, self.cards)}"]
        if isinstance(node, Race):
            strange = [race for race in node.names if not self._is_race(race)]
            return [f"no card has the race '{each}'.{self._nearest(each)}" for each in strange]
        return [message for part in _parts(node) for message in self.unknown(part)]

    def _is_race(self, race: str) -> bool:
        """Say whether a card has this race, or for "Dragon*" a race with that word."""
        return race.rstrip("*") in self._words if race.endswith("*") else race in self.races

    def _nearest(self, race: str) -> str:
        return did_you_mean(race, sorted(self.races))


def _parts(node: object) -> Iterable[object]:
    """Give the nodes below a node."""
    if isinstance(node, tuple):
        return node
    if isinstance(node, msgspec.Struct):
        return msgspec.structs.astuple(node)
    return ()
