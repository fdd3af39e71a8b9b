"""The integer counts of a series, and the summary that people and programs read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from itertools import groupby
from typing import Any, Final

import msgspec

from dmcli.sim import statistics
from dmcli.sim.block import BlockResult, GameLine
from dmcli.sim.statistics import Interval

#: Points of deck A in a pair of games, best first.
PAIR_POINTS: Final = (2.0, 1.5, 1.0, 0.5, 0.0)
LIMIT: Final = "limit"


class Seat(msgspec.Struct):
    """Deck A's games from one seat."""

    games: int = 0
    wins: int = 0
    losses: int = 0

    @property
    def win_rate(self) -> float | None:
        """The share of wins among decided games."""
        return statistics.rate(self.wins, self.losses)

    @property
    def interval(self) -> Interval | None:
        """Wilson's 95 % interval of the win rate."""
        return statistics.wilson(self.wins, self.wins + self.losses)

    def document(self) -> dict[str, Any]:
        """The seat as data."""
        return {
            "games": self.games,
            "wins": self.wins,
            "win_rate": self.win_rate,
            "interval": self.interval,
        }


class Tally:
    """Sums over the games of a series; the order of adding blocks does not matter."""

    def __init__(self, endings: Sequence[str]) -> None:
        self.endings = tuple(endings)
        self.first = Seat()
        self.second = Seat()
        self.ended: Counter[int] = Counter()
        self.nobody: Counter[int] = Counter()
        self.turns: Counter[int] = Counter()
        self.pairs: Counter[float] = Counter(dict.fromkeys(PAIR_POINTS, 0))
        self.decisions = 0
        self.actions = 0
        self.faults: list[tuple[int, str]] = []
        self._digests: dict[int, bytes] = {}

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.first.games + self.second.games

    @property
    def wins(self) -> int:
        """Deck A's wins."""
        return self.first.wins + self.second.wins

    @property
    def losses(self) -> int:
        """Deck B's wins."""
        return self.first.losses + self.second.losses

    @property
    def limit_games(self) -> int:
        """Games that ran into a limit and have no winner."""
        return sum(n for ending, n in self.nobody.items() if self.endings[ending] == LIMIT)

    @property
    def draws(self) -> int:
        """Games without a winner that ran into no limit."""
        return sum(self.nobody.values()) - self.limit_games

    @property
    def win_rate(self) -> float | None:
        """Deck A's share of the decided games."""
        return statistics.rate(self.wins, self.losses)

    @property
    def interval(self) -> Interval | None:
        """Wilson's 95 % interval of the win rate, over games."""
        return statistics.wilson(self.wins, self.wins + self.losses)

    @property
    def interval_paired(self) -> Interval | None:
        """The 95 % interval from the points of the pairs."""
        return statistics.paired(self.pairs)

    @property
    def seat_gap(self) -> Interval | None:
        """Newcombe's 95 % interval of deck A's win rate going first minus going second."""
        first, second = self.first, self.second
        return statistics.newcombe(
            first.wins, first.wins + first.losses, second.wins, second.wins + second.losses
        )

    @property
    def log_hash(self) -> str:
        """One digest over every action of every game in game order."""
        whole = b"".join(digests for _, digests in sorted(self._digests.items()))
        return blake2b(whole, digest_size=16).hexdigest()

    def add(self, block: BlockResult) -> None:
        """Add the games of a block."""
        self._digests[block.index] = block.digests
        self.faults += block.faults
        for line in block.games:
            self._add_game(line)
        for _, pair in groupby(block.games, lambda line: line.game // 2):
            self._add_pair(list(pair))

    def _add_game(self, line: GameLine) -> None:
        seat = self.second if line.first else self.first
        seat.games += 1
        seat.wins += line.winner == 0
        seat.losses += line.winner == 1
        self.ended[line.ending] += 1
        self.nobody[line.ending] += line.winner < 0
        self.turns[line.turns] += 1
        self.decisions += line.decisions
        self.actions += line.actions

    def _add_pair(self, pair: list[GameLine]) -> None:
        if len(pair) == 2:
            self.pairs[sum(POINTS[line.winner] for line in pair)] += 1

    def document(self) -> dict[str, Any]:
        """The counts and what follows from them, as `simulate --json` gives them."""
        return {
            "wins": [self.wins, self.losses],
            "draws": self.draws,
            "limit_games": self.limit_games,
            "win_rate": self.win_rate,
            "interval": self.interval,
            "interval_paired": self.interval_paired,
            "pairs": {f"{points:g}": self.pairs[points] for points in PAIR_POINTS},
            "by_seat": {"first": self.first.document(), "second": self.second.document()},
            "turns": self._turns(),
            "endings": {name: self.ended[index] for index, name in enumerate(self.endings)},
            "decisions": self.decisions,
        }

    def _turns(self) -> dict[str, float | None]:
        return {
            "mean": statistics.mean(self.turns),
            "median": statistics.quantile(self.turns, 0.5),
            "p10": statistics.quantile(self.turns, 0.1),
            "p90": statistics.quantile(self.turns, 0.9),
        }


#: Points of a game for deck A, by winner.
POINTS: Final = {0: 1.0, 1: 0.0, -1: 0.5}


def tally_of(endings: Sequence[str], blocks: Iterable[BlockResult]) -> Tally:
    """The tally of these blocks."""
    tally = Tally(endings)
    for block in blocks:
        tally.add(block)
    return tally
