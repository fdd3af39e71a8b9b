"""The cards of a deck, to be counted in many ways."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from functools import cached_property
from typing import TypeVar

from dmcli.cards import Pool
from dmcli.core.carddef import CardDef
from dmcli.core.errors import Refused
from dmcli.core.words import CARD_TYPES, CIVILIZATIONS
from dmcli.decks.model import Deck
from dmcli.decks.statistics import odds
from dmcli.decks.statistics.dealing import SHIELDS
from dmcli.decks.statistics.paying import mask

T = TypeVar("T")
Copies = tuple[CardDef, int]


class Cards:
    """The main deck: each card with its copies, in the order of the names."""

    def __init__(self, pairs: list[Copies]) -> None:
        self.pairs = pairs
        self.size = sum(copies for _, copies in pairs)
        #: Chances that were worked out, by civilizations, cost, copies and who goes first.
        self.chances: dict[tuple[int, int, int, bool], tuple[float, float]] = {}

    @classmethod
    def of(cls, deck: Deck, pool: Pool) -> Cards:
        """Take the known cards of a deck's main part."""
        return cls([(pool.cards[name], copies) for name, copies in deck.cards])

    @classmethod
    def some_of(cls, deck: Deck, pool: Pool) -> Cards:
        """The same, for what can be said of a deck only when there is a card in it."""
        cards = cls.of(deck, pool)
        if not cards.size:
            raise Refused(f"{deck.place}: there is no card in the main deck.")
        return cards

    @cached_property
    def civilizations(self) -> list[str]:
        """The civilizations of the deck, in their order."""
        return [name for name in CIVILIZATIONS if self.having((name,))]

    @cached_property
    def by_civilizations(self) -> Counter[int]:
        """How many cards have just these civilizations."""
        counts: Counter[int] = Counter()
        for card, copies in self.pairs:
            counts[mask(card.civilizations)] += copies
        return counts

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

    def seen(self, turn: int, first: bool) -> int:
        """How many cards are seen by a turn; nobody sees the shields of a small deck."""
        return max(0, min(odds.seen_by_turn(turn, first), self.size - SHIELDS))

    def draws_on(self, turn: int, first: bool) -> bool:
        """Whether a card is drawn on this turn, which is not the first."""
        return self.seen(turn, first) > self.seen(turn - 1, first)


def mean(numbers: Collection[float]) -> float:
    """The sum divided by the number of them."""
    return sum(numbers) / len(numbers)


def median(numbers: Iterable[int]) -> float:
    """The number in the middle, or half-way between the two there."""
    ranked = sorted(numbers)
    return (ranked[(len(ranked) - 1) // 2] + ranked[len(ranked) // 2]) / 2


def counts(numbers: Iterable[int]) -> dict[int, int]:
    """How often each number occurs, smallest first."""
    return dict(sorted(Counter(numbers).items()))


def by_type(types: Iterable[str]) -> dict[str, int]:
    """How many cards of each type."""
    found = Counter(types)
    return {kind: found[kind] for kind in CARD_TYPES}
