"""Twenty seeded games, told in full, go as they went before."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.positions import pool

from dmcli.engine.ruleset import Ruleset
from dmcli.play.fuzz import case_of
from dmcli.play.log import lines
from dmcli.play.position import table_of
from dmcli.play.trace import digest, trace

FOLDER = Path(__file__).with_name("playthroughs")
GAMES = range(20)
SEED = 1906


def _told(game: int) -> str:
    """One game of random decks, every eighth under ocg rules, between random agents."""
    table = table_of(pool())
    agents = ("random", "random")
    case = case_of(table, SEED, game, agents)
    log = trace(table, case.decks, agents, Ruleset.preset(case.ruleset), True, SEED, game)
    first = f"Game {game} of seed {SEED}, {case.ruleset} rules"
    return "\n".join([first, *lines(log.events), f"Digest {digest(log.state):016x}", ""])


@pytest.mark.parametrize("game", GAMES)
def test_a_game_goes_as_it_went(game: int, request: pytest.FixtureRequest) -> None:
    path = FOLDER / f"{game:02d}.txt"
    found = _told(game)
    if request.config.getoption("--bless"):
        FOLDER.mkdir(exist_ok=True)
        path.write_text(found, encoding="utf-8")
    kept = path.read_text(encoding="utf-8").splitlines()
    for number, (was, now) in enumerate(zip(kept, found.splitlines(), strict=False), 1):
        assert now == was, f"{path.name}:{number}; read the difference, then run pytest --bless"
    assert len(kept) == len(found.splitlines())
