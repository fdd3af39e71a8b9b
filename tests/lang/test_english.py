"""The English text of a card is printed from its rules alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from dmcli.cards.pool import load_pool
from dmcli.lang import english, parse

GOLDEN = Path(__file__).parents[1] / "golden" / "english.txt"

SENTENCES = [
    ("shield trigger", "Shield trigger"),
    ("water stealth", "Water stealth"),
    ("evolution: Liquid People", "Evolution: put this on 1 of your Liquid People."),
    ("evolution: Dragon*", "Evolution: put this on 1 of your creatures with Dragon in their race."),
    (
        "evolution: Cyber Virus or Merfolk",
        "Evolution: put this on 1 of your Cyber Viruses or Merfolk.",
    ),
    ("evolution: Snow Faerie or Naga", "Evolution: put this on 1 of your Snow Faeries or Nagas."),
    ("evolution: water Pandora's Box", "Evolution: put this on 1 of your water Pandora's Boxes."),
    (
        "evolution: Death Puppet or Wild Veggies",
        "Evolution: put this on 1 of your Death Puppets or Wild Veggies.",
    ),
    ("evolution: Sky Army", "Evolution: put this on 1 of your Sky Armies."),
    (
        "while you have at least 1 Angel Command creature, this has blocker",
        'While you have an Angel Command, this creature has "blocker".',
    ),
    (
        "while you have at most 1 other creature, this can't attack",
        "While you have at most 1 other creature, this creature can't attack.",
    ),
    (
        "while the opponent has no tapped creatures, this attacks if able",
        "While your opponent has no tapped creatures, this creature attacks each turn if able.",
    ),
    (
        "while you have more shields than the opponent's shields, this can't be attacked",
        "While you have more shields than your opponent does, this creature can't be attacked.",
    ),
    (
        "while you have more creatures than cards in your hand, this can't be blocked",
        "While you have more creatures than cards in your hand, this creature can't be blocked.",
    ),
    (
        'while there is at least 1 other creature named "Kalute", this can\'t attack',
        "While there is another creature named Kalute, this creature can't attack.",
    ),
    (
        "while all cards in your mana zone are nature, this can't attack",
        "While all cards in your mana zone are nature cards, this creature can't attack.",
    ),
    (
        "while this is Ghost or Initiate, this can't attack",
        "While this creature is a Ghost or an Initiate, it can't attack.",
    ),
    (
        "while this is evolution, this can't attack",
        "While this creature is an evolution creature, it can't attack.",
    ),
    (
        "your creatures have power attacker +1000 and can't attack the player",
        'Your creatures have "power attacker +1000" and can\'t attack players.',
    ),
    ("spells cost 1 more", "Spells cost 1 more to cast."),
    (
        "your cards cost up to 2 less, at least 1",
        "Your cards cost up to 2 less to summon or cast, but never less than 1.",
    ),
    (
        "your light creatures have (tap: draw 1 card)",
        'Your light creatures have "Tap ability: Draw a card."',
    ),
    ("this can't be attacked by creatures", "This creature can't be attacked by creatures."),
    (
        "whenever any of the opponent's creatures attacks the player: you may draw 1 card",
        "Whenever one of your opponent's creatures attacks you, you may draw a card.",
    ),
    (
        "whenever any other creature attacks the player: the opponent may draw up to 2 cards",
        "Whenever another creature attacks a player, your opponent may draw up to 2 cards.",
    ),
    (
        "whenever you cast a spell or summon a creature: each player may draw that many cards",
        "Whenever you cast a spell or summon a creature, each player may draw that many cards.",
    ),
    (
        "after this has battled or has attacked: untap this",
        "After this creature has battled or has attacked, untap this creature.",
    ),
    (
        "when this enters: the opponent may destroy 1 of their creatures; if you do: draw 1 card",
        "When this creature enters the battle zone, your opponent may destroy 1 of their creatures."
        " If they do, draw a card.",
    ),
    (
        "when this enters: the opponent either (discards 1 card in their hand) or (loses the game)",
        "When this creature enters the battle zone, your opponent either discards a card from their"
        " hand or loses the game.",
    ),
    (
        "when this leaves the battle zone: return all those to their owners' hands",
        "When this creature leaves the battle zone, return all those to their owners' hands.",
    ),
    (
        "when this would leave the battle zone, instead: tap this; draw 1 card",
        "When this creature would leave the battle zone, do this instead:"
        " tap this creature. Then draw a card.",
    ),
    (
        "whenever any creature would be put into the graveyard, instead: tap it",
        "Whenever a creature would be put into its owner's graveyard from the battle zone, tap it"
        " instead.",
    ),
    (
        "in hand: whenever you cast a spell: you may put this into the battle zone",
        "While this card is in your hand: Whenever you cast a spell, you may put this creature into"
        " the battle zone.",
    ),
    ("later, at the end of the turn: destroy it", "At the end of the turn, destroy it."),
    (
        "put up to 2 of your creatures on the bottom of your deck",
        "Put up to 2 of your creatures on the bottom of your deck in any order.",
    ),
    (
        "put 2 creatures in any graveyard on top of their owners' decks",
        "Put 2 creatures from any graveyard on top of their owners' decks in any order.",
    ),
    (
        "search the opponent's deck for any number of non-light spells, show them,"
        " put them into the opponent's graveyard",
        "Search your opponent's deck for any number of non-light spells,"
        " show them to your opponent, put them into your opponent's graveyard,"
        " and shuffle that deck.",
    ),
    (
        "destroy 1 of your creatures or cards in your hand",
        "Destroy 1 of your creatures or a card in your hand.",
    ),
    (
        "tap 2 creatures or cards in your mana zone",
        "Tap 2 creatures in the battle zone or cards in your mana zone.",
    ),
    (
        "destroy that many of your creatures or shields",
        "Destroy that many of your creatures or shields.",
    ),
    ("discard the top 3 cards of your deck", "Discard the top 3 cards of your deck."),
    (
        "this turn, whenever any creature blocks: destroy it",
        "This turn, whenever a creature blocks, destroy it.",
    ),
    ("choose a number <= 6000", "Choose a number up to 6000."),
    ("choose a civilization", "Choose a civilization."),
    (
        "whenever this blocks: later, after the battle: untap this",
        "Whenever this creature blocks, untap this creature after the battle.",
    ),
    (
        "choose 1 of your creatures as those; this turn, whenever any of those blocks: untap it",
        "Choose 1 of your creatures. This turn, whenever it blocks, untap it.",
    ),
    (
        "draw (the number of your shields minus the number of the opponent's shields) cards",
        "Draw a number of cards equal to the number of your shields"
        " minus the number of your opponent's shields.",
    ),
    (
        "tap up to (the number of your shields) of the opponent's creatures",
        "Tap a number of your opponent's creatures up to the number of your shields.",
    ),
    (
        "your shields are chosen by their owner",
        "Whenever your opponent would choose 1 of your shields, you choose instead.",
    ),
    (
        "your shields are chosen by their owner when broken by the opponent's creatures",
        "Whenever one of your opponent's creatures would break 1 of your shields,"
        " you choose the shield instead.",
    ),
    (
        "darkness cards can't be used as shield triggers",
        'The "shield trigger" abilities of darkness cards can\'t be used.',
    ),
    (
        "your Human or Merfolk creatures get +1000 power",
        "Your Humans and Merfolk get +1000 power.",
    ),
    (
        "the opponent's creatures attack this if able this turn",
        "Your opponent's creatures attack this creature if able this turn.",
    ),
    (
        "while this is attacking any creature and this has power < 3000, this can't be blocked",
        "While this creature is attacking a creature and it has power less than 3000,"
        " it can't be blocked.",
    ),
    (
        "whenever the opponent draws for the turn: tap this",
        "Whenever your opponent draws the card at the start of their turn, tap this creature.",
    ),
    (
        "whenever the opponent uses a shield trigger of a shield broken by your creatures: "
        "tap this",
        "Whenever your opponent uses a shield trigger of a shield broken by your creatures,"
        " tap this creature.",
    ),
    (
        "reveal cards from the top of your deck until 1 light spell; put it into your hand",
        "Reveal cards from the top of your deck until a light spell is revealed."
        " Put it into your hand.",
    ),
    (
        "destroy 1 creature with blocker with power <= 3000",
        'Destroy a creature with "blocker" and power 3000 or less.',
    ),
    (
        "you may for each of your creatures: draw 1 card",
        "You may draw a card for each of your creatures.",
    ),
    ("choose 1 of those without blocker", 'Choose 1 of those without "blocker".'),
    (
        "tap all multicolored creatures with cost >= 5 that is attacking",
        "Tap all multicolored attacking creatures with cost 5 or more.",
    ),
    ("destroy all creatures with power = 6000", "Destroy all creatures with power 6000."),
    (
        "destroy all non-Human creatures of that race",
        "Destroy all non-Human creatures of that race.",
    ),
    ("untap up to 1 creature without blocker", 'Untap up to 1 creature without "blocker".'),
]


@pytest.mark.parametrize(("text", "said"), SENTENCES)
def test_the_sentence_says_what_the_line_means(text: str, said: str) -> None:
    assert english(parse(text)) == said


def test_a_spell_speaks_of_itself_as_a_spell() -> None:
    only = parse("this can be played only if you have no creatures")
    assert english(only, "spell") == "You can cast this spell only if you have no creatures."
    assert english(only) == "You can summon this creature only if you have no creatures."
    assert english(parse("put this into your mana zone"), "spell") == (
        "Put this spell into your mana zone."
    )


def test_the_other_one_is_what_remains_of_two() -> None:
    two = "choose 2 creatures as those; the opponent chooses 1 of those; destroy the rest"
    assert english(parse(two)).endswith("Destroy the other one.")
    assert english(parse(two.replace("2", "3"))).endswith("Destroy the rest.")


def test_every_playable_card_says_what_it_is_known_to_say(request: pytest.FixtureRequest) -> None:
    pool = load_pool()
    cards = [
        "\n".join([f"# {card.name}", *pool.text(card.name)])
        for card in pool.cards.values()
        if card.playable
    ]
    text = "\n\n".join(cards) + "\n"
    if request.config.getoption("--bless"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text("utf-8"), "read the difference, then run pytest --bless"
