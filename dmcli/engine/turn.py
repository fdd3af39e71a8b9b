"""The turn and its steps (rules.md 5): start, draw, charge, main, attack, end."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from dmcli.engine import attack as _attack
from dmcli.engine import replace as _replace
from dmcli.engine import spells as _spells
from dmcli.engine.attack import (
    can_attack_at_all,
    has_target,
    must_attack,
    offer_attacks,
)
from dmcli.engine.mana import ALL_CIVS, available, can_supply, pay
from dmcli.engine.moves import draw, place_card, tap, untap
from dmcli.engine.pending import PendingOp
from dmcli.engine.permissions import card_rule, cost, may_play
from dmcli.engine.questions import applies, keys
from dmcli.engine.state import PROCESS, Cards, Def, Frame, Op, Pending, Program, State, Timed
from dmcli.engine.summon import fits_base, has_base, put_in
from dmcli.engine.triggers import drop_timed, emit_player, emit_turn
from dmcli.engine.words import (
    ATTACK,
    BATTLE,
    CAST,
    CHARGE,
    CHARGED,
    D_IT,
    D_MY_START,
    D_SOURCE,
    D_THEIR_TURN,
    D_TURN,
    E_DRAW,
    E_END,
    E_START,
    E_UNTAPPED,
    END_LIMIT,
    END_TURN,
    HAND,
    K_NO_TAP_ABILITY,
    K_NO_UNTAP,
    M_CHARGED,
    MANA,
    NO,
    NO_REF,
    NOBODY,
    P_ATTACK,
    P_CAST,
    P_TURN,
    PASS,
    SPELL,
    SUMMON,
    T_ATTACK,
    T_CHARGE,
    T_DRAW,
    T_END,
    T_MAIN,
    T_START,
    TO_ATTACK,
    USE,
    YES,
)

AT_SILENT: Final = 2
AT_DRAW: Final = 5
AT_CHARGE: Final = 7
AT_MAIN: Final = 9
AT_ATTACK: Final = 12
AT_END: Final = 15
"""Where the steps begin in the turn's program."""


@final
class BeginOp(Op):
    """A new turn: memory of the last one is cleared, start abilities trigger (tcg)."""

    def run(self, s: State, f: Frame) -> None:
        """Count the turn, or end the game at the limit."""
        if s.turn >= s.ruleset.max_turns:
            s.end(NOBODY, END_LIMIT)
            return
        s.turn += 1
        s.step = T_START
        s.casts[0] = 0
        s.casts[1] = 0
        s.drawn[0] = 0
        s.drawn[1] = 0
        s.turn_decisions = 0
        s.note("turn", s.turn, s.active, 0)
        for timed in s.timed[:]:
            if timed.duration == D_MY_START and timed.player == s.active:
                drop_timed(s, timed)
        if s.ruleset.abilities_first:
            emit_turn(s, E_START)


@final
class SilentOp(Op):
    """Silent skill: each tapped creature that has it may stay tapped. x: next position."""

    def run(self, s: State, f: Frame) -> None:
        """Ask for the next one."""
        if f.pc == AT_SILENT + 1 and f.y == 0:
            f.x = 0
            f.y = 1
            f.those = Cards()
        if s.silents == 0:
            f.y = 0
            return
        row = s.zones[s.active * 8 + BATTLE].v
        n = len(row)
        while f.x < n:
            body = row[f.x]
            if s.tapped[body] != 0 and s.face(body).silent is not None:
                s.ask(s.active, YES)
                s.offer(YES | f.x << 8)
                s.offer(NO | f.x << 8)
                return
            f.x += 1
        f.y = 0

    def answer(self, s: State, f: Frame, action: i64) -> None:
        """Remember who stays tapped."""
        if action & 0xFF == YES:
            f.those.add(s.ref(s.zones[s.active * 8 + BATTLE].v[f.x]))
        f.x += 1
        f.pc -= 1


