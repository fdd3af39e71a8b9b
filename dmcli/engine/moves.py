"""Atoms: the only functions that move a card, tap, draw. Propose, replace, do, check, trigger.

What happens at the same time is one batch; draws are batches of one. An atom that may be
replaced puts its own program on the stack, so an op does nothing after it.
"""

from __future__ import annotations

from mypy_extensions import i64

from dmcli.engine.permissions import enters_tapped
from dmcli.engine.questions import power
from dmcli.engine.state import Batch, Cards, Def, Pending, State
from dmcli.engine.triggers import emit, emit_player, gather, register, unregister
from dmcli.engine.words import (
    BATTLE,
    BROKEN,
    CARD_BITS,
    DECK,
    DESTROYED,
    DISCARDED,
    DRAWN,
    E_BROKE,
    E_DESTROYED,
    E_ENTER,
    E_EVOLVE,
    E_GRAVEYARD,
    E_LEAVE,
    E_MANA_LOST,
    E_SUMMON,
    END_DECK,
    END_DRAW,
    GRAVEYARD,
    HAND,
    M_DRAWN,
    MANA,
    NO_REF,
    NOBODY,
    P_ORDER,
    P_REPLACE,
    P_SHIELD,
    QUIET,
    REPLACED,
    RESOLVING,
    SAVED,
    SHIELDS,
    STAYS,
    TAPPED_FLAG,
    TO_BOTTOM,
    TOP_ONLY,
    UNORDERED,
    UNSEEN,
    W_BREAK,
    W_BROKEN,
    W_DESTROYED,
    W_DISCARDED,
    W_GRAVEYARD,
    W_LEAVE,
)

# ---------------------------------------------------------------- batches


def batch_add(s: State, batch: Batch, x: i64, to: i64, why: i64, flags: i64) -> None:
    """Propose one move: a body, or a card outside the battle zone."""
    batch.what.add(x)
    batch.gen.add(s.gen[x])
    batch.to.add(to)
    batch.why.add(why)
    batch.flags.add(flags)


def move(s: State, batch: Batch) -> None:
    """Carry out a batch, after its replacements have been chosen if any could apply.

    What a replacement does is not replaced again (rules.md 11).
    """
    if len(batch.what.v) == 0:
        return
    if could_be_replaced(s, batch) and (batch.cause == NOBODY or not s.frames[-1].replaces):
        frame = s.start(P_REPLACE, s.active, NO_REF)
        frame.batch = batch
        return
    execute(s, batch)


def move_one(s: State, x: i64, to: i64, why: i64, flags: i64, cause: i64) -> None:
    """A batch of one."""
    batch = Batch(cause)
    batch_add(s, batch, x, to, why, flags)
    move(s, batch)


def would_mask(s: State, x: i64, to: i64, why: i64) -> i64:
    """Which replacements (bits of W_…) could look at a move."""
    zone = s.zone[x]
    if zone == BATTLE:
        mask: i64 = 1 << W_LEAVE
        if to == GRAVEYARD:
            mask |= 1 << W_GRAVEYARD
        if why == DESTROYED:
            mask |= 1 << W_DESTROYED
        return mask
    if zone == HAND and why == DISCARDED:
        return 1 << W_DISCARDED
    if why == BROKEN:
        return 1 << W_BREAK | 1 << W_BROKEN
    return 0


def could_be_replaced(s: State, batch: Batch) -> bool:
    """Some ability in force may replace one of these moves (a quick, generous look)."""
    watched = s.repl_watchers > 0 or s.sharers > 0
    n = len(batch.what.v)
    at: i64 = 0
    while at < n:
        x = batch.what.v[at]
        mask = would_mask(s, x, batch.to.v[at], batch.why.v[at])
        at += 1
        if mask == 0:
            continue
        if watched:
            return True
        if mask & 1 << W_BREAK != 0:
            breaker = s.body_of(batch.breaker)
            if breaker >= 0 and s.face(breaker).own_repl_mask & mask != 0:
                return True
        elif _shown(s, x).own_repl_mask & mask != 0:
            return True
    return False


def _shown(s: State, x: i64) -> Def:
    return s.face(x) if s.zone[x] == BATTLE else s.definition(x)


