"""Replacement effects: each event is replaced once at most; AP's first (rules.md 11)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dmcli.engine.moves import execute, would_mask
from dmcli.engine.questions import (
    applies,
    count,
    gate_open,
    holds,
    is_survivor,
    matches,
    side_fits,
    timed_active,
)
from dmcli.engine.state import PROCESS, Batch, Cards, Frame, Op, Program, Repl, State
from dmcli.engine.words import (
    BATTLE,
    CARD_BITS,
    DECK,
    HAND,
    NO,
    P_ORDER,
    P_REPLACE,
    PICK,
    REPLACE,
    REPLACED,
    SAVED,
    STAYS,
    TAPPED_FLAG,
    TO_BOTTOM,
    TOP_ONLY,
    W_BREAK,
    W_BROKEN,
)


@final
class Candidate:
    """A replacement that may be chosen for one move. source: ref of what it is on."""

    def __init__(self, repl: Repl, source: i64, word: i64) -> None:
        """Plain data."""
        self.repl = repl
        self.source = source
        self.word = word


def candidates(s: State, batch: Batch, at: i64, player: i64) -> list[Candidate]:
    """The replacements of that player that apply to the move."""
    found: list[Candidate] = []
    x = batch.what.v[at]
    mask = would_mask(s, x, batch.to.v[at], batch.why.v[at])
    if mask == 0:
        return found
    breaker = s.body_of(batch.breaker)
    if s.zone[x] == HAND:
        _in_hand(s, x, mask, player, found)
    row = s.zones[player * 8 + BATTLE].v
    n = len(row)
    i: i64 = 0
    while i < n:
        if breaker >= 0 and mask & 1 << W_BREAK != 0:
            _on_body(s, row[i], breaker, mask & 1 << W_BREAK, found)
        _on_body(s, row[i], x, mask & ~(1 << W_BREAK), found)
        i += 1
    if mask & 1 << W_BREAK != 0:
        _given(s, breaker, mask & 1 << W_BREAK, player, found)
        _timed(s, breaker, mask & 1 << W_BREAK, player, found)
    _given(s, x, mask & ~(1 << W_BREAK), player, found)
    _timed(s, x, mask & ~(1 << W_BREAK), player, found)
    if len(batch.repls) > 0:
        found = [each for each in found if not _spent(s, batch, each)]
    return found


def _spent(s: State, batch: Batch, candidate: Candidate) -> bool:
    """What was given up for one of several simultaneous events is not there for another."""
    repl = candidate.repl
    if not repl.optional:
        return False
    used: i64 = 0
    index: i64 = len(batch.repls) - 1
    while index >= 0:
        if batch.repls[index] is repl:
            if not repl.need_this or batch.repl_source[index] == candidate.source:
                used += 1
        index -= 1
    need = repl.need
    if repl.need_this or need is None or used == 0:
        return repl.need_this and used > 0
    source = candidate.source & CARD_BITS
    return count(s, need, s.owner[source], source, -1) < (used + 1) * repl.need_number


def can_replace(s: State, repl: Repl, source: i64) -> bool:
    """An optional replacement is offered only if it can be done in full (rules.md 1)."""
    need = repl.need
    if need is None or not repl.optional:
        return True
    return count(s, need, s.owner[source], source, -1) >= repl.need_number


def _in_hand(s: State, card: i64, mask: i64, player: i64, found: list[Candidate]) -> None:
    if s.owner[card] != player:
        return
    for repl in s.definition(card).hand_repls:
        if mask >> repl.would & 1 != 0 and _conditions(s, repl, player, card):
            found.append(Candidate(repl, s.ref(card), -1))


def _on_body(s: State, source: i64, subject: i64, mask: i64, found: list[Candidate]) -> None:
    d = s.defs[s.card_def[s.top[source]]]
    for repl in d.repls:
        if mask >> repl.would & 1 == 0 or not can_replace(s, repl, source):
            continue
        if repl.gate != 0 and not gate_open(s, repl.gate, source):
            continue
        if repl.self_only:
            if source == subject and _conditions(s, repl, s.owner[source], source):
                found.append(Candidate(repl, s.ref(source), -1))
        elif _watches(s, repl, source, subject) and _conditions(s, repl, s.owner[source], source):
            found.append(Candidate(repl, s.ref(source), -1))
    if d.shares and source != subject:
        _shared(s, source, subject, mask, found)


def _given(s: State, subject: i64, mask: i64, player: i64, found: list[Candidate]) -> None:
    """What other creatures' abilities give the creature, whoever controls those."""
    if s.ability_effects == 0 or subject < 0 or s.zone[subject] != BATTLE:
        return
    if s.owner[subject] != player:
        return
    row = s.givers.v
    n = len(row)
    at: i64 = 0
    while at < n:
        source = row[at]
        at += 1
        for static in s.defs[s.card_def[s.top[source]]].statics:
            if static.gives_abilities and applies(s, static, source, subject):
                for mod in static.mods:
                    repl = mod.repl
                    if repl is not None and mask >> repl.would & 1 != 0:
                        if _conditions(s, repl, player, subject):
                            found.append(Candidate(repl, s.ref(subject), -1))


