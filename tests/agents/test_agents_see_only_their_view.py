"""Same view, same decision: what is hidden from a player never changes what an agent answers."""

from __future__ import annotations

from random import Random

import pytest
from support.positions import pool

from dmcli.agents.registry import make_agent
from dmcli.engine.deal import deal, streams
from dmcli.engine.game import advance, choose
from dmcli.engine.rng import Rng
from dmcli.engine.ruleset import Ruleset
from dmcli.engine.state import State, Table
from dmcli.engine.table import build_table
from dmcli.engine.view import View, is_visible

GAMES = 12


def table_of_all() -> Table:
    names = sorted(name for name in pool().cards if pool().playable(name))
    cards = [pool().cards[name] for name in names]
    return build_table(cards, [pool().abilities(name) for name in names], pool().races)


def begin(table: Table, luck: Random, game: int) -> State:
    decks = [[card for card in luck.sample(range(len(table.defs)), 20) for _ in "ab"] for _ in "ab"]
    state = deal(table, Ruleset.preset("tcg"), decks[0], decks[1], game & 1, streams(game, 0))
    advance(state)
    return state


def hidden_from(state: State, player: int, owner: int) -> list[int]:
    return [
        card
        for card in range(int(state.cards))
        if state.owner[card] == owner and not is_visible(state, player, card)
    ]


def permuted(state: State, luck: Random) -> State:
    """Another deal that looks the same to the player who is asked."""
    other = state.copy()
    for owner in (0, 1):
        cards = hidden_from(state, int(state.asked), owner)
        printed = [int(state.card_def[card]) for card in cards]
        luck.shuffle(printed)
        for card, number in zip(cards, printed, strict=True):
            other.card_def[card] = number
    return other


def other_list(state: State, luck: Random) -> State:
    """The opponent's hidden cards are any cards at all."""
    other = state.copy()
    for card in hidden_from(state, int(state.asked), 1 - int(state.asked)):
        other.card_def[card] = luck.randrange(len(state.defs))
    return other


def answer(name: str, state: State) -> int:
    return int(make_agent(name).decide(View(state, int(state.asked)), Rng(1, 2, 3, 4)))


@pytest.mark.parametrize("name", ["heuristic", "rush", "random"])
@pytest.mark.bug("B34", "G1")
def test_a_decision_does_not_depend_on_where_hidden_cards_are(name: str) -> None:
    table, luck = table_of_all(), Random(5)
    for game in range(GAMES):
        state = begin(table, luck, game)
        while state.ending < 0:
            action = answer(name, state)
            assert answer(name, permuted(state, luck)) == action
            choose(state, action)


def test_with_closed_lists_a_decision_does_not_depend_on_the_opponents_list() -> None:
    table, luck = table_of_all(), Random(6)
    for game in range(GAMES):
        state = begin(table, luck, game)
        state.open_lists = False
        while state.ending < 0:
            action = answer("heuristic", state)
            assert answer("heuristic", other_list(state, luck)) == action
            choose(state, action)


def test_the_heuristic_keeps_nothing_from_one_decision_to_the_next() -> None:
    table, luck = table_of_all(), Random(7)
    for game in range(GAMES):
        state = begin(table, luck, game)
        agent = make_agent("heuristic")
        while state.ending < 0:
            action = int(agent.decide(View(state, int(state.asked)), Rng(1, 2, 3, 4)))
            assert answer("heuristic", state) == action
            choose(state, action)