def execute(s: State, batch: Batch) -> None:
    """Do the moves, check the rules, collect what triggers; stale objects are skipped."""
    heard: list[Pending] = []
    n = len(batch.what.v)
    at: i64 = 0
    while at < n:
        if _still_there(s, batch, at) and s.zone[batch.what.v[at]] == BATTLE:
            _gather_leaving(s, batch, at, heard)
        if batch.why.v[at] == BROKEN and batch.flags.v[at] & SAVED == 0:
            remember_break(s, batch.breaker, batch.cause)
        at += 1
    decked = False
    at = 0
    while at < n:
        if _still_there(s, batch, at):
            x = batch.what.v[at]
            if s.zone[x] == DECK and not s.ruleset.deckout_on_draw_only:
                decked = True
            if batch.why.v[at] == DRAWN:
                decked = True
            _do(s, batch, at)
        at += 1
    _settle(s, heard)
    if decked:
        check_decks(s)


def remember_break(s: State, breaker: i64, player: i64) -> None:
    """This turn's memory: who broke shields (turbo rush), and how many."""
    s.shields_broken[player] += 1
    s.turn_breaks[player] += 1
    if breaker == s.attacker:
        s.attack_breaks += 1
    s.note("break", breaker & CARD_BITS if breaker >= 0 else -1, player, 0)
    if breaker < 0:
        return
    if s.breakers.find(breaker) < 0:
        s.breakers.add(breaker)
    body = s.body_of(breaker)
    if body >= 0:
        s.broke[body] += 1
        emit(s, E_BROKE, body)


def _still_there(s: State, batch: Batch, at: i64) -> bool:
    return s.gen[batch.what.v[at]] == batch.gen.v[at] and batch.flags.v[at] & STAYS == 0


def _gather_leaving(s: State, batch: Batch, at: i64, heard: list[Pending]) -> None:
    body = batch.what.v[at]
    replaced = batch.flags.v[at] & REPLACED != 0
    if s.table.recalls_power:
        s.last_power[body] = power(s, body)
    if batch.to.v[at] == GRAVEYARD:
        gather(s, E_GRAVEYARD, body, heard)
        if batch.why.v[at] == DESTROYED and not replaced:
            gather(s, E_DESTROYED, body, heard)
    gather(s, E_LEAVE, body, heard)


def _settle(s: State, heard: list[Pending]) -> None:
    """Queue what heard creatures leave: itself looks back; a watcher that left did not see it.

    A timed effect (it has no name) has no need of its source.
    """
    for waiting in heard:
        card = waiting.subject & CARD_BITS
        mine = waiting.source == waiting.subject
        if not mine and waiting.name >= 0 and not s.alive(waiting.source):
            continue
        if not s.alive(waiting.subject):
            waiting.subject = s.ref(s.top[card])
        if mine:
            waiting.source = waiting.subject
        s.queue.append(waiting)


# ---------------------------------------------------------------- one move


def _do(s: State, batch: Batch, at: i64) -> None:
    x = batch.what.v[at]
    to = batch.to.v[at]
    why = batch.why.v[at]
    flags = batch.flags.v[at]
    zone = s.zone[x]
    if zone == BATTLE:
        _leave_battle(s, x, to, why, flags)
        return
    if zone == SHIELDS and to == HAND and flags & QUIET == 0:
        frame = s.start(P_SHIELD, s.owner[x], s.ref(x))
        frame.x = batch.breaker
        return
    if to == BATTLE:
        enter(s, x, flags, False)
        return
    player = s.owner[x]
    if zone == MANA and to == GRAVEYARD:
        place_card(s, x, to, why, flags)
        if batch.cause >= 0:
            _mana_lost(s, player, batch.cause, x)
        return
    place_card(s, x, to, why, flags)


def _mana_lost(s: State, owner: i64, cause: i64, card: i64) -> None:
    """ "moves a card from your mana zone": heard by abilities of the owner of the card only."""
    before = len(s.queue)
    emit_player(s, E_MANA_LOST, cause, s.ref(card))
    kept = s.queue[:before]
    for waiting in s.queue[before:]:
        if waiting.player == owner:
            kept.append(waiting)
    s.queue = kept


