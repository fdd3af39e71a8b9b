"""The hot loop: one game between two agents, and what is kept of it."""

from __future__ import annotations

import gc
from typing import final

from mypy_extensions import i64

from dmcli.agents.agent import Agent
from dmcli.agents.registry import make_agent
from dmcli.engine.deal import deal, streams
from dmcli.engine.game import advance, choose
from dmcli.engine.ruleset import Ruleset
from dmcli.engine.state import State, Table
from dmcli.engine.view import View
from dmcli.engine.words import ENDINGS, HAND, M_LEFT

__all__ = ["ENDINGS", "GameRow", "play_game", "play_state"]


@final
class GameRow:
    """What a series keeps of a game. Seats: a is deck A, b deck B; marks: words.py M_…"""

    def __init__(self, s: State, game: int) -> None:
        """Read a finished state."""
        self.game = game
        self.first = int(s.first)
        self.winner = int(s.winner)
        self.ending = int(s.ending)
        self.turns = int(s.turn)
        self.decisions = int(s.decisions)
        self.actions = int(s.actions)
        self.digest = int(s.digest_a) << 31 | int(s.digest_b) & 0x7FFFFFFF
        self.shields_broken_a = int(s.shields_broken[0])
        self.shields_broken_b = int(s.shields_broken[1])
        self.triggers_used_a = int(s.triggers_used[0])
        self.triggers_used_b = int(s.triggers_used[1])
        self.marks_a: list[int] = []
        self.marks_b: list[int] = []
        self.cards_a: list[int] = []
        self.cards_b: list[int] = []
        card: i64 = 0
        while card < s.cards:
            marks = int(s.marks[card]) | (int(M_LEFT) if s.zone[card] == HAND else 0)
            if s.owner[card] == 0:
                self.marks_a.append(marks)
                self.cards_a.append(int(s.card_def[card]))
            else:
                self.marks_b.append(marks)
                self.cards_b.append(int(s.card_def[card]))
            card += 1


def play_state(
    table: Table,
    deck_a: list[int],
    deck_b: list[int],
    agent_a: Agent,
    agent_b: Agent,
    ruleset: Ruleset,
    lists_open: bool,
    seed: int,
    game: int,
) -> State:
    """Play game number ``game`` of a series to its end and return the last state.

    A game makes no reference cycles; the collector would only walk the definitions again and again.
    """
    first = game & 1
    luck = streams(seed, game >> 1)
    s = deal(table, ruleset, deck_a, deck_b, first, luck)
    s.open_lists = lists_open
    view_a = View(s, 0)
    view_b = View(s, 1)
    rng_a = luck[2] if first == 0 else luck[3]
    rng_b = luck[3] if first == 0 else luck[2]
    collecting = gc.isenabled()
    gc.disable()
    try:
        advance(s)
        while s.ending < 0:
            s.hold()
            if s.asked == 0:
                action = agent_a.decide(view_a, rng_a)
            else:
                action = agent_b.decide(view_b, rng_b)
            s.release()
            choose(s, action)
    finally:
        if collecting:
            gc.enable()
    return s


def play_game(
    table: Table,
    deck_a: list[int],
    deck_b: list[int],
    agent_a: str,
    agent_b: str,
    ruleset: Ruleset,
    lists_open: bool,
    seed: int,
    game: int,
) -> GameRow:
    """One game by agents' names. Deterministic in (seed, game); deck A first in even games."""
    a = make_agent(agent_a)
    b = make_agent(agent_b)
    s = play_state(table, deck_a, deck_b, a, b, ruleset, lists_open, seed, game)
    return GameRow(s, game)
