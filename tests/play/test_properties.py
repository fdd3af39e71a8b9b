"""What holds for any position and any way to play it."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.positions import pool

from dmcli.engine.audit import audit, fingerprint
from dmcli.engine.game import choose
from dmcli.engine.rng import Rng
from dmcli.play.board import Board
from dmcli.play.decks import random_position
from dmcli.play.fuzz import Case, Find
from dmcli.play.position import Position, table_of
from dmcli.play.reduce import Reduced, scenario_text
from dmcli.play.scenario import parse_scenario

EVERY = settings(
    max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
seeds = st.integers(0, 1 << 31)


def _position(seed: int) -> Position:
    rng = Rng(seed, 5, 7, 11)
    for _ in range(12):
        rng.next()
    return random_position(table_of(pool()), rng, "ocg" if seed % 4 == 0 else "tcg", seed)


def _play(board: Board, answers: list[int]) -> list[str]:
    """Choose by these numbers and give the phrases that were said."""
    said: list[str] = []
    for answer in answers:
        legal = board.legal
        if not legal:
            break
        said.append(legal[answer % len(legal)])
        board.do(said[-1])
        assert audit(board.state) == ""
    return said


@EVERY
@given(seed=seeds, answers=st.lists(st.integers(0, 1000), max_size=25))
@pytest.mark.bug("G10")
def test_the_same_phrases_lead_to_the_same_state(seed: int, answers: list[int]) -> None:
    position = _position(seed)
    board = Board.of(position, pool())
    said = _play(board, answers)
    assert fingerprint(Board.of(position, pool()).do(*said).state) == fingerprint(board.state)


@EVERY
@given(seed=seeds, answers=st.lists(st.integers(0, 1000), min_size=1, max_size=15))
def test_a_copy_goes_its_own_way(seed: int, answers: list[int]) -> None:
    board = Board.of(_position(seed), pool())
    _play(board, answers[:-1])
    s = board.state
    kept = fingerprint(s)
    copy = s.copy()
    assert fingerprint(copy) == kept
    if copy.n_options:
        choose(copy, int(copy.options[answers[-1] % int(copy.n_options)]))
        assert audit(copy) == ""
        assert fingerprint(s) == kept


@EVERY
@given(seed=seeds)
def test_a_position_is_read_as_it_is_written(seed: int) -> None:
    position = _position(seed)
    find = Find(Case(seed, 0, ([], []), ("random", "random"), position.ruleset), "x", [])
    scenario = parse_scenario(scenario_text(find, Reduced(position, [], True)), "x.toml", pool())
    again = Board.of(scenario.position, pool())
    assert fingerprint(again.state) == fingerprint(Board.of(position, pool()).state)
