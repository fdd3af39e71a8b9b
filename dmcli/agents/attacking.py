"""Whom to attack with what: win, trade, race, or stay at home."""

from __future__ import annotations

from mypy_extensions import i64

from dmcli.agents.board import NEVER, Board
from dmcli.agents.worth import WINS, gain
from dmcli.engine.view import View
from dmcli.engine.words import (
    ATTACK,
    DECK,
    END_TURN,
    K_ANY_BLOCKER,
    K_ANY_SLAYER,
    K_CANT_ATTACK,
    K_CANT_ATTACK_CREATURES,
    K_UNATTACKABLE,
    USE,
)


def attack(v: View, b: Board) -> i64:
    """The best attack or tap ability that is worth more than to end the turn."""
    n = v.count_actions()
    winning = b.can_win(0)
    share = v.trigger_share(b.foe)
    urge = _urge(v, b)
    best = v.action(n - 1)
    most: i64 = b.w.spare if best == END_TURN else -(1 << 40)
    at: i64 = 0
    while at < n:
        action = v.action(at)
        at += 1
        if action == END_TURN:
            continue
        value = _value(v, b, action, winning, share, urge)
        if value > most:
            most = value
            best = action
    return best


def _urge(v: View, b: Board) -> i64:
    """What a broken shield is worth more for the race: I come first, or my deck runs out."""
    w = b.w
    mine = b.my_clock()
    theirs = b.foe_clock()
    if mine >= NEVER:
        return 0
    if v.size(b.me, DECK) < 9:
        return w.race
    if mine > theirs:
        return -w.behind
    if mine + 1 < theirs:
        return w.race + w.ahead
    return w.race


def _value(v: View, b: Board, action: i64, winning: bool, share: i64, urge: i64) -> i64:
    at = action >> 8 & 0xFFFF
    target = action >> 24
    if action & 0xFF == USE:
        return gain(v, b, v.tap_effects(at, target), b.mine.value[at]) + 5
    if action & 0xFF != ATTACK:
        return 0
    if target == 0:
        if winning:
            return WINS + b.mine.breaks[at] * 100 - b.mine.value[at] // 100
        return _on_player(v, b, at, share, urge)
    if winning and b.mine.ready[at] != 0:
        return 0
    return _on_creature(v, b, at, target - 1)


# ---------------------------------------------------------------- the player


def _on_player(v: View, b: Board, at: i64, share: i64, urge: i64) -> i64:
    w = b.w
    breaks = b.mine.breaks[at]
    if breaks > b.foe_shields:
        breaks = b.foe_shields
    if b.foe_shields == 0:
        value: i64 = 300
    else:
        each = w.break_gain - w.break_card - w.trigger * share // 100 + urge
        value = each * breaks + w.break_last * breaks // b.foe_shields
    value -= _at_home(v, b, at)
    blocked = _block(v, b, at)
    return blocked if blocked < value else value


def _block(v: View, b: Board, at: i64) -> i64:
    """What the block that is best for the opponent comes to (large when there is none)."""
    worst: i64 = 1 << 40
    side = b.theirs
    i: i64 = 0
    while i < side.n:
        if side.tapped[i] == 0 and side.keys[i] & K_ANY_BLOCKER != 0 and v.may_block(b.foe, i, at):
            value = _fight(b, at, i)
            if value < 0 or value < worst:
                worst = value if value < worst else worst
        i += 1
    return worst


def _fight(b: Board, at: i64, other: i64) -> i64:
    """My attacker against a creature: what dies, for and against me."""
    mine = b.mine.attack[at]
    theirs = b.theirs.power[other]
    value: i64 = 0
    if mine >= theirs or b.mine.keys[at] & K_ANY_SLAYER != 0:
        value += b.theirs.death[other]
    if theirs >= mine or b.theirs.keys[other] & K_ANY_SLAYER != 0:
        value -= b.mine.death[at]
    return value


def _at_home(v: View, b: Board, at: i64) -> i64:
    """What it costs that the creature is tapped in the opponent's turn."""
    w = b.w
    cost: i64 = 0
    if b.mine.keys[at] & K_ANY_BLOCKER != 0:
        cost = w.guarded
        if b.in_danger(at) and not b.in_danger(-1):
            cost = WINS // 2
    if b.mine.keys[at] & K_UNATTACKABLE != 0:
        return cost
    return cost + _exposed(b, at) * w.exposed // 100


def _exposed(b: Board, at: i64) -> i64:
    """The worth that the opponent can take by attacking the tapped creature.

    An attacker of theirs takes one creature only: what is tapped already shares the danger.
    """
    side = b.theirs
    power = b.mine.power[at]
    loss = b.mine.death[at]
    worst: i64 = 0
    punishers: i64 = 0
    i: i64 = 0
    while i < side.n:
        if side.keys[i] & (K_CANT_ATTACK | K_CANT_ATTACK_CREATURES) == 0:
            value: i64 = 0
            if side.attack[i] > power and not _slays(b, at):
                value = loss
            elif side.attack[i] >= power or side.keys[i] & K_ANY_SLAYER != 0:
                value = loss - side.death[i]
            if value > 0:
                punishers += 1
                if value > worst:
                    worst = value
        i += 1
    tapped = 1 + _tapped(b)
    return worst if punishers >= tapped else worst * punishers // tapped


def _tapped(b: Board) -> i64:
    found: i64 = 0
    at: i64 = 0
    while at < b.mine.n:
        found += b.mine.tapped[at]
        at += 1
    return found


def _slays(b: Board, at: i64) -> bool:
    return b.mine.keys[at] & K_ANY_SLAYER != 0


# ---------------------------------------------------------------- creatures


def _on_creature(v: View, b: Board, at: i64, target: i64) -> i64:
    value = _fight(b, at, target)
    if b.mine.attack[at] >= b.theirs.power[target] or _slays(b, at):
        value += _relief(b, target)
    if value <= 0:
        return value - 1
    value -= _at_home(v, b, at) * b.w.trade_home // 100
    value -= b.mine.value[at] * b.w.trade_tax // 100
    blocked = _block(v, b, at)
    if blocked < value:
        value = (value * (100 - b.w.trade_block) + blocked * b.w.trade_block) // 100
    return value


def _relief(b: Board, target: i64) -> i64:
    """An attacker less that comes at me."""
    if b.theirs.hits[target] == 0:
        return 0
    if b.need == 0:
        return b.w.relief * b.theirs.breaks[target]
    return b.w.rescue // b.need
