"""One door: ``legal_actions()`` → ``apply(action)`` → ``outcome``."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dmcli.engine import turn as _turn
from dmcli.engine.deal import deal, streams
from dmcli.engine.moves import check_power
from dmcli.engine.notation import describe
from dmcli.engine.ruleset import Ruleset
from dmcli.engine.state import Frame, Op, State, Table
from dmcli.engine.view import View
from dmcli.engine.words import (
    ATTACK,
    END_DRAW,
    END_LIMIT,
    END_TURN,
    ENDINGS,
    NOBODY,
    TO_ATTACK,
    USE,
)

M: Final[i64] = 0xFFFFFFFF
ENDLESS: Final = 20_000
"""Ops without a decision after which a loop is endless and compulsory: a draw (rules.md 14)."""


def advance(s: State) -> None:
    """Run programs until something is asked or the game is over. One answer is taken unasked."""
    spent = 0
    while s.ending < 0:
        if s.zero_bodies > 0:
            check_power(s)
        f = s.frames[-1]
        if f.pc >= len(f.program.ops):
            s.frames.pop()
            continue
        op = f.program.ops[f.pc]
        f.pc += 1
        s.n_options = 0
        op.run(s, f)
        if must_ask(s, f, op):
            return
        spent += 1
        if spent > ENDLESS:
            s.end(NOBODY, END_DRAW)
    s.n_options = 0


def must_ask(s: State, f: Frame, op: Op) -> bool:
    """Take single answers unasked, as long as the op asks; True when somebody has to decide."""
    while s.n_options > 0 and s.ending < 0:
        if s.n_options > 1 or (s.manual and is_said(s.options[0])):
            return True
        s.n_options = 0
        op.answer(s, f, s.options[0])
    return False


def is_said(action: i64) -> bool:
    """These are asked by hand even when they are the only answer."""
    kind = action & 0xFF
    return kind == ATTACK or kind == USE or kind == TO_ATTACK or kind == END_TURN


def choose(s: State, action: i64) -> None:
    """Apply one of the offered answers; the caller is trusted."""
    s.actions += 1
    if s.n_options > 1:
        s.decisions += 1
    s.turn_decisions += 1
    s.digest_a = ((s.digest_a ^ (action & M)) * 16777619) & M
    s.digest_b = ((s.digest_b ^ (action >> 16 & M)) * 709607 + action) & M
    s.n_options = 0
    f = s.frames[-1]
    op = f.program.ops[f.pc - 1]
    op.answer(s, f, action)
    if s.turn_decisions > s.ruleset.max_decisions:
        s.end(NOBODY, END_LIMIT)
    if not must_ask(s, f, op):
        advance(s)


@final
class Outcome:
    """How a game ended. winner: 0 or 1, or -1 for nobody; reason: a word of ENDINGS."""

    def __init__(self, winner: int, reason: str) -> None:
        """Plain data."""
        self.winner = winner
        self.reason = reason


class Illegal(ValueError):
    """An action that is not among the legal ones."""


@final
class Game:
    """A game for people, agents, replays and tests; actions are numbers of this moment."""

    def __init__(self, state: State) -> None:
        """Go on from a state; ``Game.new`` deals one."""
        self.state = state
        advance(state)

    @staticmethod
    def new(
        table: Table,
        deck_a: list[int],
        deck_b: list[int],
        ruleset: Ruleset,
        seed: int,
        game: int,
    ) -> Game:
        """Game number ``game`` of a series: deck A goes first in even games, deck B in odd."""
        first = game & 1
        return Game(deal(table, ruleset, deck_a, deck_b, first, streams(seed, game >> 1)))

    @property
    def player(self) -> int:
        """Who is asked: 0 (deck A) or 1."""
        return int(self.state.asked)

    def legal_actions(self) -> list[int]:
        """Every answer to the pending choice; empty when the game is over."""
        s = self.state
        found: list[int] = []
        at: i64 = 0
        while at < s.n_options:
            found.append(int(s.options[at]))
            at += 1
        return found

    def apply(self, action: int) -> None:
        """Answer the pending choice; raises Illegal for an action that was not offered."""
        if action not in self.legal_actions():
            raise Illegal(f"{action} is not among the {self.state.n_options} legal actions.")
        choose(self.state, action)

    def describe(self, action: int) -> str:
        """A legal action in the words of the notation, which find it again."""
        return describe(self.state, action)

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        s = self.state
        if s.ending < 0:
            return None
        return Outcome(int(s.winner), ENDINGS[s.ending])

    def view(self, player: int) -> View:
        """What that player may see and ask."""
        return View(self.state, player)

    def clone(self) -> Game:
        """An independent game in the same state."""
        return Game(self.state.copy())


assert _turn.AT_MAIN > 0
