"""Our games beside those of the fastest card-game environment that pip installs.

    pip install '.[bench]' && python tests/bench/peers.py

First random agents beside random ones, then the heuristic agent beside the greedy one, on one
core, alternately, two seconds of processor time a turn, five turns each. A decision counts when it
had two legal actions or more; of the other program's steps that share is measured in a pass of its
own. Games of two different games are printed, never compared.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple

TURNS = 5
SECONDS = 2.0
PASS_GAMES = 500
MATCHUPS = 100


Play = Callable[[int], tuple[float, int]]


class Turn(NamedTuple):
    """What was played in one turn."""

    games: int
    decisions: float
    steps: int
    seconds: float


def timed(play: Callable[[int], tuple[float, int]]) -> Turn:
    """Play games with seeds 0, 1, 2 … for the time of a turn; each gives decisions and steps."""
    decisions, steps = 0.0, 0
    began = time.process_time()
    for seed in count():
        asked, done = play(seed)
        decisions += asked
        steps += done
        if time.process_time() - began >= SECONDS:
            break
    return Turn(seed + 1, decisions, steps, time.process_time() - began)


def our_games(agent: str) -> Callable[[int], tuple[float, int]]:
    """Equal agents on random legal decks over all playable cards, a table for each matchup."""
    from dmcli.agents.match import play_game
    from dmcli.cards import load_pool
    from dmcli.engine.ruleset import Ruleset
    from dmcli.engine.table import build_table

    pool = load_pool()
    names = sorted(name for name in pool.cards if pool.playable(name))
    rules = Ruleset.preset("tcg")
    matchups = []
    for number in range(MATCHUPS):
        decks = [random_deck(names, random.Random(2 * number + seat)) for seat in (0, 1)]
        used = sorted(set(decks[0]) | set(decks[1]))
        cards, abilities = [pool.cards[n] for n in used], [pool.abilities(n) for n in used]
        table = build_table(cards, abilities, pool.races)
        matchups.append((table, *([table.index(name) for name in deck] for deck in decks)))

    def play(seed: int) -> tuple[float, int]:
        table, one, two = matchups[seed % MATCHUPS]
        row = play_game(table, one, two, agent, agent, rules, True, seed, 0)
        return row.decisions, row.actions

    return play


def random_deck(names: list[str], chance: random.Random) -> list[str]:
    """Forty cards, at most four of a name."""
    return sorted(chance.sample([name for name in names for _ in range(4)], 40))


def their_games(greedy: bool) -> Callable[[int], tuple[float, int]]:
    """Random or greedy games of essence-wars with its default decks."""
    from essence_wars import PyGame

    game = PyGame()
    choose = game.greedy_action if greedy else game.random_action
    share = their_share(game, choose)

    def play(seed: int) -> tuple[float, int]:
        game.reset(seed)
        steps = 0
        while not game.is_done():
            game.step(choose())
            steps += 1
        return steps * share, steps

    return play


def their_share(game: Any, choose: Callable[[], int]) -> float:
    """How many of their steps had a choice: counted apart, untimed."""
    steps = choices = 0
    for seed in range(PASS_GAMES):
        game.reset(seed)
        while not game.is_done():
            choices += game.action_mask().sum() > 1
            steps += 1
            game.step(choose())
    return choices / steps


def median(turns: list[Turn], what: Callable[[Turn], float]) -> float:
    """The median rate of some turns."""
    return statistics.median(what(turn) / turn.seconds for turn in turns)


def main() -> int:
    """Compare random with random, then heuristic with greedy."""
    try:
        compare("random", "random", our_games("random"), their_games(greedy=False))
        compare("heuristic", "greedy", our_games("heuristic"), their_games(greedy=True))
    except ImportError:
        print("essence-wars is not installed: pip install '.[bench]'", file=sys.stderr)
        return 2
    return 0


def compare(us: str, them: str, ours: Play, theirs: Play) -> None:
    """Alternate and print medians."""
    from dmcli.core import compiled

    ours(0), theirs(0)
    pairs = [(timed(ours), timed(theirs)) for _ in range(TURNS)]
    mine, other = ([turn[side] for turn in pairs] for side in (0, 1))
    print(f"dmcli, {compiled.mode()}, {us} agents on random legal decks; essence-wars, {them}")
    for name, turns in (("dmcli", mine), ("essence-wars", other)):
        print(
            f"{name:<13} {median(turns, lambda turn: turn.decisions):>12,.0f} decisions/s"
            f" {median(turns, lambda turn: turn.steps):>12,.0f} steps/s"
            f" {median(turns, lambda turn: turn.games):>10,.0f} games/s"
            f" {statistics.median(turn.decisions / turn.games for turn in turns):>8.1f} a game"
        )
    ratios = [(one.decisions / one.seconds) / (two.decisions / two.seconds) for one, two in pairs]
    print(f"decisions a second, ours to theirs: {statistics.median(ratios):.2f}")


if __name__ == "__main__":
    sys.exit(main())
