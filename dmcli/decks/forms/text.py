"""Reads a deck list: the lines of a text become entries, and nothing is dropped in silence."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import accumulate
from typing import Any, Final, final

from dmcli.cards import Match, Pool
from dmcli.core.errors import Unreadable
from dmcli.decks.forms import lines
from dmcli.decks.forms.entries import Entries, short
from dmcli.decks.forms.lines import Bare, Cards, Heading, Reading, read_line
from dmcli.decks.model import MAIN, Deck

#: Far above what people write, far below what hurts.
TEXT_LIMIT: Final = 256 * 1024
MOST_LINES: Final = 2000
LONGEST_LINE: Final = 5000

_NEW_LINE: Final = re.compile(r"\r\n|\r|\n")
_USUAL: Final = re.compile(r"^([1-9][0-9]?)x? ([^\s0-9()\[\]|].*\S)$")
_HOW_TO_WRITE: Final = "Write the count and the name, as in '4 Aqua Hulcus', or begin it with #."


def deck_from_text(text: str, pool: Pool, path: str, name: str) -> Deck:
    """Read a plain text list; the name serves where the list states none."""
    place = Deck(name=name, path=path).place
    if len(text) > TEXT_LIMIT:
        raise Unreadable(f"{place}: is larger than a deck list can be ({TEXT_LIMIT // 1024} KB).")
    rows = _NEW_LINE.split(text)
    if len(rows) > MOST_LINES:
        raise Unreadable(
            f"{place}: has {len(rows):,} lines; a deck list has at most {MOST_LINES:,}."
        )
    for number, row in enumerate(rows, 1):
        if len(row) > LONGEST_LINE:
            raise Unreadable(f"{place}:{number}: is longer than {LONGEST_LINE:,} characters.")
    return _Sheet(rows, pool, path, place).deck(name)


@final
class _Sheet:
    """One list while it is read."""

    def __init__(self, rows: list[str], pool: Pool, path: str, place: str) -> None:
        self.pool = pool
        self.path = path
        self.cards = Entries(pool, place)
        self.title = self.author = ""
        self.remarks: list[str] = []
        #: Where each section begins, and where one claims how many cards it has.
        self.sections: list[int] = []
        self.claims: list[tuple[int, int, str, int]] = []
        self.totals: list[tuple[int, int]] = []
        self.lines = [self._usual(row) or read_line(row) for row in rows]
        counted = [line for line in self.lines if isinstance(line, Cards)]
        self.is_counted = bool(counted)
        self.counts_last = all(line.weak for line in counted)

    def deck(self, name: str) -> Deck:
        """Read every line."""
        for number, line in enumerate(self.lines, 1):
            self.cards.line = number
            self._TAKE[type(line)](self, line)
        self._check_claims()
        return self.cards.deck(
            "text", self.path, self.title or name, self.author, tuple(self.remarks)
        )

    def _usual(self, row: str) -> Cards | None:
        """Take the short way for "4 Name" with a printed name."""
        found = _USUAL.match(row)
        if found is None or found[2] not in self.pool.cards:
            return None
        return Cards(((Reading(found[1], found[2]),),))

    # ------------------------------------------------------------ one method for each kind of line

    def _pass_over(self, line: lines.Blank) -> None:
        """A blank line says nothing."""

    def _comment(self, line: lines.Comment) -> None:
        """A comment is the title, the author or a remark; the first one is the title."""
        key, colon, value = line.text.partition(":")
        if colon and key.lower() in ("title", "author") and value.strip():
            setattr(self, key.lower(), value.strip())
        elif line.text and not (colon or self.title or self.cards.entries or self.remarks):
            self.title = line.text
        else:
            self.remarks.append(line.text)

    def _heading(self, line: Heading) -> None:
        """A heading ends a section; one that names a zone opens it."""
        self.cards.zone = line.zone or self.cards.zone
        self.sections.append(len(self.cards.entries))
        if line.cards is not None:
            self.claims.append((line.cards, len(self.cards.entries), line.text, self.cards.line))

    def _total(self, line: lines.Total) -> None:
        """A total ends a section and is checked at the end."""
        self.sections.append(len(self.cards.entries))
        self.totals.append((line.cards, self.cards.line))

    def _take_title(self, line: lines.Title) -> None:
        self.title = line.text

    def _take_author(self, line: lines.Author) -> None:
        self.author = line.text

    def _remark(self, line: lines.Remark) -> None:
        self.remarks.append(line.text)

    def _cards(self, line: Cards) -> None:
        """Take the cards of a line and say what was passed over."""
        if line.weak and not self.counts_last and self._is_prose(line):
            reading = line.cards[0][0]
            self._bare(Bare(f"{reading.name} {reading.digits}"))
            return
        for readings in line.cards:
            self._take(*self._best(readings))
        for aside in line.asides:
            self.cards.say("note", "unreadable-line", f"'{short(aside)}' was passed over.")

    def _is_prose(self, line: Cards) -> bool:
        """Whether the words before a number at the end of a line name no card."""
        return not self.cards.entries and not self._best(line.cards[0])[1].found

    def _bare(self, line: Bare) -> None:
        """Words without a count: a title before the cards, else a mistake."""
        match = self.cards.find(line.text)
        if match.found and not self.is_counted:
            self._take(Reading("1", line.text), match)
            self.cards.say("note", "unreadable-line", f"'{short(line.text)}' was read as one copy.")
        elif not self.cards.entries and self._is_title(line):
            self._lead(line, match)
        else:
            self._misread(line, match)

    def _is_title(self, line: Bare) -> bool:
        """Only a list that has cards with counts can begin with a title."""
        return self.is_counted and len(line.text) <= lines.LONGEST_NAME

    def _lead(self, line: Bare, match: Match) -> None:
        """Take a title, or a remark under it."""
        if self.title:
            self.remarks.append(line.text)
            self.cards.say("note", "unreadable-line", f"'{short(line.text)}' was read as a remark.")
            return
        self.title = line.text
        if match.found:
            message = f"'{short(line.text)}' was read as the title of the deck, not as a card."
            self.cards.say(
                "note", "unreadable-line", message, f"Write '1 {match.name}' for a card."
            )

    def _misread(self, line: Bare, match: Match) -> None:
        """Say that a line cannot be read."""
        if match.found:
            message = f"'{short(line.text)}' has no count."
            self.cards.say(
                "error", "unreadable-line", message, f"Write '1 {match.name}', or how many."
            )
        else:
            message = f"'{short(line.text)}' is not a line of a deck list."
            self.cards.say("error", "unreadable-line", message, _HOW_TO_WRITE)

    # ------------------------------------------------------------ cards

    def _best(self, readings: tuple[Reading, ...]) -> tuple[Reading, Match]:
        """Choose the reading whose name is a card: exactly, else nearly, else the first."""
        tried = [(reading, self.cards.find(reading.name)) for reading in readings]
        found = [pair for pair in tried if pair[1].found]
        exact = [pair for pair in found if pair[1].how != "typo"]
        return (exact or found or tried)[0]

    def _take(self, reading: Reading, match: Match) -> None:
        """Add the cards of one reading."""
        self.cards.take(reading.digits, reading.name, match)

    # ------------------------------------------------------------ check sums

    def _check_claims(self) -> None:
        """Compare the numbers that the list states with what was read."""
        sums = [0, *accumulate(entry.count for entry in self.cards.entries)]
        ends = sorted({*self.sections, len(self.cards.entries)})
        for claim, start, text, number in self.claims:
            read = [sums[end] - sums[start] for end in ends if end > start] or [0]
            if claim not in read:
                self._claim(number, f"'{short(text)}' claims {claim} cards", read[0])
        main = sum(entry.count for entry in self.cards.entries if entry.zone == MAIN)
        for total, number in self.totals:
            if total not in (sums[-1], main):
                self._claim(number, f"The list claims {total} cards", sums[-1])

    def _claim(self, number: int, claim: str, read: int) -> None:
        """Warn that a number of the list differs from what was read."""
        self.cards.line = number
        self.cards.say("warning", "size", f"{claim}, {read} {'was' if read == 1 else 'were'} read.")

    _TAKE: Final[dict[type, Callable[[Any, Any], None]]] = {
        lines.Blank: _pass_over,
        lines.Comment: _comment,
        Heading: _heading,
        lines.Total: _total,
        lines.Title: _take_title,
        lines.Author: _take_author,
        lines.Remark: _remark,
        Cards: _cards,
        Bare: _bare,
    }
