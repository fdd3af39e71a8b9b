"""lark's parse tree → our nodes: clauses and steps."""

from __future__ import annotations

from typing import Any

import msgspec
from lark import Token, Transformer, v_args

from dmcli.lang import nodes as n
from dmcli.lang.build_objects import Conditions, number, only
from dmcli.lang.line_objects import owner_words

ACTORS = {"the opponent": "opponent", "each player": "each", "that player": "that player"}
DECIDERS = {
    "you may": "you",
    "the opponent may": "opponent",
    "each player may": "each",
    "that player may": "that player",
}
RULES = {
    "attack if able": "attacks if able",
    "block if able": "blocks if able",
    "enter tapped": "enters tapped",
    "don't untap at the start of the turn": "doesn't untap at the start of the turn",
}
GOALS = {
    "attack": "attacks if able",
    "block": "blocks if able",
    "attack only": "attacks only if able",
}
DESTINATIONS = {
    "TO_HAND": "hand",
    "TO_MANA": "mana",
    "TO_GRAVEYARD": "graveyard",
    "TO_BATTLE": "battle",
    "TO_SHIELDS": "shields",
    "TO_TOP": "deck top",
    "TO_BOTTOM": "deck bottom",
    "TO_DECK": "deck",
}
VERBS = {"puts": "put", "returns": "return", "adds": "add", "shuffles": "shuffle"}

Steps = tuple[n.Step, ...]


@v_args(inline=True)
class Clauses(Transformer[Token, Any]):
    """Keywords, and who gets what."""

    def plain_keyword(self, word: str) -> n.Keyword:
        return n.Keyword(str(word))

    def power_attacker(self, value: str) -> n.Keyword:
        return n.Keyword("power attacker", number(value))

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
        return n.GainPower(number(value))

    def gain_power_each(self, _gets: str, value: str, group: n.Group) -> n.GainPower:
        return n.GainPower(number(value), group)

    def gain_power_civilizations(self, _gets: str, value: str, group: n.Group) -> n.GainPower:
        return n.GainPower(number(value), n.Civilizations(group))

    def gain_keyword(self, _gets: str, keyword: n.Keyword) -> n.Keyword:
        return keyword

    def gain_ability(self, _gets: str, ability: n.Ability) -> n.GainAbility:
        return n.GainAbility(ability)

    def rule(self, word: str) -> n.Rule:
        return n.Rule(RULES.get(word, str(word)))

    def rule_by(self, word: str, group: n.Group) -> n.Rule:
        return n.Rule(word.removesuffix(" when broken by"), group)

    def rule_goal(self, must: str, goal: n.Ref | n.Group) -> n.Rule:
        verb, _, only = must.partition(" ")
        return n.Rule(GOALS[f"{verb.removesuffix('s')} {only}".strip()], goal)

    def also_race(self, _is: str, race: str) -> n.AlsoRace:
        return n.AlsoRace(str(race))

    def more_breaks(self, _breaks: str, value: str, noun: str) -> n.MoreBreaks:
        only("shield", noun)
        return n.MoreBreaks(number(value))

    def cost_change(
        self, _costs: str, value: str, way: str, least: int | None = None
    ) -> n.CostChange:
        return n.CostChange(number(value) * (1 if way == "more" else -1), least)

    def cost_change_up_to(
        self, _costs: str, value: str, way: str, least: int | None = None
    ) -> n.CostChange:
        return n.CostChange(number(value) * (1 if way == "more" else -1), least, optional=True)

    def least(self, value: str) -> int:
        return number(value)


@v_args(inline=True)
class Doings(Transformer[Token, Any]):
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
        if (word == "shuffle") != (zone == "deck"):
            raise ValueError("only shuffling puts cards into a deck: shuffle … into your deck")
        return n.Put(word, target, zone, tapped="TAPPED_WORD" in kinds, quiet="QUIET" in kinds)

    def destination(self, token: Token) -> Token:
        return token

    def tap(self, _verb: str, target: n.Target) -> n.Tap:
        return n.Tap(target)

    def untap(self, _verb: str, target: n.Target) -> n.Tap:
        return n.Tap(target, untap=True)

    def draw(self, _verb: str, amount: n.Amount, noun: str) -> n.Draw:
        only("card", noun)
        return n.Draw(amount)

    def draw_up_to(self, _verb: str, amount: n.Amount, noun: str) -> n.Draw:
        only("card", noun)
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

    def choose_civilization(self, _verb: str) -> n.ChooseWord:
        return n.ChooseWord("civilization")

    def choose_cost(self, _verb: str) -> n.ChooseWord:
        return n.ChooseWord("cost")

    def choose_number(self, _verb: str, limit: str) -> n.ChooseWord:
        return n.ChooseWord("number", limit=number(limit))

    def choose_player(self, _verb: str) -> n.ChooseWord:
        return n.ChooseWord("player")

    def turn_up(self, _verb: str, target: n.Target) -> n.TurnUp:
        return n.TurnUp(target)

    def cast(self, _verb: str, target: n.Target) -> n.Cast:
        return n.Cast(target)

    def lose(self, _verb: str) -> n.EndGame:
        return n.EndGame(wins=False)

    def win(self, _verb: str) -> n.EndGame:
        return n.EndGame(wins=True)

    def give(self, clause: n.Clause, duration: str) -> n.Give:
        return n.Give(clause, str(duration))

    def breaks(self, ref: n.Ref, _breaks: str, amount: n.Amount, noun: str) -> n.Break:
        only("shield", noun)
        return n.Break(ref, amount)

    def extra_turn(self, at_end: Steps = ()) -> n.ExtraTurn:
        return n.ExtraTurn(at_end)

    def only_top(self) -> n.OnlyTop:
        return n.OnlyTop()

    def no_battle(self) -> n.NoBattle:
        return n.NoBattle()

    def stay(self) -> n.Stay:
        return n.Stay()

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

    def delay_turn(self, event: n.Event | str, steps: Steps) -> n.Delay:
        if not isinstance(event, n.Event):
            event = n.Event(str(event))
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