def place_card(s: State, card: i64, to: i64, why: i64, flags: i64) -> None:
    """Move one card between zones other than the battle zone: a new object there."""
    player = s.owner[card]
    came_from = s.zone[card]
    if came_from != BATTLE:
        source = s.zones[player * 8 + came_from]
        if came_from == DECK and len(source.v) > 0 and source.v[len(source.v) - 1] == card:
            source.take_last()
        else:
            source.discard(card)
        if flags & UNSEEN != 0:
            _forget(s, card, player, source)
    s.zone[card] = to
    s.gen[card] += 1
    s.under[card] = NOBODY
    s.tapped[card] = 0
    row = s.zones[player * 8 + to]
    if to == DECK and flags & TO_BOTTOM != 0:
        row.put_first(card)
    else:
        row.add(card)
    if to == MANA:
        many = s.definition(card).civ_count > 1
        s.tapped[card] = 1 if many or flags & TAPPED_FLAG != 0 else 0
        s.known[card] = 3
    elif to == HAND:
        s.known[card] |= 1 << player
        if came_from == DECK:
            s.marks[card] |= M_DRAWN
    elif to == GRAVEYARD or to == RESOLVING:
        s.known[card] = 3
    if s.log is not None:
        s.note("move", card, came_from, to)


def _forget(s: State, card: i64, owner: i64, zone: Cards) -> None:
    """A hidden choice: the opponent no longer knows any card that could have been the one."""
    keep: i64 = 1 << owner
    s.known[card] &= keep
    n = len(zone.v)
    at: i64 = 0
    while at < n:
        s.known[zone.v[at]] &= keep
        at += 1


def _leave_battle(s: State, body: i64, to: i64, why: i64, flags: i64) -> None:
    player = s.owner[body]
    s.zones[player * 8 + BATTLE].discard(body)
    unregister(s, body)
    if len(s.powerless.v) > 0:
        s.powerless = Cards()
    top = s.top[body]
    if flags & TOP_ONLY != 0 and top != body:
        below = s.under[top]
        _separate(s, body, below)
        _to_zone(s, top, to, why, flags)
        return
    card = top
    piled: i64 = 0
    while card != NOBODY:
        below = s.under[card]
        _to_zone(s, card, to, why, flags)
        piled += 1
        card = below
    if to == DECK and piled > 1 and flags & UNORDERED == 0:
        frame = s.start(P_ORDER, player, NO_REF)
        frame.x = piled
        frame.y = 1 if flags & TO_BOTTOM != 0 else 0


def _to_zone(s: State, card: i64, to: i64, why: i64, flags: i64) -> None:
    s.known[card] = 3
    if to == BATTLE:
        s.zone[card] = RESOLVING
        s.zones[s.owner[card] * 8 + RESOLVING].add(card)
        enter(s, card, flags, False)
        return
    place_card(s, card, to, why, flags)


def _separate(s: State, body: i64, below: i64) -> None:
    """The top card has left: what was under it stays, with the tapped and arrival marks.

    tcg: every card becomes a creature; ocg: the next card is the top of the rest.
    """
    tapped = s.tapped[body]
    row = s.zones[s.owner[body] * 8 + BATTLE]
    if not s.ruleset.separate:
        s.top[body] = below
        row.add(body)
        register(s, body)
        return
    pile = Cards()
    card = below
    while card != NOBODY:
        pile.put_first(card)
        card = s.under[card]
    n = len(pile.v)
    at: i64 = 0
    while at < n:
        card = pile.v[at]
        s.under[card] = NOBODY
        s.top[card] = card
        s.gen[card] += 1
        s.tapped[card] = tapped
        s.broke[card] = 0
        row.add(card)
        register(s, card)
        at += 1


# ---------------------------------------------------------------- entering


def enter(s: State, card: i64, flags: i64, summoned: bool) -> None:
    """A creature card becomes a body of its own and is "put into the battle zone"."""
    player = s.owner[card]
    _take_out(s, card)
    s.top[card] = card
    s.under[card] = NOBODY
    s.came[card] = s.turn
    s.broke[card] = 0
    tapped = flags & TAPPED_FLAG != 0 or enters_tapped(s, card)
    s.tapped[card] = 1 if tapped else 0
    s.zones[player * 8 + BATTLE].add(card)
    register(s, card)
    s.note("enter", card, 1 if summoned else 0, 0)
    emit(s, E_ENTER, card)
    if summoned:
        emit_player(s, E_SUMMON, player, s.ref(card))


