"""A floor under the speed of the engine, as a ratio to a fixed loop in the same process.

    python tests/bench/floor.py

Random agents play two starter decks; the loop is plain Python that nobody compiles. The two run
alternately and the median of the ratios counts, so that the machine and its moods do not.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable

ROUNDS = 7
DECKS = ("starter/fire", "starter/water")
# Decisions in the time of one million steps of the loop; about a quarter below what was measured.
FLOORS = {"compiled": 85_000, "pure": 3_000}


def loop(steps: int) -> int:
    """The fixed work: integers, a list and a branch, as an interpreter meets them in a game."""
    cells = [0] * 64
    state = 12345
    for step in range(steps):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        place = state & 63
        cells[place] += step & 7
        if cells[place] > 1000:
            cells[place] = 0
    return sum(cells)


def games(play: Callable[[int], object], start: int, count: int) -> int:
    """Play some games and count the decisions."""
    return sum(play(game).decisions for game in range(start, start + count))  # type: ignore[attr-defined]


def cpu(work: Callable[[], int]) -> tuple[float, int]:
    """The processor time of some work, and its result."""
    began = time.process_time()
    result = work()
    return time.process_time() - began, result


def enough(play: Callable[[int], object], size: int = 2) -> int:
    """How many games take long enough to be timed."""
    seconds, _ = cpu(lambda: games(play, 0, size))
    return size if seconds >= 0.3 else enough(play, 2 * size)


def ratios(play: Callable[[int], object]) -> list[float]:
    """Decisions per million steps of the loop, from alternating rounds."""
    size, found = enough(play), []
    for number in range(ROUNDS):
        loop_seconds, _ = cpu(lambda: loop(1_000_000))
        seconds, decisions = cpu(lambda start=number * size: games(play, start, size))
        found.append(decisions / seconds * loop_seconds)
    return found


def main() -> int:
    """Measure and judge."""
    from dmcli.cards import load_pool
    from dmcli.core import compiled
    from dmcli.decks import read_deck
    from dmcli.sim.engine import engine_recipe, played_deck
    from dmcli.sim.series import Series

    pool = load_pool()
    one, two = (played_deck(read_deck(name, pool)) for name in DECKS)
    series = Series(decks=(one, two), agents=("random", "random"))
    mode = compiled.mode()
    found = statistics.median(ratios(engine_recipe(series, pool).open()))
    print(f"{mode}: {found:,.0f} decisions per million steps of the loop (>= {FLOORS[mode]:,.0f})")
    return 0 if found >= FLOORS[mode] else 1


if __name__ == "__main__":
    sys.exit(main())
