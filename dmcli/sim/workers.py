"""One set of worker processes: parts of blocks go in, results come out."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

from dmcli.core.errors import DmcliError
from dmcli.sim.block import BlockResult, play_games
from dmcli.sim.live import Live
from dmcli.sim.series import Play, Recipe


class Workers:
    """Worker processes of one series; of no more use when one of them has died."""

    def __init__(self, recipe: Recipe, jobs: int, counts: Sequence[int]) -> None:
        context = multiprocessing.get_context("spawn")
        try:
            # A plain byte: a worker that is killed may die holding the lock of anything better.
            self._leave = context.RawValue("b", 0)
            shared: Any = context.Array("q", list(counts))
            self._executor = ProcessPoolExecutor(
                jobs, context, _begin, (recipe, self._leave, shared)
            )
            self._hello = self._submit(_hello)
        except (OSError, NotImplementedError) as error:
            raise DmcliError(
                f"Worker processes cannot be made here ({error}); use --jobs 1."
            ) from error
        self.live = Live(shared.get_obj())

    def play(self, index: int, games: range) -> Future[BlockResult]:
        """Have some worker play these games of a block."""
        return self._submit(_play, index, games)

    def check(self) -> None:
        """Tell workers that never lived from workers that died."""
        if not self._hello.done() or self._hello.exception():
            raise DmcliError("Worker processes do not start here; use --jobs 1.")

    def drop(self) -> None:
        """Have the workers leave off after the games they are in."""
        self._leave.value = 1

    def close(self) -> None:
        """End the processes."""
        self.drop()
        self._executor.shutdown(wait=True, cancel_futures=True)

    def _submit(self, task: Any, *arguments: Any) -> Future[Any]:
        with _interrupts_held():
            return self._executor.submit(task, *arguments)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Processes made meanwhile never hear Ctrl-C: their parent decides what it means."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Seat:
    """What a worker process keeps between two tasks."""

    recipe: Recipe
    play: Play
    live: Live
    leave: Any


def _begin(recipe: Recipe, leave: Any, shared: Any) -> None:
    """Make a worker process ready to play."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow_parent, daemon=True).start()
    _Seat.recipe = recipe
    _Seat.play = staticmethod(recipe.open())
    _Seat.live = Live(shared.get_obj(), shared.get_lock())
    _Seat.leave = leave


def _follow_parent() -> None:
    """End with the parent, however that ends."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _hello() -> None:
    """Show that a worker lives."""


def _play(index: int, games: range) -> BlockResult:
    seat = _Seat
    return play_games(
        seat.recipe, seat.play, index, games, seat.live.add, lambda: bool(seat.leave.value)
    )
