"""Rulings on shields, triggers, survivors and endings that need cards of our own."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support.positions import side

from dmcli.cards import Pool, load_pool
from dmcli.play.board import Board
from dmcli.play.position import read_position


@cache
def homebrew() -> Pool:
    return load_pool((Path(__file__).parent / "homebrew",))


def position(**keys: Any) -> Board:
    return Board.of(read_position(keys, homebrew()), homebrew())


@pytest.mark.ruling("R108")
@pytest.mark.parametrize("ruleset", ["tcg", "ocg"])
def test_an_attack_that_finds_its_last_shield_gone_is_a_direct_attack(ruleset: str) -> None:
    game = position(
        ruleset=ruleset, me=side(battle=["Wall Climber"]), foe=side(shields=["Fear Fang"])
    )
    game.do("attack player with Wall Climber")
    assert (game.winner, game.foe.hand) == ("me", ["Fear Fang"])


@pytest.mark.ruling("R111")
@pytest.mark.rule("S30")
def test_a_creature_from_a_shield_enters_and_its_ability_may_return_the_attacker() -> None:
    game = position(
        me=side(battle=["Fear Fang", "Burning Mane"]),
        foe=side(shields=["Tide Surgeon", "Steel Smasher"]),
    )
    game.do("attack player with Fear Fang", "pick shield 1", "trigger Tide Surgeon")
    assert (game.asked, game.foe.battle) == ("foe", ["Tide Surgeon"])
    game.do("pick Fear Fang")
    assert (game.me.hand, game.foe.hand, game.asked) == (["Fear Fang"], [], "me")


@pytest.mark.ruling("R112")
def test_a_blocker_from_a_shield_blocks_the_next_attack_and_not_this_one() -> None:
    game = position(
        me=side(battle=["King Depthcon", "Burning Mane"]),
        foe=side(shields=["Tide Surgeon", "3 Steel Smasher"]),
    )
    game.do("attack player with King Depthcon", "pick shield 1", "trigger Tide Surgeon")
    game.do("pick none", "!block with Tide Surgeon", "pick shield 1")
    game.do("attack player with Burning Mane")
    assert game.legal == ["block with Tide Surgeon", "no block"]


@pytest.mark.ruling("R115")
@pytest.mark.parametrize("ruleset", ["tcg", "ocg"])
def test_a_new_ability_of_the_active_player_comes_before_old_ones_of_the_other(
    ruleset: str,
) -> None:
    game = position(
        ruleset=ruleset,
        me=side(
            hand=["Terror Pit"],
            mana=["6 Hang Worm, Fetid Larva"],
            battle=["Mongrel Man", "Fear Fang"],
        ),
        foe=side(battle=["Grudge Bearer", "Mongrel Man"]),
    )
    game.do("cast Terror Pit", "pick Grudge Bearer", "no")
    assert game.legal == ["pick Grudge Bearer", "pick Mongrel Man"]
    game.do("pick Grudge Bearer", "pick Fear Fang")
    assert (game.asked, game.legal) == ("me", ["yes", "no"])
    game.do("yes")
    assert (game.asked, game.me.hand) == ("foe", ["Immortal Baron, Vorg"])


@pytest.mark.ruling("R119")
@pytest.mark.parametrize("ruleset", ["tcg", "ocg"])
def test_a_shield_trigger_comes_before_an_ability_that_the_break_triggered(ruleset: str) -> None:
    game = position(
        ruleset=ruleset,
        me=side(battle=["Shield Looter"]),
        foe=side(shields=["Ghost Touch", "Fear Fang"]),
    )
    game.do("attack player with Shield Looter", "pick shield 1")
    assert (game.asked, game.legal) == ("foe", ["trigger Ghost Touch", "no trigger"])
    game.do("trigger Ghost Touch")
    assert (game.foe.graveyard, game.asked, game.legal) == (["Ghost Touch"], "me", ["yes", "no"])


@pytest.mark.ruling("R120")
@pytest.mark.parametrize("ruleset", ["tcg", "ocg"])
def test_the_ability_of_a_creature_from_a_shield_waits_for_the_attackers(ruleset: str) -> None:
    game = position(
        ruleset=ruleset,
        me=side(battle=["Shield Looter"]),
        foe=side(shields=["Tide Surgeon", "Fear Fang"]),
    )
    game.do("attack player with Shield Looter", "pick shield 1", "trigger Tide Surgeon")
    assert (game.foe.battle, game.asked, game.legal) == (["Tide Surgeon"], "me", ["yes", "no"])
    game.do("yes")
    assert (game.asked, len(game.me.hand)) == ("foe", 1)


@pytest.mark.ruling("R123")
def test_a_creature_that_becomes_a_shield_instead_of_being_destroyed_lies_face_down() -> None:
    game = position(
        me=side(hand=["Terror Pit"], mana=["6 Hang Worm, Fetid Larva"]),
        foe=side(battle=["Wall Keeper"], shields=["Fear Fang"]),
    )
    game.do("cast Terror Pit")
    assert (game.foe.battle, game.foe.graveyard) == ([], [])
    assert game.foe.shields == ["Fear Fang", "Wall Keeper"]


@pytest.mark.ruling("R128")
@pytest.mark.rule("S35")
def test_two_survivors_share_slayer_and_power_attacker() -> None:
    game = position(
        me=side(battle=["Poison Sibling Q", "Raging Sibling Q"]),
        foe=side(battle=["Gran Gure, Space Guardian"]),
    )
    assert "slayer" in (game.keywords("Raging Sibling Q") or [])
    game.do("attack player with Poison Sibling Q")
    assert game.power("Poison Sibling Q") == 3000
    game.do("no block", "pick shield 1", "attack player with Raging Sibling Q")
    assert game.power("Raging Sibling Q") == 3000
    game.do("block with Gran Gure, Space Guardian")
    assert game.foe.graveyard == ["Gran Gure, Space Guardian"]


@pytest.mark.ruling("R129")
def test_a_received_bonus_is_not_passed_on() -> None:
    game = position(me=side(battle=["Horned Sibling Q", "Promephius Q"]))
    assert [game.power(name) for name in ("Horned Sibling Q", "Promephius Q")] == [3000, 3000]
    two = position(me=side(battle=["2 Horned Sibling Q", "Promephius Q"]))
    assert [two.power(name) for name in ("Horned Sibling Q", "Promephius Q")] == [4000, 4000]


@pytest.mark.ruling("R133")
def test_the_opponents_survivors_get_nothing_from_yours() -> None:
    game = position(
        me=side(battle=["Horned Sibling Q", "Poison Sibling Q"]), foe=side(battle=["Promephius Q"])
    )
    assert (game.power("foe Promephius Q"), game.keywords("foe Promephius Q")) == (
        2000,
        ["survivor"],
    )


@pytest.mark.ruling("R168")
@pytest.mark.parametrize(("how", "winner"), [("draw", "draw"), ("active", "foe")])
def test_two_decks_that_run_out_together_are_a_draw_or_by_a_switch_a_loss(
    how: str, winner: str
) -> None:
    game = position(
        ruleset="ocg",
        switches={"double_loss": how},
        me=side(hand=["Common Grave"], mana=["3 Hang Worm, Fetid Larva"], deck=["2 filler"]),
        foe=side(deck=["filler"]),
    )
    game.do("cast Common Grave")
    assert game.winner == winner


@pytest.mark.ruling("R170")
@pytest.mark.parametrize("ruleset", ["tcg", "ocg"])
def test_an_endless_chain_that_nobody_can_leave_is_a_draw(ruleset: str) -> None:
    hand, mana = ["Restless Puppet"], ["2 Hang Worm, Fetid Larva"]
    game = position(ruleset=ruleset, me=side(hand=hand, mana=mana))
    game.do("summon Restless Puppet")
    assert game.winner == "draw"


@pytest.mark.ruling("R175")
def test_an_ability_of_seven_mana_cards_is_off_at_once_with_six() -> None:
    game = position(
        me=side(
            battle=["Old Oak"],
            mana=["5 Fear Fang; tapped", "2 Immortal Baron, Vorg"],
            hand=["Artisan Picora"],
        )
    )
    assert (game.power("Old Oak"), game.keywords("Old Oak")) == (7000, ["double breaker"])
    game.do("summon Artisan Picora", "pick Fear Fang")
    assert (game.power("Old Oak"), game.keywords("Old Oak")) == (3000, [])


@pytest.mark.ruling("R125")
@pytest.mark.parametrize(("turn", "mana", "hand"), [("me", 1, 0), ("foe", 0, 1)])
def test_the_active_players_replacement_applies_first_and_alone(
    turn: str, mana: int, hand: int
) -> None:
    fighters = {"me": "Roaring Great-Horn", "foe": "Fear Fang; tapped"}
    if turn == "foe":
        fighters = {"me": "Fear Fang; tapped", "foe": "Roaring Great-Horn"}
    game = position(
        turn=turn,
        me=side(battle=["Root Warden", fighters["me"]]),
        foe=side(battle=["Mist Warden", fighters["foe"]]),
    )
    game.do("attack Fear Fang with Roaring Great-Horn")
    owner = game.foe if turn == "me" else game.me
    assert (len(owner.mana), len(owner.hand), owner.graveyard) == (mana, hand, [])


@pytest.mark.ruling("R139", "R140")
@pytest.mark.parametrize(("others", "asked"), [(2, True), (1, False)])
def test_a_wave_striker_watches_only_while_enough_others_are_there(
    others: int, asked: bool
) -> None:
    game = position(
        me=side(battle=["Wave Scout", f"{others} Asra, Vizier of Safety; tapped", "Fear Fang"])
    )
    game.do("attack player with Fear Fang")
    assert ("yes" in game.legal) is asked


@pytest.mark.ruling("R139")
@pytest.mark.parametrize(("others", "saved"), [(2, True), (1, False)])
def test_a_wave_striker_replaces_only_while_enough_others_are_there(
    others: int, saved: bool
) -> None:
    game = position(
        me=side(battle=["Wave Ghost; tapped", f"{others} Asra, Vizier of Safety"]),
        foe=side(battle=["Roaring Great-Horn"]),
        turn="foe",
    )
    game.do("attack Wave Ghost with Roaring Great-Horn", *["no block"] * (others == 2))
    assert (game.me.hand, game.me.graveyard) == (
        (["Wave Ghost"], []) if saved else ([], ["Wave Ghost"])
    )


@pytest.mark.ruling("R111")
def test_a_creature_from_a_shield_counts_as_summoned() -> None:
    game = position(
        me=side(battle=["Fear Fang", "Aqua Rider"]),
        foe=side(shields=["Tide Surgeon", "Steel Smasher"]),
    )
    game.do("attack player with Fear Fang", "pick shield 1", "trigger Tide Surgeon", "pick none")
    assert "blocker" in (game.keywords("Aqua Rider") or [])


def test_an_evolution_creature_from_a_shield_needs_a_base() -> None:
    zones: dict[str, Any] = {"shields": ["Hidden Sovereign", "Steel Smasher"]}
    without = position(me=side(battle=["Fear Fang"]), foe=side(**zones))
    without.do("attack player with Fear Fang", "pick shield 1", "!trigger Hidden Sovereign")
    assert without.foe.hand == ["Hidden Sovereign"]
    with_base = position(me=side(battle=["Fear Fang"]), foe=side(battle=["Hokira"], **zones))
    with_base.do("attack player with Fear Fang", "pick shield 1", "trigger Hidden Sovereign")
    assert (with_base.foe.battle, with_base.foe.hand) == (["Hidden Sovereign"], [])


def test_who_watches_others_evolve_does_not_see_itself_evolve() -> None:
    game = position(
        me=side(battle=["Deathblade Beetle"], hand=["Locust Queen"], mana=["4 Fear Fang"])
    )
    game.do("summon Locust Queen")
    assert game.me.battle == ["Locust Queen"]
