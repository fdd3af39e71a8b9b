"""Creatures enter the battle zone: summoned, by shield trigger, or put by an effect (6.3, 6.4)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dmcli.engine.moves import enter, evolve, place_card
from dmcli.engine.questions import keys, matches
from dmcli.engine.state import PROCESS, Def, Frame, Op, Program, State
from dmcli.engine.words import (
    BATTLE,
    CARD_BITS,
    HAND,
    K_ANY_BASE,
    M_PLAYED,
    P_SUMMON,
    PICK,
    RESOLVING,
    SHIELDS,
)


def fits_base(s: State, player: i64, d: Def, half: i64, body: i64) -> bool:
    """The body is a legal base for that half of an evolution creature."""
    if matches(s, d.bases[half], body, player, -1, -1):
        return True
    return keys(s, body) & K_ANY_BASE != 0


def has_base(s: State, player: i64, d: Def) -> bool:
    """The player has what the evolution creature must be put on."""
    row = s.zones[player * 8 + BATTLE].v
    n = len(row)
    two = len(d.bases) > 1
    at: i64 = 0
    while at < n:
        if fits_base(s, player, d, 0, row[at]):
            if not two:
                return True
            other: i64 = 0
            while other < n:
                if other != at and fits_base(s, player, d, 1, row[other]):
                    return True
                other += 1
        at += 1
    return False


def put_in(s: State, card: i64, base: i64, second: i64, flags: i64, summoned: bool) -> None:
    """The card enters: alone (base -1), on one body, or on two."""
    if summoned:
        s.marks[card] |= M_PLAYED
    if base < 0:
        enter(s, card, flags, summoned)
    else:
        evolve(s, card, base, second, flags, summoned)


@final
class BaseOp(Op):
    """For a creature that comes in by an effect: its base is chosen. x, z: body + 1."""

    def run(self, s: State, f: Frame) -> None:
        """No legal base: the card stays where it is (a broken shield goes to hand)."""
        if not s.alive(f.source):
            f.pc = len(f.program.ops)
            return
        card = f.source & CARD_BITS
        d = s.definition(card)
        half: i64 = 0 if f.x == 0 else 1
        if not d.evolution or half >= len(d.bases):
            return
        if half == 0 and not has_base(s, f.player, d):
            f.pc = len(f.program.ops)
            if s.zone[card] == SHIELDS or s.zone[card] == RESOLVING:
                place_card(s, card, HAND, 0, 0)
            return
        self._ask(s, f, d, half)

    def _ask(self, s: State, f: Frame, d: Def, half: i64) -> None:
        s.ask(f.player, PICK)
        place = f.player * 8 + BATTLE
        row = s.zones[place].v
        n = len(row)
        at: i64 = 0
        while at < n:
            if row[at] + 1 != f.x and fits_base(s, f.player, d, half, row[at]):
                if half == 1 or len(d.bases) == 1 or self._other_half(s, f, d, row[at]):
                    s.offer(PICK | place << 8 | at << 24)
            at += 1

    def _other_half(self, s: State, f: Frame, d: Def, body: i64) -> bool:
        row = s.zones[f.player * 8 + BATTLE].v
        n = len(row)
        at: i64 = 0
        while at < n:
            if row[at] != body and fits_base(s, f.player, d, 1, row[at]):
                return True
            at += 1
        return False

    def answer(self, s: State, f: Frame, action: i64) -> None:
        """Remember the body; ask for the second one of a vortex creature."""
        body = s.zones[f.player * 8 + BATTLE].v[action >> 24 & 0xFFFF]
        if f.x == 0:
            f.x = body + 1
            f.pc -= 1
        else:
            f.z = body + 1


@final
class EnterOp(Op):
    """The creature enters. word 1: it counts as summoned; many: move flags."""

    def run(self, s: State, f: Frame) -> None:
        """Put it in as chosen."""
        if s.alive(f.source):
            put_in(s, f.source & CARD_BITS, f.x - 1, f.z - 1, f.many, f.word == 1)


PROCESS[P_SUMMON] = Program("summon", [BaseOp(), EnterOp()])
