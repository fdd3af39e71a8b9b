"""Intervals and quantiles, in pure Python; rates lie between 0 and 1."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from statistics import NormalDist
from typing import Final

#: Half of 95 % lies this many standard deviations to each side.
Z: Final = NormalDist().inv_cdf(0.975)

Interval = tuple[float, float]


def rate(wins: int, losses: int) -> float | None:
    """The share of wins among decided games; of nothing it is None."""
    decided = wins + losses
    return wins / decided if decided else None


def wilson(wins: int, games: int) -> Interval | None:
    """Wilson's 95 % interval of a share."""
    if games == 0:
        return None
    share = wins / games
    scale = 1 + Z * Z / games
    centre = (share + Z * Z / (2 * games)) / scale
    half = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games)) / scale
    return _within(centre - half, centre + half)


def paired(points: Mapping[float, int]) -> Interval | None:
    """The 95 % interval of the points per game, from how often a pair of games gave 2 … 0 points.

    One won and one lost pair are added, which is the rule of three at 0 and 1.
    """
    if not sum(points.values()):
        return None
    counts = dict(points)
    for extreme in (2.0, 0.0):
        counts[extreme] = counts.get(extreme, 0) + 1
    pairs = sum(counts.values())
    mean = sum(value * count for value, count in counts.items()) / pairs
    spread = sum(count * (value - mean) ** 2 for value, count in counts.items()) / (pairs - 1)
    half = Z * sqrt(spread / pairs)
    return _within((mean - half) / 2, (mean + half) / 2)


def newcombe(wins: int, games: int, other_wins: int, other_games: int) -> Interval | None:
    """Newcombe's 95 % interval of the difference of two shares."""
    mine, other = wilson(wins, games), wilson(other_wins, other_games)
    if mine is None or other is None:
        return None
    share, other_share = wins / games, other_wins / other_games
    difference = share - other_share
    below = sqrt((share - mine[0]) ** 2 + (other[1] - other_share) ** 2)
    above = sqrt((mine[1] - share) ** 2 + (other_share - other[0]) ** 2)
    return difference - below, difference + above


def mean(counts: Mapping[int, int]) -> float | None:
    """The mean of values given by how often each was seen."""
    seen = sum(counts.values())
    return sum(value * count for value, count in counts.items()) / seen if seen else None


def quantile(counts: Mapping[int, int], share: float) -> float | None:
    """The value below which this share lies, between neighbours on a straight line."""
    seen = sum(counts.values())
    if not seen:
        return None
    place = share * (seen - 1)
    low = _at(counts, int(place))
    high = _at(counts, min(int(place) + 1, seen - 1))
    return low + (high - low) * (place - int(place))


def _at(counts: Mapping[int, int], place: int) -> int:
    """The value at this place of all values in order."""
    passed = 0
    for value in sorted(counts):
        passed += counts[value]
        if place < passed:
            return value
    raise IndexError(place)


def _within(low: float, high: float) -> Interval:
    return max(0.0, low), min(1.0, high)
