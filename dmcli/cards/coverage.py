"""How much of the pool is written in the rules language."""

from __future__ import annotations

import msgspec

from dmcli.cards.pool import Pool


class SetCoverage(msgspec.Struct):
    """The count of one set; a reprint counts in each of its sets."""

    cards: int = 0
    playable: int = 0


class Coverage(msgspec.Struct, frozen=True):
    """The count of the pool."""

    cards: int
    playable: int
    #: The names of the cards that are not playable, in the order of the pool.
    missing: tuple[str, ...]
    by_set: dict[str, SetCoverage]


def coverage(pool: Pool) -> Coverage:
    """Count the cards that can be played, by set."""
    by_set: dict[str, SetCoverage] = {}
    for card in pool.cards.values():
        for name in sorted({printing.split()[0] for printing in card.printings}):
            row = by_set.setdefault(name, SetCoverage())
            row.cards += 1
            row.playable += card.playable
    missing = tuple(card.name for card in pool.cards.values() if not card.playable)
    cards = len(pool.cards)
    return Coverage(cards, cards - len(missing), missing, dict(sorted(by_set.items())))