def _shared(s: State, source: i64, subject: i64, mask: i64, found: list[Candidate]) -> None:
    if subject < 0 or s.zone[subject] != BATTLE or s.owner[source] != s.owner[subject]:
        return
    if not is_survivor(s, subject):
        return
    for repl in s.defs[s.card_def[s.top[source]]].repls:
        if repl.share and repl.self_only and mask >> repl.would & 1 != 0:
            if _conditions(s, repl, s.owner[subject], subject):
                found.append(Candidate(repl, s.ref(subject), -1))


def _watches(s: State, repl: Repl, source: i64, subject: i64) -> bool:
    if subject < 0 or not side_fits(repl.side, s.owner[subject], s.owner[source]):
        return False
    matcher = repl.matcher
    return matcher is None or matches(s, matcher, subject, s.owner[source], source, -1)


def _conditions(s: State, repl: Repl, player: i64, source: i64) -> bool:
    for cond in repl.conds:
        if not holds(s, cond, player, source, -1, None):
            return False
    return True


def _timed(s: State, subject: i64, mask: i64, player: i64, found: list[Candidate]) -> None:
    if subject < 0:
        return
    for timed in s.timed:
        repl = timed.repl
        if repl is None or timed.player != player or mask >> repl.would & 1 == 0:
            continue
        if not timed_active(s, timed):
            continue
        closed = timed.closed
        if closed is not None:
            if closed.find(s.ref(subject)) < 0:
                continue
        elif repl.self_only:
            if timed.source != s.ref(subject):
                continue
        elif not side_fits(repl.side, s.owner[subject], player):
            continue
        else:
            matcher = repl.matcher
            source = s.body_of(timed.source)
            if matcher is not None:
                if not matches(s, matcher, subject, player, source, timed.word):
                    continue
        found.append(Candidate(repl, timed.source, timed.word))


@final
class AssignOp(Op):
    """Ask who may, take what must: x is the move, y the player (0 AP, 1 the other)."""

    def run(self, s: State, f: Frame) -> None:
        """Look at the next move and player until something is to be asked."""
        batch = f.batch
        assert batch is not None
        n = len(batch.what.v)
        while f.x < n:
            at = f.x
            if batch.flags.v[at] & (REPLACED | STAYS) == 0:
                player = s.active if f.y == 0 else 1 - s.active
                found = candidates(s, batch, at, player)
                if len(found) == 1 and not found[0].repl.optional:
                    assign(s, batch, at, found[0])
                elif len(found) > 0:
                    self._ask(s, f, found, player)
                    return
            self._next(f)

    def _next(self, f: Frame) -> None:
        if f.y == 0:
            f.y = 1
        else:
            f.y = 0
            f.x += 1

    def _ask(self, s: State, f: Frame, found: list[Candidate], player: i64) -> None:
        s.ask(player, REPLACE)
        optional = True
        index: i64 = 0
        for candidate in found:
            s.offer(REPLACE | index << 8)
            index += 1
            if not candidate.repl.optional:
                optional = False
        if optional:
            s.offer(NO)

    def answer(self, s: State, f: Frame, action: i64) -> None:
        """Assign the chosen one, or decline them all."""
        batch = f.batch
        assert batch is not None
        if action & 0xFF == REPLACE:
            player = s.active if f.y == 0 else 1 - s.active
            found = candidates(s, batch, f.x, player)
            assign(s, batch, f.x, found[action >> 8 & 0xFFFF])
        self._next(f)
        f.pc -= 1


