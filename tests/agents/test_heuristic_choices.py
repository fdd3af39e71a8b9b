"""Sensible answers of the default agent to the rarer kinds of choice."""

from __future__ import annotations

from typing import Any

from support.positions import position, side

from dmcli.agents.registry import make_agent
from dmcli.engine.notation import describe
from dmcli.engine.rng import Rng
from dmcli.engine.view import View


def decided(*phrases: str, **keys: Any) -> str:
    """What the heuristic answers after some phrases were played from a position."""
    state = position(**keys).do(*phrases).state
    action = make_agent("heuristic").decide(View(state, state.asked), Rng(1, 2, 3, 1))
    return describe(state, action)


def test_the_number_that_destroys_most_of_theirs_is_chosen() -> None:
    asked = {
        "me": side(hand=["Mechadragon's Breath"], battle=["Draglide"], mana=["6 Draglide"]),
        "foe": side(battle=["Hanusa, Radiance Elemental", "2 Fear Fang", "Tri-horn Shepherd"]),
    }
    assert decided("cast Mechadragon's Breath", **asked) == "choose 3000"


def test_the_race_of_the_own_creatures_is_chosen() -> None:
    asked = {
        "me": side(
            hand=["Petrova, Channeler of Suns"],
            battle=["2 Iere, Vizier of Bullets"],
            mana=["5 Iere, Vizier of Bullets"],
        ),
        "foe": side(battle=["Fear Fang"]),
    }
    assert decided("summon Petrova, Channeler of Suns", **asked) == "choose Initiate"


def test_the_deck_to_search_for_the_graveyard_is_the_opponents() -> None:
    asked = {"me": side(hand=["Slash Charger"], mana=["3 Bloody Squito"]), "foe": side()}
    assert decided("cast Slash Charger", **asked) == "choose foe"


def test_a_creature_that_would_only_destroy_itself_stays_in_hand() -> None:
    asked = {"me": side(hand=["Gigaberos"], mana=["5 Bloody Squito"]), "foe": side(battle=[])}
    assert not decided(**asked).startswith("summon")


def test_an_evolution_creature_goes_on_the_weaker_base() -> None:
    asked = {
        "me": side(
            hand=["Crystal Paladin"], battle=["Aqua Knight", "Aqua Vehicle"], mana=["4 Aqua Knight"]
        ),
        "foe": side(battle=["Seamine"]),
    }
    assert decided(**asked) == "summon Crystal Paladin on Aqua Vehicle"


def test_the_most_plentiful_mana_is_given_up() -> None:
    asked = {
        "me": side(
            hand=["Artisan Picora"],
            mana=["3 Immortal Baron, Vorg", "Aqua Vehicle"],
        ),
    }
    assert decided("summon Artisan Picora", **asked) == "pick Immortal Baron, Vorg"


def test_a_search_takes_a_card_that_can_be_paid_for() -> None:
    asked = {
        "me": side(
            hand=["Dimension Gate"],
            mana=["3 Burning Mane"],
            deck=["Roaring Great-Horn", "Forest Hornet", "8 Burning Mane"],
        ),
    }
    assert decided("cast Dimension Gate", **asked) == "pick Forest Hornet"


def test_the_best_creature_comes_back_from_the_graveyard() -> None:
    asked = {
        "me": side(
            hand=["Dark Reversal"],
            graveyard=["Bloody Squito", "Zagaan, Knight of Darkness"],
            mana=["6 Bloody Squito"],
        ),
    }
    assert decided("cast Dark Reversal", **asked) == "pick Zagaan, Knight of Darkness"


def test_a_hand_card_is_not_thrown_away_for_a_passing_bonus() -> None:
    asked = {
        "me": side(battle=["Bubble Scarab; tapped"], hand=["Roaring Great-Horn"]),
        "foe": side(battle=["Marine Flower", "Fear Fang"]),
    }
    answer = decided("attack Bubble Scarab with Fear Fang", **asked, turn="foe", step="attack")
    assert answer in ("no", "pick none")


def test_the_replacement_that_saves_a_creature_is_taken() -> None:
    asked = {
        "me": side(battle=["Aqua Agent; tapped"]),
        "foe": side(battle=["Tri-horn Shepherd"]),
    }
    answer = decided("attack Aqua Agent with Tri-horn Shepherd", **asked, turn="foe", step="attack")
    assert answer not in ("no", "pick none")


def test_an_extra_turn_that_loses_the_game_is_taken_only_to_win() -> None:
    hand = side(hand=["Bombazar, Dragon of Destiny"], mana=["6 Draglide", "Burning Mane"])
    far = {"me": hand, "foe": side(battle=["2 Gran Gure, Space Guardian"], shields=["5 filler"])}
    near = {"me": hand | {"battle": ["2 Draglide"]}, "foe": side(shields=["2 filler"])}
    assert not decided(**far).startswith("summon")
    assert decided(**near) == "summon Bombazar, Dragon of Destiny"
