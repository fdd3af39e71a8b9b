"""Positions with one right answer for the default agent. Names: see cardpool."""

from __future__ import annotations

from typing import Any

from support.positions import position, side

from dmcli.agents.registry import make_agent
from dmcli.engine.game import choose
from dmcli.engine.notation import describe
from dmcli.engine.rng import Rng
from dmcli.engine.view import View
from dmcli.play.board import Board


def decision(board: Board) -> str:
    """What the heuristic answers to the pending choice."""
    state = board.state
    view = View(state, state.asked)
    return describe(state, make_agent("heuristic").decide(view, Rng(1, 2, 3, 1)))


def decided(*phrases: str, **keys: Any) -> str:
    """The answer after some phrases were played from a position."""
    return decision(position(**keys).do(*phrases))


def turn_of(board: Board) -> list[str]:
    """Everything that the heuristic does until the other player's turn (both sides played)."""
    state, said = board.state, []
    agent, me, turn = make_agent("heuristic"), int(state.asked), int(state.turn)
    while state.ending < 0 and state.turn == turn:
        action = agent.decide(View(state, state.asked), Rng(1, 2, 3, 1))
        if state.asked == me:
            said.append(describe(state, action))
        choose(state, action)
    return said


# ---------------------------------------------------------------- attack


def test_an_attack_that_wins_now_is_made() -> None:
    asked = {"me": side(battle=["Hunter Fish", "Aqua Vehicle"]), "foe": side(shields=[])}
    assert decided(**asked, step="attack") == "attack player with Aqua Vehicle"


def test_it_wins_through_one_shield_and_one_blocker_with_three_attackers() -> None:
    board = position(
        me=side(battle=["3 Immortal Baron, Vorg"]),
        foe=side(battle=["Gran Gure, Space Guardian"], shields=["filler"]),
        step="attack",
    )
    turn_of(board)
    assert board.winner == "me"


def test_the_double_breaker_goes_first_when_the_attack_wins() -> None:
    asked = {
        "me": side(battle=["Immortal Baron, Vorg", "Bolshack Dragon"]),
        "foe": side(shields=["2 filler"]),
    }
    assert decided(**asked, step="attack") == "attack player with Bolshack Dragon"


def test_a_weak_creature_does_not_run_into_a_bigger_blocker() -> None:
    asked = {
        "me": side(battle=["Immortal Baron, Vorg"]),
        "foe": side(battle=["Gran Gure, Space Guardian"]),
    }
    assert decided(**asked, step="attack") == "end turn"


def test_a_tapped_creature_is_attacked_when_it_loses() -> None:
    asked = {
        "me": side(battle=["Draglide"]),
        "foe": side(battle=["Tri-horn Shepherd", "Fear Fang; tapped"]),
    }
    assert decided(**asked, step="attack") == "attack Fear Fang with Draglide"


def test_the_best_creature_that_can_be_beaten_is_attacked() -> None:
    asked = {
        "me": side(battle=["Urth, Purifying Elemental"]),
        "foe": side(
            battle=["Fear Fang; tapped", "Gigaberos; tapped", "Zagaan, Knight of Darkness"]
        ),
    }
    answer = decided(**asked, step="attack")
    assert answer == "attack Fear Fang with Urth, Purifying Elemental"


def test_the_smallest_creature_that_wins_makes_the_attack() -> None:
    asked = {
        "me": side(battle=["Gatling Skyterror", "Rothus, the Traveler"]),
        "foe": side(battle=["Fear Fang; tapped", "Roaring Great-Horn"]),
    }
    assert decided(**asked, step="attack") == "attack Fear Fang with Rothus, the Traveler"


def test_a_creature_is_not_thrown_at_a_stronger_tapped_one() -> None:
    asked = {
        "me": side(battle=["Immortal Baron, Vorg"], shields=["5 filler"]),
        "foe": side(battle=["Tri-horn Shepherd; tapped", "Fear Fang"]),
    }
    assert "Tri-horn" not in decided(**asked, step="attack")


def test_a_free_attack_on_the_player_is_made() -> None:
    asked = {"me": side(battle=["Immortal Baron, Vorg"]), "foe": side(battle=[])}
    assert decided(**asked, step="attack") == "attack player with Immortal Baron, Vorg"


