"""Abilities that creatures are given, and choices of any number, with cards of our own."""

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


def test_a_given_attack_ability_works_for_each_other_creature_and_not_for_its_giver() -> None:
    game = position(me=side(battle=["War Singer", "Fear Fang"]), foe=side(battle=["Fear Fang"]))
    game.do("attack player with Fear Fang")
    assert game.legal == ["yes", "no"]
    game.do("yes", "pick shield 1", "attack player with War Singer")
    assert "pick shield 1" in game.legal
    game.do("pick shield 1", "end turn", "attack player with Fear Fang")
    assert (game.asked, "pick shield 1" in game.legal) == ("foe", True)


def test_two_givers_give_the_ability_twice_and_each_to_the_other() -> None:
    game = position(me=side(battle=["2 War Singer", "Fear Fang"]))
    game.do("attack player with Fear Fang", "yes", "yes", "pick shield 1")
    assert len(game.me.hand) == 2
    game.do("attack player with War Singer", "yes", "pick shield 1")
    assert len(game.me.hand) == 3


def test_a_given_replacement_works_while_its_giver_is_there() -> None:
    game = position(
        me=side(battle=["Guardian Tide", "2 Fear Fang"]),
        foe=side(battle=["Roaring Great-Horn; tapped"]),
    )
    game.do("attack Roaring Great-Horn with Fear Fang")
    assert (game.me.hand, game.me.graveyard) == (["Fear Fang"], [])
    game.do("attack Roaring Great-Horn with Guardian Tide")
    assert game.me.graveyard == ["Guardian Tide"]
    game.do("attack Roaring Great-Horn with Fear Fang")
    assert game.me.graveyard == ["Guardian Tide", "Fear Fang"]


def test_a_replacement_that_all_creatures_have_saves_the_opponents_too() -> None:
    game = position(
        me=side(battle=["Common Tide", "Roaring Great-Horn"]),
        foe=side(battle=["Fear Fang; tapped"]),
    )
    game.do("attack Fear Fang with Roaring Great-Horn")
    assert (game.foe.hand, game.foe.graveyard) == (["Fear Fang"], [])


def test_a_given_ability_of_the_end_of_the_turn_is_each_creatures_own() -> None:
    game = position(me=side(battle=["Evening Bell"]), foe=side(battle=["Fear Fang"]))
    game.do("end turn", "yes")
    assert (len(game.me.hand), game.turn, game.step) == (1, "foe", "charge")
    game.do("end turn")
    assert (game.turn, game.asked, game.legal) == ("foe", "foe", ["yes", "no"])
    game.do("yes")
    assert (len(game.foe.hand), game.turn) == (2, "me")


@pytest.mark.rule("S35")
def test_survivors_share_a_replacement() -> None:
    game = position(
        me=side(battle=["Returning Sibling Q", "Promephius Q", "Fear Fang"]),
        foe=side(battle=["Roaring Great-Horn; tapped", "Promephius Q; tapped"]),
    )
    game.do("attack Roaring Great-Horn with Promephius Q")
    assert (game.me.hand, game.me.graveyard) == (["Promephius Q"], [])
    game.do("attack Promephius Q with Fear Fang")
    assert game.foe.graveyard == ["Promephius Q"]
    game.do("attack Roaring Great-Horn with Returning Sibling Q")
    assert game.me.hand == ["Promephius Q", "Returning Sibling Q"]


def test_an_ability_given_for_a_turn_ends_with_it() -> None:
    game = position(
        me=side(battle=["Fear Fang", "Aqua Vehicle"], hand=["War Cry"], mana=["2 Fear Fang"])
    )
    game.do("cast War Cry", "attack player with Fear Fang", "no", "pick shield 1")
    game.do("attack player with Aqua Vehicle", "yes", "pick shield 1", "end turn", "end turn")
    game.do("attack player with Fear Fang")
    assert "pick shield 1" in game.legal


def test_a_replacement_given_to_one_creature_saves_that_one_this_turn() -> None:
    game = position(
        me=side(battle=["3 Fear Fang"], hand=["Last Tide"], mana=["2 Aqua Vehicle"]),
        foe=side(battle=["Roaring Great-Horn; tapped"]),
    )
    game.do("cast Last Tide", "pick Fear Fang#2", "attack Roaring Great-Horn with Fear Fang")
    assert game.me.graveyard == ["Last Tide", "Fear Fang"]
    game.do("attack Roaring Great-Horn with Fear Fang")
    assert (game.me.hand, len(game.me.graveyard)) == (["Fear Fang"], 2)


def test_any_number_of_creatures_may_be_of_both_players() -> None:
    game = position(
        me=side(battle=["Fear Fang", "Aqua Vehicle"], hand=["Great Growth"], mana=["3 Fear Fang"]),
        foe=side(battle=["Steel Smasher", "Burning Mane"]),
    )
    game.do("cast Great Growth", "pick Aqua Vehicle", "pick Steel Smasher", "done")
    assert (game.me.battle, game.foe.battle) == (["Fear Fang"], ["Burning Mane"])
    assert game.foe.mana == ["Steel Smasher"]


def test_any_number_of_hand_cards_may_hold_equal_ones() -> None:
    hand = ["New Thoughts", "Fear Fang", "Aqua Vehicle", "Fear Fang", "Terror Pit"]
    game = position(me=side(hand=hand, mana=["2 Aqua Vehicle"]))
    game.do("cast New Thoughts", "pick Terror Pit", "pick Fear Fang", "pick Fear Fang", "done")
    assert sorted(game.me.graveyard) == ["Fear Fang", "Fear Fang", "New Thoughts", "Terror Pit"]
    assert sorted(game.me.hand) == ["Aqua Vehicle", *["Immortal Baron, Vorg"] * 3]


def test_any_number_may_be_none_and_that_many_is_none_then() -> None:
    game = position(me=side(hand=["New Thoughts", "Fear Fang"], mana=["2 Aqua Vehicle"]))
    game.do("cast New Thoughts", "done")
    assert (game.me.hand, game.me.graveyard) == (["Fear Fang"], ["New Thoughts"])
