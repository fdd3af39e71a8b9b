"""The order of steps as ops: may, if, either, for each."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dmcli.engine.permissions import may_play
from dmcli.engine.questions import (
    actor_of,
    amount,
    collect,
    holds,
    ref_row,
    source_of,
    without,
)
from dmcli.engine.state import (
    NO_EFFECTS,
    AmountOf,
    Cards,
    Cond,
    Effect,
    Frame,
    GroupOf,
    Op,
    State,
)
from dmcli.engine.words import (
    ASK_OPTION,
    CARD_BITS,
    NO,
    WORD,
    YES,
)


@final
class AskOp(Op):
    """May: yes goes on, no jumps. Not asked when the first step could do nothing at all."""

    def __init__(self, actor: int) -> None:
        """skip, need and effects are set by the compiler."""
        self.actor: i64 = actor
        self.skip = 0
        self.need: Need | None = None
        self.effects = NO_EFFECTS

    def run(self, s: State, f: Frame) -> None:
        """Ask, unless it cannot be done."""
        need = self.need
        if need is not None and not need.possible(s, f):
            f.did = False
            f.pc = self.skip
            return
        s.ask(actor_of(s, f, self.actor), YES)
        s.offer(YES)
        s.offer(NO)

    def answer(self, s: State, f: Frame, action: i64) -> None:
        """Yes or no."""
        f.did = action == YES
        if action == NO:
            f.pc = self.skip


@final
class Need:
    """What a step needs to do anything: objects in groups, or a ref that can be (un)tapped."""

    def __init__(self, actor: int, groups: list[GroupOf], number: int) -> None:
        """number: how many must be there for the step to be done in full; wanted: or 0, none."""
        self.actor: i64 = actor
        self.groups = groups
        self.number = number
        self.wanted: AmountOf | None = None
        self.ref: i64 = -1
        self.tapped: i64 = -1
        self.adding = False
        self.castable = False

    def possible(self, s: State, f: Frame) -> bool:
        """The step can be done in full."""
        if self.ref >= 0:
            row = ref_row(s, f, self.ref)
            n = len(row.v)
            at: i64 = 0
            while at < n:
                if s.alive(row.v[at]):
                    x = row.v[at] & CARD_BITS
                    if self.castable:
                        return may_play(s, actor_of(s, f, self.actor), x)
                    if self.tapped < 0 or s.tapped[x] == self.tapped:
                        return True
                at += 1
            return False
        wanted = self.wanted
        if wanted is not None and amount(s, wanted, f.player, source_of(s, f), f) == 0:
            return False
        found = Cards()
        for group in self.groups:
            collect(s, group, f, actor_of(s, f, self.actor), found)
        if self.adding:
            found = without(s, found, f.those)
        return len(found.v) >= self.number


@final
class IfOp(Op):
    """Jump unless all conditions hold."""

    def __init__(self, conds: list[Cond]) -> None:
        """skip is set by the compiler."""
        self.conds = conds
        self.skip = 0

    def run(self, s: State, f: Frame) -> None:
        """Go on, or jump."""
        source = source_of(s, f)
        for cond in self.conds:
            if not holds(s, cond, f.player, source, f.word, f):
                f.pc = self.skip
                return


@final
class IfDidOp(Op):
    """Jump unless the last optional part was done."""

    def __init__(self) -> None:
        """skip is set by the compiler."""
        self.skip = 0

    def run(self, s: State, f: Frame) -> None:
        """Go on, or jump."""
        if not f.did:
            f.pc = self.skip


@final
class JumpOp(Op):
    """Go elsewhere."""

    def __init__(self) -> None:
        """to is set by the compiler."""
        self.to = 0

    def run(self, s: State, f: Frame) -> None:
        """Always."""
        f.pc = self.to


@final
class CountOp(Op):
    """Begin "for each": how often, into a register."""

    def __init__(self, group: GroupOf, register: int) -> None:
        """The group is counted once, at the start."""
        self.number = AmountOf(0, group, False)
        self.register = register
        self.actor: i64 = 0

    def run(self, s: State, f: Frame) -> None:
        """Count."""
        actor = actor_of(s, f, self.actor)
        f.registers[self.register] = amount(s, self.number, actor, source_of(s, f), f)


@final
class RepeatOp(Op):
    """One round less; jump out when none is left."""

    def __init__(self, register: int) -> None:
        """skip is set by the compiler."""
        self.register = register
        self.skip = 0

    def run(self, s: State, f: Frame) -> None:
        """Next round, or out."""
        if f.registers[self.register] <= 0:
            f.pc = self.skip
        else:
            f.registers[self.register] -= 1


@final
class EitherOp(Op):
    """One of several; only what can be done in full may be chosen, unless nothing can."""

    def __init__(self, actor: int, needs: list[Need | None]) -> None:
        """starts: where each option begins, set by the compiler."""
        self.actor: i64 = actor
        self.needs = needs
        self.starts: list[int] = []
        self.options: list[list[Effect]] = []

    def run(self, s: State, f: Frame) -> None:
        """Offer them by number, as printed."""
        s.ask(actor_of(s, f, self.actor), WORD)
        self._offer(s, f, True)
        if s.n_options == 0:
            self._offer(s, f, False)

    def _offer(self, s: State, f: Frame, only_possible: bool) -> None:
        index: i64 = 0
        for need in self.needs:
            index += 1
            if not only_possible or need is None or need.possible(s, f):
                s.offer(WORD | index << 8 | ASK_OPTION << 40)

    def answer(self, s: State, f: Frame, action: i64) -> None:
        """Go to the option."""
        f.pc = self.starts[(action >> 8 & 0xFFFF) - 1]
