"""What things are worth to the player who is asked, in hundredths of a card."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dmcli.agents.board import Board, card_value
from dmcli.engine.purpose import (
    V_BASE,
    V_BREAK,
    V_CURSE,
    V_DECK,
    V_DESTROY,
    V_DISCARD,
    V_DRAW,
    V_EITHER,
    V_ENTER,
    V_GIVE,
    V_GRAVE,
    V_HAND,
    V_LOSE,
    V_MANA,
    V_ORDER,
    V_SHIELD,
    V_TAP,
    V_TOP,
    V_TURN,
    V_UNTAP,
    V_WIN,
)
from dmcli.engine.state import Effect, GroupOf
from dmcli.engine.view import HIDDEN, View
from dmcli.engine.words import (
    A_ACTIVE,
    A_OPPONENT,
    A_YOU,
    BATTLE,
    DECK,
    GRAVEYARD,
    HAND,
    K_ANY_BLOCKER,
    K_CANT_ATTACK,
    K_CANT_ATTACK_CREATURES,
    K_DOUBLE,
    K_FREE_ATTACK,
    K_TRIGGER,
    K_TRIPLE,
    K_UNBLOCKABLE,
    MANA,
    S_OPPONENT,
    S_THEIR,
    S_YOUR,
    SHIELDS,
)

WINS: Final[i64] = 5000
LOSES: Final[i64] = -5000
ALL: Final[i64] = 3
RANDOM: Final[i64] = 4
MANY_MANA: Final[i64] = 9

# ---------------------------------------------------------------- one object


def benefit(v: View, b: Board, verb: i64, owner: i64, zone: i64, at: i64) -> i64:
    """What it brings me when that happens to that object."""
    if zone == BATTLE:
        return _of_body(v, b, verb, owner, at)
    mine = owner == b.me
    if zone == HAND:
        return _of_hand(v, b, verb, mine, owner, at)
    if zone == MANA:
        return _of_mana(v, b, verb, mine, owner, at)
    if zone == GRAVEYARD:
        return _of_graveyard(v, b, verb, mine, owner, at)
    return _of_hidden(v, b, verb, mine, owner, zone, at)


def _of_body(v: View, b: Board, verb: i64, owner: i64, at: i64) -> i64:
    mine = owner == b.me
    side = b.mine if mine else b.theirs
    w = b.w
    if verb == V_TAP or verb == V_UNTAP:
        return _tapped(v, b, verb, mine, at)
    if verb == V_GIVE or verb == V_CURSE:
        value = 30 + side.attack[at] // 100 + 40 * side.breaks[at] * side.ready[at]
        return value if mine == (verb == V_GIVE) else -value
    if verb == V_BASE:
        return -side.value[at] - 40 * side.tapped[at]
    loss = side.value[at]
    if verb == V_DESTROY:
        loss = side.death[at]
    elif verb == V_HAND:
        loss = loss * w.bounced // 100
    elif verb == V_MANA:
        loss = loss * w.to_mana // 100
    elif verb == V_DECK:
        loss = loss * w.to_deck // 100
    elif verb != V_GRAVE and verb != V_SHIELD:
        return 0 if mine else loss // 10
    if mine:
        return -loss
    if b.need > 0 and side.hits[at] != 0:
        loss += b.w.danger
    return loss + _cleared(b, at)


def _cleared(b: Board, at: i64) -> i64:
    """A blocker that is out of the way of attackers."""
    side = b.theirs
    if not b.my_turn or side.tapped[at] != 0 or side.keys[at] & K_ANY_BLOCKER == 0:
        return 0
    return WINS if b.can_win(1) else b.w.clear


def _tapped(v: View, b: Board, verb: i64, mine: bool, at: i64) -> i64:
    side = b.mine if mine else b.theirs
    if verb == V_UNTAP:
        value = 40 * side.tapped[at] + side.value[at] // 10
        return value if mine else -value
    if side.tapped[at] != 0:
        return -1 if mine else 1
    if mine:
        return -side.value[at] // 4 - 20
    if not b.my_turn:
        return side.value[at] // 2 if side.ready[at] != 0 else 10
    return _cleared(b, at) + _opened(v, b, at)


def _opened(v: View, b: Board, at: i64) -> i64:
    """A tapped creature can be attacked: by one of mine that beats it."""
    side = b.mine
    i: i64 = 0
    while i < side.n:
        mask = side.keys[i]
        if side.tapped[i] == 0 and mask & (K_CANT_ATTACK | K_CANT_ATTACK_CREATURES) == 0:
            if side.attack[i] > b.theirs.power[at] and not v.is_sick(b.me, i):
                return b.theirs.death[at] * b.w.opened // 100
        i += 1
    return 10


def keep_value(v: View, b: Board, at: i64) -> i64:
    """What it is worth to have an own hand card in hand: playable soon or not."""
    d = v.definition(v.seen(b.me, HAND, at))
    w = b.w
    value = _in_time(v, b, card_value(w, d), v.cost(at))
    if d.civs & ~v.mana_civs(b.me) != 0:
        value = value * w.no_civ // 100
    if _has_twin(v, b, at):
        value = value * w.twin // 100
    if d.evolution and not v.has_base(at):
        value = value * w.no_base // 100
    return value


def _in_time(v: View, b: Board, value: i64, price: i64) -> i64:
    """A card that cannot be paid for soon counts for less."""
    away = price - v.size(b.me, MANA) - 1
    if away <= 0:
        return value
    return value * (b.w.soon if away < 3 else b.w.late) // 100


def _has_twin(v: View, b: Board, at: i64) -> bool:
    card = v.seen(b.me, HAND, at)
    n = v.size(b.me, HAND)
    i: i64 = 0
    while i < n:
        if i != at and v.seen(b.me, HAND, i) == card:
            return True
        i += 1
    return False


def _of_hand(v: View, b: Board, verb: i64, mine: bool, owner: i64, at: i64) -> i64:
    w = b.w
    if mine:
        keep = keep_value(v, b, at)
        if verb == V_DISCARD or verb == V_GRAVE or verb == V_DECK:
            return -keep
        if verb == V_MANA:
            return w.mana + w.card - keep // 2 + _new_civ(v, b, at)
        if verb == V_SHIELD:
            return w.shield + w.card - keep // 2 - 20
        if verb == V_ENTER:
            return card_value(w, v.definition(v.seen(owner, HAND, at)))
        return 0
    card = v.seen(owner, HAND, at)
    value = w.card if card == HIDDEN else card_value(w, v.definition(card)) // 2
    if verb == V_DISCARD or verb == V_GRAVE or verb == V_DECK:
        return value
    return -value if verb == V_ENTER else 5


def _new_civ(v: View, b: Board, at: i64) -> i64:
    d = v.definition(v.seen(b.me, HAND, at))
    return 40 if d.civs & ~v.mana_civs(b.me) != 0 else 0


def _of_mana(v: View, b: Board, verb: i64, mine: bool, owner: i64, at: i64) -> i64:
    w = b.w
    d = v.definition(v.seen(owner, MANA, at))
    value = w.mana + 40 // (1 + _same_civ(v, owner, d.civs))
    if verb == V_HAND:
        return card_value(w, d) // 2 - value if mine else value // 3
    if verb == V_ENTER:
        return card_value(w, d) - value if mine else value - card_value(w, d)
    if verb == V_SHIELD:
        return w.shield - value if mine else value - w.shield
    if verb == V_TAP or verb == V_UNTAP:
        return 5 if mine == (verb == V_UNTAP) else -5
    return -value if mine else value


def _same_civ(v: View, owner: i64, civs: i64) -> i64:
    n = v.size(owner, MANA)
    found: i64 = 0
    at: i64 = 0
    while at < n:
        if v.definition(v.seen(owner, MANA, at)).civs & civs != 0:
            found += 1
        at += 1
    return found


def _of_graveyard(v: View, b: Board, verb: i64, mine: bool, owner: i64, at: i64) -> i64:
    w = b.w
    d = v.definition(v.seen(owner, GRAVEYARD, at))
    value = w.mana - card_value(w, d) // 20
    if verb == V_HAND:
        value = w.card // 2 + _in_time(v, b, card_value(w, d), d.cost) // 4
    elif verb == V_ENTER:
        value = card_value(w, d)
    elif verb == V_SHIELD:
        value = w.shield
    return value if mine else -value


def _of_hidden(v: View, b: Board, verb: i64, mine: bool, owner: i64, zone: i64, at: i64) -> i64:
    """Cards of decks and shields; some of them may be known."""
    w = b.w
    card = v.seen(owner, zone, at)
    value = w.card
    if card != HIDDEN:
        d = v.definition(card)
        value = _in_time(v, b, card_value(w, d), d.cost) // 2
    if verb == V_BREAK:
        if card == HIDDEN:
            return 50
        return 10 if v.definition(card).keys & K_TRIGGER != 0 else 60
    if zone == SHIELDS:
        if verb == V_HAND:
            value = value - w.shield - (20 if value < w.card else 0)
        elif verb == V_GRAVE:
            value = -w.shield
        else:
            return 0 if mine else 5
        return value if mine else -value
    if verb == V_HAND or verb == V_ORDER or verb == V_ENTER:
        return value if mine else -value
    if verb == V_GRAVE:
        return -value // 4 if mine else value // 4
    if verb == V_MANA or verb == V_SHIELD:
        return w.mana if mine else -w.mana
    return 0


# ---------------------------------------------------------------- effects


def gain(v: View, b: Board, effects: list[Effect], entering: i64) -> i64:
    """What a program brings. entering: worth of a creature that would be there too, or 0."""
    total: i64 = 0
    for effect in effects:
        value = effect_gain(v, b, effect, entering)
        if effect.sure:
            total += value
        elif value > 0:
            total += value * b.w.unsure // 100
    return total


def effect_gain(v: View, b: Board, e: Effect, entering: i64) -> i64:
    """What one effect brings me."""
    times: i64 = 1
    each = e.each
    if each is not None:
        times = v.count(each, -1)
        if times == 0:
            return 0
    if e.verb & V_TOP != 0 or e.verb == V_DRAW:
        return times * _from_deck(v, b, e)
    if e.verb == V_LOSE:
        return _last_turn(b)
    if e.verb == V_WIN:
        return WINS
    if e.verb == V_TURN:
        return 300
    if e.verb == V_BREAK:
        return b.w.break_gain
    if e.verb == V_EITHER:
        return _either(v, b, e, entering)
    if e.verb == V_GIVE or (e.verb == V_CURSE and e.how != ALL):
        return _gift(v, b, e)
    if len(e.groups) == 0:
        return -entering if e.verb == V_DESTROY or e.verb == V_HAND else 0
    return times * _on_groups(v, b, e, entering)


def _either(v: View, b: Board, e: Effect, entering: i64) -> i64:
    """The best option for whoever chooses, among those that can be done in full."""
    mine = e.actor == A_YOU
    found: i64 = 0
    best: i64 = 0
    for option in e.options:
        if len(option) == 0 or _in_full(v, b, option[0]):
            value = gain(v, b, option, entering)
            if found == 0 or (value > best) == mine:
                best = value
            found += 1
    return best


def _in_full(v: View, b: Board, e: Effect) -> bool:
    """As many objects fit as the effect asks for."""
    if len(e.groups) == 0 or e.how != 0:
        return True
    count: i64 = 0
    for group in e.groups:
        count = _collect(v, b, e, group, _actor(v, b, e), count)
    return count >= v.number(e.number, -1)


def _from_deck(v: View, b: Board, e: Effect) -> i64:
    """Draws and top cards; a deck that runs out loses the game."""
    w = b.w
    owner = b.me
    if (e.verb & V_TOP != 0 and e.side == S_OPPONENT) or e.actor == A_OPPONENT:
        owner = b.foe
    n = v.number(e.number, -1)
    left = v.size(owner, DECK)
    if e.sure and left <= n:
        return LOSES if owner == b.me else WINS
    if owner == b.me and left - n < w.draw_reserve:
        return -w.card if e.sure else 0
    value: i64 = 0
    verb = e.verb & 31
    if verb == V_DRAW or verb == V_HAND:
        value = w.card * n
    elif verb == V_MANA:
        value = (w.mana if v.size(owner, MANA) < MANY_MANA else w.mana // 3) * n
    elif verb == V_SHIELD:
        value = w.shield * n
    elif verb == V_GRAVE:
        value = -5 * n
    return value if owner == b.me else -value


def _last_turn(b: Board) -> i64:
    """An extra turn that loses the game at its end: only to win before."""
    b.force.take(b.mine, 1, -1)
    guards = b.theirs.guards(-1)
    hits = b.force.through(guards) % 100
    return WINS if hits > 0 and hits * 2 >= b.foe_shields else LOSES


def _gift(v: View, b: Board, e: Effect) -> i64:
    """Power, breakers, ways past blockers for my attackers of this turn."""
    if not b.my_turn:
        return 0
    ready: i64 = 0
    side = b.mine
    at: i64 = 0
    while at < side.n:
        if side.ready[at] != 0 or (e.keys & K_FREE_ATTACK != 0 and side.tapped[at] == 0):
            ready += 1
        at += 1
    if ready == 0:
        return 0
    guards = b.theirs.guards(-1)
    if e.keys & K_UNBLOCKABLE != 0:
        return _past_guards(v, b, e, guards)
    if e.keys & (K_DOUBLE | K_TRIPLE | K_FREE_ATTACK) != 0:
        b.force.take(b.mine, 0, -1)
        n = v.number(e.number, -1)
        most = n if n < ready and e.how != ALL else ready
        if b.force.through(guards) % 100 + most > b.foe_shields and not b.can_win(0):
            return WINS // 2
        return 45 * most
    if e.verb == V_CURSE:
        return 25
    return 20 * (ready if e.how == ALL else 1)


def _past_guards(v: View, b: Board, e: Effect, guards: i64) -> i64:
    if guards == 0 or b.can_win(0):
        return 0
    n = v.number(e.number, -1)
    hits: i64 = 0
    side = b.mine
    at: i64 = 0
    while at < side.n:
        if side.ready[at] != 0 and side.breaks[at] > hits:
            hits = side.breaks[at]
        at += 1
    if b.foe_shields == 0:
        return WINS
    return 30 * hits * n


# ---------------------------------------------------------------- effects on groups


def _actor(v: View, b: Board, e: Effect) -> i64:
    if e.actor == A_YOU:
        return b.me
    if e.actor == A_OPPONENT:
        return b.foe
    return v.active() if e.actor == A_ACTIVE else 1 - v.active()


def _on_groups(v: View, b: Board, e: Effect, entering: i64) -> i64:
    """All that fits, the best of it for whoever chooses, or the middle of it at random."""
    actor = _actor(v, b, e)
    count: i64 = 0
    for group in e.groups:
        if group.those:
            return 0
        count = _collect(v, b, e, group, actor, count)
        if entering > 0 and group.zone == BATTLE and e.verb == V_DESTROY:
            if group.side != S_OPPONENT and actor == b.me and not group.matcher.other:
                b.note(count, -entering)
                count += 1
    if count == 0:
        return 0
    n = v.number(e.number, -1)
    if e.how == ALL or e.how == RANDOM:
        total: i64 = 0
        at: i64 = 0
        while at < count:
            total += b.scratch[at]
            at += 1
        if e.how == ALL:
            return total
        return total * (n if n < count else count) // count
    if e.how == 2:
        n = 2
    return _choose(b, count, n, actor == b.me, e.how == 0 and e.sure)


def _collect(v: View, b: Board, e: Effect, group: GroupOf, actor: i64, count: i64) -> i64:
    turn: i64 = 0
    while turn < 2:
        owner = b.me if turn == 0 else b.foe
        turn += 1
        if group.side == S_THEIR and owner != actor:
            continue
        if group.side == (S_OPPONENT if owner == b.me else S_YOUR):
            continue
        if group.zone == DECK:
            b.note(count, b.w.card if owner == b.me else -b.w.card)
            return count + 1
        n = v.size(owner, group.zone)
        at: i64 = 0
        while at < n:
            if v.fits(group, owner, at, -1):
                b.note(count, benefit(v, b, e.verb, owner, group.zone, at))
                count += 1
            at += 1
    return count


def _choose(b: Board, count: i64, n: i64, best: bool, must: bool) -> i64:
    """The sum of the n that are best (worst) for me; what need not be chosen is not."""
    total: i64 = 0
    while n > 0 and count > 0:
        pick: i64 = 0
        at: i64 = 1
        while at < count:
            if (b.scratch[at] > b.scratch[pick]) == best and b.scratch[at] != b.scratch[pick]:
                pick = at
            at += 1
        value = b.scratch[pick]
        if not must and (value <= 0) == best and value != 0:
            return total
        total += value
        b.scratch[pick] = b.scratch[count - 1]
        count -= 1
        n -= 1
    return total
