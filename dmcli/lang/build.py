"""lark's parse tree → our nodes: one method per alias of the grammar, by its parts."""

from __future__ import annotations

from typing import Any

import msgspec
from lark import Token, Transformer, Tree, v_args

from dmcli.lang import nodes as n
from dmcli.lang.line import owner_words

SINGULAR = {"creatures": "creature", "cards": "card", "spells": "spell", "shields": "shield"}
SIDES = {
    "your": "your",
    "the opponent's": "opponent",
    "their": "their",
    "that player's": "that player",
}
PLAYERS = {"the opponent": "opponent", "a player": "any", "you": "you"}
ACTORS = {"the opponent": "opponent", "each player": "each", "that player": "that player"}
DECIDERS = {"you may": "you", "the opponent may": "opponent", "each player may": "each"}
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
DESTINATIONS = {
    "TO_HAND": "hand",
    "TO_MANA": "mana",
    "TO_GRAVEYARD": "graveyard",
    "TO_BATTLE": "battle",
    "TO_SHIELDS": "shields",
    "TO_TOP": "deck top",
    "TO_BOTTOM": "deck bottom",
}
YOUR_VERBS = ("summon", "cast", "use", "evolve", "move")
VERBS = {"puts": "put", "returns": "return", "adds": "add"}
LARGEST_NUMBER = 1_000_000

Traits = tuple[n.Trait, ...]
Steps = tuple[n.Step, ...]
Conditions = tuple[n.Condition, ...]


def build(tree: Tree[Token]) -> n.Ability:
    """Turn lark's parse tree into our nodes; ValueError says what makes no sense."""
    ability: n.Ability = Build().transform(tree)
    return ability


def _number(token: str) -> int:
    if len(token) > 8 or int(token) > LARGEST_NUMBER:
        raise ValueError(f"{token[:12]} is too large a number, {LARGEST_NUMBER} is the largest")
    return int(token)


def _only(noun: str, found: str) -> None:
    """The one noun that fits a fixed phrase."""
    if SINGULAR.get(found, found) != noun:
        raise ValueError(f"'{found}' does not fit here; say {noun}s")


