"""Steps of an ability → a program of ops. Jumps are filled in as blocks end."""

from __future__ import annotations

from typing import Final, final

from dmcli.core.errors import Refused
from dmcli.engine import choosing, control, effects, lasting, ops
from dmcli.engine.clauses import clause_of, repl_of, trigs_of
from dmcli.engine.matching import REFS, amount_of, conds, group_of
from dmcli.engine.purpose import annotate
from dmcli.engine.state import AmountOf, Op, Program, Repl, Table, Trig
from dmcli.engine.words import (
    BATTLE,
    BY_EFFECT,
    D_ATTACK,
    D_LATER,
    D_TURN,
    DECK,
    DESTROYED,
    DISCARDED,
    DURATION_CODES,
    GRAVEYARD,
    HAND,
    MANA,
    QUIET,
    SHIELDS,
    SIDE_CODES,
    TAPPED_FLAG,
    TO_BOTTOM,
    UNORDERED,
)
from dmcli.lang import nodes as n

ACTORS: Final = {"you": 0, "opponent": 1, "active": 2, "other": 3, "that player": 4}
HOW: Final = {"exactly": 0, "up to": 1, "any number": 2, "all": 3, "random": 4}
DESTINATIONS: Final = {
    "hand": HAND,
    "mana": MANA,
    "graveyard": GRAVEYARD,
    "battle": BATTLE,
    "shields": SHIELDS,
    "deck top": DECK,
    "deck bottom": DECK,
    "deck": DECK,
}
WORD_KINDS: Final = {"race": 0, "number": 1, "player": 2, "civilization": 4, "cost": 5}
TARGETED: Final = (n.Destroy, n.Discard, n.Put, n.Tap, n.Choose, n.TurnUp, n.Cast)


Targeted = n.Destroy | n.Discard | n.Put | n.Tap | n.Choose | n.TurnUp | n.Cast


def program(table: Table, name: str, steps: tuple[n.Step, ...]) -> Program:
    """Compile the steps of one ability of the named card."""
    coder = Coder(table, name)
    coder.tallies = mentions(steps, n.ThatMany)
    coder.steps(steps)
    made = Program(name, coder.ops)
    made.registers = coder.registers
    annotate(made)
    return made


def mentions(tree: object, kind: type) -> bool:
    """A node of the kind stands somewhere in the tree."""
    if isinstance(tree, tuple):
        return any(mentions(part, kind) for part in tree)
    if isinstance(tree, kind):
        return True
    fields: tuple[str, ...] = getattr(tree, "__struct_fields__", ())
    return any(mentions(getattr(tree, field), kind) for field in fields)


