"""More steps as ops: casting for nothing, turning up, revealing until, and the like."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dmcli.engine.moves import shuffle
from dmcli.engine.ops import side_player
from dmcli.engine.permissions import may_play
from dmcli.engine.questions import actor_of, matches, ref_row
from dmcli.engine.state import Cards, Frame, GroupOf, Op, State
from dmcli.engine.words import (
    BATTLE,
    CARD_BITS,
    DECK,
    GRAVEYARD,
    NOBODY,
    P_CAST,
    RESOLVING,
    SPELL,
)


@final
class FollowOp(Op):
    """``it`` follows what the last step moved: the card, or the creature, where it is now."""

    def run(self, s: State, f: Frame) -> None:
        """A pile that left is its top card; a card that evolved something is that creature."""
        row = Cards()
        n = len(f.it.v)
        at: i64 = 0
        while at < n:
            row.add(_now(s, f.it.v[at]))
            at += 1
        f.it = row


def _now(s: State, ref: i64) -> i64:
    if s.alive(ref):
        return ref
    card = ref & CARD_BITS
    top = s.top[card] if s.owner[s.top[card]] == s.owner[card] else card
    if s.zone[top] == BATTLE:
        return _body_under(s, top)
    return s.ref(top)


def _body_under(s: State, card: i64) -> i64:
    """The creature whose top card this is."""
    while s.under[card] != NOBODY:
        card = s.under[card]
    return s.ref(card)


@final
class DoneOp(Op):
    """A may that destroys or discards was done when nothing else happened instead."""

    def run(self, s: State, f: Frame) -> None:
        """``it`` lies in the graveyard now."""
        n = len(f.it.v)
        f.did = n > 0 and s.zone[f.it.v[n - 1] & CARD_BITS] == GRAVEYARD


@final
class TallyOp(Op):
    """ "That many" after destroying or discarding: those to which nothing else happened instead."""

    def __init__(self, actor: int) -> None:
        """actor: who destroyed or discarded."""
        self.actor: i64 = actor

    def run(self, s: State, f: Frame) -> None:
        """How many of ``it`` lie in the graveyard now."""
        done: i64 = 0
        n = len(f.it.v)
        at: i64 = 0
        while at < n:
            if s.zone[f.it.v[at] & CARD_BITS] == GRAVEYARD:
                done += 1
            at += 1
        f.set_many(actor_of(s, f, self.actor), done)


@final
class NoBattleOp(Op):
    """No battle happens in this attack."""

    def run(self, s: State, f: Frame) -> None:
        """Until the attack ends."""
        s.no_battle = True


@final
class ShuffleOwnersOp(Op):
    """Shuffle the decks of the owners of what ``it`` or another ref names."""

    def __init__(self, ref: int) -> None:
        """ref: code."""
        self.ref: i64 = ref

    def run(self, s: State, f: Frame) -> None:
        """Each owner's deck once, AP's first."""
        row = ref_row(s, f, self.ref)
        turn: i64 = 0
        while turn < 2:
            player = s.active if turn == 0 else 1 - s.active
            n = len(row.v)
            at: i64 = 0
            while at < n:
                if row.v[at] >= 0 and s.owner[row.v[at] & CARD_BITS] == player:
                    shuffle(s, player)
                    break
                at += 1
            turn += 1


@final
class TurnUpOp(Op):
    """Shields are turned face up: both players know them from now on."""

    def run(self, s: State, f: Frame) -> None:
        """What ``it`` names."""
        n = len(f.it.v)
        at: i64 = 0
        while at < n:
            if s.alive(f.it.v[at]):
                s.known[f.it.v[at] & CARD_BITS] = 3
                s.note("show", f.it.v[at] & CARD_BITS, 0, 0)
            at += 1


@final
class CastOp(Op):
    """The actor casts a spell from where it is, for no cost."""

    def __init__(self, actor: int, ref: int) -> None:
        """ref: the spell."""
        self.actor: i64 = actor
        self.ref: i64 = ref

    def run(self, s: State, f: Frame) -> None:
        """Unless it is no spell any more, or an effect forbids it."""
        row = ref_row(s, f, self.ref)
        if len(row.v) == 0 or not s.alive(row.v[0]):
            return
        card = row.v[0] & CARD_BITS
        if s.zone[card] == RESOLVING or s.definition(card).kind != SPELL:
            return
        player = actor_of(s, f, self.actor)
        if may_play(s, player, card):
            s.known[card] = 3
            s.start(P_CAST, player, s.ref(card))


@final
class RevealUntilOp(Op):
    """Reveal from the top until a card fits: those are all revealed, ``it`` is the one."""

    def __init__(self, actor: int, side: int, group: GroupOf) -> None:
        """side: whose deck."""
        self.actor: i64 = actor
        self.side: i64 = side
        self.group = group

    def run(self, s: State, f: Frame) -> None:
        """Both players see them."""
        player = side_player(s, f, self.side, actor_of(s, f, self.actor))
        row = s.zones[player * 8 + DECK].v
        f.it = Cards()
        f.those = Cards()
        at = len(row) - 1
        while at >= 0:
            card = row[at]
            s.known[card] = 3
            s.note("show", card, 0, 0)
            f.those.add(s.ref(card))
            if matches(s, self.group.matcher, card, f.player, -1, f.word):
                f.it.add(s.ref(card))
                return
            at -= 1