@v_args(inline=True)
class Objects(Transformer[Token, Any]):
    """Traits, groups, picks and other targets."""

    def civ_list(self, *words: str) -> n.Civ:
        return n.Civ(tuple(str(word) for word in words))

    def race_list(self, *words: str) -> n.Race:
        return n.Race(tuple(str(word) for word in words))

    def non_civ(self, word: str) -> n.Civ:
        return n.Civ((str(word),), negated=True)

    def non_race(self, word: str) -> n.Race:
        return n.Race((str(word),), negated=True)

    def other(self, _word: str) -> n.Other:
        return n.Other()

    def tappedness(self, word: str) -> n.Tapped:
        return n.Tapped(str(word) == "tapped")

    def evolution_word(self, word: str) -> n.Evolution:
        return n.Evolution(negated=str(word) == "non-evolution")

    def multicolored(self) -> n.Multicolored:
        return n.Multicolored()

    def attacking(self) -> n.Attacking:
        return n.Attacking()

    def with_power(self, op: str, value: str) -> n.Power:
        return n.Power(str(op), _number(value))

    def with_cost(self, op: str, value: str) -> n.Cost:
        return n.Cost(str(op), _number(value))

    def with_power_count(self, op: str, group: n.Group) -> n.Power:
        return n.Power(str(op), n.Count(group))

    def with_cost_count(self, op: str, group: n.Group) -> n.Cost:
        return n.Cost(str(op), n.Count(group))

    def with_keyword(self, word: str) -> n.With:
        return n.With(str(word))

    def without_keyword(self, word: str) -> n.With:
        return n.With(str(word), negated=True)

    def named(self, name: str) -> n.Named:
        return n.Named(name[1:-1])

    def chosen_race(self) -> n.ChosenRace:
        return n.ChosenRace()

    def chosen_power(self) -> n.ChosenPower:
        return n.ChosenPower()

    def side(self, word: str) -> str:
        return SIDES[str(word)]

    def zone(self, side: str, zone: str) -> tuple[str, str]:
        return side, _zone(zone)

    def in_deck(self) -> str:
        return "deck"

    def any_zone(self, zone: str) -> tuple[str, str]:
        return "any", _zone(zone)

    def group(self, *parts: Any) -> n.Group:
        side = next((part for part in parts if type(part) is str), None)
        noun = next(SINGULAR.get(part, str(part)) for part in parts if isinstance(part, Token))
        zones = [part for part in parts if isinstance(part, tuple)]
        if zones and side is not None:
            raise ValueError("say whose once: before the noun or at the zone, not both")
        if zones and noun == "shield":
            raise ValueError("a shield is in no other zone; say card")
        home = "shields" if noun == "shield" else "battle"
        where, zone = zones[0] if zones else (side or "any", home)
        traits = tuple(part for part in parts if isinstance(part, n.Trait))
        return n.Group(noun, where, zone, traits)

    def those(self, *traits: n.Trait) -> n.Group:
        return n.Group("card", "any", "those", traits)

    def those_group(self, _those: str, *traits: n.Trait) -> tuple[n.Group, ...]:
        return (self.those(*traits),)

    def group_or(self, *groups: n.Group) -> tuple[n.Group, ...]:
        return groups

    def fixed(self, value: str) -> int:
        return _number(value)

    def that_many(self) -> n.ThatMany:
        return n.ThatMany()

    def total(self, value: str) -> int:
        return _number(value)

    def pick_exactly(self, amount: n.Amount, groups: tuple[n.Group, ...]) -> n.Pick:
        return n.Pick("exactly", groups, amount)

    def pick_up_to(self, amount: n.Amount, groups: tuple[n.Group, ...]) -> n.Pick:
        return n.Pick("up to", groups, amount)

    def pick_any(self, groups: tuple[n.Group, ...], total: int | None = None) -> n.Pick:
        return n.Pick("any number", groups, 0, total)

    def pick_all(self, groups: tuple[n.Group, ...]) -> n.Pick:
        return n.Pick("all", groups, 0)

    def pick_random(self, amount: n.Amount, groups: tuple[n.Group, ...]) -> n.Pick:
        return n.Pick("random", groups, amount)

    def ref(self, word: str) -> n.Ref:
        return n.Ref(str(word))

    def top_one(self, _the: str, side: str) -> n.Top:
        return n.Top(side, 1)

    def top_many(self, amount: str, noun: str, side: str) -> n.Top:
        _only("card", noun)
        return n.Top(side, _number(amount))

    def top_up_to(self, amount: n.Amount, noun: str, side: str) -> n.Top:
        _only("card", noun)
        return n.Top(side, amount, up_to=True)

    def top_of_pile(self, _the: str, ref: n.Ref) -> n.TopCard:
        return n.TopCard(ref)


def _zone(word: str) -> str:
    return "mana" if word == "mana zone" else str(word)


@v_args(inline=True)
class ConditionsOf(Transformer[Token, Any]):
    """What "if" and "while" ask."""

    def conditions(self, *conditions: n.Condition) -> Conditions:
        return conditions

    def is_(self, ref: n.Ref, trait: n.Trait) -> n.Is:
        return n.Is(ref, (trait,))

    def you_have(self, compare: tuple[str, int], group: n.Group) -> n.Has:
        return n.Has(_on_side(group, "your"), *compare)

    def they_have(self, compare: tuple[str, int], group: n.Group) -> n.Has:
        return n.Has(_on_side(group, "opponent"), *compare)

    def there_are(self, _there: str, compare: tuple[str, int], group: n.Group) -> n.Has:
        return n.Has(group, *compare)

    def you_have_more(self, group: n.Group, than: n.Group) -> n.Has:
        return n.Has(_on_side(group, "your"), ">", n.Count(than))

    def they_have_more(self, group: n.Group, than: n.Group) -> n.Has:
        return n.Has(_on_side(group, "opponent"), ">", n.Count(than))

    def there_are_more(self, group: n.Group, than: n.Group) -> n.Has:
        return n.Has(group, ">", n.Count(than))

    def all_are(self, group: n.Group, trait: n.Trait) -> n.AllAre:
        return n.AllAre(group, trait)

    def your_turn(self) -> n.TurnOf:
        return n.TurnOf("your")

    def their_turn(self) -> n.TurnOf:
        return n.TurnOf("opponent")

    def cast_this_turn(self) -> n.CastThisTurn:
        return n.CastThisTurn()

    def at_least(self, value: str) -> tuple[str, int]:
        return ">=", _number(value)

    def at_most(self, value: str) -> tuple[str, int]:
        return "<=", _number(value)

    def exactly(self, value: str) -> tuple[str, int]:
        return "=", _number(value)

    def none_of(self) -> tuple[str, int]:
        return "=", 0


