"""The table of what each card did, in the words of 17lands where they exist."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pandas

from dmcli.sim.statistics import Interval, rate, wilson

if TYPE_CHECKING:
    from dmcli.reports.source import Source

#: A card that was seen in fewer games says nothing.
ENOUGH_GAMES: Final = 200
SUMS: Final = ("games", "wins", "losses", "cards", "cards_won", "cards_lost")


def counters(source: Source) -> pandas.DataFrame:
    """One row per card of each deck."""
    rows = []
    for number, (side, title) in enumerate(zip("AB", source.titles, strict=True)):
        deck = Counts(source, number)
        rows += [
            {"deck": side, "title": title, **deck.row(card, copies)}
            for card, copies in source.series.decks[number].cards
        ]
    return pandas.DataFrame(rows).sort_values(
        ["deck", "gih_gap"], ascending=[True, False], ignore_index=True
    )


class Counts:
    """The counters of one deck's cards."""

    def __init__(self, source: Source, side: int) -> None:
        lines = [line for line in source.counts if line.side == side]
        self._lines = {(line.card, line.measure): line for line in lines}
        tally = source.tally
        self._results = (tally.wins, tally.losses) if side == 0 else (tally.losses, tally.wins)
        self._games = tally.games
        self._gih = rate(
            sum(line.cards_won for line in lines if line.measure == "seen"),
            sum(line.cards_lost for line in lines if line.measure == "seen"),
        )

    def row(self, card: str, copies: int) -> dict[str, Any]:
        """All that is said about one card."""
        seen = self._of(card, "seen")
        return {
            "card": card,
            "copies": copies,
            "games_seen": seen["games"],
            **self._in_hand(card, copies, seen),
            **self._in_play(card, seen),
        }

    def _in_hand(self, card: str, copies: int, seen: dict[str, int]) -> dict[str, Any]:
        """Win rates of copies by when they were in hand."""
        gih = _by_copy(seen)
        wins, losses = self._results
        gns = rate(copies * wins - seen["cards_won"], copies * losses - seen["cards_lost"])
        decided = seen["wins"] + seen["losses"]
        interval = wilson(round((gih or 0) * decided), decided)
        low, high = interval or (None, None)
        return {
            "gih": gih,
            "gih_low": low,
            "gih_high": high,
            "gih_gap": _minus(gih, self._gih),
            "oh": _by_copy(self._of(card, "opening")),
            "gd": _by_copy(self._of(card, "drawn")),
            "gns": gns,
            "iwd": _minus(gih, gns),
            "sure": seen["games"] >= ENOUGH_GAMES and self._leaves_out(interval),
        }

    def _leaves_out(self, interval: Interval | None) -> bool:
        """Whether the whole deck's rate lies outside an interval."""
        if interval is None or self._gih is None:
            return False
        return not interval[0] <= self._gih <= interval[1]

    def _in_play(self, card: str, seen: dict[str, int]) -> dict[str, Any]:
        """What was done with it, and how often the game was won then."""
        played, charged = self._of(card, "played"), self._of(card, "charged")
        triggered, held = self._of(card, "triggered"), self._of(card, "held")
        return {
            "played_rate": _share(played["games"], self._games),
            "played": _by_game(played),
            "charged_rate": _share(charged["games"], seen["games"]),
            "charged": _by_game(charged),
            "shield": _by_game(self._of(card, "shield")),
            "triggered_games": triggered["games"],
            "triggered": _by_game(triggered),
            "held_rate": _share(held["cards"], seen["cards"]),
        }

    def _of(self, card: str, measure: str) -> dict[str, int]:
        line = self._lines.get((card, measure))
        return {name: getattr(line, name) if line else 0 for name in SUMS}


def _by_copy(sums: dict[str, int]) -> float | None:
    return rate(sums["cards_won"], sums["cards_lost"])


def _by_game(sums: dict[str, int]) -> float | None:
    return rate(sums["wins"], sums["losses"])


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _minus(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one - other