@final
class UntapOp(Op):
    """Everything else untaps; then silent skills wait to resolve."""

    def run(self, s: State, f: Frame) -> None:
        """Creatures and mana."""
        row = s.zones[s.active * 8 + BATTLE].v
        n = len(row)
        at: i64 = 0
        while at < n:
            if len(f.those.v) == 0 or f.those.find(s.ref(row[at])) < 0:
                if s.key_effects == 0 or keys(s, row[at]) & K_NO_UNTAP == 0:
                    untap(s, row[at])
            at += 1
        row = s.zones[s.active * 8 + MANA].v
        n = len(row)
        at = 0
        ruled = s.card_effects > 0
        while at < n:
            if not ruled or not card_rule(s, row[at], 2):
                untap(s, row[at])
            at += 1
        emit_player(s, E_UNTAPPED, s.active, NO_REF)
        self._silent_skills(s, f)
        if not s.ruleset.abilities_first:
            emit_turn(s, E_START)

    def _silent_skills(self, s: State, f: Frame) -> None:
        n = len(f.those.v)
        at: i64 = 0
        while at < n:
            body = s.body_of(f.those.v[at])
            if body >= 0:
                d = s.face(body)
                program = d.silent
                if program is not None:
                    waiting = Pending(program, s.active, s.ref(body), s.ref(body))
                    waiting.name = s.card_def[s.top[body]]
                    waiting.same_if_source_differs = not d.silent_uses_this
                    s.queue.append(waiting)
            at += 1
        f.those = Cards()


@final
class DrawStepOp(Op):
    """Draw one; the first player skips it on the first turn."""

    def run(self, s: State, f: Frame) -> None:
        """Compulsory."""
        s.step = T_DRAW
        if s.turn > 1:
            draw(s, s.active)
            emit_player(s, E_DRAW, s.active, NO_REF)


@final
class ChargeOp(Op):
    """At most one card from hand into the mana zone; optional."""

    def run(self, s: State, f: Frame) -> None:
        """Offer every different card, and to charge none."""
        s.step = T_CHARGE
        row = s.zones[s.active * 8 + HAND].v
        n = len(row)
        if n == 0:
            return
        s.ask(s.active, CHARGE)
        s.offer(PASS)
        at: i64 = 0
        while at < n:
            if not _seen_before(s, row, at):
                s.offer(CHARGE | at << 8)
            at += 1

    def answer(self, s: State, f: Frame, action: i64) -> None:
        """Move the card, or pass."""
        if action == PASS:
            return
        card = s.zones[s.active * 8 + HAND].v[action >> 8]
        s.marks[card] |= M_CHARGED
        s.note("charge", card, s.active, 0)
        place_card(s, card, MANA, CHARGED, 0)


def _seen_before(s: State, row: vec[i64], at: i64) -> bool:
    """An equal card stands earlier in the row."""
    mine = s.card_def[row[at]]
    i: i64 = 0
    while i < at:
        if s.card_def[row[i]] == mine:
            return True
        i += 1
    return False


@final
class MainOp(Op):
    """Summon and cast in any order; then to the attack, or end the turn."""

    def run(self, s: State, f: Frame) -> None:
        """Offer every play. Without one the step is over (asked all the same by hand)."""
        s.step = T_MAIN
        s.ask(s.active, SUMMON)
        self._offer_plays(s)
        if s.n_options == 0 and not s.manual:
            s.step = T_ATTACK
            return
        s.hold()
        summary = attack_summary(s, s.active)
        s.release()
        if summary > 0 or s.manual:
            s.offer(TO_ATTACK)
        if summary < 2:
            s.offer(END_TURN)

    def _offer_plays(self, s: State) -> None:
        player = s.active
        ready = available(s, player)
        mana = ready >> 8
        if mana == 0:
            return
        civs = ready & ALL_CIVS
        row = s.zones[player * 8 + HAND].v
        n = len(row)
        at: i64 = 0
        while at < n:
            d = s.defs[s.card_def[row[at]]]
            if not _seen_before(s, row, at) and self._payable(s, player, row[at], d, mana, civs):
                if may_play(s, player, row[at]):
                    if d.kind == SPELL:
                        s.offer(CAST | at << 8)
                    elif d.evolution:
                        _offer_bases(s, player, d, at)
                    else:
                        s.offer(SUMMON | at << 8)
            at += 1

    def _payable(self, s: State, player: i64, card: i64, d: Def, mana: i64, civs: i64) -> bool:
        if d.civs & ~civs != 0 or cost(s, player, card) > mana:
            return False
        return d.civ_count == 1 or can_supply(s, player, d.civs, -1)

    def answer(self, s: State, f: Frame, action: i64) -> None:
        """Pay and play, or go on."""
        kind = action & 0xFF
        if kind == TO_ATTACK:
            s.step = T_ATTACK
            return
        if kind == END_TURN:
            s.step = T_END
            return
        card = s.zones[s.active * 8 + HAND].v[action >> 8 & 0xFFFF]
        pay(s, s.active, card)
        if kind == CAST:
            s.start(P_CAST, s.active, s.ref(card))
            return
        s.note("summon", card, s.active, 0)
        row = s.zones[s.active * 8 + BATTLE].v
        base = action >> 24 & 0xFFFF
        second = action >> 40 & 0xFFFF
        first_body = row[base - 1] if base > 0 else -1
        second_body = row[second - 1] if second > 0 else -1
        put_in(s, card, first_body, second_body, 0, True)


