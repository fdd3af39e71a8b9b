"""A deck counted once: what every check asks for."""

from __future__ import annotations

from typing import final

from dmcli.cards import Pool
from dmcli.core.carddef import CardDef
from dmcli.decks.model import HYPERSPATIAL, MAIN, SIDEBOARD, Deck


@final
class Tally:
    """The cards of a deck, summed over lines, zones and printings."""

    def __init__(self, deck: Deck, pool: Pool) -> None:
        #: How many cards each zone has, unknown ones among them.
        self.zones = {MAIN: 0, HYPERSPATIAL: 0, SIDEBOARD: 0}
        #: The copies of each name, those in the sideboard left out.
        self.copies: dict[str, int] = {}
        #: The lines on which each name stands.
        self.lines: dict[str, list[int]] = {}
        #: The known cards of the main deck and of the zone beside it.
        self.main: dict[str, int] = {}
        self.beside: dict[str, int] = {}
        self._count(deck)
        #: The cards of the main deck as they are printed, with their copies.
        self.cards: list[tuple[CardDef, int]] = [
            (pool.cards[name], count) for name, count in self.main.items()
        ]

    def _count(self, deck: Deck) -> None:
        zones, copies, lines, main = self.zones, self.copies, self.lines, self.main
        for entry in deck.entries:
            name, count, zone = entry.name, entry.count, entry.zone
            zones[zone] += count
            if zone == SIDEBOARD:
                continue
            if name in copies:
                copies[name] += count
                lines[name].append(entry.line)
            else:
                copies[name] = count
                lines[name] = [entry.line]
            if entry.known:
                of_zone = main if zone == MAIN else self.beside
                of_zone[name] = of_zone.get(name, 0) + count

    def known(self, pool: Pool) -> list[CardDef]:
        """Every known card outside the sideboard, once, as it is printed."""
        return [pool.cards[name] for name in dict.fromkeys((*self.main, *self.beside))]

    def first_line(self, name: str) -> int | None:
        """The line on which a card first stands."""
        return min(self.lines.get(name, ()), default=None)
