"""A control: plays the dearest card it can, always attacks the player when it can."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dmcli.agents.agent import Agent
from dmcli.engine.rng import Rng
from dmcli.engine.view import View
from dmcli.engine.words import (
    ATTACK,
    BATTLE,
    CAST,
    CHARGE,
    END_TURN,
    HAND,
    MANA,
    NO_BLOCK,
    PASS,
    PICK,
    SUMMON,
    TO_ATTACK,
)


@final
class RushAgent(Agent):
    """Forward: no blocks, no trades, no plans."""

    def decide(self, view: View, rng: Rng) -> i64:
        """One rule for each kind of choice; else the first answer."""
        kind = view.asked()
        if kind == CHARGE:
            return self._charge(view)
        if kind == SUMMON:
            return self._play(view)
        if kind == ATTACK:
            return self._attack(view)
        if kind == PICK:
            return self._pick(view)
        last = view.action(view.count_actions() - 1)
        return last if last == NO_BLOCK else view.action(0)

    def _charge(self, view: View) -> i64:
        """Charge the dearest card until seven mana, while another one is left to play."""
        if view.size(view.player, MANA) >= 7 or view.count_actions() < 3:
            return PASS
        return self._dearest(view)

    def _dearest(self, view: View) -> i64:
        best = view.action(view.count_actions() - 1)
        most: i64 = -1
        at: i64 = 0
        while at < view.count_actions():
            action = view.action(at)
            at += 1
            kind = action & 0xFF
            if kind == CHARGE or kind == SUMMON or kind == CAST:
                card = view.seen(view.player, HAND, action >> 8 & 0xFFFF)
                if view.definition(card).cost > most:
                    most = view.definition(card).cost
                    best = action
        return best

    def _play(self, view: View) -> i64:
        """The dearest card; without one to the attack."""
        best = self._dearest(view)
        if best & 0xFF != END_TURN:
            return best
        at: i64 = 0
        while at < view.count_actions():
            if view.action(at) == TO_ATTACK:
                return TO_ATTACK
            at += 1
        return best

    def _attack(self, view: View) -> i64:
        """The player; only if that is not possible the end of the turn."""
        at: i64 = 0
        while at < view.count_actions():
            action = view.action(at)
            if action & 0xFF == ATTACK and action >> 24 == 0:
                return action
            at += 1
        return view.action(view.count_actions() - 1)

    def _pick(self, view: View) -> i64:
        """An object of the opponent, else the first."""
        at: i64 = 0
        while at < view.count_actions():
            action = view.action(at)
            if action & 0xFF == PICK and action >> 11 & 0x1F == 1 - view.player:
                return action
            at += 1
        return view.action(0)


assert BATTLE > 0
