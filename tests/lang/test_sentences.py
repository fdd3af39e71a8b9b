"""What a line of the language means: the tree that it becomes."""

from __future__ import annotations

import pytest

from dmcli.lang import line, parse
from dmcli.lang import nodes as n

THIS, IT = n.Ref("this"), n.Ref("it")
YOURS = n.Group("creature", "your")
THEIRS = n.Group("creature", "opponent")
WEAK = n.Group("creature", "any", traits=(n.Power("<=", 3000),))


def cards(side: str, zone: str, *traits: n.Trait) -> n.Group:
    return n.Group("card", side, zone, traits)


def one(group: n.Group) -> n.Pick:
    return n.Pick("exactly", (group,), 1)


def every(group: n.Group) -> n.Pick:
    return n.Pick("all", (group,), 0)


STEPS: list[tuple[str, n.Step]] = [
    ("destroy 1 of your creatures", n.Destroy(one(YOURS))),
    ("destroy all creatures with power <= 3000", n.Destroy(every(WEAK))),
    (
        "the opponent destroys 1 of their creatures",
        n.Destroy(one(n.Group("creature", "their")), "opponent"),
    ),
    (
        "the opponent discards 1 random card in their hand",
        n.Discard(n.Pick("random", (cards("their", "hand"),), 1), "opponent"),
    ),
    (
        "return up to 2 creatures to their owners' hands",
        n.Put("return", n.Pick("up to", (n.Group("creature"),), 2), "hand"),
    ),
    (
        "each player puts 2 cards in their mana zone into their graveyard",
        n.Put("put", n.Pick("exactly", (cards("their", "mana"),), 2), "graveyard", "each"),
    ),
    (
        "add up to 3 cards from the top of your deck to your shields face down",
        n.Put("add", n.Top("your", 3, up_to=True), "shields"),
    ),
    (
        "put 1 of your shields into your hand, without shield trigger",
        n.Put("put", one(n.Group("shield", "your", "shields")), "hand", quiet=True),
    ),
    (
        "put the top card of it into its owner's graveyard",
        n.Put("put", n.TopCard(IT), "graveyard"),
    ),
    ("untap all your creatures", n.Tap(every(YOURS), untap=True)),
    ("draw up to 2 cards", n.Draw(2, up_to=True)),
    ("draw that many cards", n.Draw(n.ThatMany())),
    (
        "look at all cards in the opponent's hand and all the opponent's shields",
        n.Look((every(cards("opponent", "hand")), every(n.Group("shield", "opponent", "shields")))),
    ),
    ("reveal the top card of your deck", n.Look((n.Top("your", 1),), shown=True)),
    (
        "search your deck for up to 1 spell, show it, put it into your hand",
        n.Search(
            "your",
            n.Pick("up to", (n.Group("spell", "your", "deck"),), 1),
            "hand",
            shown=True,
        ),
    ),
    ("choose 1 of those", n.Choose(one(cards("any", "those")))),
    ("choose 1 creature as those", n.Choose(one(n.Group("creature")), named=True)),
    (
        "choose 1 creature added to those",
        n.Choose(one(n.Group("creature")), named=True, adding=True),
    ),
    ("choose a race except Mecha Del Sol", n.ChooseWord("race", but="Mecha Del Sol")),
    ("choose a number <= 6000", n.ChooseWord("number", 6000)),
    ("choose a player", n.ChooseWord("player")),
    ("this breaks 1 shield", n.Break(THIS, 1)),
    (
        "it gets slayer until the end of the turn",
        n.Give(n.Clause(IT, (n.Keyword("slayer"),)), "until the end of the turn"),
    ),
    (
        "1 of your creatures gets +2000 power and can't be blocked this turn",
        n.Give(n.Clause(one(YOURS), (n.GainPower(2000), n.Rule("can't be blocked"))), "this turn"),
    ),
    (
        "the opponent's creatures attack if able during the opponent's next turn",
        n.Give(n.Clause(THEIRS, (n.Rule("attacks if able"),)), "during the opponent's next turn"),
    ),
    (
        "take an extra turn after this one, at its end: lose the game",
        n.ExtraTurn((n.EndGame(wins=False),)),
    ),
    ("the opponent wins the game", n.EndGame(wins=True, actor="opponent")),
    ("you may draw 1 card", n.May((n.Draw(1),))),
    ("the opponent may draw 1 card", n.May((n.Draw(1, actor="opponent"),), "opponent")),
    ("if you do: draw 1 card", n.IfDid((n.Draw(1),))),
    (
        "if it is Survivor: draw 1 card, otherwise: (tap this; draw 2 cards)",
        n.If(
            (n.Is(IT, (n.Race(("Survivor",)),)),),
            (n.Draw(1),),
            (n.Tap(THIS), n.Draw(2)),
        ),
    ),
    (
        "either (destroy this) or (draw 1 card)",
        n.Either(((n.Destroy(THIS),), (n.Draw(1),))),
    ),
    ("for each of your creatures: draw 1 card", n.ForEach(YOURS, (n.Draw(1),))),
    (
        "together: (tap this; draw 1 card)",
        n.Together((n.Tap(THIS), n.Draw(1))),
    ),
    (
        "this turn, whenever any of your creatures becomes blocked: it breaks 1 shield",
        n.Delay(
            "this turn",
            n.Triggered((n.Event("becomes blocked", YOURS),), (n.Break(IT, 1),)),
        ),
    ),
    (
        "this turn, after any of those has battled: destroy it",
        n.Delay(
            "this turn",
            n.Triggered((n.Event("has battled", cards("any", "those")),), (n.Destroy(IT),)),
        ),
    ),
    (
        "later, at the end of the turn: destroy it",
        n.Delay("later", n.Triggered((n.Event("at the end of the turn"),), (n.Destroy(IT),))),
    ),
    (
        "later, after the battle: destroy it",
        n.Delay("later", n.Triggered((n.Event("after the battle"),), (n.Destroy(IT),))),
    ),
    ("draw (the number of your creatures) cards", n.Draw(n.Count(YOURS))),
    (
        "draw (the number of the opponent's creatures minus the number of your creatures) cards",
        n.Draw(n.Difference(THEIRS, YOURS)),
    ),
    ("draw half that many cards", n.Draw(n.ThatMany(half=True))),
    (
        "destroy 1 creature with power = the least power of creatures",
        n.Destroy(
            one(
                n.Group(
                    "creature",
                    traits=(n.Power("=", n.ExtremePower("least", n.Group("creature"))),),
                )
            )
        ),
    ),
    (
        "destroy up to 2 creatures with total power < the power of this",
        n.Destroy(n.Pick("up to", (n.Group("creature"),), 2, n.PowerOf(THIS))),
    ),
    (
        "tap all creatures other than those",
        n.Tap(every(n.Group("creature", traits=(n.OtherThan(n.Ref("those")),)))),
    ),
    (
        "put all those that are water into their owners' hands",
        n.Put("put", every(cards("any", "those", n.Civ(("water",)))), "hand"),
    ),
    (
        'untap all creatures not named "Solar Grass"',
        n.Tap(every(n.Group("creature", traits=(n.Named("Solar Grass", True),))), untap=True),
    ),
    (
        "choose all cards with the same name as it in your graveyard",
        n.Choose(every(cards("your", "graveyard", n.Same("name", IT)))),
    ),
    (
        "choose 1 creature that can attack creatures",
        n.Choose(one(n.Group("creature", traits=(n.CanAttack(creatures=True),)))),
    ),
    (
        "for each shield broken in this attack by it: draw 2 cards",
        n.ForEach(
            n.Group("shield", "any", "shields", (n.BrokenBy(IT, "in this attack"),)),
            (n.Draw(2),),
        ),
    ),
    (
        "the opponent shuffles all cards in their hand into their deck",
        n.Put("shuffle", every(cards("their", "hand")), "deck", "opponent"),
    ),
    (
        "reveal cards from the top of your deck until 1 creature",
        n.Look((n.TopUntil("your", n.Group("creature", "your", "deck")),), shown=True),
    ),
    (
        "turn 1 shield face up",
        n.TurnUp(one(n.Group("shield", "any", "shields"))),
    ),
    ("you may cast it for no cost", n.May((n.Cast(IT),))),
    ("no battle happens", n.NoBattle()),
    ("choose a civilization", n.ChooseWord("civilization")),
    ("choose a cost", n.ChooseWord("cost")),
    ("that player may draw 1 card", n.May((n.Draw(1, actor="that player"),), "that player")),
    (
        "it blocks this if able this turn",
        n.Give(n.Clause(IT, (n.Rule("blocks if able", THIS),)), "this turn"),
    ),
    (
        "if it is a spell and it has shield trigger: draw 1 card",
        n.If(
            (n.Is(IT, (n.Kind("spell"),)), n.Is(IT, (n.With("shield trigger"),))),
            (n.Draw(1),),
        ),
    ),
    (
        "if it is in the graveyard: tap this",
        n.If((n.Is(IT, (n.InZone("graveyard"),)),), (n.Tap(THIS),)),
    ),
    (
        "if the opponent has drawn at least 2 cards this turn: tap this",
        n.If((n.Drawn("opponent", ">=", 2),), (n.Tap(THIS),)),
    ),
]

