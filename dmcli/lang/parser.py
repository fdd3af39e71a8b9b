"""Text of one ability → tree. The grammar is grammar.lark; lark is imported on first use."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dmcli.core.files import read_text
from dmcli.lang import nodes as n
from dmcli.lang.errors import RulesError

if TYPE_CHECKING:
    from lark import Lark

SINGULAR = {"creatures": "creature", "cards": "card", "spells": "spell", "shields": "shield"}
SIDES = {
    "your": "your",
    "the opponent's": "opponent",
    "their": "their",
    "that player's": "that player",
}
PLAYERS = {"the opponent": "opponent", "a player": "any", "you": "you"}
ACTORS = {"the opponent": "opponent", "each player": "each", "that player": "that player"}
RULES = {
    "attack if able": "attacks if able",
    "block if able": "blocks if able",
    "enter tapped": "enters tapped",
}
WOULD = {
    "would be destroyed": "destroyed",
    "would be put into the graveyard": "graveyard",
    "would leave the battle zone": "leave",
    "would be discarded": "discarded",
    "would break a shield": "break",
}
COMPARE = {"at_least": ">=", "at_most": "<=", "exactly": "="}
LONGEST_LINE = 2000


def parse(text: str) -> n.Ability:
    """Parse one rules line; raise RulesError with place and nearest words."""
    from lark.exceptions import UnexpectedInput, VisitError

    clean = re.sub(r"\s+", " ", text).strip()
    if len(clean) > LONGEST_LINE:
        raise RulesError(
            f"a rules line may have {LONGEST_LINE} characters, this one has {len(clean)}",
            clean[:80],
            LONGEST_LINE,
        )
    try:
        return build(_lark().parse(clean))
    except UnexpectedInput as error:
        raise RulesError.unexpected(clean, error) from None
    except (VisitError, RecursionError) as error:
        cause = error.orig_exc if isinstance(error, VisitError) else error
        raise RulesError(str(cause) or "too deeply nested", clean, 0) from None


@cache
def _lark() -> Lark:
    from lark import Lark

    grammar = read_text(Path(__file__).with_name("grammar.lark"))
    return Lark(grammar, parser="lalr", maybe_placeholders=True)


def build(tree: Any) -> n.Ability:
    """Turn lark's parse tree into our nodes."""
    ability: n.Ability = _Build().transform(tree)
    return ability


def _number(token: str) -> int:
    value = int(token)
    if value > 1_000_000:
        raise ValueError(f"{token} is too large a number")
    return value


def _of(kind: Any, children: list[Any]) -> list[Any]:
    return [child for child in children if isinstance(child, kind)]


TRAITS = n.Trait.__args__
CONDITIONS = n.Condition.__args__
KNOWN_STEPS = n.Step.__args__


def _side_word(text: str) -> str:
    return SIDES[str(text)]


def _with_zone(pick: n.Pick, zone: str, side: str) -> n.Pick:
    groups = tuple(n.Group(g.noun, side, zone, g.traits) for g in pick.groups)
    return n.Pick(pick.how, groups, pick.amount, pick.total_power)


def _destination(token: Any) -> str:
    kinds = {
        "TO_HAND": "hand",
        "TO_MANA": "mana",
        "TO_GRAVEYARD": "graveyard",
        "TO_BATTLE": "battle",
        "TO_SHIELDS": "shields",
        "TO_TOP": "deck top",
        "TO_BOTTOM": "deck bottom",
    }
    return kinds[token.type]


def _put_verb(token: str) -> str:
    return {"puts": "put", "returns": "return", "adds": "add"}.get(str(token), str(token))


ACT_WITH_ACTOR = (
    n.Destroy,
    n.Discard,
    n.Put,
    n.Tap,
    n.Draw,
    n.Look,
    n.Search,
    n.Choose,
    n.EndGame,
)


def _as_actor(step: Any, actor: str) -> Any:
    """The step with another player acting."""
    import msgspec

    if not isinstance(step, ACT_WITH_ACTOR):
        raise ValueError("only you can do this step")
    return msgspec.structs.replace(step, actor=actor)


def _transformer_base() -> Any:
    from lark import Transformer, v_args

    return v_args(inline=True)(Transformer)


class _Build:
    """Holds the transformer; made on first use so that importing lang needs no lark."""

    def transform(self, tree: Any) -> Any:
        return _builder().transform(tree)


