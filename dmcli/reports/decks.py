"""Tables of the decks, exact, without playing a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pandas

if TYPE_CHECKING:
    from dmcli.decks.statistics.stats import Castable, Stats
    from dmcli.reports.source import Source


def curve(source: Source) -> pandas.DataFrame:
    """Cards by cost and type."""
    return pandas.DataFrame(
        {
            **side,
            "cost": cost,
            **types,
            "cards": sum(types.values()),
            "share": sum(types.values()) / stats.cards,
        }
        for side, stats in _sides(source)
        for cost, types in stats.curve_by_type.items()
    )


def civilizations(source: Source) -> pandas.DataFrame:
    """What the cards give and what they ask for, and when it is seen."""
    return pandas.DataFrame(
        {
            **side,
            "civilization": name,
            "cards": civilization.cards,
            "share": civilization.share,
            "demand": civilization.demand,
            "gap": civilization.share - civilization.demand,
            **{f"first_turn_{turn}": chance for turn, chance in civilization.seen_first.items()},
            **{f"second_turn_{turn}": chance for turn, chance in civilization.seen_second.items()},
        }
        for side, stats in _sides(source)
        for name, civilization in stats.civilizations.items()
    )


def castability(source: Source) -> pandas.DataFrame:
    """The chance to pay each card on the turn of its cost."""
    return pandas.DataFrame(
        {**side, **_castable(card)} for side, stats in _sides(source) for card in stats.castability
    )


def _castable(card: Castable) -> dict[str, Any]:
    columns = ("card", "copies", "cost", "first", "second")
    given = ("given_drawn_first", "given_drawn_second")
    facts = {name: getattr(card, name) for name in columns + given}
    return {**facts, "verdict": card.verdict}


def _sides(source: Source) -> Iterator[tuple[dict[str, str], Stats]]:
    for side, title, stats in zip("AB", source.titles, source.stats, strict=True):
        yield {"deck": side, "title": title}, stats
