"""Decks as tables: CSV and TSV, with a head or without, from a spreadsheet or by hand.

A cell is a text and nothing else: a formula is never reckoned, and none is written.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Final, final

from msgspec import structs

from dmcli.cards import Pool
from dmcli.decks.forms import kinds
from dmcli.decks.forms.entries import Entries, short
from dmcli.decks.forms.lines import read_line
from dmcli.decks.forms.table import (
    DELIMITERS,
    FORMULA,
    SUM_WORDS,
    Head,
    Row,
    best_delimiter,
    fit,
    head_of,
    rows_of,
)
from dmcli.decks.forms.text import deck_from_text
from dmcli.decks.forms.words import digits_of, folded, zone_of
from dmcli.decks.model import MAIN, Deck, Severity

#: So many cells after a count can be parts of one name, cut at its commas.
MOST_PARTS: Final = 5


def read_deck_csv(text: str, pool: Pool, path: str, name: str) -> Deck:
    """Read a table whose cells stand between commas, semicolons or tabs."""
    return _read(text, pool, path, name, "csv", DELIMITERS)


def read_deck_tsv(text: str, pool: Pool, path: str, name: str) -> Deck:
    """Read a table whose cells stand between tabs."""
    return _read(text, pool, path, name, "tsv", ("\t",))


def write_deck_csv(deck: Deck, pool: Pool) -> str:
    """Write count, name and zone, separated by commas."""
    return _write(deck, ",")


def write_deck_tsv(deck: Deck, pool: Pool) -> str:
    """Write count, name and zone, separated by tabs."""
    return _write(deck, "\t")


def _write(deck: Deck, delimiter: str) -> str:
    """Write a table that no spreadsheet reckons with."""
    out = io.StringIO()
    table = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    table.writerow(("count", "name", "zone"))
    table.writerows((entry.count, _kept(entry.name), entry.zone) for entry in deck.entries)
    return out.getvalue()


def _kept(cell: str) -> str:
    """Keep a spreadsheet from taking a text for a formula."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell


# -------------------------------------------------------------------- reading


def _read(
    text: str, pool: Pool, path: str, name: str, form: str, delimiters: Sequence[str]
) -> Deck:
    """Read a table; what has no counts in cells of their own is a list in a table's clothes."""
    place = Deck(name=name, path=path).place
    delimiter = best_delimiter(text, place, delimiters)
    rows = rows_of(text, place, delimiter)
    if not fit(rows):
        return structs.replace(deck_from_text(text, pool, path, name), form=form)
    return _Sheet(Entries(pool, place), delimiter).deck(rows, form, path, name)


