"""Which columns of a table the page shows, under which heads, and how their cells are written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import pandas

from dmcli.reports.figures import percent, points, short, tenths, whole
from dmcli.reports.template import Cell, Head
from dmcli.sim.summary import plain

Write = Callable[[Any], str]


def words(value: Any) -> str:
    """Text on one line."""
    return plain(str(value))


def yes(value: Any) -> str:
    """Whether it is so."""
    return "yes" if value else "no"


#: For each table the columns on the page: head and how a cell is written. `low` and `high` follow
#: the value that they belong to and are shown as one interval under the head of `low`.
SHOWN: Final[dict[str, dict[str, tuple[str, Write]]]] = {
    "series": {
        "title": ("Name", words),
        "deck": ("Deck", words),
        "cards": ("Cards", whole),
        "hash": ("Hash", words),
        "agent": ("Agent", words),
    },
    "win_rate": {
        "seat": ("A goes", words),
        "games": ("Games", whole),
        "wins": ("Won", whole),
        "losses": ("Lost", whole),
        "draws": ("Drawn", whole),
        "limit_games": ("Limit", whole),
        "win_rate": ("Win rate", percent),
        "low": ("95 % interval", percent),
    },
    "pairs": {
        "points": ("Points of A", short),
        "pairs": ("Pairs", whole),
        "share": ("Share", percent),
    },
    "length": {
        "turns": ("Turns", whole),
        "a": ("A wins", whole),
        "b": ("B wins", whole),
        "nobody": ("Nobody", whole),
        "games": ("Games", whole),
    },
    "length_by_winner": {
        "winner": ("Winner", words),
        "games": ("Games", whole),
        "mean": ("Mean turns", tenths),
        "p10": ("10 %", tenths),
        "median": ("Median", tenths),
        "p90": ("90 %", tenths),
    },
    "endings": {
        "ending": ("Games end by", words),
        "games": ("Games", whole),
        "share": ("Share", percent),
        "low": ("95 % interval", percent),
        "a": ("A wins", whole),
        "b": ("B wins", whole),
        "mean_turns": ("Mean turns", tenths),
    },
    "shields": {
        "deck": ("Deck", words),
        "broken_mean": ("Broke per game", tenths),
        "broken": ("Broke", whole),
        "lost": ("Lost", whole),
        "triggers_used": ("Triggers used", whole),
        "used_share": ("Used of lost", percent),
        "trigger_share": ("In the deck", percent),
    },
    "curve": {
        "deck": ("Deck", words),
        "cost": ("Cost", whole),
        "creature": ("Creatures", whole),
        "evolution creature": ("Evolutions", whole),
        "spell": ("Spells", whole),
        "cards": ("Cards", whole),
        "share": ("Share", percent),
    },
    "civilizations": {
        "civilization": ("Civilization", words),
        "deck": ("Deck", words),
        "cards": ("Cards", whole),
        "share": ("Share", percent),
        "demand": ("Demand", percent),
        "gap": ("Gap", points),
        "first_turn_2": ("Seen by turn 2", percent),
        "first_turn_3": ("Turn 3", percent),
        "first_turn_4": ("Turn 4", percent),
    },
    "castability": {
        "card": ("Card", words),
        "deck": ("Deck", words),
        "copies": ("Copies", whole),
        "cost": ("Cost", whole),
        "given_drawn_first": ("In hand, first", percent),
        "given_drawn_second": ("In hand, second", percent),
        "first": ("At all, first", percent),
        "verdict": ("Verdict", words),
    },
    "cards": {
        "card": ("Card", words),
        "deck": ("Deck", words),
        "copies": ("Copies", whole),
        "games_seen": ("Games seen", whole),
        "gih": ("GIH WR", percent),
        "gih_low": ("95 % interval", percent),
        "gih_gap": ("GIH − deck", points),
        "oh": ("OH WR", percent),
        "gns": ("GNS WR", percent),
        "iwd": ("IWD", points),
        "played_rate": ("Played", percent),
        "played": ("Played WR", percent),
        "charged_rate": ("Charged", percent),
        "triggered_games": ("Triggered", whole),
        "held_rate": ("Held at end", percent),
    },
    "faults": {"game": ("Game", whole), "reason": ("Reason", words)},
}


def heads(name: str) -> list[Head]:
    """The heads of a table."""
    return [Head(text, write is not words) for text, write in SHOWN[name].values()]


def rows(name: str, frame: pandas.DataFrame) -> list[list[Cell]]:
    """The cells of a table."""
    return [_row(name, values) for values in frame.to_dict("records")]


def _row(name: str, values: Mapping[Any, Any]) -> list[Cell]:
    faint = not values.get("sure", True)
    return [
        Cell(_cell(column, write, values), write is not words, faint)
        for column, (_, write) in SHOWN[name].items()
    ]


def _cell(column: str, write: Write, values: Mapping[Any, Any]) -> str:
    if pandas.isna(values[column]):
        return "–"
    if column.endswith("low"):
        high = values[column.removesuffix("low") + "high"]
        return f"{100 * values[column]:.1f} to {write(high)}"
    return write(values[column])
