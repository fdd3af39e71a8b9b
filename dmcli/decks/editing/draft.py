"""A deck list that is being edited: by the shell's commands and by the builder alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from dmcli.cards import Pool
from dmcli.core.errors import Refused, UsageMistake
from dmcli.core.nearest import ask_whether, did_you_mean
from dmcli.decks.editing.listing import Listing
from dmcli.decks.editing.places import parts_of, place_for, sections
from dmcli.decks.editing.written import Written
from dmcli.decks.forms import Form
from dmcli.decks.forms.counts import LONGEST_NAME
from dmcli.decks.forms.entries import MOST_COPIES
from dmcli.decks.forms.writer import write_deck
from dmcli.decks.model import MAIN, ZONES, Deck, Entry

TEXT: Final = "text"
Sheet = Listing | Written


@final
class Draft:
    """A list being edited; the user's text stays as it is, comments and order too."""

    def __init__(self, sheet: Sheet, pool: Pool) -> None:
        self.pool = pool
        #: The list and its text as they now stand.
        self.sheet = sheet
        self._saved = sheet.text
        self._done: list[Sheet] = []
        self._undone: list[Sheet] = []

    @classmethod
    def from_text(cls, text: str, pool: Pool, path: str = "", name: str = "deck") -> Draft:
        """Begin with a list in plain text; the name serves where it states none."""
        return cls(Listing(text, pool, path, name), pool)

    @classmethod
    def from_form(cls, text: str, form: Form, pool: Pool, path: str, name: str) -> Draft:
        """Begin with a text in any form; what it holds beside the deck stays where it can."""
        return cls(Listing(text, pool, path, name, form), pool)

    @classmethod
    def from_deck(cls, deck: Deck, pool: Pool) -> Draft:
        """Begin with a deck, to be written in the form that it was read from."""
        if deck.form != TEXT:
            return cls(Written(deck, pool), pool)
        return cls(Listing(write_deck(deck), pool, deck.path, deck.name), pool)

    @property
    def text(self) -> str:
        """The list as it now stands."""
        return self.sheet.text

    @property
    def deck(self) -> Deck:
        """The same, read."""
        return self.sheet.deck

    @property
    def changed(self) -> bool:
        """Whether it differs from what was saved last."""
        return self.text != self._saved

    @property
    def is_written_anew(self) -> bool:
        """Whether the text has lost what its file held beside the deck: ids, pictures, columns."""
        return isinstance(self.sheet, Written) and self.sheet.loses

    def mark_saved(self) -> None:
        """Note that the list is saved as it now stands."""
        self._saved = self.text

    # ------------------------------------------------------------ edits

    def add(self, name: str, count: int = 1, zone: str = MAIN) -> None:
        """Put copies of a card into a zone."""
        name = self.pool.card(name).name
        _demand_zone(zone)
        _demand_count(count)
        self._keep(_with_more(self.sheet, name, count, zone))

    def remove(self, name: str, count: int | None = 1, zone: str = MAIN) -> None:
        """Take copies of a card out of a zone; None: all of them."""
        name = self._named(name, zone)
        self._keep(_with_fewer(self.sheet, name, self._checked(name, count, zone), zone))

    def swap(self, out: str, in_: str, count: int | None = None) -> None:
        """Take copies of one card out and put as many of another in; None: all of them."""
        new = self.pool.card(in_).name
        zone = self.zone_of(out)
        old = self._named(out, zone)
        if old == new:
            raise UsageMistake(f"'{new}' cannot be swapped for itself.")
        count = self._checked(old, count, zone)
        sheet = self._in_its_place(old, new, count, zone)
        if sheet is None:
            fewer = _with_fewer(self.sheet, old, count, zone)
            sheet = _with_more(fewer, new, count, zone)
        self._keep(sheet)

    def rename(self, title: str) -> None:
        """Give the deck another title."""
        title = title.strip()
        if not title or not title.isprintable() or len(title) > LONGEST_NAME:
            raise UsageMistake(
                f"A title is one line of 1 to {LONGEST_NAME} characters; {title[:60]!r} is not."
            )
        if title != self.deck.name:
            self._keep(where_it_can(self.sheet, lambda sheet: sheet.titled(title)))

    def change(self, edit: Callable[[Sheet], Sheet]) -> None:
        """Make any other change as one step."""
        self._keep(edit(self.sheet))

    def undo(self) -> bool:
        """Take the last edit back; False: there is none."""
        return self._step(self._done, self._undone)

    def redo(self) -> bool:
        """Make the edit again that was taken back last; False: there is none."""
        return self._step(self._undone, self._done)

    def zone_of(self, name: str) -> str:
        """The zone that a card stands in, the main deck before others."""
        zones = [zone for zone in ZONES if self._written_as(name, zone) is not None]
        return zones[0] if zones else MAIN

    def _keep(self, sheet: Sheet) -> None:
        """Take a new state, and forget what was undone."""
        if sheet.text != self.text:
            self._done.append(self.sheet)
            self._undone.clear()
            self.sheet = sheet

    def _step(self, back: list[Sheet], forth: list[Sheet]) -> bool:
        """Go to the last state of one stack and put this one on the other."""
        if not back:
            return False
        forth.append(self.sheet)
        self.sheet = back.pop()
        return True

    # ------------------------------------------------------------ names and counts

    def _in_its_place(self, old: str, new: str, count: int, zone: str) -> Sheet | None:
        """Write the new card over the old one, where that is all that happens and fits there."""
        entries = _entries(self.sheet, old, zone)
        if len(entries) != 1 or entries[0].count != count or _entries(self.sheet, new, zone):
            return None
        if isinstance(self.sheet, Listing):
            if not self.sheet.is_plain or not _fits(self.sheet, entries[0], new):
                return None
        return self.sheet.renamed(entries[0], new)

    def _written_as(self, name: str, zone: str) -> str | None:
        """How a zone names a card that a person means by this name."""
        there = {entry.name for entry in self.deck.entries if entry.zone == zone}
        if name in there:
            return name
        match = self.pool.find(name)
        return match.name if match.name in there and match.how != "typo" else None

    def _named(self, name: str, zone: str) -> str:
        """The same, else a mistake that names what comes near, in the list or in the pool."""
        _demand_zone(zone)
        found = self._written_as(name, zone)
        if found is not None:
            return found
        match = self.pool.find(name)
        place = f"the {zone} {'deck' if zone == MAIN else 'zone'}"
        there = [entry.name for entry in self.deck.entries if entry.zone == zone]
        if match.found and match.how != "typo":
            elsewhere = [each for each in ZONES if self._written_as(name, each) is not None]
            hint = f" It stands in the {elsewhere[0]} zone." if elsewhere else ""
            raise UsageMistake(f"{self.deck.place}: '{match.name}' is not in {place}.{hint}")
        hint = did_you_mean(name, there) or ask_whether(list(match.suggestions))
        raise UsageMistake(f"{self.deck.place}: there is no '{name}' in {place}.{hint}")

    def _checked(self, name: str, count: int | None, zone: str) -> int:
        """How many copies are taken: as many as there are for None, never more."""
        there = sum(entry.count for entry in _entries(self.sheet, name, zone))
        if count is None:
            return there
        _demand_count(count)
        if count > there:
            copies = "1 copy" if there == 1 else f"{there} copies"
            raise UsageMistake(
                f"{self.deck.place}: has only {copies} of '{name}'; {count} cannot be taken out."
            )
        return count


