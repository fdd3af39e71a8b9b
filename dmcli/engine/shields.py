"""Breaking shields and shield triggers (rules.md 10)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dmcli.engine.moves import batch_add, move, place_card
from dmcli.engine.pending import PendingOp
from dmcli.engine.permissions import card_rule, chooser_of_shields, may_play
from dmcli.engine.state import PROCESS, Batch, Cards, Frame, Op, Program, State
from dmcli.engine.summon import has_base
from dmcli.engine.triggers import emit_player
from dmcli.engine.words import (
    BROKEN,
    CARD_BITS,
    E_SHIELD_TRIGGER,
    HAND,
    K_TRIGGER,
    M_TRIGGERED,
    NO_REF,
    NO_TRIGGER,
    P_BREAK,
    P_CAST,
    P_SHIELD,
    P_SUMMON,
    PICK,
    RESOLVING,
    SHIELDS,
    SPELL,
    TRIGGER,
)


def start_break(s: State, breaker: i64, player: i64, number: i64) -> None:
    """A creature of ``player`` breaks ``number`` shields of the other player."""
    frame = s.start(P_BREAK, player, breaker)
    frame.x = number
    if not s.ruleset.single_breaks:
        frame.z = 1


@final
class PickShieldOp(Op):
    """The breaker's player chooses a shield; x are left to break."""

    def run(self, s: State, f: Frame) -> None:
        """Nothing to break: skip to the end. ocg (z): all are chosen before the first breaks."""
        place = (1 - f.player) * 8 + SHIELDS
        row = s.zones[place].v
        if f.x <= 0 or len(row) == len(f.those.v):
            if f.z == 1 and len(f.those.v) > 0:
                break_all(s, f)
                return
            f.pc = len(f.program.ops)
            return
        breaker = s.body_of(f.source)
        s.ask(chooser_of_shields(s, 1 - f.player, f.player, breaker), PICK)
        at: i64 = 0
        n = len(row)
        while at < n:
            if f.those.find(s.ref(row[at])) < 0:
                s.offer(PICK | place << 8 | at << 24)
            at += 1

    def answer(self, s: State, f: Frame, action: i64) -> None:
        """Break it now (tcg), or remember it (ocg)."""
        card = s.zones[(1 - f.player) * 8 + SHIELDS].v[action >> 24 & 0xFFFF]
        f.x -= 1
        if f.z == 1:
            f.those.add(s.ref(card))
            f.pc -= 1
            return
        _break(s, f, card, Batch(f.player))


def _break(s: State, f: Frame, card: i64, batch: Batch) -> None:
    batch.breaker = f.source
    batch_add(s, batch, card, HAND, BROKEN, 0)
    move(s, batch)


def break_all(s: State, f: Frame) -> None:
    """ocg: the chosen shields break together."""
    batch = Batch(f.player)
    batch.breaker = f.source
    n = len(f.those.v)
    at: i64 = 0
    while at < n:
        batch_add(s, batch, f.those.v[at] & CARD_BITS, HAND, BROKEN, 0)
        at += 1
    f.those = Cards()
    f.x = 0
    f.z = 2
    move(s, batch)


@final
class AgainOp(Op):
    """Back to the choice of the next shield."""

    def run(self, s: State, f: Frame) -> None:
        """Repeat while breaks are left."""
        if f.x > 0:
            f.pc = 0


