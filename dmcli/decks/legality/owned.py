"""Reads a collection, and says what a deck needs that is not in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, final

import msgspec

from dmcli.cards import Pool
from dmcli.core.files import read_text
from dmcli.decks.forms import form_of
from dmcli.decks.forms.entries import short
from dmcli.decks.forms.table import (
    DELIMITERS,
    TEXT_LIMIT,
    Counted,
    best_delimiter,
    counted_rows,
    head_of,
    rows_of,
)
from dmcli.decks.forms.words import digits_of
from dmcli.decks.model import SIDEBOARD, Deck, Problem
from dmcli.decks.sources import read_deck

#: More rows than the game has printings, in several languages.
MOST_ROWS: Final = 10_000
MOST_DIGITS: Final = 6

_TABLES: Final = ("csv", "tsv")


class Missing(msgspec.Struct, frozen=True, kw_only=True):
    """A card of which a collection has too few copies."""

    card: str
    needed: int
    owned: int
    missing: int


@final
class Collection:
    """The cards that somebody owns."""

    def __init__(
        self, path: str, copies: Mapping[str, int], problems: Iterable[Problem] = ()
    ) -> None:
        self.path = path
        self.copies = copies
        #: What was noticed while it was read: unknown names, slips of the pen, odd rows.
        self.problems = tuple(problems)

    @property
    def name(self) -> str:
        """What a message calls it."""
        return Path(self.path).name

    def lacks(self, needed: Mapping[str, int]) -> tuple[Missing, ...]:
        """The cards of which there are too few, in the order in which they are needed."""
        rows = ((name, count, self.copies.get(name, 0)) for name, count in needed.items())
        return tuple(
            Missing(card=name, needed=count, owned=owned, missing=count - owned)
            for name, count, owned in rows
            if count > owned
        )


def read_collection(path: Path, pool: Pool) -> Collection:
    """Read a table with counts and names, or a list in any form that a deck can have."""
    form = form_of(path)
    if form is not None and form.name not in _TABLES:
        return _as_list(path, pool)
    text = read_text(path, TEXT_LIMIT)
    return _summed(str(path), _rows(text, str(path)), pool)


def _as_list(path: Path, pool: Pool) -> Collection:
    """Read a collection that is kept like a deck; it may have cards in every zone."""
    deck = read_deck(path, pool)
    copies: dict[str, int] = {}
    for entry in deck.entries:
        copies[entry.name] = copies.get(entry.name, 0) + entry.count
    return Collection(str(path), copies, (each for each in deck.problems if each.rule != "size"))


def _rows(text: str, place: str) -> Iterator[Counted]:
    """The rows of a table; where it has no head, the count is the first or the last cell."""
    mark = best_delimiter(text, place, DELIMITERS, MOST_ROWS)
    rows = rows_of(text, place, mark, MOST_ROWS)
    if rows and head_of(rows[0].cells) is not None:
        yield from counted_rows(text, place, MOST_ROWS)
        return
    for line, cells in rows:
        if len(cells) > 1 and digits_of(cells[0]) is None:
            yield Counted(line, cells[-1], f"{mark} ".join(cells[:-1]))
        else:
            yield Counted(line, cells[0], f"{mark} ".join(cells[1:]))


def _summed(path: str, rows: Iterable[Counted], pool: Pool) -> Collection:
    """Add up the copies of each card; a row that says too little is told, not counted."""
    copies: dict[str, int] = {}
    problems: list[Problem] = []
    for line, written, name in rows:
        match = pool.find(name)
        digits = digits_of(written) if written else "0"
        if not name or digits is None or digits.startswith("-") or len(digits) > MOST_DIGITS:
            message = f"'{short(f'{written} {name}'.strip())}' is no row with a count and a name."
            problems.append(_remark("unreadable-line", line, message))
        elif match.name is None:
            problems.append(_remark("unknown-card", line, match.error))
        else:
            copies[match.name] = copies.get(match.name, 0) + int(digits)
            if match.warning:
                problems.append(_remark("unknown-card", line, match.warning))
    return Collection(path, copies, problems)


def _remark(rule: str, line: int, message: str) -> Problem:
    """Warn of a row: a collection may well hold cards that this pool has not."""
    return Problem(severity="warning", rule=rule, line=line, message=message)


def needed_for(deck: Deck) -> dict[str, int]:
    """The copies that a deck is made of; its sideboard is not part of it."""
    needed: dict[str, int] = {}
    for entry in deck.entries:
        if entry.known and entry.zone != SIDEBOARD:
            needed[entry.name] = needed.get(entry.name, 0) + entry.count
    return needed


def needed_together(decks: Iterable[Deck]) -> dict[str, int]:
    """The copies that several decks are made of when all stand on the shelf at once."""
    needed: dict[str, int] = {}
    for deck in decks:
        for name, count in needed_for(deck).items():
            needed[name] = needed.get(name, 0) + count
    return needed


def not_owned(deck: Deck, missing: Iterable[Missing], collection: Collection) -> list[Problem]:
    """Warn of each card that is missing: a deck is legal, whoever owns its cards."""
    return [
        Problem(
            severity="warning",
            rule="not-owned",
            card=each.card,
            line=min(deck.lines_of(each.card), default=None),
            message=f"The deck needs {each.needed} {each.card}; {collection.name} has "
            f"{each.owned or 'none'}.",
            fix=f"Get {each.missing} more, or take out {each.missing}.",
        )
        for each in missing
    ]
