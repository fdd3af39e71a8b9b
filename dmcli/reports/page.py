"""The page: its sections with their pictures; its tables are the same as the files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import pandas

from dmcli.reports import charts
from dmcli.reports.charts import Bar, Column, Picture, Span
from dmcli.reports.figures import percent
from dmcli.reports.shown import heads, rows, words
from dmcli.reports.source import Source
from dmcli.reports.tables import TABLES
from dmcli.reports.template import Cell, Head, render
from dmcli.sim.summary import is_complete

Frames = Mapping[str, pandas.DataFrame]

#: A cost from here on stands in one column of the curve.
HIGH_COST: Final = 8
SHADES: Final = {"good": "good", "fair": "fair", "needs work": "poor"}


class Section(NamedTuple):
    """A table with its pictures, and how to read it."""

    name: str
    title: str
    note: str
    pictures: tuple[Picture, ...]
    legend: bool
    heads: list[Head]
    rows: list[list[Cell]]
    columns: dict[str, str]


def page(source: Source, frames: Frames) -> str:
    """Write the whole page; every name in it is escaped."""
    first, second = source.titles
    return render(
        "page.html",
        first=first,
        second=second,
        source=source,
        series=source.series,
        provenance=_provenance(frames["series"]),
        tally=source.tally,
        whole=2 * source.series.pairs,
        complete=is_complete(source.series, source.tally),
        rate=_or_none(source.tally.win_rate),
        interval=_interval(source),
        sections=[_section(source, frames, name) for name in NOTES if len(frames[name])],
    )


def _provenance(frame: pandas.DataFrame) -> dict[str, str]:
    """What both decks have in common."""
    row = frame.iloc[0]
    names = ("seed", "ruleset", "lists", "version", "pool", "log_hash", "command")
    return {name: words(row[name]) for name in names}


def _or_none(share: float | None) -> str:
    return "–" if share is None else percent(share)


def _interval(source: Source) -> str:
    ends = source.tally.interval_paired
    return "no interval" if ends is None else f"{100 * ends[0]:.1f} to {percent(ends[1])}"


def _section(source: Source, frames: Frames, name: str) -> Section:
    table = next(table for table in TABLES if table.name == name)
    draw = CHARTS.get(name)
    return Section(
        name,
        table.title,
        NOTES[name],
        tuple(draw(source, frames[name])) if draw else (),
        name in LEGENDS,
        heads(name),
        rows(name, frames[name]),
        table.columns,
    )


def _win_rate(source: Source, frame: pandas.DataFrame) -> list[Picture]:
    labels = {
        "first": "A goes first",
        "second": "A goes second",
        "both": "both",
        "pairs": "by pairs",
    }
    spans = [
        _span(labels[row["seat"]], row["win_rate"], row["low"], row["high"], "a")
        for row in frame.to_dict("records")
    ]
    title = "Win rate of deck A with 95 % intervals; the line is at 50 %"
    return [charts.spans(title, spans, 0.5, *_window(spans, 0.5))]


def _span(label: str, value: Any, low: Any, high: Any, series: str) -> Span:
    return Span(label, _number(value), _number(low), _number(high), series)


def _number(value: Any) -> float | None:
    return None if pandas.isna(value) else float(value)


def _length(source: Source, frame: pandas.DataFrame) -> list[Picture]:
    """Every number of turns from the shortest game on; the last hundredth is one column."""
    first, usual = int(frame["turns"].min()), int(source.games["turns"].quantile(0.99))
    full = frame.set_index("turns").reindex(range(first, usual + 1), fill_value=0)
    columns = [Column(str(turns), _by_winner(row)) for turns, row in full.iterrows()]
    size, joined = charts.binned(columns)
    tail = frame[frame["turns"] > usual]
    if len(tail):
        joined.append(Column(f"{usual + 1}+", _by_winner(tail.sum())))
    note = f", each column from its number on {size} numbers" if size > 1 else ""
    return [charts.stacked(f"Games by turns of both players{note}", joined)]


def _by_winner(counts: pandas.Series) -> tuple[float, ...]:
    return tuple(float(counts[name]) for name in charts.SERIES)


def _endings(source: Source, frame: pandas.DataFrame) -> list[Picture]:
    bars = [
        Bar(ending, share, percent(share), "plain")
        for ending, share in zip(frame["ending"], frame["share"], strict=True)
    ]
    return [charts.bars("How games end, share of all games", bars, 1.0)]


def _curve(source: Source, frame: pandas.DataFrame) -> list[Picture]:
    costs = frame["cost"].clip(upper=HIGH_COST)
    counts = frame.groupby([costs, "deck"])["cards"].sum().unstack(fill_value=0)
    counts = counts.reindex(index=range(1, HIGH_COST + 1), columns=["A", "B"], fill_value=0)
    columns = [
        Column(f"{cost}+" if cost == HIGH_COST else str(cost), (float(a), float(b)))
        for cost, a, b in zip(counts.index, counts["A"], counts["B"], strict=True)
    ]
    return [charts.grouped("Cards by mana cost", columns)]


def _civilizations(source: Source, frame: pandas.DataFrame) -> list[Picture]:
    drawn = []
    for side, part in frame.groupby("deck"):
        bars = []
        for name, share, demand in zip(
            part["civilization"], part["share"], part["demand"], strict=True
        ):
            bars.append(Bar(f"{name}, share of the cards", share, percent(share), f"civ-{name}"))
            bars.append(Bar(f"{name}, share of the cost", demand, percent(demand), "plain"))
        drawn.append(charts.bars(f"Deck {side}: what its cards give and ask for", bars, 1.0))
    return drawn


def _castability(source: Source, frame: pandas.DataFrame) -> list[Picture]:
    return [
        charts.bars(
            f"Deck {side}: chance to pay a card on the turn of its cost when it is in hand",
            [
                Bar(f"{cost}  {card}", chance, percent(chance), SHADES[verdict])
                for cost, card, chance, verdict in zip(
                    *(part["cost"], part["card"], part["given_drawn_first"], part["verdict"]),
                    strict=True,
                )
            ],
            1.0,
        )
        for side, part in frame.groupby("deck")
    ]


def _cards(source: Source, frame: pandas.DataFrame) -> list[Picture]:
    drawn = []
    for side, part in frame.groupby("deck"):
        centre = _number((part["gih"] - part["gih_gap"]).mean())
        known = part[part["gih"].notna()]
        if centre is None or not len(known):
            continue
        spans = [
            _span(card, gih, ends_low, ends_high, "a" if side == "A" else "b")
            for card, gih, ends_low, ends_high in zip(
                known["card"], known["gih"], known["gih_low"], known["gih_high"], strict=True
            )
        ]
        title = f"Deck {side}: win rate of copies in hand; the line is the whole deck"
        drawn.append(charts.spans(title, spans, centre, *_window(spans, centre)))
    return drawn


def _window(spans: list[Span], centre: float) -> tuple[float, float]:
    """As much of the scale as the intervals need, and no less than ten points to each side."""
    ends = [end for span in spans for end in (span.low, span.high) if end is not None]
    half = max([0.1, *(1.1 * abs(end - centre) for end in ends)])
    return max(0.0, centre - half), min(1.0, centre + half)


Draw = Callable[[Source, pandas.DataFrame], list[Picture]]

CHARTS: Final[dict[str, Draw]] = {
    "win_rate": _win_rate,
    "length": _length,
    "endings": _endings,
    "curve": _curve,
    "civilizations": _civilizations,
    "castability": _castability,
    "cards": _cards,
}
#: Sections whose charts tell A, B and nobody by colour.
LEGENDS: Final = frozenset({"length", "curve"})

#: The sections in their order, with a sentence on each.
NOTES: Final = {
    "win_rate": "Win rate = wins / (wins + losses); draws and games at a limit count apart. "
    "Intervals are Wilson's, over games. The one by pairs comes from the points of pairs of games "
    "that share their luck with the seats swapped, and is the one to compare with.",
    "pairs": "Each pair is played twice with the same luck, once with each deck going first.",
    "endings": "A game at a limit has no winner and is in no win rate.",
    "length_by_winner": "A tenth of the games is over by the turn under 10 %, nine tenths by the "
    "one under 90 %.",
    "length": "Turns of both players, coloured by who won.",
    "shields": "Used of lost: the part of a deck's broken shields that it used as triggers; beside "
    "it the part of triggers in the deck, which chance alone would give.",
    "curve": "Cards by mana cost.",
    "civilizations": "Share: of the cards. Demand: their part of the cost of all cards. Chances "
    "are exact, going first, with no effect that draws.",
    "castability": "The chance to hold the card and to have charged its civilizations by the turn "
    "of its cost, exact, with no effect that draws. Good from (90 + cost) % on, at most 95 %; "
    "needs work below 80 %.",
    "cards": "GIH: copies in hand at any time; OH: in the opening hand; GNS: never in hand; IWD: "
    "GIH minus GNS. Long games see more cards, so compare with the deck's own GIH. Faint rows "
    "prove nothing: fewer than 200 games, or an interval that holds the deck's own rate.",
    "series": "All that is needed to play the same games again.",
    "faults": "These games are missing above.",
}
