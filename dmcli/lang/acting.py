"""English words for what a player does to objects."""

from __future__ import annotations

from dmcli.lang import nodes as n
from dmcli.lang.phrases import OWNERS, Thing, number, pick, thing
from dmcli.lang.pronouns import Pronouns


class Acting(Pronouns):
    """Says the verbs that any player can do."""

    def predicate(self, step: n.Act, third: bool) -> str:
        """Destroys it; draw a card …"""
        s = "s" if third else ""
        match step:
            case n.Destroy(target):
                return self.acting(f"destroy{s}", target, third)
            case n.Discard(target):
                return f"discard{s} {self.target(target, 'from')}"
            case n.Put():
                return self.put(step, third)
            case n.Tap(target, untap):
                return self.acting(f"{'untap' if untap else 'tap'}{s}", target, third)
            case n.Draw(amount, up_to):
                self.it = Thing("card", amount != 1, "their" if third else "your")
                return f"draw{s} {_cards(amount, up_to)}"
            case n.Look():
                return self.look(step, s)
            case n.Search():
                return self.search(step, third)
            case n.Choose():
                return self.choose(step, s)
            case n.TurnUp(target):
                return f"turn{s} {self.target(target)} face up"
            case n.Cast(target):
                return f"cast{s} {self.target(target)} for no cost"
            case n.EndGame(wins):
                return f"{'win' if wins else 'lose'}{s} the game"

    def acting(
        self, verb: str, target: n.Target, third: bool, rest: str = "", place: str = "in"
    ) -> str:
        """The verb on its target; a choice by another player is said."""
        chosen = isinstance(target, n.Pick) and target.how not in ("all", "random")
        if not (third and chosen):
            return f"{verb} {self.target(target, place)}{rest}"
        words = self.target(target)
        return f"chooses {words} and {verb} {self.it.pronoun}{rest}"

    def put(self, step: n.Put, third: bool) -> str:
        owner = self.owner(step.target, step.actor)
        s = "s" if owner == "their owners'" else ""
        to = "to" if step.verb == "return" else "into"
        where = {
            "hand": f"{to} {owner} hand{s}",
            "mana": f"{to} {owner} mana zone{s}",
            "graveyard": f"into {owner} graveyard{s}",
            "battle": "into the battle zone",
            "shields": f"to {owner} shields face down",
            "deck top": f"on top of {owner} deck{s}",
            "deck bottom": f"on the bottom of {owner} deck{s}",
            "deck": f"into {owner} deck{s}",
        }[step.to]
        order = " in any order" if step.to.startswith("deck ") and self.several(step.target) else ""
        tapped = " tapped" if step.tapped else ""
        verb = f"{step.verb}s" if third else step.verb
        words = self.acting(verb, step.target, third, f" {where}{order}{tapped}", "from")
        whose = "their" if self.several(step.target) else "its"
        return words + (f' without using {whose} "shield trigger"' if step.quiet else "")

    def look(self, step: n.Look, s: str) -> str:
        verb = f"reveal{s}" if step.shown else f"look{s} at"
        words = " and ".join(self.target(target) for target in step.targets)
        self.those = Thing(self.it.noun, True, self.it.side)
        self.left = 0
        return f"{verb} {words}"

    def search(self, step: n.Search, third: bool) -> str:
        s = "s" if third else ""
        groups = tuple(n.Group(g.noun, traits=g.traits) for g in step.pick.groups)
        choice = n.Pick(step.pick.how, groups, step.pick.amount)
        self.it = Thing(thing(choice).noun, thing(choice).many, step.side)
        it = self.it.pronoun
        other = "your opponent" if step.actor == "you" else "the other player"
        show = f", show{s} {it} to {other}" if step.shown else ""
        put = self.put(n.Put("put", n.Ref("it"), step.to, step.actor), third)
        verb = "searches" if third else "search"
        deck = "your deck" if step.side == "your" else "that deck"
        found = f"{verb} {OWNERS[step.side]} deck for {pick(choice)}{show}, {put}"
        return f"{found}, and shuffle{s} {deck}"

    def choose(self, step: n.Choose, s: str) -> str:
        self.adding = step.adding
        words = self.target(step.pick)
        self.adding = False
        if step.named:
            amount = step.pick.amount
            self.left = amount if step.pick.how == "exactly" and isinstance(amount, int) else 0
            self.those = Thing(self.it.noun, True, self.it.side)
        return f"choose{s} {words}"


def _cards(amount: n.Amount, up_to: bool) -> str:
    if amount == 1:
        return "up to 1 card" if up_to else "a card"
    if isinstance(amount, n.Count | n.Difference):
        return f"a number of cards {'up to' if up_to else 'equal to'} {number(amount)}"
    return f"{'up to ' if up_to else ''}{number(amount)} cards"
