"""Whether to block, and with what."""

from __future__ import annotations

from mypy_extensions import i64

from dmcli.agents.board import NOW, Board
from dmcli.agents.worth import WINS
from dmcli.engine.view import View
from dmcli.engine.words import BLOCK, K_ANY_SLAYER


def block(v: View, b: Board) -> i64:
    """The best block, if it is better than none."""
    attacker = v.attacker_at()
    target = v.attacked_body()
    n = v.count_actions()
    best = v.action(n - 1)
    most: i64 = 0 if best & 0xFF != BLOCK else -(1 << 40)
    at: i64 = 0
    while at < n:
        action = v.action(at)
        at += 1
        if action & 0xFF == BLOCK:
            value = _value(v, b, action >> 8, attacker, target)
            if value > most:
                most = value
                best = action
    return best


def _value(v: View, b: Board, at: i64, attacker: i64, target: i64) -> i64:
    value = _fight(b, at, attacker)
    if target >= 0:
        value += _saves_creature(b, attacker, target)
    elif b.shields == 0:
        return value + 20 * WINS
    else:
        value += _saves_shields(b, attacker)
        value += _survival(b, at, attacker)
    return value - _tapped_down(b, at)


def _fight(b: Board, at: i64, attacker: i64) -> i64:
    """My creature against the attacker: what dies, for and against me."""
    mine = b.mine.power[at]
    theirs = b.theirs.power[attacker]
    value: i64 = 0
    if mine >= theirs or b.mine.keys[at] & K_ANY_SLAYER != 0:
        value += b.theirs.death[attacker]
    if theirs >= mine or b.theirs.keys[attacker] & K_ANY_SLAYER != 0:
        value -= b.mine.death[at]
    return value


def _saves_creature(b: Board, attacker: i64, target: i64) -> i64:
    """What would have happened to the attacked creature."""
    return -_fight(b, target, attacker)


def _saves_shields(b: Board, attacker: i64) -> i64:
    w = b.w
    breaks = b.theirs.breaks[attacker]
    if breaks > b.shields:
        breaks = b.shields
    return w.save * breaks + w.save_last * breaks // b.shields


def _survival(b: Board, at: i64, attacker: i64) -> i64:
    """The attackers that are still to come: can they finish me with or without this block?"""
    breaks = b.theirs.breaks[attacker]
    left = b.shields - breaks if b.shields > breaks else 0
    b.force.take(b.theirs, NOW, attacker)
    open_dies = b.force.finishes(b.mine.guards(-1), left)
    block_dies = b.force.finishes(b.mine.guards(at), b.shields)
    if open_dies == block_dies:
        return 0
    return WINS if open_dies else -WINS


def _tapped_down(b: Board, at: i64) -> i64:
    """A blocker that survives is tapped: other attackers may beat it."""
    side = b.theirs
    i: i64 = 0
    while i < side.n:
        if side.ready[i] != 0 and side.attack[i] > b.mine.power[at]:
            return b.mine.death[at] * b.w.tapped_down // 100
        i += 1
    return 0
