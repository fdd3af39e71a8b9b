"""Trees and their lines are the same thing, for the pool and for any tree there is."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dmcli.cards.pool import load_pool
from dmcli.lang import english, line, parse
from dmcli.lang import nodes as n

CARDS = load_pool().cards
LINES = sorted({text for card in CARDS.values() for text in card.rules or ()})
REFS = ("this", "it", "that creature", "the blocker", "those", "the rest")
SIDES = ("any", "your", "opponent", "their", "that player")
DURATIONS = (
    "until the end of the turn",
    "this turn",
    "until the start of your next turn",
    "during the opponent's next turn",
    "while this is in the battle zone",
    "while it is in the battle zone",
)
HAPPENS = (
    "enters",
    "attacks",
    "attacks the player",
    "attacks the player and isn't blocked",
    "attacks the player and becomes blocked",
    "attacks a creature",
    "attacks and isn't blocked",
    "has attacked",
    "blocks",
    "becomes blocked",
    "battles",
    "has battled",
    "wins a battle",
    "loses a battle",
    "is destroyed",
    "leaves the battle zone",
    "is put into the graveyard",
    "is attacked",
    "breaks a shield",
)
PLAYERS_DO = (
    "summons a creature",
    "casts a spell",
    "uses a shield trigger",
    "evolves another creature",
    "moves a card from your mana zone to the graveyard",
    "draws for the turn",
    "untaps at the start of the turn",
)
SOON = ("after the battle", "after the attack")
TURNS = (
    "at the start of your turn",
    "at the start of the opponent's turn",
    "at the start of each turn",
    "at the end of your turn",
    "at the end of the turn",
    "at the end of each turn",
)
RULES = (
    "can't attack the player",
    "can't attack creatures",
    "can't attack",
    "can't be blocked",
    "can't be attacked",
    "attacks if able",
    "blocks if able",
    "can't be chosen by the opponent",
    "can attack the player regardless",
    "enters tapped",
    "can be attacked as though tapped",
    "can't be cast",
    "can't be summoned",
    "can't be used as shield triggers",
    "can't use tap abilities",
    "can't be tapped by the opponent",
    "doesn't untap at the start of the turn",
    "are chosen by their owner",
    "can be evolved into any evolution creature",
)
RULES_BY = (
    "can't be blocked by",
    "can't be attacked by",
    "can attack",
    "can attack only",
    "attacks only if able",
    "are chosen by their owner",
    "isn't destroyed when it loses a battle against",
)
PLAIN = (
    "double breaker",
    "triple breaker",
    "world breaker",
    "speed attacker",
    "shield trigger",
    "charger",
)
NAMED = (
    "blocker",
    "slayer",
    "double breaker",
    "triple breaker",
    "speed attacker",
    "shield trigger",
    "silent skill",
    "wave striker",
    "power attacker",
)

Some = st.SearchStrategy
of = st.sampled_from
numbers = st.integers(0, 1_000_000)
refs = st.builds(n.Ref, of(REFS))
civs = st.lists(of(("light", "water", "darkness", "fire", "nature")), min_size=1, max_size=3)
civ = st.builds(n.Civ, civs.map(tuple))
races = st.lists(
    of(("Human", "Beast Folk", "Dragon*", "Mecha Del Sol", "Pandora's Box")), min_size=1
)
race = st.builds(n.Race, races.map(tuple))
limit: Some[n.Trait] = st.one_of(civ, race)
compared = of(("<=", ">=", "<", ">", "="))
counts = of(("<=", ">=", "="))
before: Some[n.Trait] = st.one_of(
    st.builds(n.Tapped, st.booleans()),
    st.just(n.Other()),
    st.builds(n.Evolution, st.booleans()),
    st.just(n.Multicolored()),
    civ,
    st.builds(n.Civ, st.tuples(of(("light", "fire"))), st.just(True)),
)
one_race: Some[n.Trait] = race | st.builds(n.Race, st.tuples(of(("Human", "Ghost"))), st.just(True))
breakers = st.builds(n.Group, st.just("creature"), of(SIDES[1:]))
after: Some[n.Trait] = st.one_of(
    st.builds(n.Power, compared, numbers),
    st.builds(n.Cost, compared, numbers),
    st.builds(n.With, of(NAMED), st.booleans()),
    st.builds(n.Named, of(("Aqua Guard", "it, (this): a = \\ ü")), st.booleans()),
    st.builds(n.Same, of(("name", "cost")), refs),
    st.builds(n.OtherThan, refs),
    st.builds(n.CanAttack, st.booleans()),
    st.just(n.ByTrigger()),
    st.builds(n.BrokenBy, refs | breakers, of(("this turn", "in this attack"))),
    st.just(n.ChosenCiv()),
    st.just(n.ChosenCost()),
    st.just(n.ChosenRace()),
    st.just(n.ChosenPower()),
    st.just(n.Attacking()),
)
traits = st.tuples(
    st.lists(before, max_size=2), st.lists(one_race, max_size=1), st.lists(after, max_size=2)
).map(lambda parts: tuple(parts[0] + parts[1] + parts[2]))


def some_group(sides: tuple[str, ...] = SIDES) -> Some[n.Group]:
    nouns = of(("creature", "card", "spell"))
    zones = of(("battle", "hand", "mana", "graveyard", "deck"))
    return st.one_of(
        st.builds(n.Group, nouns, of(sides), zones, traits),
        st.builds(n.Group, st.just("shield"), of(sides), st.just("shields"), traits),
    )


plain_groups = some_group()
counted = st.one_of(
    st.builds(n.Power, compared, st.builds(n.Count, plain_groups)),
    st.builds(n.Cost, compared, st.builds(n.Count, plain_groups)),
    st.builds(
        n.Power, compared, st.builds(n.ExtremePower, of(("least", "greatest")), plain_groups)
    ),
)
groups = plain_groups | st.builds(
    lambda g, last: n.Group(g.noun, g.side, g.zone, (*g.traits, last)), plain_groups, counted
)
those = st.builds(
    lambda some: n.Group("card", "any", "those", tuple(some)),
    st.lists(after | civ | race, max_size=2),
)
watched = st.one_of(refs, groups, those)
amounts = st.one_of(
    numbers,
    st.builds(n.ThatMany, st.booleans()),
    st.builds(n.Count, plain_groups),
    st.builds(n.Difference, plain_groups, plain_groups),
)
totals = st.none() | numbers | st.builds(n.PowerOf, refs)
sets = st.one_of(st.lists(groups, min_size=1, max_size=2).map(tuple), st.tuples(those))
picks = st.one_of(
    st.builds(n.Pick, of(("exactly", "random")), sets, amounts),
    st.builds(n.Pick, st.just("up to"), sets, amounts, totals),
    st.builds(n.Pick, st.just("any number"), sets, st.just(0), totals),
    st.builds(n.Pick, st.just("all"), sets, st.just(0)),
)
owners = of(("your", "opponent", "their", "that player"))
until = st.builds(
    lambda side, noun, some: n.TopUntil(side, n.Group(noun, side, "deck", some)),
    owners,
    of(("creature", "spell")),
    traits,
)
tops = st.builds(n.Top, owners, amounts) | st.builds(n.Top, owners, amounts, st.just(True))
targets = st.one_of(picks, tops, until, refs, st.builds(n.TopCard, refs))
zones_of_all = some_group(("any", "your", "opponent"))
conditions: Some[tuple[n.Condition, ...]] = st.lists(
    st.one_of(
        st.builds(n.Has, zones_of_all, counts, numbers),
        st.builds(n.Has, zones_of_all, st.just(">"), st.builds(n.Count, plain_groups)),
        st.builds(
            n.Is,
            refs,
            st.tuples(
                st.one_of(
                    limit,
                    st.builds(n.Tapped, st.booleans()),
                    st.just(n.Attacking()),
                    st.builds(n.Evolution, st.booleans()),
                    st.builds(n.Power, compared, numbers),
                    st.builds(n.With, of(NAMED)),
                    st.builds(n.Kind, of(("creature", "spell"))),
                    st.builds(n.InZone, st.just("graveyard")),
                )
            ),
        ),
        st.builds(n.Against, refs, of(("battling", "attacking")), groups | those),
        st.builds(n.Attacked, refs, st.booleans()),
        st.builds(n.Drawn, of(("your", "opponent")), counts, numbers),
        st.builds(n.AllAre, groups, civ),
        st.builds(n.TurnOf, of(("your", "opponent"))),
        st.just(n.CastThisTurn()),
    ),
    min_size=1,
    max_size=2,
).map(tuple)
keywords = st.one_of(
    st.builds(n.Keyword, of(PLAIN)),
    st.builds(n.Keyword, of(("blocker", "slayer"))),
    st.builds(n.Keyword, of(("blocker", "slayer", "stealth")), st.just(0), st.tuples(limit)),
    st.builds(n.Keyword, st.just("power attacker"), numbers),
    st.builds(n.Keyword, st.just("crew breaker"), st.just(0), st.tuples(race)),
)
searches = st.builds(
    lambda side, how, noun, some, to, shown, actor: n.Search(
        side,
        n.Pick(how[0], (n.Group(noun, side, "deck", some),), how[1]),
        to,
        shown,
        actor,
    ),
    owners,
    of((("up to", 1), ("up to", 2), ("exactly", 1), ("any number", 0), ("all", 0))),
    of(("creature", "card", "spell")),
    traits,
    of(("hand", "mana", "graveyard", "battle", "shields", "deck top")),
    st.booleans(),
    of(("you", "opponent", "each", "that player")),
)
actors = of(("you", "opponent", "each", "that player"))
PLACES = ("hand", "mana", "graveyard", "battle", "shields", "deck top", "deck bottom")
acts: Some[n.Step] = st.one_of(
    st.builds(n.Destroy, targets, actors),
    st.builds(n.Discard, targets, actors),
    st.builds(
        n.Put,
        of(("put", "return", "add")),
        targets,
        of(PLACES),
        actors,
        st.booleans(),
        st.booleans(),
    ),
    st.builds(n.Put, st.just("shuffle"), targets, st.just("deck"), actors),
    st.builds(n.TurnUp, targets, actors),
    st.builds(n.Cast, targets, actors),
    st.builds(n.Tap, targets, st.booleans(), actors),
    st.builds(n.Draw, amounts, st.booleans(), actors),
    st.builds(n.Look, st.lists(targets, min_size=1, max_size=2).map(tuple), st.booleans(), actors),
    searches,
    st.builds(n.Choose, picks, st.just(False), st.just(False), actors),
    st.builds(n.Choose, picks, st.just(True), st.booleans(), actors),
    st.builds(n.EndGame, st.booleans(), actors),
)
players = of(("you", "opponent", "any"))
creature_events = st.lists(
    st.one_of(
        st.builds(n.Event, of(HAPPENS), watched),
        st.builds(n.Event, st.just("attacks"), watched, st.just(""), groups),
        st.builds(n.Event, of(PLAYERS_DO), st.none(), players),
        st.builds(n.Event, st.just("uses a shield trigger"), st.none(), players, refs | breakers),
    ),
    min_size=1,
    max_size=3,
).map(tuple)
turn_events = st.builds(n.Event, of(TURNS)).map(lambda event: (event,))
soon_events = st.builds(n.Event, of(SOON)).map(lambda event: (event,))
WOULD = ("destroyed", "graveyard", "leave", "discarded", "break", "broken")
would = st.builds(n.Would, of(WOULD), watched)


@cache
def grants(depth: int) -> Some[tuple[n.Grant, ...]]:
    change = numbers.filter(bool) | st.integers(-1_000_000, -1)
    kinds: list[Some[n.Grant]] = [
        keywords,
        st.builds(n.GainPower, numbers, st.none() | groups | those),
        st.builds(n.GainPower, numbers, st.builds(n.Civilizations, plain_groups)),
        st.builds(n.AlsoRace, of(("Survivor", "Armored Dragon"))),
        st.builds(n.MoreBreaks, numbers),
        st.builds(n.Rule, of(("attacks if able", "blocks if able")), groups | refs),
        st.builds(n.Rule, of(RULES)),
        st.builds(n.Rule, of(RULES_BY), groups),
        st.builds(n.CostChange, change, st.none() | numbers, st.booleans()),
    ]
    if depth:
        kinds.append(st.builds(n.GainAbility, abilities(depth - 1)))
    return st.lists(st.one_of(kinds), min_size=1, max_size=2).map(tuple)


@cache
def steps(depth: int) -> Some[tuple[n.Step, ...]]:
    clauses = st.builds(n.Clause, st.one_of(refs, groups, picks), grants(depth))
    kinds: list[Some[n.Step]] = [
        acts,
        st.builds(n.Give, clauses, of(DURATIONS)),
        st.builds(n.Break, refs, amounts),
        st.just(n.OnlyTop()),
        st.just(n.NoBattle()),
        st.just(n.Stay()),
        st.just(n.ExtraTurn()),
        st.builds(n.ChooseWord, st.just("race"), st.just(0), of(("", "Mecha Del Sol"))),
        st.builds(n.ChooseWord, st.just("number"), numbers),
        st.builds(n.ChooseWord, of(("player", "civilization", "cost"))),
    ]
    if depth:
        kinds += deeper_steps(steps(depth - 1))
    return st.lists(st.one_of(kinds), min_size=1, max_size=2).map(tuple)


def deeper_steps(inner: Some[tuple[n.Step, ...]]) -> list[Some[n.Step]]:
    triggered = st.builds(n.Triggered, creature_events, inner)
    return [
        st.builds(n.ExtraTurn, inner),
        st.builds(_decided, inner, actors),
        st.builds(n.IfDid, inner),
        st.builds(n.If, conditions, inner, st.just(()) | inner),
        st.builds(n.ForEach, groups | those, inner),
        st.builds(n.Together, inner),
        st.builds(
            lambda one, two, actor: n.Either((_done_by(one, actor), _done_by(two, actor)), actor),
            inner,
            inner,
            actors,
        ),
        st.builds(n.Delay, of(DURATIONS), triggered | replacements(inner)),
        st.builds(
            lambda event, then: n.Delay("later", n.Triggered(event, then)),
            turn_events | soon_events,
            inner,
        ),
    ]


def _decided(inner: tuple[n.Step, ...], actor: str) -> n.May:
    return n.May(_done_by(inner, actor), actor)


def _done_by(inner: tuple[n.Step, ...], actor: str) -> tuple[n.Step, ...]:
    """What a player decides about is done by that player, or by another one named."""
    import msgspec

    return tuple(
        msgspec.structs.replace(step, actor=actor)
        if isinstance(step, n.Act) and step.actor == "you"
        else step
        for step in inner
    )


def replacements(inner: Some[tuple[n.Step, ...]]) -> Some[n.Replacement]:
    return st.builds(n.Replacement, would, inner, st.just(()) | conditions, st.booleans())


@cache
def abilities(depth: int) -> Some[n.Ability]:
    inner = steps(depth)
    always = st.builds(n.Clause, groups | st.just(n.Ref("this")), grants(depth))
    base = st.one_of(st.tuples(limit), st.tuples(civ, race))
    kinds: list[Some[n.Ability]] = [
        keywords,
        st.builds(n.EvolutionBase, st.lists(base, min_size=1, max_size=2).map(tuple)),
        st.builds(n.Triggered, creature_events | turn_events, inner),
        st.builds(n.Static, always, st.just(()) | conditions),
        replacements(inner),
        st.builds(n.TapAbility, inner),
        st.builds(n.SilentSkill, inner),
        st.builds(n.Effect, inner),
        st.builds(n.PlayOnly, conditions),
    ]
    if depth:
        marks = of(("survivor", "wave striker", "turbo rush"))
        kinds.append(st.builds(n.Marked, marks, abilities(depth - 1)))
        kinds.append(st.builds(n.InHand, abilities(depth - 1)))
    return st.one_of(kinds)


@pytest.mark.parametrize("text", LINES)
def test_every_line_of_the_pool_is_canonical(text: str) -> None:
    assert line(parse(text)) == text


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(tree=abilities(2))
def test_the_line_of_any_tree_parses_back_to_it(tree: n.Ability) -> None:
    text = line(tree)
    if len(text) <= 2000:
        assert parse(text) == tree


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(tree=abilities(2), kind=of(("creature", "spell")))
def test_any_tree_has_an_english_text(tree: n.Ability, kind: str) -> None:
    text = english(tree, kind)
    assert text == " ".join(text.split())
    assert not text[0].islower()
