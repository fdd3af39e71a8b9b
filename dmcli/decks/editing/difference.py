"""What differs between two lists: cards by zone, and what that does to the deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from dmcli.cards import Pool
from dmcli.core.carddef import CardDef
from dmcli.core.words import CARD_TYPES, CIVILIZATIONS
from dmcli.decks.model import ZONES, Deck
from dmcli.decks.statistics.castability import castability

#: A chance that changes by less than this is not worth a line.
LEAST_SHIFT: Final = 0.005

Key = Callable[[CardDef], tuple[str, ...]]


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """A card that one list has more copies of than the other, in one zone."""

    card: str
    zone: str
    old: int
    new: int
    #: What the pool knows of it; nothing of an unknown card.
    civilizations: tuple[str, ...] = ()
    type: str | None = None
    cost: int | None = None

    @property
    def change(self) -> int:
        """How many more copies the new list has."""
        return self.new - self.old


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """A figure of both decks."""

    figure: str
    old: float
    new: float


class Payable(msgspec.Struct, frozen=True, kw_only=True):
    """How surely a card can be paid on the turn of its cost when it is drawn, going first."""

    card: str
    cost: int
    old: float
    new: float


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that differs."""

    cards: tuple[Change, ...]
    figures: tuple[Figure, ...]
    castability: tuple[Payable, ...]

    @property
    def same(self) -> bool:
        """Whether both lists hold the same cards in every zone, in whatever order."""
        return not self.cards


def difference(old: Deck, new: Deck, pool: Pool) -> Difference:
    """Compare two lists by what they hold, not by how it is written."""
    cards = tuple(_changes(old, new, pool))
    return Difference(
        cards=cards,
        figures=tuple(_figures(old, new, pool)),
        castability=tuple(_payable(old, new, pool)) if cards else (),
    )


def changed(old: Deck, new: Deck, pool: Pool) -> list[Change]:
    """The card changes alone."""
    return list(_changes(old, new, pool))


def _changes(old: Deck, new: Deck, pool: Pool) -> Iterator[Change]:
    """Zone by zone, what is less before what is more."""
    for zone in ZONES:
        before, after = dict(old.zone(zone)), dict(new.zone(zone))
        names = sorted({*before, *after}, key=lambda name: (_is_more(name, before, after), name))
        for name in names:
            counts = before.get(name, 0), after.get(name, 0)
            if counts[0] != counts[1]:
                yield _change(name, zone, *counts, pool)


def _is_more(name: str, before: dict[str, int], after: dict[str, int]) -> bool:
    return after.get(name, 0) > before.get(name, 0)


def _change(name: str, zone: str, old: int, new: int, pool: Pool) -> Change:
    card = pool.cards.get(name)
    if card is None:
        return Change(card=name, zone=zone, old=old, new=new)
    return Change(
        card=name,
        zone=zone,
        old=old,
        new=new,
        civilizations=card.civilizations,
        type=card.type,
        cost=card.cost,
    )


def _figures(old: Deck, new: Deck, pool: Pool) -> Iterator[Figure]:
    """Cards of each zone, of each civilization, of each type and of each cost."""
    for zone in ZONES:
        yield Figure(figure=f"{zone} cards", old=old.count(zone), new=new.count(zone))
    keys: tuple[tuple[Key, tuple[str, ...]], ...] = (
        (lambda card: card.civilizations, CIVILIZATIONS),
        (lambda card: (card.type,), CARD_TYPES),
        (lambda card: (f"cost {card.cost}",), tuple(f"cost {cost}" for cost in range(100))),
    )
    for key, order in keys:
        before, after = _counted(old, pool, key), _counted(new, pool, key)
        for name in order:
            if before[name] or after[name]:
                yield Figure(figure=name, old=before[name], new=after[name])
    yield Figure(figure="average cost", old=_average(old, pool), new=_average(new, pool))


def _counted(deck: Deck, pool: Pool, key: Key) -> Counter[str]:
    """Count the main deck's cards by something of theirs."""
    counts: Counter[str] = Counter()
    for name, count in deck.cards:
        for each in key(pool.cards[name]):
            counts[each] += count
    return counts


def _average(deck: Deck, pool: Pool) -> float:
    """The mean cost of the main deck's cards."""
    cards = sum(count for _, count in deck.cards)
    return sum(pool.cards[name].cost * count for name, count in deck.cards) / cards if cards else 0


def _payable(old: Deck, new: Deck, pool: Pool) -> Iterator[Payable]:
    """The cards of both lists whose chance to be paid in time changes."""
    before, after = (
        {each.card: each for each in castability([(pool.cards[n], c) for n, c in deck.cards])}
        for deck in (old, new)
    )
    for name, row in after.items():
        chance = before[name].given_drawn_first if name in before else row.given_drawn_first
        if abs(row.given_drawn_first - chance) >= LEAST_SHIFT:
            yield Payable(card=name, cost=row.cost, old=chance, new=row.given_drawn_first)
