"""The rows of a list of cards on the screen, and the orders in which a deck can be looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from dmcli.cards import Pool
from dmcli.core.carddef import CardDef
from dmcli.core.words import CARD_TYPES, CIVILIZATIONS
from dmcli.decks import Deck, Problem
from dmcli.decks.model import HYPERSPATIAL, MAIN, SIDEBOARD

ZONE_NAMES: Final = {
    MAIN: "Main deck",
    HYPERSPATIAL: "Hyperspatial zone",
    SIDEBOARD: "Sideboard",
}
_TYPE_NAMES: Final = dict(
    zip(CARD_TYPES, ("Creatures", "Evolution creatures", "Spells"), strict=True)
)
_UNKNOWN: Final = "Not in this pool"


@dataclass(frozen=True)
class Row:
    """A card in a list: how many copies of it, and what is to be said about it."""

    name: str
    card: CardDef | None
    copies: int
    zone: str = MAIN
    #: The gravest problem of the card: error, warning or nothing.
    mark: str = ""
    #: The chance to pay for it on its turn, once drawn, going first.
    payable: float | None = None

    @property
    def key(self) -> tuple[str, str]:
        """What stays the same when the list changes."""
        return self.zone, self.name


@dataclass(frozen=True)
class Heading:
    """A line between rows: what follows, and how many cards it is."""

    text: str
    copies: int


Line = Row | Heading


def results(cards: Iterable[CardDef], copies: Mapping[str, int]) -> list[Line]:
    """The rows of cards that were found, with the copies that the deck has."""
    return [Row(card.name, card, copies.get(card.name, 0)) for card in cards]


def deck_lines(deck: Deck, pool: Pool, order: str) -> list[Line]:
    """The rows of a deck, zone by zone, in one of the orders."""
    lines: list[Line] = []
    for zone in deck.zones:
        rows = list(_rows(deck, pool, zone))
        if deck.zones != (MAIN,):
            lines.append(Heading(ZONE_NAMES[zone], deck.count(zone)))
        lines += _ordered(rows, order)
    return lines


def marked(
    lines: list[Line], problems: Iterable[Problem], payable: Mapping[str, float]
) -> list[Line]:
    """Put the gravest problem and the chance to pay beside each card."""
    marks: dict[str, str] = {}
    for problem in problems:
        if problem.card and problem.severity != "note":
            marks[problem.card] = min(marks.get(problem.card, "warning"), problem.severity)
    return [_with(line, marks, payable) for line in lines]


def _with(line: Line, marks: Mapping[str, str], payable: Mapping[str, float]) -> Line:
    if isinstance(line, Heading):
        return line
    chance = payable.get(line.name) if line.zone == MAIN else None
    return replace(line, mark=marks.get(line.name, ""), payable=chance)


def _rows(deck: Deck, pool: Pool, zone: str) -> Iterable[Row]:
    """Each card of a zone once, in the order of the list."""
    copies: dict[str, int] = {}
    known: dict[str, bool] = {}
    for entry in deck.entries:
        if entry.zone == zone:
            copies[entry.name] = copies.get(entry.name, 0) + entry.count
            known[entry.name] = entry.known
    for name, count in copies.items():
        yield Row(name, pool.cards.get(name) if known[name] else None, count, zone)


def _ordered(rows: list[Row], order: str) -> list[Line]:
    """Sort the rows of a zone; an order by kinds gets a heading for each kind."""
    rank, group = ORDERS[order]
    rows = sorted(rows, key=lambda row: (row.card is None, *rank(row)))
    if group is None:
        return list(rows)
    lines: list[Line] = []
    for text, members in groupby(rows, key=lambda row: group(row) if row.card else _UNKNOWN):
        found = list(members)
        lines += [Heading(text, sum(row.copies for row in found)), *found]
    return lines


def _by_cost(row: Row) -> tuple[object, ...]:
    cost = row.card.cost if row.card else 0
    return cost, _civilizations(row), row.name


def _by_civilization(row: Row) -> tuple[object, ...]:
    places = _civilizations(row)
    return len(places), places, *_by_cost(row)


def _by_type(row: Row) -> tuple[object, ...]:
    place = CARD_TYPES.index(row.card.type) if row.card else 0
    return place, *_by_cost(row)


def _civilizations(row: Row) -> tuple[int, ...]:
    return tuple(CIVILIZATIONS.index(each) for each in row.card.civilizations) if row.card else ()


def _civilization_of(row: Row) -> str:
    return "/".join(each.capitalize() for each in row.card.civilizations) if row.card else ""


def _type_of(row: Row) -> str:
    return _TYPE_NAMES[row.card.type] if row.card else ""


_Rank = Callable[[Row], tuple[object, ...]]
_Group = Callable[[Row], str] | None

#: The orders by name: how rows are sorted, and what they are gathered under.
ORDERS: Final[dict[str, tuple[_Rank, _Group]]] = {
    "cost": (_by_cost, None),
    "civilization": (_by_civilization, _civilization_of),
    "type": (_by_type, _type_of),
    "name": (lambda row: (row.name,), None),
    "list": (lambda row: (), None),
}
