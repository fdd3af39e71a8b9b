"""Twenty seeded games, told in full, go as they went before."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.positions import pool

from dmcli.decks import Deck, read_deck
from dmcli.engine.ruleset import Ruleset
from dmcli.play.log import lines
from dmcli.play.position import table_of
from dmcli.play.trace import digest, trace

FOLDER = Path(__file__).with_name("playthroughs")
GAMES = range(20)
SEED = 1906


DECKS = [
    *("classic/diamond-domination", "classic/galactic-q", "classic/dark-tide"),
    *("classic/everglades", "classic/liquid-people", "classic/gencon-2004-first"),
    *("starter/fire", "starter/water", "starter/shadow-horde", "starter/three-tribes"),
]


def _deck(name: str) -> Deck:
    return read_deck(name, pool())


def _told(game: int) -> str:
    """One game between two bundled decks and random agents, every fifth under ocg rules."""
    table = table_of(pool())
    ruleset = "ocg" if game % 5 == 4 else "tcg"
    a, b = (_deck(DECKS[at % len(DECKS)]) for at in (game, 3 * game + 1))
    decks = [[table.index(name) for name, many in d.cards for _ in range(many)] for d in (a, b)]
    agents = ("random", "random")
    log = trace(table, (decks[0], decks[1]), agents, Ruleset.preset(ruleset), True, SEED, game)
    first = f"Game {game} of seed {SEED}, {ruleset} rules: {a.name} against {b.name}"
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
