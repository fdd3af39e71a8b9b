"""Shuffled decks, dealt as a game deals them: the chance in them is handed in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Protocol, TypeVar

T = TypeVar("T")

SHIELDS: Final = 5
HAND: Final = 5


class Chance(Protocol):
    """A stream of luck."""

    def below(self, n: int, /) -> int:
        """A uniform number from 0 to n - 1."""


#: The stream that shuffles the deck in a game, by the number of the game. As in a series, the deck
#: goes first in games of even number.
Luck = Callable[[int], Chance]


def goes_first(game: int) -> bool:
    """Whether the deck goes first in this game."""
    return game % 2 == 0


def shuffled(cards: Sequence[T], chance: Chance) -> Iterator[T]:
    """Deal a shuffled deck from the top, one card after the other.

    The cards stand in the order of their names. The deck is the same as in the game that begins
    with this stream: it is shuffled from the top card down, as far as it is dealt.
    """
    moved: dict[int, T] = {}
    for last in range(len(cards) - 1, -1, -1):
        place = int(chance.below(last + 1)) if last else 0
        taken = moved.get(place, cards[place])
        moved[place] = moved.get(last, cards[last])
        yield taken


def dealt(cards: Sequence[T], chance: Chance, draws: int) -> tuple[list[T], list[T]]:
    """An opening hand, and the cards that are drawn next; the shields lie above them."""
    deck = shuffled(cards, chance)
    taken = [card for _, card in zip(range(SHIELDS + HAND + draws), deck, strict=False)]
    return taken[SHIELDS : SHIELDS + HAND], taken[SHIELDS + HAND :]
