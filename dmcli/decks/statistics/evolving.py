"""Evolution creatures of a deck, and how likely one comes with a base that is there in time."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from dmcli.cards import Pool
from dmcli.core.carddef import CardDef
from dmcli.decks.statistics import odds
from dmcli.decks.statistics.counting import Cards, Copies
from dmcli.decks.statistics.evolution import bases_of, fits

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
    #: The bases that are cheap enough for that turn.
    bases_in_time: int
    #: The chance to have seen it, and bases that are cheap enough, by that turn.
    ready_first: float
    ready_second: float


def evolutions(cards: Cards, pool: Pool) -> Iterator[Evolving]:
    """Each evolution creature with the creatures that it can be put on."""
    for card, copies in cards.by_cost():
        needs = bases_of(card.name, pool)
        if needs:
            yield _evolving(cards, card, copies, needs)


def _evolving(
    cards: Cards, card: CardDef, copies: int, needs: Sequence[tuple[Trait, ...]]
) -> Evolving:
    """One evolution creature; a base must have been there for a turn."""
    others = [pair for pair in cards.by_cost() if pair[0] is not card]
    groups = [[pair for pair in others if fits(pair[0], traits)] for traits in needs]
    cheapest = [group[0][0].cost for group in groups if group]
    turn = max([card.cost, *(cost + 1 for cost in cheapest)])
    in_time = [[pair for pair in group if pair[0].cost < turn] for group in groups]
    bases = _union(others, groups)
    count = sum(n for _, n in bases)
    return Evolving(
        card=card.name,
        copies=copies,
        cost=card.cost,
        bases=count,
        base_cards=tuple(base.name for base, _ in bases),
        bases_per_copy=count / copies,
        turn=turn,
        bases_in_time=sum(n for _, n in _union(others, in_time)),
        ready_first=_ready(cards.size, copies, in_time, cards.seen(turn, first=True)),
        ready_second=_ready(cards.size, copies, in_time, cards.seen(turn, first=False)),
    )


def _union(cards: list[Copies], groups: list[list[Copies]]) -> list[Copies]:
    """The cards that are in any of the groups, each once."""
    return [pair for pair in cards if any(pair in group for group in groups)]


def _ready(size: int, copies: int, groups: list[list[Copies]], seen: int) -> float:
    """The chance to have seen the evolution and a base of each group."""
    names = [{card.name for card, _ in group} for group in groups]
    counts = {card.name: n for group in groups for card, n in group}
    kinds = [str(index) for index in range(len(groups))]

    def having(chosen: Collection[str]) -> int:
        """How many cards are the evolution or in any of the groups."""
        union = set().union(*(names[int(kind)] for kind in chosen if kind != "evolution"))
        return sum(counts[name] for name in union) + copies * ("evolution" in chosen)

    return odds.some_of_each(size, ["evolution", *kinds], having, seen)
