"""Where a new card belongs in a list: under the heading of its civilization or type."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from dmcli.cards import Pool
from dmcli.core.carddef import CardDef
from dmcli.decks.editing.heads import heads, restated
from dmcli.decks.editing.rows import Row
from dmcli.decks.forms.kinds import Heading
from dmcli.decks.model import MAIN, Deck, Entry

_CIVILIZATIONS: Final = {
    "light": "light",
    "water": "water",
    "dark": "darkness",
    "darkness": "darkness",
    "fire": "fire",
    "nature": "nature",
}
_RAINBOW: Final = frozenset(
    (
        *("rainbow", "rainbows", "multi", "multicivilization"),
        *("multicolor", "multicolored", "multicolour", "multicoloured"),
    )
)
_SPELLS: Final = frozenset(("spell", "spells"))
_CREATURES: Final = frozenset(("creature", "creatures"))
_EVOLUTIONS: Final = frozenset(("evolution", "evolutions", "evo", "evos"))
_LATER_TYPES: Final = frozenset(("cross", "gear", "gears", "castle", "castles"))
_KEYWORDS: Final = {
    "trigger": "shield trigger",
    "triggers": "shield trigger",
    "blocker": "blocker",
    "blockers": "blocker",
}


class Section(NamedTuple):
    """A part of a list: the row of its heading, -1 before the first, and its cards."""

    row: int
    zone: str
    text: str
    #: The words of its heading, and of one that it stands under: Water, and under it Spells.
    words: frozenset[str]
    entries: tuple[Entry, ...]

    @property
    def last(self) -> int:
        """The row of its last card, else of its heading."""
        return max((entry.line - 1 for entry in self.entries), default=self.row)


def sections(rows: Sequence[Row], deck: Deck, pool: Pool) -> list[Section]:
    """Cut a list at its headings, those written as comments among them."""
    cards: dict[int, list[Entry]] = {}
    for entry in deck.entries:
        cards.setdefault(entry.line - 1, []).append(entry)
    found = [Section(-1, MAIN, "", frozenset(), ())]
    over: frozenset[str] = frozenset()
    marks = {head.row: head for head in heads(rows, pool)}
    for row in sorted({*marks, *cards}):
        head = marks.get(row)
        if head and isinstance(head.line, Heading):
            own = _words(head.line.text)
            over = _outer(found[-1], over, own)
            zone = (not head.in_comment and head.line.zone) or found[-1].zone
            found.append(Section(row, zone, head.line.text, own | over, ()))
        if row in cards:
            found[-1] = found[-1]._replace(entries=(*found[-1].entries, *cards[row]))
    return found


def place_for(card: CardDef, parts: Sequence[Section], pool: Pool) -> Section | None:
    """Choose the section of a zone that a card belongs to; None: none of them may hold it."""
    best: tuple[tuple[float, float, bool, int], Section] | None = None
    for index, part in enumerate(parts):
        fit = _fit(card, part.words)
        if fit is None or (part.row < 0 and not part.entries and len(parts) > 1):
            continue
        order = -index if fit else index
        rank = (fit, _kinship(card, part, pool), bool(part.entries), order)
        if best is None or rank > best[0]:
            best = rank, part
    return best[1] if best else None


def heading_like(row: str, part: Section, card: CardDef, count: int, pool: Pool) -> str | None:
    """Write a heading for a card as another one is written: Darkness [20] → Fire [4]."""
    word = _word_for(card, part.words)
    if word is None or part.text not in row:
        return None
    styled = word.upper() if part.text.isupper() else word.lower() if part.text.islower() else word
    text = row.replace(part.text, styled, 1)
    stated = sum(entry.count for entry in part.entries)
    return restated(text, stated, count, pool) if re.search("[0-9]", text) else text


def _words(text: str) -> frozenset[str]:
    """The words of a heading."""
    return frozenset(re.findall(r"[^\W\d_]+", text.casefold()))


def _divides_by(words: frozenset[str]) -> str:
    """What a heading divides a list by."""
    if words & (_CIVILIZATIONS.keys() | _RAINBOW):
        return "civilization"
    return "type" if words & (_SPELLS | _CREATURES | _EVOLUTIONS | _LATER_TYPES) else ""


def _outer(before: Section, over: frozenset[str], own: frozenset[str]) -> frozenset[str]:
    """The heading that the next one stands under: one of another kind with no card of its own."""
    kind = _divides_by(own)
    last = _divides_by(before.words - over)
    if not kind:
        return frozenset()
    if before.row >= 0 and not before.entries and last and last != kind:
        return before.words - over
    return frozenset() if _divides_by(over) == kind else over


def _fit(card: CardDef, words: frozenset[str]) -> float | None:
    """How many words of a heading speak of this card; None when one speaks against it."""
    asked = [_civilization(card, words), _type(card, words), _keyword(card, words)]
    said = [each for each in asked if each is not None]
    return None if 0 in said else sum(said)


def _civilization(card: CardDef, words: frozenset[str]) -> float | None:
    """Whether a heading names the card's civilization: 1 yes, a half for one of several, 0 no."""
    named = {_CIVILIZATIONS[word] for word in words & _CIVILIZATIONS.keys()}
    own = set(card.civilizations)
    if words & _RAINBOW:
        return float(len(own) > 1)
    if not named:
        return None
    return 1.0 if own <= named else 0.5 if own & named else 0.0


def _type(card: CardDef, words: frozenset[str]) -> float | None:
    """Whether a heading names the card's type: 1 yes, a half for a creature that evolves, 0 no."""
    if words & _LATER_TYPES and not words & (_SPELLS | _CREATURES):
        return 0.0
    if not words & (_SPELLS | _CREATURES | _EVOLUTIONS):
        return None
    if card.is_spell:
        return float(bool(words & _SPELLS))
    if words & _EVOLUTIONS:
        return float(card.is_evolution != ("non" in words))
    return (0.5 if card.is_evolution else 1.0) if words & _CREATURES else 0.0


def _keyword(card: CardDef, words: frozenset[str]) -> float | None:
    """Whether a heading names a keyword that the card has."""
    named = {_KEYWORDS[word] for word in words & _KEYWORDS.keys()}
    return float(bool(named.intersection(card.rules or ()))) if named else None


def _kinship(card: CardDef, part: Section, pool: Pool) -> float:
    """The share of a section's cards that have this card's civilizations and type."""
    known = [pool.cards[entry.name] for entry in part.entries if entry.known]
    kin = [
        each
        for each in known
        if each.civilizations == card.civilizations and each.is_spell == card.is_spell
    ]
    return len(kin) / len(known) if known else 0.0


def _word_for(card: CardDef, words: frozenset[str]) -> str | None:
    """What a heading for this card is called, beside a heading of one word."""
    if len(words) != 1:
        return None
    if words & (_CIVILIZATIONS.keys() | _RAINBOW):
        return "Rainbow" if len(card.civilizations) > 1 else card.civilizations[0].capitalize()
    if words & (_SPELLS | _CREATURES):
        return "Spells" if card.is_spell else "Creatures"
    return None
