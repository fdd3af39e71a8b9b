"""Rulings on what is lost or remembered between two moments, with cards of our own."""

from __future__ import annotations

import pytest
from support.homebrew import position
from support.positions import side

BOTH = pytest.mark.parametrize("ruleset", ["tcg", "ocg"])


@pytest.mark.ruling("R011")
@BOTH
def test_who_comes_during_the_start_of_the_turn_does_nothing_at_this_start(ruleset: str) -> None:
    spells = ["9 Ghost Touch"]
    there = position(
        ruleset=ruleset, step="start", me=side(battle=["Dawn Waker", "Dawn Herald"], deck=spells)
    )
    there.do("pick Dawn Waker")
    assert len(there.me.hand) == 2
    comes = position(
        ruleset=ruleset,
        step="start",
        me=side(battle=["Dawn Herald"], hand=["Dawn Waker"], deck=spells),
    )
    assert sorted(comes.me.battle) == ["Dawn Herald", "Dawn Waker"]
    assert len(comes.me.hand) == 1


@pytest.mark.ruling("R058")
@BOTH
def test_a_target_that_untaps_is_still_attacked(ruleset: str) -> None:
    game = position(
        ruleset=ruleset,
        me=side(battle=["Waking Drummer"]),
        foe=side(battle=["Fear Fang; tapped", "Burning Mane; tapped"]),
    )
    game.do("attack Fear Fang with Waking Drummer")
    assert (game.foe.battle, game.foe.graveyard) == (["Burning Mane"], ["Fear Fang"])
    assert game.legal == ["end turn"]


@pytest.mark.ruling("R059")
@BOTH
def test_an_attack_on_an_untapped_creature_goes_on_without_the_right_to_it(ruleset: str) -> None:
    game = position(
        ruleset=ruleset,
        me=side(battle=["Standard Bearer", "Reckless Squire", "Burning Mane"]),
        foe=side(battle=["Fear Fang", "Steel Smasher"]),
    )
    game.do("attack Fear Fang with Reckless Squire", "pick Standard Bearer")
    assert (game.me.graveyard, game.foe.graveyard) == (["Standard Bearer"], ["Fear Fang"])
    game.do("!attack Steel Smasher with Burning Mane")


@pytest.mark.ruling("R117")
@BOTH
def test_an_ability_uses_the_power_that_its_source_had_as_it_left(ruleset: str) -> None:
    game = position(
        ruleset=ruleset,
        me=side(
            hand=["Terror Pit"],
            mana=["6 Hang Worm, Fetid Larva"],
            battle=["Fear Fang", "Roaring Great-Horn"],
        ),
        foe=side(battle=["Last Ember", "Shadow Moon, Cursed Shade"]),
    )
    assert game.power("Last Ember") == 4000
    game.do("cast Terror Pit", "pick Last Ember")
    assert (game.asked, game.legal) == ("foe", ["pick Fear Fang", "done"])
    game.do("pick Fear Fang")
    assert game.me.battle == ["Roaring Great-Horn"]


@pytest.mark.ruling("R134")
def test_the_source_of_a_shared_ability_has_the_civilization_of_who_has_it() -> None:
    game = position(me=side(battle=["Burning Sibling Q", "Raging Sibling Q"]))
    game.do("attack player with Burning Sibling Q", "pick shield 1")
    assert game.me.hand == []
    game.do("attack player with Raging Sibling Q", "pick shield 1")
    assert len(game.me.hand) == 1


@pytest.mark.ruling("R171")
@BOTH
def test_a_loop_that_both_players_keep_alive_by_choice_has_no_winner(ruleset: str) -> None:
    start = {"hand": ["Tireless Puppet"], "mana": ["2 Hang Worm, Fetid Larva"]}
    game = position(ruleset=ruleset, me=side(**start))
    game.do("summon Tireless Puppet", "yes", "pick Tireless Puppet", "yes", "no")
    assert (game.winner, game.asked, game.me.battle) == ("none", "me", [])
    game = position(ruleset=ruleset, me=side(**start))
    game.do("summon Tireless Puppet")
    asked = set()
    while game.winner == "none":
        asked.add(game.asked)
        game.do(game.legal[0])
    assert (game.winner, asked) == ("draw", {"me", "foe"})
