"""What a decision costs as battle zones and listeners grow, and what a process costs.

    python tests/bench/growth.py

Random play goes on for twenty decisions from copies of positions with 2, 6, 12 and 20 creatures on
each side: without text, each with a trigger that hears every creature that is destroyed, and each
with a static ability that gives a keyword to the others. Processor time, one core; medians of five
rounds.
"""

from __future__ import annotations

import resource
import statistics
import sys
import time
from collections.abc import Callable

from dmcli.cards import Pool, load_pool
from dmcli.engine.game import advance, choose
from dmcli.engine.rng import seeded
from dmcli.engine.state import State
from dmcli.play.position import build, read_position, table_of

PLAIN = "Immortal Baron, Vorg"
CREATURES = {
    "no text": PLAIN,
    "listeners": "Mongrel Man",
    "statics": "Sieg Balicula, the Intense on Iere, Vizier of Bullets",
}
SIZES = (2, 6, 12, 20)
ROUNDS, COPIES, DECISIONS = 5, 200, 20


def start(pool: Pool, kind: str, size: int) -> State:
    """A main step with that many creatures on each side and something to do."""
    side = {"battle": [f"{size} {CREATURES[kind]}"], "mana": [f"6 {PLAIN}"]}
    data = {"me": side | {"hand": [f"4 {PLAIN}"]}, "foe": side, "step": "main"}
    state = build(read_position(data, pool), table_of(pool), by_hand=False)
    advance(state)
    return state


def microseconds(state: State) -> float:
    """Processor time of one decision, the copies not counted."""
    luck = seeded(b"growth bench")
    spent, asked = 0.0, 0
    for _ in range(COPIES):
        game = state.copy()
        began = time.process_time()
        for _ in range(DECISIONS):
            if game.ending >= 0:
                break
            choose(game, game.options[luck.below(game.n_options)])
            asked += 1
        spent += time.process_time() - began
    return spent / asked * 1e6


def timed(work: Callable[[], object]) -> float:
    """Milliseconds of one call."""
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def main() -> int:
    """Print the tables."""
    from dmcli.core import compiled

    cold = timed(load_pool)
    warm = timed(load_pool)
    pool = load_pool()
    print(f"dmcli, {compiled.mode()}: pool load {cold:.1f} ms first, {warm:.1f} ms again")
    print("microseconds a decision     " + "".join(f"{size:>4} each side" for size in SIZES))
    for kind in CREATURES:
        row = []
        for size in SIZES:
            state = start(pool, kind, size)
            row.append(statistics.median(microseconds(state) for _ in range(ROUNDS)))
        print(f"{kind:<26}" + "".join(f"{value:>14.2f}" for value in row))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory of this process, with every card compiled: {peak:.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
