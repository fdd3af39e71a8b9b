"""The words after `is:`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from dmcli.cards.search.folding import has_words, key_of
from dmcli.cards.search.question import Question, Test
from dmcli.cards.search.spoken import spoken
from dmcli.core.carddef import CardDef


@dataclass(frozen=True)
class Trait:
    """One word: what it means, how it is told from a card, other ways to say it."""

    says: str
    #: A printed fact, or a word that one of the card's keywords has.
    by: Test | str
    also: tuple[str, ...] = ()


def _has_promo(card: CardDef) -> bool:
    return any(printing.startswith("Promo ") for printing in card.printings)


TRAITS: Final[Mapping[str, Trait]] = {
    "creature": Trait("a creature, evolution creatures too", lambda card: card.is_creature),
    "spell": Trait("a spell", lambda card: card.is_spell),
    "evolution": Trait("an evolution creature", lambda card: card.is_evolution, ("evo",)),
    "vortex": Trait("evolves from two creatures", "vortex"),
    "trigger": Trait("has shield trigger", "shield trigger", ("shieldtrigger",)),
    "blocker": Trait("has blocker", "blocker"),
    "breaker": Trait("breaks two shields or more", "breaker"),
    "charger": Trait("a spell with charger", "charger"),
    "survivor": Trait("a Survivor", lambda card: "Survivor" in card.races),
    "vanilla": Trait("has no text", lambda card: card.rules == ()),
    "rainbow": Trait(
        "two civilizations or more",
        lambda card: len(card.civilizations) > 1,
        ("multicolored", "multicolor", "multi"),
    ),
    "mono": Trait(
        "one civilization",
        lambda card: len(card.civilizations) == 1,
        ("monocolored", "monocolor"),
    ),
    "reprint": Trait("printed more than once", lambda card: len(card.printings) > 1),
    "promo": Trait("has a promotional printing", _has_promo),
    "playable": Trait("can be played in dmcli", lambda card: card.playable),
}


def trait_test(question: Question) -> Test:
    """A card of this trait."""
    trait = trait_named(question.value)
    if trait is None:
        question.unknown("trait", trait_words(), TRAITS)
    test = _by_keyword(question, trait.by) if isinstance(trait.by, str) else trait.by
    return question.turned(test)


def _by_keyword(question: Question, words: str) -> Test:
    said, sought = spoken(question.pool), words.split()
    return lambda card: any(has_words(each, sought) for each in said[card.name].keywords)


def trait_named(text: str) -> Trait | None:
    """Find a trait by one of its words."""
    key = key_of(text)
    return next((trait for word, trait in TRAITS.items() if key in (word, *trait.also)), None)


def trait_words() -> list[str]:
    """List every word that can follow `is:`."""
    return [*TRAITS, *(word for trait in TRAITS.values() for word in trait.also)]
