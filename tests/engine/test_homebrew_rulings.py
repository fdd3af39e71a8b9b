"""Rulings that no playable card shows, with cards of our own."""

from __future__ import annotations

import pytest
from support.homebrew import position
from support.positions import side


@pytest.mark.ruling("R050")
@pytest.mark.rule("S18")
def test_one_creature_is_not_both_bases_of_a_vortex_evolution() -> None:
    phoenix = "Soul Phoenix, Avatar of Unity"
    mana = ["2 Immortal Baron, Vorg", "2 Fear Fang"]
    one = position(me=side(hand=[phoenix], mana=mana, battle=["Feathered Drake"]))
    one.do(f"!summon {phoenix}")
    two = position(me=side(hand=[phoenix], mana=mana, battle=["2 Feathered Drake"]))
    two.do(f"summon {phoenix}")
    assert two.me.battle == [phoenix]


@pytest.mark.ruling("R060")
def test_an_attack_ends_when_the_attacker_leaves_by_its_own_trigger() -> None:
    game = position(me=side(battle=["Fleeting Scout"]), foe=side(battle=["Seamine"]))
    game.do("attack player with Fleeting Scout")
    assert game.me.hand == ["Fleeting Scout"]
    assert (game.legal, len(game.foe.shields)) == (["end turn"], 5)


@pytest.mark.ruling("R061")
def test_an_attack_whose_target_has_left_ends_without_another_target() -> None:
    game = position(
        me=side(battle=["First Archer"]),
        foe=side(battle=["Fear Fang; tapped", "Burning Mane; tapped", "Seamine"]),
    )
    game.do("attack Fear Fang with First Archer", "pick Fear Fang")
    assert game.foe.graveyard == ["Fear Fang"]
    assert (game.legal, len(game.foe.shields)) == (["end turn"], 5)
    assert game.tapped("First Archer") is True


@pytest.mark.ruling("R062")
def test_an_attack_goes_on_though_the_attacker_has_lost_the_right_to_attack() -> None:
    game = position(me=side(battle=["Weary Knight", "Fear Fang"]))
    game.do("attack player with Weary Knight", "pick shield 1")
    assert len(game.foe.shields) == 4
    game.do("!attack player with Fear Fang")


@pytest.mark.ruling("R070")
def test_nobody_must_block_what_cannot_be_blocked() -> None:
    game = position(me=side(battle=["Candy Drop"]), foe=side(battle=["Dutiful Doll"]))
    game.do("attack player with Candy Drop", "pick shield 1")
    assert (game.foe.battle, len(game.foe.shields)) == (["Dutiful Doll"], 4)


@pytest.mark.ruling("R078")
def test_two_creatures_of_the_same_power_have_both_lost() -> None:
    game = position(
        me=side(battle=["War Drummer"], hand=["Fear Fang"]),
        foe=side(battle=["War Drummer; tapped"], hand=["Seamine"]),
    )
    game.do("attack War Drummer with War Drummer", "no", "no")
    assert game.me.graveyard == ["War Drummer", "Fear Fang"]
    assert game.foe.graveyard == ["War Drummer", "Seamine"]


@pytest.mark.ruling("R084")
def test_an_attack_on_the_player_triggers_nothing_about_battles() -> None:
    game = position(me=side(battle=["War Drummer"]))
    game.do("attack player with War Drummer", "pick shield 1")
    assert (game.legal, game.me.hand) == (["end turn"], [])


@pytest.mark.rule("S26")
def test_before_a_battle_come_the_effects_of_the_attacking_player_then_those_of_the_other() -> None:
    game = position(
        turn="foe", me=side(battle=["War Drummer; tapped"]), foe=side(battle=["War Drummer"])
    )
    game.do("attack War Drummer with War Drummer")
    assert (game.asked, game.me.graveyard) == ("foe", [])
    game.do("yes")
    assert (game.asked, game.foe.hand, game.me.graveyard) == (
        "me",
        ["Immortal Baron, Vorg"],
        [],
    )
    game.do("yes")
    assert "War Drummer" in game.me.graveyard
    assert "War Drummer" in game.foe.graveyard


@pytest.mark.rule("S5")
@pytest.mark.parametrize(
    ("ruleset", "creature", "cards"),
    [
        ("tcg", "Dawn Sleeper", 2),
        ("tcg", "Dawn Waker", 1),
        ("ocg", "Dawn Sleeper", 1),
        ("ocg", "Dawn Waker", 2),
    ],
)
def test_what_happens_as_a_turn_starts_is_before_or_after_the_untap(
    ruleset: str, creature: str, cards: int
) -> None:
    game = position(ruleset=ruleset, step="start", me=side(battle=[f"{creature}; tapped"]))
    assert (game.step, game.tapped(creature)) == ("charge", False)
    assert len(game.me.hand) == cards
