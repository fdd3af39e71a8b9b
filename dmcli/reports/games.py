"""Tables of the games: who wins, how long it takes, how it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas

from dmcli.sim.statistics import Interval, wilson
from dmcli.sim.summary import is_complete
from dmcli.sim.tally import PAIR_POINTS, Seat

if TYPE_CHECKING:
    from dmcli.reports.source import Source

WINNERS = {"A": "a", "B": "b", "nobody": "nobody"}


def series(source: Source) -> pandas.DataFrame:
    """One row per deck, with all that is needed to play the same games again."""
    played, about = source.series, source.about
    shared = {
        "seed": played.seed,
        "requested": played.games,
        "games": source.tally.games,
        "complete": is_complete(played, source.tally),
        "ruleset": played.ruleset,
        "lists": played.lists,
        "version": about.get("version", ""),
        "pool": about.get("pool", ""),
        "log_hash": source.tally.log_hash,
        "command": about.get("command", ""),
    }
    sides = zip("AB", source.titles, played.decks, played.agents, strict=True)
    return pandas.DataFrame(
        {
            "deck": side,
            "title": title,
            "hash": deck.hash,
            "cards": deck.size,
            "agent": agent,
            **shared,
        }
        for side, title, deck, agent in sides
    )


def win_rate(source: Source) -> pandas.DataFrame:
    """Deck A's win rate by seat, over all games and over pairs."""
    tally, games = source.tally, source.games
    rows = [
        _seat("first", tally.first, games[games["first"] == "A"]),
        _seat("second", tally.second, games[games["first"] == "B"]),
        _seat("both", Seat(tally.games, tally.wins, tally.losses), games),
        {
            "seat": "pairs",
            "games": tally.pairs.total(),
            "win_rate": _points_per_game(source),
            **_ends(tally.interval_paired),
        },
    ]
    return pandas.DataFrame(rows).astype(
        dict.fromkeys(("wins", "losses", "draws", "limit_games"), "Int64")
    )


def _seat(name: str, seat: Seat, games: pandas.DataFrame) -> dict[str, Any]:
    nobody = games[games["winner"] == "nobody"]
    limit_games = int((nobody["ending"] == "limit").sum())
    return {
        "seat": name,
        "games": seat.games,
        "wins": seat.wins,
        "losses": seat.losses,
        "draws": len(nobody) - limit_games,
        "limit_games": limit_games,
        "win_rate": seat.win_rate,
        **_ends(seat.interval),
    }


def _points_per_game(source: Source) -> float | None:
    pairs = source.tally.pairs
    whole = pairs.total()
    return sum(points * count for points, count in pairs.items()) / whole / 2 if whole else None


def pairs(source: Source) -> pandas.DataFrame:
    """How often a pair of games gave deck A so many points."""
    counts = source.tally.pairs
    whole = counts.total()
    return pandas.DataFrame(
        {
            "points": points,
            "pairs": counts[points],
            "share": counts[points] / whole if whole else None,
        }
        for points in PAIR_POINTS
    )


def length(source: Source) -> pandas.DataFrame:
    """Games by their number of turns and their winner."""
    counts = pandas.crosstab(source.games["turns"], source.games["winner"])
    counts = counts.reindex(columns=list(WINNERS), fill_value=0).rename(columns=WINNERS)
    counts["games"] = counts.sum(axis=1)
    return counts.rename_axis(columns=None).reset_index()


def length_by_winner(source: Source) -> pandas.DataFrame:
    """How long games take, by who won them."""
    games = source.games
    parts = {name: games[games["winner"] == name] for name in WINNERS} | {"all": games}
    rows = [
        {"winner": name, "games": len(part), "mean": part["turns"].mean(), **_quantiles(part)}
        for name, part in parts.items()
        if len(part)
    ]
    return pandas.DataFrame(rows, columns=["winner", "games", "mean", "p10", "median", "p90"])


def _quantiles(games: pandas.DataFrame) -> dict[str, float]:
    shares = {"p10": 0.1, "median": 0.5, "p90": 0.9}
    return {name: games["turns"].quantile(share) for name, share in shares.items()}


def endings(source: Source) -> pandas.DataFrame:
    """How games end, the most usual way first."""
    games = source.games
    rows = [
        _ending(str(name), part, len(games)) for name, part in games.groupby("ending", sort=False)
    ]
    columns = ["ending", "games", "share", "low", "high", "a", "b", "mean_turns"]
    frame = pandas.DataFrame(rows, columns=columns)
    return frame.sort_values("games", ascending=False, ignore_index=True)


def _ending(name: str, games: pandas.DataFrame, whole: int) -> dict[str, Any]:
    return {
        "ending": name,
        "games": len(games),
        "share": len(games) / whole,
        **_ends(wilson(len(games), whole)),
        "a": int((games["winner"] == "A").sum()),
        "b": int((games["winner"] == "B").sum()),
        "mean_turns": games["turns"].mean(),
    }


def shields(source: Source) -> pandas.DataFrame:
    """Shields broken by each deck, and how often its own broken shields were used as triggers."""
    games = source.games
    rows = []
    for side, other, title, stats in zip("ab", "ba", source.titles, source.stats, strict=True):
        broken, lost = games[f"shields_broken_{side}"], games[f"shields_broken_{other}"]
        used = games[f"triggers_used_{side}"]
        rows.append(
            {
                "deck": side.upper(),
                "title": title,
                "broken_mean": broken.mean(),
                "broken": int(broken.sum()),
                "lost": int(lost.sum()),
                "triggers_used": int(used.sum()),
                "used_share": used.sum() / lost.sum() if lost.sum() else None,
                "trigger_share": stats.triggers.share,
            }
        )
    return pandas.DataFrame(rows)


def faults(source: Source) -> pandas.DataFrame:
    """Games that could not be played, and why."""
    return pandas.DataFrame(source.tally.faults, columns=["game", "reason"])


def _ends(interval: Interval | None) -> dict[str, float | None]:
    low, high = interval or (None, None)
    return {"low": low, "high": high}