def evolve(s: State, card: i64, base: i64, second: i64, flags: i64, summoned: bool) -> None:
    """Put an evolution creature on one body, or on two (vortex: the second goes under the first).

    The body lives on: tapped state, effects on it and its arrival mark stay (rules.md 6.4).
    """
    player = s.owner[card]
    _take_out(s, card)
    row = s.zones[player * 8 + BATTLE]
    unregister(s, base)
    below = s.top[base]
    if second >= 0:
        unregister(s, second)
        row.discard(second)
        s.tapped[base] |= s.tapped[second]
        below = _stack_under(s, base, second)
    s.under[card] = below
    s.top[base] = card
    s.came[card] = s.turn
    if enters_tapped(s, card) or flags & TAPPED_FLAG != 0:
        s.tapped[base] = 1
    register(s, base)
    s.note("evolve", card, base, 1 if summoned else 0)
    emit(s, E_ENTER, base)
    emit_player(s, E_EVOLVE, player, s.ref(base))
    if summoned:
        emit_player(s, E_SUMMON, player, s.ref(base))


def _stack_under(s: State, base: i64, second: i64) -> i64:
    """The second pile goes on top of the first one, so that the body keeps its bottom card."""
    _follow(s, second, base)
    card = s.top[second]
    last = card
    while s.under[last] != NOBODY:
        last = s.under[last]
    s.under[last] = s.top[base]
    s.gen[second] += 1
    return card


def _follow(s: State, gone: i64, body: i64) -> None:
    """Continuing effects on a body that merges into another carry over to it."""
    old = s.ref(gone)
    new = s.ref(body)
    s.timed = [timed.also(new) if timed.names(old) else timed for timed in s.timed]


def _take_out(s: State, card: i64) -> None:
    player = s.owner[card]
    row = s.zones[player * 8 + s.zone[card]]
    row.discard(card)
    if s.zone[card] == DECK and len(row.v) == 0 and not s.ruleset.deckout_on_draw_only:
        check_decks(s)
    s.zone[card] = BATTLE
    s.gen[card] += 1
    s.known[card] = 3


# ---------------------------------------------------------------- draw, tap, shuffle, check


def draw(s: State, player: i64) -> None:
    """Draw one card; the deck is checked at once (rules.md 14)."""
    row = s.zones[player * 8 + DECK]
    if len(row.v) == 0:
        check_decks(s)
        return
    card = row.v[len(row.v) - 1]
    place_card(s, card, HAND, DRAWN, 0)
    s.drawn[player] += 1
    if len(row.v) == 0:
        check_decks(s)


def tap(s: State, x: i64) -> None:
    """Tap a body or a card in the mana zone."""
    if s.tapped[x] == 0:
        s.tapped[x] = 1
        s.note("tap", x, 0, 0)


def untap(s: State, x: i64) -> None:
    """Untap a body or a card in the mana zone."""
    if s.tapped[x] != 0:
        s.tapped[x] = 0
        s.note("untap", x, 0, 0)


def shuffle(s: State, player: i64) -> None:
    """Shuffle a deck: the cards keep their places, what is printed on them is permuted.

    So a card's number never tells what it is, and nobody knows any card of the deck.
    """
    row = s.zones[player * 8 + DECK].v
    rng = s.shuffler(player)
    at = len(row) - 1
    while at > 0:
        other = rng.below(at + 1)
        a = row[at]
        b = row[other]
        s.card_def[a], s.card_def[b] = s.card_def[b], s.card_def[a]
        s.marks[a], s.marks[b] = s.marks[b], s.marks[a]
        at -= 1
    n = len(row)
    at = 0
    while at < n:
        s.known[row[at]] = 0
        s.gen[row[at]] += 1
        at += 1
    s.note("shuffle", player, 0, 0)


def check_decks(s: State) -> None:
    """Who has an empty deck loses; both at once is a draw (rules.md 14)."""
    mine = len(s.zones[DECK].v) == 0
    theirs = len(s.zones[8 + DECK].v) == 0
    if mine and theirs:
        if s.ruleset.active_loses:
            s.end(1 - s.active, END_DECK)
        else:
            s.end(NOBODY, END_DRAW)
    elif mine:
        s.end(1, END_DECK)
    elif theirs:
        s.end(0, END_DECK)


def check_power(s: State) -> None:
    """A creature with power below 1 is destroyed as a rule (rules.md 8), before anything else.

    Once: one that a replacement keeps in the battle zone stays until another creature leaves.
    """
    batch = Batch(NOBODY)
    player: i64 = 0
    while player < 2:
        row = s.zones[player * 8 + BATTLE].v
        n = len(row)
        at: i64 = 0
        while at < n:
            body = row[at]
            at += 1
            if power(s, body) < 1 and s.powerless.find(s.ref(body)) < 0:
                s.powerless.add(s.ref(body))
                batch_add(s, batch, body, GRAVEYARD, DESTROYED, 0)
        player += 1
    move(s, batch)
