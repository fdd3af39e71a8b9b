"""The civilizations of a deck: what its cards give, what they ask for, and when it is seen."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

import msgspec

from dmcli.decks.statistics import odds
from dmcli.decks.statistics.counting import Cards, Copies

#: The turns for which the chance to have seen a civilization is given.
TURNS: Final = (2, 3, 4)


class Civilization(msgspec.Struct, frozen=True, kw_only=True):
    """How many cards pay for a civilization, and how much of the deck's cost asks for it."""

    cards: int
    share: float
    #: Cost of the cards that need it, of the cost of all cards.
    demand: float
    #: What the share has more than the demand.
    gap: float
    #: The chance to have seen one of its cards, by turn, going first and second.
    seen_first: dict[int, float]
    seen_second: dict[int, float]


class Together(msgspec.Struct, frozen=True, kw_only=True):
    """Civilizations that are needed together, and the chance to have seen each of them."""

    civilizations: tuple[str, ...]
    #: The cards that need all of them; of the whole deck's civilizations there may be none.
    cards: tuple[str, ...]
    first: dict[int, float]
    second: dict[int, float]


def civilizations(pairs: Sequence[Copies]) -> dict[str, Civilization]:
    """The civilizations of a deck, in their order."""
    cards = Cards(list(pairs))
    return {name: civilization(cards, name) for name in cards.civilizations}


def civilization(cards: Cards, name: str) -> Civilization:
    """Supply and demand of one civilization, and when it is seen."""
    supply = cards.having((name,))
    whole = sum(card.cost * copies for card, copies in cards.pairs)
    asked = sum(card.cost * copies for card, copies in cards.pairs if name in card.civilizations)
    share, demand = supply / cards.size, asked / whole if whole else 0.0
    return Civilization(
        cards=supply,
        share=share,
        demand=demand,
        gap=share - demand,
        seen_first=_by_turn(cards, lambda seen: odds.some_of(cards.size, supply, seen), True),
        seen_second=_by_turn(cards, lambda seen: odds.some_of(cards.size, supply, seen), False),
    )


def all_seen(cards: Cards, kinds: Collection[str], first: bool) -> dict[int, float]:
    """The chance to have seen each of these civilizations, by turn."""
    return _by_turn(
        cards, lambda seen: odds.some_of_each(cards.size, kinds, cards.having, seen), first
    )


def together(cards: Cards) -> tuple[Together, ...]:
    """All civilizations of the deck, and those that some card needs together."""
    asking: dict[tuple[str, ...], list[str]] = {}
    if len(cards.civilizations) > 1:
        asking[tuple(cards.civilizations)] = []
    for card, _ in cards.pairs:
        if len(card.civilizations) > 1:
            asking.setdefault(_ordered(cards, card.civilizations), []).append(card.name)
    return tuple(
        Together(
            civilizations=kinds,
            cards=tuple(names),
            first=all_seen(cards, kinds, first=True),
            second=all_seen(cards, kinds, first=False),
        )
        for kinds, names in asking.items()
    )


def _ordered(cards: Cards, kinds: Collection[str]) -> tuple[str, ...]:
    return tuple(name for name in cards.civilizations if name in kinds)


def _by_turn(cards: Cards, chance: Callable[[int], float], first: bool) -> dict[int, float]:
    """A chance for each of the first turns."""
    return {turn: chance(cards.seen(turn, first)) for turn in TURNS}
