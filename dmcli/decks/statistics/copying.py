"""In how many copies the cards of a deck stand, and how surely a card of so many is seen."""

from __future__ import annotations

from typing import Final

import msgspec

from dmcli.decks.statistics import odds
from dmcli.decks.statistics.counting import Cards

#: By this turn a card of some copies is looked for.
TURN: Final = 4
MOST: Final = 4


class Consistency(msgspec.Struct, frozen=True, kw_only=True):
    """The cards that stand in so many copies."""

    cards: tuple[str, ...]
    #: The chance to see at least one copy of such a card by turn 4, going first and second.
    seen_first: float
    seen_second: float


def consistency(cards: Cards) -> dict[int, Consistency]:
    """One to four copies, and more where the deck has them."""
    present = {copies for _, copies in cards.pairs}
    return {n: _of(cards, n) for n in sorted({*range(1, MOST + 1), *present}) if n <= cards.size}


def _of(cards: Cards, copies: int) -> Consistency:
    first, second = (
        odds.some_of(cards.size, copies, cards.seen(TURN, first)) for first in (True, False)
    )
    return Consistency(
        cards=tuple(card.name for card, n in cards.pairs if n == copies),
        seen_first=first,
        seen_second=second,
    )
