"""Questions about cards: cost, permission to play, how they enter, who chooses shields."""

from __future__ import annotations

from mypy_extensions import i64

from dmcli.engine.questions import (
    gate_open,
    holds,
    matches,
    side_fits,
)
from dmcli.engine.state import (
    Def,
    Mod,
    State,
    StaticOf,
)
from dmcli.engine.words import (
    K_ENTERS_TAPPED,
    K_NO_UNTAP,
)


def cost(s: State, player: i64, card: i64) -> i64:
    """Total cost of a card of that player: printed, increases, reductions, floors."""
    if s.card_effects == 0:
        return s.print_cost[s.card_def[card]]
    d = s.definition(card)
    return _total(d, _cost_mods(s, card, d), False)


def dearest(s: State, player: i64, card: i64) -> i64:
    """What a player may pay at most: without the reductions that only go up to a number."""
    d = s.definition(card)
    return _total(d, _cost_mods(s, card, d), True)


def _total(d: Def, changes: list[Mod], forgo: bool) -> i64:
    value = d.cost
    for mod in changes:
        if mod.cost > 0:
            value += mod.cost
    # the payer orders reductions: those with the higher floor first lose nothing
    floor: i64 = 10
    while floor >= -1:
        for mod in changes:
            if mod.cost < 0 and mod.least == floor and not (forgo and mod.optional):
                least: i64 = mod.least if mod.least >= 0 else 0
                if value > least:
                    lower = value + mod.cost
                    value = lower if lower > least else least
        floor -= 1
    return value if value > d.civ_count else d.civ_count


def _cost_mods(s: State, card: i64, d: Def) -> list[Mod]:
    found: list[Mod] = []
    row = s.givers.v
    n = len(row)
    at: i64 = 0
    while at < n:
        source = row[at]
        at += 1
        player = s.owner[source]
        for static in s.defs[s.card_def[s.top[source]]].statics:
            if static.about_cards and card_applies(s, static, source, player, card):
                for mod in static.mods:
                    if mod.cost != 0:
                        found.append(mod)
    return found


def card_applies(s: State, static: StaticOf, source: i64, player: i64, card: i64) -> bool:
    """A static ability about cards covers this card."""
    if not side_fits(static.side, s.owner[card], player):
        return False
    matcher = static.matcher
    if matcher is not None and not matches(s, matcher, card, player, source, -1):
        return False
    if static.gate != 0 and not gate_open(s, static.gate, source):
        return False
    for cond in static.conds:
        if not holds(s, cond, player, source, -1, None):
            return False
    return True


def may_play(s: State, player: i64, card: i64) -> bool:
    """No effect forbids to cast or summon the card, and its own condition holds."""
    d = s.defs[s.card_def[card]]
    if len(d.play_conds) > 0:
        for cond in d.play_conds:
            if not holds(s, cond, player, card, -1, None):
                return False
    if s.card_effects == 0:
        return True
    row = s.givers.v
    n = len(row)
    at: i64 = 0
    while at < n:
        source = row[at]
        at += 1
        owner = s.owner[source]
        for static in s.defs[s.card_def[s.top[source]]].statics:
            if static.about_cards and _forbids(static.mods, d):
                if card_applies(s, static, source, owner, card):
                    return False
    return True


def _forbids(mods: list[Mod], d: Def) -> bool:
    for mod in mods:
        if (mod.no_cast and d.kind == 2) or (mod.no_summon and d.kind == 1):
            return True
    return False


def card_rule(s: State, card: i64, rule: i64) -> bool:
    """A static ability about cards says it of this card: 1 no shield trigger, 2 stays tapped."""
    if s.card_effects == 0:
        return False
    row = s.givers.v
    n = len(row)
    at: i64 = 0
    while at < n:
        source = row[at]
        at += 1
        for static in s.defs[s.card_def[s.top[source]]].statics:
            if static.about_cards and static.zone_fits(s.zone[card]):
                for mod in static.mods:
                    said = mod.no_trigger if rule == 1 else mod.keys == K_NO_UNTAP
                    if said and card_applies(s, static, source, s.owner[source], card):
                        return True
    return False


def chooser_of_shields(s: State, owner: i64, chooser: i64, breaker: i64) -> i64:
    """Who chooses among the shields of a player (Meloppe, Kyuroro). breaker: body, or -1."""
    if s.card_effects == 0:
        return chooser
    row = s.givers.v
    n = len(row)
    at: i64 = 0
    while at < n:
        source = row[at]
        at += 1
        for static in s.defs[s.card_def[s.top[source]]].statics:
            if static.about_cards and side_fits(static.side, owner, s.owner[source]):
                for mod in static.mods:
                    if mod.owner_chooses and _covers_breaker(s, mod, source, breaker):
                        return owner
    return chooser


def _covers_breaker(s: State, mod: Mod, source: i64, breaker: i64) -> bool:
    by = mod.by
    if by is None:
        return True
    if breaker < 0 or not side_fits(mod.by_side, s.owner[breaker], s.owner[source]):
        return False
    return matches(s, by, breaker, s.owner[source], source, -1)


def enters_tapped(s: State, card: i64) -> bool:
    """An effect says that this creature card enters the battle zone tapped."""
    if s.card_effects == 0:
        return False
    row = s.givers.v
    n = len(row)
    at: i64 = 0
    while at < n:
        source = row[at]
        at += 1
        owner = s.owner[source]
        for static in s.defs[s.card_def[s.top[source]]].statics:
            if static.about_cards and _taps(static.mods):
                if card_applies(s, static, source, owner, card):
                    return True
    return False


def _taps(mods: list[Mod]) -> bool:
    for mod in mods:
        if mod.keys == K_ENTERS_TAPPED:
            return True
    return False