def _entries(sheet: Sheet, name: str, zone: str) -> list[Entry]:
    """The entries of a card in a zone."""
    return [each for each in sheet.deck.entries if each.name == name and each.zone == zone]


def _with_more(sheet: Sheet, name: str, count: int, zone: str) -> Sheet:
    """Raise the count of a card that is there, else write it where it belongs."""
    there = _entries(sheet, name, zone)
    if not there:
        return where_it_can(sheet, lambda each: each.with_card(name, count, zone))
    total = there[0].count + count
    if total > MOST_COPIES:
        raise UsageMistake(f"{total} copies of '{name}': a line holds at most {MOST_COPIES}.")
    return where_it_can(sheet, lambda each: each.recounted(there[0], total))


def _with_fewer(sheet: Sheet, name: str, count: int, zone: str) -> Sheet:
    """Take copies out, of the last line first."""
    while count:
        last = _entries(sheet, name, zone)[-1]
        taken = min(count, last.count)
        sheet = where_it_can(sheet, _recount(last, last.count - taken))
        count -= taken
    return sheet


def _recount(entry: Entry, count: int) -> Callable[[Sheet], Sheet]:
    """The edit that gives an entry another count."""
    return lambda sheet: sheet.recounted(entry, count)


def where_it_can(sheet: Sheet, edit: Callable[[Sheet], Sheet]) -> Sheet:
    """Make an edit where things stand; a form in which that cannot be is written anew."""
    try:
        return edit(sheet)
    except Refused:
        if isinstance(sheet, Written) or sheet.is_plain:
            raise
        return edit(Written.of(sheet))


def _fits(sheet: Listing, entry: Entry, name: str) -> bool:
    """Whether a new card belongs into the section in which the old one stands."""
    parts = parts_of(entry.zone, sections(sheet.rows, sheet.deck, sheet.pool))
    place = place_for(sheet.pool.cards[name], parts, sheet.pool)
    return place is not None and entry in place.entries


def _demand_zone(zone: str) -> None:
    if zone not in ZONES:
        raise UsageMistake(
            f"There is no zone '{zone}'; there are {', '.join(ZONES)}.{did_you_mean(zone, ZONES)}"
        )


def _demand_count(count: int) -> None:
    if not 1 <= count <= MOST_COPIES:
        raise UsageMistake(f"{count} copies: a count is a number from 1 to {MOST_COPIES}.")
