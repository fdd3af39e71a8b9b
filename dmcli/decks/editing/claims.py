"""The numbers that a list states about itself: cards under a heading, and totals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dmcli.cards import Pool
from dmcli.decks.editing.heads import Head, heads, restated
from dmcli.decks.editing.rows import Row, rewritten
from dmcli.decks.forms.kinds import Heading
from dmcli.decks.model import MAIN, Deck


class Claim(NamedTuple):
    """A stated number that is right: its row, and between which rows it counts the cards."""

    row: int
    number: int
    after: int
    before: int
    #: None: the cards of every zone.
    zone: str | None = None

    def counts(self, row: int, zone: str) -> bool:
        """Whether it counts a card on this row, or one that is put before this row."""
        return self.after < row <= self.before and self.zone in (None, zone)


def right_claims(rows: Sequence[Row], deck: Deck, pool: Pool) -> list[Claim]:
    """List what the list states about itself and what is true."""
    found = [head for head in heads(rows, pool) if not head.in_comment]
    filled = {entry.line - 1 for entry in deck.entries}
    ends = [*(head.row for head in found), len(rows)]
    claims: list[Claim] = []
    for head in (head for head in found if head.line.cards is not None):
        if isinstance(head.line, Heading):
            claims += _of_heading(head, head.row - (head.row in filled), ends, deck)
        else:
            claims += _of_total(head, len(rows), deck)
    return claims


def kept_right(rows: Sequence[Row], claims: Sequence[Claim], change: int, pool: Pool) -> list[Row]:
    """Write each of these numbers anew after so many more cards."""
    new = list(rows)
    for claim in claims:
        number = claim.number + change
        text = restated(new[claim.row].text, claim.number, number, pool)
        new = new if text is None else rewritten(new, claim.row, text)
    return new


def _of_heading(head: Head, after: int, ends: Sequence[int], deck: Deck) -> list[Claim]:
    """A heading counts the cards up to a later one, the first at which its number is right."""
    number = head.line.cards or 0
    for end in (end for end in ends if end > head.row):
        if number == sum(each.count for each in deck.entries if after < each.line - 1 < end):
            return [Claim(head.row, number, after, end)]
    return []


def _of_total(head: Head, end: int, deck: Deck) -> Iterator[Claim]:
    """A total counts the main deck, or all zones."""
    number = head.line.cards or 0
    if number in (deck.count(MAIN), deck.total):
        zone = MAIN if number == deck.count(MAIN) else None
        yield Claim(head.row, number, -1, end, zone)
