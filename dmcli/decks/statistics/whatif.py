"""What if: some cards out, others in, and how surely every card can be paid then; all exact."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from dmcli.cards import Pool
from dmcli.core.carddef import CardDef
from dmcli.core.errors import UsageMistake
from dmcli.core.nearest import did_you_mean
from dmcli.decks.model import Deck, Entry
from dmcli.decks.statistics.castability import Castable, castable
from dmcli.decks.statistics.counting import Cards

#: The chances of a card that are compared.
CHANCES: Final = ("given_drawn_first", "given_drawn_second", "first", "second")


class Shift(msgspec.Struct, frozen=True, kw_only=True):
    """A chance before and after; None where the card is not in the list."""

    before: float | None
    after: float | None

    @property
    def change(self) -> float | None:
        """How much is won, negative when it is lost."""
        if self.before is None or self.after is None:
            return None
        return self.after - self.before


class Changed(msgspec.Struct, frozen=True, kw_only=True):
    """A card of either list: its copies, and its chances to be paid on the turn of its cost."""

    card: str
    cost: int
    copies_before: int
    copies_after: int
    given_drawn_first: Shift
    given_drawn_second: Shift
    first: Shift
    second: Shift


class WhatIf(msgspec.Struct, frozen=True, kw_only=True):
    """A list before and after a change: every card, and the mean over the copies."""

    out: dict[str, int]
    into: dict[str, int]
    cards_before: int
    cards_after: int
    cards: tuple[Changed, ...]
    mean: dict[str, Shift]


class Swap(msgspec.Struct, frozen=True, kw_only=True):
    """One card more of a civilization in place of a card that is there."""

    civilization: str
    out: str
    #: Over the copies of the cards that stay.
    mean: dict[str, Shift]
    #: The card whose chance once drawn, going first, changes most for the better and the worse.
    gains: Changed | None
    loses: Changed | None


def what_if(deck: Deck, pool: Pool, out: str | None, in_: str | None) -> WhatIf:
    """Take one copy out and put one in; names as the pool has them."""
    return what_if_all(deck, pool, {out: 1} if out else {}, {in_: 1} if in_ else {})


def what_if_all(deck: Deck, pool: Pool, out: Mapping[str, int], into: Mapping[str, int]) -> WhatIf:
    """Take copies out and put others in, all at once."""
    copies = dict(deck.cards)
    before, after = _list(copies, pool), _list(changed(copies, out, into), pool)
    old, new = chances(before), chances(after)
    names = sorted({*old, *new}, key=lambda name: (pool.cards[name].cost, name))
    return WhatIf(
        out=dict(out),
        into=dict(into),
        cards_before=before.size,
        cards_after=after.size,
        cards=tuple(_changed(pool.cards[name], old.get(name), new.get(name)) for name in names),
        mean={key: Shift(before=_mean(old, key), after=_mean(new, key)) for key in CHANCES},
    )


def changed_deck(deck: Deck, out: Mapping[str, int], into: Mapping[str, int]) -> Deck:
    """The main deck after a change, as a list of its own."""
    copies = changed(dict(deck.cards), out, into)
    entries = tuple(Entry(number, name, 0) for name, number in sorted(copies.items()))
    return Deck(name=deck.name, path=deck.path, entries=entries)


def changed(
    copies: Mapping[str, int], out: Mapping[str, int], into: Mapping[str, int]
) -> dict[str, int]:
    """Give the copies after a change; what is not there cannot be taken out."""
    after = dict(copies)
    for name, number in out.items():
        have = after.get(name, 0)
        if number > have:
            raise UsageMistake(_too_few(name, number, have, copies))
        after[name] = have - number
    for name, number in into.items():
        after[name] = after.get(name, 0) + number
    return {name: number for name, number in after.items() if number}


def _too_few(name: str, number: int, have: int, copies: Mapping[str, int]) -> str:
    """Say that so many cannot be taken out."""
    if have:
        return f"The list has only {have} of '{name}', so {number} cannot be taken out."
    return f"'{name}' is not in the list.{did_you_mean(name, copies)}"


def swaps(deck: Deck, pool: Pool) -> tuple[Swap, ...]:
    """One card more of each civilization, in place of one of the most frequent other."""
    cards = Cards.of(deck, pool)
    found = (_swap(cards, name) for name in cards.civilizations)
    return tuple(swap for swap in found if swap is not None)


def _swap(cards: Cards, civilization: str) -> Swap | None:
    """Swap for this civilization; None where no card can make room for it."""
    leaving = _leaving(cards, civilization)
    if leaving is None:
        return None
    rest = [(card, copies - (card is leaving)) for card, copies in cards.pairs]
    pairs = [*(pair for pair in rest if pair[1]), (another(civilization), 1)]
    old, new = chances(cards), chances(Cards(pairs))
    rows = [_changed(card, old[card.name], new.get(card.name)) for card, _ in cards.pairs]
    stay = [row for row in rows if row.copies_after]
    ranked = sorted(stay, key=_won)
    return Swap(
        civilization=civilization,
        out=leaving.name,
        mean={key: _stayed(stay, key) for key in CHANCES},
        gains=ranked[-1] if ranked and _won(ranked[-1]) > 0 else None,
        loses=ranked[0] if ranked and _won(ranked[0]) < 0 else None,
    )


def _won(row: Changed) -> float:
    """How much a card's chance once drawn changes, for the player who goes first."""
    return row.given_drawn_first.change or 0.0


