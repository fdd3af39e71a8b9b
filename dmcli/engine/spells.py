"""Casting: the spell waits in limbo until its effect is done, then goes to its zone (6.2)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dmcli.engine.moves import place_card
from dmcli.engine.state import PROCESS, Frame, Op, Program, State
from dmcli.engine.triggers import emit_player
from dmcli.engine.words import (
    BATTLE,
    CARD_BITS,
    E_CAST,
    GRAVEYARD,
    HAND,
    K_CHARGER,
    M_PLAYED,
    MANA,
    P_CAST,
    PLAYED,
    RESOLVING,
    W_SPELL,
)


@final
class LimboOp(Op):
    """The card leaves its zone; the spell counts as cast."""

    def run(self, s: State, f: Frame) -> None:
        """Announce, then put its effect on the stack."""
        card = f.source & CARD_BITS
        s.marks[card] |= M_PLAYED
        s.note("cast", card, f.player, 0)
        place_card(s, card, RESOLVING, PLAYED, 0)
        f.source = s.ref(card)
        s.casts[f.player] += 1
        emit_player(s, E_CAST, f.player, f.source)
        program = s.definition(card).spell
        if program is not None:
            s.push(Frame(program, f.player, f.source))


@final
class FinishOp(Op):
    """After its effect the spell goes to the graveyard; a charger to the mana zone."""

    def run(self, s: State, f: Frame) -> None:
        """Unless it has left limbo."""
        if s.alive(f.source):
            card = f.source & CARD_BITS
            to = GRAVEYARD
            if s.definition(card).keys & K_CHARGER != 0:
                to = MANA
            elif f.y == 1 and goes_to_hand(s, f.player):
                to = HAND
            place_card(s, card, to, PLAYED, 0)


def goes_to_hand(s: State, player: i64) -> bool:
    """A creature of the player says so of spells that were cast by shield trigger."""
    row = s.zones[player * 8 + BATTLE].v
    n = len(row)
    at: i64 = 0
    while at < n:
        for repl in s.face(row[at]).repls:
            if repl.would == W_SPELL:
                return True
        at += 1
    return False


PROCESS[P_CAST] = Program("cast", [LimboOp(), FinishOp()])
