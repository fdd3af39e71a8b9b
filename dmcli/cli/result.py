"""The result of a series as people read it, and as the document that programs read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any, Final

from dmcli.cli import show
from dmcli.cli.show import Answer, Column, Row, Table

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


#: On a terminal narrower than this, tables lose columns to tables and lines of their own.
NARROW: Final = 60


def answer(result: Result, form: str) -> Answer:
    """The result in one of the forms of output."""
    columns = show.width() if form == "table" else None
    slim = columns is not None and columns < NARROW
    lines = [*(_deck_lines(result) if slim else ()), _turns(result), *_provenance(result)]
    return Answer(
        "simulate",
        result.document,
        tables=_tables(result, form, slim),
        lines=_wrapped(lines, columns),
        pool=result.pool,
        heading=_wrapped(_heading(result), columns),
    )


def _tables(result: Result, form: str, slim: bool) -> list[Table]:
    """Seats first, since they alone are the CSV."""
    if form == "csv":
        return [_seats(result, [*COUNTS, Column("low", right=True), Column("high", right=True)])]
    interval = Column("interval", "95 % interval")
    if slim:
        ends = [SEAT, interval]
        return [_spoken_seats(result, COUNTS), _spoken_seats(result, ends), _endings(result, slim)]
    seats = _spoken_seats(result, [*COUNTS, interval])
    return [seats, _endings(result, slim), _decks(result)]


def reported(result: Result, files: list[Path], form: str) -> Answer:
    """The same, with the files of its report."""
    document = {"run": result.run, "files": [str(file) for file in files]}
    whole = answer(result, form)
    return replace(whole, schema="report", document={**document, "result": result.document})


def _wrapped(lines: list[str], columns: int | None) -> list[str]:
    """On a terminal no line is longer than it is wide."""
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
        pairs = result.series.pairs
        return f"{played:,} games in {pairs:,} {'pair' if pairs == 1 else 'pairs'}"
    return f"INCOMPLETE, played {played:,} of {whole:,} games"


SEAT: Final = Column("seat", "A goes")
COUNTS: Final = (
    SEAT,
    Column("games", right=True),
    Column("wins", "won", right=True),
    Column("losses", "lost", right=True),
    Column("win_rate", "win rate", right=True),
)


def _seats(result: Result, columns: Sequence[Column]) -> Table:
    """Deck A's results by seat, as numbers."""
    tally = result.tally
    rows = [
        _seat("first", tally.first),
        _seat("second", tally.second),
        _seat("both", tally),
        {"seat": "by pairs", **_ends(tally.interval_paired)},
    ]
    return Table(columns, rows)


def _spoken_seats(result: Result, columns: Sequence[Column]) -> Table:
    """The same for people; a row stands only where it has something to say."""
    rows = [_spoken(row) for row in _seats(result, columns).rows]
    keys = [column.key for column in columns if column is not SEAT]
    return Table(columns, [row for row in rows if any(row[key] for key in keys)])


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


def _spoken(row: Row) -> dict[str, Any]:
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


def _endings(result: Result, slim: bool) -> Table:
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
    share = [] if slim else [Column("share", right=True)]
    return Table(
        [
            Column("ending", "games end by"),
            Column("games", right=True),
            *share,
            Column("interval", "95 % interval"),
        ],
        rows,
    )


def _decks(result: Result) -> Table:
    """What was played, by whom."""
    sides = zip("AB", result.series.decks, result.titles, result.series.agents, strict=True)
    rows = [
        {"side": side, "deck": title, "cards": deck.size, "hash": deck.hash, "agent": agent}
        for side, deck, title, agent in sides
    ]
    columns = [
        Column("side"),
        Column("deck"),
        Column("cards", right=True),
        Column("hash"),
        Column("agent"),
    ]
    return Table(columns, rows)


def _deck_lines(result: Result) -> list[str]:
    """The same, a line for each deck."""
    return [
        f"{row['side']}: {row['deck']}, {row['cards']} cards, hash {row['hash']}, "
        f"agent {row['agent']}."
        for row in _decks(result).rows
    ]


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
        *([f"Going first is worth {_points(gap)} points to A (95 %)."] if gap else []),
        f"Seed {series.seed}, ruleset {series.ruleset}, lists {series.lists}, "
        f"dmcli {result.version}, card pool {result.pool}.",
        f"Log hash {document['log_hash']}" + (f", {speed:,.0f} games/s." if speed else "."),
    ]


def _points(gap: Interval) -> str:
    return f"{100 * gap[0]:+.1f} to {100 * gap[1]:+.1f}"
