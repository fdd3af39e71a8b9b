"""Figures that advice asks for, beside counts of cards of one kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil
from types import MappingProxyType
from typing import Final, NamedTuple

from dmcli.cards import Pool
from dmcli.core.carddef import CardDef
from dmcli.decks.statistics.castability import LEAST, Castable, castable
from dmcli.decks.statistics.counting import Cards, Copies, mean
from dmcli.decks.statistics.roles import roles_of
from dmcli.decks.statistics.whatif import another, chances

_TRIGGER: Final = "shield trigger"
#: How many more cards of a civilization would do is told of so many cards.
_TOLD: Final = 5


class Named(NamedTuple):
    """What a sentence names, and of how many copies it speaks."""

    text: str
    copies: int = 1


class Counted(NamedTuple):
    """What a rule counts in a list: a number, the cards behind it, and how they are named."""

    number: float
    cards: Mapping[str, int] = MappingProxyType({})
    named: Sequence[Named] = ()


def figure(name: str, cards: Cards, pool: Pool) -> Counted:
    """Work a figure out."""
    return _FIGURES[name](cards, pool)


def _civilizations(cards: Cards, pool: Pool) -> Counted:
    return Counted(len(cards.civilizations), named=[Named(each) for each in cards.civilizations])


def _average_cost(cards: Cards, pool: Pool) -> Counted:
    return Counted(mean(cards.each(lambda card: (card.cost,))))


def _single_copies(cards: Cards, pool: Pool) -> Counted:
    found = {card.name: copies for card, copies in cards.pairs if copies == 1}
    return Counted(len(found), found, [Named(name) for name in found])


def _hard_to_pay(cards: Cards, pool: Pool) -> Counted:
    """The cards that need work, going first; triggers may come for nothing."""
    found = chances(cards)
    pairs = [pair for pair in cards.pairs if _TRIGGER not in roles_of(pair[0].name, pool)]
    hard = [(found[pair[0].name], pair) for pair in pairs]
    hard = [each for each in hard if each[0].given_drawn_first < LEAST]
    hard.sort(key=lambda each: (each[0].given_drawn_first, each[0].card))
    copies = {each.card: each.copies for each, _ in hard}
    named = [_told(cards, each, pair) for each, pair in hard[:_TOLD]]
    others = [Named(each.card, each.copies) for each, _ in hard[_TOLD:]]
    return Counted(sum(copies.values()), copies, [*named, *others])


def _told(cards: Cards, each: Castable, pair: Copies) -> Named:
    """Name a card with its chance, which never rounds up to the bound, and what it needs."""
    tenths = min(round(1000 * each.given_drawn_first), ceil(1000 * LEAST) - 1)
    chance = f"{each.copies} {each.card} {tenths / 10:.1f}%"
    needed = needed_for(cards, *pair)
    would = f" ({needed} {pair[0].civilizations[0]} cards would do)" if needed else ""
    return Named(f"{chance}{would}", each.copies)


def needed_for(cards: Cards, card: CardDef, copies: int) -> int | None:
    """How many cards of its civilization make a card good; None when that is not the way."""
    if len(card.civilizations) != 1:
        return None
    have = cards.having(card.civilizations)
    low, high = have, cards.size
    while low < high:
        middle = (low + high) // 2
        if _is_payable(_with_more(cards, card, middle - have), card, copies):
            high = middle
        else:
            low = middle + 1
    enough = low > have and _is_payable(_with_more(cards, card, low - have), card, copies)
    return low if enough else None


def _is_payable(cards: Cards, card: CardDef, copies: int) -> bool:
    chance = castable(cards, card, copies)
    return chance.given_drawn_first >= chance.target


def _with_more(cards: Cards, card: CardDef, more: int) -> Cards:
    """The list with more cards of a card's civilization, in place of any others."""
    return Cards([*_without(cards, card, more), (another(card.civilizations[0]), more)])


def _without(cards: Cards, card: CardDef, fewer: int) -> Iterator[Copies]:
    """The list with fewer cards of other civilizations."""
    for other, copies in cards.pairs:
        gone = 0 if card.civilizations[0] in other.civilizations else min(copies, fewer)
        fewer -= gone
        if copies > gone:
            yield other, copies - gone


_FIGURES: Final[dict[str, Callable[[Cards, Pool], Counted]]] = {
    "civilizations": _civilizations,
    "average cost": _average_cost,
    "hard to pay": _hard_to_pay,
    "single copies": _single_copies,
}
