"""What a heading says of the cards under it: civilization, type, keyword, race or cost."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from dmcli.cards import Pool
from dmcli.core.carddef import CardDef

CIVILIZATIONS: Final = {
    "light": "light",
    "water": "water",
    "dark": "darkness",
    "darkness": "darkness",
    "fire": "fire",
    "nature": "nature",
}
RAINBOW: Final = frozenset(
    (
        *("rainbow", "rainbows", "multi", "multicivilization"),
        *("multicolor", "multicolored", "multicolour", "multicoloured"),
    )
)
SPELLS: Final = frozenset(("spell", "spells"))
CREATURES: Final = frozenset(("creature", "creatures"))
EVOLUTIONS: Final = frozenset(("evolution", "evolutions", "evo", "evos"))
COSTS: Final = frozenset(("cost", "costs", "mana", "drop", "drops"))
_LATER_TYPES: Final = frozenset(("cross", "gear", "gears", "castle", "castles"))
_KEYWORDS: Final = {
    "trigger": "shield trigger",
    "triggers": "shield trigger",
    "blocker": "blocker",
    "blockers": "blocker",
}
_WORD: Final = re.compile(r"[^\W\d_]+|[0-9]+\+?")

Words = frozenset[str]


def words_of(text: str) -> Words:
    """The words of a heading, and its numbers."""
    return frozenset(_WORD.findall(text.casefold()))


def divides_by(words: Words) -> str:
    """What a heading divides a list by; nothing for a zone or a word like others."""
    if words & (CIVILIZATIONS.keys() | RAINBOW):
        return "civilization"
    if words & (SPELLS | CREATURES | EVOLUTIONS | _LATER_TYPES):
        return "type"
    return "cost" if cost_in(words) else ""


def fit(card: CardDef, words: Words, pool: Pool) -> float | None:
    """How much of a heading speaks of this card; None when something speaks against it."""
    said = [
        each
        for each in (
            _civilization(card, words),
            _type(card, words),
            _keyword(card, words),
            _race(card, words, pool),
            _cost(card, words),
        )
        if each is not None
    ]
    return None if 0 in said else sum(said)


def cost_in(words: Words) -> str:
    """The cost that a heading names: 5, or 7+ for that and more."""
    return next((word for word in words if word[0].isdigit()), "") if words & COSTS else ""


def _civilization(card: CardDef, words: Words) -> float | None:
    """Whether a heading names the card's civilization: 1 yes, a half for one of several, 0 no."""
    named = {CIVILIZATIONS[word] for word in words & CIVILIZATIONS.keys()}
    own = set(card.civilizations)
    if words & RAINBOW:
        return float(len(own) > 1)
    if not named:
        return None
    return 1.0 if own <= named else 0.5 if own & named else 0.0


def _type(card: CardDef, words: Words) -> float | None:
    """Whether a heading names the card's type: 1 yes, a half for a creature that evolves, 0 no."""
    if words & _LATER_TYPES and not words & (SPELLS | CREATURES):
        return 0.0
    if not words & (SPELLS | CREATURES | EVOLUTIONS):
        return None
    if card.is_spell:
        return float(bool(words & SPELLS))
    if words & EVOLUTIONS:
        return float(card.is_evolution != ("non" in words))
    return (0.5 if card.is_evolution else 1.0) if words & CREATURES else 0.0


def _keyword(card: CardDef, words: Words) -> float | None:
    """Whether a heading names a keyword that the card has."""
    named = {_KEYWORDS[word] for word in words & _KEYWORDS.keys()}
    return float(bool(named.intersection(card.rules or ()))) if named else None


def _race(card: CardDef, words: Words, pool: Pool) -> float | None:
    """Whether a heading names a race of the card, or the family: Dragons."""
    named = _races_in(words, pool.races)
    return float(bool(named.intersection(card.races))) if named else None


def _cost(card: CardDef, words: Words) -> float | None:
    """Whether a heading names the card's cost."""
    cost = cost_in(words)
    if not cost:
        return None
    least = int(cost.removesuffix("+"))
    return float(card.cost >= least if cost.endswith("+") else card.cost == least)


@lru_cache(maxsize=512)
def _races_in(words: Words, races: tuple[str, ...]) -> frozenset[str]:
    """The races that a heading names, in the plural, too; else those of a family."""
    single = words | {word.removesuffix("s") for word in words}
    single |= {word.removesuffix("es") for word in words}
    parts = {race: words_of(race) for race in races}
    full = {race for race, part in parts.items() if part <= single}
    family = {race for race in races if " " in race and race.casefold().split()[-1] in single}
    return frozenset(full or family)
