"""A stored run of coins between two real decks."""

import pytest
from sim.coin_match import deck_recipe

from dmcli.cards import load_pool
from dmcli.sim.run import run_series
from dmcli.sim.series import PlayedDeck, Series
from dmcli.sim.store import RunStore


@pytest.fixture(scope="session")
def pool():
    return load_pool()


@pytest.fixture
def stored(tmp_path, pool):
    """Store a run and give its path; names and numbers as asked for."""

    def store(names=("Red & Black", "Green"), games=600, blocks=None):
        cards = (("Bolshack Dragon", 4), ("Deathblade Beetle", 2), ("Immortal Baron, Vorg", 34))
        decks = tuple(PlayedDeck(name, "0123456789abcdef", cards) for name in names)
        recipe = deck_recipe(Series(decks=decks, games=games, agents=("coin", "coin")), pool)
        path = tmp_path / "run.sqlite"
        file = RunStore.create(path, recipe, {"version": "0", "pool": "p", "command": "dmcli x"})
        kept = []
        run_series(recipe, keep=kept.append)
        for block in kept[:blocks]:
            file.keep(block)
        file.finish(blocks is None, 1.0)
        return path

    return store
