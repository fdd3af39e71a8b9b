"""lark's parse tree → our nodes: traits, groups, picks and conditions."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, v_args

from dmcli.lang import nodes as n

SINGULAR = {"creatures": "creature", "cards": "card", "spells": "spell", "shields": "shield"}
SIDES = {
    "your": "your",
    "the opponent's": "opponent",
    "their": "their",
    "that player's": "that player",
}
LARGEST_NUMBER = 1_000_000

Conditions = tuple[n.Condition, ...]
Total = int | n.PowerOf | None


def number(token: str) -> int:
    """A number of a line; absurd ones are refused."""
    if len(token) > 8 or int(token) > LARGEST_NUMBER:
        raise ValueError(f"{token[:12]} is too large a number, {LARGEST_NUMBER} is the largest")
    return int(token)


def only(noun: str, found: str) -> None:
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
        return n.Power(str(op), number(value))

    def with_cost(self, op: str, value: str) -> n.Cost:
        return n.Cost(str(op), number(value))

    def with_power_count(self, op: str, group: n.Group) -> n.Power:
        return n.Power(str(op), n.Count(group))

    def with_power_extreme(self, op: str, extreme: str, group: n.Group) -> n.Power:
        which = "least" if extreme.startswith("the least") else "greatest"
        return n.Power(str(op), n.ExtremePower(which, group))

    def with_cost_count(self, op: str, group: n.Group) -> n.Cost:
        return n.Cost(str(op), n.Count(group))

    def with_keyword(self, word: str) -> n.With:
        return n.With(str(word))

    def without_keyword(self, word: str) -> n.With:
        return n.With(str(word), negated=True)

    def named(self, name: str) -> n.Named:
        return n.Named(name[1:-1])

    def not_named(self, name: str) -> n.Named:
        return n.Named(name[1:-1], negated=True)

    def same(self, what: str, ref: n.Ref) -> n.Same:
        return n.Same(what.removesuffix(" as"), ref)

    def other_than(self, ref: n.Ref) -> n.OtherThan:
        return n.OtherThan(ref)

    def can_attack(self) -> n.CanAttack:
        return n.CanAttack()

    def can_attack_creatures(self) -> n.CanAttack:
        return n.CanAttack(creatures=True)

    def by_trigger(self) -> n.ByTrigger:
        return n.ByTrigger()

    def broken_by(self, broken: str, by: n.Ref | n.Group) -> n.BrokenBy:
        return n.BrokenBy(by, broken.removeprefix("broken ").removesuffix(" by"))

    def chosen_race(self) -> n.ChosenRace:
        return n.ChosenRace()

    def chosen_civilization(self) -> n.ChosenCiv:
        return n.ChosenCiv()

    def chosen_power(self) -> n.ChosenPower:
        return n.ChosenPower()

    def chosen_cost(self) -> n.ChosenCost:
        return n.ChosenCost()

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
        return number(value)

    def that_many(self) -> n.ThatMany:
        return n.ThatMany()

    def half_that_many(self) -> n.ThatMany:
        return n.ThatMany(half=True)

    def the_number(self, group: n.Group) -> n.Count:
        return n.Count(group)

    def difference(self, more: n.Group, fewer: n.Group) -> n.Difference:
        return n.Difference(more, fewer)

    def total(self, value: str) -> int:
        return number(value)

    def total_of(self, ref: n.Ref) -> n.PowerOf:
        return n.PowerOf(ref)

    def pick_exactly(self, amount: n.Amount, groups: tuple[n.Group, ...]) -> n.Pick:
        return n.Pick("exactly", groups, amount)

    def pick_up_to(
        self, amount: n.Amount, groups: tuple[n.Group, ...], total: Total = None
    ) -> n.Pick:
        return n.Pick("up to", groups, amount, total)

    def pick_any(self, groups: tuple[n.Group, ...], total: Total = None) -> n.Pick:
        return n.Pick("any number", groups, 0, total)

    def pick_all(self, groups: tuple[n.Group, ...]) -> n.Pick:
        return n.Pick("all", groups, 0)

    def pick_random(self, amount: n.Amount, groups: tuple[n.Group, ...]) -> n.Pick:
        return n.Pick("random", groups, amount)

    def ref(self, word: str) -> n.Ref:
        return n.Ref(str(word))

    def top_one(self, _the: str, side: str) -> n.Top:
        return n.Top(side, 1)

    def top_many(self, amount: n.Amount, noun: str, side: str) -> n.Top:
        only("card", noun)
        return n.Top(side, amount)

    def top_up_to(self, amount: n.Amount, noun: str, side: str) -> n.Top:
        only("card", noun)
        return n.Top(side, amount, up_to=True)

    def top_until(self, noun: str, side: str, group: n.Group) -> n.TopUntil:
        only("card", noun)
        if (group.side, group.zone) != ("any", "battle"):
            raise ValueError("cards from a deck: whose and where is said already")
        return n.TopUntil(side, n.Group(group.noun, side, "deck", group.traits))

    def top_of_pile(self, _the: str, ref: n.Ref) -> n.TopCard:
        return n.TopCard(ref)


def _zone(word: str) -> str:
    return "mana" if word == "mana zone" else str(word)


@v_args(inline=True)
class Questions(Transformer[Token, Any]):
    """What "if" and "while" ask."""

    def conditions(self, *conditions: n.Condition) -> Conditions:
        return conditions

    def is_(self, ref: n.Ref, trait: n.Trait) -> n.Is:
        return n.Is(ref, (trait,))

    def has_power(self, ref: n.Ref, _has: str, op: str, value: str) -> n.Is:
        return n.Is(ref, (n.Power(str(op), number(value)),))

    def has_keyword(self, ref: n.Ref, _has: str, word: str) -> n.Is:
        return n.Is(ref, (n.With(str(word)),))

    def kind(self, words: str) -> n.Kind:
        return n.Kind(words.removeprefix("a "))

    def in_zone(self, words: str) -> n.InZone:
        return n.InZone(words.removeprefix("in the "))

    def against(self, ref: n.Ref, words: str, group: n.Group) -> n.Against:
        return n.Against(ref, words.removeprefix("is ").removesuffix(" any"), group)

    def attacked(self, ref: n.Ref) -> n.Attacked:
        return n.Attacked(ref)

    def not_attacked(self, ref: n.Ref) -> n.Attacked:
        return n.Attacked(ref, negated=True)

    def you_have_drawn(self, compare: tuple[str, int], noun: str) -> n.Drawn:
        only("card", noun)
        return n.Drawn("your", *compare)

    def they_have_drawn(self, compare: tuple[str, int], noun: str) -> n.Drawn:
        only("card", noun)
        return n.Drawn("opponent", *compare)

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
        return ">=", number(value)

    def at_most(self, value: str) -> tuple[str, int]:
        return "<=", number(value)

    def exactly(self, value: str) -> tuple[str, int]:
        return "=", number(value)

    def none_of(self) -> tuple[str, int]:
        return "=", 0


def _on_side(group: n.Group, side: str) -> n.Group:
    """``you have …``: the group on that side; its own words may not say another."""
    if group.side not in ("any", side):
        raise ValueError("whose they are is said twice, differently")
    return n.Group(group.noun, side, group.zone, group.traits)
