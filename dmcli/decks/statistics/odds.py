"""Exact chances of what is seen from a shuffled deck, counted with binomials.

The shields do not bias what is drawn, because nobody has seen them; no chance here knows of
effects that draw cards.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import combinations
from math import comb

#: Counts the cards that belong to any of these kinds.
Counter = Callable[[Collection[str]], int]


def seen_by_turn(turn: int, first: bool) -> int:
    """Count the cards seen by one's own turn; who goes first does not draw on the first turn."""
    return (4 if first else 5) + turn


def none_of(deck: int, kind: int, seen: int) -> float:
    """The chance that no card of a kind is among those seen."""
    seen = min(seen, deck)
    return _chance(comb(deck - kind, seen), deck, seen)


def some_of(deck: int, kind: int, seen: int) -> float:
    """The chance that at least one card of a kind is among those seen."""
    seen = min(seen, deck)
    return _chance(comb(deck, seen) - comb(deck - kind, seen), deck, seen)


def some_of_each(deck: int, kinds: Collection[str], having: Counter, seen: int) -> float:
    """The chance that each kind is among those seen; one card may serve several kinds."""
    seen = min(seen, deck)
    ways = sum(sign * comb(deck - having(chosen), seen) for sign, chosen in _subsets(kinds))
    return _chance(ways, deck, seen)


def given(chance: float, deck: int, copies: int, seen: int) -> float:
    """The same chance for those hands only that hold the card."""
    held = some_of(deck, copies, seen)
    return min(1.0, chance / held) if held else 0.0


def _subsets(kinds: Collection[str]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Every subset with the sign that it has in inclusion and exclusion."""
    for size in range(len(kinds) + 1):
        for chosen in combinations(kinds, size):
            yield (-1) ** size, chosen


def _chance(ways: int, deck: int, seen: int) -> float:
    """Divide by all the ways to see that many cards."""
    return ways / comb(deck, seen)
