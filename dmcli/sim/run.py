"""Running a series: blocks are played, kept and counted until all are there or it is stopped."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import closing
from typing import Final

from dmcli.sim.block import BlockResult
from dmcli.sim.crew import Crew, play_here
from dmcli.sim.live import Watch
from dmcli.sim.series import Recipe
from dmcli.sim.stop import Stop
from dmcli.sim.summary import is_complete
from dmcli.sim.tally import Tally

#: A series with more games than this that cannot be played is given up.
MOST_FAULTS: Final = 10


class Run:
    """A series that was played as far as it went."""

    def __init__(self, recipe: Recipe) -> None:
        self.series = recipe.series
        self.tally = Tally(recipe.endings)
        #: By the clock on the wall, all workers together.
        self.seconds = 0.0

    @property
    def complete(self) -> bool:
        """Whether every game was played."""
        return is_complete(self.series, self.tally)


def run_series(
    recipe: Recipe,
    *,
    jobs: int = 1,
    stop: Stop | None = None,
    keep: Callable[[BlockResult], None] = lambda block: None,
    watch: Watch = lambda live: None,
) -> Run:
    """Play a series; each finished block is kept before it is counted."""
    run = Run(recipe)
    stop = stop or Stop()
    blocks = list(recipe.series.blocks())
    begin = time.perf_counter()
    if jobs > 1 and len(blocks) > 1:
        recipe.open()  # what is wrong with it is said here, not by a worker that cannot start
        played = Crew(recipe, min(jobs, len(blocks)), stop, watch).play(blocks)
    else:
        played = play_here(recipe, blocks, stop, watch)
    with closing(played):
        for block in played:
            keep(block)
            run.tally.add(block)
            run.seconds = time.perf_counter() - begin
            if len(run.tally.faults) > MOST_FAULTS:
                break
    return run


def all_cores() -> int:
    """How many workers this machine keeps busy."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