def assign(s: State, batch: Batch, at: i64, chosen: Candidate) -> None:
    """The move now happens as the replacement says."""
    repl = chosen.repl
    flags = batch.flags.v[at] | REPLACED
    if repl.top_only:
        flags |= TOP_ONLY
    elif repl.to >= 0:
        batch.to.v[at] = repl.to & 7
        if repl.to & 8 != 0:
            flags |= TO_BOTTOM
        if repl.to & 16 != 0:
            flags |= TAPPED_FLAG
    else:
        flags |= STAYS
        if repl.would == W_BROKEN:
            flags |= SAVED
    batch.flags.v[at] = flags
    s.note("replace", batch.what.v[at], 0, 0)
    if repl.follow is not None:
        batch.repls.append(repl)
        batch.repl_source.append(int(chosen.source))
        batch.repl_item.append(int(at))


@final
class ExecuteOp(Op):
    """Carry the batch out; then what the replacements still do."""

    def run(self, s: State, f: Frame) -> None:
        """One batch, then a frame for each follow-up."""
        batch = f.batch
        assert batch is not None
        subjects = Cards()
        for item in batch.repl_item:
            x = batch.what.v[item]
            subjects.add(s.top[x] if s.zone[x] == BATTLE else x)
        before = len(s.frames)
        execute(s, batch)
        late = s.frames[before:]
        s.frames = s.frames[:before]
        index: i64 = len(batch.repls) - 1
        while index >= 0:
            self._follow(s, batch, index, subjects.v[index])
            index -= 1
        s.frames = s.frames + late

    def _follow(self, s: State, batch: Batch, index: i64, subject: i64) -> None:
        program = batch.repls[index].follow
        assert program is not None
        source = batch.repl_source[index]
        card = source & CARD_BITS
        if not s.alive(source) and source >= 0:
            source = s.ref(card)
        frame = Frame(program, s.owner[card] if source >= 0 else s.active, source)
        frame.it.add(s.ref(subject))
        frame.that = s.ref(subject)
        frame.replaces = True
        s.push(frame)


@final
class OrderOp(Op):
    """The owner orders the top (or bottom, y = 1) x cards of the deck, the topmost first."""

    def run(self, s: State, f: Frame) -> None:
        """Ask which of the rest comes next; z are done."""
        left = f.x - f.z
        row = s.zones[f.player * 8 + DECK].v
        if left < 2 or f.x > len(row):
            return
        s.ask(f.player, PICK)
        first = self._lowest(s, f)
        at = first + left - 1
        seen = Cards()
        while at >= first:
            if seen.find(s.card_def[row[at]]) < 0:
                seen.add(s.card_def[row[at]])
                s.offer(PICK | (f.player * 8 + DECK) << 8 | at << 24)
            at -= 1

    def _lowest(self, s: State, f: Frame) -> i64:
        return 0 if f.y == 1 else len(s.zones[f.player * 8 + DECK].v) - f.x

    def answer(self, s: State, f: Frame, action: i64) -> None:
        """Move the chosen one to the top of those that are not ordered yet."""
        at = action >> 24 & 0xFFFF
        row = s.zones[f.player * 8 + DECK].v
        end = self._lowest(s, f) + f.x - f.z - 1
        card = row[at]
        while at < end:
            row[at] = row[at + 1]
            at += 1
        row[end] = card
        f.z += 1
        f.pc -= 1


PROCESS[P_REPLACE] = Program("replacement", [AssignOp(), ExecuteOp()])
PROCESS[P_ORDER] = Program("order", [OrderOp()])
