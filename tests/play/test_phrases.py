"""Phrases in both directions, and what is said when one is not understood or not legal."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.positions import pool, position, side

from dmcli.core.errors import DmcliError
from dmcli.engine.game import Game, choose
from dmcli.engine.notation import describe, describe_all
from dmcli.engine.ruleset import Ruleset
from dmcli.play.fuzz import case_of, dealt
from dmcli.play.phrases import NotAPhrase, NotLegal, answers, find, read_phrase
from dmcli.play.position import table_of


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
@given(game=st.integers(0, 10_000), data=st.data())
def test_every_legal_action_has_a_phrase_that_finds_it_again(
    game: int, data: st.DataObject
) -> None:
    table = table_of(pool())
    s, luck = dealt(table, case_of(table, 77, game, ("random", "random")))
    for _ in range(data.draw(st.integers(20, 80))):
        if s.ending >= 0:
            return
        offered = [int(s.options[at]) for at in range(s.n_options)]
        words = describe_all(s)
        assert len(set(words)) == len(words)
        for action, phrase in list(zip(offered, words, strict=True))[:20]:
            assert answers(s, read_phrase(phrase, pool())) == action, phrase
        choose(s, offered[int(luck[2].below(len(offered)))])


def test_a_game_describes_its_actions() -> None:
    table = table_of(pool())
    case = case_of(table, 1, 1, ("random", "random"))
    game = Game.new(table, *case.decks, Ruleset.preset("tcg"), 1, 0)
    words = [game.describe(action) for action in game.legal_actions()]
    assert words[0] == "done"
    assert all(word.startswith("charge ") for word in words[1:])
    assert find(game.state, words[1], pool()) == game.legal_actions()[1]
    assert describe(game.state, game.legal_actions()[1]) == words[1]


@pytest.mark.parametrize(
    ("phrase", "hint"),
    [
        ("triger Terror Pit", "Did you mean 'trigger NAME'?"),
        ("pick Teror Pit", "Did you mean 'Terror Pit'?"),
        ("choose Armoured Dragon", "Did you mean 'Armored Dragon'"),
        ("choose", "'choose' is not a phrase."),
        ("attack Fear Fang", "'attack Fear Fang' is not a phrase."),
        ("order Fear Fang + ", "There is a name missing in 'Fear Fang +'"),
        ("frobnicate", "Phrases begin with"),
        ("", "'' is not a phrase."),
        ("summon Fear Fang paying Nonsense", "No card named 'Nonsense'"),
    ],
)
def test_what_is_no_phrase_is_answered_with_the_nearest_words(phrase: str, hint: str) -> None:
    with pytest.raises(DmcliError) as error:
        read_phrase(phrase, pool())
    assert hint in str(error.value)


def test_what_is_not_legal_is_answered_with_what_is() -> None:
    game = position(foe=side(shields=["2 filler"]), me=side(battle=["Fear Fang"]))
    with pytest.raises(NotLegal) as error:
        game.do("attack player with Fear Fang", "pick shield 3")
    assert error.value.legal == ["pick shield 1", "pick shield 2"]
    assert "'pick shield 3' is not legal here" in str(error.value)
    assert "pick shield 1" in str(error.value)


def test_a_wrong_payment_says_what_it_costs() -> None:
    game = position(me=side(hand=["Fear Fang"], mana=["5 Burning Mane"]))
    with pytest.raises(NotLegal, match="it costs 3, not 1"):
        game.do("summon Fear Fang paying Burning Mane")
    with pytest.raises(NotLegal, match="no more untapped Fear Fang"):
        game.do("summon Fear Fang paying Fear Fang + Burning Mane + Burning Mane")
    assert game.me.mana == ["Burning Mane"] * 5


@pytest.mark.bug("E108")
def test_an_order_must_name_each_card_once() -> None:
    game = position(
        me=side(hand=["Corile"], mana=["5 Aqua Vehicle"]),
        foe=side(battle=["Barkwhip, the Smasher on Fear Fang"]),
    ).do("summon Corile")
    with pytest.raises(NotLegal, match="the cards to order are"):
        game.do("order Fear Fang + Fear Fang")
    assert game.do("order Barkwhip, the Smasher + Fear Fang").foe.deck[:2] == [
        "Barkwhip, the Smasher",
        "Fear Fang",
    ]


def test_bases_of_a_vortex_may_be_said_in_any_order() -> None:
    bases = ["Fear Fang", "Aqua Vehicle"]
    with pytest.raises(NotAPhrase):
        read_phrase("summon Fear Fang on + Aqua Vehicle", pool())
    said = read_phrase(f"summon Soul Phoenix, Avatar of Unity on {' + '.join(bases)}", pool())
    assert [slot.name for slot in said.slots] == ["Soul Phoenix, Avatar of Unity", *bases]


def test_a_number_that_nobody_has_is_another_number() -> None:
    game = position(
        me=side(hand=["Mechadragon's Breath"], mana=["6 Burning Mane", "6 Magma Gazer"]),
        foe=side(battle=["Fear Fang"]),
    ).do("cast Mechadragon's Breath")
    assert "choose 3000" in game.legal
    assert game.do("choose 1234").foe.battle == ["Fear Fang"]


def test_an_action_that_is_not_offered_cannot_be_found() -> None:
    game = position()
    with pytest.raises(NotLegal):
        find(game.state, "no block", pool())
