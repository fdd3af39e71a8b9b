"""Attacks and battles that no playable card shows, with cards of our own."""

from __future__ import annotations

import pytest
from support.homebrew import position
from support.positions import side


@pytest.mark.rule("S26")
def test_nobody_wins_a_battle_of_equals() -> None:
    game = position(
        me=side(battle=["Proud Winner", "Proud Winner"]),
        foe=side(battle=["Fear Fang; tapped", "Burning Mane; tapped"]),
    )
    game.do("attack Burning Mane with Proud Winner")
    assert (game.foe.graveyard, len(game.me.hand)) == (["Burning Mane"], 1)
    game.do("attack Fear Fang with Proud Winner")
    assert (game.me.graveyard, len(game.me.hand)) == (["Proud Winner"], 1)


@pytest.mark.rule("S26")
@pytest.mark.parametrize("attacker", ["Spent Fighter", "Fear Fang"])
def test_after_a_battle_come_the_effects_of_both_creatures(attacker: str) -> None:
    other = "Fear Fang" if attacker == "Spent Fighter" else "Spent Fighter"
    game = position(me=side(battle=[attacker]), foe=side(battle=[f"{other}; tapped"]))
    game.do(f"attack {other} with {attacker}")
    assert (game.me.graveyard, game.foe.graveyard) == ([attacker], [other])


@pytest.mark.ruling("R084")
def test_without_a_battle_there_is_no_after_the_battle() -> None:
    game = position(me=side(battle=["Spent Fighter"]))
    game.do("attack player with Spent Fighter", "pick shield 1")
    assert game.me.battle == ["Spent Fighter"]


@pytest.mark.parametrize("leaver", ["me", "foe"])
def test_a_battle_that_one_has_left_has_no_result(leaver: str) -> None:
    stays = "Spent Fighter"
    gone = "Vanishing Duelist"
    mine, theirs = (gone, stays) if leaver == "me" else (stays, gone)
    game = position(me=side(battle=[mine]), foe=side(battle=[f"{theirs}; tapped"]))
    game.do(f"attack {theirs} with {mine}")
    assert (game.me.hand if leaver == "me" else game.foe.hand) == [gone]
    assert (game.foe.battle if leaver == "me" else game.me.battle) == [stays]


def test_what_happens_when_a_creature_blocks_is_before_the_battle() -> None:
    game = position(
        me=side(battle=["Tri-horn Shepherd"]),
        foe=side(battle=["Tide Warden", "Reusol, the Oracle; tapped"]),
    )
    game.do("attack Reusol, the Oracle with Tri-horn Shepherd", "block with Tide Warden")
    assert (game.foe.graveyard, len(game.foe.hand)) == (["Tide Warden"], 1)
    other = position(me=side(battle=["Fear Fang"]), foe=side(battle=["Tide Warden; tapped"]))
    other.do("attack Tide Warden with Fear Fang")
    assert other.foe.hand == []


def test_an_effect_after_the_attack_waits_for_the_breaks() -> None:
    game = position(me=side(battle=["Road Raider"]))
    game.do("attack player with Road Raider", "pick shield 1")
    assert (game.me.hand, len(game.foe.shields)) == (["Road Raider"], 4)


def test_breaking_triggers_once_for_each_shield() -> None:
    game = position(me=side(battle=["Shield Thief"]))
    game.do("attack player with Shield Thief", "pick shield 1")
    assert len(game.me.hand) == 1
    game.do("pick shield 1")
    assert len(game.me.hand) == 2


@pytest.mark.rule("S31")
@pytest.mark.parametrize(
    ("victim", "dies"),
    [("Tri-horn Shepherd", True), ("Lok, Vizier of Hunting", True), ("Draglide", False)],
)
def test_a_limited_slayer_destroys_only_what_it_names(victim: str, dies: bool) -> None:
    game = position(me=side(battle=["Sun Slayer"]), foe=side(battle=[f"{victim}; tapped"]))
    game.do(f"attack {victim} with Sun Slayer")
    assert game.me.graveyard == ["Sun Slayer"]
    assert (game.foe.battle == []) is dies


@pytest.mark.rule("S20")
def test_who_cannot_be_attacked_is_no_target() -> None:
    game = position(
        me=side(battle=["Fear Fang", "Writhing Bone Ghoul"]),
        foe=side(battle=["Living Mist; tapped", "Veiled Monk; tapped"]),
    )
    game.do("to attack")
    assert game.legal == [
        "attack player with Fear Fang",
        "attack Veiled Monk with Fear Fang",
        "attack player with Writhing Bone Ghoul",
        "end turn",
    ]


@pytest.mark.ruling("R056")
def test_a_limited_right_to_attack_untapped_creatures() -> None:
    game = position(
        me=side(battle=["Lantern Hunter"]), foe=side(battle=["Fear Fang", "Reusol, the Oracle"])
    )
    game.do(
        "!attack Fear Fang with Lantern Hunter", "attack Reusol, the Oracle with Lantern Hunter"
    )
    assert game.foe.graveyard == ["Reusol, the Oracle"]


def test_an_effect_until_your_next_turn_ends_as_that_turn_starts() -> None:
    game = position(me=side(battle=["Resting Oak"]), foe=side(battle=["Fear Fang"]))
    game.do("use Resting Oak", "end turn", "!attack Resting Oak with Fear Fang", "end turn")
    game.do("attack player with Resting Oak", "pick shield 1", "end turn")
    game.do("attack Resting Oak with Fear Fang")
    assert game.me.graveyard == ["Resting Oak"]


@pytest.mark.rule("S21")
def test_what_happens_because_nobody_blocked_is_before_the_break() -> None:
    game = position(me=side(battle=["Open Raider"]), foe=side(battle=["Seamine"]))
    game.do("attack player with Open Raider")
    assert game.me.hand == []
    game.do("no block")
    assert (len(game.me.hand), len(game.foe.shields)) == (1, 5)
    game.do("pick shield 1")
    assert (len(game.me.hand), len(game.foe.shields)) == (1, 4)


def test_to_attack_a_creature_is_not_to_attack_the_player() -> None:
    game = position(
        me=side(battle=["2 Beast Tracker"]), foe=side(battle=["Immortal Baron, Vorg; tapped"])
    )
    game.do("attack player with Beast Tracker", "pick shield 1")
    assert game.me.hand == []
    game.do("attack Immortal Baron, Vorg with Beast Tracker")
    assert len(game.me.hand) == 1