@cache
def _builder() -> Any:
    from lark import Transformer, v_args

    @v_args(inline=True)
    class Build(Transformer):  # type: ignore[type-arg, misc]  # lark is untyped here
        """One method per alias of the grammar."""

        # ---- abilities
        def start(self, ability: Any) -> Any:
            return ability

        def effect(self, steps: Any) -> Any:
            return n.Effect(steps)

        def tap_ability(self, _tap: Any, steps: Any) -> Any:
            return n.TapAbility(steps)

        def silent_skill(self, steps: Any) -> Any:
            return n.SilentSkill(steps)

        def marked(self, mark: Any, ability: Any) -> Any:
            return n.Marked(str(mark), ability)

        def play_only(self, conditions: Any) -> Any:
            return n.PlayOnly(conditions)

        def in_hand(self, ability: Any) -> Any:
            return n.InHand(ability)

        # ---- keywords
        def plain_keyword(self, word: Any) -> Any:
            return n.Keyword(str(word))

        unlimited_keyword = plain_keyword

        def power_attacker(self, value: Any) -> Any:
            return n.Keyword("power attacker", _number(value))

        def limited_keyword(self, limit: Any, word: Any) -> Any:
            return n.Keyword(str(word), 0, (limit,))

        def crew_breaker(self, races: Any) -> Any:
            return n.Keyword("crew breaker", 0, (races,))

        def evolution(self, *bases: Any) -> Any:
            return n.EvolutionBase(tuple(b for b in bases if isinstance(b, tuple)))

        def base(self, *limits: Any) -> Any:
            return tuple(limits)

        # ---- triggers and replacements
        def triggered(self, *children: Any) -> Any:
            events: list[n.Event] = []
            for child in children[:-1]:
                if isinstance(child, n.Event):
                    events.append(child)
                elif getattr(child, "data", "") == "more":
                    last = events[-1]
                    events.append(n.Event(child.children[0], last.subject, last.player))
            return n.Triggered(tuple(events), children[-1])

        def creature_event(self, subject: Any, kind: Any) -> Any:
            return n.Event(str(kind), subject)

        def player_event(self, player: Any, kind: Any) -> Any:
            return n.Event(str(kind), None, PLAYERS[str(player)])

        def more_event(self, kind: Any) -> Any:
            from lark import Tree

            return Tree("more", [str(kind)])

        def turn_event(self, kind: Any) -> Any:
            return n.Event(str(kind))

        def any_of(self, group: Any) -> Any:
            return group

        def any_of_those(self, *traits: Any) -> Any:
            return n.Group("card", "any", "those", traits)

        def static(self, clause: Any) -> Any:
            return n.Static(clause)

        def static_while(self, conditions: Any, clause: Any) -> Any:
            return n.Static(clause, conditions)

        def replacement(self, _when: Any, subject: Any, would: Any, *rest: Any) -> Any:
            conditions, instead, steps = rest if len(rest) == 3 else ((), *rest)
            return n.Replacement(
                n.Would(WOULD[str(would)], subject),
                steps,
                conditions or (),
                str(instead) == "you may instead",
            )

        # ---- clauses
        def clause(self, subject: Any, *grants: Any) -> Any:
            return n.Clause(subject, tuple(grants))

        def gain_power(self, _gets: Any, value: Any) -> Any:
            return n.GainPower(_number(value))

        def gain_power_each(self, _gets: Any, value: Any, group: Any) -> Any:
            return n.GainPower(_number(value), group)

        def gain_keyword(self, _gets: Any, keyword: Any) -> Any:
            return keyword

        def gain_ability(self, _gets: Any, ability: Any) -> Any:
            return n.GainAbility(ability)

        def rule(self, word: Any) -> Any:
            return n.Rule(RULES.get(str(word), str(word)))

        def rule_by(self, word: Any, group: Any) -> Any:
            return n.Rule(str(word), group)

        def cost_change(self, _cost: Any, value: Any, way: Any, least: Any = None) -> Any:
            return n.CostChange(_number(value) * (1 if way == "more" else -1), least)

        def cost_change_up_to(self, _cost: Any, value: Any, way: Any, least: Any = None) -> Any:
            return n.CostChange(_number(value) * (1 if way == "more" else -1), least, True)

        def least(self, value: Any) -> Any:
            return _number(value)

        # ---- steps
        def steps(self, *steps: Any) -> Any:
            return tuple(steps)

        def one_step(self, step: Any) -> Any:
            return (step,)

        def many_steps(self, steps: Any) -> Any:
            return steps

        def acted(self, actor: Any, step: Any) -> Any:
            return step if actor is None else _as_actor(step, ACTORS[str(actor)])

        def give(self, clause: Any, duration: Any) -> Any:
            return n.Give(clause, str(duration))

        def breaks(self, ref: Any, _breaks: Any, amount: Any, _noun: Any) -> Any:
            return n.Break(ref, amount)

        def extra_turn(self, *steps: Any) -> Any:
            return n.ExtraTurn(*steps)

        def only_top(self) -> Any:
            return n.OnlyTop()

        def may(self, who: Any, steps: Any) -> Any:
            actor = {"you may": "you", "the opponent may": "opponent"}.get(str(who), "each")
            return n.May(steps, actor)

        def if_did(self, steps: Any) -> Any:
            return n.IfDid(steps)

        def if_(self, conditions: Any, steps: Any, otherwise: Any = ()) -> Any:
            return n.If(conditions, steps, otherwise)

        def for_each(self, group: Any, steps: Any) -> Any:
            return n.ForEach(group, steps)

        def together(self, steps: Any) -> Any:
            return n.Together(steps)

        def either(self, actor: Any, *options: Any) -> Any:
            return n.Either(options, "you" if actor is None else ACTORS[str(actor)])

        def delay(self, duration: Any, ability: Any) -> Any:
            return n.Delay(str(duration), ability)

        def delay_turn(self, event: Any, steps: Any) -> Any:
            return n.Delay("later", n.Triggered((event,), steps))

        # ---- acts
        def destroy(self, _verb: Any, target: Any) -> Any:
            return n.Destroy(target)

        def discard(self, _verb: Any, target: Any) -> Any:
            return n.Discard(target)

        def put(self, verb: Any, target: Any, to: Any, *flags: Any) -> Any:
            kinds = [flag.type for flag in flags if flag is not None]
            return n.Put(
                _put_verb(verb),
                target,
                to,
                tapped="TAPPED_WORD" in kinds,
                quiet="QUIET" in kinds,
            )

        def destination(self, token: Any) -> Any:
            return _destination(token)

        def tap(self, _verb: Any, target: Any) -> Any:
            return n.Tap(target)

        def untap(self, _verb: Any, target: Any) -> Any:
            return n.Tap(target, untap=True)

        def draw(self, _verb: Any, amount: Any, _noun: Any) -> Any:
            return n.Draw(amount)

        def draw_up_to(self, _verb: Any, amount: Any, _noun: Any) -> Any:
            return n.Draw(amount, up_to=True)

        def look(self, _verb: Any, *targets: Any) -> Any:
            return n.Look(tuple(targets))

        def reveal(self, _verb: Any, *targets: Any) -> Any:
            return n.Look(tuple(targets), shown=True)

        def search(self, _s: Any, side: Any, pick: Any, _put: Any, _it: Any, to: Any) -> Any:
            return n.Search(side, _with_zone(pick, "deck", side), to)

        def search_shown(self, _s: Any, side: Any, pick: Any, _put: Any, _it: Any, to: Any) -> Any:
            return n.Search(side, _with_zone(pick, "deck", side), to, shown=True)

        def choose(self, _verb: Any, pick: Any) -> Any:
            return n.Choose(pick)

        def choose_named(self, _verb: Any, pick: Any, _as: Any) -> Any:
            return n.Choose(pick, named=True)

        def choose_adding(self, _verb: Any, pick: Any, _as: Any) -> Any:
            return n.Choose(pick, named=True, adding=True)

        def choose_race(self, _verb: Any, but: Any = "") -> Any:
            return n.ChooseWord("race", but=str(but))

        def choose_number(self, _verb: Any, limit: Any) -> Any:
            return n.ChooseWord("number", limit=_number(limit))

        def choose_player(self, _verb: Any) -> Any:
            return n.ChooseWord("player")

        def lose(self, _verb: Any) -> Any:
            return n.EndGame(wins=False)

        def win(self, _verb: Any) -> Any:
            return n.EndGame(wins=True)

        # ---- targets and groups
        def top_one(self, _the: Any, side: Any) -> Any:
            return n.Top(side, 1)

        def top_many(self, amount: Any, _noun: Any, side: Any) -> Any:
            return n.Top(side, _number(amount))

        def top_up_to(self, amount: Any, _noun: Any, side: Any) -> Any:
            return n.Top(side, amount, True)

        def top_of_pile(self, _the: Any, ref: Any) -> Any:
            return n.TopCard(ref)

        def pick_exactly(self, amount: Any, groups: Any) -> Any:
            return n.Pick("exactly", groups, amount)

        def pick_up_to(self, amount: Any, groups: Any) -> Any:
            return n.Pick("up to", groups, amount)

        def pick_any(self, groups: Any, total: Any = None) -> Any:
            return n.Pick("any number", groups, 0, total)

        def pick_all(self, groups: Any) -> Any:
            return n.Pick("all", groups, 0)

        def pick_random(self, amount: Any, groups: Any) -> Any:
            return n.Pick("random", groups, amount)

        def total(self, value: Any) -> Any:
            return _number(value)

        def those_group(self, _those: Any, *traits: Any) -> Any:
            return (n.Group("card", "any", "those", tuple(traits)),)

        def group_or(self, *groups: Any) -> Any:
            return tuple(groups)

        def group(self, *children: Any) -> Any:
            side = next((c for c in children if type(c) is str), None)
            noun = next(SINGULAR.get(str(c), str(c)) for c in children if _is_noun(c))
            zones = [c for c in children if isinstance(c, tuple)]
            zone_side, zone = zones[0] if zones else (side, _home(noun))
            if zones and side is not None:
                raise ValueError("a group has its side before the noun or in the zone, not both")
            traits = tuple(c for c in children if isinstance(c, TRAITS))
            return n.Group(noun, zone_side or "any", zone, traits)

        def other(self, _word: Any) -> Any:
            return n.Other()

        def tappedness(self, word: Any) -> Any:
            return n.Tapped(str(word) == "tapped")

        def attacking(self, *_: Any) -> Any:
            return n.Attacking()

        def non_civ(self, word: Any) -> Any:
            return n.Civ((str(word),), True)

        def non_race(self, word: Any) -> Any:
            return n.Race((str(word),), True)

        def civ_list(self, *words: Any) -> Any:
            return n.Civ(tuple(str(word) for word in words))

        def race_list(self, *words: Any) -> Any:
            return n.Race(tuple(str(word) for word in words))

        def evolution_word(self, word: Any) -> Any:
            return n.Evolution(str(word) == "non-evolution")

        def multicolored(self) -> Any:
            return n.Multicolored()

        def with_power(self, op: Any, value: Any) -> Any:
            return n.Power(str(op), _number(value))

        def with_cost(self, op: Any, value: Any) -> Any:
            return n.Cost(str(op), _number(value))

        def with_power_count(self, op: Any, group: Any) -> Any:
            return n.Power(str(op), n.Count(group))

        def with_cost_count(self, op: Any, group: Any) -> Any:
            return n.Cost(str(op), n.Count(group))

        def with_keyword(self, word: Any) -> Any:
            return n.With(str(word))

        def without_keyword(self, word: Any) -> Any:
            return n.With(str(word), True)

        def named(self, name: Any) -> Any:
            return n.Named(str(name)[1:-1])

        def chosen_race(self) -> Any:
            return n.ChosenRace()

        def chosen_power(self) -> Any:
            return n.ChosenPower()

        def zone(self, side: Any, zone: Any) -> Any:
            return (side, _zone_word(zone))

        def any_zone(self, zone: Any) -> Any:
            return ("any", _zone_word(zone))

        def side(self, word: Any) -> Any:
            return _side_word(word)

        def fixed(self, value: Any) -> Any:
            return _number(value)

        def that_many(self) -> Any:
            return n.ThatMany()

        def ref(self, word: Any) -> Any:
            return n.Ref(str(word))

        # ---- conditions
        def conditions(self, *conditions: Any) -> Any:
            return tuple(conditions)

        def is_(self, ref: Any, trait: Any) -> Any:
            return n.Is(ref, (trait,))

        def you_have(self, compare: Any, group: Any) -> Any:
            return n.Has(_on_side(group, "your"), *compare)

        def they_have(self, compare: Any, group: Any) -> Any:
            return n.Has(_on_side(group, "opponent"), *compare)

        def there_are(self, _there: Any, compare: Any, group: Any) -> Any:
            return n.Has(group, *compare)

        def all_are(self, group: Any, trait: Any) -> Any:
            return n.AllAre(group, trait)

        def your_turn(self) -> Any:
            return n.TurnOf("your")

        def their_turn(self) -> Any:
            return n.TurnOf("opponent")

        def cast_this_turn(self) -> Any:
            return n.CastThisTurn()

        def at_least(self, value: Any) -> Any:
            return (">=", _number(value))

        def at_most(self, value: Any) -> Any:
            return ("<=", _number(value))

        def exactly(self, value: Any) -> Any:
            return ("=", _number(value))

        def none_of(self) -> Any:
            return ("=", 0)

        def more_than(self, group: Any) -> Any:
            return (">", n.Count(group))

    return Build()


def _is_noun(child: Any) -> bool:
    return getattr(child, "type", "") == "NOUN"


def _home(noun: str) -> str:
    return "shields" if noun == "shield" else "battle"


def _zone_word(token: str) -> str:
    return {"mana zone": "mana"}.get(str(token), str(token))


def _on_side(group: n.Group, side: str) -> n.Group:
    """``you have …``: the group on that side, unless its zone names one."""
    if group.side != "any":
        return group
    return n.Group(group.noun, side, group.zone, group.traits)
