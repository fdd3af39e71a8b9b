"""Series of the real engine."""

import pytest

from dmcli.cards import load_pool
from dmcli.decks import read_deck
from dmcli.sim.engine import agent_pair, engine_recipe, played_deck
from dmcli.sim.run import run_series
from dmcli.sim.series import Series


@pytest.fixture(scope="module")
def pool():
    return load_pool()


@pytest.fixture
def recipe(pool):
    def make(first="starter/fire", second="starter/nature", **how):
        decks = tuple(played_deck(read_deck(name, pool)) for name in (first, second))
        return engine_recipe(Series(decks=decks, **{"agents": ("random", "random"), **how}), pool)

    return make


@pytest.mark.rule("S50")
def test_real_games_are_the_same_for_any_number_of_workers(recipe, monkeypatch):
    monkeypatch.setitem(sizes(), "random", 10)
    here = run_series(recipe(games=60), jobs=1)
    workers = run_series(recipe(games=60), jobs=2)
    assert here.complete
    assert here.tally.faults == []
    assert here.tally.document() == workers.tally.document()
    assert here.tally.log_hash == workers.tally.log_hash


def sizes():
    from dmcli.sim import series

    return series.BLOCK_PAIRS


def test_a_mirror_of_the_real_engine_is_even_to_the_game(recipe):
    tally = run_series(recipe("starter/water", "starter/water", games=40)).tally
    assert tally.pairs[1.0] == 20


def test_a_deck_is_its_content_in_any_order(recipe, pool):
    deck = read_deck("starter/fire", pool)
    turned = played_deck(
        type(deck)(name="turned", entries=tuple(reversed(deck.entries)), path="turned")
    )
    other = played_deck(read_deck("starter/nature", pool))
    same = Series(decks=(turned, other), agents=("random", "random"), games=20)
    assert turned.hash == played_deck(deck).hash
    played = run_series(engine_recipe(same, pool)).tally
    assert played.log_hash == run_series(recipe(games=20)).tally.log_hash


def test_the_switches_of_the_ruleset_are_kept(recipe):
    assert recipe(ruleset="ocg").series.switches["break_mode"] == "together"


def test_one_agent_serves_both_decks():
    assert agent_pair("random") == ("random", "random")
    assert agent_pair("random, random") == ("random", "random")


def test_the_marks_of_cards_agree_with_the_counts_of_the_game(recipe):
    play = recipe("classic/galactic-q", "starter/nature").open()
    rows = [play(game) for game in range(60)]
    for row in rows:
        for marks in (row.marks_a, row.marks_b):
            assert sum(mark & OPENING for mark in marks) == 5 * OPENING
            assert sum(mark & SHIELD for mark in marks) == 5 * SHIELD
        assert marked(row.marks_a, TRIGGERED) == row.triggers_used_a
        assert marked(row.marks_a, TRIGGERED | PLAYED) >= row.triggers_used_a
    assert sum(row.triggers_used_a for row in rows) > 0


OPENING, PLAYED, SHIELD, TRIGGERED = 1, 4, 16, 32


def marked(marks, bits):
    return sum(mark & bits == bits for mark in marks)
