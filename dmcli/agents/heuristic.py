"""The default agent: one decision at a time, by what the view shows."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dmcli.agents.agent import Agent
from dmcli.agents.attacking import attack
from dmcli.agents.blocking import block
from dmcli.agents.board import Board
from dmcli.agents.charging import charge
from dmcli.agents.picking import breaker, next_ability, pick, trigger, word, yes_or_no
from dmcli.agents.playing import play
from dmcli.agents.weights import Weights
from dmcli.engine.purpose import V_BREAK
from dmcli.engine.rng import Rng
from dmcli.engine.view import View
from dmcli.engine.words import (
    ATTACK,
    BLOCK,
    BREAKER,
    CHARGE,
    NEXT,
    PICK,
    REPLACE,
    SUMMON,
    TRIGGER,
    WORD,
    YES,
)


@final
class HeuristicAgent(Agent):
    """Same view, same decision: it keeps nothing from one decision to the next."""

    def __init__(self, weights: Weights) -> None:
        """The board is only room to think in."""
        self.board = Board(weights)

    def decide(self, view: View, rng: Rng) -> i64:
        """Read the board, then answer the kind of choice that is asked."""
        kind = view.asked()
        board = self.board
        if kind == BREAKER:
            return breaker(view)
        if kind == REPLACE:
            return view.action(0)
        if kind == CHARGE:
            board.sit(view)
            return charge(view, board)
        if kind == PICK and view.purpose() == V_BREAK:
            board.sit(view)
            return pick(view, board)
        board.read(view)
        if kind == SUMMON:
            return play(view, board)
        if kind == ATTACK:
            return attack(view, board)
        if kind == BLOCK:
            return block(view, board)
        if kind == PICK:
            return pick(view, board)
        if kind == TRIGGER:
            return trigger(view, board)
        if kind == YES:
            return yes_or_no(view, board)
        if kind == WORD:
            return word(view, board)
        return next_ability(view, board) if kind == NEXT else view.action(0)
