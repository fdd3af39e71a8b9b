"""Where a new card belongs in a list: under the heading that speaks of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from dmcli.cards import Pool
from dmcli.core.carddef import CardDef
from dmcli.decks.editing.fitting import (
    CIVILIZATIONS,
    CREATURES,
    RAINBOW,
    SPELLS,
    Words,
    cost_in,
    divides_by,
    fit,
    words_of,
)
from dmcli.decks.editing.heads import heads, restated
from dmcli.decks.editing.rows import Row
from dmcli.decks.forms.kinds import Heading
from dmcli.decks.model import MAIN, Deck, Entry


class Section(NamedTuple):
    """A part of a list: the row of its heading, -1 before the first, and its cards."""

    row: int
    zone: str
    text: str = ""
    #: The number of cards that the heading states.
    stated: int | None = None
    #: The words of its heading, and of one that it stands under: Water, and under it Spells.
    words: Words = frozenset()
    entries: tuple[Entry, ...] = ()

    @property
    def last(self) -> int:
        """The row of its last card, else of its heading."""
        return max((entry.line - 1 for entry in self.entries), default=self.row)


def sections(rows: Sequence[Row], deck: Deck, pool: Pool) -> list[Section]:
    """Cut a list at its headings, those written as comments among them."""
    cards: dict[int, list[Entry]] = {}
    for entry in deck.entries:
        cards.setdefault(entry.line - 1, []).append(entry)
    found = [Section(-1, MAIN)]
    over: Words = frozenset()
    marks = {head.row: head for head in heads(rows, pool)}
    for row in sorted({*marks, *cards}):
        head = marks.get(row)
        if head and isinstance(head.line, Heading):
            own = words_of(head.line.text)
            over = _outer(found[-1], over, own)
            zone = (not head.in_comment and head.line.zone) or found[-1].zone
            found.append(Section(row, zone, head.line.text, head.line.cards, own | over))
        if row in cards:
            found[-1] = found[-1]._replace(entries=(*found[-1].entries, *cards[row]))
    return found


def parts_of(zone: str, parts: Sequence[Section]) -> list[Section]:
    """The sections of a zone, with its own cards; cards that name their zone are one, too."""
    own = [
        part._replace(entries=tuple(each for each in part.entries if each.zone == zone))
        for part in parts
    ]
    found = [part for part in own if part.zone == zone]
    return found or [
        part._replace(row=-1, zone=zone, words=frozenset()) for part in own if part.entries
    ]


def place_for(card: CardDef, parts: Sequence[Section], pool: Pool) -> Section | None:
    """Choose the section of a zone that a card belongs to; None: none of them may hold it."""
    best: tuple[tuple[float, float, bool, int], Section] | None = None
    for index, part in enumerate(parts):
        fits = fit(card, part.words, pool)
        if fits is None or (part.row < 0 and not part.entries and len(parts) > 1):
            continue
        order = -index if fits else index
        rank = (fits, _kinship(card, part, pool), bool(part.entries), order)
        if best is None or rank > best[0]:
            best = rank, part
    return best[1] if best else None


def neighbour(card: CardDef, parts: Sequence[Section]) -> Section:
    """The section after which one for this card belongs: the next cheaper one, else the last."""
    cheaper = [
        part
        for part in parts
        if (cost := cost_in(part.words)) and int(cost.removesuffix("+")) < card.cost
    ]
    return (cheaper or list(parts))[-1]


def heading_like(row: str, part: Section, card: CardDef, count: int, pool: Pool) -> str | None:
    """Write a heading for a card as another one is written: Darkness [20] → Fire [4]."""
    if part.text not in row or not part.text:
        return None
    if cost_in(part.words):
        written = re.sub(r"[0-9]+\+?", str(card.cost), part.text)
    else:
        written = _styled(_word_for(card, part.words), part.text)
    text = row.replace(part.text, written, 1) if written else None
    if text is None or part.stated is None:
        return text
    return restated(text, part.stated, count, pool)


def _outer(before: Section, over: Words, own: Words) -> Words:
    """The heading that the next one stands under: one of another kind with no card of its own."""
    kind = divides_by(own)
    last = divides_by(before.words - over)
    if not kind:
        return frozenset()
    if before.row >= 0 and not before.entries and last and last != kind:
        return before.words - over
    return frozenset() if divides_by(over) == kind else over


def _kinship(card: CardDef, part: Section, pool: Pool) -> float:
    """The share of a section's cards that have this card's civilizations and type."""
    known = [pool.cards[entry.name] for entry in part.entries if entry.known]
    kin = [
        each
        for each in known
        if each.civilizations == card.civilizations and each.is_spell == card.is_spell
    ]
    return len(kin) / len(known) if known else 0.0


def _word_for(card: CardDef, words: Words) -> str:
    """What a heading for this card is called, beside a heading of one word."""
    if len(words) != 1:
        return ""
    if words & (CIVILIZATIONS.keys() | RAINBOW):
        return "Rainbow" if len(card.civilizations) > 1 else card.civilizations[0].capitalize()
    if words & (SPELLS | CREATURES):
        return "Spells" if card.is_spell else "Creatures"
    return ""


def _styled(word: str, other: str) -> str:
    """Write a word in capitals or small letters, as another one is."""
    return word.upper() if other.isupper() else word.lower() if other.islower() else word