def test_the_last_blocker_stays_at_home_when_the_opponent_could_win() -> None:
    asked = {
        "me": side(battle=["Seamine"], shields=[]),
        "foe": side(battle=["Fear Fang"], shields=["4 filler"]),
    }
    assert decided(**asked, step="attack") == "end turn"


def test_the_tap_ability_that_destroys_is_used() -> None:
    asked = {
        "me": side(battle=["Tank Mutant"]),
        "foe": side(battle=["Roaring Great-Horn"], shields=["5 filler"]),
    }
    assert decided(**asked, step="attack") == "use Tank Mutant"


def test_the_attacker_that_would_win_is_taken_down_even_at_a_loss() -> None:
    asked = {
        "me": side(battle=["Bloody Squito", "Gigagiele"], shields=[]),
        "foe": side(
            battle=["Fire Sweeper Burning Hellion; tapped", "Dome Shell; tapped"],
            shields=["2 filler"],
        ),
    }
    assert decided(**asked, step="attack").endswith("with Gigagiele")
    assert "player" not in decided(**asked, step="attack")


# ---------------------------------------------------------------- block


def test_the_attack_that_would_win_is_blocked() -> None:
    asked = {
        "me": side(battle=["Marine Flower"], shields=[]),
        "foe": side(battle=["Roaring Great-Horn"]),
    }
    answer = decided("attack player with Roaring Great-Horn", **asked, turn="foe", step="attack")
    assert answer == "block with Marine Flower"


def test_a_block_that_only_loses_the_blocker_is_not_made() -> None:
    asked = {
        "me": side(battle=["Dia Nork, Moonlight Guardian"], shields=["5 filler"]),
        "foe": side(battle=["Gatling Skyterror"]),
    }
    answer = decided("attack player with Gatling Skyterror", **asked, turn="foe", step="attack")
    assert answer == "no block"


def test_a_block_that_wins_the_battle_is_made() -> None:
    asked = {
        "me": side(battle=["Gran Gure, Space Guardian"], shields=["5 filler"]),
        "foe": side(battle=["Gatling Skyterror"]),
    }
    answer = decided("attack player with Gatling Skyterror", **asked, turn="foe", step="attack")
    assert answer == "block with Gran Gure, Space Guardian"


def test_the_blocker_that_survives_is_chosen() -> None:
    asked = {
        "me": side(battle=["Marine Flower", "Gran Gure, Space Guardian"], shields=["2 filler"]),
        "foe": side(battle=["Tri-horn Shepherd"]),
    }
    answer = decided("attack player with Tri-horn Shepherd", **asked, turn="foe", step="attack")
    assert answer == "block with Gran Gure, Space Guardian"


def test_the_only_blocker_waits_for_the_attacker_that_would_win() -> None:
    asked = {
        "me": side(battle=["King Coral"], shields=["filler"]),
        "foe": side(battle=["Fear Fang", "Burning Mane"]),
    }
    answer = decided("attack player with Fear Fang", **asked, turn="foe", step="attack")
    assert answer == "no block"


# ---------------------------------------------------------------- charge


def test_a_missing_civilization_is_charged_for_the_hand() -> None:
    asked = {
        "me": side(
            hand=["2 Immortal Baron, Vorg", "Aqua Vehicle", "Faerie Child"],
            mana=["2 Immortal Baron, Vorg"],
        ),
    }
    answer = decided(**asked, step="charge")
    assert answer in ("charge Aqua Vehicle", "charge Faerie Child")


def test_the_card_that_is_far_away_is_charged_and_the_curve_is_kept() -> None:
    asked = {
        "me": side(
            hand=["Immortal Baron, Vorg", "Onslaughter Triceps", "Scarlet Skyterror"],
            mana=["1 Immortal Baron, Vorg"],
        ),
    }
    assert decided(**asked, step="charge") == "charge Scarlet Skyterror"


def test_the_last_card_is_not_charged_when_it_can_be_played() -> None:
    asked = {
        "me": side(hand=["Gatling Skyterror"], mana=["7 Immortal Baron, Vorg"]),
    }
    assert decided(**asked, step="charge") == "done"


def test_a_charge_is_made_while_mana_is_short() -> None:
    asked = {"me": side(hand=["4 Draglide"], mana=["2 Immortal Baron, Vorg"])}
    assert decided(**asked, step="charge") == "charge Draglide"


