"""Decks in XML: OCTGN's .o8d, Cockatrice's .cod, and lists of elements with a name and a count.

OCTGN knows a card by its id in the game's definition. We have no such ids: unless they are handed
in (octgn.py reads them), what is written names the cards and has empty ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from types import MappingProxyType
from typing import Final, NoReturn, final

from dmcli.cards import Pool
from dmcli.core.errors import Unreadable
from dmcli.decks.forms import words
from dmcli.decks.forms.about import about_lines, read_about
from dmcli.decks.forms.entries import Entries, short, shown
from dmcli.decks.forms.kinds import Cards
from dmcli.decks.forms.lines import LONGEST_NAME, read_line
from dmcli.decks.forms.words import digits_of, first_of, zone_named, zone_of
from dmcli.decks.forms.xml_tree import Element, read_xml
from dmcli.decks.model import HYPERSPATIAL, MAIN, SIDEBOARD, Deck

#: The public game definition "Duel Masters" for OCTGN.
GAME: Final = "bb784fc6-fe21-4603-90d7-82c049908a74"
NO_ID: Final = "00000000-0000-0000-0000-000000000000"
NO_IDS: Final[Mapping[str, str]] = MappingProxyType({})
NO_PRINTINGS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType({})

_SECTIONS: Final = {MAIN: "Main", HYPERSPATIAL: "Hyperspatial Deck", SIDEBOARD: "Sideboard"}
_COD_ZONES: Final = {MAIN: "main", HYPERSPATIAL: "hyperspatial", SIDEBOARD: "side"}
_TITLES: Final = ("deckname", "title", "name", "decktitle")
#: What Cockatrice remembers of a deck that is not in it; none of it is a card.
_NOT_READ: Final = ("bannercard", "lastloadedtimestamp", "tags", "sideboardplan")

#: So many lines of a text between the cards are looked at.
MOST_TRIED: Final = 100

_CARD_TAGS: Final = ("card", "deckcard")
#: When and how it was looked at last.
_STAMPS: Final = ("bannercard", "lastloadedtimestamp")


def read_deck_o8d(text: str, pool: Pool, path: str, name: str) -> Deck:
    """Read a deck of OCTGN."""
    return _read("o8d", text, pool, path, name)


def read_deck_cod(text: str, pool: Pool, path: str, name: str) -> Deck:
    """Read a deck of Cockatrice."""
    return _read("cod", text, pool, path, name)


def write_deck_o8d(deck: Deck, pool: Pool, ids: Mapping[str, str] = NO_IDS) -> str:
    """Write the sections of the public game definition; the title stands in the notes."""
    lines = [
        '<?xml version="1.0" encoding="utf-8" standalone="yes"?>',
        f'<deck game="{GAME}">',
    ]
    for zone in dict.fromkeys((MAIN, HYPERSPATIAL, *deck.zones)):
        lines.append(f'  <section name="{_SECTIONS[zone]}" shared="False">')
        for entry in (entry for entry in deck.entries if entry.zone == zone):
            name, id = escape(entry.name, quote=False), escape(ids.get(entry.name, NO_ID))
            lines.append(f'    <card qty="{entry.count}" id="{id}">{name}</card>')
        lines.append("  </section>")
    notes = escape("\n".join(about_lines(deck, titled=True)), quote=False)
    return "\n".join([*lines, f"  <notes>{notes}</notes>", "</deck>"]) + "\n"


def write_deck_cod(
    deck: Deck, pool: Pool, of_card: Mapping[str, Mapping[str, str]] = NO_PRINTINGS
) -> str:
    """Write Cockatrice's zones; author and remarks are its comments."""
    comments = escape("\n".join(about_lines(deck)), quote=False)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<cockatrice_deck version="1">',
        f"    <deckname>{escape(deck.name, quote=False)}</deckname>",
        f"    <comments>{comments}</comments>",
    ]
    for zone in deck.zones:
        lines.append(f'    <zone name="{_COD_ZONES[zone]}">')
        for entry in (entry for entry in deck.entries if entry.zone == zone):
            more = of_card.get(entry.name, {}).items()
            card = {"number": str(entry.count), "name": entry.name, **dict(more)}
            pairs = " ".join(f'{key}="{escape(value)}"' for key, value in card.items())
            lines.append(f"        <card {pairs}/>")
        lines.append("    </zone>")
    return "\n".join([*lines, "</cockatrice_deck>"]) + "\n"


def _read(form: str, text: str, pool: Pool, path: str, name: str) -> Deck:
    """Read any of these documents."""
    place = Deck(name=name, path=path).place
    document = _Document(Entries(pool, place, numbered="\n" not in text.strip()))
    return document.deck(read_xml(text, place), form, path, name)


