"""What the main step offers is what the attack step would offer, in random games."""

from __future__ import annotations

import random

import pytest
from support.positions import pool

from dmcli.core.words import CIVILIZATIONS
from dmcli.engine.game import Game, choose
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
