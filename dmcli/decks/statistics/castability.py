"""How likely each card can be paid on the turn of its cost: exact, with no effect that draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

from dmcli.core.carddef import CardDef
from dmcli.decks.statistics import odds
from dmcli.decks.statistics.counting import Cards, Copies
from dmcli.decks.statistics.delay import Delay
from dmcli.decks.statistics.paying import mask, on_its_turn, turn_of

#: From the target on a chance is good, below this it needs work.
LEAST: Final = 0.8


class Castable(msgspec.Struct, frozen=True, kw_only=True):
    """The chance that a card can be paid on the turn of its cost, with its civilizations."""

    card: str
    copies: int
    cost: int
    #: The turn of the cost; later only where it has more civilizations than cost, or costs nothing.
    turn: int
    first: float
    second: float
    given_drawn_first: float
    given_drawn_second: float
    #: What a good deck reaches, given that the card is drawn.
    target: float
    #: good, fair or needs work, for the player who goes first.
    verdict: str
    #: How long the card waits in simulated hands; None when none were dealt.
    delay: Delay | None = None


def castability(pairs: Sequence[Copies]) -> tuple[Castable, ...]:
    """The exact chances of all cards of a deck, cheapest first; no hand is dealt."""
    cards = Cards(list(pairs))
    return tuple(castable(cards, card, copies) for card, copies in cards.by_cost())


def castable(cards: Cards, card: CardDef, copies: int, delay: Delay | None = None) -> Castable:
    """The chances of one card on the turn of its cost."""
    first, given_first = _chances(cards, card, copies, first=True)
    second, given_second = _chances(cards, card, copies, first=False)
    return Castable(
        card=card.name,
        copies=copies,
        cost=card.cost,
        turn=turn_of(card.cost, mask(card.civilizations)),
        first=first,
        second=second,
        given_drawn_first=given_first,
        given_drawn_second=given_second,
        target=target(card.cost),
        verdict=verdict(given_first, card.cost),
        delay=delay,
    )


def _chances(cards: Cards, card: CardDef, copies: int, first: bool) -> tuple[float, float]:
    """The chance to hold and pay a card on its turn, and the same given that it is held.

    Cards of a deck with equal civilizations, cost and copies have the same; it is kept there.
    """
    kind = (mask(card.civilizations), card.cost, copies, first)
    if kind not in cards.chances:
        cards.chances[kind] = _worked_out(cards, *kind)
    return cards.chances[kind]


def _worked_out(
    cards: Cards, needed: int, cost: int, copies: int, first: bool
) -> tuple[float, float]:
    """The two chances of such a card."""
    turn = turn_of(cost, needed)
    seen = cards.seen(turn, first)
    others = cards.by_civilizations - Counter({needed: copies})
    chance = on_its_turn(copies, needed, others, seen, turn, cards.draws_on(turn, first))
    return chance, odds.given(chance, cards.size, copies, seen)


def target(cost: int) -> float:
    """What a good deck reaches: dearer cards can be expected to be payable more surely."""
    return (90 + min(5, cost)) / 100


def verdict(chance: float, cost: int) -> str:
    """A word for a chance to pay a card that is in hand."""
    return "good" if chance >= target(cost) else "fair" if chance >= LEAST else "needs work"
