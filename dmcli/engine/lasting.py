"""What lasts as ops: timed clauses, delayed abilities, extra turns, the end of the game."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dmcli.engine.questions import (
    actor_of,
    amount,
    ref_row,
    source_of,
)
from dmcli.engine.state import (
    Frame,
    Op,
    Program,
    Repl,
    State,
    StaticOf,
    Timed,
    Trig,
)
from dmcli.engine.triggers import add_timed
from dmcli.engine.words import (
    D_SOURCE,
    END_CARD,
)


@final
class GiveOp(Op):
    """A clause comes into force for a time. ref >= 0: about what it names (a closed set)."""

    def __init__(self, clause: StaticOf, ref: int, duration: int) -> None:
        """ref -1: the clause's own open set."""
        self.clause = clause
        self.ref: i64 = ref
        self.duration: i64 = duration

    def run(self, s: State, f: Frame) -> None:
        """Remember source and chosen word with it."""
        clause = as_it_stands(s, f, self.clause)
        timed = make_timed(s, f, self.duration)
        timed.static = clause
        if self.ref >= 0:
            timed.closed = ref_row(s, f, self.ref).copy()
        for mod in clause.mods:
            trig = mod.trig
            repl = mod.repl
            if trig is not None or repl is not None:
                given = make_timed(s, f, self.duration)
                given.static = clause if trig is not None else None
                given.closed = timed.closed
                given.trig = trig
                given.repl = repl
                add_timed(s, given)
        add_timed(s, timed)


def as_it_stands(s: State, f: Frame, clause: StaticOf) -> StaticOf:
    """A timed clause counts "for each" once, when it is done, and remembers its exceptions."""
    fixed = clause.counts
    for mod in clause.mods:
        fixed = fixed or mod.except_ref >= 0
    if not fixed:
        return clause
    made = clause.like()
    made.counts = False
    for mod in clause.mods:
        now = mod.like()
        per = mod.per
        if per is not None:
            now.power = mod.power * amount(s, per, f.player, source_of(s, f), f)
            now.per = None
        if mod.except_ref >= 0:
            now.excepted = ref_row(s, f, mod.except_ref).copy()
        made.mods.append(now)
    return made


def make_timed(s: State, f: Frame, duration: i64) -> Timed:
    """A timed effect of a frame, still without content."""
    timed = Timed(f.player, f.source, duration, s.turn)
    timed.word = f.word
    if duration == D_SOURCE:
        body = s.body_of(f.source)
        timed.source_top = s.top[body] if body >= 0 else -1
    return timed


@final
class DelayOp(Op):
    """A triggered ability or replacement waits for a time. ref: its closed set, or -1."""

    def __init__(self, duration: int, trig: Trig | None, repl: Repl | None, ref: int) -> None:
        """One of trig and repl."""
        self.duration: i64 = duration
        self.trig = trig
        self.repl = repl
        self.ref: i64 = ref

    def run(self, s: State, f: Frame) -> None:
        """Remember source, word and those."""
        timed = make_timed(s, f, self.duration)
        timed.trig = self.trig
        timed.repl = self.repl
        timed.those = f.it.copy() if len(f.those.v) == 0 else f.those.copy()
        if self.ref >= 0:
            timed.closed = ref_row(s, f, self.ref).copy()
        add_timed(s, timed)


@final
class ExtraTurnOp(Op):
    """An extra turn after this one; at its end: a program."""

    def __init__(self, at_end: Program | None) -> None:
        """at_end may be missing."""
        self.at_end = at_end

    def run(self, s: State, f: Frame) -> None:
        """Queue it."""
        s.extra_player.add(f.player)
        s.extra_end.append(self.at_end if self.at_end is not None else EMPTY)
        s.note("extra turn", f.player, 0, 0)


EMPTY = Program("", [])


@final
class EndGameOp(Op):
    """A player wins or loses by the text of a card."""

    def __init__(self, actor: int, wins: bool) -> None:
        """wins: the actor, else the other."""
        self.actor: i64 = actor
        self.wins = wins

    def run(self, s: State, f: Frame) -> None:
        """At once."""
        player = actor_of(s, f, self.actor)
        s.end(player if self.wins else 1 - player, END_CARD)
