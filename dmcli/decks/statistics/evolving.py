"""Evolution creatures of a deck, and how likely one comes with a base that is there in time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import comb
from typing import TYPE_CHECKING

import msgspec

from dmcli.cards import Pool
from dmcli.core.carddef import CardDef
from dmcli.decks.statistics.bases import stranded
from dmcli.decks.statistics.counting import Cards, Copies
from dmcli.decks.statistics.evolution import bases_of, fits
from dmcli.decks.statistics.paying import covers

if TYPE_CHECKING:
    from dmcli.lang.nodes import Trait


class Evolving(msgspec.Struct, frozen=True, kw_only=True):
    """An evolution creature and the creatures of the deck that it can be put on."""

    card: str
    copies: int
    cost: int
    bases: int
    base_cards: tuple[str, ...]
    bases_per_copy: float
    #: The first turn on which it can stand on a base that was there before.
    turn: int
    #: The bases that are cheap enough for that turn and do not evolve themselves.
    bases_in_time: int
    #: The chance to have seen it by that turn, and those bases, each a card of its own.
    ready_first: float
    ready_second: float
    #: Whether it can never be put on anything here, whatever is drawn.
    stranded: bool


#: How many cards were drawn to a way, and the halves of the text that each of its bases fits.
_Way = tuple[int, tuple[int, ...]]


def evolutions(cards: Cards, pool: Pool) -> Iterator[Evolving]:
    """Each evolution creature with the creatures that it can be put on."""
    lost = {card.name for card, _ in stranded(cards.pairs, pool)}
    for card, copies in cards.by_cost():
        needs = bases_of(card.name, pool)
        if needs:
            yield _evolving(cards, card, copies, needs, card.name in lost)


def _evolving(
    cards: Cards, card: CardDef, copies: int, needs: Sequence[tuple[Trait, ...]], lost: bool
) -> Evolving:
    """One evolution creature; a base must have been there for a turn."""
    others = [pair for pair in cards.by_cost() if pair[0] is not card]
    groups = [[pair for pair in others if fits(pair[0], traits)] for traits in needs]
    plain = [[pair for pair in group if not pair[0].is_evolution] for group in groups]
    cheapest = [group[0][0].cost for group in plain if group]
    turn = max([card.cost, *(cost + 1 for cost in cheapest)])
    in_time = [[pair for pair in group if pair[0].cost < turn] for group in plain]
    bases = _union(others, groups)
    count = sum(n for _, n in bases)
    fitting = _fitting(others, in_time)
    return Evolving(
        card=card.name,
        copies=copies,
        cost=card.cost,
        bases=count,
        base_cards=tuple(base.name for base, _ in bases),
        bases_per_copy=count / copies,
        turn=turn,
        bases_in_time=fitting.total(),
        ready_first=_ready(cards.size, copies, fitting, len(needs), cards.seen(turn, first=True)),
        ready_second=_ready(cards.size, copies, fitting, len(needs), cards.seen(turn, first=False)),
        stranded=lost,
    )


def _union(cards: list[Copies], groups: list[list[Copies]]) -> list[Copies]:
    """The cards that are in any of the groups, each once."""
    return [pair for pair in cards if any(pair in group for group in groups)]


def _fitting(cards: list[Copies], groups: list[list[Copies]]) -> Counter[int]:
    """How many cards are in just these groups, which are the bits of a number."""
    fitting: Counter[int] = Counter()
    for pair in _union(cards, groups):
        fitting[sum(1 << at for at, group in enumerate(groups) if pair in group)] += pair[1]
    return fitting


def _ready(size: int, copies: int, fitting: Counter[int], bases: int, seen: int) -> float:
    """The chance to have seen the evolution, and for each base a card of its own."""
    ways: dict[_Way, int] = {(0, ()): 1}
    for kind, cards in fitting.items():
        ways = _widened(ways, kind, cards, bases, seen)
    rest = size - fitting.total()
    good = sum(
        number * (comb(rest, seen - drawn) - comb(rest - copies, seen - drawn))
        for (drawn, found), number in ways.items()
        if covers((1 << bases) - 1, found)
    )
    return good / comb(size, seen)


def _widened(
    ways: Mapping[_Way, int], kind: int, cards: int, bases: int, seen: int
) -> dict[_Way, int]:
    """Draw any number of cards that fit alike to each way; more than the bases are no help."""
    wider: Counter[_Way] = Counter()
    for (drawn, found), number in ways.items():
        for taken in range(min(cards, seen - drawn) + 1):
            way = (drawn + taken, (*found, *[kind] * min(taken, bases)))
            wider[way] += number * comb(cards, taken)
    return wider
