"""Clauses, triggers and replacements → the engine's data. ``make`` compiles their steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dmcli.core.errors import Refused
from dmcli.engine.matching import (
    REFS,
    ZONE_CODES,
    conds,
    group_of,
    keyword_bits,
    matcher,
    per_of,
)
from dmcli.engine.state import Mod, Program, Repl, StaticOf, Table, Trig
from dmcli.engine.words import (
    E_EVOLVE,
    EVENT_CODES,
    GRAVEYARD,
    HAND,
    K_CREW,
    K_ENTERS_TAPPED,
    K_POWER_ATTACKER,
    K_STEALTH,
    LIMITED_BITS,
    LIMITED_RULE_BITS,
    MANA,
    RULE_BITS,
    S_ANY,
    S_OPPONENT,
    S_YOUR,
    SHIELDS,
    SIDE_CODES,
    W_GRAVEYARD,
    W_SPELL,
    WOULD_CODES,
)
from dmcli.lang import nodes as n

Make = Callable[[Table, str, tuple[n.Step, ...]], Program]
PLAYER_SIDES: Final = {"you": "your", "opponent": "opponent", "any": "any"}
IN_PLACE: Final = {
    "hand": HAND,
    "mana": MANA,
    "graveyard": GRAVEYARD,
    "shields": SHIELDS,
    "deck top": 0,
    "deck bottom": 8,
}


# ---------------------------------------------------------------- mods


def keyword_mod(table: Table, keyword: n.Keyword) -> Mod:
    """A keyword as what a creature gets."""
    mod = Mod()
    if keyword.word == "power attacker":
        mod.attack_power = keyword.value
        mod.keys = K_POWER_ATTACKER
    elif keyword.word == "crew breaker":
        mod.keys = K_CREW
        mod.by = matcher(table, "creature", keyword.traits)
    elif keyword.word == "stealth":
        mod.keys = mod.rule = K_STEALTH
        mod.by = matcher(table, "card", keyword.traits)
    elif keyword.traits:
        mod.keys = mod.rule = LIMITED_BITS[keyword.word]
        mod.by = matcher(table, "creature", keyword.traits)
    else:
        mod.keys = keyword_bits(keyword.word) & 0xFFFFFFFF
    return mod


def rule_mod(table: Table, rule: n.Rule) -> Mod:
    """A permission or prohibition as what a creature, or a card, gets."""
    mod = Mod()
    if rule.word == "can't be cast":
        mod.no_cast = True
    elif rule.word == "can't be summoned":
        mod.no_summon = True
    elif rule.word == "can't be used as shield triggers":
        mod.no_trigger = True
    elif rule.word.startswith("are chosen by their owner"):
        mod.owner_chooses = True
        if isinstance(rule.by, n.Group):
            mod.by = matcher(table, rule.by.noun, rule.by.traits)
            mod.by_side = SIDE_CODES[rule.by.side]
    elif isinstance(rule.by, n.Ref):
        mod.keys = mod.rule = LIMITED_RULE_BITS[rule.word]
        mod.by_source = True
    elif rule.by is not None:
        mod.keys = mod.rule = _limited(rule.word)
        mod.by = matcher(table, rule.by.noun, rule.by.traits)
        mod.except_ref = _other_than(rule.by)
    elif rule.word in RULE_BITS:
        mod.keys = RULE_BITS[rule.word]
    else:
        raise Refused(f"The engine does not know the rule '{rule.word}' yet.")
    return mod


def _limited(word: str) -> int:
    if word.startswith("attacks only"):
        return LIMITED_RULE_BITS["attacks only if able"]
    if word not in LIMITED_RULE_BITS:
        raise Refused(f"The engine does not know the rule '{word} …' yet.")
    return LIMITED_RULE_BITS[word]


def _other_than(group: n.Group) -> int:
    """ "creatures other than it": the ref code, or -1."""
    for trait in group.traits:
        if isinstance(trait, n.OtherThan):
            return REFS[trait.ref.word]
    return -1


def mod_of(table: Table, grant: n.Grant, name: str, make: Make) -> Mod:
    """One grant of a clause."""
    if isinstance(grant, n.Keyword):
        return keyword_mod(table, grant)
    if isinstance(grant, n.Rule):
        return rule_mod(table, grant)
    mod = Mod()
    if isinstance(grant, n.GainPower):
        mod.power = grant.value
        if grant.for_each is not None:
            mod.per = per_of(table, grant.for_each)
    elif isinstance(grant, n.CostChange):
        mod.cost = grant.value
        mod.least = -1 if grant.least is None else grant.least
        mod.optional = grant.optional
    elif isinstance(grant, n.AlsoRace):
        mod.race = grant.name
    elif isinstance(grant, n.MoreBreaks):
        mod.breaks = grant.value
    else:
        _given_ability(table, mod, grant.ability, name, make)
    return mod


def _given_ability(table: Table, mod: Mod, ability: n.Ability, name: str, make: Make) -> None:
    if isinstance(ability, n.TapAbility):
        mod.tap = make(table, name, ability.steps)
    elif isinstance(ability, n.Triggered):
        mod.trig = trigs_of(table, ability, name, make)[0]
    elif isinstance(ability, n.Replacement):
        mod.repl = repl_of(table, ability, name, make)
    elif isinstance(ability, n.Static) and isinstance(ability.clause.subject, n.Ref):
        mod.inner = clause_of(table, ability.clause, name, make)
        mod.inner.conds = conds(table, ability.conditions)
    else:
        raise Refused(f"The engine cannot give that ability of {name} to others yet.")


def clause_of(table: Table, clause: n.Clause, name: str, make: Make) -> StaticOf:
    """A clause as a static ability without gate and conditions."""
    static = StaticOf()
    static.mods = [mod_of(table, grant, name, make) for grant in clause.grants]
    subject = clause.subject
    if isinstance(subject, n.Group):
        static.self_only = False
        static.side = SIDE_CODES[subject.side]
        static.matcher = matcher(table, subject.noun, subject.traits)
        static.zone = ZONE_CODES[subject.zone]
        if subject.zone != "battle":
            static.about_cards = True
    for mod in static.mods:
        if mod.cost != 0 or mod.no_cast or mod.no_summon or mod.keys == K_ENTERS_TAPPED:
            static.about_cards = True
        if mod.no_trigger or mod.owner_chooses:
            static.about_cards = True
        if mod.race:
            static.gives_races = True
        if mod.per is not None:
            static.counts = True
        if mod.power != 0 or mod.attack_power != 0 or mod.inner is not None:
            static.gives_power = True
        inner = mod.inner
        if mod.keys != 0 or mod.breaks != 0 or (inner is not None and inner.gives_keys):
            static.gives_keys = True
        if mod.trig is not None or mod.repl is not None or mod.tap is not None:
            static.gives_abilities = True
    _refuse_loops(static, name)
    return static


def _refuse_loops(static: StaticOf, name: str) -> None:
    m = static.matcher
    if static.gives_power and m is not None and m.power is not None:
        raise Refused(f"A rule of {name} loops: it gives power by power.")


# ---------------------------------------------------------------- triggers


def trigs_of(table: Table, ability: n.Triggered, name: str, make: Make) -> list[Trig]:
    """One trigger for each event; they share the program."""
    program = make(table, name, ability.steps)
    uses_this = mentions_this(ability.steps)
    made: list[Trig] = []
    for event in ability.events:
        trig = Trig(EVENT_CODES[event.kind], program)
        trig.uses_this = uses_this
        subject = event.subject
        if event.kind.startswith("at ") or event.kind.startswith("after the "):
            trig.player = _turn_side(event.kind)
        elif isinstance(subject, n.Group):
            trig.self_only = False
            trig.side = SIDE_CODES[subject.side]
            trig.matcher = matcher(table, subject.noun, subject.traits)
        elif subject is None:
            trig.self_only = False
            trig.player = SIDE_CODES[PLAYER_SIDES[event.player]]
            trig.other_only = trig.event == E_EVOLVE
        what = event.what
        if isinstance(what, n.Group):
            trig.what = matcher(table, what.noun, what.traits)
        elif what is not None:
            trig.what_this = True
        made.append(trig)
    return made


def _turn_side(kind: str) -> int:
    if "your turn" in kind:
        return int(S_YOUR)
    return int(S_OPPONENT) if "opponent's turn" in kind else int(S_ANY)


def mentions_this(tree: object) -> bool:
    """A tree of steps speaks of its source (this, other)."""
    if isinstance(tree, tuple):
        return any(mentions_this(part) for part in tree)
    if isinstance(tree, n.Other):
        return True
    if isinstance(tree, n.Ref):
        return tree.word == "this"
    fields: tuple[str, ...] = getattr(tree, "__struct_fields__", ())
    return any(mentions_this(getattr(tree, field)) for field in fields)


# ---------------------------------------------------------------- replacements


def repl_of(table: Table, ability: n.Replacement, name: str, make: Make) -> Repl:
    """A first step that moves the object itself is done in place; the rest follows."""
    repl = Repl(WOULD_CODES[ability.would.kind])
    subject = ability.would.subject
    if isinstance(subject, n.Group):
        repl.self_only = False
        repl.side = SIDE_CODES[subject.side]
        repl.matcher = matcher(table, subject.noun, subject.traits)
    repl.conds = conds(table, ability.conditions)
    repl.optional = ability.optional
    rest = ability.steps
    first = rest[0]
    if repl.would == W_GRAVEYARD and isinstance(subject, n.Group) and subject.noun == "spell":
        repl.would = W_SPELL
    if isinstance(first, n.OnlyTop):
        repl.top_only = True
        rest = rest[1:]
    elif isinstance(first, n.Stay):
        rest = rest[1:]
    elif isinstance(first, n.Put) and first.to == "deck":
        if _is_itself(first.target, repl.self_only):
            repl.to = 0
    elif isinstance(first, n.Put) and _is_itself(first.target, repl.self_only):
        if first.to in IN_PLACE:
            repl.to = IN_PLACE[first.to] | (16 if first.tapped else 0)
            rest = rest[1:]
    _need(table, repl, first)
    if rest:
        repl.follow = make(table, name, rest)
    return repl


def _need(table: Table, repl: Repl, first: n.Step) -> None:
    """What an optional replacement needs to be done in full."""
    if not isinstance(first, n.Destroy | n.Discard | n.Put):
        return
    pick = first.target
    if isinstance(pick, n.Ref):
        repl.need_this = pick.word == "this" and not repl.self_only
    elif isinstance(pick, n.Pick):
        if pick.how == "exactly" and isinstance(pick.amount, int) and len(pick.groups) == 1:
            repl.need = group_of(table, pick.groups[0])
            repl.need_number = pick.amount


def _is_itself(target: n.Target, self_only: bool) -> bool:
    if not isinstance(target, n.Ref):
        return False
    code = REFS[target.word]
    return code in (1, 2) or (code == 0 and self_only)
