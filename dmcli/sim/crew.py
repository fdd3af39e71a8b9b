"""Who plays the blocks of a series: this process, or workers that may die."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Final

from dmcli.sim.block import BlockResult, Fault, joined, play_games
from dmcli.sim.live import Live, Watch
from dmcli.sim.series import Block, Recipe
from dmcli.sim.stop import Stop
from dmcli.sim.workers import Workers

#: How often to look whether to stop, in seconds.
GLANCE: Final = 0.1
#: What was running in so many deaths is suspected of them.
DEATHS: Final = 2


def play_here(
    recipe: Recipe, blocks: Sequence[Block], stop: Stop, watch: Watch
) -> Generator[BlockResult, None, None]:
    """Play blocks one after the other in this process."""
    play = recipe.open()
    live = Live()

    def seen(winner: int) -> None:
        live.add(winner)
        watch(live)

    for block in blocks:
        if stop.asked:
            return
        result = play_games(recipe, play, block.index, block.games, seen, lambda: stop.overdue)
        if _is_whole(result, block):
            yield result


def _is_whole(result: BlockResult, block: Block) -> bool:
    return len(result.games) + len(result.faults) == len(block.games)


class Crew:
    """Workers that play blocks, and new ones when one of them has died."""

    def __init__(self, recipe: Recipe, jobs: int, stop: Stop, watch: Watch) -> None:
        self._recipe = recipe
        self._jobs = jobs
        self._stop = stop
        self._watch = watch
        self._missing: dict[int, Block] = {}
        self._deaths: Counter[int] = Counter()
        self._done = Live()

    def play(self, blocks: Sequence[Block]) -> Generator[BlockResult, None, None]:
        """Play these blocks; results come as they are finished."""
        self._missing = {block.index: block for block in blocks}
        while self._missing and not self._stop.asked:
            suspects = [b for b in self._missing.values() if self._deaths[b.index] >= DEATHS]
            played = self._play_singly(suspects[0]) if suspects else self._play_until_death()
            for result in played:
                if _is_whole(result, self._missing[result.index]):
                    del self._missing[result.index]
                    self._count(result)
                    yield result

    def _count(self, result: BlockResult) -> None:
        for line in result.games:
            self._done.add(line.winner)

    def _play_until_death(self) -> Iterator[BlockResult]:
        """Play what is missing until a worker dies; what was running then is played again."""
        workers = Workers(self._recipe, self._jobs, self._done.counts)
        waiting = iter(list(self._missing.values()))
        running: dict[Future[BlockResult], int] = {}
        try:
            while self._fill(workers, running, waiting):
                for future in self._finished(workers, running):
                    result = future.result()
                    del running[future]
                    yield result
        except BrokenProcessPool:
            workers.check()
            self._deaths.update(running.values())
        finally:
            workers.close()

    def _fill(
        self, workers: Workers, running: dict[Future[BlockResult], int], waiting: Iterator[Block]
    ) -> bool:
        """Keep each worker busy and one block in reserve; False when there is nothing left."""
        while len(running) <= self._jobs and not self._stop.asked:
            block = next(waiting, None)
            if block is None:
                break
            running[workers.play(block.index, block.games)] = block.index
        return bool(running)

    def _finished(
        self, workers: Workers, running: dict[Future[BlockResult], int]
    ) -> list[Future[BlockResult]]:
        """Wait a little; the blocks that are finished, dead ones last."""
        done, _ = wait(running, GLANCE, FIRST_COMPLETED)
        self._watch(workers.live)
        if self._stop.overdue:
            workers.drop()
        return sorted(done, key=lambda future: future.exception() is not None)

    def _play_singly(self, block: Block) -> Iterator[BlockResult]:
        """Play a suspected block game by game."""
        worker = LoneWorker(self._recipe, self._done.counts)
        try:
            parts = [worker.play(block.index, game) for game in self._unless_stopped(block)]
        finally:
            worker.close()
        yield joined(block.index, parts)

    def _unless_stopped(self, block: Block) -> Iterator[int]:
        return (game for game in block.games if not self._stop.asked)


class LoneWorker:
    """One worker process, and another one when it has died."""

    def __init__(self, recipe: Recipe, counts: Sequence[int]) -> None:
        self._recipe = recipe
        self._counts = counts
        self._workers = Workers(recipe, 1, counts)

    def play(self, index: int, game: int) -> BlockResult:
        """Play one game; when it kills again, it is a fault."""
        for _ in range(DEATHS):
            try:
                return self._workers.play(index, range(game, game + 1)).result()
            except BrokenProcessPool:
                self._workers.check()
                self._workers.close()
                self._workers = Workers(self._recipe, 1, self._counts)
        return BlockResult(index, faults=[Fault(game, "its worker process died")])

    def close(self) -> None:
        """End the process."""
        self._workers.close()