ABILITIES: list[tuple[str, n.Ability]] = [
    ("power attacker +2000", n.Keyword("power attacker", 2000)),
    ("darkness blocker", n.Keyword("blocker", 0, (n.Civ(("darkness",)),))),
    ("crew breaker: Survivor", n.Keyword("crew breaker", 0, (n.Race(("Survivor",)),))),
    (
        "evolution: Gladiator or Earth Eater",
        n.EvolutionBase(((n.Race(("Gladiator", "Earth Eater")),),)),
    ),
    (
        "vortex evolution: Fire Bird + Earth Dragon",
        n.EvolutionBase(((n.Race(("Fire Bird",)),), (n.Race(("Earth Dragon",)),))),
    ),
    ("survivor: double breaker", n.Marked("survivor", n.Keyword("double breaker"))),
    ("tap: draw 1 card", n.TapAbility((n.Draw(1),))),
    ("silent skill: draw 1 card", n.SilentSkill((n.Draw(1),))),
    (
        "when this enters or attacks: draw 1 card",
        n.Triggered((n.Event("enters", THIS), n.Event("attacks", THIS)), (n.Draw(1),)),
    ),
    (
        "whenever you cast a spell: draw 1 card",
        n.Triggered((n.Event("casts a spell", player="you"),), (n.Draw(1),)),
    ),
    (
        "whenever any other creature is destroyed: draw 1 card",
        n.Triggered(
            (n.Event("is destroyed", n.Group("creature", traits=(n.Other(),))),), (n.Draw(1),)
        ),
    ),
    (
        "at the end of your turn: untap this",
        n.Triggered((n.Event("at the end of your turn"),), (n.Tap(THIS, untap=True),)),
    ),
    (
        "when this would be destroyed, if it is the opponent's turn, you may instead: tap this",
        n.Replacement(
            n.Would("destroyed", THIS), (n.Tap(THIS),), (n.TurnOf("opponent"),), optional=True
        ),
    ),
    (
        "this can't be blocked by creatures with power <= 3000",
        n.Static(n.Clause(THIS, (n.Rule("can't be blocked by", WEAK),))),
    ),
    (
        "your creatures cost up to 1 less, at least 2",
        n.Static(n.Clause(YOURS, (n.CostChange(-1, 2, optional=True),))),
    ),
    (
        "darkness cards cost 2 more",
        n.Static(n.Clause(cards("any", "battle", n.Civ(("darkness",))), (n.CostChange(2),))),
    ),
    (
        "while you have at least 2 other creatures and this is attacking, this gets +1000 power",
        n.Static(
            n.Clause(THIS, (n.GainPower(1000),)),
            (
                n.Has(n.Group("creature", "your", traits=(n.Other(),)), ">=", 2),
                n.Is(THIS, (n.Attacking(),)),
            ),
        ),
    ),
    (
        "while you have more shields than the opponent's shields, this can't attack",
        n.Static(
            n.Clause(THIS, (n.Rule("can't attack"),)),
            (
                n.Has(
                    n.Group("shield", "your", "shields"),
                    ">",
                    n.Count(n.Group("shield", "opponent", "shields")),
                ),
            ),
        ),
    ),
    (
        "while all cards in your mana zone are nature, this gets +1000 power for each creature",
        n.Static(
            n.Clause(THIS, (n.GainPower(1000, n.Group("creature")),)),
            (n.AllAre(cards("your", "mana"), n.Civ(("nature",))),),
        ),
    ),
    (
        "your creatures have (tap: draw 1 card)",
        n.Static(n.Clause(YOURS, (n.GainAbility(n.TapAbility((n.Draw(1),))),))),
    ),
    (
        "while this has power >= 6000, this has double breaker",
        n.Static(
            n.Clause(THIS, (n.Keyword("double breaker"),)),
            (n.Is(THIS, (n.Power(">=", 6000),)),),
        ),
    ),
    (
        "while this is battling any Human creature, this gets +1000 power",
        n.Static(
            n.Clause(THIS, (n.GainPower(1000),)),
            (n.Against(THIS, "battling", n.Group("creature", traits=(n.Race(("Human",)),))),),
        ),
    ),
    (
        "while this hasn't been attacked this turn, the opponent's creatures attack this if able",
        n.Static(
            n.Clause(THEIRS, (n.Rule("attacks if able", THIS),)),
            (n.Attacked(THIS, negated=True),),
        ),
    ),
    (
        "the opponent's creatures attack only your creatures if able",
        n.Static(n.Clause(THEIRS, (n.Rule("attacks only if able", YOURS),))),
    ),
    (
        "your shields are chosen by their owner when broken by the opponent's creatures",
        n.Static(
            n.Clause(
                n.Group("shield", "your", "shields"),
                (n.Rule("are chosen by their owner", THEIRS),),
            )
        ),
    ),
    (
        "your creatures are also Survivor and break 1 more shield",
        n.Static(n.Clause(YOURS, (n.AlsoRace("Survivor"), n.MoreBreaks(1)))),
    ),
    (
        "this gets +3000 power for each civilization among cards in your mana zone",
        n.Static(n.Clause(THIS, (n.GainPower(3000, n.Civilizations(cards("your", "mana"))),))),
    ),
    (
        "whenever this attacks any creature with power <= 3000: draw 1 card",
        n.Triggered((n.Event("attacks", THIS, what=WEAK),), (n.Draw(1),)),
    ),
    (
        "whenever the opponent uses a shield trigger of a shield broken by this: draw 1 card",
        n.Triggered(
            (n.Event("uses a shield trigger", player="opponent", what=THIS),), (n.Draw(1),)
        ),
    ),
    (
        "whenever any of your shields would be broken, you may instead: destroy this",
        n.Replacement(
            n.Would("broken", n.Group("shield", "your", "shields")),
            (n.Destroy(THIS),),
            optional=True,
        ),
    ),
    (
        "in hand: this can be played only if you have cast a spell this turn",
        n.InHand(n.PlayOnly((n.CastThisTurn(),))),
    ),
]