@final
class _Document:
    """One document while it is read."""

    def __init__(self, entries: Entries) -> None:
        self.cards = entries
        self.title = ""
        self.author = ""
        self.remarks: list[str] = []
        self.passed: dict[str, None] = {}

    def deck(self, root: Element, form: str, path: str, name: str) -> Deck:
        """Read the tree."""
        self._refuse_many(root)
        self._within(root)
        if not self.cards.entries and not self.cards.problems and not _is_known(root):
            self._refuse(root, f"has no cards: '{short(root.tag)}' is no deck")
        if self.passed:
            self.cards.line = root.line
            message = f"Passed over: {short(', '.join(self.passed))}."
            self.cards.say("note", "unreadable-line", message)
        return self.cards.deck(form, path, self.title or name, self.author, tuple(self.remarks))

    def _refuse_many(self, root: Element) -> None:
        """One document is one deck."""
        decks = sum(map(_is_known, root.children))
        if decks > 1:
            self._refuse(root, f"holds {decks} decks; write each into a file of its own")

    def _within(self, holder: Element) -> None:
        """Read what an element holds."""
        self.cards.line = holder.line
        self._loose(holder.text)
        for element in holder.children:
            self.cards.line = element.line
            if _is_card(element):
                self._card(element)
            elif element.tag in _NOT_READ:
                self._pass_over(element)
            elif element.children or "name" in element.attributes:
                self._section(element)
            else:
                self._about(element)

    def _section(self, element: Element) -> None:
        """Read the cards of a section, in the zone that it names."""
        outer = self.cards.zone
        stated = element.attributes.get("name", "")
        if stated == "tokens":
            self.passed["tokens"] = None
            return
        held = stated or element.tag
        if zone_of(held):
            self.cards.zone = zone_named(held) or outer
        elif stated:
            self.cards.choose_zone(stated)
        self._within(element)
        self.cards.zone = outer

    def _loose(self, text: str) -> None:
        """Text between the cards: lines of a list have no place there."""
        line = next(filter(self._is_card_line, text.splitlines()[:MOST_TRIED]), "")
        if line:
            self.cards.misread(f"'{short(line)}' stands in no card.", "Save it as plain text.")
        elif text:
            self.passed[short(text)] = None

    def _is_card_line(self, text: str) -> bool:
        """Whether a text names a card or says how many of one."""
        if len(text) > LONGEST_NAME:
            return False
        return isinstance(read_line(text), Cards) or self.cards.pool.find(text, False).found

    def _card(self, element: Element) -> None:
        """Take a card: its name is an attribute, an element or the text."""
        parts = {child.tag: child.text for child in element.children} | element.attributes
        name = parts.get(first_of(words.NAME_WORDS, parts) or "") or element.text
        count = parts.get(first_of(words.COUNT_WORDS, parts) or "")
        zone = parts.get(first_of(words.ZONE_WORDS, parts) or "")
        outer = self.cards.zone
        if zone:
            self.cards.choose_zone(zone)
        self._take(count, " ".join(name.split()))
        self.cards.zone = outer

    def _take(self, count: str | None, name: str) -> None:
        """Take a count and a name."""
        digits = "1" if count is None else digits_of(count)
        if not name:
            self.cards.misread("This card has no name.", "Write the name, not only an id.")
        elif digits is None:
            message = f"'{short(count or '')}' is no count of '{short(name)}'."
            self.cards.misread(message, "Write a whole number.")
        elif count is None:
            self.cards.take_one(name)
        else:
            self.cards.take(digits, name)

    def _about(self, element: Element) -> None:
        """Take what is said about the deck."""
        if element.tag in _TITLES:
            self.title = self.title or element.text
        elif element.tag in words.AUTHOR_WORDS:
            self.author = self.author or element.text
        elif element.tag in words.REMARK_WORDS:
            about = read_about(element.text)
            self.title = self.title or about.title
            self.author = self.author or about.author
            self.remarks += about.remarks
        elif self._is_card_line(element.text):
            self._loose(element.text)
        else:
            self._pass_over(element)

    def _pass_over(self, element: Element) -> None:
        """Remember what was not read, if it says something that matters."""
        if element.tag not in _STAMPS and (element.text or element.children):
            self.passed[shown(element.written)] = None

    def _refuse(self, element: Element, what: str) -> NoReturn:
        """Refuse the document in one sentence."""
        raise Unreadable(f"{self.cards.place}:{element.line}: {what}.")


def _is_known(root: Element) -> bool:
    """Whether an element is the root of a deck, be it empty."""
    return root.tag in ("deck", "cockatricedeck")


def _is_card(element: Element) -> bool:
    """Whether an element is a card: it is called one, or has a count and a name."""
    if element.tag in _CARD_TAGS and not any(map(_is_card, element.children)):
        return True
    parts = {*element.attributes, *(child.tag for child in element.children)}
    counted = first_of(words.COUNT_WORDS, parts)
    return counted is not None and (
        first_of(words.NAME_WORDS, parts) is not None or bool(element.text)
    )
