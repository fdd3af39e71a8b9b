"""The steps of abilities as ops: one small class per verb, composed by the compiler.

Ref codes: 0 this, 1 it, 2 that creature, 3 those, 4 the rest. A choice parks the frame.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dmcli.engine.moves import batch_add, draw, move, shuffle, tap, untap
from dmcli.engine.questions import (
    actor_of,
    amount,
    chooser_of_shields,
    collect,
    holds,
    keys,
    power,
    ref_row,
    source_of,
    that_player,
)
from dmcli.engine.shields import start_break
from dmcli.engine.state import (
    NO_EFFECTS,
    AmountOf,
    Batch,
    Cards,
    Cond,
    Effect,
    Frame,
    GroupOf,
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
    ASK_CIV,
    ASK_NUMBER,
    ASK_OPTION,
    ASK_PLAYER,
    ASK_RACE,
    BATTLE,
    BY_EFFECT,
    CARD_BITS,
    D_SOURCE,
    DECK,
    DESTROYED,
    DISCARDED,
    END_CARD,
    GRAVEYARD,
    HAND,
    K_UNCHOOSABLE,
    K_UNTAPPABLE,
    LARGEST_COST,
    MANA,
    NO,
    NONE,
    P_ORDER,
    P_SUMMON,
    PICK,
    QUIET,
    S_OPPONENT,
    S_THAT_PLAYER,
    S_THEIR,
    SHIELDS,
    TO_BOTTOM,
    UNORDERED,
    UNSEEN,
    WORD,
    YES,
)

EXACTLY = 0
UP_TO = 1
ANY_NUMBER = 2
ALL = 3
RANDOM = 4


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
class ChooseOp(Op):
    """Bind objects of groups to ``it``: all, at random, or chosen one after the other.

    may: choosing none declines (jump to skip). named: also bound to those; adding: those keep
    what they have, and it is not offered again.
    """

    def __init__(self, actor: int, groups: list[GroupOf], how: int, number: AmountOf) -> None:
        """Fields beyond these are set by the compiler."""
        self.actor: i64 = actor
        self.groups = groups
        self.how = how
        self.number = number
        self.total: AmountOf | None = None
        self.less = False
        self.named = False
        self.adding = False
        self.may = False
        self.skip = 0
        self.least: i64 = 1

    def run(self, s: State, f: Frame) -> None:
        """Begin with nothing chosen, then go on choosing."""
        actor = actor_of(s, f, self.actor)
        pool = Cards()
        for group in self.groups:
            collect(s, group, f, actor, pool)
        # ``it`` still means the earlier choice while the groups are read
        wanted = self._wanted(s, f, actor, pool)
        f.z = self._limit(s, f)
        f.it = Cards()
        if self.how == ALL:
            self._take_all(s, f, pool)
        elif self.how == RANDOM:
            self._at_random(s, f, pool, wanted)
        else:
            if self.adding:
                pool = self._without(s, pool, f.those)
            pool = self._choosable(s, pool, actor)
            if self.may and len(pool.v) < self.least:
                self._done(s, f)
                return
            if self.how == EXACTLY and not self.may and len(pool.v) <= wanted:
                self._take_all(s, f, pool)
                return
            f.x = wanted
            f.y = 0
            self._go_on(s, f, pool, actor)

    def _wanted(self, s: State, f: Frame, actor: i64, pool: Cards) -> i64:
        if self.how == ALL or self.how == ANY_NUMBER:
            return len(pool.v)
        return amount(s, self.number, actor, source_of(s, f), f)

    def _limit(self, s: State, f: Frame) -> i64:
        """How much power may be chosen in total, or -1."""
        total = self.total
        if total is None:
            return -1
        limit = amount(s, total, f.player, source_of(s, f), f)
        return limit - 1 if self.less else limit

    def _asker(self, s: State, pool: Cards, actor: i64) -> i64:
        """An effect may say that another player chooses among shields."""
        x = pool.v[0]
        if s.zone[x] != SHIELDS:
            return actor
        return chooser_of_shields(s, s.owner[x], actor, -1)

    def _take_all(self, s: State, f: Frame, pool: Cards) -> None:
        n = len(pool.v)
        at: i64 = 0
        while at < n:
            f.it.add(s.ref(pool.v[at]))
            at += 1
        self._done(s, f)

    def _at_random(self, s: State, f: Frame, pool: Cards, wanted: i64) -> None:
        while wanted > 0 and len(pool.v) > 0:
            card = pool.v[s.luck.below(len(pool.v))]
            f.it.add(s.ref(card))
            pool.discard(card)
            wanted -= 1
        self._done(s, f)

    def _without(self, s: State, pool: Cards, refs: Cards) -> Cards:
        row = Cards()
        n = len(pool.v)
        at: i64 = 0
        while at < n:
            if refs.find(s.ref(pool.v[at])) < 0:
                row.add(pool.v[at])
            at += 1
        return row

    def _choosable(self, s: State, pool: Cards, actor: i64) -> Cards:
        if s.key_effects == 0 and not self._printed(s, pool):
            return pool
        row = Cards()
        n = len(pool.v)
        at: i64 = 0
        while at < n:
            x = pool.v[at]
            if s.zone[x] != BATTLE or s.owner[x] == actor or keys(s, x) & K_UNCHOOSABLE == 0:
                row.add(x)
            at += 1
        return row

    def _printed(self, s: State, pool: Cards) -> bool:
        """Some creature of the pool says that it can't be chosen."""
        n = len(pool.v)
        at: i64 = 0
        while at < n:
            x = pool.v[at]
            if s.zone[x] == BATTLE and s.face(x).keys & K_UNCHOOSABLE != 0:
                return True
            at += 1
        return False

    def _go_on(self, s: State, f: Frame, pool: Cards, actor: i64) -> None:
        """Offer what may still be chosen; y is the power chosen so far."""
        pool = self._without(s, pool, f.it)
        free = self.how != EXACTLY or self.may
        if len(f.it.v) >= f.x or len(pool.v) == 0:
            self._done(s, f)
            return
        if not free and len(pool.v) + len(f.it.v) <= f.x:
            self._take_rest(s, f, pool)
            return
        s.ask(self._asker(s, pool, actor), PICK)
        self._offer(s, f, pool)
        if s.n_options == 0:
            self._done(s, f)
        elif free and not (self.may and self.how == EXACTLY and len(f.it.v) > 0):
            s.offer(NONE)

    def _take_rest(self, s: State, f: Frame, pool: Cards) -> None:
        n = len(pool.v)
        at: i64 = 0
        while at < n:
            f.it.add(s.ref(pool.v[at]))
            at += 1
        self._done(s, f)

    def _offer(self, s: State, f: Frame, pool: Cards) -> None:
        """Equal cards of one zone are one answer.

        Agents choose any number in zone order only, so that a search sees each set once; by hand
        (State.manual) every order is taken.
        """
        seen = Cards()
        last = f.it.v[len(f.it.v) - 1] & CARD_BITS if len(f.it.v) > 0 else -1
        in_order = self.how == ANY_NUMBER and last >= 0 and not s.manual
        n = len(pool.v)
        at: i64 = 0
        while at < n:
            x = pool.v[at]
            at += 1
            zone = s.zone[x]
            place = s.owner[x] * 8 + zone
            if in_order and not self._later(s, last, x):
                continue
            if f.z >= 0 and f.y + power(s, x) > f.z:
                continue
            if zone != BATTLE and zone != SHIELDS and self._sees(s, x, zone):
                same = s.card_def[x] << 6 | place << 1 | s.tapped[x]
                if seen.find(same) >= 0:
                    continue
                seen.add(same)
            s.offer(PICK | place << 8 | s.zones[place].find(x) << 24)

    def _sees(self, s: State, x: i64, zone: i64) -> bool:
        """Who is asked knows the card; what is hidden is never told apart by being one answer."""
        if zone == MANA or zone == GRAVEYARD or (zone == HAND and s.owner[x] == s.asked):
            return True
        return s.known[x] >> s.asked & 1 != 0

    def _later(self, s: State, last: i64, x: i64) -> bool:
        """x comes after the last chosen one: by side, then zone order; equal cards go together."""
        before = s.owner[last] * 8 + s.zone[last]
        place = s.owner[x] * 8 + s.zone[x]
        if place != before:
            return True
        row = s.zones[place]
        if s.zone[x] != BATTLE and s.zone[x] != SHIELDS:
            if s.card_def[x] == s.card_def[last]:
                return True
            return self._first_of(s, row, x) > self._first_of(s, row, last)
        return row.find(x) > row.find(last)

    def _first_of(self, s: State, row: Cards, x: i64) -> i64:
        at: i64 = 0
        while s.card_def[row.v[at]] != s.card_def[x]:
            at += 1
        return at

    def answer(self, s: State, f: Frame, action: i64) -> None:
        """One more, or no more."""
        actor = actor_of(s, f, self.actor)
        if action == NONE:
            self._done(s, f)
            return
        x = s.zones[action >> 8 & 0xFF].v[action >> 24 & 0xFFFF]
        if f.z >= 0:
            f.y += power(s, x)
        chosen = f.it
        # groups are read without what is chosen, but as they stand
        pool = Cards()
        f.it = self._context(s, f, x, chosen)
        for group in self.groups:
            collect(s, group, f, actor, pool)
        f.it = chosen
        f.it.add(s.ref(x))
        if self.adding:
            pool = self._without(s, pool, f.those)
        self._go_on(s, f, self._choosable(s, pool, actor), actor)

    def _context(self, s: State, f: Frame, x: i64, chosen: Cards) -> Cards:
        """``that player`` of the groups is the owner of what is chosen from there."""
        row = Cards()
        row.add(s.ref(x))
        return row

    def _done(self, s: State, f: Frame) -> None:
        n = len(f.it.v)
        f.set_many(actor_of(s, f, self.actor), n)
        if self.named:
            if not self.adding:
                f.those = Cards()
            at: i64 = 0
            while at < n:
                f.those.add(f.it.v[at])
                at += 1
        if self.may:
            f.did = n > 0
            if n == 0:
                f.pc = self.skip


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
class WordOp(Op):
    """Choose a race, a number or a player."""

    def __init__(self, kind: int, limit: int, but: str) -> None:
        """kind: ASK_…; limit of a number; but: the race that may not be chosen."""
        self.kind: i64 = kind
        self.limit: i64 = limit
        self.but = but

    def run(self, s: State, f: Frame) -> None:
        """Every race of the pool; the powers in view; both players."""
        s.ask(f.player, WORD)
        if self.kind == ASK_RACE:
            index: i64 = 0
            for race in s.table.races:
                if race != self.but:
                    s.offer(WORD | index << 8 | ASK_RACE << 40)
                index += 1
        elif self.kind == ASK_PLAYER:
            s.offer(WORD | f.player << 8 | ASK_PLAYER << 40)
            s.offer(WORD | (1 - f.player) << 8 | ASK_PLAYER << 40)
        elif self.kind == ASK_NUMBER:
            self._numbers(s)
        else:
            self._up_to(s, 4 if self.kind == ASK_CIV else largest_cost(s))

    def _up_to(self, s: State, last: i64) -> None:
        """Every civilization, or every cost."""
        number: i64 = 0
        while number <= last:
            s.offer(WORD | number << 8 | self.kind << 40)
            number += 1

    def _numbers(self, s: State) -> None:
        """Every power in view up to the limit, and one number that is none of these (0)."""
        seen = Cards()
        seen.add(0)
        player: i64 = 0
        while player < 2:
            row = s.zones[player * 8 + BATTLE].v
            n = len(row)
            at: i64 = 0
            while at < n:
                value = power(s, row[at])
                if value <= self.limit and seen.find(value) < 0:
                    seen.add(value)
                at += 1
            player += 1
        at = 0
        while at < len(seen.v):
            s.offer(WORD | seen.v[at] << 8 | ASK_NUMBER << 40)
            at += 1

    def answer(self, s: State, f: Frame, action: i64) -> None:
        """Remember the word."""
        f.word = action >> 8 & 0xFFFFFFFF
        s.note("word", f.word, self.kind, f.player)
        if self.kind == ASK_PLAYER:
            f.it = Cards()


def largest_cost(s: State) -> i64:
    """The largest cost of the pool, or of the cards here if that is larger."""
    largest: i64 = LARGEST_COST
    for d in s.defs:
        if d.cost > largest:
            largest = d.cost
    return largest


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


# ---------------------------------------------------------------- control


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

    def possible(self, s: State, f: Frame) -> bool:
        """The step can be done in full."""
        if self.ref >= 0:
            row = ref_row(s, f, self.ref)
            n = len(row.v)
            at: i64 = 0
            while at < n:
                if s.alive(row.v[at]):
                    x = row.v[at] & CARD_BITS
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


assert MANA > 0 and QUIET > 0
