"""A deck that is written anew in its form, where an edit cannot be made where things stand."""

from __future__ import annotations

import json
from functools import cached_property
from typing import final

import msgspec

from dmcli.cards import Pool
from dmcli.core.errors import Refused
from dmcli.decks.editing.contents import content
from dmcli.decks.editing.listing import BOM, Listing
from dmcli.decks.forms import form_named
from dmcli.decks.model import Deck, Entry


@final
class Written:
    """A deck and its text in its own form; an edit gives a new one or is refused."""

    def __init__(self, deck: Deck, pool: Pool, source: str = "", loses: bool = False) -> None:
        self.deck = deck
        self.pool = pool
        #: The text that it is written over: ids and pictures of cards that stay are kept.
        self.source = source
        #: Whether that text held more than what is written.
        self.loses = loses

    @classmethod
    def of(cls, listing: Listing) -> Written:
        """The deck of a text, to be written anew."""
        source = listing.text.removeprefix(BOM)
        same = cls(listing.deck, listing.pool, source)
        return cls(listing.deck, listing.pool, source, loses=not _says_the_same(source, same.text))

    @cached_property
    def text(self) -> str:
        """The deck in its form."""
        form = form_named(self.deck.form)
        if not self.source:
            return form.write(self.deck, self.pool)
        return form.rewrite(self.source, self.deck, self.pool)

    def recounted(self, entry: Entry, count: int) -> Written:
        """Give an entry another count; at 0 it goes."""
        new = [msgspec.structs.replace(entry, count=count)] if count else []
        return self._with(entry, new)

    def with_card(self, name: str, count: int, zone: str) -> Written:
        """Put a new card after the last one of its zone."""
        last = max(
            (i for i, each in enumerate(self.deck.entries) if each.zone == zone),
            default=len(self.deck.entries) - 1,
        )
        entries = list(self.deck.entries)
        entries.insert(last + 1, Entry(count, name, 0, zone))
        return self._kept(entries)

    def renamed(self, entry: Entry, name: str) -> Written:
        """Put another card in the place of one."""
        return self._with(entry, [msgspec.structs.replace(entry, name=name, known=True)])

    def titled(self, title: str) -> Written:
        """Give the deck another title."""
        new = self._over(msgspec.structs.replace(self.deck, name=title))
        if new._read_again("").name != title:
            kind = form_named(self.deck.form).title
            raise Refused(f"{self.deck.place}: its form, {kind}, has no place for this title.")
        return new

    def _with(self, entry: Entry, new: list[Entry]) -> Written:
        """Put these entries in the place of one."""
        at = next(i for i, each in enumerate(self.deck.entries) if each is entry)
        return self._kept([*self.deck.entries[:at], *new, *self.deck.entries[at + 1 :]])

    def _kept(self, entries: list[Entry]) -> Written:
        """The deck with these entries, when its form can keep every one of them."""
        new = self._over(msgspec.structs.replace(self.deck, entries=tuple(entries)))
        if content(new._read_again(self.deck.name)) != content(new.deck):
            raise Refused(
                f"{self.deck.place}: its form, {form_named(self.deck.form).title}, cannot keep "
                "this change; dmcli convert writes the deck in another one."
            )
        return new

    def _over(self, deck: Deck) -> Written:
        """Another deck over the same file."""
        return Written(deck, self.pool, self.source, self.loses)

    def _read_again(self, name: str) -> Deck:
        """The deck as it is read from its text; the name serves where that states none."""
        form = form_named(self.deck.form)
        return form.read(self.text, self.pool, self.deck.path, name)


def _says_the_same(text: str, other: str) -> bool:
    """Whether two documents differ in white space alone."""
    try:
        return bool(json.loads(text) == json.loads(other))
    except (ValueError, RecursionError):
        return "".join(text.split()) == "".join(other.split())