def _offer_bases(s: State, player: i64, d: Def, at: i64) -> None:
    """Every base (vortex: every pair of two different bodies) is an answer of its own."""
    if not has_base(s, player, d):
        return
    row = s.zones[player * 8 + BATTLE].v
    n = len(row)
    two = len(d.bases) > 1
    i: i64 = 0
    while i < n:
        if fits_base(s, player, d, 0, row[i]):
            if not two:
                s.offer(SUMMON | at << 8 | (i + 1) << 24)
            else:
                j: i64 = 0
                while j < n:
                    if i != j and fits_base(s, player, d, 1, row[j]):
                        s.offer(SUMMON | at << 8 | (i + 1) << 24 | (j + 1) << 40)
                    j += 1
        i += 1


def attack_summary(s: State, player: i64) -> i64:
    """0: no attack or tap ability is possible; 1: some; 2: one that must attack can."""
    found: i64 = 0
    row = s.zones[player * 8 + BATTLE].v
    n = len(row)
    at: i64 = 0
    while at < n:
        body = row[at]
        at += 1
        if s.tapped[body] != 0:
            continue
        mask = keys(s, body)
        if has_target(s, player, body, mask):
            if must_attack(s, player, body, mask):
                return 2
            found = 1
        elif found == 0 and usable(s, body, mask) and tap_abilities(s, body) > 0:
            found = 1
    return found


# ---------------------------------------------------------------- tap abilities


def usable(s: State, body: i64, mask: i64) -> bool:
    """A tap ability may be used: untapped, not sick, able to attack, not bound to attack."""
    if mask & K_NO_TAP_ABILITY != 0 or not can_attack_at_all(s, body, mask):
        return False
    return not must_attack(s, s.owner[body], body, mask)


def tap_abilities(s: State, body: i64) -> i64:
    """How many tap abilities the creature has, own and given."""
    found: i64 = 0
    if s.defs[s.card_def[s.top[body]]].tap is not None:
        found = 1
    if s.ability_effects == 0:
        return found
    return found + len(_given_taps(s, body))


def _given_taps(s: State, body: i64) -> list[Program]:
    found: list[Program] = []
    row = s.givers.v
    n = len(row)
    at: i64 = 0
    while at < n:
        source = row[at]
        at += 1
        for static in s.defs[s.card_def[s.top[source]]].statics:
            if static.gives_abilities and applies(s, static, source, body):
                for mod in static.mods:
                    program = mod.tap
                    if program is not None and program not in found:
                        found.append(program)
    return found


def tap_program(s: State, body: i64, index: i64) -> Program:
    """The tap ability of that number: the own one first."""
    own = s.face(body).tap
    if own is not None:
        if index == 0:
            return own
        index -= 1
    return _given_taps(s, body)[index]


