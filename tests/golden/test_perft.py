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
    "vortex evolutions": {
        "me": side(
            hand=["Soul Phoenix, Avatar of Unity"],
            battle=["Cocco Lupia; entered", "Buzz Betocchi; tapped", "Terradragon Anrist Vhal"],
            mana=["2 filler", "2 Fear Fang"],
        ),
    },
    "survivors that cannot be blocked and draw": {
        "step": "attack",
        "me": side(battle=["Spikestrike Ichthys Q", "Split-Head Hydroturtle Q", "Gigaling Q"]),
        "foe": side(battle=["Hunter Fish", "Aqua Guard"], shields=["filler"]),
    },
    "silent skills": {
        "step": "start",
        "me": side(
            battle=["Gazer Eyes, Shadow of Secrets; tapped", "Rollicking Totem; tapped"],
            mana=["Bolshack Dragon", "Terradragon Anrist Vhal", "Fear Fang"],
        ),
        "foe": side(hand=["Burning Mane", "Terror Pit"]),
    },
    "wave strikers": {
        "step": "attack",
        "me": side(
            battle=["Asra, Vizier of Safety", "Ninja Pumpkin", "Sapian Tark, Flame Dervish"]
        ),
        "foe": side(battle=["Asra, Vizier of Safety", "Aqua Guard"], shields=["filler"]),
    },
    "turbo rush": {
        "step": "attack",
        "me": side(
            battle=["Fear Fang", "Senia, Orchard Avenger", "Magmadragon Jagalzor; entered"],
        ),
        "foe": side(shields=["filler", "Terror Pit"]),
    },
    "tap abilities": {
        "step": "attack",
        "me": side(
            battle=[
                "Tank Mutant",
                "Rikabu's Screwdriver",
                "Grim Soul, Shadow of Reversal; entered",
            ],
            graveyard=["Bone Spider", "Fear Fang"],
        ),
        "foe": side(battle=["Aqua Guard", "Hunter Fish", "Fear Fang"]),
    },
    "shields that break one at a time": {
        "do": ["attack player with King Depthcon"],
        "me": side(battle=["King Depthcon", "Fear Fang; tapped"], hand=["filler"]),
        "foe": side(shields=["Terror Pit", "Ghost Touch", "filler"]),
    },
    "shields that break together": {
        "ruleset": "ocg",
        "do": ["attack player with King Depthcon"],
        "me": side(battle=["King Depthcon", "Fear Fang; tapped"], hand=["filler"]),
        "foe": side(shields=["Terror Pit", "Ghost Touch", "filler"]),
    },
    "two replacements of one event": {
        "step": "attack",
        "me": side(
            battle=["Gigastand", "Jack Viper, Shadow of Doom", "Bloody Squito; tapped"],
            hand=["Fear Fang"],
        ),
        "foe": side(battle=["Roaring Great-Horn; tapped"], shields=[]),
    },
    "searches": {
        "me": side(
            hand=["Dimension Gate", "Rainbow Stone"],
            mana=["7 Fear Fang"],
            deck=["2 Aqua Hulcus", "Fear Fang", "Terror Pit"],
        ),
    },
    "any number": {
        "me": side(
            hand=["Shock Hurricane"],
            battle=["Fear Fang", "Burning Mane", "Steel Smasher"],
            mana=["5 Aqua Vehicle"],
        ),
        "foe": side(battle=["Aqua Hulcus", "Roaring Great-Horn"]),
    },
    "abilities that wait together": {
        "me": side(
            battle=["Mist Rias, Sonic Guardian", "Copper Locust", "Aqua Hulcus"],
            hand=["Crystal Paladin"],
            mana=["4 Aqua Vehicle"],
        ),
        "foe": side(battle=["Aqua Guard", "Mist Rias, Sonic Guardian"]),
    },
    "costs and two civilizations": {
        "me": side(
            hand=["Buzz Betocchi", "Fear Fang", "Reap and Sow"],
            battle=["Elf-X"],
            mana=["Buzz Betocchi", "2 filler", "2 Fear Fang"],
        ),
        "foe": side(mana=["Aqua Guard", "Terror Pit"]),
    },
    "attacks that must be made": {
        "step": "attack",
        "me": side(battle=["Hysteria Lizard", "Steel Smasher", "Bloody Squito"]),
        "foe": side(battle=["Fear Fang; tapped", "Hunter Fish"], shields=["Ghost Touch"]),
    },
}

BY_HAND = [
    ("vortex evolutions", 1, "two pairs of bases, to attack, end the turn", 2 + 1 + 1),
    ("survivors that cannot be blocked and draw", 2, "draw or not, or a charge", 3 * 2 + 2),
    ("survivors that cannot be blocked and draw", 3, "two attacks left", 6 * 3 + 2 * 2),
    ("silent skills", 2, "use each or not", 2 * 2),
    ("silent skills", 3, "which first, a card to discard, a Dragon, a charge", 2 + 2 + 2 + 2),
    ("wave strikers", 2, "Pumpkin is out of Aqua Guard's reach", 3 + 2 + 3 + 2 + 2 + 2),
    ("turbo rush", 1, "Jagalzor has just entered", 2 + 1),
    ("turbo rush", 3, "Jagalzor may attack after a shield", (3 + 2) + (3 + 2) + 2 * 2),
    ("tap abilities", 1, "two attacks, two abilities, end the turn", 2 + 2 + 1),
    ("tap abilities", 2, "blocks, the opponent's creatures, blockers", 3 + 3 + 3 + 2 + 2),
    ("shields that break one at a time", 3, "trigger before the next pick", 3 * 2 * 2),
    ("shields that break together", 3, "all picked, then announced", 2 * 3 + 4 * 2),
    ("two replacements of one event", 2, "two of five answers win", 1 + 3 + 1 + 3 + 2),
    ("searches", 2, "a creature or any card, each name once, or none", 3 + 4 + 1 + 2),
    ("any number", 2, "three creatures or done", 4 + 3 + 2),
    ("abilities that wait together", 2, "three of mine, four in the attack step", 3 + 4 + 2),
    ("costs and two civilizations", 1, "everything in the hand", 3 + 2),
    ("attacks that must be made", 1, "no end of the turn", 3),
]


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


def start(name: str) -> State:
    """The position, after what its "do" says."""
    keys = dict(POSITIONS[name])
    said = keys.pop("do", [])
    state: State = position(**keys).do(*said).state
    return state


@pytest.mark.parametrize("name", POSITIONS)
def test_a_position_branches_as_it_did(name: str, request: pytest.FixtureRequest) -> None:
    state = start(name)
    counts = [list(map(_size, perft(state, deep))) for deep in range(1, DEEP + 1)]
    kept = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    if request.config.getoption("--bless"):
        kept[name] = counts
        KEPT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    assert counts == kept[name], "lines and positions; read the difference, then pytest --bless"


def _size(found: int | set[int]) -> int:
    return found if isinstance(found, int) else len(found)


@pytest.mark.parametrize(("name", "deep", "why", "lines"), BY_HAND)
def test_small_counts_are_those_that_are_found_by_hand(
    name: str, deep: int, why: str, lines: int
) -> None:
    assert perft(start(name), deep)[0] == lines, why


def test_no_position_is_kept_that_is_not_tried() -> None:
    assert list(json.loads(KEPT.read_text("utf-8"))) == list(POSITIONS)