@final
class Coder:
    """Collects ops; ``who`` replaces "each" while a step is compiled once for each player."""

    def __init__(self, table: Table, name: str) -> None:
        """name: of the card, for logs."""
        self.table = table
        self.name = name
        self.ops: list[Op] = []
        self.registers = 0
        self.who = ""
        self.tallies = False

    # ---- sequences

    def steps(self, steps: tuple[n.Step, ...]) -> None:
        """One after the other."""
        for step in steps:
            self.step(step)

    def actor(self, actor: str) -> int:
        """The code of who acts."""
        return ACTORS[self.who if actor == "each" else actor]

    def step(self, step: n.Step) -> None:
        """A step of each player is compiled for the active one, then for the other."""
        if getattr(step, "actor", "you") == "each" and not self.who:
            for who in ("active", "other"):
                self.who = who
                self.step(step)
            self.who = ""
            return
        self._control(step)

    def _control(self, step: n.Step) -> None:
        if isinstance(step, n.May):
            self._may(step)
        elif isinstance(step, n.IfDid):
            op = control.IfDidOp()
            self.ops.append(op)
            self.steps(step.steps)
            op.skip = len(self.ops)
        elif isinstance(step, n.If):
            self._if(step)
        elif isinstance(step, n.Either):
            self._either(step)
        elif isinstance(step, n.ForEach):
            self._for_each(step)
        elif isinstance(step, n.Together):
            self.ops.append(ops.GatherOp(True))
            self.steps(step.steps)
            self.ops.append(ops.GatherOp(False))
        else:
            self._act(step)

    def _if(self, step: n.If) -> None:
        op = control.IfOp(conds(self.table, step.conditions))
        self.ops.append(op)
        self.steps(step.steps)
        if not step.otherwise:
            op.skip = len(self.ops)
            return
        jump = control.JumpOp()
        self.ops.append(jump)
        op.skip = len(self.ops)
        self.steps(step.otherwise)
        jump.to = len(self.ops)

    def _for_each(self, step: n.ForEach) -> None:
        register = self.registers
        self.registers += 1
        counting = control.CountOp(group_of(self.table, step.group), register)
        counting.actor = self.actor("each" if self.who else "you")
        self.ops.append(counting)
        start = len(self.ops)
        again = control.RepeatOp(register)
        self.ops.append(again)
        self.steps(step.steps)
        jump = control.JumpOp()
        jump.to = start
        self.ops.append(jump)
        again.skip = len(self.ops)

    def _either(self, step: n.Either) -> None:
        needs = [self._need_of(option[0]) for option in step.options]
        op = control.EitherOp(self.actor(step.actor), needs)
        self.ops.append(op)
        jumps: list[control.JumpOp] = []
        for option in step.options:
            op.starts.append(len(self.ops))
            self.steps(option)
            jump = control.JumpOp()
            jumps.append(jump)
            self.ops.append(jump)
        for jump in jumps:
            jump.to = len(self.ops)

    # ---- may

    def _may(self, step: n.May) -> None:
        """If the may has one object to choose, one answer does both; else yes or no."""
        first = step.steps[0]
        choice = _optional_pick(first, step.actor)
        actor = self.actor(step.actor)
        if choice is not None:
            op = self._choose(choice, actor, getattr(first, "actor", "you"))
            op.may = True
            self._after_choice(first, op)
            self.steps(step.steps[1:])
            op.skip = len(self.ops)
            return
        ask = control.AskOp(actor)
        ask.need = self._need_of(first)
        self.ops.append(ask)
        self.steps(step.steps)
        ask.skip = len(self.ops)

    def _after_choice(self, step: n.Step, op: choosing.ChooseOp) -> None:
        if isinstance(step, n.Choose):
            self._name(op, step)
        elif isinstance(step, n.Look):
            self.ops.append(ops.LookOp(self.actor(step.actor), step.shown, False))
        else:
            self._verb(step, 1, False)
            if isinstance(step, n.Destroy | n.Discard):
                self.ops.append(effects.DoneOp())

    def _need_of(self, step: n.Step) -> control.Need | None:
        """What must be there for the step to be worth an offer; None: always."""
        if isinstance(step, n.Draw) and not isinstance(step.amount, int):
            need = control.Need(self.actor(step.actor), [], 0)
            need.wanted = amount_of(self.table, step.amount)
            return need
        if not isinstance(step, TARGETED):
            return None
        target = step.pick if isinstance(step, n.Choose) else step.target
        if isinstance(target, n.Ref):
            need = control.Need(self.actor(step.actor), [], 1)
            need.ref = REFS[target.word]
            need.castable = isinstance(step, n.Cast)
            if isinstance(step, n.Tap):
                need.tapped = 1 if step.untap else 0
            return need
        if not isinstance(target, n.Pick) or target.how == "any number":
            return None
        fixed = target.amount if isinstance(target.amount, int) else 1
        number = fixed if target.how == "exactly" else 1
        groups = [group_of(self.table, group) for group in target.groups]
        need = control.Need(self.actor(step.actor), groups, number)
        need.adding = isinstance(step, n.Choose) and step.adding
        if not isinstance(target.amount, int):
            need.wanted = amount_of(self.table, target.amount)
        return need

    # ---- acts

    def _act(self, step: n.Step) -> None:
        if isinstance(step, TARGETED):
            self._targeted(step)
        elif isinstance(step, n.Draw):
            number = self._amount(step.amount)
            self.ops.append(ops.DrawOp(self.actor(step.actor), number, step.up_to))
        elif isinstance(step, n.Look):
            self._look(step)
        elif isinstance(step, n.Search):
            self._search(step)
        elif isinstance(step, n.ChooseWord):
            self.ops.append(choosing.WordOp(WORD_KINDS[step.kind], step.limit, step.but))
        elif isinstance(step, n.Break):
            number = self._amount(step.amount)
            self.ops.append(ops.BreakOp(REFS[step.breaker.word], number))
        elif isinstance(step, n.Give):
            self._give(step)
        elif isinstance(step, n.Delay):
            self._delay(step)
        elif isinstance(step, n.ExtraTurn):
            at_end = program(self.table, self.name, step.at_end) if step.at_end else None
            self.ops.append(lasting.ExtraTurnOp(at_end))
        elif isinstance(step, n.EndGame):
            self.ops.append(lasting.EndGameOp(self.actor(step.actor), step.wins))
        elif isinstance(step, n.NoBattle):
            self.ops.append(effects.NoBattleOp())
        else:
            raise Refused(f"The engine cannot do '{type(step).__name__}' of {self.name} yet.")

    def _targeted(self, step: Targeted) -> None:
        if isinstance(step, n.Choose):
            self._name(self._choose(step.pick, self.actor(step.actor), step.actor), step)
            return
        target = step.target
        top_only = False
        if isinstance(target, n.TopCard):
            top_only = True
            target = target.of
        if isinstance(target, n.Pick):
            self._choose(target, self.actor(step.actor), step.actor)
            ref = 1
        elif isinstance(target, n.Top):
            self._top(target, step.actor)
            ref = 1
        elif isinstance(target, n.TopUntil):
            self._reveal_until(target, step.actor)
            ref = 1
        else:
            ref = REFS[target.word]
        self._verb(step, ref, top_only)

    def _choose(self, pick: n.Pick, actor: int, _who: str) -> choosing.ChooseOp:
        groups = [group_of(self.table, group) for group in pick.groups]
        op = choosing.ChooseOp(actor, groups, HOW[pick.how], self._amount(pick.amount))
        if pick.total_power is not None:
            op.total = amount_of(self.table, pick.total_power)
            op.less = isinstance(pick.total_power, n.PowerOf)
        op.singled_out = any(_singles_out(trait) for group in pick.groups for trait in group.traits)
        self.ops.append(op)
        return op

    def _amount(self, amount: n.Amount) -> AmountOf:
        """A number; in a step of each player, that many of the one who acts."""
        made = amount_of(self.table, amount)
        made.each = self.who != ""
        return made

    def _name(self, op: choosing.ChooseOp, step: n.Choose) -> None:
        """What each player chose is those together."""
        op.named = step.named
        op.adding = step.adding or (step.named and self.who == "other")

    def _top(self, target: n.Top, actor: str) -> None:
        number = self._amount(target.amount)
        side = SIDE_CODES[target.side]
        self.ops.append(ops.TopOp(side, number, target.up_to, self.actor(actor)))

    def _verb(self, step: n.Step, ref: int, top_only: bool) -> None:
        if isinstance(step, n.Tap):
            self.ops.append(ops.TapOp(ref, not step.untap))
            return
        if isinstance(step, n.TurnUp | n.Cast):
            if isinstance(step, n.Cast):
                self.ops.append(effects.CastOp(self.actor(step.actor), ref))
                return
            self.ops += [ops.BindOp(ref), effects.TurnUpOp()]
            return
        if isinstance(step, n.Destroy):
            op = ops.MoveOp(ref, int(GRAVEYARD), int(DESTROYED), 0)
        elif isinstance(step, n.Discard):
            op = ops.MoveOp(ref, int(GRAVEYARD), int(DISCARDED), 0)
        else:
            assert isinstance(step, n.Put)
            flags = int(TAPPED_FLAG) if step.tapped else 0
            if step.quiet:
                flags |= int(QUIET)
            if step.to == "deck bottom":
                flags |= int(TO_BOTTOM)
            if step.to == "deck":
                flags |= int(UNORDERED)
            if step.to == "battle":
                self.ops.append(ops.EnterByEffectOp(ref, flags))
                self._follow(ref)
                return
            op = ops.MoveOp(ref, int(DESTINATIONS[step.to]), int(BY_EFFECT), flags)
        op.top_only = top_only
        op.actor = self.actor(getattr(step, "actor", "you"))
        self.ops.append(op)
        if isinstance(step, n.Put) and step.to == "deck":
            self._shuffle(step, ref)
        self._follow(ref)
        if self.tallies and ref == 1 and isinstance(step, n.Destroy | n.Discard):
            self.ops.append(effects.TallyOp(self.actor(step.actor)))

    def _shuffle(self, step: n.Put, ref: int) -> None:
        """Into the deck, which is shuffled: of a group's side, or of the owners."""
        target = step.target
        sides = {group.side for group in target.groups} if isinstance(target, n.Pick) else set()
        if len(sides) == 1 and sides != {"any"}:
            side = SIDE_CODES[sides.pop()]
            self.ops.append(ops.ShuffleOp(self.actor(step.actor), side))
        else:
            self.ops.append(effects.ShuffleOwnersOp(ref))

    def _follow(self, ref: int) -> None:
        """``it`` follows what was moved."""
        if ref == 1:
            self.ops.append(effects.FollowOp())

    def _look(self, step: n.Look) -> None:
        keep = False
        for target in step.targets:
            if isinstance(target, n.Pick):
                self._choose(target, self.actor(step.actor), step.actor)
            elif isinstance(target, n.Top):
                self._top(target, step.actor)
            elif isinstance(target, n.TopUntil):
                self._reveal_until(target, step.actor)
                continue
            elif isinstance(target, n.Ref):
                self.ops.append(ops.BindOp(REFS[target.word]))
            else:
                raise Refused(f"The engine cannot look at that for {self.name} yet.")
            self.ops.append(ops.LookOp(self.actor(step.actor), step.shown, keep))
            keep = True

    def _reveal_until(self, target: n.TopUntil, actor: str) -> None:
        side = SIDE_CODES[target.side]
        group = group_of(self.table, target.group)
        self.ops.append(effects.RevealUntilOp(self.actor(actor), side, group))

    def _search(self, step: n.Search) -> None:
        actor = self.actor(step.actor)
        side = SIDE_CODES[step.side]
        self.ops.append(ops.OpenDeckOp(actor, side))
        self._choose(step.pick, actor, step.actor)
        if step.to == "battle":
            self.ops.append(ops.EnterByEffectOp(1, 0))
            self._follow(1)
        else:
            self.ops.append(ops.TakeOp(int(DESTINATIONS[step.to]), step.shown))
        self.ops.append(ops.ShuffleOp(actor, side))

    def _give(self, step: n.Give) -> None:
        ref = -1
        subject = step.clause.subject
        if isinstance(subject, n.Pick):
            self._choose(subject, self.actor("you"), "you")
            ref = 1
        elif isinstance(subject, n.Ref):
            ref = REFS[subject.word]
        made = clause_of(self.table, step.clause, self.name, program)
        self.ops.append(lasting.GiveOp(made, ref, DURATION_CODES[step.duration]))

    def _delay(self, step: n.Delay) -> None:
        duration = DURATION_CODES[step.duration]
        ability = step.ability
        if isinstance(ability, n.Replacement):
            repl: Repl = repl_of(self.table, ability, self.name, program)
            ref = _closed(ability.would.subject)
            self.ops.append(lasting.DelayOp(duration, None, repl, ref))
            return
        if not isinstance(ability, n.Triggered):
            raise Refused(f"The engine cannot delay that for {self.name} yet.")
        if duration == D_LATER:
            waits = ability.events[0].kind in ("after the battle", "after the attack")
            duration = int(D_ATTACK) if waits else int(D_TURN)
        made: list[Trig] = trigs_of(self.table, ability, self.name, program)
        for trig, event in zip(made, ability.events, strict=True):
            self.ops.append(lasting.DelayOp(duration, trig, None, _closed(event.subject)))


def _singles_out(trait: n.Trait) -> bool:
    """The weakest, the strongest: nobody chooses unless there are equals."""
    return (
        isinstance(trait, n.Power) and trait.op == "=" and isinstance(trait.amount, n.ExtremePower)
    )


def _closed(subject: n.Ref | n.Group | None) -> int:
    """The ref code of a closed set, or -1."""
    if isinstance(subject, n.Ref):
        return REFS[subject.word]
    if isinstance(subject, n.Group) and subject.zone == "those":
        return 3
    return -1


def _optional_pick(step: n.Step, actor: str) -> n.Pick | None:
    """The pick of a step in which the one who may chooses exactly one object."""
    if not isinstance(step, (*TARGETED, n.Look)) or step.actor != actor:
        return None
    if isinstance(step, n.Look):
        target = step.targets[0]
        if len(step.targets) > 1:
            return None
    else:
        target = step.pick if isinstance(step, n.Choose) else step.target
    if isinstance(target, n.Pick) and target.how == "exactly" and target.amount == 1:
        return target
    return None
