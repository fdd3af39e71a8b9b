"""What must hold in every state of every game: for fuzzing and tests, not for play."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from dmcli.engine.questions import keys, power, timed_active
from dmcli.engine.rng import Rng
from dmcli.engine.state import Batch, Cards, Frame, State
from dmcli.engine.triggers import add_timed, register
from dmcli.engine.view import is_visible
from dmcli.engine.words import (
    BATTLE,
    D_SOURCE,
    D_TURN,
    DECK,
    END_ATTACK,
    END_DECK,
    EVENTS,
    MANA,
    NO_REF,
    NOBODY,
    RESOLVING,
    SHIELDS,
)

M: Final[i64] = 0xFFFFFFFF


def audit(s: State) -> str:
    """A sentence about the first thing that is wrong with the state, or nothing."""
    return _cards(s) or _registers(s) or _choice(s) or _timed(s) or _between(s) or _rules(s)


# ---------------------------------------------------------------- cards


def _cards(s: State) -> str:
    """Every card is in exactly one zone, of its owner, as its columns say."""
    seen = vec[i64]([0] * s.cards)
    place: i64 = 0
    while place < 16:
        row = s.zones[place].v
        n = len(row)
        at: i64 = 0
        while at < n:
            said = _piled(s, row[at], place, seen)
            if said != "":
                return said
            at += 1
        place += 1
    card: i64 = 0
    while card < s.cards:
        if seen[card] != 1:
            return f"{_named(s, card)} is in {seen[card]} zones"
        card += 1
    return ""


def _piled(s: State, body: i64, place: i64, seen: vec[i64]) -> str:
    """Count one object of a zone: a card, or a pile from its top down to its body."""
    zone = place & 7
    card = s.top[body] if zone == BATTLE else body
    last = card
    steps: i64 = 0
    while card != NOBODY:
        seen[card] += 1
        steps += 1
        if s.zone[card] != zone or s.owner[card] != place >> 3:
            return f"{_named(s, card)} does not know that it is in zone {place}"
        last = card
        card = s.under[card] if zone == BATTLE else NOBODY
        if steps > s.cards:
            return f"{_named(s, body)} lies in a pile without end"
    if last != body:
        return f"{_named(s, body)} is not the bottom card of its pile"
    if s.tapped[body] != 0 and zone != BATTLE and zone != MANA:
        return f"{_named(s, body)} is tapped in zone {place}"
    return ""


def _named(s: State, card: i64) -> str:
    return f"card {card} ({s.definition(card).name})"


# ---------------------------------------------------------------- indexes


def _registers(s: State) -> str:
    """Who listens for what is the same as counted from scratch."""
    fresh = s.copy()
    fresh.forget_indexes()
    player: i64 = 0
    while player < 2:
        row = s.zones[player * 8 + BATTLE].v
        n = len(row)
        at: i64 = 0
        while at < n:
            register(fresh, row[at])
            at += 1
        player += 1
    fresh.timed = []
    for timed in s.timed:
        add_timed(fresh, timed)
    if sorted(s.givers.v) != sorted(fresh.givers.v):
        return "the creatures with static abilities are not those that are kept"
    event: i64 = 0
    while event < EVENTS:
        if s.watchers[event] != fresh.watchers[event]:
            return f"{s.watchers[event]} listen for event {event}, not {fresh.watchers[event]}"
        event += 1
    if s.turn_hearers != fresh.turn_hearers or s.silents != fresh.silents:
        return "the hearers of turns or the silent skills are miscounted"
    if s.zero_bodies != fresh.zero_bodies:
        return "the creatures without printed power are miscounted"
    if s.sharers != fresh.sharers or s.repl_watchers != fresh.repl_watchers:
        return "sharers or replacements are miscounted"
    if s.power_effects != fresh.power_effects or s.key_effects != fresh.key_effects:
        return "effects on power or keywords are miscounted"
    if s.ability_effects != fresh.ability_effects or s.card_effects != fresh.card_effects:
        return "effects that give abilities or are about cards are miscounted"
    if s.race_effects != fresh.race_effects:
        return "effects that give races are miscounted"
    return ""


# ---------------------------------------------------------------- the moment


def _choice(s: State) -> str:
    """Something is asked while the game goes on, of a player, with different answers."""
    if s.ending >= 0:
        return "a finished game asks something" if s.n_options != 0 else ""
    if s.n_options < 1:
        return "nothing is asked, and the game is not over"
    if s.n_options < 2 and not s.manual:
        return "a choice with one answer is asked"
    if s.asked != 0 and s.asked != 1:
        return "nobody is asked"
    at: i64 = 0
    while at < s.n_options:
        other: i64 = 0
        while other < at:
            if s.options[at] == s.options[other]:
                return f"answer {s.options[at]} is offered twice"
            other += 1
        at += 1
    return ""


def _timed(s: State) -> str:
    """No effect outlives its turn; one whose source has left is not in force."""
    for timed in s.timed:
        if timed.duration == D_TURN and timed.turn != s.turn:
            return "an effect of an earlier turn is still in force"
        gone = s.body_of(timed.source) < 0
        if timed.duration == D_SOURCE and gone and timed_active(s, timed):
            return "an effect has outlived its source"
    return ""


def _between(s: State) -> str:
    """While only the turn itself is in progress, nothing is left of what has happened."""
    if s.depth != 0:
        return "a question about power or keywords was never answered"
    if len(s.frames) != 1 or s.ending >= 0:
        return ""
    if len(s.zones[RESOLVING].v) + len(s.zones[8 + RESOLVING].v) > 0:
        return "a card is left between the zones"
    if s.attacker != NO_REF or s.target != NO_REF or s.blocker != NO_REF or s.blocked:
        return "an attack has not ended"
    return ""


def _rules(s: State) -> str:
    """Rules that hold at every moment. Something may keep a weak creature from being destroyed."""
    player: i64 = 0
    while player < 2:
        row = s.zones[player * 8 + BATTLE].v
        n = len(row)
        at: i64 = 0
        while at < n and s.ending < 0:
            if not s.face(row[at]).is_creature():
                return f"{_named(s, s.top[row[at]])} is in the battle zone and no creature"
            kept = s.repl_watchers > 0 or s.sharers > 0
            if power(s, row[at]) < 1 and not kept:
                return f"{_named(s, s.top[row[at]])} stands with power below 1"
            at += 1
        empty = len(s.zones[player * 8 + DECK].v) == 0
        if empty and s.ending < 0 and not s.ruleset.deckout_on_draw_only:
            return "a deck is empty, and the game goes on"
        if s.winner == player and s.ending == END_ATTACK:
            if len(s.zones[(1 - player) * 8 + SHIELDS].v) > 0:
                return "an attack has won against shields"
        if s.ending == END_DECK and s.winner == player:
            if len(s.zones[(1 - player) * 8 + DECK].v) > 0:
                return "a player has lost with cards in the deck"
        player += 1
    return ""


def lists(s: State) -> int:
    """A number that stands for what is printed on the cards of both players."""
    h: i64 = 0
    card: i64 = 0
    while card < s.cards:
        h = (h + _mix(0x811C9DC5, s.card_def[card] * 2 + s.owner[card])) & M
        card += 1
    return int(h)


# ---------------------------------------------------------------- the same again


def fingerprint(s: State) -> int:
    """A number that stands for the whole state, apart from how it came about."""
    h = _mix_all(0x811C9DC5, s.card_def)
    for column in (s.zone, s.gen, s.tapped, s.known, s.under, s.top, s.came, s.broke):
        h = _mix_all(h, column)
    for row in s.zones:
        h = _mix_all(_mix(h, len(row.v)), row.v)
    for number in (s.turn, s.active, s.step, s.normal, s.attacker, s.target, s.blocker):
        h = _mix(h, number)
    h = _mix_all(_mix_all(h, s.casts), s.breakers.v)
    h = _mix_all(h, s.extra_player.v)
    for rng in (s.shuffle_first, s.shuffle_second, s.luck):
        h = _mix(_mix(_mix(h, rng.a), rng.b), rng.counter)
    for frame in s.frames:
        h = _mix_frame(h, frame)
    for waiting in s.queue:
        h = _mix(_mix(_mix(h, waiting.player), waiting.source), waiting.subject)
    for timed in s.timed:
        h = _mix(_mix(_mix(h, timed.player), timed.source), timed.turn)
        h = _mix_cards(h, timed.closed)
    h = _mix_all(_mix(_mix(h, s.asked), s.ask_kind), s.watchers)
    at: i64 = 0
    while at < s.n_options:
        h = _mix(h, s.options[at])
        at += 1
    return int(_mix(_mix(h, s.winner), s.ending))


def _mix(h: i64, value: i64) -> i64:
    h = ((h ^ (value & M)) * 16777619) & M
    return ((h ^ (value >> 32 & M)) * 16777619) & M


def _mix_all(h: i64, column: vec[i64]) -> i64:
    n = len(column)
    at: i64 = 0
    while at < n:
        h = _mix(h, column[at])
        at += 1
    return h


def _mix_cards(h: i64, cards: Cards | None) -> i64:
    return _mix(h, -7) if cards is None else _mix_all(h, cards.v)


def _mix_frame(h: i64, frame: Frame) -> i64:
    for number in (frame.pc, len(frame.program.ops)):
        h = _mix(h, number)
    for word in (frame.player, frame.source, frame.that, frame.word, frame.many):
        h = _mix(h, word)
    h = _mix(_mix(_mix(h, frame.x), frame.y), frame.z)
    h = _mix_all(_mix_all(_mix_all(h, frame.it.v), frame.those.v), frame.registers)
    return _mix_batch(_mix_batch(h, frame.batch), frame.gather)


def _mix_batch(h: i64, batch: Batch | None) -> i64:
    if batch is None:
        return _mix(h, -9)
    h = _mix_all(_mix_all(_mix_all(h, batch.what.v), batch.to.v), batch.flags.v)
    for item in batch.repl_item:
        h = _mix(h, item)
    return h


# ---------------------------------------------------------------- what a player may know


def permuted(before: State, after: State, player: i64, rng: Rng) -> State:
    """``before`` with what is hidden from the player, then and in ``after``, shuffled by owner."""
    s = before.copy()
    owner: i64 = 0
    while owner < 2:
        hidden = vec[i64]()
        card: i64 = 0
        while card < s.cards:
            if s.owner[card] == owner and not is_visible(before, player, card):
                if not is_visible(after, player, card):
                    hidden = append(hidden, card)
            card += 1
        at: i64 = len(hidden) - 1
        while at > 0:
            other = rng.below(at + 1)
            a = hidden[at]
            b = hidden[other]
            s.card_def[a], s.card_def[b] = s.card_def[b], s.card_def[a]
            at -= 1
        owner += 1
    return s


def same_to(a: State, b: State, player: i64) -> bool:
    """Both states look the same to the player, who is asked the same."""
    if a.ending != b.ending or a.asked != b.asked or a.ask_kind != b.ask_kind:
        return False
    if a.turn != b.turn or a.step != b.step or a.actions != b.actions:
        return False
    if len(a.frames) != len(b.frames) or len(a.queue) != len(b.queue):
        return False
    if a.ending < 0:
        mine = a.frames[len(a.frames) - 1]
        theirs = b.frames[len(b.frames) - 1]
        if mine.program is not theirs.program or mine.pc != theirs.pc:
            return False
    place: i64 = 0
    while place < 16:
        if not _same_zone(a, b, place, player):
            return False
        place += 1
    return True


def _same_zone(a: State, b: State, place: i64, player: i64) -> bool:
    mine = a.zones[place].v
    theirs = b.zones[place].v
    n = len(mine)
    if n != len(theirs):
        return False
    at: i64 = 0
    while at < n:
        x = mine[at]
        if x != theirs[at] or a.tapped[x] != b.tapped[x]:
            return False
        shown = is_visible(a, player, x)
        if shown != is_visible(b, player, x):
            return False
        if shown and a.card_def[x] != b.card_def[x]:
            return False
        if place & 7 == BATTLE:
            if a.top[x] != b.top[x] or a.card_def[a.top[x]] != b.card_def[b.top[x]]:
                return False
            if power(a, x) != power(b, x) or keys(a, x) != keys(b, x):
                return False
        at += 1
    return True


def same_options(a: State, b: State) -> bool:
    """Both states offer the same answers in the same order."""
    if a.n_options != b.n_options:
        return False
    at: i64 = 0
    while at < a.n_options:
        if a.options[at] != b.options[at]:
            return False
        at += 1
    return True
