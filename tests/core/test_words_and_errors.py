"""The vocabulary: errors, nearest words, the printed card."""

from __future__ import annotations

import msgspec

from dmcli.core.carddef import CardDef
from dmcli.core.errors import DmcliError, Refused, Unreadable, UsageMistake
from dmcli.core.nearest import ask_whether, did_you_mean, nearest
from dmcli.core.words import CIVILIZATIONS


def test_each_kind_of_error_has_its_exit_code() -> None:
    codes = [error.exit_code for error in (Refused, UsageMistake, Unreadable, DmcliError)]
    assert codes == [1, 2, 3, 4]


def test_the_nearest_word_is_asked_for() -> None:
    assert did_you_mean("watter", CIVILIZATIONS) == " Did you mean 'water'?"


def test_nothing_is_asked_when_nothing_is_near() -> None:
    assert did_you_mean("zzz", CIVILIZATIONS) == ""


def test_several_nearest_words_come_best_first() -> None:
    assert nearest("creatur", ["evolution creature", "creature", "spell"])[0] == "creature"
    assert ask_whether(["a", "b", "c"]) == " Did you mean 'a', 'b' or 'c'?"


def test_a_card_says_what_it_is() -> None:
    hulcus = _card("creature", rules=("when this enters: you may draw 1 card",))
    assert (hulcus.is_creature, hulcus.is_spell, hulcus.is_evolution) == (True, False, False)
    assert _card("evolution creature").is_creature
    assert _card("spell").is_spell


def test_a_card_without_text_is_playable_and_one_without_rules_is_not() -> None:
    assert _card("creature", rules=()).playable
    assert not _card("creature", rules=None).playable


def test_a_card_survives_storage() -> None:
    card = _card("creature", rules=("blocker",))
    stored = msgspec.msgpack.encode(card)
    assert msgspec.msgpack.decode(stored, type=CardDef) == card


def _card(type: str, rules: tuple[str, ...] | None = ()) -> CardDef:
    return CardDef(
        name="Aqua Hulcus",
        type=type,
        civilizations=("water",),
        cost=3,
        rarity="Common",
        rules=rules,
    )
