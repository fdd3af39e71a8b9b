"""A small ladder with fixed seeds; tests/bench/strength.py plays the large one."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

from dmcli.sim.statistics import paired

BENCH = Path(__file__).parents[1] / "bench" / "strength.py"


@cache
def bench() -> ModuleType:
    spec = importlib.util.spec_from_file_location("strength_bench", BENCH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_the_heuristic_beats_random_in_nine_games_of_ten() -> None:
    result = bench().duel("heuristic", "random", bench().DECKS, pairs=72)
    assert result.wins / result.games >= 0.9


def test_the_heuristic_beats_rush_beyond_doubt() -> None:
    result = bench().duel("heuristic", "rush", bench().DECKS, pairs=144)
    low, _ = paired(result.points) or (0.0, 1.0)
    assert low > 0.5


def test_rush_beats_random() -> None:
    result = bench().duel("rush", "random", bench().DECKS, pairs=36)
    assert result.wins > result.losses
