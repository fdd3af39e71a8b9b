"""How many positions there are one, two and three answers after some fixed ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.positions import position, side

from dmcli.engine.audit import audit, fingerprint
from dmcli.engine.game import choose
from dmcli.engine.state import State

KEPT = Path(__file__).with_name("perft.json")
DEEP = 3

POSITIONS: dict[str, dict[str, Any]] = {
    "charge and summon": {
        "step": "charge",
        "me": side(
            hand=["Fear Fang", "Burning Mane", "Aqua Hulcus", "Brain Serum"],
            mana=["2 Burning Mane", "2 Aqua Vehicle"],
        ),
    },
    "attack into blockers": {
        "step": "attack",
        "me": side(battle=["Bolshack Dragon", "Fear Fang", "Deathblade Beetle"]),
        "foe": side(
            battle=["La Ura Giga, Sky Guardian", "Emerald Grass; tapped", "Hunter Fish"],
            shields=["Terror Pit", "Spiral Gate", "filler"],
        ),
    },
    "evolutions and bases": {
        "me": side(
            hand=["Crystal Lancer", "Barkwhip, the Smasher", "Fighter Dual Fang"],
            battle=["2 Aqua Hulcus", "Fear Fang", "Burning Mane; tapped"],
            mana=["6 Aqua Vehicle", "8 Burning Mane"],
        ),
    },
    "up to two and a choice of words": {
        "me": side(
            hand=["Teleportation", "Mechadragon's Breath"],
            mana=["5 Aqua Vehicle", "6 Magma Gazer"],
            battle=["Fear Fang"],
        ),
        "foe": side(battle=["Fear Fang; tapped", "Steel Smasher", "Burning Mane"]),
    },
    "survivors share, and breakers differ": {
        "step": "attack",
        "me": side(
            battle=[
                "Q-tronic Gargantua on Bladerush Skyterror Q",
                "Bladerush Skyterror Q",
                "Brigade Shell Q",
            ]
        ),
        "foe": side(shields=["Ghost Touch", "filler"]),
    },
    "replacements": {
        "step": "attack",
        "turn": "foe",
        "me": side(battle=["Jack Viper, Shadow of Doom", "Bloody Squito", "Bone Spider; tapped"]),
        "foe": side(battle=["Bolmeteus Steel Dragon", "Fear Fang"]),
    },
}


def perft(s: State, deep: int) -> tuple[int, set[int]]:
    """The lines of so many answers, and the different positions that they lead to."""
    if deep == 0 or s.ending >= 0:
        return 1, {fingerprint(s)}
    lines, found = 0, set()
    for at in range(s.n_options):
        after = s.copy()
        choose(after, int(s.options[at]))
        assert audit(after) == ""
        more, positions = perft(after, deep - 1)
        lines += more
        found |= positions
    return lines, found


@pytest.mark.parametrize("name", POSITIONS)
def test_a_position_branches_as_it_did(name: str, request: pytest.FixtureRequest) -> None:
    state = position(**POSITIONS[name]).state
    counts = [list(map(_size, perft(state, deep))) for deep in range(1, DEEP + 1)]
    kept = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    if request.config.getoption("--bless"):
        kept[name] = counts
        KEPT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    assert counts == kept[name], "lines and positions; read the difference, then pytest --bless"


def _size(found: int | set[int]) -> int:
    return found if isinstance(found, int) else len(found)


def test_no_position_is_kept_that_is_not_tried() -> None:
    assert list(json.loads(KEPT.read_text("utf-8"))) == list(POSITIONS)
