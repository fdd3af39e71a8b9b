"""What to charge: cover the civilizations, keep what can be played on curve, stop in time."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dmcli.agents.board import Board
from dmcli.agents.worth import keep_value
from dmcli.engine.view import View
from dmcli.engine.words import HAND, MANA, PASS

LATE: Final[i64] = 50
"""From this turn on more and more is charged: no two players go round in circles for ever."""


def charge(v: View, b: Board) -> i64:
    """The card that is missed least, unless every one is worth more in hand than as mana."""
    list_civs = v.list_civs()
    best: i64 = PASS
    most = -_limit(v, b)
    at: i64 = 0
    while at < v.count_actions():
        action = v.action(at)
        at += 1
        if action != PASS:
            value = _as_mana(v, b, action >> 8, list_civs)
            if value > most:
                most = value
                best = action
    return best


def _limit(v: View, b: Board) -> i64:
    """How much worth in hand one more mana is worth: less the more there is already."""
    w = b.w
    mana = v.size(b.me, MANA)
    hand = v.size(b.me, HAND)
    limit = w.charge_base - w.charge_mana * mana + w.charge_hand * hand
    if hand == 1 and v.cost(0) <= mana and mana > 2:
        limit -= 100
    if v.turn() > LATE:
        limit += 20 * (v.turn() - LATE)
    return limit


def _others(v: View, b: Board, at: i64) -> i64:
    """What one more mana brings the other cards in hand."""
    w = b.w
    mana = v.size(b.me, MANA)
    n = v.size(b.me, HAND)
    total: i64 = 0
    dearest: i64 = 0
    next_one = False
    i: i64 = 0
    while i < n:
        if i != at:
            price = v.cost(i)
            total += price
            if price > dearest:
                dearest = price
            if price == mana + 1:
                next_one = True
        i += 1
    if total <= mana:
        return -w.charge_enough
    value: i64 = 0
    if dearest > mana:
        value += w.charge_short
    if next_one:
        value += w.charge_next
    return value


def _as_mana(v: View, b: Board, at: i64, list_civs: i64) -> i64:
    """New civilizations count for a card, what it would do in hand against it."""
    w = b.w
    d = v.definition(v.seen(b.me, HAND, at))
    value = _others(v, b, at) - keep_value(v, b, at)
    new = d.civs & ~v.mana_civs(b.me)
    if new & _other_civs(v, b, at) != 0:
        value += w.new_for_hand
    elif new & list_civs != 0:
        value += w.new_for_deck
    if d.civ_count > 1:
        value += 15
    return value


def _other_civs(v: View, b: Board, at: i64) -> i64:
    """Civilizations of the other cards in hand."""
    n = v.size(b.me, HAND)
    mask: i64 = 0
    i: i64 = 0
    while i < n:
        if i != at:
            mask |= v.definition(v.seen(b.me, HAND, i)).civs
        i += 1
    return mask