def _on_side(group: n.Group, side: str) -> n.Group:
    """``you have …``: the group on that side; its own words may not say another."""
    if group.side not in ("any", side):
        raise ValueError("whose they are is said twice, differently")
    return n.Group(group.noun, side, group.zone, group.traits)


@v_args(inline=True)
class Clauses(Transformer[Token, Any]):
    """Keywords, and who gets what."""

    def plain_keyword(self, word: str) -> n.Keyword:
        return n.Keyword(str(word))

    def power_attacker(self, value: str) -> n.Keyword:
        return n.Keyword("power attacker", _number(value))

    def limited_keyword(self, limit: n.Trait, word: str) -> n.Keyword:
        return n.Keyword(str(word), 0, (limit,))

    def unlimited_keyword(self, word: str) -> n.Keyword:
        if word == "stealth":
            raise ValueError("stealth needs a civilization: water stealth")
        return n.Keyword(str(word))

    def crew_breaker(self, races: n.Race) -> n.Keyword:
        return n.Keyword("crew breaker", 0, (races,))

    def clause(self, subject: n.Ref | n.Group | n.Pick, *grants: n.Grant) -> n.Clause:
        return n.Clause(subject, grants)

    def gain_power(self, _gets: str, value: str) -> n.GainPower:
        return n.GainPower(_number(value))

    def gain_power_each(self, _gets: str, value: str, group: n.Group) -> n.GainPower:
        return n.GainPower(_number(value), group)

    def gain_keyword(self, _gets: str, keyword: n.Keyword) -> n.Keyword:
        return keyword

    def gain_ability(self, _gets: str, ability: n.Ability) -> n.GainAbility:
        return n.GainAbility(ability)

    def rule(self, word: str) -> n.Rule:
        return n.Rule(RULES.get(word, str(word)))

    def rule_by(self, word: str, group: n.Group) -> n.Rule:
        return n.Rule(str(word), group)

    def cost_change(
        self, _costs: str, value: str, way: str, least: int | None = None
    ) -> n.CostChange:
        return n.CostChange(_number(value) * (1 if way == "more" else -1), least)

    def cost_change_up_to(
        self, _costs: str, value: str, way: str, least: int | None = None
    ) -> n.CostChange:
        return n.CostChange(_number(value) * (1 if way == "more" else -1), least, optional=True)

    def least(self, value: str) -> int:
        return _number(value)


