"""Setting up a game, and what chance decides."""

from __future__ import annotations

from collections import Counter

import pytest
from support.positions import pool, position, side

from dmcli.engine.game import Game
from dmcli.engine.ruleset import Ruleset
from dmcli.engine.words import DECK, END_TURN, HAND, SHIELDS
from dmcli.play.position import table_of

VANILLA = ("Fear Fang", "Burning Mane", "Forest Hornet", "Tri-horn Shepherd", "Steel Smasher")
LONELY = "Lah, Purification Enforcer"


def deal(seed: int, game: int = 0) -> Game:
    """39 nature creatures and one that is alone of its name, against 40 nature creatures."""
    table = table_of(pool())
    many = [table.index(name) for name in VANILLA for _ in range(8)]
    deck = sorted([table.index(LONELY), *many[1:]])
    return Game.new(table, deck, sorted(many), Ruleset.preset("tcg"), seed, game)


def zone(game: Game, player: int, place: int) -> list[str]:
    s = game.state
    return [s.definition(card).name for card in s.zones[player * 8 + place].v]


@pytest.mark.ruling("R005")
@pytest.mark.rule("S1")
def test_each_player_begins_with_five_shields_five_cards_and_thirty_in_the_deck() -> None:
    game = deal(seed=1)
    for player in (0, 1):
        sizes = [len(zone(game, player, place)) for place in (SHIELDS, HAND, DECK)]
        assert sizes == [5, 5, 30]


@pytest.mark.ruling("R005")
@pytest.mark.rule("S1")
def test_nobody_has_seen_a_shield_or_a_card_of_the_deck() -> None:
    game = deal(seed=1)
    for seer in (0, 1):
        view = game.view(seer)
        for owner in (0, 1):
            assert {int(view.seen(owner, SHIELDS, at)) for at in range(5)} == {-1}
            assert {int(view.seen(owner, DECK, at)) for at in range(30)} == {-1}
        assert -1 not in {int(view.seen(seer, HAND, at)) for at in range(5)}
        assert {int(view.seen(1 - seer, HAND, at)) for at in range(5)} == {-1}


@pytest.mark.rule("S1")
def test_both_decks_are_shuffled_each_in_its_own_way() -> None:
    first, second = deal(seed=1), deal(seed=2)
    for player in (0, 1):
        assert zone(first, player, DECK) != zone(second, player, DECK)
        assert zone(first, player, DECK) != sorted(zone(first, player, DECK))
    assert [zone(first, 0, place) for place in (DECK, SHIELDS, HAND)] != [
        zone(first, 1, place) for place in (DECK, SHIELDS, HAND)
    ]


@pytest.mark.rule("S1")
def test_a_card_begins_anywhere_in_proportion() -> None:
    places: Counter[int] = Counter()
    for seed in range(400):
        game = deal(seed)
        places.update(at for at in (DECK, SHIELDS, HAND) if LONELY in zone(game, 0, at))
    assert places.total() == 400
    assert 30 <= places[SHIELDS] <= 70
    assert 30 <= places[HAND] <= 70


@pytest.mark.rule("S1")
def test_each_deck_begins_in_half_of_the_games() -> None:
    assert [deal(seed=1, game=number).player for number in range(4)] == [0, 1, 0, 1]


@pytest.mark.rule("S6")
@pytest.mark.bug("A22")
def test_only_the_player_who_begins_skips_a_draw() -> None:
    game = deal(seed=1)
    hands = {game.player: len(zone(game, game.player, HAND))}
    while game.player == 0:
        game.apply(game.legal_actions()[-1])
    hands[1] = len(zone(game, 1, HAND))
    assert hands == {0: 5, 1: 6}


@pytest.mark.ruling("R027")
def test_a_random_discard_takes_each_card_as_often_as_any_other() -> None:
    taken: Counter[str] = Counter()
    for seed in range(400):
        game = position(
            seed=seed,
            me=side(hand=["Ghost Touch"], mana=["2 Writhing Bone Ghoul"]),
            foe=side(hand=list(VANILLA[:4])),
        )
        game.do("cast Ghost Touch")
        taken.update(game.foe.graveyard)
    assert set(taken) == set(VANILLA[:4])
    assert all(65 <= times <= 135 for times in taken.values())


def test_a_game_that_is_never_decided_ends_at_the_limit_of_turns() -> None:
    table = table_of(pool())
    endless = [table.index(VANILLA[0])] * 300
    rules = Ruleset.preset("tcg")
    game = Game.new(table, endless, endless, rules, 1, 0)
    while game.outcome is None:
        last = [each for each in game.legal_actions() if each & 0xFF == END_TURN]
        game.apply((last or game.legal_actions())[0])
    assert (game.outcome.winner, game.outcome.reason) == (-1, "limit")
    assert int(game.state.turn) == rules.max_turns
