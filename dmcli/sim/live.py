"""How far a running series is, for those who watch it."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from dmcli.sim import statistics


class Live:
    """Games, deck A's wins and its losses so far; several processes may count in it."""

    def __init__(
        self,
        counts: MutableSequence[int] | None = None,
        lock: AbstractContextManager[Any] | None = None,
    ) -> None:
        self.counts: MutableSequence[int] = [0, 0, 0] if counts is None else counts
        self._lock = lock or nullcontext()

    def begin(self, counts: Sequence[int]) -> None:
        """Go on from what others have counted."""
        self.counts[:] = counts

    def add(self, winner: int) -> None:
        """Count one game."""
        with self._lock:
            self.counts[0] += 1
            if winner >= 0:
                self.counts[1 + winner] += 1

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.counts[0]

    @property
    def win_rate(self) -> float | None:
        """Deck A's share of the decided games."""
        return statistics.rate(self.counts[1], self.counts[2])


Watch = Callable[[Live], None]
