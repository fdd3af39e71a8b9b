"""Random games keep every invariant; a fault is found, and told by a small scenario."""

from __future__ import annotations

import os
from itertools import count

import pytest
from support.positions import pool

from dmcli.agents.agent import Agent
from dmcli.engine.rng import Rng
from dmcli.engine.state import State
from dmcli.engine.view import View
from dmcli.engine.words import GRAVEYARD
from dmcli.play import fuzz as fuzzing
from dmcli.play import reduce as reducing
from dmcli.play.decks import random_deck
from dmcli.play.fuzz import Player, case_of, dealt, fuzz
from dmcli.play.position import table_of
from dmcli.play.reduce import reduce_find
from dmcli.play.scenario import parse_scenario, play

SCALE = float(os.environ.get("DMCLI_FUZZ_SCALE", "1"))


@pytest.mark.slow
@pytest.mark.parametrize(("agent", "games"), [("random", 200), ("heuristic", 60), ("rush", 40)])
@pytest.mark.bug("E106", "G1", "G2", "G3", "G4", "G5", "G8", "G10")
def test_random_games_keep_every_invariant(agent: str, games: int) -> None:
    many = max(5, round(games * SCALE))
    report = fuzz(table_of(pool()), 20, (agent, agent), range(many))
    assert report.games == many
    assert not report.finds, reduce_find(report.finds[0], table_of(pool()), pool())


@pytest.mark.slow
def test_unlike_agents_keep_every_invariant() -> None:
    many = max(3, round(30 * SCALE))
    assert not fuzz(table_of(pool()), 21, ("heuristic", "random"), range(many)).finds


def test_random_decks_are_legal_and_hold_bases_for_their_evolutions() -> None:
    table = table_of(pool())
    _, luck = dealt(table, case_of(table, 1, 0, ("random", "random")))
    decks = [random_deck(table, luck[4]) for _ in range(200)]
    assert {len(deck) for deck in decks} == {40}
    assert max(deck.count(card) for deck in decks for card in deck) <= 4
    assert len({card for deck in decks for card in deck}) > 200


def test_a_case_is_its_seed_and_its_number() -> None:
    table = table_of(pool())
    one, same, other = (case_of(table, 5, game, ("random", "random")) for game in (3, 3, 4))
    assert one == same
    assert one.decks != other.decks


def _planted(s: State) -> str:
    """A rule that the engine does not keep: nobody may have a spell in the graveyard."""
    for place in (int(GRAVEYARD), 8 + int(GRAVEYARD)):
        for card in s.zones[place].v:
            if not s.definition(card).is_creature():
                return f"card {card} is a spell in the graveyard"
    return ""


def test_a_find_is_reduced_to_a_scenario(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzzing, "audit", _planted)
    monkeypatch.setattr(reducing, "audit", _planted)
    table = table_of(pool())
    report = fuzz(table, 3, ("random", "random"), range(6))
    assert report.finds
    text = reduce_find(report.finds[0], table, pool())
    scenario = parse_scenario(text, "find.toml", pool())
    said = [phrase.text for step in scenario.steps for phrase, _ in step.do]
    assert 1 <= len(said) <= 4
    names = [
        entry.name
        for zones in scenario.position.zones
        for zone, row in zones.items()
        if zone not in ("shields", "deck")
        for entry in row
    ]
    assert len(names) <= 12
    board = play(scenario, pool()).board
    assert _planted(board.state)


def test_the_engine_breaking_down_is_a_find(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(s: State, action: int) -> None:
        raise LookupError("planted")

    monkeypatch.setattr(fuzzing, "choose", broken)
    table = table_of(pool())
    found = Player(table, case_of(table, 1, 1, ("random", "random"))).play()
    assert found is not None
    assert found.fault == "the engine broke down (LookupError: planted)"
    assert len(found.actions) <= 1


class _Peeking(Agent):
    """Looks at the state behind its view: the first answer, unless a hidden card is a spell."""

    def decide(self, view: View, rng: Rng) -> int:
        s = view._s
        top = s.zones[(1 - view.player) * 8].v[0]
        last = int(view.count_actions()) - 1
        return int(view.action(0 if s.definition(top).is_creature() else last))


def test_an_agent_that_peeks_is_a_find(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzzing, "make_agent", lambda name: _Peeking())
    finds = fuzz(table_of(pool()), 4, ("random", "random"), range(4)).finds
    assert finds
    assert {find.fault for find in finds} == {"the agent's choice depends on what it cannot see"}


class _Cheat(Agent):
    """Answers what was not asked."""

    def decide(self, view: View, rng: Rng) -> int:
        return 255


def test_an_agent_that_cheats_is_a_find(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzzing, "make_agent", lambda name: _Cheat())
    (find,) = fuzz(table_of(pool()), 4, ("random", "random"), range(1)).finds
    assert find.fault == "the agent chose 255, which was not offered"


OTHER = count()


@pytest.mark.parametrize(
    ("name", "broken", "fault"),
    [
        ("same_options", lambda a, b: False, "the legal actions depend on what"),
        ("lists", lambda s: next(OTHER), "the cards of a deck have changed"),
        ("fingerprint", lambda s: next(OTHER), "a clone differs"),
        ("PATIENCE", 0, "the turn cannot be ended"),
    ],
)
@pytest.mark.bug("E106", "G1", "G2", "G10")
def test_each_kind_of_fault_is_told(
    name: str, broken: object, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fuzzing, name, broken)
    (find,) = fuzz(table_of(pool()), 4, ("random", "random"), range(1)).finds
    assert fault in find.fault


def test_a_find_that_no_position_shows_is_told_by_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzzing, "same_options", lambda a, b: False)
    table = table_of(pool())
    (find,) = fuzz(table, 4, ("random", "random"), range(1)).finds
    text = reduce_find(find, table, pool())
    assert "# The position alone does not show it" in text
    assert parse_scenario(text, "find.toml", pool()).steps


def test_games_can_be_stopped() -> None:
    report = fuzz(
        table_of(pool()), 4, ("random", "random"), range(100), go_on=lambda report: report.games < 2
    )
    assert report.games == 2
