"""Triggered abilities: who hears an event, and the queue in which they wait (rules.md 9)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dmcli.engine.questions import (
    applies,
    gate_open,
    is_survivor,
    matches,
    side_fits,
    timed_active,
    timed_applies,
)
from dmcli.engine.state import Cards, Def, Pending, State, Timed, Trig
from dmcli.engine.words import BATTLE, D_ATTACK, E_END, E_START, EVENTS, K_SILENT, NO_REF

TURN_EVENTS: Final[i64] = 1 << E_START | 1 << E_END

# ---------------------------------------------------------------- the index of listeners


def register(s: State, body: i64) -> None:
    """A body now shows its top card: its abilities listen."""
    d = s.defs[s.card_def[s.top[body]]]
    if len(d.statics) > 0:
        s.givers.add(body)
    if d.power == 0:
        s.zero_bodies += 1
    if d.own_events & TURN_EVENTS != 0:
        s.turn_hearers += 1
    if d.keys & K_SILENT != 0:
        s.silents += 1
    if d.watches_any:
        event: i64 = 0
        while event < EVENTS:
            s.watchers[event] += d.watches[event]
            event += 1
    s.power_effects += d.power_effects
    s.key_effects += d.key_effects
    s.ability_effects += d.ability_effects
    s.card_effects += d.card_effects
    s.race_effects += d.race_effects
    if d.shares:
        s.sharers += 1
    if d.repl_mask != 0:
        s.repl_watchers += 1


def unregister(s: State, body: i64) -> None:
    """A body no longer shows its top card (called before it changes)."""
    d = s.defs[s.card_def[s.top[body]]]
    if len(d.statics) > 0:
        s.givers.discard(body)
    if d.power == 0:
        s.zero_bodies -= 1
    if d.own_events & TURN_EVENTS != 0:
        s.turn_hearers -= 1
    if d.keys & K_SILENT != 0:
        s.silents -= 1
    if d.watches_any:
        event: i64 = 0
        while event < EVENTS:
            s.watchers[event] -= d.watches[event]
            event += 1
    s.power_effects -= d.power_effects
    s.key_effects -= d.key_effects
    s.ability_effects -= d.ability_effects
    s.card_effects -= d.card_effects
    s.race_effects -= d.race_effects
    if d.shares:
        s.sharers -= 1
    if d.repl_mask != 0:
        s.repl_watchers -= 1
        s.powerless = Cards()


def add_timed(s: State, timed: Timed) -> None:
    """Put a timed effect in force."""
    s.timed.append(timed)
    _index_timed(s, timed, 1)


def _index_timed(s: State, timed: Timed, one: i64) -> None:
    trig = timed.trig
    if trig is not None:
        s.watchers[trig.event] += one
    if timed.repl is not None:
        s.repl_watchers += one
    clause = timed.static
    if clause is not None:
        if clause.gives_power:
            s.power_effects += one
        if clause.gives_keys:
            s.key_effects += one
        if clause.gives_abilities:
            s.ability_effects += one
        if clause.gives_races:
            s.race_effects += one


def drop_timed(s: State, timed: Timed) -> None:
    """End a timed effect."""
    s.timed.remove(timed)
    _index_timed(s, timed, -1)


# ---------------------------------------------------------------- creature events


def emit(s: State, event: i64, body: i64) -> None:
    """A creature event on a body that is in the battle zone: queue every ability that hears it."""
    d = s.defs[s.card_def[s.top[body]]]
    if d.own_events >> event & 1 != 0:
        _own(s, event, body, d, s.queue)
    if s.watchers[event] > 0 or s.sharers > 0:
        _others(s, event, body, s.queue)


def gather(s: State, event: i64, body: i64, into: list[Pending]) -> None:
    """Like emit, into a list: for leaving, where refs are settled after the move."""
    d = s.defs[s.card_def[s.top[body]]]
    if d.own_events >> event & 1 != 0:
        _own(s, event, body, d, into)
    if s.watchers[event] > 0 or s.sharers > 0:
        _others(s, event, body, into)


def _own(s: State, event: i64, body: i64, d: Def, into: list[Pending]) -> None:
    for trig in d.trigs:
        if trig.event == event and trig.self_only and what_fits(s, trig, body):
            if trig.gate == 0 or gate_open(s, trig.gate, body):
                into.append(_pending(s, trig, s.owner[body], body, body))


def what_fits(s: State, trig: Trig, source: i64) -> bool:
    """ "attacks any creature with …": the target of the attack fits."""
    what = trig.what
    if what is None:
        return True
    target = s.body_of(s.target)
    return target >= 0 and matches(s, what, target, s.owner[source], source, -1)


def _pending(s: State, trig: Trig, player: i64, source: i64, subject: i64) -> Pending:
    waiting = Pending(trig.program, player, s.ref(source), s.ref(subject))
    waiting.name = s.card_def[s.top[source]]
    waiting.same_if_source_differs = not trig.uses_this
    return waiting


def _others(s: State, event: i64, body: i64, into: list[Pending]) -> None:
    turn: i64 = 0
    while turn < 2:
        player = s.active if turn == 0 else 1 - s.active
        row = s.zones[player * 8 + BATTLE].v
        n = len(row)
        at: i64 = 0
        while at < n:
            _heard_by(s, event, body, row[at], into)
            at += 1
        turn += 1
    for timed in s.timed:
        trig = timed.trig
        if trig is not None and trig.event == event and _timed_hears(s, timed, trig, body):
            waiting = Pending(trig.program, timed.player, timed.source, s.ref(body))
            waiting.word = timed.word
            waiting.those = timed.those
            waiting.same_if_source_differs = not trig.uses_this
            into.append(waiting)


def _heard_by(s: State, event: i64, body: i64, source: i64, into: list[Pending]) -> None:
    d = s.defs[s.card_def[s.top[source]]]
    if d.shares and source != body and s.owner[source] == s.owner[body] and is_survivor(s, body):
        for trig in d.trigs:
            if trig.share and trig.self_only and trig.event == event:
                into.append(_pending(s, trig, s.owner[body], body, body))
    if d.watches[event] == 0:
        return
    for trig in d.trigs:
        if trig.event == event and not trig.self_only and _hears(s, trig, source, body):
            into.append(_pending(s, trig, s.owner[source], source, body))
    for static in d.statics:
        if static.gives_abilities and applies(s, static, source, body):
            for mod in static.mods:
                given = mod.trig
                if given is not None and given.event == event:
                    into.append(_pending(s, given, s.owner[body], body, body))


def _hears(s: State, trig: Trig, source: i64, body: i64) -> bool:
    player = s.owner[source]
    if trig.gate != 0 and not gate_open(s, trig.gate, source):
        return False
    if not side_fits(trig.side, s.owner[body], player) or not what_fits(s, trig, source):
        return False
    matcher = trig.matcher
    return matcher is None or matches(s, matcher, body, player, source, -1)


def _timed_hears(s: State, timed: Timed, trig: Trig, body: i64) -> bool:
    clause = timed.static
    if clause is not None:
        return timed_applies(s, timed, clause, body)
    if not timed_active(s, timed):
        return False
    if trig.self_only:
        return timed.source == s.ref(body)
    closed = timed.closed
    if closed is not None:
        return closed.find(s.ref(body)) >= 0
    if not side_fits(trig.side, s.owner[body], timed.player):
        return False
    matcher = trig.matcher
    source = s.body_of(timed.source)
    return matcher is None or matches(s, matcher, body, timed.player, source, timed.word)


# ---------------------------------------------------------------- player and turn events


def emit_player(s: State, event: i64, player: i64, subject: i64) -> None:
    """A player did something (cast, summoned, used a shield trigger …). subject: ref or NO_REF."""
    if s.watchers[event] == 0:
        return
    turn: i64 = 0
    while turn < 2:
        owner = s.active if turn == 0 else 1 - s.active
        row = s.zones[owner * 8 + BATTLE].v
        n = len(row)
        at: i64 = 0
        while at < n:
            source = row[at]
            at += 1
            d = s.defs[s.card_def[s.top[source]]]
            if d.watches[event] == 0:
                continue
            for trig in d.trigs:
                if trig.event == event and side_fits(trig.player, player, owner):
                    if trig.what_this and s.body_of(s.event_breaker) != source:
                        continue
                    if not _about_itself(s, trig, source, subject):
                        if trig.gate == 0 or gate_open(s, trig.gate, source):
                            waiting = _pending(s, trig, owner, source, source)
                            waiting.subject = subject
                            waiting.word = player
                            s.queue.append(waiting)
        turn += 1
    for timed in s.timed:
        heard = timed.trig
        if heard is not None and heard.event == event and timed_active(s, timed):
            if side_fits(heard.player, player, timed.player):
                waiting = Pending(heard.program, timed.player, timed.source, subject)
                waiting.word = timed.word if timed.word >= 0 else player
                waiting.those = timed.those
                waiting.same_if_source_differs = not heard.uses_this
                s.queue.append(waiting)


def emit_once(s: State, event: i64) -> None:
    """What waits for the end of this battle or attack happens once."""
    for timed in s.timed[:]:
        trig = timed.trig
        if trig is not None and trig.event == event and timed.duration == D_ATTACK:
            waiting = Pending(trig.program, timed.player, timed.source, NO_REF)
            waiting.word = timed.word
            waiting.those = timed.those
            waiting.same_if_source_differs = not trig.uses_this
            s.queue.append(waiting)
            drop_timed(s, timed)


def _about_itself(s: State, trig: Trig, source: i64, subject: i64) -> bool:
    """ "evolves another creature" does not hear its own body evolve."""
    return trig.other_only and subject == s.ref(source)


def emit_turn(s: State, event: i64) -> None:
    """The start or end of a turn; trig.player says whose turn it waits for."""
    assert event == E_START or event == E_END
    if s.turn_hearers == 0 and s.watchers[event] == 0:
        return
    turn: i64 = 0
    while turn < 2:
        owner = s.active if turn == 0 else 1 - s.active
        row = s.zones[owner * 8 + BATTLE].v
        n = len(row)
        at: i64 = 0
        while at < n:
            source = row[at]
            at += 1
            d = s.defs[s.card_def[s.top[source]]]
            if d.own_events >> event & 1 != 0:
                for trig in d.trigs:
                    if trig.event == event and side_fits(trig.player, s.active, owner):
                        if trig.gate == 0 or gate_open(s, trig.gate, source):
                            waiting = _pending(s, trig, owner, source, source)
                            waiting.subject = NO_REF
                            waiting.word = s.active
                            s.queue.append(waiting)
            if s.watchers[event] > 0:
                _given_turn(s, event, source, owner)
        turn += 1
    _timed_turn(s, event)


def _given_turn(s: State, event: i64, body: i64, owner: i64) -> None:
    """Turn abilities that the body has from its own survivors or from anybody's statics."""
    row = s.zones[owner * 8 + BATTLE].v
    n = len(row)
    at: i64 = 0
    while at < n:
        d = s.defs[s.card_def[s.top[row[at]]]]
        if d.shares and row[at] != body and is_survivor(s, body):
            for trig in d.trigs:
                if trig.share and trig.event == event and side_fits(trig.player, s.active, owner):
                    s.queue.append(_pending(s, trig, owner, body, body))
        at += 1
    givers = s.givers.v
    n = len(givers)
    at = 0
    while at < n:
        source = givers[at]
        at += 1
        for static in s.defs[s.card_def[s.top[source]]].statics:
            if static.gives_abilities and applies(s, static, source, body):
                for mod in static.mods:
                    given = mod.trig
                    if given is not None and given.event == event:
                        if side_fits(given.player, s.active, owner):
                            s.queue.append(_pending(s, given, owner, body, body))


