"""Continuous effects as questions: power, keywords, what fits, what holds. Nothing is stored.

Layers: printed values, then abilities in force (own, shared, of others), then timed effects.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dmcli.engine.state import (
    AmountOf,
    Cards,
    Cond,
    Frame,
    GroupOf,
    Matcher,
    Mod,
    State,
    StaticOf,
    Timed,
)
from dmcli.engine.words import (
    A_ACTIVE,
    A_OPPONENT,
    A_OTHER,
    A_THAT_PLAYER,
    BATTLE,
    CARD_BITS,
    D_SOURCE,
    D_THEIR_TURN,
    G_TURBO,
    G_WAVE,
    K_CANT_ATTACK,
    K_CANT_ATTACK_CREATURES,
    K_SPEED,
    K_STEALTH,
    K_SURVIVOR,
    K_WAVE,
    MANA,
    NO_REF,
    S_OPPONENT,
    S_THAT_PLAYER,
    S_THEIR,
    S_YOUR,
)

DEEPEST: Final[i64] = 6


# ---------------------------------------------------------------- who


def actor_of(s: State, f: Frame, code: i64) -> i64:
    """The player that an actor code means in a frame."""
    if code == A_OPPONENT:
        return 1 - f.player
    if code == A_ACTIVE:
        return s.active
    if code == A_OTHER:
        return 1 - s.active
    if code == A_THAT_PLAYER:
        return that_player(s, f)
    return f.player


def that_player(s: State, f: Frame) -> i64:
    """Owner of ``it``, or the player that was chosen."""
    if len(f.it.v) > 0:
        return s.owner[f.it.v[0] & CARD_BITS]
    return f.word if f.word == 0 or f.word == 1 else f.player


def side_fits(side: i64, owner: i64, player: i64) -> bool:
    """The owner is on that side, seen from the player."""
    if side == S_YOUR:
        return owner == player
    if side == S_OPPONENT:
        return owner != player
    return True


# ---------------------------------------------------------------- power and keywords


def power(s: State, body: i64) -> i64:
    """Current power of a creature (rules.md 8): printed, plus everything that holds now."""
    index = s.card_def[s.top[body]]
    value = s.print_power[index]
    attacking = s.attacker >= 0 and s.attacker == s.ref(body)
    if attacking:
        value += s.defs[index].attack_power
    if s.power_effects == 0:
        return value
    if s.depth > DEEPEST:
        return value
    s.depth += 1
    value += _bonus(s, body, attacking)
    s.depth -= 1
    return value


def _bonus(s: State, body: i64, attacking: bool) -> i64:
    total: i64 = 0
    row = s.givers.v
    n = len(row)
    at: i64 = 0
    while at < n:
        source = row[at]
        at += 1
        player = s.owner[source]
        d = s.defs[s.card_def[s.top[source]]]
        for static in d.statics:
            if static.gives_power and applies(s, static, source, body):
                me = body if static.share else source
                total += _power_of(s, static.mods, player, me, attacking)
                total += _inner_power(s, static.mods, body, attacking)
    for timed in s.timed:
        clause = timed.static
        if clause is not None and clause.gives_power and timed_applies(s, timed, clause, body):
            source = s.body_of(timed.source)
            total += _power_of(s, clause.mods, timed.player, source, attacking)
            total += _inner_power(s, clause.mods, body, attacking)
    return total


def _inner_power(s: State, mods: list[Mod], body: i64, attacking: bool) -> i64:
    """A whole static ability that a creature was given: the creature is its source."""
    total: i64 = 0
    for mod in mods:
        inner = mod.inner
        if inner is not None and inner.gives_power and _inner_holds(s, inner, body):
            total += _power_of(s, inner.mods, s.owner[body], body, attacking)
    return total


def _inner_keys(s: State, given: Mod, body: i64) -> i64:
    """Keyword and rule bits of such an ability."""
    inner = given.inner
    mask: i64 = 0
    if inner is not None and inner.gives_keys and _inner_holds(s, inner, body):
        for mod in inner.mods:
            mask |= mod.keys
    return mask


def _inner_holds(s: State, inner: StaticOf, body: i64) -> bool:
    for cond in inner.conds:
        if not holds(s, cond, s.owner[body], body, -1, None):
            return False
    return True


def _power_of(s: State, mods: list[Mod], player: i64, source: i64, attacking: bool) -> i64:
    total: i64 = 0
    for mod in mods:
        per = mod.per
        if per is not None:
            total += mod.power * amount(s, per, player, source, None)
        else:
            total += mod.power
        if attacking:
            total += mod.attack_power
    return total


def keys(s: State, body: i64) -> i64:
    """Keyword and rule bits of a creature now."""
    mask = s.print_keys[s.card_def[s.top[body]]]
    if s.key_effects == 0:
        return mask
    if s.holding and s.key_stamp[body] == s.stamp:
        return s.key_value[body]
    if s.depth > DEEPEST:
        return mask
    s.depth += 1
    mask |= _more_keys(s, body)
    s.depth -= 1
    if s.holding and s.depth == 0:
        s.key_stamp[body] = s.stamp
        s.key_value[body] = mask
    return mask


def _more_keys(s: State, body: i64) -> i64:
    mask: i64 = 0
    row = s.givers.v
    n = len(row)
    at: i64 = 0
    while at < n:
        source = row[at]
        at += 1
        for static in s.defs[s.card_def[s.top[source]]].statics:
            if static.gives_keys and applies(s, static, source, body):
                for mod in static.mods:
                    mask |= mod.keys | _inner_keys(s, mod, body)
    for timed in s.timed:
        clause = timed.static
        if clause is not None and clause.gives_keys and timed_applies(s, timed, clause, body):
            for mod in clause.mods:
                mask |= mod.keys | _inner_keys(s, mod, body)
    return mask


def applies(s: State, static: StaticOf, source: i64, body: i64) -> bool:
    """The static ability of a source in the battle zone is about this body, and in force."""
    if static.about_cards:
        return False
    if static.self_only:
        if body != source and not (static.share and _shares(s, source, body)):
            return False
    else:
        player = s.owner[source]
        if not side_fits(static.side, s.owner[body], player):
            return False
        matcher = static.matcher
        if matcher is not None and not matches(s, matcher, body, player, source, -1):
            return False
    if static.gate != 0 and not gate_open(s, static.gate, source):
        return False
    me = body if static.share else source
    for cond in static.conds:
        if not holds(s, cond, s.owner[source], me, -1, None):
            return False
    return True


def _shares(s: State, source: i64, body: i64) -> bool:
    """Survivors of one player share (rules.md 12)."""
    return s.owner[source] == s.owner[body] and is_survivor(s, body)


def is_survivor(s: State, body: i64) -> bool:
    """The race Survivor, by the top card."""
    if s.defs[s.card_def[s.top[body]]].keys & K_SURVIVOR != 0:
        return True
    return s.race_effects != 0 and also_race(s, body, ("Survivor",))


def timed_active(s: State, timed: Timed) -> bool:
    """The timed effect is in force now (its end is handled by the turn)."""
    if timed.duration == D_THEIR_TURN:
        return s.turn > timed.turn and s.active != timed.player
    if timed.duration == D_SOURCE:
        source = s.body_of(timed.source)
        return source >= 0 and s.top[source] == timed.source_top
    return True


def timed_applies(s: State, timed: Timed, clause: StaticOf, body: i64) -> bool:
    """The timed clause is about this body: named in a closed set, or fits the open one."""
    if clause.about_cards or not timed_active(s, timed):
        return False
    closed = timed.closed
    if closed is not None:
        return closed.find(s.ref(body)) >= 0
    if not side_fits(clause.side, s.owner[body], timed.player):
        return False
    matcher = clause.matcher
    source = s.body_of(timed.source)
    return matcher is None or matches(s, matcher, body, timed.player, source, timed.word)


def gate_open(s: State, gate: i64, body: i64) -> bool:
    """Wave striker: enough others in the battle zone. Turbo rush: another one broke a shield."""
    if gate == G_WAVE:
        return _wave_strikers(s) - 1 >= s.ruleset.wave_others
    if gate == G_TURBO:
        me = s.ref(body)
        row = s.breakers.v
        n = len(row)
        at: i64 = 0
        while at < n:
            ref = row[at]
            if ref != me and s.owner[ref & CARD_BITS] == s.owner[body]:
                return True
            at += 1
        return False
    return True


def _wave_strikers(s: State) -> i64:
    found: i64 = 0
    player: i64 = 0
    while player < 2:
        row = s.zones[player * 8 + BATTLE].v
        n = len(row)
        at: i64 = 0
        while at < n:
            if s.defs[s.card_def[s.top[row[at]]]].keys & K_WAVE != 0:
                found += 1
            at += 1
        player += 1
    return found


# ---------------------------------------------------------------- limited rules


def rule_against(s: State, body: i64, rule: i64, other: i64) -> bool:
    """A limited rule of the body (blocker, slayer, can't be blocked by …) covers the other.

    A rule by a source covers only the creature that gave it.
    """
    for mod in s.defs[s.card_def[s.top[body]]].rules:
        if mod.rule == rule and _covers(s, mod, body, other):
            return True
    if s.key_effects == 0:
        return False
    row = s.givers.v
    n = len(row)
    at: i64 = 0
    while at < n:
        source = row[at]
        at += 1
        for static in s.defs[s.card_def[s.top[source]]].statics:
            if static.gives_keys and _gives_rule(s, static.mods, rule, body, other, source):
                if applies(s, static, source, body):
                    return True
    for timed in s.timed:
        clause = timed.static
        giver = s.body_of(timed.source)
        if clause is not None and _gives_rule(s, clause.mods, rule, body, other, giver):
            if timed_applies(s, timed, clause, body):
                return True
    return False


def _gives_rule(s: State, mods: list[Mod], rule: i64, body: i64, other: i64, source: i64) -> bool:
    for mod in mods:
        if mod.rule == rule:
            if mod.by_source:
                if other == source:
                    return True
            elif _covers(s, mod, body, other):
                return True
    return False


def _covers(s: State, mod: Mod, body: i64, other: i64) -> bool:
    excepted = mod.excepted
    if excepted is not None and excepted.find(s.ref(other)) >= 0:
        return False
    by = mod.by
    if by is None:
        return True
    player = s.owner[body]
    if mod.rule == K_STEALTH:
        return _any_matches(s, by, 1 - player, MANA, player)
    return side_fits(mod.by_side, s.owner[other], player) and matches(
        s, by, other, player, body, -1
    )


def _any_matches(s: State, matcher: Matcher, owner: i64, zone: i64, player: i64) -> bool:
    row = s.zones[owner * 8 + zone].v
    n = len(row)
    at: i64 = 0
    while at < n:
        if matches(s, matcher, row[at], player, -1, -1):
            return True
        at += 1
    return False


# ---------------------------------------------------------------- which


def matches(s: State, m: Matcher, x: i64, player: i64, source: i64, word: i64) -> bool:
    """The object (body, or card elsewhere) fits the matcher."""
    in_battle = s.zone[x] == BATTLE
    index = s.card_def[s.top[x]] if in_battle else s.card_def[x]
    if m.ok[index] == 0:
        return (
            in_battle
            and m.by_race
            and s.race_effects != 0
            and _by_new_race(s, m, x, player, source, word)
        )
    if not m.dynamic:
        return True
    return _matches_now(s, m, x, player, source, word)


def _by_new_race(s: State, m: Matcher, x: i64, player: i64, source: i64, word: i64) -> bool:
    """It does not fit by what is printed, but by a race that an effect adds."""
    if m.but_race[s.card_def[s.top[x]]] == 0 or not also_race(s, x, m.races):
        return False
    return not m.dynamic or _matches_now(s, m, x, player, source, word)


def also_race(s: State, body: i64, names: tuple[str, ...]) -> bool:
    """An effect gives the creature one of the races (``Dragon*``: one with that word)."""
    if s.race_effects == 0 or s.depth > DEEPEST:
        return False
    s.depth += 1
    found = False
    row = s.givers.v
    n = len(row)
    at: i64 = 0
    while at < n and not found:
        source = row[at]
        at += 1
        for static in s.defs[s.card_def[s.top[source]]].statics:
            if static.gives_races and _race_among(static.mods, names):
                found = found or applies(s, static, source, body)
    for timed in s.timed:
        clause = timed.static
        if clause is not None and clause.gives_races and _race_among(clause.mods, names):
            found = found or timed_applies(s, timed, clause, body)
    s.depth -= 1
    return found


def _race_among(mods: list[Mod], names: tuple[str, ...]) -> bool:
    for mod in mods:
        for name in names:
            if mod.race == name or (name.endswith("*") and name[:-1] in mod.race.split(" ")):
                return True
    return False


def _matches_now(s: State, m: Matcher, x: i64, player: i64, source: i64, word: i64) -> bool:
    """The part of a matcher that is not printed."""
    in_battle = s.zone[x] == BATTLE
    index = s.card_def[s.top[x]] if in_battle else s.card_def[x]
    if m.other and x == source:
        return False
    if m.tapped >= 0 and s.tapped[x] != m.tapped:
        return False
    if m.attacking and (s.attacker < 0 or s.attacker != s.ref(x)):
        return False
    if m.has_keys != 0 or m.lacks_keys != 0:
        mask = keys(s, x) if in_battle else s.defs[index].keys
        if m.has_keys != 0 and mask & m.has_keys == 0:
            return False
        if mask & m.lacks_keys != 0:
            return False
    limit = m.power
    if limit is not None:
        now = power(s, x) if in_battle else s.defs[index].power
        if not compare(now, m.power_op, amount(s, limit, player, source, None)):
            return False
    price = m.cost
    if price is not None:
        value = amount(s, price, player, source, None)
        if not compare(s.defs[index].cost, m.cost_op, value):
            return False
    if m.in_zone >= 0 and s.zone[x] != m.in_zone:
        return False
    if m.can_attack >= 0 and not (in_battle and _is_able(s, x, m.can_attack)):
        return False
    return _fits_word(s, m, x, index, word)


def _is_able(s: State, body: i64, what: i64) -> bool:
    """No rule and no sickness forbids it to attack (what 1: to attack creatures)."""
    mask = keys(s, body)
    if mask & K_CANT_ATTACK != 0 or is_sick(s, body, mask):
        return False
    return what == 0 or mask & K_CANT_ATTACK_CREATURES == 0


def is_sick(s: State, body: i64, mask: i64) -> bool:
    """Summoning sickness (6.3): came this turn, no evolution creature, no speed attacker."""
    return s.came[body] == s.turn and not s.face(body).evolution and mask & K_SPEED == 0


def _fits_word(s: State, m: Matcher, x: i64, index: i64, word: i64) -> bool:
    if m.chosen_race:
        if word < 0 or word >= len(s.table.races):
            return False
        race = s.table.races[word]
        if race in s.defs[index].races:
            return True
        return s.zone[x] == BATTLE and also_race(s, x, (race,))
    if m.chosen_civ:
        return word >= 0 and s.civs[index] >> word & 1 != 0
    if m.chosen_cost:
        return s.defs[index].cost == word
    if m.chosen_power:
        return (power(s, x) if s.zone[x] == BATTLE else s.defs[index].power) == word
    return True


def compare(a: i64, op: i64, b: i64) -> bool:
    """op: 0 <=, 1 >=, 2 =, 3 >, 4 <."""
    if op == 4:
        return a < b
    if op == 0:
        return a <= b
    if op == 1:
        return a >= b
    if op == 2:
        return a == b
    return a > b


def amount(s: State, of: AmountOf, player: i64, source: i64, f: Frame | None) -> i64:
    """How many. player: who acts; for ``their`` and, with each, for that many."""
    group = of.group
    if group is not None:
        if of.extreme != 0:
            return _extreme(s, group, of.extreme, player, source, f)
        if of.civs:
            return _civilizations(s, group, player, source)
        found = _how_many(s, group, player, source, f)
        less = of.minus
        if less is not None:
            found -= _how_many(s, less, player, source, f)
        return found if found > 0 else 0
    if of.that_many and f is not None:
        many = f.many
        if of.each:
            many = f.many_0 if player == 0 else f.many_1
        return many // 2 if of.half else many
    if of.power_of >= 0:
        return _power_of_ref(s, of.power_of, source, f)
    return of.fixed


def _power_of_ref(s: State, ref: i64, source: i64, f: Frame | None) -> i64:
    """The power of a creature; of one that has left, the power that it had as it left."""
    if f is None:
        return power(s, source) if source >= 0 and s.zone[source] == BATTLE else 0
    row = ref_row(s, f, ref)
    named = row.v[0] if len(row.v) > 0 else NO_REF
    if named < 0:
        return 0
    body = s.body_of(named)
    return power(s, body) if body >= 0 else s.last_power[named & CARD_BITS]


def _how_many(s: State, group: GroupOf, player: i64, source: i64, f: Frame | None) -> i64:
    if f is None or group.broken != 0:
        return count(s, group, player, source, -1)
    row = Cards()
    collect(s, group, f, player, row)
    return len(row.v)


def _extreme(
    s: State, group: GroupOf, which: i64, player: i64, source: i64, f: Frame | None
) -> i64:
    """The least (1) or greatest (2) power; of nothing: so that every creature fits."""
    best: i64 = 1 << 30 if which == 1 else -1
    owner: i64 = 0
    while owner < 2:
        if side_fits(group.side, owner, player):
            row = s.zones[owner * 8 + BATTLE].v
            n = len(row)
            at: i64 = 0
            while at < n:
                if matches(s, group.matcher, row[at], player, source, -1):
                    value = power(s, row[at])
                    if (which == 1 and value < best) or (which == 2 and value > best):
                        best = value
                at += 1
        owner += 1
    return best


def _civilizations(s: State, group: GroupOf, player: i64, source: i64) -> i64:
    """How many different civilizations the cards of a group have."""
    mask: i64 = 0
    owner: i64 = 0
    while owner < 2:
        if side_fits(group.side, owner, player):
            row = s.zones[owner * 8 + group.zone].v
            n = len(row)
            at: i64 = 0
            while at < n:
                if matches(s, group.matcher, row[at], player, source, -1):
                    mask |= s.civs[s.card_def[row[at]]]
                at += 1
        owner += 1
    found: i64 = 0
    while mask != 0:
        mask &= mask - 1
        found += 1
    return found


def _broken(s: State, group: GroupOf, player: i64, source: i64) -> i64:
    """Shields broken: 1 this turn by the source, 2 in this attack, 3 this turn by you."""
    if group.broken == 1:
        return s.broke[source] if source >= 0 else 0
    if group.broken == 2:
        return s.attack_breaks
    return s.turn_breaks[player]


def count(s: State, group: GroupOf, player: i64, source: i64, word: i64) -> i64:
    """How many objects are in the group, seen from a player and a source."""
    if group.broken != 0:
        return _broken(s, group, player, source)
    found: i64 = 0
    owner: i64 = 0
    while owner < 2:
        if (
            owner == s.that_owner
            if group.side == S_THAT_PLAYER
            else side_fits(group.side, owner, player)
        ):
            row = s.zones[owner * 8 + group.zone].v
            n = len(row)
            at: i64 = 0
            while at < n:
                if matches(s, group.matcher, row[at], player, source, word):
                    found += 1
                at += 1
        owner += 1
    return found


def collect(s: State, group: GroupOf, f: Frame, actor: i64, into: Cards) -> None:
    """The members of a group as bodies and cards, the actor's own side first."""
    source = source_of(s, f)
    s.that_owner = that_player(s, f)
    if group.those:
        _collect_those(s, group, f, source, into)
        return
    special = group.same != 0 or group.other_than >= 0
    turn: i64 = 0
    while turn < 2:
        owner = actor if turn == 0 else 1 - actor
        if _group_side(s, group.side, owner, actor, f):
            row = s.zones[owner * 8 + group.zone].v
            n = len(row)
            at: i64 = 0
            while at < n:
                if matches(s, group.matcher, row[at], f.player, source, f.word):
                    if not special or _is_special(s, group, f, row[at]):
                        into.add(row[at])
                at += 1
        turn += 1


def without(s: State, pool: Cards, refs: Cards) -> Cards:
    """Those of the pool that the refs do not name."""
    row = Cards()
    n = len(pool.v)
    at: i64 = 0
    while at < n:
        if refs.find(s.ref(pool.v[at])) < 0:
            row.add(pool.v[at])
        at += 1
    return row


def _is_special(s: State, group: GroupOf, f: Frame, x: i64) -> bool:
    """The traits that look at what the frame has bound: same name or cost, other than."""
    if group.other_than >= 0 and ref_row(s, f, group.other_than).find(s.ref(x)) >= 0:
        return False
    if group.same == 0:
        return True
    row = ref_row(s, f, group.same_as)
    if len(row.v) == 0:
        return False
    card = row.v[0] & CARD_BITS
    like = s.face(card) if s.zone[card] == BATTLE else s.definition(card)
    mine = s.face(x) if s.zone[x] == BATTLE else s.definition(x)
    return mine.name == like.name if group.same == 1 else mine.cost == like.cost


def _group_side(s: State, side: i64, owner: i64, actor: i64, f: Frame) -> bool:
    if side == S_THEIR:
        return owner == actor
    if side == S_THAT_PLAYER:
        return owner == that_player(s, f)
    return side_fits(side, owner, f.player)


def _collect_those(s: State, group: GroupOf, f: Frame, source: i64, into: Cards) -> None:
    row = f.those.v
    n = len(row)
    at: i64 = 0
    while at < n:
        ref = row[at]
        at += 1
        card = ref & CARD_BITS
        if s.alive(ref) and matches(s, group.matcher, card, f.player, source, f.word):
            into.add(card)


def source_of(s: State, f: Frame) -> i64:
    """The source of a frame as body or card, or -1 when it is gone."""
    return f.source & CARD_BITS if s.alive(f.source) else -1


# ---------------------------------------------------------------- if


def holds(s: State, c: Cond, player: i64, source: i64, word: i64, f: Frame | None) -> bool:
    """The condition is true now."""
    if c.kind == 0:
        group = c.group
        of = c.amount
        assert group is not None and of is not None
        if f is not None:
            return compare(
                _how_many(s, group, player, source, f), c.op, amount(s, of, player, source, f)
            )
        have = count(s, group, player, source, word)
        return compare(have, c.op, amount(s, of, player, source, None))
    if c.kind == 1:
        return _is(s, c, player, source, word, f)
    if c.kind == 2:
        return _all_are(s, c, player, source, word)
    if c.kind == 3:
        return (s.active == player) == c.mine
    if c.kind == 4:
        return s.casts[player] > 0
    return _holds_later(s, c, player, source)


def _holds_later(s: State, c: Cond, player: i64, source: i64) -> bool:
    """What the battle, the attack and the memory of the turn say."""
    if c.kind == 8:
        of = c.amount
        assert of is not None
        who = player if side_fits(c.side, player, player) else 1 - player
        return compare(s.drawn[who], c.op, of.fixed)
    if source < 0:
        return False
    me = s.ref(source)
    if c.kind == 7:
        return (s.attacked.find(me) >= 0) == c.mine
    other: i64 = -1
    if c.kind == 5:
        if s.fighter == me:
            other = s.body_of(s.fought)
        elif s.fought == me:
            other = s.body_of(s.fighter)
    elif s.attacker == me:
        other = s.body_of(s.target)
    matcher = c.matcher
    return other >= 0 and matcher is not None and matches(s, matcher, other, player, source, -1)


def _is(s: State, c: Cond, player: i64, source: i64, word: i64, f: Frame | None) -> bool:
    matcher = c.matcher
    assert matcher is not None
    x = source
    if f is not None and c.ref != 0:
        row = ref_row(s, f, c.ref)
        x = row.v[0] & CARD_BITS if len(row.v) > 0 and s.alive(row.v[0]) else -1
    return x >= 0 and matches(s, matcher, x, player, source, word)


def _all_are(s: State, c: Cond, player: i64, source: i64, word: i64) -> bool:
    group = c.group
    matcher = c.matcher
    assert group is not None and matcher is not None
    owner: i64 = 0
    while owner < 2:
        if side_fits(group.side, owner, player):
            row = s.zones[owner * 8 + group.zone].v
            n = len(row)
            at: i64 = 0
            while at < n:
                if matches(s, group.matcher, row[at], player, source, word):
                    if not matches(s, matcher, row[at], player, source, word):
                        return False
                at += 1
        owner += 1
    return True


def ref_row(s: State, f: Frame, code: i64) -> Cards:
    """What a ref word names: 0 this, 1 it, 2 that creature, 3 those, 4 the rest, 5 the blocker."""
    if code == 1:
        return f.it
    if code == 3:
        return f.those
    row = Cards()
    if code == 0:
        row.add(f.source)
    elif code == 2:
        row.add(f.that)
    elif code == 5:
        row.add(s.blocker)
    else:
        those = f.those.v
        n = len(those)
        at: i64 = 0
        while at < n:
            if f.it.find(those[at]) < 0:
                row.add(those[at])
            at += 1
    return row


def count_matching(s: State, matcher: Matcher, player: i64, source: i64) -> i64:
    """How many creatures of the player fit, apart from the source."""
    row = s.zones[player * 8 + BATTLE].v
    n = len(row)
    found: i64 = 0
    at: i64 = 0
    while at < n:
        if row[at] != source and matches(s, matcher, row[at], player, source, -1):
            found += 1
        at += 1
    return found
