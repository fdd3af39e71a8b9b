"""A trace is the very game of the series, told in names."""

from __future__ import annotations

from functools import cache

import pytest
from support.positions import pool

from dmcli.agents.match import play_game
from dmcli.agents.registry import agent_names
from dmcli.decks import read_deck
from dmcli.engine.ruleset import Ruleset
from dmcli.engine.state import Table
from dmcli.play.log import lines
from dmcli.play.position import table_of
from dmcli.play.trace import digest, first_game, trace

TCG = Ruleset.preset("tcg")


@cache
def decks() -> tuple[Table, list[int], list[int]]:
    table = table_of(pool())
    two = [read_deck(f"starter/{name}", pool()) for name in ("darkness", "nature")]
    a, b = ([table.index(name) for name, many in deck.cards for _ in range(many)] for deck in two)
    return table, a, b


@pytest.mark.parametrize("agent", agent_names())
@pytest.mark.parametrize("game", [0, 1, 5])
def test_a_trace_takes_the_actions_of_the_series(agent: str, game: int) -> None:
    table, a, b = decks()
    row = play_game(table, a, b, agent, agent, TCG, True, 11, game)
    log = trace(table, (a, b), (agent, agent), TCG, True, 11, game)
    assert digest(log.state) == row.digest
    assert log.events[-1]["event"] == "end"
    assert log.events[-1]["turn"] == row.turns


def test_every_event_has_turn_player_and_event_and_no_bare_number_of_a_card() -> None:
    table, a, b = decks()
    log = trace(table, (a, b), ("random", "random"), TCG, True, 3, 0)
    assert len(log.events) > 100
    for event in log.events:
        assert {"turn", "player", "event"} <= event.keys()
        assert event["player"] in ("A", "B", None)
        for key in ("card", "target"):
            assert isinstance(event.get(key, ""), str | None)


def test_events_stand_in_the_turn_in_which_they_happen() -> None:
    table, a, b = decks()
    log = trace(table, (a, b), ("random", "random"), TCG, True, 3, 0)
    now = 0
    for event in log.events:
        if event["event"] == "turn":
            assert event["turn"] == now + 1
            now += 1
        assert event["turn"] == now


def test_the_log_for_people_begins_each_turn_with_its_player() -> None:
    table, a, b = decks()
    log = trace(table, (a, b), ("random", "random"), TCG, True, 3, 1)
    told = [line for line in lines(log.events) if line.startswith("Turn")]
    assert told[:2] == ["Turn 1: B", "Turn 2: A"]


def test_the_first_seat_of_a_single_game_is_drawn_from_the_seed() -> None:
    drawn = [first_game(seed) for seed in range(200)]
    assert drawn == [first_game(seed) for seed in range(200)]
    assert 70 < sum(drawn) < 130
