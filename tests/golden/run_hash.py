"""The digest of a fixed run: equal on every machine, for any Python, compiled or not.

    python tests/golden/run_hash.py            print how it was played and the digest
    DMCLI_EXPECT=compiled python tests/golden/run_hash.py      … and prove that it was compiled

With --check the digest must be the one that is kept in run_hash.txt; --bless keeps the new one.
"""

from __future__ import annotations

import os
import sys
from hashlib import blake2b
from pathlib import Path

KEPT = Path(__file__).with_name("run_hash.txt")
SEED = 20
RUNS = [
    ("starter/fire", "starter/water", "random", 100),
    ("starter/nature", "starter/darkness", "random", 100),
    ("starter/light", "starter/three-tribes", "heuristic", 10),
    ("starter/shadow-horde", "starter/beetle-mana", "heuristic,rush", 10),
]


def run_hash() -> str:
    """Play the fixed series and digest their digests."""
    from dmcli.cards import load_pool
    from dmcli.decks import read_deck
    from dmcli.sim.engine import agent_pair, engine_recipe, played_deck
    from dmcli.sim.run import run_series
    from dmcli.sim.series import Series

    pool = load_pool()
    whole = blake2b(digest_size=16)
    for first, second, agents, games in RUNS:
        one, two = (played_deck(read_deck(name, pool)) for name in (first, second))
        series = Series(decks=(one, two), agents=agent_pair(agents), seed=SEED, games=games)
        whole.update(run_series(engine_recipe(series, pool)).tally.log_hash.encode())
    return whole.hexdigest()


def main() -> int:
    """Print the digest, and compare it when asked to."""
    from dmcli.core import compiled

    mode, expected = compiled.mode(), os.environ.get("DMCLI_EXPECT")
    if expected not in (None, mode):
        print(f"expected {expected} modules, found {mode}: {compiled.origins()}", file=sys.stderr)
        return 1
    found = run_hash()
    print(mode, found)
    if "--bless" in sys.argv:
        KEPT.write_text(found + "\n", encoding="utf-8")
    if "--check" in sys.argv and KEPT.read_text(encoding="utf-8").strip() != found:
        print(f"{KEPT} holds another digest; --bless keeps this one", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