@final
class ShieldOp(Op):
    """Shields come to their owner's hand: first shield triggers may be used (10.3).

    tcg: one after the other, the owner says which (an effect may move several at once). ocg: their
    owner announces the triggers, the rest goes to hand, then the announced ones are used in that
    order. those: the shields, it: what is announced; z 1: asking, 2: using.
    """

    def run(self, s: State, f: Frame) -> None:
        """Ask the owner, when a card has a trigger that may be used now."""
        if f.z == 0:
            f.z = 1
            f.those.add(f.source)
            _join(s, f)
            _show_owner(s, f)
        if f.z == 1:
            able = triggers_left(s, f)
            n = len(able.v)
            if n == 0:
                self._settle(s, f)
                return
            f.source = able.v[0]
            s.ask(f.player, TRIGGER)
            at: i64 = 0
            while at < n:
                s.offer(TRIGGER | at << 8)
                at += 1
            s.offer(NO_TRIGGER)
            return
        self._use(s, f)

    def answer(self, s: State, f: Frame, action: i64) -> None:
        """Use or announce one and ask again, or no more."""
        if action == NO_TRIGGER:
            self._settle(s, f)
            return
        chosen = triggers_left(s, f).v[action >> 8]
        f.pc -= 1
        if s.ruleset.single_breaks:
            f.those.discard(chosen)
            self._start(s, f, chosen)
        else:
            f.it.add(chosen)

    def _start(self, s: State, f: Frame, ref: i64) -> None:
        frame = s.start(P_SHIELD, f.player, ref)
        frame.x = f.x
        frame.z = 2

    def _settle(self, s: State, f: Frame) -> None:
        """What is not announced goes to hand; the rest is used, the first one first."""
        n = len(f.those.v)
        at: i64 = 0
        while at < n:
            ref = f.those.v[at]
            if s.alive(ref) and f.it.find(ref) < 0:
                place_card(s, ref & CARD_BITS, HAND, BROKEN, 0)
            at += 1
        at = len(f.it.v) - 1
        while at >= 0:
            if s.alive(f.it.v[at]):
                card = f.it.v[at] & CARD_BITS
                if at > 0:
                    # it waits for its turn, and is no shield any more
                    place_card(s, card, RESOLVING, BROKEN, 0)
                self._start(s, f, s.ref(card))
            at -= 1

    def _use(self, s: State, f: Frame) -> None:
        """At no cost; to hand if an effect forbids it by now."""
        if not s.alive(f.source):
            return
        card = f.source & CARD_BITS
        if not can_trigger(s, f.player, card):
            place_card(s, card, HAND, BROKEN, 0)
            return
        s.triggers_used[f.player] += 1
        s.marks[card] |= M_TRIGGERED
        s.note("trigger", card, f.player, 0)
        s.event_breaker = f.x
        emit_player(s, E_SHIELD_TRIGGER, f.player, NO_REF)
        s.event_breaker = NO_REF
        if s.definition(card).kind == SPELL:
            s.start(P_CAST, f.player, s.ref(card)).y = 1
        else:
            frame = s.start(P_SUMMON, f.player, s.ref(card))
            frame.y = 1
            frame.word = 1


def _join(s: State, f: Frame) -> None:
    """One frame for all shields that come to this player's hand at the same time."""
    mine = s.frames.pop()
    assert mine is f
    while len(s.frames) > 0:
        other = s.frames[len(s.frames) - 1]
        if other.program is not f.program or other.player != f.player or other.z != 0:
            break
        f.those.put_first(other.source)
        s.frames.pop()
    s.frames.append(f)


def _show_owner(s: State, f: Frame) -> None:
    mine: i64 = 1
    n = len(f.those.v)
    at: i64 = 0
    while at < n:
        if s.alive(f.those.v[at]):
            s.known[f.those.v[at] & CARD_BITS] |= mine << f.player
        at += 1


def triggers_left(s: State, f: Frame) -> Cards:
    """Refs of the shields whose trigger may still be used."""
    row = Cards()
    n = len(f.those.v)
    at: i64 = 0
    while at < n:
        ref = f.those.v[at]
        if s.alive(ref) and f.it.find(ref) < 0 and can_trigger(s, f.player, ref & CARD_BITS):
            row.add(ref)
        at += 1
    return row


def can_trigger(s: State, player: i64, card: i64) -> bool:
    """It has shield trigger, no effect stops it, and an evolution creature has a base."""
    d = s.definition(card)
    if d.keys & K_TRIGGER == 0 or not may_play(s, player, card) or card_rule(s, card, 1):
        return False
    return not d.evolution or has_base(s, player, d)


PROCESS[P_BREAK] = Program("break", [PickShieldOp(), PendingOp(), AgainOp()])
PROCESS[P_SHIELD] = Program("shield", [ShieldOp()])
