"""Sentences with numbers to fill in: `{short} more`, `{chance: at least 2 of 12 in 5}`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import comb
from typing import Final

from dmcli.core.nearest import did_you_mean

#: The words that can stand in {} and what they become.
FIELDS: Final = {
    "n": "the number of this list",
    "s": "an s, unless the number is 1",
    "low": "the lowest number that is fine",
    "high": "the highest number that is fine",
    "about": "the number that the source names",
    "short": "how many cards are missing to the lowest",
    "over": "how many cards are above the highest",
    "count": "how many cards a percentage is of",
    "base": "of how many cards",
    "size": "the cards of the deck",
    "each": "the civilization that is asked about",
    "asked": "the number of the first condition",
    "average": "the mean cost",
    "names": "the counted cards, the most copies first",
}
_NUMBERS: Final = ("n", "low", "high", "about", "count", "base", "size", "asked")

_BRACES: Final = re.compile(r"\{([^{}]*)\}")
_NUMBER: Final = rf"(\d{{1,4}}|{'|'.join(_NUMBERS)})"
_CHANCE: Final = re.compile(
    rf"chance: (at least|at most) {_NUMBER} of {_NUMBER} in (\d{{1,2}})(?: from {_NUMBER})?"
)


def faults(text: str) -> str:
    """Say what in the braces of a text is not understood, or nothing."""
    for inner in _BRACES.findall(text):
        if inner not in FIELDS and not _CHANCE.fullmatch(inner):
            hint = did_you_mean(inner.partition(":")[0], (*FIELDS, "chance"))
            known = hint or f" There are {', '.join(FIELDS)} and 'chance: at least 1 of n in 5'."
            return f"nothing is known about '{{{inner[:60]}}}'.{known}"
    rest = _BRACES.sub("", text)
    return "a { or } stands alone." if "{" in rest or "}" in rest else ""


def filled(text: str, values: Mapping[str, str | int]) -> str:
    """Fill a text in."""
    return _BRACES.sub(lambda found: _value(found.group(1), values), text)


def _value(inner: str, values: Mapping[str, str | int]) -> str:
    chance = _CHANCE.fullmatch(inner)
    if chance is None:
        return str(values[inner])
    bound, *words = chance.groups(default="size")
    number, kind, seen, deck = (int(float(values.get(word, word))) for word in words)
    return in_percent(_chance(bound, number, kind, seen, deck))


def in_percent(chance: float) -> str:
    """A chance in whole percent; none and all only where it is so."""
    if 0.995 <= chance < 1:
        return "more than 99%"
    return "less than 1%" if 0 < chance < 0.005 else f"{100 * chance:.0f}%"


def _chance(bound: str, number: int, kind: int, seen: int, deck: int) -> float:
    """The chance of so many cards of a kind among those seen from a shuffled deck."""
    kind, seen = min(kind, deck), min(seen, deck)
    counts = range(number, seen + 1) if bound == "at least" else range(min(number, seen) + 1)
    ways = sum(comb(kind, count) * comb(deck - kind, seen - count) for count in counts)
    return ways / comb(deck, seen)
