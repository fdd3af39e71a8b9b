"""How strong each agent is: every agent against every other one, on several decks.

    python tests/bench/strength.py --pairs 1000

A pair is one deal that is played twice with the agents in each other's place: the same two decks,
the same shuffles, the same player first. Deals go round all ordered pairs of the decks, either
deck first in turn. Shown are the share of games won with Wilson's interval, which takes games as
independent, and the interval of the pairs, which does not.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import combinations, product
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from dmcli.agents.match import play_game
from dmcli.cards import Pool, load_pool
from dmcli.decks import read_deck
from dmcli.engine.ruleset import Ruleset
from dmcli.engine.state import Table
from dmcli.engine.table import build_table
from dmcli.sim.statistics import paired, wilson

AGENTS = ("heuristic", "rush", "random")
DECKS = ("fire", "water", "nature", "darkness", "blinding-light", "three-tribes")
PAIRS = 1000


class Duel(NamedTuple):
    """What two agents did: points of each pair of games, the first agent's (0, 1 or 2)."""

    first: str
    second: str
    points: Counter[float]
    games: int
    wins: int
    losses: int
    turns: int


def bundled(names: Sequence[str]) -> list[dict[str, int]]:
    """Deck lists by the names of their files."""
    pool = load_pool()
    return [dict(read_deck(_path(name), pool).cards) for name in names]


def _path(name: str) -> str:
    from dmcli.core.files import data_folder

    found = [Path(name), *Path(data_folder("decks")).rglob(f"{name}.txt")]
    return str(next(path for path in found if path.is_file()))


def lay_table(pool: Pool, decks: Sequence[dict[str, int]]) -> Table:
    """The definitions of all decks."""
    names = sorted({name for deck in decks for name in deck})
    cards = [pool.cards[name] for name in names]
    return build_table(cards, [pool.abilities(name) for name in names], pool.races)


def deals(table: Table, decks: Sequence[dict[str, int]], pairs: int) -> Iterator[tuple[int, ...]]:
    """Numbers of the two decks, seed and game of each deal."""
    matches = list(product(range(len(decks)), repeat=2))
    for number in range(pairs):
        lap, match = divmod(number, len(matches))
        yield (*matches[match], number, lap)


def duel(first: str, second: str, names: Sequence[str], pairs: int, seed: int = 0) -> Duel:
    """Play the pairs of two agents."""
    decks = bundled(names)
    table = lay_table(load_pool(), decks)
    rows = [[table.index(n) for n, count in deck.items() for _ in range(count)] for deck in decks]
    rules = Ruleset.preset("tcg")
    points: Counter[float] = Counter()
    results: Counter[int] = Counter()
    turns = 0
    for a, b, number, lap in deals(table, decks, pairs):
        score = 0.0
        for seat, agents in enumerate(((first, second), (second, first))):
            game = play_game(table, rows[a], rows[b], *agents, rules, True, seed + number, lap & 1)
            mine = -1 if game.winner < 0 else int(game.winner == seat)
            results[mine] += 1
            score += 0.5 if mine < 0 else mine
            turns += game.turns
        points[score] += 1
    return Duel(first, second, points, 2 * pairs, results[1], results[0], turns)


def line(result: Duel) -> str:
    """One row of the table."""
    share = result.wins / result.games
    low, high = wilson(result.wins, result.games) or (0.0, 1.0)
    pair_low, pair_high = paired(result.points) or (0.0, 1.0)
    return (
        f"{result.first + ' v ' + result.second:<22} {result.games:>6,} {share:>7.1%}"
        f" {low:>7.1%} – {high:<6.1%} {pair_low:>7.1%} – {pair_high:<6.1%}"
        f" {result.turns / result.games:>6.1f}"
    )


def main() -> None:
    """Play and print."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--pairs", type=int, default=PAIRS, help="pairs of games of two agents")
    ask.add_argument("--agents", default=",".join(AGENTS), help="the agents, strongest first")
    ask.add_argument("--decks", default=",".join(DECKS), help="names of bundled decks, or files")
    ask.add_argument("--seed", type=int, default=0)
    ask.add_argument("--jobs", type=int, default=1)
    said = ask.parse_args()
    agents = said.agents.split(",")
    play = partial(duel, names=said.decks.split(","), pairs=said.pairs, seed=said.seed)
    began = time.perf_counter()
    print(f"decks {said.decks} · seed {said.seed} · {said.pairs:,} pairs of games each")
    print(
        f"{'agents':<22} {'games':>6} {'wins':>7} {'Wilson 95 %':>17} {'of pairs':>17} {'turns':>6}"
    )
    with ProcessPoolExecutor(said.jobs, get_context("spawn")) as crew:
        for result in crew.map(play, *zip(*combinations(agents, 2), strict=True)):
            print(line(result), flush=True)
    print(f"{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
