"""Choices in an effect as ops: objects of groups, and words. A choice parks the frame."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dmcli.engine.permissions import chooser_of_shields
from dmcli.engine.questions import actor_of, amount, collect, keys, power, source_of, without
from dmcli.engine.state import (
    AmountOf,
    Cards,
    Frame,
    GroupOf,
    Op,
    State,
)
from dmcli.engine.words import (
    ASK_CIV,
    ASK_NUMBER,
    ASK_PLAYER,
    ASK_RACE,
    BATTLE,
    CARD_BITS,
    GRAVEYARD,
    HAND,
    K_UNCHOOSABLE,
    LARGEST_COST,
    MANA,
    NONE,
    PICK,
    SHIELDS,
    WORD,
)

EXACTLY = 0
UP_TO = 1
ANY_NUMBER = 2
ALL = 3
RANDOM = 4


@final
class ChooseOp(Op):
    """Bind objects of groups to ``it``: all, at random, or chosen one after the other.

    may: choosing none declines (jump to skip). named: also bound to those; adding: those keep
    what they have, and it is not offered again. singled_out: the words say which (the weakest);
    only among equals somebody chooses.
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
        self.singled_out = False
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
        if self.adding and self.how != ALL:
            pool = without(s, pool, f.those)
        if self.how == ALL:
            self._take_all(s, f, pool)
        elif self.how == RANDOM:
            self._at_random(s, f, pool, wanted)
        else:
            if not self.singled_out or len(pool.v) > wanted:
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
        if self.less and limit > 0:
            limit -= 1
        return limit

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
        pool = without(s, pool, f.it)
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
            pool = without(s, pool, f.those)
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