def _leaving(cards: Cards, civilization: str) -> CardDef | None:
    """The card that makes room: of the most frequent other civilization, the most copies."""
    others = sorted(
        (name for name in cards.civilizations if name != civilization),
        key=lambda name: -cards.having((name,)),
    )
    for other in others:
        able = [pair for pair in cards.pairs if pair[0].civilizations == (other,)]
        if able:
            return max(able, key=lambda pair: (pair[1], pair[0].cost))[0]
    return None


def another(civilization: str) -> CardDef:
    """Any card of a civilization that the list has not yet."""
    return CardDef(
        name=f"another {civilization} card",
        type="spell",
        civilizations=(civilization,),
        cost=1,
        rarity="No Rarity",
    )


def _list(copies: Mapping[str, int], pool: Pool) -> Cards:
    return Cards([(pool.cards[name], number) for name, number in sorted(copies.items())])


def chances(cards: Cards) -> dict[str, Castable]:
    """The chances of every card of a list; cards that pay alike are worked out once."""
    known: dict[tuple[tuple[str, ...], int, int], Castable] = {}
    found = {}
    for card, copies in cards.pairs:
        kind = (tuple(sorted(card.civilizations)), card.cost, copies)
        if kind not in known:
            known[kind] = castable(cards, card, copies)
        found[card.name] = msgspec.structs.replace(known[kind], card=card.name)
    return found


def _changed(card: CardDef, old: Castable | None, new: Castable | None) -> Changed:
    """Lay the chances of a card side by side."""
    shifts = {
        key: Shift(
            before=None if old is None else float(getattr(old, key)),
            after=None if new is None else float(getattr(new, key)),
        )
        for key in CHANCES
    }
    return Changed(
        card=card.name,
        cost=card.cost,
        copies_before=old.copies if old else 0,
        copies_after=new.copies if new else 0,
        **shifts,
    )


def _mean(chances: Mapping[str, Castable], key: str) -> float | None:
    """The mean over the copies; None for an empty list."""
    return _weighed((float(getattr(each, key)), each.copies) for each in chances.values())


def _stayed(rows: Iterable[Changed], key: str) -> Shift:
    """The mean of cards that stay, with the weights that they had."""
    pairs = [(getattr(row, key), row.copies_before) for row in rows]
    return Shift(
        before=_weighed((shift.before, copies) for shift, copies in pairs),
        after=_weighed((shift.after, copies) for shift, copies in pairs),
    )


def _weighed(pairs: Iterable[tuple[float, int]]) -> float | None:
    """A mean with weights; None of nothing."""
    found = list(pairs)
    total = sum(copies for _, copies in found)
    return sum(value * copies for value, copies in found) / total if total else None
