"""Positions stand as they are written; what cannot be is said with its place."""

from __future__ import annotations

import pytest
from support.positions import pool, position, side

from dmcli.core.errors import DmcliError, Refused, Unreadable
from dmcli.engine.audit import audit, fingerprint
from dmcli.play.position import MOST_CARDS
from dmcli.play.scenario import parse_scenario, play


def test_an_empty_position_has_filler_in_shields_and_deck() -> None:
    game = position()
    assert game.me.shields == ["Immortal Baron, Vorg"] * 5
    assert game.foe.deck == ["Immortal Baron, Vorg"] * 30
    assert game.me.hand == game.me.battle == game.me.mana == game.me.graveyard == []
    assert (game.turn, game.step, game.asked) == ("me", "main", "me")


def test_zones_stand_in_the_order_in_which_they_are_written() -> None:
    game = position(
        me=side(
            deck=["Fear Fang", "2 Burning Mane", "Aqua Hulcus"],
            shields=["Terror Pit", "filler"],
            hand=["Aqua Hulcus", "Fear Fang"],
        )
    )
    assert game.me.deck == ["Fear Fang", "Burning Mane", "Burning Mane", "Aqua Hulcus"]
    assert game.me.shields == ["Terror Pit", "Immortal Baron, Vorg"]
    assert game.me.hand == ["Aqua Hulcus", "Fear Fang"]


def test_every_position_is_sound() -> None:
    game = position(
        me=side(
            battle=[
                "Crystal Lancer on Aqua Hulcus; tapped",
                "Soul Phoenix, Avatar of Unity on Barkwhip, the Smasher on Fear Fang + Fear Fang",
                "Asra, Vizier of Safety; entered",
            ]
        )
    )
    assert audit(game.state) == ""
    assert game.do("to attack").legal[-1] == "end turn"
    assert audit(game.state) == ""


def test_a_position_is_the_same_each_time() -> None:
    assert fingerprint(position(seed=5).state) == fingerprint(position(seed=5).state)
    assert fingerprint(position(seed=5).state) != fingerprint(position(seed=6).state)


def test_a_creature_that_entered_this_turn_is_sick() -> None:
    game = position(me=side(battle=["Fear Fang; entered", "Burning Mane"]))
    assert game.do("to attack").legal == ["attack player with Burning Mane", "end turn"]


def test_the_first_turn_has_no_draw_and_later_ones_have() -> None:
    assert position(step="draw", first_turn=True).me.hand == []
    assert len(position(step="draw").me.hand) == 1


def test_who_has_no_deck_has_lost() -> None:
    assert position(me=side(deck=[])).winner == "foe"
    assert position(me=side(deck=[]), foe=side(deck=[])).winner == "draw"
    late = position(me=side(deck=[]), switches={"deckout": "draw_only"})
    assert late.winner == "none"