LOOSE = [
    ("destroy  1 of your\tcreatures", "destroy 1 of your creatures"),
    ("whenever this enters: draw 1 cards", "when this enters: draw 1 card"),
    ("return 1 creature to their owners' hands", "return 1 creature to its owner's hand"),
    ("you may (draw 1 card)", "you may draw 1 card"),
    ("this attack if able", "this attacks if able"),
    ("whenever you casts a spell: draw 1 card", "whenever you cast a spell: draw 1 card"),
    ("put it into your hand", "put it into its owner's hand"),
    (
        "while you have exactly 0 spells, this can't attack",
        "while you have no spells, this can't attack",
    ),
]


@pytest.mark.parametrize(("text", "step"), STEPS, ids=[text for text, _ in STEPS])
def test_a_step_becomes_its_node(text: str, step: n.Step) -> None:
    assert parse(text) == n.Effect((step,))
    assert line(n.Effect((step,))) == text


@pytest.mark.parametrize(("text", "ability"), ABILITIES, ids=[text for text, _ in ABILITIES])
def test_an_ability_becomes_its_node(text: str, ability: n.Ability) -> None:
    assert parse(text) == ability
    assert line(ability) == text


@pytest.mark.parametrize(("written", "canonical"), LOOSE)
def test_loose_writing_has_one_canonical_line(written: str, canonical: str) -> None:
    assert line(parse(written)) == canonical


def test_counts_stand_after_the_zone() -> None:
    mana = cards("that player", "mana")
    weak = n.Group("creature", "that player", "mana", (n.Cost("<=", n.Count(mana)),))
    text = (
        "choose 1 creature in that player's mana zone"
        " with cost <= the number of cards in that player's mana zone"
    )
    assert parse(text) == n.Effect((n.Choose(one(weak)),))


def test_a_colon_and_what_follows_belong_to_the_head_of_the_line() -> None:
    ability = parse("when this enters: if you do: draw 1 card; draw 2 cards")
    assert isinstance(ability, n.Triggered)
    assert ability.steps == (n.IfDid((n.Draw(1),)), n.Draw(2))


def test_the_grammar_has_no_conflicts(caplog: pytest.LogCaptureFixture) -> None:
    import logging
    from importlib.resources import files

    from lark import Lark, logger

    level = logger.level
    logger.setLevel(logging.DEBUG)
    logger.propagate = True
    try:
        text = files("dmcli.lang").joinpath("grammar.lark").read_text("utf-8")
        Lark(text, parser="lalr", maybe_placeholders=True, debug=True)
    finally:
        logger.setLevel(level)
    assert [record.message for record in caplog.records if "onflict" in record.message] == []
