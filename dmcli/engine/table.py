"""CardDefs and their abilities → the definitions of a game."""

from __future__ import annotations

from collections.abc import Sequence

from librt.vecs import vec
from mypy_extensions import i64

from dmcli.core.carddef import CardDef
from dmcli.core.errors import Refused
from dmcli.engine.clauses import clause_of, keyword_mod, mentions_this, repl_of, trigs_of
from dmcli.engine.matching import civ_mask, conds, matcher
from dmcli.engine.state import Def, Mod, StaticOf, Table
from dmcli.engine.steps import program
from dmcli.engine.words import (
    G_NONE,
    G_TURBO,
    G_WAVE,
    K_CREW,
    K_EVOLUTION,
    K_SILENT,
    K_SURVIVOR,
    K_TAP,
    K_TURBO,
    K_WAVE,
)
from dmcli.lang import nodes as n


def build_table(
    cards: Sequence[CardDef], abilities: Sequence[Sequence[n.Ability]], races: Sequence[str]
) -> Table:
    """Compile cards (sorted by name) for a game. races: every race of the pool.

    Raises Refused for a card whose rules the engine cannot carry out.
    """
    table = Table(sorted(races))
    pairs = sorted(zip(cards, abilities, strict=True), key=lambda pair: pair[0].name)
    for card, _ in pairs:
        table.names[card.name] = len(table.defs)
        table.defs.append(_printed(card, len(table.defs)))
    for card, lines in pairs:
        d = table.defs[table.names[card.name]]
        for ability in lines:
            _add(table, d, ability, G_NONE, False)
        _index(d)
    table.civs = vec[i64]([int(d.civs) for d in table.defs])
    table.keys = vec[i64]([int(d.keys) for d in table.defs])
    table.power = vec[i64]([int(d.power) for d in table.defs])
    table.cost = vec[i64]([int(d.cost) for d in table.defs])
    return table


def _printed(card: CardDef, index: int) -> Def:
    d = Def(card.name, index)
    d.kind = 1 if card.is_creature else 2
    d.evolution = card.is_evolution
    d.civs = civ_mask(card.civilizations)
    d.civ_count = len(card.civilizations)
    d.cost = card.cost
    d.power = card.power or 0
    d.mana = card.mana
    d.races = list(card.races)
    if card.mana != 1:
        raise Refused(f"{card.name} has mana number {card.mana}; only 1 can be played yet.")
    if "Survivor" in card.races:
        d.keys |= K_SURVIVOR
    if card.is_evolution:
        d.keys |= K_EVOLUTION
    return d


def _add(table: Table, d: Def, ability: n.Ability, gate: int, share: bool) -> None:
    """Add one ability; gate and share come from a mark before it."""
    if isinstance(ability, n.Keyword):
        _add_keyword(table, d, ability, gate, share)
    elif isinstance(ability, n.EvolutionBase):
        d.bases = [matcher(table, "creature", base) for base in ability.bases]
    elif isinstance(ability, n.Triggered):
        for trig in trigs_of(table, ability, d.name, program):
            trig.gate = gate
            trig.share = share
            d.trigs.append(trig)
    elif isinstance(ability, n.Static):
        _add_static(table, d, ability, gate, share)
    elif isinstance(ability, n.Replacement):
        repl = repl_of(table, ability, d.name, program)
        repl.gate = gate
        repl.share = share
        d.repls.append(repl)
    elif isinstance(ability, n.Marked):
        _add_marked(table, d, ability)
    else:
        _add_rest(table, d, ability)