@pytest.mark.parametrize(
    ("keys", "kind", "words"),
    [
        ({"turn": "you"}, Unreadable, "not one of me, foe"),
        ({"step": "atack"}, Unreadable, "Did you mean 'attack'?"),
        ({"seed": -1}, Unreadable, "'seed' must be a whole number"),
        ({"seed": True}, Unreadable, "'seed' must be a whole number"),
        ({"ruleset": "wotc"}, Unreadable, "not one of tcg, ocg"),
        ({"switches": {"wave_strikers": 1}}, Unreadable, "No ruleset switch named"),
        ({"switches": 1}, Unreadable, "'switches' must be a table"),
        ({"first_turn": 1}, Unreadable, "'first_turn' must be true or false"),
        ({"filler": 3}, Unreadable, "'filler' must be a text"),
        ({"me": []}, Unreadable, "[me] must be a table"),
        ({"me": {"hnad": []}}, Unreadable, "Did you mean 'hand'?"),
        ({"me": {"hand": "Fear Fang"}}, Unreadable, "[me] hand must be a list"),
        ({"me": {"hand": ["Feer Fang"]}}, Unreadable, "Did you mean 'Fear Fang'?"),
        ({"me": {"hand": ["0 Fear Fang"]}}, Unreadable, "stands for no card"),
        ({"me": {"hand": [f"{MOST_CARDS + 1} Fear Fang"]}}, Unreadable, "more than"),
        ({"me": {"hand": ["999999999 Fear Fang"]}}, Unreadable, "more than"),
        ({"me": {"hand": ["Fear Fang; tapped"]}}, Unreadable, "cannot be tapped"),
        ({"me": {"mana": ["Fear Fang; entered"]}}, Unreadable, "cannot be entered"),
        ({"me": {"battle": ["Fear Fang; taped"]}}, Unreadable, "Did you mean 'tapped'?"),
        ({"me": {"battle": ["Terror Pit"]}}, Unreadable, "is a spell"),
        ({"me": {"battle": ["Fear Fang on Burning Mane"]}}, Unreadable, "no evolution creature"),
        ({"me": {"mana": ["Crystal Lancer on Aqua Hulcus"]}}, Unreadable, "only creatures"),
        ({"me": {"battle": ["Fear Fang; gear Rikabu's Screwdriver"]}}, Refused, "not playable yet"),
        ({"foe": {"shields": ["filler; castle X"]}}, Refused, "castles are not playable yet"),
        ({"me": {"hyperspatial": ["Fear Fang"]}}, Refused, "psychic cards are not playable yet"),
    ],
)
def test_what_cannot_be_is_said(
    keys: dict[str, object], kind: type[DmcliError], words: str
) -> None:
    with pytest.raises(kind) as error:
        position(**keys)
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("title = 1", "'title' must be a text"),
        ("titel = 'x'", "Did you mean 'title'?"),
        ("= 3", "this is not TOML"),
        ("steps = 3", "'steps' must be written as"),
        ("[[steps]]\ndo = 3", "step 1: 'do' must be a list"),
        ("[[steps]]\n[[steps]]\nthen = 3", "step 2: 'then' must be a table"),
        ("[[steps]]\ndoes = []", "Did you mean 'do'?"),
        ("[[steps]]\ndo = ['pik Fear Fang']", "step 1: 'pik Fear Fang' is not a phrase"),
        ("[[steps]]\nthen = { 'me.hnd' = 3 }", "Did you mean 'me.hand'?"),
        ("[[steps]]\nthen = { 'me.hand' = 'x' }", "must be a list"),
        ("[[steps]]\nthen = { 'power Feer Fang' = 3 }", "Did you mean 'Fear Fang'?"),
        ("[[steps]]\nthen = { 'power Fear Fang' = 'x' }", "'power' must be a whole number"),
        ("[[steps]]\nthen = { 'tapped Fear Fang' = 1 }", "'tapped' must be true or false"),
        ("[[steps]]\nthen = { 'keywords Fear Fang' = ['bloker'] }", "Did you mean 'blocker'?"),
        ("[[steps]]\nthen = { 'keywords Fear Fang' = 3 }", "must be a list of keywords"),
        ("[[steps]]\nthen = { winner = 'you' }", "not one of me, foe, draw, none"),
        ("[[steps]]\nthen = { options = 3 }", "must be a list of phrases"),
        ("[[steps]]\nthen = { 'me sees foe.hnd' = [] }", "Did you mean 'foe.hand'?"),
        ("[[steps]]\nthen = { 'me sees foe.hand' = 3 }", "must be a list of names"),
        ("rules = 'S1'", "'rules' must be a list"),
    ],
)
def test_a_wrong_scenario_file_is_answered_with_its_place(text: str, words: str) -> None:
    with pytest.raises(Unreadable) as error:
        parse_scenario(text, "wrong.toml", pool())
    assert str(error.value).startswith("wrong.toml: ")
    assert words in str(error.value)


def _played(text: str) -> list[tuple[str, str]]:
    failures = play(parse_scenario(text, "x.toml", pool()), pool()).failures
    return [(failure.expected, failure.found) for failure in failures]


def test_each_claim_that_does_not_hold_is_told_with_what_was_found() -> None:
    found = _played(
        """
        me.battle = ["Fear Fang; tapped"]
        [[steps]]
        [steps.then]
        "me.hand" = 1
        "me.battle" = ["Burning Mane"]
        "power Fear Fang" = 1000
        "power Burning Mane" = 1000
        "tapped Fear Fang" = false
        "keywords Fear Fang" = ["blocker"]
        "cost Fear Fang" = 4
        asked = "foe"
        options = ["end turn", "yes"]
        "me sees me.shields" = ["5 filler"]
        """
    )
    assert dict(found) == {
        "me.hand = 1": "0",
        'me.battle = ["Burning Mane"]': '["Fear Fang; tapped"]',
        "power Fear Fang = 1000": "3000",
        "power Burning Mane = 1000": "no such card there",
        "tapped Fear Fang = false": "true",
        'keywords Fear Fang = ["blocker"]': "[]",
        "cost Fear Fang = 4": "3",
        'asked = "foe"': "me",
        'options = ["end turn","yes"]': '["to attack", "end turn"]',
        'me sees me.shields = ["5 filler"]': '["?", "?", "?", "?", "?"]',
    }


def test_an_illegal_phrase_ends_the_scenario_and_a_legal_one_may_be_forbidden() -> None:
    text = '[[steps]]\ndo = ["{}"]\nthen = {{ "me.hand" = 9 }}'
    assert _played(text.format("yes")) == [("yes", "not legal here.")]
    assert _played(text.format("!end turn")) == [("!end turn", "it is legal")]
