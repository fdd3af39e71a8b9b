"""Reads a deck list: the lines of a text become entries, and nothing is dropped in silence."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, final

from dmcli.cards import Match, Pool
from dmcli.core.errors import Unreadable
from dmcli.decks.forms import lines
from dmcli.decks.forms.claims import Claims
from dmcli.decks.forms.entries import Entries, short
from dmcli.decks.forms.headings import heading, is_of_cards_taken_out, own_heading
from dmcli.decks.forms.lines import (
    Author,
    Bare,
    Blank,
    Cards,
    Columns,
    Heading,
    Reading,
    Struck,
    Title,
    mended,
)
from dmcli.decks.forms.rows import Rows
from dmcli.decks.forms.signs import is_half_struck
from dmcli.decks.forms.words import ZONE_HEADS
from dmcli.decks.model import MAIN, Deck, Entry, Severity

#: Far above what people write, far below what hurts.
TEXT_LIMIT: Final = 256 * 1024

_WORDS: Final = {"one": "1", "two": "2", "three": "3", "four": "4", "a": "1", "an": "1"}
_NUMBER_FIRST: Final = re.compile(r"\W*x?[0-9]{1,2}(?:x|(?![0-9a-z]))")
_SET: Final = re.compile(r"[(\[]?DM-?([0-9]{1,2})[)\]]?(?:[\s-]+[0-9S]+(?:/[0-9S]+)?[a-z]?)?[)\]]?")
#: Where a name may end and a remark or a heading begin.
_ENDS: Final = re.compile(r"\s+-+\s+|\s+//\s+|\s*[:;=]\s+|\s+(?=\S+(?:\s\S+)?$)")
_HOW_TO_WRITE: Final = "Write the count and the name, as in '4 Aqua Hulcus', or begin it with #."


def deck_from_text(text: str, pool: Pool, path: str, name: str) -> Deck:
    """Read a plain text list; the name serves where the list states none."""
    place = Deck(name=name, path=path).place
    if len(text) > TEXT_LIMIT:
        raise Unreadable(f"{place}: is larger than a deck list can be ({TEXT_LIMIT // 1024} KB).")
    return _Sheet(Rows(text, pool, place), pool, path).deck(name)


@final
class _Sheet:
    """One list while it is read."""

    def __init__(self, rows: Rows, pool: Pool, path: str) -> None:
        self.rows = rows
        self.pool = pool
        self.path = path
        self.cards = Entries(pool, rows.place)
        self.title = self.author = ""
        self.remarks: list[str] = []
        self.claims = Claims(self.cards)
        counted = [line for _, line in rows.lines if type(line) in (Cards, list)]
        bare = (line.text for _, line in rows.lines if isinstance(line, Bare))
        self.is_counted = bool(counted) or any(map(self._in_words, bare))
        self.counts_last = all(isinstance(line, Cards) and line.weak for line in counted)

    def deck(self, name: str) -> Deck:
        """Read every line."""
        for number, line in self.rows.lines:
            self.cards.line = number
            self._TAKE[type(line)](self, line)
        self._tell_of_rows()
        self.claims.check()
        return self.cards.deck(
            "text", self.path, self.title or name, self.author, tuple(self.remarks)
        )

    # ------------------------------------------------------------ one method for each kind of line

    def _entries(self, run: list[Entry]) -> None:
        """Take what was read at once."""
        zone = self.cards.zone
        if zone != MAIN:
            run = [Entry(each.count, each.name, each.line, zone) for each in run]
        self.cards.add(*run)

    def _struck(self, line: Struck) -> None:
        """What is struck through is left out, and said."""
        message = f"'{short(line.text)}' is struck through: left out."
        self.cards.say("warning", "unreadable-line", message)

    def _pass_over(self, line: Blank | Columns) -> None:
        """A blank line says nothing, nor does the head of a table."""

    def _comment(self, line: lines.Comment) -> None:
        """A comment is the title, the author or a remark; the first one is the title."""
        key, colon, value = line.text.partition(":")
        if colon and key.lower() == "title" and value.strip():
            self._take_title(Title(value.strip()))
        elif colon and key.lower() == "author" and value.strip():
            self._take_author(Author(value.strip()))
        elif line.text and not (colon or self.title or self.cards.entries or self.remarks):
            self.title = line.text
        else:
            self.remarks.append(line.text)

    def _heading(self, line: Heading) -> None:
        """A heading ends a section; one that names a zone opens it. Cards may stand beside it."""
        self.cards.zone = line.zone or self.cards.zone
        self.claims.heading(line.text, line.cards)
        for cards in filter(None, map(self._counted, line.asides)):
            self._cards(cards)

    def _total(self, line: lines.Total) -> None:
        """A total ends a section and is checked at the end."""
        self.claims.total(line.cards)

    def _title(self, line: Title) -> None:
        """A title, or what is called a deck and is its cards: "Deck: 4 Corile, 4 Emeral"."""
        cards = self._counted(line.text)
        if cards:
            self._cards(cards)
        else:
            self._take_title(line)

    def _take_title(self, line: Title) -> None:
        """A title that is said as such; what was one before becomes a remark."""
        self.remarks += [self.title] if self.title else []
        self.title = line.text

    def _take_author(self, line: Author) -> None:
        """The first author; another one is a remark."""
        if self.author:
            self.remarks.append(f"by {line.text}")
        self.author = self.author or line.text

    def _remark(self, line: lines.Remark) -> None:
        self.remarks.append(line.text)

    def _cards(self, line: Cards) -> None:
        """Take the cards of a line and say what was passed over."""
        if line.weak and not self.counts_last and self._is_prose(line):
            self._bare(Bare(line.weak), is_counted=True)
            return
        outside = self.cards.zone
        self.cards.zone = line.zone or outside
        whole = [each for each in line.whole if each.name in self.pool.cards]
        if whole:
            self.cards.take(*whole[0])
        else:
            self._take(line)
        self.cards.zone = outside

    def _is_prose(self, line: Cards) -> bool:
        """Whether the words before a number at the end of a line name no card."""
        found = [self.cards.best(readings)[1].found for readings in line.cards]
        return not self.cards.entries and not any(found)

    def _bare(self, line: Bare, is_counted: bool = False) -> None:
        """Words without a count: a title before the cards, else a mistake."""
        in_words = self._in_words(line.text)
        if in_words:
            self.cards.take(*in_words)
        elif not self.is_counted and self.cards.find(line.text).found:
            self.cards.take("1", line.text)
            self.cards.say("note", "unreadable-line", f"'{short(line.text)}' was read as one copy.")
        elif self._is_one(line):
            self.cards.take("1", line.text)
            message = f"'{short(line.text)}' was read as one copy."
            self.cards.say("warning", "unreadable-line", message, "Write '1' before it.")
        elif not self.cards.entries and self._is_title(line):
            self._lead(line.text.strip("-*#>+: ") or line.text, is_counted)
        elif own_heading(line.text):
            self._own_heading(line.text)
        else:
            self._misread(line, self.cards.find(line.text))

    def _own_heading(self, text: str) -> None:
        """The zone goes on, unless the words say that these cards are beside the deck."""
        self._heading(own_heading(text) or Heading(text))
        part = ZONE_HEADS[self.cards.zone].lower()
        message = f"'{short(text)}' was read as a heading of the {part}."
        severity: Severity = "warning" if is_of_cards_taken_out(text) else "note"
        self.cards.say(severity, "unreadable-line", message)

    def _in_words(self, text: str) -> Reading | None:
        """Two Aqua Hulcus"""
        word, _, name = text.partition(" ")
        digits = _WORDS.get(word.casefold())
        return Reading(digits, name) if digits and self.pool.find(name, typos=False).found else None

    def _is_one(self, line: Bare) -> bool:
        """Where counts stand behind the names, many people leave out a 1."""
        begun = self.cards.entries or self.claims.begun
        behind = self.is_counted and self.rows.counts_stand_behind
        return bool(begun and behind and self.pool.find(line.text, typos=False).found)

    def _is_title(self, line: Bare) -> bool:
        """Only a list that has cards with counts can begin with a title, and not with a card."""
        is_short = len(line.text) <= lines.LONGEST_NAME
        return self.is_counted and is_short and not self._is_miswritten(line.text.casefold())

    def _is_miswritten(self, text: str) -> bool:
        """Whether a line that begins with a number holds the name of a card."""
        is_counted = _NUMBER_FIRST.match(text) is not None
        return is_counted and any(name.casefold() in text for name in self.pool.cards)

    def _lead(self, text: str, is_counted: bool) -> None:
        """Take a title, or a remark under it."""
        match = self.pool.find(text, typos=False)
        if self.title and match.found:
            self._misread(Bare(text), match)
            return
        if self.title:
            self.remarks.append(text)
            self.cards.say("note", "unreadable-line", f"'{short(text)}' was read as a remark.")
            return
        self.title = text
        named = self._name_beside_a_number(text)
        if match.found or is_counted or named:
            message = f"'{short(text)}' was read as the title of the deck, not as a card."
            fix = f"Write '1 {match.name or named}' for a card." if match.found or named else ""
            severity: Severity = "warning" if named else "note"
            self.cards.say(severity, "unreadable-line", message, fix)

    def _name_beside_a_number(self, text: str) -> str | None:
        """The card that a text names beside a number, where it may be a card line gone wrong."""
        known = text.casefold() if any(map(str.isdecimal, text)) else ""
        found = (name for name in self.pool.cards if name.casefold() in known)
        return max(found, key=len, default=None)

    def _misread(self, line: Bare, match: Match) -> None:
        """Say that a line cannot be read."""
        if match.found:
            message = f"'{short(line.text)}' has no count."
            fix = f"Write '1 {match.name}', or how many."
        else:
            message, fix = f"'{short(line.text)}' is not a line of a deck list.", _HOW_TO_WRITE
        self.cards.say("error", "unreadable-line", message, fix)

    def _tell_of_rows(self) -> None:
        """Say which rows came in a wrong encoding, and which are struck through with others."""
        for number, row in enumerate(self.rows.rows, 1):
            if ("<" in row or "[" in row) and is_half_struck(row):
                self.cards.line = number
                message = f"'{short(row)}' is not struck through on this line alone: it counts."
                self.cards.say("warning", "unreadable-line", message)
            if not row.isascii() and mended(row) != row:
                self.cards.line = number
                message = f"'{short(row)}' was read as '{short(mended(row))}'."
                self.cards.say("note", "unreadable-line", message)

    # ------------------------------------------------------------ cards

    def _take(self, line: Cards) -> None:
        """Take every card of a line, and say what was passed over."""
        asides = list(line.asides)
        for readings in line.cards:
            reading, match = self.cards.best(readings)
            if not match.found or " // " in reading.name:
                reading, match, aside = self._cut(readings) or (reading, match, "")
                asides += [aside] if aside else []
            self.cards.take(reading.digits, reading.name, match)
            asides = [each for each in asides if not self._is_set_of(each, match.name)]
        for aside in asides:
            severity: Severity = "warning" if self._counted(aside) else "note"
            self.cards.say(severity, "unreadable-line", f"'{short(aside)}' was passed over.")

    def _counted(self, text: str) -> Cards | None:
        """The cards with counts that a text names, if the first is surely one."""
        line = lines.read_line(text)
        if not isinstance(line, Cards):
            return None
        names = (reading.name for reading in line.cards[0])
        return line if any(self.pool.find(name, typos=False).found for name in names) else None

    def _is_set_of(self, aside: str, name: str | None) -> bool:
        """Whether an aside names a set in which the card was printed."""
        found = _SET.fullmatch(aside) if name else None
        printings = self.pool.cards[name].printings if found and name else ()
        return any(each.startswith(f"DM-{int(found[1]):02} ") for each in printings if found)

    def _cut(self, readings: tuple[Reading, ...]) -> tuple[Reading, Match, str] | None:
        """Find a name before a remark, or before the heading of what follows on the line."""
        for digits, name in readings:
            for end in _ENDS.finditer(name) if len(name) <= lines.LONGEST_NAME else ():
                card, aside = name[: end.start()], name[end.end() :]
                match = self.pool.find(card, typos="//" in end[0])
                if match.found and (end[0].strip() or heading(aside, self.rows.races)):
                    if not (self.pool.find(aside, typos=False).found or self._counted(aside)):
                        return Reading(digits, card), match, aside
        return None

    _TAKE: Final[dict[type, Callable[[Any, Any], None]]] = {
        Blank: _pass_over,
        lines.Comment: _comment,
        Heading: _heading,
        lines.Total: _total,
        Title: _title,
        Author: _take_author,
        lines.Remark: _remark,
        Cards: _cards,
        Struck: _struck,
        Bare: _bare,
        Columns: _pass_over,
        list: _entries,
    }
