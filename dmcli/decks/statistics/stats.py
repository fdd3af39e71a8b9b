"""Exact statistics of a deck: what can be said about it without playing a game.

Chances count the cards that are seen from a shuffled deck, by one's own turn, with no effect
that draws; a card of several civilizations needs all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Final, TypeVar

import msgspec

from dmcli.cards import Pool
from dmcli.core.carddef import CardDef
from dmcli.core.errors import Refused
from dmcli.core.words import CARD_TYPES, CIVILIZATIONS
from dmcli.decks.model import Deck
from dmcli.decks.statistics import odds
from dmcli.decks.statistics.evolution import bases_of, fits
from dmcli.lang.nodes import Keyword, Trait

SHIELDS: Final = 5
#: The turns for which the chance to have seen a civilization is given.
TURNS: Final = (2, 3, 4)
TRIGGER: Final = "shield trigger"

T = TypeVar("T")
Copies = tuple[CardDef, int]


class Civilization(msgspec.Struct, frozen=True, kw_only=True):
    """How many cards pay for a civilization, and how much of the deck's cost asks for it."""

    cards: int
    share: float
    #: Cost of the cards that need it, of the cost of all cards.
    demand: float
    #: The chance to have seen one of its cards, by turn, going first and second.
    seen_first: dict[int, float]
    seen_second: dict[int, float]


class Castable(msgspec.Struct, frozen=True, kw_only=True):
    """The chance that a card can be paid on the turn of its cost, with its civilizations."""

    card: str
    copies: int
    cost: int
    first: float
    second: float
    given_drawn_first: float
    given_drawn_second: float


class Triggers(msgspec.Struct, frozen=True, kw_only=True):
    """The shield triggers, and what can be expected of five shields."""

    count: int
    share: float
    mean_in_shields: float
    at_least_one_in_shields: float
    #: The chance that at least one of the first broken shields is a trigger, by their number.
    hit_within_breaks: dict[int, float]
    cards: dict[str, int]


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
    #: The chance to have seen it, and bases that are cheap enough, by that turn.
    ready_first: float
    ready_second: float


