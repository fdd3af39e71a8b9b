"""Attacking, blocking, battling (rules.md 7 and 8)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from dmcli.engine.mana import bits
from dmcli.engine.moves import batch_add, move, move_one, tap
from dmcli.engine.pending import PendingOp
from dmcli.engine.questions import applies, count_matching, is_sick, keys, power, rule_against
from dmcli.engine.shields import start_break
from dmcli.engine.state import PROCESS, Batch, Frame, Op, Program, State
from dmcli.engine.triggers import drop_timed, emit, emit_once
from dmcli.engine.words import (
    ATTACK,
    BATTLE,
    BLOCK,
    BREAKER,
    CARD_BITS,
    D_ATTACK,
    DESTROYED,
    E_AFTER_ATTACK,
    E_AFTER_BATTLE,
    E_ATTACK,
    E_ATTACK_CREATURE,
    E_ATTACK_PLAYER,
    E_ATTACKED,
    E_BATTLE,
    E_BATTLED,
    E_BLOCK,
    E_BLOCKED,
    E_BLOCKED_PLAYER,
    E_HAS_ATTACKED,
    E_LOSE,
    E_NOT_BLOCKED,
    E_UNBLOCKED,
    E_WIN,
    END_ATTACK,
    GRAVEYARD,
    K_ANY_BLOCKER,
    K_AS_TAPPED,
    K_ATTACK_ONLY,
    K_ATTACK_RATHER,
    K_ATTACK_UNTAPPED,
    K_BLOCKER,
    K_CANT_ATTACK,
    K_CANT_ATTACK_CREATURES,
    K_CANT_ATTACK_PLAYER,
    K_CREW,
    K_DOUBLE,
    K_FREE_ATTACK,
    K_MUST_ATTACK,
    K_MUST_ATTACK_IT,
    K_MUST_BLOCK,
    K_MUST_BLOCK_IT,
    K_SAFE_IN_BATTLE,
    K_SLAYER,
    K_SOME_BLOCKER,
    K_SOME_SLAYER,
    K_STEALTH,
    K_TRIPLE,
    K_UNATTACKABLE,
    K_UNATTACKABLE_BY,
    K_UNBLOCKABLE,
    K_UNBLOCKABLE_BY,
    K_WORLD,
    NO_BLOCK,
    NO_REF,
    P_ATTACK,
    P_BATTLE,
    SHIELDS,
)

K_RATHER: Final[i64] = K_ATTACK_RATHER | K_MUST_ATTACK_IT
PLAYER_REF = -1
"""The attacked player, in State.target."""


# ---------------------------------------------------------------- who may attack whom


def can_attack_at_all(s: State, body: i64, mask: i64) -> bool:
    """Untapped, not sick, no "can't attack"."""
    if s.tapped[body] != 0 or mask & K_CANT_ATTACK != 0:
        return False
    return not is_sick(s, body, mask)


def can_attack_player(s: State, body: i64, mask: i64) -> bool:
    """The player is a legal target; "regardless" beats sickness and prohibitions."""
    if s.tapped[body] != 0:
        return False
    if mask & K_FREE_ATTACK != 0:
        return True
    if mask & K_ATTACK_ONLY != 0:
        return False
    return can_attack_at_all(s, body, mask) and mask & K_CANT_ATTACK_PLAYER == 0


def can_attack_body(s: State, body: i64, mask: i64, other: i64) -> bool:
    """The opposing creature is a legal target: tapped, or one that may be attacked untapped."""
    if not can_attack_at_all(s, body, mask) or mask & K_CANT_ATTACK_CREATURES != 0:
        return False
    if mask & K_ATTACK_ONLY != 0 and not rule_against(s, body, K_ATTACK_ONLY, other):
        return False
    theirs = keys(s, other)
    if theirs & K_UNATTACKABLE != 0:
        return False
    if s.tapped[other] == 0 and theirs & K_AS_TAPPED == 0:
        if mask & K_ATTACK_UNTAPPED == 0:
            return False
        if not rule_against(s, body, K_ATTACK_UNTAPPED, other):
            return False
    if theirs & K_UNATTACKABLE_BY != 0:
        return not rule_against(s, other, K_UNATTACKABLE_BY, body)
    return True


def offer_attacks(s: State, player: i64) -> bool:
    """Offer every legal attack; True if some creature must attack and can."""
    must = False
    mine = s.zones[player * 8 + BATTLE].v
    theirs = s.zones[(1 - player) * 8 + BATTLE].v
    n = len(mine)
    at: i64 = 0
    while at < n:
        body = mine[at]
        if s.tapped[body] == 0:
            mask = keys(s, body)
            before = s.n_options
            if can_attack_player(s, body, mask):
                s.offer(ATTACK | at << 8)
            if can_attack_at_all(s, body, mask):
                m = len(theirs)
                other: i64 = 0
                while other < m:
                    if can_attack_body(s, body, mask, theirs[other]):
                        s.offer(ATTACK | at << 8 | (other + 1) << 24)
                    other += 1
            if mask & K_RATHER != 0 and _only_rather(s, body, mask, theirs, before):
                must = must or mask & K_MUST_ATTACK_IT != 0
            if mask & K_MUST_ATTACK != 0 and s.n_options > before:
                must = True
        at += 1
    return must


def _only_rather(s: State, body: i64, mask: i64, theirs: vec[i64], before: i64) -> bool:
    """Among the attacks offered from ``before`` on keep those at what must be attacked, if any."""
    kept = before
    at = before
    while at < s.n_options:
        action = s.options[at]
        target = action >> 24
        if target > 0 and _is_rather(s, body, mask, theirs[target - 1]):
            s.options[kept] = action
            kept += 1
        at += 1
    if kept == before:
        return False
    s.n_options = kept
    return True


def _is_rather(s: State, body: i64, mask: i64, other: i64) -> bool:
    if mask & K_MUST_ATTACK_IT != 0 and rule_against(s, body, K_MUST_ATTACK_IT, other):
        return True
    return mask & K_ATTACK_RATHER != 0 and rule_against(s, body, K_ATTACK_RATHER, other)


def must_attack(s: State, player: i64, body: i64, mask: i64) -> bool:
    """It attacks if able, and is able: it has a target, or the one that it must attack."""
    if mask & (K_MUST_ATTACK | K_MUST_ATTACK_IT) == 0:
        return False
    if mask & K_MUST_ATTACK != 0:
        return has_target(s, player, body, mask)
    row = s.zones[(1 - player) * 8 + BATTLE].v
    n = len(row)
    at: i64 = 0
    while at < n:
        if can_attack_body(s, body, mask, row[at]):
            if rule_against(s, body, K_MUST_ATTACK_IT, row[at]):
                return True
        at += 1
    return False


def has_target(s: State, player: i64, body: i64, mask: i64) -> bool:
    """Some attack of the creature is legal."""
    if can_attack_player(s, body, mask):
        return True
    if not can_attack_at_all(s, body, mask):
        return False
    row = s.zones[(1 - player) * 8 + BATTLE].v
    n = len(row)
    at: i64 = 0
    while at < n:
        if can_attack_body(s, body, mask, row[at]):
            return True
        at += 1
    return False


# ---------------------------------------------------------------- the attack


@final
class DeclareOp(Op):
    """Tap the attacker, fix the target, let "when this attacks" trigger."""

    def run(self, s: State, f: Frame) -> None:
        """x: position of the target + 1, 0 for the player."""
        body = f.source & CARD_BITS
        s.attacker = f.source
        s.blocker = NO_REF
        s.blocked = False
        s.no_battle = False
        s.attack_breaks = 0
        tap(s, body)
        if f.x == 0:
            s.target = PLAYER_REF
            s.note("attack", body, -1, 0)
            emit(s, E_ATTACK, body)
            emit(s, E_ATTACK_PLAYER, body)
            return
        other = s.zones[(1 - f.player) * 8 + BATTLE].v[f.x - 1]
        s.target = s.ref(other)
        s.attacked.add(s.target)
        s.note("attack", body, other, 0)
        emit(s, E_ATTACK, body)
        emit(s, E_ATTACK_CREATURE, body)
        emit(s, E_ATTACKED, other)


def can_block(s: State, blocker: i64, attacker: i64, attack_keys: i64) -> bool:
    """An untapped creature whose blocker covers the attacker, which may be blocked by it."""
    if s.tapped[blocker] != 0 or s.ref(blocker) == s.target:
        return False
    mask = keys(s, blocker)
    if mask & K_ANY_BLOCKER == 0:
        return False
    if mask & K_BLOCKER == 0 and not rule_against(s, blocker, K_SOME_BLOCKER, attacker):
        return False
    if attack_keys & K_UNBLOCKABLE_BY != 0:
        return not rule_against(s, attacker, K_UNBLOCKABLE_BY, blocker)
    return True


def must_block(s: State, blocker: i64, attacker: i64) -> bool:
    """It blocks if able: every attacker, or this one."""
    mask = keys(s, blocker)
    if mask & K_MUST_BLOCK != 0:
        return True
    return mask & K_MUST_BLOCK_IT != 0 and rule_against(s, blocker, K_MUST_BLOCK_IT, attacker)


@final
class BlockOp(Op):
    """The other player may choose one blocker; one that must block is chosen."""

    def run(self, s: State, f: Frame) -> None:
        """Cut-offs first; then every legal blocker is offered."""
        attacker = s.body_of(s.attacker)
        if attacker < 0 or (s.target >= 0 and s.body_of(s.target) < 0):
            return
        mask = keys(s, attacker)
        if mask & K_UNBLOCKABLE != 0:
            return
        if mask & K_STEALTH != 0 and rule_against(s, attacker, K_STEALTH, attacker):
            return
        row = s.zones[(1 - f.player) * 8 + BATTLE].v
        n = len(row)
        must = False
        s.ask(1 - f.player, BLOCK)
        at: i64 = 0
        while at < n:
            if can_block(s, row[at], attacker, mask):
                forced = must_block(s, row[at], attacker)
                if forced and not must:
                    must = True
                    s.n_options = 0
                if forced or not must:
                    s.offer(BLOCK | at << 8)
            at += 1
        if s.n_options > 0 and not must:
            s.offer(NO_BLOCK)

    def answer(self, s: State, f: Frame, action: i64) -> None:
        """Tap the blocker; it takes the place of the target."""
        if action == NO_BLOCK:
            return
        body = s.zones[(1 - f.player) * 8 + BATTLE].v[action >> 8]
        tap(s, body)
        s.blocker = s.ref(body)
        s.blocked = True
        s.note("block", body, s.attacker & CARD_BITS, 0)


@final
class AfterBlockOp(Op):
    """ "Becomes blocked", "blocks", or "isn't blocked" trigger, before battle and breaks."""

    def run(self, s: State, f: Frame) -> None:
        """Nothing when the attack is over already."""
        attacker = s.body_of(s.attacker)
        if attacker < 0:
            return
        if s.blocked:
            emit(s, E_BLOCKED, attacker)
            if s.target == PLAYER_REF:
                emit(s, E_BLOCKED_PLAYER, attacker)
            blocker = s.body_of(s.blocker)
            if blocker >= 0:
                emit(s, E_BLOCK, blocker)
            return
        if s.target == PLAYER_REF:
            emit(s, E_UNBLOCKED, attacker)
        if s.target == PLAYER_REF or s.body_of(s.target) >= 0:
            emit(s, E_NOT_BLOCKED, attacker)


@final
class ResultOp(Op):
    """Battle, break or win (7.2 step 5), with its cut-offs."""

    def run(self, s: State, f: Frame) -> None:
        """What the attack comes to."""
        attacker = s.body_of(s.attacker)
        if attacker < 0:
            return
        if s.blocked or s.target >= 0:
            if s.no_battle:
                return
            other = s.body_of(s.blocker if s.blocked else s.target)
            if other >= 0:
                fight = s.start(P_BATTLE, f.player, s.ref(attacker))
                fight.that = s.ref(other)
            return
        if len(s.zones[(1 - f.player) * 8 + SHIELDS].v) == 0:
            s.end(f.player, END_ATTACK)
            return
        self._breaks(s, f, attacker)

    def _breaks(self, s: State, f: Frame, attacker: i64) -> None:
        kinds = keys(s, attacker) & (K_DOUBLE | K_TRIPLE | K_WORLD | K_CREW)
        if bits(kinds) < 2:
            self._start(s, f, attacker, kinds)
            return
        s.ask(f.player, BREAKER)
        kind: i64 = 1
        while kind <= kinds:
            if kinds & kind != 0:
                s.offer(BREAKER | bits(kind - 1) << 8)
            kind <<= 1

    def answer(self, s: State, f: Frame, action: i64) -> None:
        """The controller picks which breaker ability counts."""
        attacker = s.body_of(s.attacker)
        kind: i64 = 1
        kind <<= action >> 8
        self._start(s, f, attacker, kind)

    def _start(self, s: State, f: Frame, attacker: i64, kind: i64) -> None:
        number = breaks(s, attacker, kind) + more_breaks(s, attacker)
        start_break(s, s.attacker, f.player, number)


def more_breaks(s: State, body: i64) -> i64:
    """How many more shields effects let the creature break."""
    if s.key_effects == 0:
        return 0
    total: i64 = 0
    row = s.givers.v
    n = len(row)
    at: i64 = 0
    while at < n:
        source = row[at]
        at += 1
        for static in s.face(source).statics:
            if static.gives_keys and applies(s, static, source, body):
                for mod in static.mods:
                    total += mod.breaks
    return total


def breaks(s: State, body: i64, kind: i64) -> i64:
    """How many shields a breaker ability breaks; fixed as the break begins (10.3)."""
    if kind == K_DOUBLE:
        return 2
    if kind == K_TRIPLE:
        return 3
    if kind == K_WORLD:
        return 1000
    if kind == K_CREW:
        crew = s.face(body).crew
        if crew is not None:
            return 1 + count_matching(s, crew, s.owner[body], body)
    return 1


@final
class EndAttackOp(Op):
    """After the attack; then the creature no longer attacks."""

    def run(self, s: State, f: Frame) -> None:
        """Triggers of the end first."""
        attacker = s.body_of(s.attacker)
        if attacker >= 0:
            emit(s, E_HAS_ATTACKED, attacker)
        emit_once(s, E_AFTER_ATTACK)


@final
class ClearAttackOp(Op):
    """No attack is going on."""

    def run(self, s: State, f: Frame) -> None:
        """Forget attacker, target and blocker, and what still waits for a battle."""
        for timed in s.timed[:]:
            if timed.duration == D_ATTACK:
                drop_timed(s, timed)
        s.attacker = NO_REF
        s.target = NO_REF
        s.blocker = NO_REF
        s.blocked = False


# ---------------------------------------------------------------- the battle


@final
class BattlesOp(Op):
    """ "Whenever this battles", attacker's first."""

    def run(self, s: State, f: Frame) -> None:
        """Both creatures."""
        s.fighter = f.source
        s.fought = f.that
        emit(s, E_BATTLE, f.source & CARD_BITS)
        emit(s, E_BATTLE, f.that & CARD_BITS)


