"""What to play: the best use of the mana, this card and the next one together."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from dmcli.agents.board import Board, body_value, card_value
from dmcli.agents.worth import gain
from dmcli.engine.state import Def
from dmcli.engine.view import View
from dmcli.engine.words import (
    CAST,
    E_ENTER,
    END_TURN,
    HAND,
    K_ANY_BLOCKER,
    K_FREE_ATTACK,
    K_SPEED,
    SUMMON,
    TO_ATTACK,
)


def play(v: View, b: Board) -> i64:
    """The first card of the best pair that the mana allows; else to the attack."""
    worth = vec[i64]()
    price = vec[i64]()
    onward: i64 = END_TURN
    n = v.count_actions()
    at: i64 = 0
    while at < n:
        action = v.action(at)
        at += 1
        if action == TO_ATTACK:
            onward = action
        if action & 0xFF == SUMMON or action & 0xFF == CAST:
            worth = append(worth, play_value(v, b, action))
            price = append(price, v.cost(action >> 8 & 0xFFFF))
        else:
            worth = append(worth, 0)
            price = append(price, 99)
    best = _best_pair(worth, price, v.ready_mana(b.me))
    return v.action(best) if best >= 0 else onward


def _best_pair(worth: vec[i64], price: vec[i64], mana: i64) -> i64:
    best: i64 = -1
    most: i64 = 0
    n = len(worth)
    at: i64 = 0
    while at < n:
        if worth[at] > 0:
            value = worth[at] + _rest(worth, price, mana - price[at], at)
            if value > most or (value == most and worth[at] > worth[best]):
                most = value
                best = at
        at += 1
    return best


def _rest(worth: vec[i64], price: vec[i64], mana: i64, without: i64) -> i64:
    """The most that one other card brings for the mana that is left."""
    most: i64 = 0
    n = len(worth)
    at: i64 = 0
    while at < n:
        if at != without and price[at] <= mana and worth[at] > most:
            most = worth[at]
        at += 1
    return most


def play_value(v: View, b: Board, action: i64) -> i64:
    """What playing the card brings now."""
    at = action >> 8 & 0xFFFF
    d = v.definition(v.seen(b.me, HAND, at))
    if action & 0xFF == CAST:
        return spell_gain(v, b, d) - b.w.cast_cost * v.cost(at)
    value = entering_value(v, b, d)
    base = action >> 24 & 0xFFFF
    if base > 0:
        value += _evolving(b, d, base - 1, action >> 40 & 0xFFFF)
    elif d.keys & (K_SPEED | K_FREE_ATTACK) != 0:
        value += b.w.at_once
    return value


def _evolving(b: Board, d: Def, base: i64, second: i64) -> i64:
    """What is under the new creature is gone; from an untapped base it may attack at once."""
    value = -b.mine.value[base] * b.w.under // 100
    if b.mine.tapped[base] == 0:
        value += b.w.at_once
        if b.mine.ready[base] != 0:
            value -= 30
    if second > 0:
        value -= b.mine.value[second - 1] * b.w.under // 100
    return value


def spell_gain(v: View, b: Board, d: Def) -> i64:
    """What a spell does now; one whose effects cannot be read is cast when mana is over."""
    program = d.spell
    if program is None:
        return 0
    if len(program.effects) == 0:
        return 10
    return gain(v, b, program.effects, 0)


def entering_value(v: View, b: Board, d: Def) -> i64:
    """A creature on the board, and what happens when it enters."""
    value = body_value(b.w, d, d.power, d.keys)
    if d.keys & K_ANY_BLOCKER != 0:
        if b.need > 0:
            value += b.w.danger
        elif b.foe_clock() < 3:
            value += b.w.wall_now
    for trig in d.trigs:
        if trig.event == E_ENTER and trig.self_only:
            value += gain(v, b, trig.program.effects, value)
    return value


def free_value(v: View, b: Board, d: Def) -> i64:
    """What a card brings when it costs nothing, against having it in hand."""
    kept = card_value(b.w, d) // 4
    if d.kind == 1:
        return entering_value(v, b, d) - kept
    return spell_gain(v, b, d) - kept
