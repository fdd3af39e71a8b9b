"""lark's parse tree → our nodes: one method per alias of the grammar, by its parts."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, Tree, v_args

from dmcli.lang import nodes as n
from dmcli.lang.build_objects import Conditions, Objects, Questions
from dmcli.lang.build_steps import Clauses, Doings, Steps

PLAYERS = {"the opponent": "opponent", "a player": "any", "you": "you"}
WOULD = {
    "would be destroyed": "destroyed",
    "would be put into the graveyard": "graveyard",
    "would leave the battle zone": "leave",
    "would be discarded": "discarded",
    "would break a shield": "break",
    "would be broken": "broken",
}
YOUR_VERBS = ("summon", "cast", "use", "evolve", "move", "draw", "untap")


def build(tree: Tree[Token]) -> n.Ability:
    """Turn lark's parse tree into our nodes; ValueError says what makes no sense."""
    ability: n.Ability = Build().transform(tree)
    return ability


@v_args(inline=True)
class Abilities(Transformer[Token, Any]):
    """Heads of abilities: triggers, statics, replacements, marks."""

    def start(self, ability: n.Ability) -> n.Ability:
        return ability

    def effect(self, steps: Steps) -> n.Effect:
        return n.Effect(steps)

    def tap_ability(self, _tap: str, steps: Steps) -> n.TapAbility:
        return n.TapAbility(steps)

    def silent_skill(self, steps: Steps) -> n.SilentSkill:
        return n.SilentSkill(steps)

    def marked(self, mark: str, ability: n.Ability) -> n.Marked:
        return n.Marked(str(mark), ability)

    def play_only(self, conditions: Conditions) -> n.PlayOnly:
        return n.PlayOnly(conditions)

    def in_hand(self, ability: n.Ability) -> n.InHand:
        return n.InHand(ability)

    def evolution(self, *bases: Any) -> n.EvolutionBase:
        return n.EvolutionBase(tuple(base for base in bases if isinstance(base, tuple)))

    def base(self, *limits: n.Trait) -> tuple[n.Trait, ...]:
        return limits

    def triggered(self, *parts: Any) -> n.Triggered:
        events: list[n.Event] = []
        for part in parts[:-1]:
            if isinstance(part, Tree):
                last = events[-1]
                kind = _happens(str(part.children[0]))
                events.append(n.Event(kind, last.subject, last.player))
            elif isinstance(part, n.Event):
                events.append(part)
        return n.Triggered(tuple(events), parts[-1])

    def creature_event(
        self, subject: n.Ref | n.Group, kind: str, what: n.Group | None = None
    ) -> n.Event:
        if what is not None and kind != "attacks":
            raise ValueError(f"only attacking has a target, not '{kind}'")
        return n.Event(str(kind), subject, what=what)

    def player_event(self, player: str, kind: str, by: n.Ref | n.Group | None = None) -> n.Event:
        event = n.Event(_happens(kind), None, PLAYERS[str(player)], by)
        if by is not None and event.kind != "uses a shield trigger":
            raise ValueError("only a shield trigger comes from a broken shield")
        return event

    def turn_event(self, kind: str) -> n.Event:
        return n.Event(str(kind))

    def static(self, clause: n.Clause) -> n.Static:
        return self.static_while((), clause)

    def static_while(self, conditions: Conditions, clause: n.Clause) -> n.Static:
        if not isinstance(clause.subject, n.Group) and clause.subject != n.Ref("this"):
            raise ValueError("what holds all the time is about this or a group; add a duration")
        return n.Static(clause, conditions)

    def replacement(
        self,
        _when: str,
        subject: n.Ref | n.Group,
        would: str,
        conditions: Conditions | None,
        instead: str,
        steps: Steps,
    ) -> n.Replacement:
        optional = instead == "you may instead"
        what = n.Would(WOULD[str(would)], subject)
        return n.Replacement(what, steps, conditions or (), optional)


def _happens(kind: str) -> str:
    """Events of players are kept in the third person: casts a spell."""
    verb, _, rest = kind.partition(" ")
    return f"{verb}s {rest}" if verb in YOUR_VERBS else str(kind)


class Build(Abilities, Doings, Clauses, Questions, Objects):
    """The whole grammar."""
