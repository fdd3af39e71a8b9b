"""The acts of abilities as ops: one small class per verb, composed by the compiler.

Ref codes: 0 this, 1 it, 2 that creature, 3 those, 4 the rest, 5 the blocker.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dmcli.engine.moves import batch_add, draw, move, shuffle, tap, untap
from dmcli.engine.questions import (
    actor_of,
    amount,
    keys,
    ref_row,
    source_of,
    that_player,
)
from dmcli.engine.shields import start_break
from dmcli.engine.state import (
    AmountOf,
    Batch,
    Cards,
    Frame,
    Op,
    State,
)
from dmcli.engine.words import (
    BATTLE,
    BY_EFFECT,
    CARD_BITS,
    DECK,
    DESTROYED,
    DISCARDED,
    HAND,
    K_UNTAPPABLE,
    NO,
    P_ORDER,
    P_SUMMON,
    S_OPPONENT,
    S_THAT_PLAYER,
    S_THEIR,
    SHIELDS,
    TO_BOTTOM,
    UNORDERED,
    UNSEEN,
    YES,
)


def side_player(s: State, f: Frame, side: i64, actor: i64) -> i64:
    """The player whose deck a side names."""
    if side == S_OPPONENT:
        return 1 - f.player
    if side == S_THEIR:
        return actor
    if side == S_THAT_PLAYER:
        return that_player(s, f)
    return f.player


@final
class MoveOp(Op):
    """Move what a ref names to a zone of its owner, all at once."""

    def __init__(self, ref: int, to: int, why: int, flags: int) -> None:
        """top_only: just the top card of the pile; by: actor code of the cause."""
        self.ref: i64 = ref
        self.to: i64 = to
        self.why: i64 = why
        self.flags: i64 = flags
        self.top_only = False
        self.actor: i64 = 0

    def run(self, s: State, f: Frame) -> None:
        """One batch, or part of a larger one that is being gathered."""
        row = ref_row(s, f, self.ref)
        gathering = f.gather
        batch = Batch(f.player) if gathering is None else gathering
        moved = 0
        n = len(row.v)
        at: i64 = 0
        while at < n:
            ref = row.v[at]
            at += 1
            if s.alive(ref):
                x = ref & CARD_BITS
                if self._may_move(s, x):
                    moved += 1
                    batch_add(s, batch, x, self.to, self.why, self._flags(s, x))
        f.set_many(actor_of(s, f, self.actor), moved)
        if moved == 0 or gathering is not None:
            return
        if self.to == DECK and moved > 1:
            self._order(s, f, batch)
        move(s, batch)

    def _may_move(self, s: State, x: i64) -> bool:
        zone = s.zone[x]
        if self.why == DESTROYED:
            return zone == BATTLE
        if self.why == DISCARDED:
            return zone == HAND
        return True

    def _flags(self, s: State, x: i64) -> i64:
        flags = self.flags
        if self.top_only and s.zone[x] == BATTLE:
            flags |= 2
        if s.zone[x] == HAND and (self.to == SHIELDS or self.to == DECK):
            flags |= UNSEEN
        return flags

    def _order(self, s: State, f: Frame, batch: Batch) -> None:
        """Several cards to one deck: their owner orders them afterwards."""
        x = batch.what.v[0]
        if s.zone[x] == BATTLE or self.flags & UNORDERED != 0:
            return
        frame = s.start(P_ORDER, s.owner[x], f.source)
        frame.x = len(batch.what.v)
        frame.y = 1 if self.flags & TO_BOTTOM != 0 else 0


@final
class GatherOp(Op):
    """Begin or end a batch of several groups: what is between happens at the same time."""

    def __init__(self, begins: bool) -> None:
        """begins: else it ends, and the batch is carried out."""
        self.begins = begins

    def run(self, s: State, f: Frame) -> None:
        """Open the batch, or do it."""
        if self.begins:
            f.gather = Batch(f.player)
            return
        batch = f.gather
        f.gather = None
        if batch is not None:
            move(s, batch)


@final
class EnterByEffectOp(Op):
    """Put what a ref names into the battle zone; evolution creatures need a base."""

    def __init__(self, ref: int, flags: int) -> None:
        """flags: of the move."""
        self.ref: i64 = ref
        self.flags: i64 = flags

    def run(self, s: State, f: Frame) -> None:
        """A summoning program for each, the first one on top."""
        row = ref_row(s, f, self.ref)
        at: i64 = len(row.v) - 1
        moved = 0
        while at >= 0:
            ref = row.v[at]
            at -= 1
            if s.alive(ref) and s.zone[ref & CARD_BITS] != BATTLE:
                if s.definition(ref & CARD_BITS).kind == 1:
                    frame = s.start(P_SUMMON, s.owner[ref & CARD_BITS], ref)
                    frame.many = self.flags
                    moved += 1
        f.many = moved


@final
class TapOp(Op):
    """Tap or untap what a ref names."""

    def __init__(self, ref: int, to: bool) -> None:
        """to: tapped, else untapped."""
        self.ref: i64 = ref
        self.to = to

    def run(self, s: State, f: Frame) -> None:
        """Each of them."""
        row = ref_row(s, f, self.ref)
        n = len(row.v)
        at: i64 = 0
        while at < n:
            if s.alive(row.v[at]):
                if self.to and self._is_safe(s, f, row.v[at] & CARD_BITS):
                    at += 1
                    continue
                if self.to:
                    tap(s, row.v[at] & CARD_BITS)
                else:
                    untap(s, row.v[at] & CARD_BITS)
            at += 1

    def _is_safe(self, s: State, f: Frame, x: i64) -> bool:
        """The opponent of its owner can't tap it."""
        if s.zone[x] != BATTLE or s.owner[x] == f.player:
            return False
        return keys(s, x) & K_UNTAPPABLE != 0


