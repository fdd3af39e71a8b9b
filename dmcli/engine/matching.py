"""Nodes of *which*, *how many* and *if* → matchers, groups, amounts, conditions."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from dmcli.core.errors import Refused
from dmcli.core.words import CIVILIZATIONS
from dmcli.engine.state import AmountOf, Cond, Def, GroupOf, Matcher, Table
from dmcli.engine.words import (
    BATTLE,
    DECK,
    GRAVEYARD,
    HAND,
    K_ANY_BLOCKER,
    K_ANY_SLAYER,
    KEYWORD_BITS,
    MANA,
    SHIELDS,
    SIDE_CODES,
)
from dmcli.lang import nodes as n

ZONE_CODES: Final = {
    "deck": DECK,
    "hand": HAND,
    "mana": MANA,
    "battle": BATTLE,
    "shields": SHIELDS,
    "graveyard": GRAVEYARD,
    "those": BATTLE,
}
KINDS: Final = {"card": 0, "creature": 1, "spell": 2, "shield": 0}
REFS: Final = {
    "this": 0,
    "it": 1,
    "that creature": 2,
    "those": 3,
    "the rest": 4,
    "the blocker": 5,
}
OPS: Final = {"<=": 0, ">=": 1, "=": 2, ">": 3, "<": 4}


def civ_mask(names: tuple[str, ...]) -> int:
    """One bit for each civilization."""
    mask = 0
    for name in names:
        mask |= 1 << CIVILIZATIONS.index(name)
    return mask


def has_race(d: Def, names: tuple[str, ...]) -> bool:
    """``Dragon*``: any race with that word (Dragonoid is another word)."""
    for name in names:
        for race in d.races:
            if name.endswith("*"):
                if name[:-1] in race.split(" "):
                    return True
            elif race == name:
                return True
    return False


def keyword_bits(word: str) -> int:
    """The bits any of which means "has the keyword"."""
    if word == "blocker":
        return int(K_ANY_BLOCKER)
    if word == "slayer":
        return int(K_ANY_SLAYER)
    if word not in KEYWORD_BITS:
        raise Refused(f"The engine does not know the keyword '{word}' yet.")
    return KEYWORD_BITS[word]


def matcher(table: Table, noun: str, traits: tuple[n.Trait, ...]) -> Matcher:
    """Printed traits become a row by definition; the others stay questions."""
    m = Matcher()
    m.kind = KINDS[noun]
    ok: list[int] = []
    for d in table.defs:
        ok.append(1 if (m.kind == 0 or d.kind == m.kind) and _printed(d, traits) else 0)
    m.ok = vec[i64](ok)
    _race_apart(table, m, traits)
    for trait in traits:
        _dynamic(table, m, trait)
    return m


def _race_apart(table: Table, m: Matcher, traits: tuple[n.Trait, ...]) -> None:
    """What fits but for its race: an effect may add the race."""
    races = [t for t in traits if isinstance(t, n.Race) and not t.negated]
    if len(races) != 1:
        return
    rest = tuple(t for t in traits if t is not races[0])
    kind = m.kind
    but = [1 if (kind == 0 or d.kind == kind) and _printed(d, rest) else 0 for d in table.defs]
    m.by_race = True
    m.races = races[0].names
    m.but_race = vec[i64](but)


def _printed(d: Def, traits: tuple[n.Trait, ...]) -> bool:
    return all(_printed_fits(d, trait) for trait in traits)


def _printed_fits(d: Def, trait: n.Trait) -> bool:
    if isinstance(trait, n.Civ):
        return (int(d.civs) & civ_mask(trait.names) != 0) != trait.negated
    if isinstance(trait, n.Race):
        return has_race(d, trait.names) != trait.negated
    if isinstance(trait, n.Evolution):
        return d.evolution != trait.negated
    if isinstance(trait, n.Multicolored):
        return d.civ_count > 1
    if isinstance(trait, n.Named):
        return (d.name == trait.name) != trait.negated
    if isinstance(trait, n.Kind):
        return KINDS[trait.noun] in (0, d.kind)
    return True


def _dynamic(table: Table, m: Matcher, trait: n.Trait) -> None:
    if isinstance(trait, n.Tapped):
        m.tapped = 1 if trait.tapped else 0
    elif isinstance(trait, n.Other):
        m.other = True
    elif isinstance(trait, n.Attacking):
        m.attacking = True
    elif isinstance(trait, n.Power):
        m.power_op = OPS[trait.op]
        m.power = amount_of(table, trait.amount)
    elif isinstance(trait, n.Cost):
        m.cost_op = OPS[trait.op]
        m.cost = amount_of(table, trait.amount)
    elif isinstance(trait, n.With):
        if trait.negated:
            m.lacks_keys |= keyword_bits(trait.keyword)
        else:
            m.has_keys |= keyword_bits(trait.keyword)
    elif isinstance(trait, n.ChosenRace):
        m.chosen_race = True
    elif isinstance(trait, n.ChosenPower):
        m.chosen_power = True
    elif isinstance(trait, n.ChosenCiv):
        m.chosen_civ = True
    elif isinstance(trait, n.ChosenCost):
        m.chosen_cost = True
    elif isinstance(trait, n.InZone):
        m.in_zone = ZONE_CODES[trait.zone]
    elif isinstance(trait, n.CanAttack):
        m.can_attack = 1 if trait.creatures else 0
    else:
        return
    m.dynamic = True


def group_of(table: Table, group: n.Group) -> GroupOf:
    """A group with side and zone, and the traits that look at what is bound."""
    made = GroupOf(
        SIDE_CODES[group.side],
        ZONE_CODES[group.zone],
        group.zone == "those",
        matcher(table, group.noun, group.traits),
    )
    for trait in group.traits:
        if isinstance(trait, n.Same):
            made.same = 1 if trait.what == "name" else 2
            made.same_as = REFS[trait.ref.word]
        elif isinstance(trait, n.OtherThan):
            made.other_than = REFS[trait.ref.word]
        elif isinstance(trait, n.BrokenBy):
            made.broken = _broken(trait)
    return made


def _broken(trait: n.BrokenBy) -> int:
    """Which memory counts the broken shields; by this, or by your creatures, is all it can tell."""
    if isinstance(trait.by, n.Ref):
        return 2 if trait.span == "in this attack" else 1
    if trait.by.side != "your" or trait.by.traits or trait.span != "this turn":
        raise Refused("Shields broken can be counted by this, by it, or by your creatures only.")
    return 3


def amount_of(table: Table, amount: n.Amount) -> AmountOf:
    """A fixed number, a count, or that many."""
    if isinstance(amount, n.Count):
        return AmountOf(0, group_of(table, amount.group), False)
    if isinstance(amount, n.Difference):
        made = AmountOf(0, group_of(table, amount.more), False)
        made.minus = group_of(table, amount.fewer)
        return made
    if isinstance(amount, n.ThatMany):
        made = AmountOf(0, None, True)
        made.half = amount.half
        return made
    if isinstance(amount, n.ExtremePower):
        made = AmountOf(0, group_of(table, amount.group), False)
        made.extreme = 1 if amount.which == "least" else 2
        return made
    if isinstance(amount, n.PowerOf):
        made = AmountOf(0, None, False)
        made.power_of = REFS[amount.ref.word]
        table.recalls_power = True
        return made
    return AmountOf(amount, None, False)


def per_of(table: Table, each: n.Group | n.Civilizations) -> AmountOf:
    """What "for each" counts."""
    if isinstance(each, n.Civilizations):
        made = AmountOf(0, group_of(table, each.group), False)
        made.civs = True
        return made
    return AmountOf(0, group_of(table, each), False)


def cond(table: Table, condition: n.Condition) -> Cond:
    """A condition as data."""
    if isinstance(condition, n.Has):
        c = Cond(0)
        c.group = group_of(table, condition.group)
        c.op = OPS[condition.op]
        c.amount = amount_of(table, condition.amount)
        return c
    if isinstance(condition, n.Is):
        c = Cond(1)
        c.ref = REFS[condition.ref.word]
        c.matcher = matcher(table, "card", condition.traits)
        return c
    if isinstance(condition, n.AllAre):
        c = Cond(2)
        c.group = group_of(table, condition.group)
        c.matcher = matcher(table, "card", (condition.trait,))
        return c
    if isinstance(condition, n.TurnOf):
        c = Cond(3)
        c.mine = condition.side == "your"
        return c
    if isinstance(condition, n.CastThisTurn):
        return Cond(4)
    return _later_cond(table, condition)


def _later_cond(table: Table, condition: n.Against | n.Attacked | n.Drawn) -> Cond:
    if isinstance(condition, n.Against):
        c = Cond(5 if condition.how == "battling" else 6)
        c.matcher = matcher(table, condition.group.noun, condition.group.traits)
    elif isinstance(condition, n.Attacked):
        c = Cond(7)
        c.mine = not condition.negated
    else:
        c = Cond(8)
        c.side = SIDE_CODES[condition.side]
        c.op = OPS[condition.op]
        c.amount = AmountOf(condition.amount, None, False)
    return c


def conds(table: Table, conditions: tuple[n.Condition, ...]) -> list[Cond]:
    """All of them must hold."""
    return [cond(table, condition) for condition in conditions]