def _timed_turn(s: State, event: i64) -> None:
    for timed in s.timed:
        trig = timed.trig
        if trig is not None and trig.event == event and timed_active(s, timed):
            if side_fits(trig.player, s.active, timed.player):
                waiting = Pending(trig.program, timed.player, timed.source, NO_REF)
                waiting.word = timed.word
                waiting.those = timed.those
                waiting.same_if_source_differs = not trig.uses_this
                s.queue.append(waiting)


def same_pending(a: Pending, b: Pending) -> bool:
    """Equal pending abilities need no order (rules.md 9)."""
    if a.program is not b.program or a.player != b.player or a.word != b.word:
        return False
    if a.subject != b.subject and not a.same_if_source_differs:
        return False
    if not _same_refs(a.those, b.those):
        return False
    return a.source == b.source or a.same_if_source_differs


def _same_refs(a: Cards | None, b: Cards | None) -> bool:
    if a is b:
        return True
    mine = Cards() if a is None else a
    other = Cards() if b is None else b
    n = len(mine.v)
    if n != len(other.v):
        return False
    at: i64 = 0
    while at < n:
        if mine.v[at] != other.v[at]:
            return False
        at += 1
    return True


def binding(refs: Cards | None) -> Cards:
    """A private copy of what a pending ability has bound."""
    return Cards() if refs is None else refs.copy()