@final
class DrawOp(Op):
    """Draw cards one at a time; up to: asked before each."""

    def __init__(self, actor: int, number: AmountOf, up_to: bool) -> None:
        """number is read when the op begins."""
        self.actor: i64 = actor
        self.number = number
        self.up_to = up_to

    def run(self, s: State, f: Frame) -> None:
        """Draw them, or ask for the first."""
        player = actor_of(s, f, self.actor)
        wanted = amount(s, self.number, player, source_of(s, f), f)
        f.x = wanted
        f.many = 0
        if self.up_to:
            self._ask(s, f)
            return
        while wanted > 0 and s.ending < 0:
            draw(s, player)
            f.many += 1
            wanted -= 1

    def _ask(self, s: State, f: Frame) -> None:
        if f.x > 0:
            s.ask(actor_of(s, f, self.actor), YES)
            s.offer(YES)
            s.offer(NO)

    def answer(self, s: State, f: Frame, action: i64) -> None:
        """One more card, or stop."""
        if action == YES:
            draw(s, actor_of(s, f, self.actor))
            f.many += 1
            f.x -= 1
            if s.ending < 0:
                self._ask(s, f)


@final
class TopOp(Op):
    """Bind the top cards of a deck to ``it``, the topmost first; up to: asked for each."""

    def __init__(self, side: int, number: AmountOf, up_to: bool, actor: int) -> None:
        """side: whose deck."""
        self.side: i64 = side
        self.number = number
        self.up_to = up_to
        self.actor: i64 = actor

    def run(self, s: State, f: Frame) -> None:
        """As many as there are."""
        f.x = amount(s, self.number, actor_of(s, f, self.actor), source_of(s, f), f)
        f.it = Cards()
        if self.up_to:
            self._ask(s, f)
            return
        while f.x > 0 and self._one(s, f):
            f.x -= 1
        f.many = len(f.it.v)

    def _one(self, s: State, f: Frame) -> bool:
        row = s.zones[side_player(s, f, self.side, actor_of(s, f, self.actor)) * 8 + DECK].v
        taken = len(f.it.v)
        if taken >= len(row):
            return False
        f.it.add(s.ref(row[len(row) - 1 - taken]))
        return True

    def _ask(self, s: State, f: Frame) -> None:
        f.many = len(f.it.v)
        if f.x > 0:
            s.ask(actor_of(s, f, self.actor), YES)
            s.offer(YES)
            s.offer(NO)

    def answer(self, s: State, f: Frame, action: i64) -> None:
        """One more, or stop."""
        if action == YES and self._one(s, f):
            f.x -= 1
            self._ask(s, f)


