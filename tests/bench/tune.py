"""Fit the weights of the heuristic by self-play: one weight at a time, accepted by a test.

    python tests/bench/tune.py --laps 2

A change must win against the weights that stand over paired deals (the same decks and shuffles,
agents swapped): first a short match that throws out what is clearly worse, then a long one that
it must win by 2.6 standard deviations. Printed is every accepted change, at the end all weights.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from random import Random

from dmcli.agents.heuristic import HeuristicAgent
from dmcli.agents.match import play_state
from dmcli.agents.weights import Weights
from dmcli.cards import load_pool
from dmcli.core.files import data_folder
from dmcli.decks import read_deck
from dmcli.engine.ruleset import Ruleset
from dmcli.engine.state import Table
from dmcli.engine.table import build_table

SHORT, LONG = 1500, 12000
SURE = 2.6


class Arena:
    """Decks on a table, and matches between two sets of weights."""

    def __init__(self, seed: int, random_decks: int) -> None:
        """All bundled decks, and some at random for breadth."""
        pool = load_pool()
        names = sorted(name for name in pool.cards if pool.playable(name))
        self.table: Table = build_table(
            [pool.cards[n] for n in names], [pool.abilities(n) for n in names], pool.races
        )
        luck = Random(seed)
        paths = sorted(Path(data_folder("decks")).rglob("*.txt"))
        lists = [dict(read_deck(str(path), pool).cards) for path in paths]
        by_civ = {n: set(pool.cards[n].civilizations) for n in names}
        for _ in range(random_decks):
            civs = set(luck.sample(("light", "water", "darkness", "fire", "nature"), 2))
            fitting = [n for n in names if by_civ[n] <= civs]
            lists.append(dict.fromkeys(luck.sample(fitting, min(13, len(fitting))), 3))
        self.decks = [
            [self.table.index(n) for n, count in deck.items() for _ in range(count)]
            for deck in lists
        ]
        self.rules = Ruleset.preset("tcg")
        self.seed = seed

    def edge(self, mine: Weights, other: Weights, deals: int) -> tuple[float, float]:
        """Mean points of a deal above one half, and in standard deviations."""
        a, b = HeuristicAgent(mine), HeuristicAgent(other)
        luck = Random(self.seed)
        total, squares = 0.0, 0.0
        for deal in range(deals):
            d, e = luck.choice(self.decks), luck.choice(self.decks)
            points = 0.0
            for seat, pair in enumerate(((a, b), (b, a))):
                end = play_state(
                    self.table, d, e, *pair, self.rules, True, self.seed + deal, deal & 1
                )
                points += 0.25 if end.winner < 0 else 0.5 * (end.winner == seat)
            total += points - 0.5
            squares += (points - 0.5) ** 2
        self.seed += deals
        mean = total / deals
        return mean, mean / sqrt(max(squares / deals - mean * mean, 1e-9) / deals)


def names_of() -> Sequence[str]:
    """Every weight."""
    return [name for name in dir(Weights()) if not name.startswith("_")]


def with_change(weights: Weights, name: str, value: int) -> Weights:
    """A copy with one other value."""
    made = Weights()
    for each in names_of():
        setattr(made, each, getattr(weights, each))
    setattr(made, name, value)
    return made


def steps(value: int) -> list[int]:
    """Values to try in place of one."""
    step = max(abs(value) // 3, 3)
    return [value + step, value - step, value + 2 * step]


def main() -> None:
    """Fit and print."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--laps", type=int, default=1)
    ask.add_argument("--seed", type=int, default=1_000_000)
    ask.add_argument("--random-decks", type=int, default=25)
    ask.add_argument("--only", default="", help="names of weights, with commas between them")
    said = ask.parse_args()
    arena = Arena(said.seed, said.random_decks)
    first = best = Weights()
    names = said.only.split(",") if said.only else names_of()
    for lap in range(said.laps):
        for name in names:
            for value in steps(getattr(best, name)):
                tried = with_change(best, name, value)
                if arena.edge(tried, best, SHORT)[1] < 0.3:
                    continue
                gain, sure = arena.edge(tried, best, LONG)
                if sure > SURE:
                    was = getattr(best, name)
                    print(f"{lap}: {name} {was} → {value}: +{gain:.2%} ({sure:.1f})", flush=True)
                    best = tried
                    break
    gain, sure = arena.edge(best, first, 2 * LONG)
    print(f"all: {gain:+.2%} ({sure:.1f}) on fresh deals")
    for name in names_of():
        if getattr(best, name) != getattr(first, name):
            print(f"        self.{name}: i64 = {getattr(best, name)}")


if __name__ == "__main__":
    main()
