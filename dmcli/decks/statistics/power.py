"""What the creatures of a deck give for their cost, against all creatures of the pool."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

import msgspec

from dmcli.cards import Pool
from dmcli.core.carddef import CardDef
from dmcli.decks.statistics.counting import Cards, counts, mean


class CreaturePower(msgspec.Struct, frozen=True, kw_only=True):
    """A creature's printed power for its cost."""

    card: str
    copies: int
    cost: int
    power: int
    #: None for what costs nothing.
    per_cost: float | None
    #: The share of the pool's creatures of this cost that have less; equal ones count half.
    percentile: float


class CostStep(msgspec.Struct, frozen=True, kw_only=True):
    """The creatures of one cost, copy by copy."""

    creatures: int
    mean: float
    pool_mean: float
    percentile: float


class Power(msgspec.Struct, frozen=True, kw_only=True):
    """The printed power of the deck's creatures."""

    #: Of the copies that cost something; None without any.
    per_cost: float | None
    by_cost: dict[int, CostStep]
    creatures: tuple[CreaturePower, ...]


def power(cards: Cards, pool: Pool) -> Power:
    """Weigh every creature of the deck against the pool's creatures of its cost."""
    ranks = _ranks(pool)
    rows = tuple(
        _creature(card, copies, ranks[card.cost])
        for card, copies in cards.by_cost()
        if card.power is not None
    )
    weighed = [row.per_cost for row in rows if row.per_cost is not None for _ in range(row.copies)]
    return Power(
        per_cost=mean(weighed) if weighed else None,
        by_cost={
            cost: _step([row for row in rows if row.cost == cost], ranks[cost])
            for cost in counts(row.cost for row in rows)
        },
        creatures=rows,
    )


def _ranks(pool: Pool) -> dict[int, list[int]]:
    """The powers of the pool's creatures by cost, weakest first."""
    ranks: dict[int, list[int]] = {}
    for card in pool.cards.values():
        if card.power is not None:
            ranks.setdefault(card.cost, []).append(card.power)
    return {cost: sorted(powers) for cost, powers in ranks.items()}


def _creature(card: CardDef, copies: int, ranked: list[int]) -> CreaturePower:
    strength = card.power or 0
    return CreaturePower(
        card=card.name,
        copies=copies,
        cost=card.cost,
        power=strength,
        per_cost=strength / card.cost if card.cost else None,
        percentile=_percentile(strength, ranked),
    )


def _percentile(strength: int, ranked: list[int]) -> float:
    """The share of the others that is weaker, those that are equal counted half."""
    return (bisect_left(ranked, strength) + bisect_right(ranked, strength)) / (2 * len(ranked))


def _step(rows: list[CreaturePower], ranked: list[int]) -> CostStep:
    """The mean of the copies of one cost."""
    copies = [row for row in rows for _ in range(row.copies)]
    return CostStep(
        creatures=len(copies),
        mean=mean([row.power for row in copies]),
        pool_mean=mean(ranked),
        percentile=mean([row.percentile for row in copies]),
    )