@final
class LookOp(Op):
    """The actor (shown: both players) now knows what ``it`` names; it is also ``those``."""

    def __init__(self, actor: int, shown: bool, keep: bool) -> None:
        """keep: those keep what they have (a second group of one look)."""
        self.actor: i64 = actor
        self.shown = shown
        self.keep = keep

    def run(self, s: State, f: Frame) -> None:
        """Mark and bind."""
        bit: i64 = 1
        seen: i64 = 3 if self.shown else bit << actor_of(s, f, self.actor)
        if not self.keep:
            f.those = Cards()
        n = len(f.it.v)
        at: i64 = 0
        while at < n:
            card = f.it.v[at] & CARD_BITS
            s.known[card] |= seen
            s.note("look", card, seen, 0)
            f.those.add(f.it.v[at])
            at += 1


@final
class OpenDeckOp(Op):
    """A search begins: the actor sees the whole deck."""

    def __init__(self, actor: int, side: int) -> None:
        """side: whose deck."""
        self.actor: i64 = actor
        self.side: i64 = side

    def run(self, s: State, f: Frame) -> None:
        """Known until the shuffle."""
        actor = actor_of(s, f, self.actor)
        bit: i64 = 1
        row = s.zones[side_player(s, f, self.side, actor) * 8 + DECK].v
        n = len(row)
        at: i64 = 0
        while at < n:
            s.known[row[at]] |= bit << actor
            at += 1


@final
class TakeOp(Op):
    """Move what a search found: shown to the opponent or not."""

    def __init__(self, to: int, shown: bool) -> None:
        """to: zone."""
        self.to: i64 = to
        self.shown = shown

    def run(self, s: State, f: Frame) -> None:
        """One batch."""
        batch = Batch(f.player)
        n = len(f.it.v)
        at: i64 = 0
        while at < n:
            ref = f.it.v[at]
            at += 1
            if s.alive(ref):
                card = ref & CARD_BITS
                if self.shown:
                    s.known[card] = 3
                    s.note("show", card, 0, 0)
                flags: i64 = 0 if self.shown or self.to != HAND else UNSEEN
                batch_add(s, batch, card, self.to, BY_EFFECT, flags)
        move(s, batch)


@final
class ShuffleOp(Op):
    """Shuffle the deck of a side. x keeps that player from the time the search began."""

    def __init__(self, actor: int, side: int) -> None:
        """side: whose deck."""
        self.actor: i64 = actor
        self.side: i64 = side

    def run(self, s: State, f: Frame) -> None:
        """Nobody knows the deck any more."""
        shuffle(s, side_player(s, f, self.side, actor_of(s, f, self.actor)))


@final
class BreakOp(Op):
    """A creature breaks shields by an ability: the same routine as in an attack."""

    def __init__(self, ref: int, number: AmountOf) -> None:
        """ref: who breaks."""
        self.ref: i64 = ref
        self.number = number

    def run(self, s: State, f: Frame) -> None:
        """The breaker may have left since; it breaks all the same if it was there."""
        row = ref_row(s, f, self.ref)
        if len(row.v) == 0:
            return
        breaker = row.v[0]
        if s.body_of(breaker) < 0:
            return
        number = amount(s, self.number, f.player, source_of(s, f), f)
        start_break(s, breaker, s.owner[breaker & CARD_BITS], number)


@final
class BindOp(Op):
    """``it`` becomes what a ref names (before a verb that works on it)."""

    def __init__(self, ref: int) -> None:
        """ref: code."""
        self.ref: i64 = ref

    def run(self, s: State, f: Frame) -> None:
        """Copy."""
        if self.ref != 1:
            f.it = ref_row(s, f, self.ref).copy()
