"""The numbers that a list states about itself: check sums of what was read."""

from __future__ import annotations

from itertools import accumulate
from typing import Final, NamedTuple, final

from dmcli.decks.forms.entries import Entries, short
from dmcli.decks.model import MAIN

#: A heading counts the cards up to one of so many ends of sections.
MOST_SECTIONS: Final = 50


class _Claim(NamedTuple):
    """How many cards a heading promises, and the first entry under it."""

    cards: int
    start: int
    text: str
    line: int


@final
class Claims:
    """Where sections begin and end, and what headings and totals say of them."""

    def __init__(self, cards: Entries) -> None:
        self.cards = cards
        self._ends: list[int] = []
        self._claims: list[_Claim] = []
        self._totals: list[tuple[int, int]] = []

    @property
    def begun(self) -> bool:
        """Whether a section has begun."""
        return bool(self._ends)

    def heading(self, text: str, count: int | None) -> None:
        """A heading ends a section and may state how many cards the next one has."""
        here = len(self.cards.entries)
        if count is not None:
            self._claims.append(_Claim(count, here, text, self.cards.line))
        self._ends.append(here)

    def total(self, count: int) -> None:
        """A total ends a section and states how many cards there are."""
        self._ends.append(len(self.cards.entries))
        self._totals.append((count, self.cards.line))

    def check(self) -> None:
        """Compare what was stated with what was read."""
        if not self._claims and not self._totals:
            return
        entries = self.cards.entries
        sums = [0, *accumulate(entry.count for entry in entries)]
        for claim in self._claims:
            read = self._read_under(claim, sums)
            if claim.cards not in read and not self._is_empty(claim):
                self._warn(claim.line, f"'{short(claim.text)}' claims {claim.cards} cards", read[0])
        main = sum(entry.count for entry in entries if entry.zone == MAIN)
        for total, line in self._totals:
            if total not in (sums[-1], main):
                self._warn(line, f"The list claims {total} cards", sums[-1])

    def _read_under(self, claim: _Claim, sums: list[int]) -> list[int]:
        """How many cards stand under a heading, up to each end of a section after it."""
        ends = sorted({end for end in (*self._ends, len(sums) - 1) if end > claim.start})
        return [sums[end] - sums[claim.start] for end in ends[:MOST_SECTIONS]] or [0]

    def _is_empty(self, claim: _Claim) -> bool:
        """Whether a heading says that there is nothing under it, and another follows at once."""
        return claim.cards == 0 and self._ends.count(claim.start) > 1

    def _warn(self, line: int, claim: str, read: int) -> None:
        """Warn that a number of the list differs from what was read."""
        self.cards.line = line
        self.cards.say("warning", "size", f"{claim}, {read} {'was' if read == 1 else 'were'} read.")
