"""The result of a series as people read it, and as the document that programs read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from dmcli.cli import show
from dmcli.cli.show import Answer, Column, Table

if TYPE_CHECKING:
    from dmcli.sim.series import Series
    from dmcli.sim.statistics import Interval
    from dmcli.sim.tally import Seat, Tally


@dataclass(frozen=True)
class Result:
    """A series as far as it was played, and where it came from."""

    series: Series
    tally: Tally
    seconds: float
    run: str | None
    version: str
    pool: str

    @property
    def titles(self) -> tuple[str, str]:
        """What the two decks are called."""
        from dmcli.sim.summary import titles

        return titles(self.series)

    @property
    def document(self) -> dict[str, Any]:
        """The result as data."""
        from dmcli.sim.summary import document

        return document(self.series, self.tally, self.run, self.seconds)


def answer(result: Result, form: str) -> Answer:
    """The result in one of the forms of output."""
    return Answer(
        "simulate",
        result.document,
        tables=[_seats(result, form == "csv"), _endings(result), _decks(result)],
        lines=_wrapped([_turns(result), *_provenance(result)], form),
        pool=result.pool,
        heading=_wrapped(_heading(result), form),
    )


def reported(result: Result, files: list[Path], form: str) -> Answer:
    """The same, with the files of its report."""
    document = {"run": result.run, "files": [str(file) for file in files]}
    whole = answer(result, form)
    return replace(whole, schema="report", document={**document, "result": result.document})


def _wrapped(lines: list[str], form: str) -> list[str]:
    """On a terminal no line is longer than it is wide."""
    columns = show.width() if form == "table" else None
    return [fill(line, columns) for line in lines] if columns else lines


def _heading(result: Result) -> list[str]:
    tally = result.tally
    first, second = result.titles
    score = f"{tally.wins:,} won, {tally.losses:,} lost"
    none = f"{tally.draws:,} drawn, {tally.limit_games:,} at a limit"
    return [f"{first} against {second}", f"{_count(result)}: {score}, {none}"]


def _count(result: Result) -> str:
    """How many games, and of how many when some are missing."""
    played, whole = result.tally.games, 2 * result.series.pairs
    if played == whole:
        return f"{played:,} games in {result.series.pairs:,} pairs"
    return f"INCOMPLETE, played {played:,} of {whole:,} games"


def _seats(result: Result, numbers: bool) -> Table:
    """Deck A's results by seat: numbers for programs, percentages for people."""
    tally = result.tally
    rows = [
        _seat("first", tally.first),
        _seat("second", tally.second),
        _seat("both", tally),
        {"seat": "both, by pairs", **_ends(tally.interval_paired)},
    ]
    columns = [
        Column("seat", "A goes"),
        *(Column(key, right=True) for key in ("games", "wins", "losses")),
        Column("win_rate", "win rate", right=True),
    ]
    if numbers:
        return Table([*columns, Column("low", right=True), Column("high", right=True)], rows)
    return Table([*columns, Column("interval", "95 % interval")], [_spoken(row) for row in rows])


def _seat(name: str, seat: Seat | Tally) -> dict[str, Any]:
    return {
        "seat": name,
        "games": seat.games,
        "wins": seat.wins,
        "losses": seat.losses,
        "win_rate": seat.win_rate,
        **_ends(seat.interval),
    }


def _ends(interval: Interval | None) -> dict[str, float | None]:
    low, high = interval or (None, None)
    return {"low": low, "high": high}


def _spoken(row: dict[str, Any]) -> dict[str, Any]:
    """A row for people: counts with commas, shares in percent."""
    spoken: dict[str, Any] = {"seat": row["seat"], "interval": span(row["low"], row["high"])}
    for key in ("games", "wins", "losses"):
        spoken[key] = f"{row[key]:,}" if key in row else ""
    spoken["win_rate"] = percent(row["win_rate"]) if "win_rate" in row else ""
    return spoken


def percent(share: float | None) -> str:
    """A share in percent, with one decimal."""
    return "-" if share is None else f"{100 * share:.1f} %"


def span(low: float | None, high: float | None) -> str:
    """An interval in percent."""
    return "-" if low is None or high is None else f"{100 * low:.1f} to {percent(high)}"


def _endings(result: Result) -> Table:
    """How games end, the most usual way first."""
    from dmcli.sim.statistics import wilson

    tally = result.tally
    rows = [
        {
            "ending": tally.endings[ending],
            "games": f"{count:,}",
            "share": percent(count / tally.games),
            "interval": span(*(wilson(count, tally.games) or (None, None))),
        }
        for ending, count in tally.ended.most_common()
        if count
    ]
    columns = [
        Column("ending", "games end by"),
        Column("games", right=True),
        Column("share", right=True),
        Column("interval", "95 % interval"),
    ]
    return Table(columns, rows)


def _decks(result: Result) -> Table:
    """What was played, by whom."""
    sides = zip("AB", result.series.decks, result.titles, result.series.agents, strict=True)
    rows = [
        {"side": side, "deck": title, "cards": deck.size, "hash": deck.hash, "agent": agent}
        for side, deck, title, agent in sides
    ]
    columns = [
        Column("side", " "),
        Column("deck"),
        Column("cards", right=True),
        Column("hash"),
        Column("agent"),
    ]
    return Table(columns, rows)


def _turns(result: Result) -> str:
    """How long games are."""
    turns = result.document["turns"]
    if turns["mean"] is None:
        return "No game was played."
    return (
        f"Turns of both players: mean {turns['mean']:.1f}, median {turns['median']:g}, "
        f"80 % of games from {turns['p10']:g} to {turns['p90']:g}."
    )


def _provenance(result: Result) -> list[str]:
    """All that is needed to play the same games again."""
    series, document = result.series, result.document
    gap = result.tally.seat_gap
    speed = document["games_per_second"]
    return [
        *([f"Going first is worth {_points(gap)} points to A."] if gap else []),
        f"Seed {series.seed}, ruleset {series.ruleset}, lists {series.lists}, "
        f"dmcli {result.version}, card pool {result.pool}.",
        f"Log hash {document['log_hash']}" + (f", {speed:,.0f} games/s." if speed else "."),
    ]


def _points(gap: Interval) -> str:
    return f"{100 * gap[0]:+.1f} to {100 * gap[1]:+.1f}"
