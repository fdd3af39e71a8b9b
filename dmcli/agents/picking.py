"""Answers to every other kind of choice: picks, yes or no, words, orders, breakers."""

from __future__ import annotations

from mypy_extensions import i64

from dmcli.agents.board import Board
from dmcli.agents.playing import free_value
from dmcli.agents.worth import benefit, gain
from dmcli.engine.purpose import V_DRAW, V_SHIELD, V_TOP
from dmcli.engine.view import HIDDEN, View
from dmcli.engine.words import (
    ASK_NUMBER,
    ASK_OPTION,
    ASK_PLAYER,
    ASK_RACE,
    BATTLE,
    DECK,
    NO_TRIGGER,
    NONE,
    TRIGGER,
)


def pick(v: View, b: Board) -> i64:
    """The object whose fate brings most; none, when that is allowed and nothing is gained."""
    verb = v.purpose()
    n = v.count_actions()
    best = v.action(n - 1)
    most: i64 = 0 if best == NONE else -(1 << 40)
    at: i64 = 0
    while at < n:
        action = v.action(at)
        at += 1
        if action == NONE:
            continue
        place = action >> 8 & 0xFF
        value = benefit(v, b, verb & 31, place >> 3, place & 7, action >> 24 & 0xFFFF)
        if value > most:
            most = value
            best = action
    return best


def trigger(v: View, b: Board) -> i64:
    """Use a shield trigger unless the card does more good in hand."""
    card = v.broken_shield()
    if card == HIDDEN:
        return TRIGGER
    return TRIGGER if free_value(v, b, v.definition(card)) > 0 else NO_TRIGGER


def yes_or_no(v: View, b: Board) -> i64:
    """Optional draws only with a deck to draw from; a "may" when it brings something."""
    verb = v.purpose()
    yes = v.action(0)
    no = v.action(v.count_actions() - 1)
    if verb == V_DRAW or verb & V_TOP != 0:
        reserve = b.w.draw_reserve if verb & 31 != V_SHIELD else 3
        return yes if v.size(b.me, DECK) > reserve else no
    effects = v.asked_effects()
    if len(effects) == 0:
        return yes
    source = v.source_at()
    own = b.mine.value[source] if source >= 0 else 0
    return yes if gain(v, b, effects, own) >= 0 else no


def word(v: View, b: Board) -> i64:
    """The best race, number, player or option."""
    n = v.count_actions()
    best = v.action(0)
    most: i64 = -(1 << 40)
    at: i64 = 0
    while at < n:
        action = v.action(at)
        at += 1
        value = _of_word(v, b, action)
        if value > most:
            most = value
            best = action
    return best


def _of_word(v: View, b: Board, action: i64) -> i64:
    kind = action >> 40
    value = action >> 8 & 0xFFFFFFFF
    if kind == ASK_RACE:
        return _of_race(v, b, v.race(value))
    if kind == ASK_NUMBER:
        return _of_power(b, value)
    if kind == ASK_PLAYER:
        return 1 if value == b.foe else 0
    if kind == ASK_OPTION:
        return gain(v, b, v.option_effects(action >> 8 & 0xFFFF), 0)
    return 0


def _of_race(v: View, b: Board, race: str) -> i64:
    """The race that most of mine and least of theirs have."""
    total: i64 = 0
    at: i64 = 0
    while at < b.mine.n:
        if race in v.definition(v.seen(b.me, BATTLE, at)).races:
            total += b.mine.value[at]
        at += 1
    at = 0
    while at < b.theirs.n:
        if race in v.definition(v.seen(b.foe, BATTLE, at)).races:
            total -= b.theirs.value[at]
        at += 1
    return total


def _of_power(b: Board, power: i64) -> i64:
    """Everything with that power is destroyed: theirs counts for me."""
    total: i64 = 0
    at: i64 = 0
    while at < b.mine.n:
        if b.mine.power[at] == power:
            total -= b.mine.death[at]
        at += 1
    at = 0
    while at < b.theirs.n:
        if b.theirs.power[at] == power:
            total += b.theirs.death[at]
        at += 1
    return total


def next_ability(v: View, b: Board) -> i64:
    """The waiting ability that brings most comes first."""
    n = v.count_actions()
    best = v.action(0)
    most: i64 = -(1 << 40)
    at: i64 = 0
    while at < n:
        action = v.action(at)
        at += 1
        value = gain(v, b, v.waiting_effects(action >> 8), 0)
        if value > most:
            most = value
            best = action
    return best


def breaker(v: View) -> i64:
    """The breaker ability that breaks most."""
    n = v.count_actions()
    best = v.action(0)
    most: i64 = -1
    at: i64 = 0
    while at < n:
        action = v.action(at)
        at += 1
        kind: i64 = 1
        kind <<= action >> 8
        breaks = v.breaks_by(kind)
        if breaks > most:
            most = breaks
            best = action
    return best
