"""The shield triggers of a deck, and what can be expected of five shields."""

from __future__ import annotations

from typing import Final

import msgspec

from dmcli.cards import Pool
from dmcli.core.carddef import CardDef
from dmcli.decks.statistics import odds
from dmcli.decks.statistics.counting import Cards
from dmcli.decks.statistics.dealing import SHIELDS
from dmcli.decks.statistics.roles import roles_of

TRIGGER: Final = "shield trigger"
#: What a trigger is worth when a shield breaks, by the roles that show it; a card may be several.
_QUALITIES: Final = {
    "removes or taps creatures": frozenset({"removal", "bounce", "tapper"}),
    "draws": frozenset({"draw"}),
    "needs a target": frozenset({"needs a target"}),
}
_CREATURE: Final = "creature"
_OTHER: Final = "other"


class Quality(msgspec.Struct, frozen=True, kw_only=True):
    """The triggers that are good for one thing."""

    count: int
    cards: dict[str, int]


class Triggers(msgspec.Struct, frozen=True, kw_only=True):
    """The shield triggers, and what can be expected of five shields."""

    count: int
    share: float
    mean_in_shields: float
    at_least_one_in_shields: float
    #: The chance that at least one of the first broken shields is a trigger, by their number.
    hit_within_breaks: dict[int, float]
    cards: dict[str, int]
    #: What they do; a card may stand in several.
    quality: dict[str, Quality]


def triggers(cards: Cards, pool: Pool) -> Triggers:
    """Count the shield triggers of the cards whose text is written."""
    found = {card.name: n for card, n in cards.pairs if TRIGGER in roles_of(card.name, pool)}
    count = sum(found.values())
    shields = min(SHIELDS, cards.size)
    hit = {n: odds.some_of(cards.size, count, n) for n in range(1, SHIELDS + 1)}
    return Triggers(
        count=count,
        share=count / cards.size,
        mean_in_shields=shields * count / cards.size,
        at_least_one_in_shields=hit[SHIELDS],
        hit_within_breaks=hit,
        cards=found,
        quality=_quality(found, pool),
    )


def _quality(found: dict[str, int], pool: Pool) -> dict[str, Quality]:
    """What the triggers are good for; what nobody is good for is left out."""
    split: dict[str, dict[str, int]] = {}
    for name, copies in found.items():
        for word in _qualities(pool.cards[name], pool):
            split.setdefault(word, {})[name] = copies
    order = (*_QUALITIES, _CREATURE, _OTHER)
    return {
        word: Quality(count=sum(split[word].values()), cards=split[word])
        for word in order
        if word in split
    }


def _qualities(card: CardDef, pool: Pool) -> list[str]:
    roles = roles_of(card.name, pool)
    words = [word for word, shown_by in _QUALITIES.items() if roles & shown_by]
    words += [_CREATURE] if card.is_creature else []
    return words or [_OTHER]