@final
class CompareOp(Op):
    """Compare power; losers are destroyed together; winners and slayers are remembered."""

    def run(self, s: State, f: Frame) -> None:
        """If one has left there is no result."""
        a = s.body_of(f.source)
        b = s.body_of(f.that)
        if a < 0 or b < 0:
            f.pc = len(f.program.ops) - 1
            return
        f.x = self._slayers(s, a, b)
        pa = power(s, a)
        pb = power(s, b)
        s.note("battle", a, b, pa << 24 | pb)
        emit(s, E_BATTLED, a)
        emit(s, E_BATTLED, b)
        emit_once(s, E_AFTER_BATTLE)
        batch = Batch(f.player)
        if pa <= pb:
            self._loses(s, a, b, batch)
        if pb <= pa:
            self._loses(s, b, a, batch)
        if pa > pb:
            emit(s, E_WIN, a)
        if pb > pa:
            emit(s, E_WIN, b)
        move(s, batch)

    def _slayers(self, s: State, a: i64, b: i64) -> i64:
        found: i64 = 1 if self._slays(s, a, b) else 0
        return found | (2 if self._slays(s, b, a) else 0)

    def _slays(self, s: State, body: i64, other: i64) -> bool:
        mask = keys(s, body)
        if mask & K_SLAYER != 0:
            return True
        return mask & K_SOME_SLAYER != 0 and rule_against(s, body, K_SOME_SLAYER, other)

    def _loses(self, s: State, body: i64, other: i64, batch: Batch) -> None:
        emit(s, E_LOSE, body)
        if keys(s, body) & K_SAFE_IN_BATTLE != 0:
            if rule_against(s, body, K_SAFE_IN_BATTLE, other):
                return
        batch_add(s, batch, body, GRAVEYARD, DESTROYED, 0)