# ---------------------------------------------------------------- play


def test_the_mana_is_used_up_by_two_cards_rather_than_one() -> None:
    board = position(
        me=side(
            hand=["Immortal Baron, Vorg", "Onslaughter Triceps", "Fire Sweeper Burning Hellion"],
            mana=["5 Immortal Baron, Vorg"],
        ),
    )
    turn_of(board)
    assert len(board.me.battle) == 2


def test_removal_takes_the_best_creature() -> None:
    board = position(
        me=side(hand=["Terror Pit"], mana=["6 Bloody Squito"]),
        foe=side(battle=["Fear Fang", "Roaring Great-Horn", "Burning Mane"]),
    )
    board.do("cast Terror Pit")
    assert decision(board) == "pick Roaring Great-Horn"


def test_removal_is_kept_when_there_is_nothing_to_remove() -> None:
    asked = {"me": side(hand=["Terror Pit"], mana=["6 Bloody Squito"]), "foe": side(battle=[])}
    assert not decided(**asked).startswith("cast")


def test_own_creatures_are_not_returned_to_the_hand() -> None:
    asked = {
        "me": side(hand=["Unicorn Fish"], battle=["Illusionary Merfolk"], mana=["4 Aqua Vehicle"]),
        "foe": side(battle=[]),
    }
    assert decided("summon Unicorn Fish", **asked) in ("pick none", "no")


def test_the_worst_own_creature_is_sacrificed() -> None:
    asked = {
        "me": side(
            hand=["Stinger Worm"],
            battle=["Zagaan, Knight of Darkness", "Writhing Bone Ghoul"],
            mana=["3 Bloody Squito"],
        ),
    }
    assert decided("summon Stinger Worm", **asked) == "pick Writhing Bone Ghoul"


def test_a_blocker_is_tapped_to_win() -> None:
    board = position(
        me=side(hand=["Solar Ray"], battle=["Reusol, the Oracle"], mana=["2 Reusol, the Oracle"]),
        foe=side(battle=["Gran Gure, Space Guardian", "Fear Fang"], shields=[]),
    )
    turn_of(board)
    assert board.winner == "me"


# ---------------------------------------------------------------- the rest


def test_optional_draws_stop_before_the_deck_is_empty() -> None:
    asked = {"me": side(hand=["Brain Serum"], mana=["4 Aqua Vehicle"], deck=["2 filler"])}
    board = position(**asked)
    turn_of(board)
    assert board.winner == "none"


def test_optional_draws_are_taken_from_a_full_deck() -> None:
    asked = {"me": side(hand=["Aqua Hulcus"], mana=["3 Aqua Vehicle"])}
    assert decided("summon Aqua Hulcus", **asked) == "yes"


def test_a_shield_trigger_that_destroys_the_attacker_is_used() -> None:
    asked = {
        "me": side(shields=["Terror Pit"]),
        "foe": side(battle=["Roaring Great-Horn"]),
    }
    answer = decided("attack player with Roaring Great-Horn", **asked, turn="foe", step="attack")
    assert answer == "trigger Terror Pit"


def test_a_dead_shield_trigger_stays_in_hand() -> None:
    asked = {
        "me": side(shields=["Dark Reversal", "filler"], graveyard=[]),
        "foe": side(battle=["Fear Fang"]),
    }
    board = position(**asked, turn="foe", step="attack").do("attack player with Fear Fang")
    board.do("pick shield 1")
    assert decision(board) == "no trigger"


def test_the_shield_that_is_known_to_be_a_trigger_is_not_broken() -> None:
    board = position(
        me=side(battle=["Immortal Baron, Vorg"]),
        foe=side(shields=["Terror Pit", "filler"]),
        step="attack",
    ).do("attack player with Immortal Baron, Vorg")
    state = board.state
    state.known[int(state.zones[12].v[0])] |= 1
    assert decision(board) == "pick shield 2"


def test_the_larger_breaker_ability_counts() -> None:
    board = position(
        me=side(
            battle=[
                "Q-tronic Gargantua on Promephius Q",
                "Bladerush Skyterror Q",
                "2 Promephius Q",
            ]
        ),
        foe=side(shields=["5 filler"]),
        step="attack",
    ).do("attack player with Q-tronic Gargantua")
    assert "crew" in decision(board)