@final
class _Sheet:
    """One table while it is read."""

    def __init__(self, entries: Entries, delimiter: str) -> None:
        self.cards = entries
        self.delimiter = delimiter
        self.title = self.author = ""
        self.remarks: list[str] = []
        #: The zone that a row of its own has opened.
        self.section = MAIN

    def deck(self, rows: list[Row], form: str, path: str, name: str) -> Deck:
        """Read every row."""
        head = head_of(rows[0].cells, rows[1:])
        if head is not None:
            self._say_passed(rows[0], head)
            rows = rows[1:]
        for row in rows:
            self.cards.line = row.line
            self._row(row.cells, head)
        return self.cards.deck(form, path, self.title or name, self.author, tuple(self.remarks))

    def _row(self, cells: tuple[str, ...], head: Head | None) -> None:
        """Read one row."""
        if any("\n" in cell or "\r" in cell for cell in cells):
            torn = short(next(cell for cell in cells if "\n" in cell or "\r" in cell))
            self.cards.misread(f"A cell runs over several lines: '{torn}'.", "Close its quotes.")
        elif len([cell for cell in cells if cell]) == 1 and not (head and head.counts is None):
            self._alone(next(filter(None, cells)))
        elif any(folded(cell) in SUM_WORDS for cell in cells):
            self._total(next(filter(None, map(digits_of, cells)), None))
        elif head is not None:
            self._under(head, cells)
        else:
            self._headless(cells)

    def _alone(self, cell: str) -> None:
        """Read the only cell of a row: a heading, a remark, or a card with its count."""
        line = read_line(cell)
        if isinstance(line, kinds.Heading):
            self.section = self.cards.zone = line.zone or self.section
        elif isinstance(line, kinds.Total):
            self._total(str(line.cards))
        elif isinstance(line, kinds.Title) and isinstance(read_line(line.text), kinds.Cards):
            self.cards.misread(f"'{short(cell)}' may be a title or cards.", "Call it title: …")
        elif isinstance(line, kinds.Title):
            self.title = line.text
        elif isinstance(line, kinds.Author):
            self.author = line.text
        elif isinstance(line, kinds.Comment | kinds.Remark):
            self.remarks.append(line.text)
        elif isinstance(line, kinds.Cards):
            self.cards.take_line(cell)
        else:
            self.cards.misread(f"'{short(cell)}' has no count.", "Write one beside it.")

    def _total(self, digits: str | None) -> None:
        """Compare a total with what was read."""
        read = sum(entry.count for entry in self.cards.entries)
        if digits is not None and digits != str(read):
            message = f"The list claims {digits[:20]} cards, {read} were read."
            self.cards.say("warning", "size", message)

    def _under(self, head: Head, cells: tuple[str, ...]) -> None:
        """Read a row under a head; a name may have been cut at its commas."""
        more = max(0, len(cells) - head.width)
        name, parts = self._name(cells[head.names : head.names + 1 + more])
        shift = parts - 1
        zone = _cell(cells, head.zones, head.names, shift)
        if zone:
            self.cards.choose_zone(zone)
        elif head.zones is not None:
            self.cards.zone = self.section
        if head.counts is None:
            self.cards.take_one(name)
        else:
            self._take(_cell(cells, head.counts, head.names, shift), name)

    def _headless(self, cells: tuple[str, ...]) -> None:
        """Read a row that has its count first or last, and perhaps a zone after all."""
        zone = zone_of(cells[-1]) if len(cells) > 2 else None
        if zone:
            cells = cells[:-1]
            outer, self.cards.zone = self.cards.zone, zone
        if digits_of(cells[0]) is None and digits_of(cells[-1]) is not None:
            cells = (cells[-1], *cells[:-1])
        name, parts = self._name(cells[1:])
        self._take(cells[0], name)
        self._pass_over(tuple(filter(None, cells[1 + parts :])))
        if zone:
            self.cards.zone = outer

    def _pass_over(self, cells: tuple[str, ...]) -> None:
        """Say which cells of a row are not read; a second card is a mistake."""
        rest = short(", ".join(cells))
        if any(self.cards.pool.find(cell, typos=False).found for cell in cells):
            self.cards.misread(f"'{rest}' is one card more on this row.", "Give it its own row.")
        elif cells:
            self.cards.say("note", "unreadable-line", f"'{rest}' was passed over.")

    def _name(self, cells: tuple[str, ...]) -> tuple[str, int]:
        """The longest run of cells that is a name, and how many cells it took."""
        for parts in range(min(len(cells), MOST_PARTS), 0, -1):
            name = f"{self.delimiter} ".join(cells[:parts])
            if self.cards.pool.find(name, typos=False).found:
                return name, parts
        return (cells[0], 1) if cells else ("", 1)

    def _take(self, count: str, name: str) -> None:
        """Take a count and a name."""
        digits = digits_of(count)
        if digits is None:
            message = f"'{short(count)}' is no count of '{short(name)}'."
            self.cards.misread(message, "Write a whole number.")
        else:
            self.cards.take(digits, name)

    def _say_passed(self, row: Row, head: Head) -> None:
        """Say which columns are not read."""
        used = (head.names, head.counts, head.zones)
        passed = [cell for at, cell in enumerate(row.cells) if at not in used and cell]
        self.cards.line = row.line
        twice = [cell for cell in passed if folded(cell) == folded(row.cells[head.names])]
        if twice:
            message = f"Two columns are called '{short(twice[0])}'; one is read."
            self.cards.misread(message, "Put all cards into one column.")
        if passed:
            message = f"Columns passed over: {short(', '.join(passed))}."
            severity: Severity = "warning" if any(map(zone_of, passed)) else "note"
            self.cards.say(severity, "unreadable-line", message)
        if head.counts is None:
            message = "No column says how many: every row is one copy."
            self.cards.say("warning", "unreadable-line", message, "Call that column count.")


def _cell(cells: tuple[str, ...], at: int | None, name: int, shift: int) -> str:
    """The cell of a column, which a name that was cut at its commas moves to the right."""
    if at is None:
        return ""
    at += shift if at > name else 0
    return cells[at] if at < len(cells) else ""
