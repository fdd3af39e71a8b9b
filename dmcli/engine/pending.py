"""Emptying the queue of triggered abilities: AP's first, then the other's (rules.md 9)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dmcli.engine.state import Frame, Op, Pending, State
from dmcli.engine.triggers import binding, same_pending
from dmcli.engine.words import NEXT


@final
class PendingOp(Op):
    """Resolve pending abilities until there are none; the player orders own different ones."""

    def run(self, s: State, f: Frame) -> None:
        """Start the next one, or ask which is next."""
        n = len(s.queue)
        if n == 0:
            return
        if n == 1:
            self._start(s, f, 0)
            return
        player = s.active if self._has(s, s.active) else 1 - s.active
        s.ask(player, NEXT)
        at: i64 = 0
        while at < n:
            if s.queue[at].player == player and not self._equal_before(s, at):
                s.offer(NEXT | at << 8)
            at += 1

    def _has(self, s: State, player: i64) -> bool:
        for waiting in s.queue:
            if waiting.player == player:
                return True
        return False

    def _equal_before(self, s: State, at: i64) -> bool:
        mine = s.queue[at]
        i: i64 = 0
        while i < at:
            if same_pending(s.queue[i], mine):
                return True
            i += 1
        return False

    def answer(self, s: State, f: Frame, action: i64) -> None:
        """Start the chosen one."""
        self._start(s, f, action >> 8)

    def _start(self, s: State, f: Frame, at: i64) -> None:
        waiting = s.queue[at]
        s.queue = [p for p in s.queue if p is not waiting]
        f.pc -= 1
        begin(s, waiting)


def begin(s: State, waiting: Pending) -> None:
    """Put the program of a pending ability on the stack, with what it remembers."""
    frame = Frame(waiting.program, waiting.player, waiting.source)
    frame.that = waiting.subject
    frame.word = waiting.word
    frame.those = binding(waiting.those)
    if waiting.subject >= 0:
        frame.it.add(waiting.subject)
    else:
        frame.it = binding(waiting.those)
    s.push(frame)
    if s.log is not None:
        s.note("ability", waiting.name, waiting.player, 0)