class Stats(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is counted of a deck."""

    cards: int
    curve: dict[int, int]
    types: dict[str, int]
    #: By cost, how many cards of each type.
    curve_by_type: dict[int, dict[str, int]]
    civilizations: dict[str, Civilization]
    multicolored: int
    #: The chance to have seen every civilization of the deck, by turn.
    all_civilizations_first: dict[int, float]
    all_civilizations_second: dict[int, float]
    castability: tuple[Castable, ...]
    triggers: Triggers
    evolution: tuple[Evolving, ...]
    races: dict[str, int]
    average_cost: float
    median_cost: float
    average_power: float | None
    #: How many different cards stand in so many copies.
    copies: dict[int, int]
    #: Cards whose text is not written yet: their triggers and bases are not counted.
    not_playable: tuple[str, ...]


def stats(deck: Deck, pool: Pool) -> Stats:
    """Count the main deck."""
    cards = _Cards([(pool.cards[name], copies) for name, copies in deck.cards])
    if not cards.size:
        raise Refused(f"{deck.place}: there is no card in the main deck.")
    costs = cards.each(lambda card: (card.cost,))
    return Stats(
        cards=cards.size,
        curve=_counts(costs),
        types=_by_type(cards.each(lambda card: (card.type,))),
        curve_by_type=_curve_by_type(cards),
        civilizations={name: _civilization(cards, name) for name in cards.civilizations},
        multicolored=cards.number(lambda card: len(card.civilizations) > 1),
        all_civilizations_first=_all_seen(cards, first=True),
        all_civilizations_second=_all_seen(cards, first=False),
        castability=tuple(_castable(cards, *pair) for pair in cards.by_cost()),
        triggers=_triggers(cards, pool),
        evolution=tuple(_evolution(cards, pool)),
        races=dict(Counter(cards.each(lambda card: card.races)).most_common()),
        average_cost=_mean(costs),
        median_cost=_median(costs),
        average_power=_average_power(cards),
        copies=_counts([copies for _, copies in cards.pairs]),
        not_playable=tuple(card.name for card, _ in cards.pairs if not card.playable),
    )


class _Cards:
    """The cards of a deck, to be counted in many ways."""

    def __init__(self, pairs: list[Copies]) -> None:
        self.pairs = pairs
        self.size = sum(copies for _, copies in pairs)
        self.civilizations = [name for name in CIVILIZATIONS if self.having((name,))]

    def number(self, wanted: Callable[[CardDef], bool]) -> int:
        """How many cards are wanted."""
        return sum(copies for card, copies in self.pairs if wanted(card))

    def having(self, civilizations: Collection[str]) -> int:
        """How many cards have any of these civilizations."""
        return self.number(lambda card: not set(civilizations).isdisjoint(card.civilizations))

    def each(self, marks: Callable[[CardDef], Collection[T]]) -> list[T]:
        """The marks of every card, once for each copy."""
        return [mark for card, copies in self.pairs for mark in marks(card) for _ in range(copies)]

    def by_cost(self) -> list[Copies]:
        """The cards, cheapest first."""
        return sorted(self.pairs, key=lambda pair: (pair[0].cost, pair[0].name))


def _mean(numbers: list[int]) -> float:
    return sum(numbers) / len(numbers)


def _median(numbers: list[int]) -> float:
    """The number in the middle, or half-way between the two there."""
    ranked = sorted(numbers)
    return (ranked[(len(ranked) - 1) // 2] + ranked[len(ranked) // 2]) / 2


def _counts(numbers: list[int]) -> dict[int, int]:
    """How often each number occurs, smallest first."""
    return dict(sorted(Counter(numbers).items()))


def _by_type(types: Iterable[str]) -> dict[str, int]:
    """How many cards of each type."""
    counts = Counter(types)
    return {kind: counts[kind] for kind in CARD_TYPES}


def _curve_by_type(cards: _Cards) -> dict[int, dict[str, int]]:
    """The curve, split by card type."""
    pairs = cards.each(lambda card: ((card.cost, card.type),))
    costs = sorted({cost for cost, _ in pairs})
    return {cost: _by_type(kind for each, kind in pairs if each == cost) for cost in costs}


def _civilization(cards: _Cards, name: str) -> Civilization:
    """Supply and demand of one civilization, and when it is seen."""
    supply = cards.having((name,))
    whole = sum(card.cost * copies for card, copies in cards.pairs)
    asked = sum(card.cost * copies for card, copies in cards.pairs if name in card.civilizations)
    return Civilization(
        cards=supply,
        share=supply / cards.size,
        demand=asked / whole if whole else 0.0,
        seen_first=_by_turn(lambda seen: odds.some_of(cards.size, supply, seen), first=True),
        seen_second=_by_turn(lambda seen: odds.some_of(cards.size, supply, seen), first=False),
    )


def _all_seen(cards: _Cards, first: bool) -> dict[int, float]:
    """The chance to have seen every civilization, by turn."""
    kinds = cards.civilizations
    return _by_turn(lambda seen: odds.some_of_each(cards.size, kinds, cards.having, seen), first)


def _by_turn(chance: Callable[[int], float], first: bool) -> dict[int, float]:
    """A chance for each of the first turns."""
    return {turn: chance(odds.seen_by_turn(turn, first)) for turn in TURNS}


def _castable(cards: _Cards, card: CardDef, copies: int) -> Castable:
    """The chances of one card on the turn of its cost."""

    def others(civilizations: Collection[str]) -> int:
        """How many other cards have any of these; each copy has all of them."""
        return cards.having(civilizations) - copies

    first, second = (odds.seen_by_turn(card.cost, first) for first in (True, False))
    chance_first = odds.on_curve(cards.size, copies, card.civilizations, others, first)
    chance_second = odds.on_curve(cards.size, copies, card.civilizations, others, second)
    return Castable(
        card=card.name,
        copies=copies,
        cost=card.cost,
        first=chance_first,
        second=chance_second,
        given_drawn_first=odds.given(chance_first, cards.size, copies, first),
        given_drawn_second=odds.given(chance_second, cards.size, copies, second),
    )


def _triggers(cards: _Cards, pool: Pool) -> Triggers:
    """The shield triggers of the cards whose text is written."""
    found = {card.name: copies for card, copies in cards.pairs if _is_trigger(card, pool)}
    count = sum(found.values())
    hit = {n: odds.some_of(cards.size, count, n) for n in range(1, SHIELDS + 1)}
    return Triggers(
        count=count,
        share=count / cards.size,
        mean_in_shields=min(SHIELDS, cards.size) * count / cards.size,
        at_least_one_in_shields=hit[SHIELDS],
        hit_within_breaks=hit,
        cards=found,
    )


def _is_trigger(card: CardDef, pool: Pool) -> bool:
    """Whether a card has shield trigger."""
    if not card.playable:
        return False
    abilities = pool.abilities(card.name)
    return any(isinstance(each, Keyword) and each.word == TRIGGER for each in abilities)


def _evolution(cards: _Cards, pool: Pool) -> Iterator[Evolving]:
    """Each evolution creature with the creatures that it can be put on."""
    for card, copies in cards.by_cost():
        needs = bases_of(card.name, pool)
        if needs:
            yield _evolving(cards, card, copies, needs)


def _evolving(
    cards: _Cards, card: CardDef, copies: int, needs: Sequence[tuple[Trait, ...]]
) -> Evolving:
    """One evolution creature; a base must have been there for a turn."""
    others = [pair for pair in cards.by_cost() if pair[0] is not card]
    groups = [[pair for pair in others if fits(pair[0], traits)] for traits in needs]
    cheapest = [group[0][0].cost for group in groups if group]
    turn = max([card.cost, *(cost + 1 for cost in cheapest)])
    in_time = [[pair for pair in group if pair[0].cost < turn] for group in groups]
    bases = [pair for pair in others if any(pair in group for group in groups)]
    count = sum(n for _, n in bases)
    return Evolving(
        card=card.name,
        copies=copies,
        cost=card.cost,
        bases=count,
        base_cards=tuple(base.name for base, _ in bases),
        bases_per_copy=count / copies,
        turn=turn,
        ready_first=_ready(cards.size, copies, in_time, odds.seen_by_turn(turn, first=True)),
        ready_second=_ready(cards.size, copies, in_time, odds.seen_by_turn(turn, first=False)),
    )


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


def _average_power(cards: _Cards) -> float | None:
    """The mean printed power of the creatures."""
    powers = cards.each(lambda card: () if card.power is None else (card.power,))
    return _mean(powers) if powers else None
