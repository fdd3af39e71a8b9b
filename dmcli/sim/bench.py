"""How fast games are played here: one process, one core."""

from __future__ import annotations

import time
from itertools import count

import msgspec

from dmcli.sim.series import Recipe


class Speed(msgspec.Struct, frozen=True):
    """What was played in so much time."""

    games: int
    decisions: int
    seconds: float
    cpu_seconds: float


def measure(recipe: Recipe, seconds: float) -> Speed:
    """Play the games of a series one after the other until the time is up."""
    play = recipe.open()
    play(0)
    decisions = 0
    wall, cpu = time.perf_counter(), time.process_time()
    for game in count():
        decisions += play(game).decisions
        if time.perf_counter() - wall >= seconds:
            break
    return Speed(game + 1, decisions, time.perf_counter() - wall, time.process_time() - cpu)