@final
class SlayOp(Op):
    """Slayer, after the battle and whatever its result: first the attacker's, then the other's."""

    def __init__(self, bit: int, attackers: bool) -> None:
        """bit of Frame.x; attackers: it is the attacker that slays."""
        self.bit: i64 = bit
        self.attackers = attackers

    def run(self, s: State, f: Frame) -> None:
        """Destroy the other creature, if it is still there."""
        if f.x & self.bit != 0:
            body = s.body_of(f.that if self.attackers else f.source)
            if body >= 0:
                cause = f.player if self.attackers else 1 - f.player
                move_one(s, body, GRAVEYARD, DESTROYED, 0, cause)


@final
class EndBattleOp(Op):
    """The battle is over, with or without a result."""

    def run(self, s: State, f: Frame) -> None:
        """Nobody battles."""
        s.fighter = NO_REF
        s.fought = NO_REF


PROCESS[P_ATTACK] = Program(
    "attack",
    [
        DeclareOp(),
        PendingOp(),
        BlockOp(),
        AfterBlockOp(),
        PendingOp(),
        ResultOp(),
        PendingOp(),
        EndAttackOp(),
        PendingOp(),
        ClearAttackOp(),
    ],
)
PROCESS[P_BATTLE] = Program(
    "battle",
    [
        BattlesOp(),
        PendingOp(),
        CompareOp(),
        PendingOp(),
        SlayOp(1, True),
        SlayOp(2, False),
        PendingOp(),
        EndBattleOp(),
    ],
)
