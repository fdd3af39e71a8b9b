"""What agents are told about choices and programs, and what the view answers to their questions."""

from __future__ import annotations

import pytest
from support.positions import pool, position, side

from dmcli.engine.purpose import (
    V_DESTROY,
    V_DISCARD,
    V_DRAW,
    V_EITHER,
    V_GIVE,
    V_HAND,
    V_LOSE,
    V_MANA,
    V_SHIELD,
    V_TAP,
    V_TOP,
)
from dmcli.engine.state import Effect
from dmcli.engine.view import View
from dmcli.engine.words import SHIELDS
from dmcli.play.position import table_of


def effects(name: str) -> list[Effect]:
    """Of a spell, or of the first ability of a creature."""
    table = table_of(pool())
    d = table.defs[table.index(name)]
    program = d.spell or (d.trigs[0].program if d.trigs else d.tap)
    assert program is not None
    return program.effects


@pytest.mark.parametrize(
    ("name", "verbs"),
    [
        ("Terror Pit", [V_DESTROY]),
        ("Natural Snare", [V_MANA]),
        ("Spiral Gate", [V_HAND]),
        ("Holy Awe", [V_TAP]),
        ("Brain Serum", [V_DRAW]),
        ("Ultimate Force", [V_MANA | V_TOP]),
        ("Invincible Aura", [V_SHIELD | V_TOP]),
        ("Masked Horror, Shadow of Scorn", [V_DISCARD]),
        ("Rothus, the Traveler", [V_DESTROY, V_DESTROY]),
        ("Gigaberos", [V_EITHER]),
        ("Magma Gazer", [V_GIVE]),
        ("Tank Mutant", [V_DESTROY]),
        ("Bombazar, Dragon of Destiny", [V_DESTROY, V_LOSE]),
    ],
)
def test_a_program_says_what_it_does(name: str, verbs: list[int]) -> None:
    assert [effect.verb for effect in effects(name)] == verbs


def test_what_may_be_declined_is_not_sure() -> None:
    assert [effect.sure for effect in effects("Meteosaur")] == [False]
    assert [effect.sure for effect in effects("Terror Pit")] == [True]


def test_a_pick_says_what_happens_to_what_is_picked() -> None:
    board = position(
        me=side(hand=["Natural Snare"], mana=["6 Burning Mane"]),
        foe=side(battle=["Fear Fang", "Burning Mane"]),
    ).do("cast Natural Snare")
    assert View(board.state, 0).purpose() == V_MANA


def view_of(**keys: object) -> View:
    return View(position(**keys).state, 0)


def test_open_lists_tell_the_share_of_shield_triggers_among_unseen_cards() -> None:
    view = view_of(foe=side(shields=["5 Terror Pit"], deck=["15 filler"], hand=[]))
    assert view.trigger_share(1) == 25


def test_closed_lists_tell_nothing_about_the_opponents_shield_triggers() -> None:
    shares = set()
    for shields in (["5 Terror Pit"], ["5 filler"]):
        board = position(foe=side(shields=shields))
        board.state.open_lists = False
        shares.add(int(View(board.state, 0).trigger_share(1)))
    assert len(shares) == 1


def test_the_power_of_an_attack_is_known_before_it_is_made() -> None:
    view = view_of(me=side(battle=["Brawler Zyler", "Fatal Attacker Horvath"]))
    assert [view.power(0, 0), view.attack_power(0, 0)] == [1000, 3000]
    assert view.attacker_at() == -1


def test_an_evolution_creature_in_hand_knows_whether_it_has_a_base() -> None:
    with_base = view_of(me=side(hand=["Crystal Paladin"], battle=["Aqua Vehicle"]))
    without = view_of(me=side(hand=["Crystal Paladin"], battle=["King Coral"]))
    assert with_base.has_base(0)
    assert not without.has_base(0)


def test_a_hidden_shield_has_no_definition() -> None:
    view = view_of(foe=side(shields=["Terror Pit"]))
    assert view.seen(1, SHIELDS, 0) < 0
