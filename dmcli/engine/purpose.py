"""What programs are for: notes for agents, read off the ops. They change nothing in a game.

Every choice gets a purpose (what happens to what is picked), every program a list of effects.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dmcli.engine import choosing, control, lasting, ops
from dmcli.engine.state import Effect, GroupOf, Op, Program, StaticOf
from dmcli.engine.words import (
    A_YOU,
    BATTLE,
    DECK,
    DESTROYED,
    DISCARDED,
    GRAVEYARD,
    HAND,
    K_AS_TAPPED,
    K_CANT_ATTACK,
    K_CANT_ATTACK_CREATURES,
    K_CANT_ATTACK_PLAYER,
    K_MUST_ATTACK,
    K_MUST_BLOCK,
    MANA,
    SHIELDS,
)

V_NONE: Final[i64] = 0
V_DESTROY: Final[i64] = 1
V_DISCARD: Final[i64] = 2
V_GRAVE: Final[i64] = 3
V_HAND: Final[i64] = 4
V_MANA: Final[i64] = 5
V_SHIELD: Final[i64] = 6
V_DECK: Final[i64] = 7
V_ENTER: Final[i64] = 8
V_TAP: Final[i64] = 9
V_UNTAP: Final[i64] = 10
V_GIVE: Final[i64] = 11
V_CURSE: Final[i64] = 12
V_LOOK: Final[i64] = 13
V_DRAW: Final[i64] = 14
V_BREAK: Final[i64] = 15
V_BASE: Final[i64] = 16
V_ORDER: Final[i64] = 17
V_TURN: Final[i64] = 18
V_WIN: Final[i64] = 19
V_LOSE: Final[i64] = 20
V_EITHER: Final[i64] = 21
V_TOP: Final[i64] = 32
"""Added to a verb that works on the top of a deck."""

BAD_KEYS: Final[i64] = (
    K_CANT_ATTACK
    | K_CANT_ATTACK_PLAYER
    | K_CANT_ATTACK_CREATURES
    | K_MUST_ATTACK
    | K_MUST_BLOCK
    | K_AS_TAPPED
)
TO_VERBS: Final = {
    GRAVEYARD: V_GRAVE,
    HAND: V_HAND,
    MANA: V_MANA,
    SHIELDS: V_SHIELD,
    DECK: V_DECK,
}


def annotate(made: Program) -> None:
    """Write purposes and effects into a program that has just been compiled."""
    row = made.ops
    at = 0
    for op in row:
        at += 1
        if isinstance(op, choosing.ChooseOp):
            op.purpose = verb_after(row, at)
        elif isinstance(op, ops.TopOp):
            op.purpose = verb_after(row, at) | V_TOP
        elif isinstance(op, ops.DrawOp):
            op.purpose = V_DRAW
        elif isinstance(op, control.AskOp):
            op.effects = effects_of(row, at, op.skip)
        elif isinstance(op, control.EitherOp):
            op.options = _options(row, op.starts)
    made.effects = effects_of(row, 0, len(row))


def _options(row: list[Op], starts: list[int]) -> list[list[Effect]]:
    """The effects of each option: from its start to the jump that ends it."""
    found: list[list[Effect]] = []
    for start in starts:
        end = start
        while not isinstance(row[end], control.JumpOp):
            end += 1
        found.append(effects_of(row, start, end))
    return found


def verb_after(row: list[Op], at: int) -> i64:
    """What the next op that uses a choice does with it."""
    while at < len(row):
        verb = verb_of(row[at])
        if verb != V_NONE:
            return verb
        at += 1
    return V_NONE


def verb_of(op: Op) -> i64:
    """The verb of an op that works on what was chosen, or V_NONE."""
    if isinstance(op, ops.MoveOp):
        if op.why == DESTROYED:
            return V_DESTROY
        if op.why == DISCARDED:
            return V_DISCARD
        return TO_VERBS[op.to]
    if isinstance(op, ops.TakeOp):
        return TO_VERBS[op.to]
    if isinstance(op, ops.EnterByEffectOp):
        return V_ENTER
    if isinstance(op, ops.TapOp):
        return V_TAP if op.to else V_UNTAP
    if isinstance(op, lasting.GiveOp):
        return clause_verb(op.clause)
    if isinstance(op, ops.LookOp):
        return V_LOOK
    if isinstance(op, lasting.DelayOp):
        return V_GIVE
    return V_NONE


def clause_verb(clause: StaticOf) -> i64:
    """A gift, or a curse."""
    for mod in clause.mods:
        if mod.power < 0 or mod.keys & BAD_KEYS != 0:
            return V_CURSE
    return V_GIVE


def effects_of(row: list[Op], at: int, end: int) -> list[Effect]:
    """The effects of the ops from ``at`` up to ``end``."""
    found: list[Effect] = []
    unsure_until = 0
    each: control.CountOp | None = None
    each_until = 0
    while at < end:
        op = row[at]
        at += 1
        if isinstance(op, (control.IfOp, control.IfDidOp, control.AskOp)):
            unsure_until = max(unsure_until, op.skip)
        elif isinstance(op, control.CountOp):
            each = op
        elif isinstance(op, control.RepeatOp):
            each_until = op.skip
        effect = _effect(row, op, at)
        if isinstance(op, control.EitherOp):
            at = _end_of(row, op.starts) + 1
        if effect is not None:
            effect.sure = effect.sure and at > unsure_until
            if each is not None and at <= each_until:
                effect.each = each.number.group
            found.append(effect)
    return found


def _end_of(row: list[Op], starts: list[int]) -> int:
    end = starts[-1]
    while not isinstance(row[end], control.JumpOp):
        end += 1
    return end


def _effect(row: list[Op], op: Op, after: int) -> Effect | None:
    """The effect that begins with an op; what uses an earlier choice begins none."""
    if isinstance(op, choosing.ChooseOp):
        effect = Effect(op.purpose or verb_after(row, after), op.actor)
        effect.how = op.how
        effect.number = op.number
        effect.total = -1 if op.total is None else op.total.fixed
        effect.groups = op.groups
        effect.sure = not op.may
        _note_gift(effect, row, after)
        return effect
    if isinstance(op, ops.TopOp):
        effect = Effect(verb_after(row, after) | V_TOP, op.actor)
        effect.side = op.side
        effect.number = op.number
        effect.sure = not op.up_to
        return effect
    if isinstance(op, ops.DrawOp):
        effect = Effect(V_DRAW, op.actor)
        effect.number = op.number
        effect.sure = not op.up_to
        return effect
    if isinstance(op, control.EitherOp):
        effect = Effect(V_EITHER, op.actor)
        effect.options = _options(row, op.starts)
        return effect
    return _plain(op)


def _note_gift(effect: Effect, row: list[Op], at: int) -> None:
    """What the next op gives to what is chosen."""
    if effect.verb == V_GIVE or effect.verb == V_CURSE:
        while at < len(row) and not isinstance(row[at], lasting.GiveOp):
            at += 1
        if at < len(row):
            op = row[at]
            if isinstance(op, lasting.GiveOp):
                _note_mods(effect, op.clause)


def _note_mods(effect: Effect, clause: StaticOf) -> None:
    for mod in clause.mods:
        effect.keys |= mod.keys
        effect.power += mod.power + mod.attack_power


def _plain(op: Op) -> Effect | None:
    """An effect without a choice: on all of a group, on this, on a player."""
    if isinstance(op, lasting.GiveOp) and op.ref < 0:
        effect = Effect(clause_verb(op.clause), A_YOU)
        effect.how = choosing.ALL
        effect.side = op.clause.side
        _note_mods(effect, op.clause)
        matcher = op.clause.matcher
        if matcher is not None:
            effect.groups = [GroupOf(op.clause.side, BATTLE, False, matcher)]
        return effect
    if isinstance(op, ops.MoveOp) and op.ref == 0:
        return Effect(verb_of(op), A_YOU)
    if isinstance(op, ops.BreakOp):
        return Effect(V_BREAK, A_YOU)
    if isinstance(op, lasting.ExtraTurnOp):
        effect = Effect(V_TURN, A_YOU)
        if op.at_end is not None and op.at_end.effects:
            effect.verb = op.at_end.effects[0].verb
        return effect
    if isinstance(op, lasting.EndGameOp):
        return Effect(V_WIN if op.wins == (op.actor == A_YOU) else V_LOSE, A_YOU)
    return None