@final
class AttackStepOp(Op):
    """One attack or tap ability after the other; ends when the player ends the turn."""

    def run(self, s: State, f: Frame) -> None:
        """Offer attacks, tap abilities, and the end unless some creature must attack."""
        if s.step == T_END:
            return
        s.step = T_ATTACK
        player = s.active
        s.ask(player, ATTACK)
        s.hold()
        must = offer_attacks(s, player)
        row = s.zones[player * 8 + BATTLE].v
        n = len(row)
        at: i64 = 0
        while at < n:
            body = row[at]
            if s.tapped[body] == 0:
                many = tap_abilities(s, body)
                if many > 0 and usable(s, body, keys(s, body)):
                    index: i64 = 0
                    while index < many:
                        s.offer(USE | at << 8 | index << 24)
                        index += 1
            at += 1
        s.release()
        if not must:
            s.offer(END_TURN)

    def answer(self, s: State, f: Frame, action: i64) -> None:
        """Declare the attack, use the ability, or end."""
        kind = action & 0xFF
        if kind == END_TURN:
            s.step = T_END
            return
        body = s.zones[s.active * 8 + BATTLE].v[action >> 8 & 0xFFFF]
        if kind == ATTACK:
            frame = s.start(P_ATTACK, s.active, s.ref(body))
            frame.x = action >> 24
            return
        program = tap_program(s, body, action >> 24)
        tap(s, body)
        s.note("use", body, s.active, 0)
        s.push(Frame(program, s.active, s.ref(body)))


@final
class LoopOp(Op):
    """Back to the beginning of a step while it lasts."""

    def __init__(self, step: int, to: int) -> None:
        """step: the step that goes on; to: where it begins."""
        self.step: i64 = step
        self.to = to

    def run(self, s: State, f: Frame) -> None:
        """Jump, or fall through."""
        if s.step == self.step:
            f.pc = self.to


@final
class EndStepOp(Op):
    """ "At the end of the turn" abilities trigger."""

    def run(self, s: State, f: Frame) -> None:
        """AP's are resolved first, by the queue."""
        s.step = T_END
        emit_turn(s, E_END)


@final
class TurnEndOp(Op):
    """What an extra turn brings at its end."""

    def run(self, s: State, f: Frame) -> None:
        """Once."""
        program = s.turn_end
        if program is not None:
            s.turn_end = None
            s.push(Frame(program, s.turn_end_player, NO_REF))


def all_gone(s: State, timed: Timed) -> bool:
    """Nothing that the effect is about is there any more."""
    closed = timed.closed
    if closed is None:
        return True
    n = len(closed.v)
    at: i64 = 0
    while at < n:
        if s.alive(closed.v[at]):
            return False
        at += 1
    return True


@final
class CleanupOp(Op):
    """Effects of the turn end together; the next turn begins, an extra one first."""

    def run(self, s: State, f: Frame) -> None:
        """Expire, forget, pass the turn."""
        for timed in s.timed[:]:
            over = timed.duration == D_TURN
            if timed.duration == D_THEIR_TURN:
                over = s.turn > timed.turn and s.active != timed.player
            if timed.duration == D_SOURCE:
                over = s.body_of(timed.source) < 0
            if timed.duration == D_IT:
                over = all_gone(s, timed)
            if over:
                drop_timed(s, timed)
        if len(s.breakers.v) > 0:
            self._forget_breaks(s)
        s.attacked = Cards()
        s.turn_breaks[0] = 0
        s.turn_breaks[1] = 0
        self._next(s)
        f.pc = 0

    def _forget_breaks(self, s: State) -> None:
        s.breakers = Cards()
        player: i64 = 0
        while player < 2:
            row = s.zones[player * 8 + BATTLE].v
            n = len(row)
            at: i64 = 0
            while at < n:
                s.broke[row[at]] = 0
                at += 1
            player += 1

    def _next(self, s: State) -> None:
        if len(s.extra_player.v) > 0:
            s.active = s.extra_player.v[0]
            s.extra_player.discard(s.active)
            s.turn_end = s.extra_end[0]
            s.turn_end_player = s.active
            s.extra_end = s.extra_end[1:]
            return
        s.normal = 1 - s.normal
        s.active = s.normal


PROCESS[P_TURN] = Program(
    "turn",
    [
        BeginOp(),
        PendingOp(),
        SilentOp(),
        UntapOp(),
        PendingOp(),
        DrawStepOp(),
        PendingOp(),
        ChargeOp(),
        PendingOp(),
        MainOp(),
        PendingOp(),
        LoopOp(3, AT_MAIN),
        AttackStepOp(),
        PendingOp(),
        LoopOp(4, AT_ATTACK),
        EndStepOp(),
        PendingOp(),
        TurnEndOp(),
        PendingOp(),
        CleanupOp(),
    ],
)

assert _attack.PLAYER_REF == -1 and _replace.AssignOp is not None
assert _spells.LimboOp is not None
