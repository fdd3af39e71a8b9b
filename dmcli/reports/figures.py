"""How figures are written for people, on a page and in a terminal."""

from __future__ import annotations


def whole(value: float) -> str:
    """A count."""
    return f"{value:,.0f}"


def tenths(value: float) -> str:
    """A number with one decimal."""
    return f"{value:,.1f}"


def short(value: float) -> str:
    """A number with no more digits than it needs."""
    return f"{value:g}"


def percent(share: float) -> str:
    """A share in percent."""
    return f"{100 * share:.1f} %"


def points(difference: float) -> str:
    """A difference of shares in points of percent."""
    return f"{100 * difference:+.1f}"


def many(count: int, what: str) -> str:
    """How many of something: 1 spell, 4 spells."""
    return f"{count} {what}{'' if count == 1 else 's'}"
