"""The audit notices a state that cannot be; the view's tools tell hidden from seen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from support.positions import position, side

from dmcli.engine.audit import audit, fingerprint, lists, permuted, same_options, same_to
from dmcli.engine.rng import Rng
from dmcli.engine.state import Pending, Program, State, Timed
from dmcli.engine.words import (
    BATTLE,
    D_TURN,
    DECK,
    END_ATTACK,
    END_DECK,
    GRAVEYARD,
    HAND,
    MANA,
    RESOLVING,
    SHIELDS,
)


def _state() -> State:
    return position(
        me=side(
            battle=["Crystal Lancer on Aqua Hulcus", "Cocco Lupia", "Jack Viper, Shadow of Doom"],
            hand=["Fear Fang", "Terror Pit"],
            mana=["2 Fear Fang"],
        ),
        foe=side(hand=["2 Burning Mane", "Spiral Gate"], battle=["Bladerush Skyterror Q"]),
    ).state


def _card(s: State, zone: int, at: int = 0, player: int = 0) -> int:
    return int(s.zones[player * 8 + zone].v[at])


def _lose(s: State) -> None:
    s.zones[HAND].take_last()


def _double(s: State) -> None:
    s.zones[GRAVEYARD].add(_card(s, int(HAND)))


def _stray(s: State) -> None:
    s.zone[_card(s, int(HAND))] = MANA


def _endless(s: State) -> None:
    body = _card(s, int(BATTLE))
    s.under[body] = body


def _headless(s: State) -> None:
    body = _card(s, int(BATTLE))
    s.under[int(s.top[body])] = -1


def _tapped(s: State) -> None:
    s.tapped[_card(s, int(HAND))] = 1


def _silent(s: State) -> None:
    s.n_options = 0


def _nobody(s: State) -> None:
    s.asked = -1


def _one_answer(s: State) -> None:
    s.manual = False
    s.n_options = 1


def _twice(s: State) -> None:
    s.options[1] = s.options[0]


def _after_the_end(s: State) -> None:
    s.ending = 0


def _yesterday(s: State) -> None:
    s.timed.append(Timed(0, 0, D_TURN, s.turn - 1))


def _deep(s: State) -> None:
    s.depth = 1


def _limbo(s: State) -> None:
    card = s.zones[HAND].take_last()
    s.zone[card] = RESOLVING
    s.zones[RESOLVING].add(card)


def _attacking(s: State) -> None:
    s.attacker = s.ref(_card(s, int(BATTLE)))


def _miscount(column: str) -> Callable[[State], None]:
    def damage(s: State) -> None:
        setattr(s, column, getattr(s, column) + 1)

    return damage


def _listeners(s: State) -> None:
    s.watchers[3] += 1


def _givers(s: State) -> None:
    s.givers.add(_card(s, int(BATTLE)))


def _spell_in_battle(s: State) -> None:
    body, spell = _card(s, int(BATTLE), 1), _card(s, int(HAND), 1)
    s.card_def[body] = s.card_def[spell]


def _no_deck(s: State) -> None:
    row = s.zones[8 + DECK]
    while len(row.v):
        card = row.take_last()
        s.zone[card] = GRAVEYARD
        s.zones[8 + GRAVEYARD].add(card)


def _won(ending: int) -> Callable[[State], None]:
    def damage(s: State) -> None:
        s.n_options = 0
        s.winner = 0
        s.ending = ending

    return damage


DAMAGES = [
    (_lose, "is in 0 zones"),
    (_double, "does not know that it is in zone"),
    (_stray, "does not know that it is in zone"),
    (_endless, "lies in a pile without end"),
    (_headless, "is not the bottom card of its pile"),
    (_tapped, "is tapped in zone"),
    (_silent, "nothing is asked"),
    (_nobody, "nobody is asked"),
    (_one_answer, "a choice with one answer"),
    (_twice, "is offered twice"),
    (_after_the_end, "a finished game asks something"),
    (_yesterday, "an effect of an earlier turn"),
    (_deep, "was never answered"),
    (_limbo, "left between the zones"),
    (_attacking, "an attack has not ended"),
    (_listeners, "listen for event 3"),
    (_givers, "static abilities are not those that are kept"),
    (_miscount("zero_bodies"), "without printed power are miscounted"),
    (_miscount("sharers"), "sharers or replacements are miscounted"),
    (_miscount("repl_watchers"), "sharers or replacements are miscounted"),
    (_miscount("power_effects"), "effects on power or keywords are miscounted"),
    (_miscount("key_effects"), "effects on power or keywords are miscounted"),
    (_miscount("race_effects"), "effects that give races are miscounted"),
    (_miscount("ability_effects"), "are miscounted"),
    (_miscount("card_effects"), "are miscounted"),
    (_no_deck, "a deck is empty, and the game goes on"),
    (_won(int(END_ATTACK)), "an attack has won against shields"),
    (_won(int(END_DECK)), "a player has lost with cards in the deck"),
]


def _name(value: object) -> str:
    return value if isinstance(value, str) else ""


@pytest.mark.parametrize(("damage", "words"), DAMAGES, ids=_name)
@pytest.mark.bug("G1", "G3", "G4", "G5", "E106")
def test_a_damaged_state_is_noticed(damage: Callable[[State], None], words: str) -> None:
    s = _state()
    assert audit(s) == ""
    damage(s)
    assert words in audit(s)


def test_a_creature_must_be_one_and_have_power() -> None:
    s = _state()
    _spell_in_battle(s)
    assert audit(s) != ""


def test_equal_states_have_equal_fingerprints_and_others_do_not() -> None:
    s = _state()
    kept = fingerprint(s)
    assert fingerprint(s.copy()) == kept
    for zone in (BATTLE, MANA):
        other = s.copy()
        other.tapped[_card(other, int(zone))] = 1
        assert fingerprint(other) != kept
    other = s.copy()
    other.queue.append(Pending(Program("x", []), 0, 1, 2))
    assert fingerprint(other) != kept
    other = s.copy()
    other.timed.append(Timed(0, 1, D_TURN, 3))
    assert fingerprint(other) != kept


def test_the_cards_of_both_players_are_the_same_after_any_shuffle() -> None:
    s = _state()
    other = permuted(s, s, 0, Rng(1, 2, 3, 4))
    assert lists(other) == lists(s)
    other.card_def[0] = other.card_def[_card(other, int(HAND), 1)]
    assert lists(other) != lists(s)


def test_permuting_moves_only_what_the_player_cannot_see() -> None:
    s = position(
        me=side(hand=["Fear Fang"], deck=["Burning Mane", "Aqua Hulcus", "9 filler"]),
        foe=side(hand=["Terror Pit", "Spiral Gate", "Cocco Lupia"], shields=["Hokira", "2 filler"]),
    ).state
    changed = set()
    for seed in range(20):
        other = permuted(s, s, 0, Rng(seed, 2, 3, 4))
        assert same_to(s, other, 0)
        assert same_options(s, other)
        changed |= {card for card in range(s.cards) if other.card_def[card] != s.card_def[card]}
        assert other.card_def[_card(s, int(HAND))] == s.card_def[_card(s, int(HAND))]
    zones = {(int(s.owner[card]), int(s.zone[card])) for card in changed}
    assert zones == {(0, 0), (0, 4), (1, 0), (1, 1), (1, 4)}


def test_what_a_player_knows_stays_where_it_is() -> None:
    s = position(foe=side(hand=["Terror Pit", "Spiral Gate"])).state
    known = _card(s, int(HAND), 0, 1)
    s.known[known] |= 1
    for seed in range(20):
        assert permuted(s, s, 0, Rng(seed, 2, 3, 4)).card_def[known] == s.card_def[known]


@pytest.mark.parametrize(
    "difference",
    [
        lambda s: setattr(s, "turn", s.turn + 1),
        lambda s: setattr(s, "asked", 1 - s.asked),
        lambda s: s.queue.append(Pending(Program("x", []), 0, 1, 2)),
        lambda s: s.tapped.__setitem__(_card(s, int(BATTLE)), 1),
        lambda s: s.known.__setitem__(_card(s, int(SHIELDS)), 3),
        lambda s: s.zones[HAND].take_last(),
        lambda s: s.card_def.__setitem__(_card(s, int(HAND)), 0),
        lambda s: s.card_def.__setitem__(int(s.top[_card(s, int(BATTLE))]), 0),
        lambda s: setattr(s.frames[-1], "pc", s.frames[-1].pc + 1),
        lambda s: s.zones[HAND].put_first(s.zones[HAND].take_last()),
    ],
)
def test_what_looks_different_is_different(difference: Callable[[State], object]) -> None:
    s = _state()
    other = s.copy()
    assert same_to(s, other, 0)
    difference(other)
    assert not same_to(s, other, 0)


def test_other_answers_are_other_answers() -> None:
    s = _state()
    other = s.copy()
    other.options[0] += 256
    assert not same_options(s, other)
    other.n_options -= 1
    assert not same_options(s, other)