@v_args(inline=True)
class StepsOf(Transformer[Token, Any]):
    """What an ability does."""

    def steps(self, *steps: n.Step) -> Steps:
        return steps

    def one_step(self, step: n.Step) -> Steps:
        return (step,)

    def many_steps(self, steps: Steps) -> Steps:
        return steps

    def acted(self, actor: str | None, step: n.Step) -> n.Step:
        if actor is None:
            return step
        if not isinstance(step, n.Act):
            raise ValueError(f"only you can do this step, not {actor}")
        return msgspec.structs.replace(step, actor=ACTORS[str(actor)])

    def destroy(self, _verb: str, target: n.Target) -> n.Destroy:
        return n.Destroy(target)

    def discard(self, _verb: str, target: n.Target) -> n.Discard:
        return n.Discard(target)

    def put(self, verb: str, target: n.Target, to: Token, *flags: Token | None) -> n.Put:
        _check_owner(target, to)
        kinds = [flag.type for flag in flags if flag is not None]
        word = VERBS.get(verb, str(verb))
        zone = DESTINATIONS[to.type]
        return n.Put(word, target, zone, tapped="TAPPED_WORD" in kinds, quiet="QUIET" in kinds)

    def destination(self, token: Token) -> Token:
        return token

    def tap(self, _verb: str, target: n.Target) -> n.Tap:
        return n.Tap(target)

    def untap(self, _verb: str, target: n.Target) -> n.Tap:
        return n.Tap(target, untap=True)

    def draw(self, _verb: str, amount: n.Amount, noun: str) -> n.Draw:
        _only("card", noun)
        return n.Draw(amount)

    def draw_up_to(self, _verb: str, amount: n.Amount, noun: str) -> n.Draw:
        _only("card", noun)
        return n.Draw(amount, up_to=True)

    def look(self, _verb: str, *targets: n.Target) -> n.Look:
        return n.Look(targets)

    def reveal(self, _verb: str, *targets: n.Target) -> n.Look:
        return n.Look(targets, shown=True)

    def search(
        self, _verb: str, side: str, pick: n.Pick, _put: str, _them: str, to: Token
    ) -> n.Search:
        _check_owner(n.Top(side), to)
        return n.Search(side, _in_deck(pick, side), DESTINATIONS[to.type])

    def search_shown(
        self, verb: str, side: str, pick: n.Pick, _it: str, put: str, them: str, to: Token
    ) -> n.Search:
        found = self.search(verb, side, pick, put, them, to)
        return msgspec.structs.replace(found, shown=True)

    def choose(self, _verb: str, pick: n.Pick) -> n.Choose:
        return n.Choose(pick)

    def choose_named(self, _verb: str, pick: n.Pick, _as: str) -> n.Choose:
        return n.Choose(pick, named=True)

    def choose_adding(self, _verb: str, pick: n.Pick, _as: str) -> n.Choose:
        return n.Choose(pick, named=True, adding=True)

    def choose_race(self, _verb: str, but: str = "") -> n.ChooseWord:
        return n.ChooseWord("race", but=str(but))

    def choose_number(self, _verb: str, limit: str) -> n.ChooseWord:
        return n.ChooseWord("number", limit=_number(limit))

    def choose_player(self, _verb: str) -> n.ChooseWord:
        return n.ChooseWord("player")

    def lose(self, _verb: str) -> n.EndGame:
        return n.EndGame(wins=False)

    def win(self, _verb: str) -> n.EndGame:
        return n.EndGame(wins=True)

    def give(self, clause: n.Clause, duration: str) -> n.Give:
        return n.Give(clause, str(duration))

    def breaks(self, ref: n.Ref, _breaks: str, amount: n.Amount, noun: str) -> n.Break:
        _only("shield", noun)
        return n.Break(ref, amount)

    def extra_turn(self, at_end: Steps = ()) -> n.ExtraTurn:
        return n.ExtraTurn(at_end)

    def only_top(self) -> n.OnlyTop:
        return n.OnlyTop()

    def may(self, who: str, steps: Steps) -> n.May:
        actor = DECIDERS[str(who)]
        return n.May(_by(steps, actor), actor)

    def if_did(self, steps: Steps) -> n.IfDid:
        return n.IfDid(steps)

    def if_(self, conditions: Conditions, steps: Steps, otherwise: Steps = ()) -> n.If:
        return n.If(conditions, steps, otherwise)

    def for_each(self, group: n.Group, steps: Steps) -> n.ForEach:
        return n.ForEach(group, steps)

    def together(self, steps: Steps) -> n.Together:
        return n.Together(steps)

    def either(self, actor: str | None, *options: Steps) -> n.Either:
        who = "you" if actor is None else ACTORS[str(actor)]
        return n.Either(tuple(_by(option, who) for option in options), who)

    def delay(self, duration: str, ability: n.Ability) -> n.Delay:
        return n.Delay(str(duration), ability)

    def delay_turn(self, event: n.Event, steps: Steps) -> n.Delay:
        return n.Delay("later", n.Triggered((event,), steps))


def _by(steps: Steps, actor: str) -> Steps:
    """The steps of one who decides are done by that player."""
    return tuple(
        msgspec.structs.replace(step, actor=actor)
        if isinstance(step, n.Act) and step.actor == "you"
        else step
        for step in steps
    )


def _in_deck(pick: n.Pick, side: str) -> n.Pick:
    """The pick of a search: its groups lie in that deck."""
    if any((group.side, group.zone) != ("any", "battle") for group in pick.groups):
        raise ValueError("a search is for cards, spells or creatures; it says the deck already")
    groups = tuple(n.Group(g.noun, side, "deck", g.traits) for g in pick.groups)
    return n.Pick(pick.how, groups, pick.amount, pick.total_power)


def _check_owner(target: n.Target, to: Token) -> None:
    """Cards go to their owner's zone; words that say another are a mistake."""
    want = owner_words(target)
    if to.type == "TO_BATTLE" or want in ("its owner's", "their owners'"):
        return
    if f" {want} " not in f" {to}":
        raise ValueError(f"cards go to their owner's zone: say {want}, not '{to}'")


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

    def base(self, *limits: n.Trait) -> Traits:
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

    def creature_event(self, subject: n.Ref | n.Group, kind: str) -> n.Event:
        return n.Event(str(kind), subject)

    def player_event(self, player: str, kind: str) -> n.Event:
        return n.Event(_happens(kind), None, PLAYERS[str(player)])

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


class Build(Abilities, StepsOf, Clauses, ConditionsOf, Objects):
    """The whole grammar."""
