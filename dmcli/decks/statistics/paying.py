"""Whether mana pays for a card, and how likely it does so on the turn of the card's cost.

Each mana card gives one mana and counts as one of its civilizations, so a card of two
civilizations needs two mana cards that serve them. A card of several civilizations enters the
mana zone tapped: it pays from the turn after it was charged. One card is charged every turn; here
the player charges whatever the card in question needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import comb
from typing import Final

from dmcli.core.words import CIVILIZATIONS

BITS: Final = {name: 1 << place for place, name in enumerate(CIVILIZATIONS)}

#: A way to draw: how many cards before this turn, what was drawn on it, and those that can pay.
_Way = tuple[int, str, tuple[int, ...]]
#: What was drawn on this turn: nothing yet, a card that can pay, one that comes tapped.
_NOTHING: Final = ""
_USABLE: Final = "usable"
_TAPPED: Final = "tapped"
#: Stands for any cards that pay already; more of them change nothing.
_PAID: Final = (-1,)
#: Bits above the civilizations, for cards that pay and serve nothing else.
_ONE_MORE: Final = 1 << len(CIVILIZATIONS)
_TWO_MORE: Final = 3 << len(CIVILIZATIONS)


def mask(civilizations: Iterable[str]) -> int:
    """Civilizations as the bits of a number."""
    return sum(BITS[name] for name in civilizations)


def enters_tapped(civilizations: int) -> bool:
    """Whether a card of these civilizations comes tapped when it is charged."""
    return civilizations.bit_count() > 1


def turn_of(cost: int, civilizations: int) -> int:
    """The first turn on which one's own mana can pay: one mana a turn, one for a civilization."""
    return max(1, cost, civilizations.bit_count())


def covers(needed: int, mana: Sequence[int]) -> bool:
    """Whether every needed civilization can come from a different mana card (Hall's condition)."""
    if needed & (needed - 1) == 0:
        return needed == 0 or any(card & needed for card in mana)
    return all(
        sum(1 for card in mana if card & subset) >= subset.bit_count() for subset in _parts(needed)
    )


def pays(needed: int, cards: Sequence[int], turn: int) -> bool:
    """Whether charging some of these cards, one a turn, pays on this turn; the last comes untapped.

    The turn is not before `turn_of`; cards that come too late have been left out.
    """
    if needed.bit_count() < turn:
        return not all(map(enters_tapped, cards)) and covers(needed, cards)
    return any(
        card & needed and covers(needed & ~card, [*cards[:place], *cards[place + 1 :]])
        for place, card in enumerate(cards)
        if not enters_tapped(card)
    )


@cache
def _parts(civilizations: int) -> tuple[int, ...]:
    """Every set of some of these civilizations."""
    return tuple(part for part in range(1, civilizations + 1) if part & ~civilizations == 0)


def on_its_turn(
    copies: int, needed: int, others: Mapping[int, int], seen: int, turn: int, drawn: bool
) -> float:
    """The chance to hold a card on its turn and to have charged what pays for it.

    `others` are the other cards of the deck by their civilizations; `drawn` says whether the last
    of the cards seen is drawn on this turn, so that it cannot pay if it comes tapped.
    """
    late = int(drawn and turn > 1 and seen > 0)
    before = seen - late
    size = copies + sum(others.values())

    def paid(cards: tuple[int, ...]) -> tuple[int, ...]:
        return _PAID if cards == _PAID or _pays(needed, cards, turn) else cards

    ways = _holding(copies, needed, before, paid)
    for card, cards in _alike(needed, others).items():
        ways = _widened(ways, card, cards, before, _most(needed, card), paid)
    good = sum(
        number
        for (taken, last, cards), number in ways.items()
        if taken == before and (last != _NOTHING) == bool(late) and cards == _PAID
        if seen - 1 - (last == _TAPPED) >= turn
    )
    return good / (comb(size, before) * (size - before if late else 1))


@cache
def _pays(needed: int, cards: tuple[int, ...], turn: int) -> bool:
    return pays(needed, cards, turn)


def _alike(needed: int, others: Mapping[int, int]) -> dict[int, int]:
    """Cards that serve alike, counted under one of them."""
    alike: dict[int, int] = {}
    for civilizations, cards in others.items():
        card = civilizations & needed
        if enters_tapped(civilizations):
            card |= _TWO_MORE
        elif not card:
            card = _ONE_MORE
        alike[card] = alike.get(card, 0) + cards
    return alike


def _most(needed: int, card: int) -> int:
    """How many cards of a kind can make a difference."""
    if card & needed:
        return needed.bit_count()
    return 0 if enters_tapped(card) else 1


Paid = Callable[[tuple[int, ...]], tuple[int, ...]]


def _holding(copies: int, needed: int, before: int, paid: Paid) -> dict[_Way, int]:
    """The ways to draw the card itself; one copy is held, the others can pay."""
    most = max(1, needed.bit_count())
    ways: dict[_Way, int] = {}
    for taken in range(min(copies, before) + 1):
        for last, held, factor in ((_NOTHING, taken, 1), (_USABLE, taken + 1, copies - taken)):
            if held and factor:
                way = (taken, last, paid((needed,) * min(held - 1, most)))
                ways[way] = ways.get(way, 0) + comb(copies, taken) * factor
    return ways


def _widened(
    ways: Mapping[_Way, int], card: int, cards: int, before: int, most: int, paid: Paid
) -> dict[_Way, int]:
    """Draw any number of alike cards to each way, the last card of all perhaps among them."""
    wider: dict[_Way, int] = {}
    for (drawn, last, payers), number in ways.items():
        for taken in range(min(cards, before - drawn) + 1):
            found = number * comb(cards, taken)
            for now, usable, factor in _lasts(last, cards - taken, taken, enters_tapped(card)):
                more = payers if payers == _PAID else paid(payers + (card,) * min(usable, most))
                way = (drawn + taken, now, more)
                wider[way] = wider.get(way, 0) + found * factor
    return wider


def _lasts(last: str, left: int, taken: int, tapped: bool) -> Iterator[tuple[str, int, int]]:
    """Whether the last card is one of those left: what it is, how many can be used, the ways."""
    yield last, taken, 1
    if last == _NOTHING and left:
        yield (_TAPPED, taken, left) if tapped else (_USABLE, taken + 1, left)