def _add_rest(table: Table, d: Def, ability: n.Ability) -> None:
    if isinstance(ability, n.Effect):
        d.spell_steps += ability.steps
        d.spell = program(table, d.name, d.spell_steps)
    elif isinstance(ability, n.TapAbility):
        d.tap = program(table, d.name, ability.steps)
        d.keys |= K_TAP
    elif isinstance(ability, n.SilentSkill):
        d.silent = program(table, d.name, ability.steps)
        d.silent_uses_this = mentions_this(ability.steps)
        d.keys |= K_SILENT
    elif isinstance(ability, n.PlayOnly):
        d.play_conds += conds(table, ability.conditions)
    elif isinstance(ability, n.InHand) and isinstance(ability.ability, n.Replacement):
        repl = repl_of(table, ability.ability, d.name, program)
        d.hand_repls.append(repl)
    elif isinstance(ability, n.InHand) and isinstance(ability.ability, n.PlayOnly):
        d.play_conds += conds(table, ability.ability.conditions)
    else:
        raise Refused(f"The engine cannot do '{type(ability).__name__}' of {d.name} yet.")


def _add_marked(table: Table, d: Def, ability: n.Marked) -> None:
    if ability.mark == "survivor":
        _add(table, d, ability.ability, G_NONE, True)
    elif ability.mark == "wave striker":
        d.keys |= K_WAVE
        _add(table, d, ability.ability, int(G_WAVE), False)
    elif ability.mark == "turbo rush":
        d.keys |= K_TURBO
        _add(table, d, ability.ability, int(G_TURBO), False)
    else:
        raise Refused(f"The engine does not know the mark '{ability.mark}' of {d.name} yet.")


def _add_keyword(table: Table, d: Def, keyword: n.Keyword, gate: int, share: bool) -> None:
    mod = keyword_mod(table, keyword)
    if gate == 0 and not share:
        _fold(d, mod)
        return
    static = StaticOf()
    static.mods = [mod]
    static.gives_keys = True
    static.gives_power = mod.attack_power != 0
    static.gate = gate
    static.share = share
    d.statics.append(static)


def _fold(d: Def, mod: Mod) -> None:
    """What a creature always has itself needs no static ability."""
    d.keys |= mod.keys
    d.attack_power += mod.attack_power
    if mod.keys == K_CREW:
        d.crew = mod.by
    elif mod.rule != 0:
        d.rules.append(mod)


def _add_static(table: Table, d: Def, ability: n.Static, gate: int, share: bool) -> None:
    static = clause_of(table, ability.clause, d.name, program)
    static.conds = conds(table, ability.conditions)
    static.gate = gate
    static.share = share
    always = static.self_only and not static.conds and gate == 0 and not share
    if always and not static.about_cards:
        kept: list[Mod] = []
        for mod in static.mods:
            if mod.power == 0 and mod.trig is None and mod.repl is None and mod.tap is None:
                _fold(d, mod)
            else:
                kept.append(mod)
        static.mods = kept
        static.gives_keys = False
        if not kept:
            return
    d.statics.append(static)


def _index(d: Def) -> None:
    """What the engine asks before it looks at abilities one by one."""
    for trig in d.trigs:
        if trig.self_only:
            d.own_events |= 1 << trig.event
        else:
            d.watches[trig.event] += 1
            d.watches_any = True
        if trig.share:
            d.shares = True
            d.watches[trig.event] += 1
            d.watches_any = True
    for static in d.statics:
        if static.about_cards:
            d.card_effects += 1
        else:
            d.power_effects += 1 if static.gives_power else 0
            d.key_effects += 1 if static.gives_keys else 0
            d.ability_effects += 1 if static.gives_abilities else 0
            d.race_effects += 1 if static.gives_races else 0
        for mod in static.mods:
            given = mod.trig
            if given is not None:
                d.watches[given.event] += 1
                d.watches_any = True
            replaces = mod.repl
            if replaces is not None:
                d.repl_mask |= 1 << replaces.would
    for repl in d.repls:
        if repl.self_only:
            d.own_repl_mask |= 1 << repl.would
        else:
            d.repl_mask |= 1 << repl.would
        if repl.share:
            d.shares = True
    for repl in d.hand_repls:
        d.own_repl_mask |= 1 << repl.would
