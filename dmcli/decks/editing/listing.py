"""The text of a list, in any form, and the smallest changes to what its user wrote."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final, final

from dmcli.cards import Pool
from dmcli.core.errors import Refused, Unreadable
from dmcli.decks.editing import wording
from dmcli.decks.editing.claims import Claim, kept_right, right_claims
from dmcli.decks.editing.contents import Content, content, errors_of
from dmcli.decks.editing.places import (
    Section,
    heading_like,
    neighbour,
    parts_of,
    place_for,
    sections,
)
from dmcli.decks.editing.rows import Row, inserted, is_blank, rows_of, text_of
from dmcli.decks.forms import FORMS, Form, form_named
from dmcli.decks.forms.words import ZONE_HEADS
from dmcli.decks.model import Deck, Entry

Rows = Sequence[Row]
Ways = Callable[[Rows], Iterable[list[Row]]]

PLAIN: Final = FORMS["text"]
#: Forms that list the ids of their cards beside the cards: both must change together.
_COUNTED_TWICE: Final = ("tts",)
BOM: Final = "\ufeff"


@final
class Listing:
    """A text and the deck that it is read as; an edit gives a new one or is refused."""

    def __init__(
        self, text: str, pool: Pool, path: str = "", name: str = "deck", form: Form = PLAIN
    ) -> None:
        self.text = text
        self.pool = pool
        self.path = path
        self.name = name
        self.form = form

    @property
    def is_plain(self) -> bool:
        """Whether it is plain text, where headings and totals are and cards may stand anywhere."""
        return self.form is PLAIN

    @cached_property
    def deck(self) -> Deck:
        """The list as its form's reader reads it."""
        text = self.text if self.is_plain else self.text.removeprefix(BOM)
        return self.form.read(text, self.pool, self.path, self.name)

    @cached_property
    def rows(self) -> list[Row]:
        """Its lines."""
        return rows_of(self.text)

    def recounted(self, entry: Entry, count: int) -> Listing:
        """Write another count where one stands; at 0 the card is taken out."""
        self._demand_line(entry)
        if self.deck.form in _COUNTED_TWICE:
            raise Refused(f"{self.deck.place}: its form counts its cards in another place, too.")
        wanted, change = content(self.deck), count - entry.count
        wanted[entry.zone, entry.name, entry.known] += change
        here = self._line_of(entry)
        claims = self._claims(entry.line - 1, entry.zone)
        return self._first(
            lambda rows: here.recounted(rows, count),
            wanted,
            claims,
            change,
            f"Line {entry.line}",
        )

    def with_card(self, name: str, count: int, zone: str) -> Listing:
        """Write a new card where it belongs."""
        if not self.is_plain:
            return self._in_form(name, count, zone)
        card = self.pool.cards[name]
        parts = parts_of(zone, sections(self.rows, self.deck, self.pool))
        place = place_for(card, parts, self.pool)
        if not parts:
            return self._in_new_zone(name, count, zone)
        if place is None:
            return self._under_new_heading(neighbour(card, parts), name, count, zone)
        return self._in_section(place, name, count, zone)

    def renamed(self, entry: Entry, name: str) -> Listing:
        """Write another name in the place of a card's, with the same count."""
        self._demand_line(entry)
        if not self.is_plain and name != entry.name:
            raise Refused(f"{self.deck.place}: what belongs to '{entry.name}' is not '{name}''s.")
        wanted = content(self.deck)
        wanted[entry.zone, entry.name, entry.known] -= entry.count
        wanted[entry.zone, name, True] += entry.count
        here = self._line_of(entry)
        return self._first(
            lambda rows: here.renamed(rows, name), wanted, (), 0, f"Line {entry.line}"
        )

    def titled(self, title: str) -> Listing:
        """Write another title, where one stands or above the list."""
        old = self.deck
        if not self.is_plain:
            raise Refused(f"{old.place}: its title cannot be written where it stands.")
        for way in wording.titles(self.rows, old.name, title):
            new = self._with(way)
            same = new.deck.author == old.author and {*old.remarks} <= {*new.deck.remarks}
            if new.deck.name == title and same and self._is_right(new, content(old)):
                return new
        raise Refused(f"{old.place}: the line with its title cannot be told; write it by hand.")

    # ------------------------------------------------------------ where a new card is written

    def _in_section(self, place: Section, name: str, count: int, zone: str) -> Listing:
        """Write a new card at the end of a section."""
        at = self._end_of(place)
        wanted = content(self.deck)
        wanted[zone, name, True] += count
        return self._first(
            lambda rows: self._beside(rows, place, at, count, name),
            wanted,
            self._claims(at, zone),
            count,
            f"The place for {name}",
        )

    def _beside(
        self, rows: Rows, place: Section, at: int, count: int, name: str
    ) -> Iterator[list[Row]]:
        """Write a card after the last one of its section and in its way."""
        if place.entries:
            yield from self._line_of(place.entries[-1]).extended(rows, count, name)
        above, below = self._gaps(place, at)
        for text in wording.cards_like(rows, place.entries or self.deck.entries, count, name):
            yield inserted(rows, at, *above, *text, *below)
            yield inserted(rows, at, *text)

    def _gaps(self, place: Section, at: int) -> tuple[list[str], list[str]]:
        """The blank lines around a new card: where the list leaves them, and round a first one."""
        if place.entries:
            return [""] if self._leaves_gaps() else [], []
        if place.row >= 0:
            return [], []
        above, below = ([] if is_blank(self.rows, row) else [""] for row in (at - 1, at))
        return above, below

    def _leaves_gaps(self) -> bool:
        """Whether most cards of the list stand between blank lines."""
        parts = sections(self.rows, self.deck, self.pool)
        pairs = [pair for part in parts for pair in pairwise(part.entries)]
        below = [first.line for first, second in pairs if first.line < second.line]
        return 2 * sum(is_blank(self.rows, line) for line in below) > len(below)

    def _end_of(self, place: Section) -> int:
        """The row before which a section's next card goes."""
        if place.entries:
            return place.last + 1
        if place.row >= 0:
            return place.row + 1 + self._gap_below_headings(place.row)
        parts = sections(self.rows, self.deck, self.pool)
        return next((part.row for part in parts if part.row >= 0), len(self.rows))

    def _gap_below_headings(self, row: int) -> int:
        """1 where the list leaves a blank line between a heading and its cards."""
        return int(row + 1 < len(self.rows) - 1 and is_blank(self.rows, row + 1))

    def _in_form(self, name: str, count: int, zone: str) -> Listing:
        """Write a new card after the last one of its zone, as the form writes one."""
        entries = [each for each in self.deck.entries if each.zone == zone] or self.deck.entries
        if not entries or self.deck.form in _COUNTED_TWICE:
            raise Refused(f"{self.deck.place}: a card cannot be written where none stands.")
        last, wanted = entries[-1], content(self.deck)
        self._demand_line(last)
        wanted[zone, name, True] += count
        plain = self._written_alone(Entry(count, name, 1, zone), Entry(count, "?", 1, zone, False))

        def ways(rows: Rows) -> Iterator[list[Row]]:
            if self.form.name in ("csv", "tsv"):
                for text in wording.cells_like(rows[last.line - 1].text, last, count, name, zone):
                    yield inserted(rows, last.line, text)
            for text in plain:
                yield from wording.among(rows, last.line - 1, text)

        return self._first(ways, wanted, (), count, f"The place for {name}")

    def _written_alone(self, card: Entry, other: Entry) -> list[str]:
        """The line that the form writes for a card and not for another, if it is one line."""
        form = form_named(self.deck.form)
        decks = [Deck(name="", entries=(each,)) for each in (card, other)]
        written, beside = (form.write(deck, self.pool).splitlines() for deck in decks)
        lines = [line for line in written if line not in beside]
        return lines if len(lines) == 1 else []

    def _demand_line(self, entry: Entry) -> None:
        """Refuse a card whose line cannot be told, as in some forms."""
        if not 1 <= entry.line <= len(self.rows):
            raise Refused(f"{self.deck.place}: the line of '{entry.name}' cannot be told.")

    def _in_new_zone(self, name: str, count: int, zone: str) -> Listing:
        """Write the first card of a zone under a heading of its own, at the end of the list."""
        at = len(self.rows)
        wanted = content(self.deck)
        wanted[zone, name, True] += count
        gap = [] if is_blank(self.rows, at - 1) else [""]
        head = f"{ZONE_HEADS[zone]}:"

        def ways(rows: Rows) -> Iterator[list[Row]]:
            for text in wording.cards_like(rows, self.deck.entries, count, name):
                yield inserted(rows, at, *gap, head, *text)

        return self._first(ways, wanted, self._claims(at, zone), count, f"The place for {name}")

    def _under_new_heading(self, part: Section, name: str, count: int, zone: str) -> Listing:
        """Write a card that no section may hold under a heading like one there, else below it."""
        card, rows = self.pool.cards[name], self.rows
        head = heading_like(rows[part.row].text, part, card, count, self.pool)
        if head is None or not part.entries or part.entries[0].line == part.row + 1:
            return self._in_section(part, name, count, zone)
        at, wanted = self._end_of(part), content(self.deck)
        wanted[zone, name, True] += count
        above = [""] if is_blank(rows, part.row - 1) else []
        new = [*above, head, *[""] * self._gap_below_headings(part.row)]

        def ways(rows: Rows) -> Iterator[list[Row]]:
            for text in wording.cards_like(rows, part.entries, count, name):
                yield inserted(rows, at, *new, *text)

        claims = [claim for claim in self._claims(at, zone) if claim.row != part.row]
        try:
            return self._first(ways, wanted, claims, count, f"The place for {name}")
        except Refused:
            return self._in_section(part, name, count, zone)

    # ------------------------------------------------------------ choosing a way, by reading it

    def _line_of(self, entry: Entry) -> wording.Line:
        """The line of a card, which can find out where its counts stand."""
        return wording.Line(self.rows, self.deck, entry, self.pool, self.read)

    def _claims(self, row: int, zone: str) -> list[Claim]:
        """The right numbers of this list that count a card on a row, or put before it."""
        if not self.is_plain:
            return []
        return [
            claim
            for claim in right_claims(self.rows, self.deck, self.pool)
            if claim.counts(row, zone)
        ]

    def read(self, rows: Rows) -> Deck | None:
        """The deck that these lines are read as, None where they cannot be."""
        try:
            return self._with(rows).deck
        except Unreadable:
            return None

    def _with(self, rows: Rows) -> Listing:
        """The list with these lines; a byte order mark stays in front."""
        text = text_of(rows)
        if self.text.startswith(BOM) and not text.startswith(BOM):
            text = BOM + text.replace(BOM, "", 1)
        return Listing(text, self.pool, self.path, self.name, self.form)

    def _first(
        self, ways: Ways, wanted: Content, claims: Sequence[Claim], change: int, what: str
    ) -> Listing:
        """The first way that is read as exactly what is wanted, and best under the same title."""
        second = None
        bases = [kept_right(self.rows, claims, change, self.pool), self.rows][: 2 if claims else 1]
        for way in (way for base in bases for way in ways(base)):
            new = self._with(way)
            if self._is_right(new, wanted):
                if new.deck.name == self.deck.name:
                    return new
                second = second or new
        if second is None:
            raise Refused(
                f"{self.deck.place}: {what} cannot be changed without changing how the rest of "
                "the list is read; change it by hand."
            )
        return second

    def _is_right(self, new: Listing, wanted: Content) -> bool:
        """Whether a list has the wanted cards, and no line that was read before is an error now."""
        try:
            found = new.deck
        except Unreadable:
            return False
        return content(found) == +wanted and not errors_of(found) - errors_of(self.deck)
