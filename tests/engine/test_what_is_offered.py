"""What the main step offers is what the attack step would offer, in random games."""

from __future__ import annotations

import random

import pytest
from support.positions import pool, position, side

from dmcli.core.words import CIVILIZATIONS
from dmcli.engine.audit import fingerprint
from dmcli.engine.game import Game, Illegal, choose
from dmcli.engine.ruleset import Ruleset
from dmcli.engine.words import ATTACK, END_TURN, SUMMON, TO_ATTACK, USE
from dmcli.play.position import table_of


def deck(luck: random.Random) -> list[int]:
    """40 playable cards of two civilizations."""
    civs = set(luck.sample(CIVILIZATIONS, 2))
    names = [
        card.name
        for card in pool().cards.values()
        if card.playable and civs >= set(card.civilizations)
    ]
    return sorted(table_of(pool()).index(name) for name in luck.sample(names * 4, 40))


def kinds(game: Game) -> set[int]:
    return {action & 0xFF for action in game.legal_actions()}


@pytest.mark.rule("S9")
@pytest.mark.parametrize("seed", range(12))
def test_the_main_step_leads_to_the_attack_exactly_when_something_can_attack(seed: int) -> None:
    luck = random.Random(seed)
    game = Game.new(table_of(pool()), deck(luck), deck(luck), Ruleset.preset("tcg"), seed, 0)
    looked = 0
    while game.outcome is None:
        found = kinds(game)
        if game.state.ask_kind == SUMMON and found - {END_TURN}:
            later = game.clone()
            later.state.manual = True
            choose(later.state, int(TO_ATTACK))
            attacks = kinds(later)
            assert (TO_ATTACK in found) is bool(attacks & {int(ATTACK), int(USE)})
            assert (END_TURN in found) is (END_TURN in attacks)
            looked += 1
        game.apply(luck.choice(game.legal_actions()))
    assert looked > 0


@pytest.mark.bug("A9", "A12", "G6")
@pytest.mark.parametrize("seed", range(4))
def test_an_action_that_is_not_offered_changes_nothing(seed: int) -> None:
    luck = random.Random(seed)
    game = Game.new(table_of(pool()), deck(luck), deck(luck), Ruleset.preset("tcg"), seed, 0)
    once_legal = {int(TO_ATTACK), int(END_TURN)}
    refused = 0
    while game.outcome is None:
        legal = game.legal_actions()
        before, actions = fingerprint(game.state), int(game.state.actions)
        for action in sorted(once_legal - set(legal))[:20]:
            with pytest.raises(Illegal):
                game.apply(action)
            refused += 1
        assert game.legal_actions() == legal
        assert (fingerprint(game.state), int(game.state.actions)) == (before, actions)
        once_legal.update(legal)
        game.apply(luck.choice(legal))
    assert refused > 100


@pytest.mark.bug("A9", "A10", "G6")
def test_an_attack_that_cannot_be_declared_leaves_the_main_step_as_it_was() -> None:
    game = position(
        me=side(battle=["Fear Fang; entered", "Plasma Chaser; tapped"], hand=["Burning Mane"]),
        foe=side(battle=["Steel Smasher"]),
        step="charge",
    )
    before = fingerprint(game.state)
    game.do("!attack player with Fear Fang", "!attack Steel Smasher with Plasma Chaser")
    assert (fingerprint(game.state), game.step) == (before, "charge")
    game.do("charge Burning Mane")
    assert (game.me.mana, game.me.hand) == (["Burning Mane"], [])
