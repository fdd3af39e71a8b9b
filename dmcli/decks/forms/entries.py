"""Gathers the cards of a list, whatever form it is written in: counts, names, zones, problems."""

from __future__ import annotations

import re
from collections.abc import Iterable
from textwrap import wrap
from typing import Final, final

from msgspec import structs

from dmcli.cards import Match, Pool
from dmcli.core.errors import Unreadable
from dmcli.core.nearest import ask_whether
from dmcli.core.signs import printable
from dmcli.decks.forms.kinds import Cards, Reading
from dmcli.decks.forms.lines import read_line
from dmcli.decks.forms.signs import plain
from dmcli.decks.forms.words import zone_of
from dmcli.decks.model import MAIN, Deck, Entry, Problem, Severity

#: Far above what people write, far below what hurts.
MOST_ENTRIES: Final = 1000
MOST_COPIES: Final = 999
MOST_DIGITS: Final = 6
#: No card has more; a name of a thousand strokes is none.
MOST_FACES: Final = 4
LONGEST_QUOTE: Final = 60
LONGEST_TITLE: Final = 300
LONGEST_REMARK: Final = 1000
MOST_REMARKS: Final = 900
MOST_SAID: Final = 100_000

_FACES: Final = re.compile(r"\s*/+\s*")


@final
class Entries:
    """The entries of one list while it is read, and what there is to say about them."""

    def __init__(self, pool: Pool, place: str, numbered: bool = False) -> None:
        self.pool = pool
        self.place = place
        #: Whether messages number the entries, where lines say too little: a file of one line.
        self.numbered = numbered
        self.entries: list[Entry] = []
        self.problems: list[Problem] = []
        #: Where the next card stands.
        self.line = 0
        self.zone = MAIN
        self._number = 0
        self._matches: dict[str, Match] = {}
        self._singles: dict[tuple[str, str], int] = {}
        self._strange_zones: set[str] = set()

    def find(self, name: str) -> Match:
        """Find a card, also by one face of a card with two."""
        match = self._matches.get(name)
        if match is None:
            match = self.pool.find(name)
            match = match if match.found or "/" not in name else self._face(name) or match
            self._matches[name] = match
        return match

    def _face(self, name: str) -> Match | None:
        """Find the card that one side of a stroke names; two cards are a question."""
        faces = _FACES.split(name, MOST_FACES)
        if len(faces) > MOST_FACES:
            return None
        found = [each for each in map(self.pool.find, faces) if each.found]
        names = tuple(dict.fromkeys(str(each.name) for each in found))
        return (
            Match(name, "unknown", suggestions=names) if names[1:] else found[0] if found else None
        )

    def take(self, digits: str, name: str, match: Match | None = None) -> None:
        """Add an entry, and say how its name was read where that is not plain."""
        self._number += 1
        count = self._count(digits, name)
        if count is None:
            return
        match = match or self.find(name)
        printed = match.name or shown(name)
        self.add(Entry(count, printed, self.line, self.zone, match.found))
        if not match.found:
            self._unknown(printed, match)
        elif name != printed:
            severity: Severity = "warning" if match.how == "typo" else "note"
            message = f"'{short(name)}' was read as '{printed}'."
            self._say_of_entry(severity, "unknown-card", message, card=printed)

    def take_one(self, name: str) -> None:
        """Add one copy to those that this zone has of the same name: lists that name each card."""
        at = self._singles.get((self.zone, name))
        if at is None:
            at = self._singles[self.zone, name] = len(self.entries)
            self.take("1", name)
            return
        entry = self.entries[at]
        if entry.count >= MOST_COPIES:
            raise Unreadable(
                f"{self.place}:{self.line}: '{short(name)}' has more than {MOST_COPIES} copies."
            )
        self.entries[at] = structs.replace(entry, count=entry.count + 1)

    def best(self, readings: Iterable[Reading]) -> tuple[Reading, Match]:
        """Choose the reading whose name is a card: exactly, else nearly, else the first."""
        tried: list[tuple[Reading, Match]] = []
        for reading in readings:
            tried.append((reading, self.find(reading.name)))
            if tried[-1][1].sure:
                return tried[-1]
        return next((pair for pair in tried if pair[1].found), tried[0])

    def take_line(self, text: str) -> None:
        """Add what a line such as "4 Name" says, or one copy of the card that it names."""
        line = read_line(text)
        if self.find(text).sure or not isinstance(line, Cards):
            self.take_one(text)
            return
        outer = self.zone
        self.zone = line.zone or outer
        for readings in line.cards:
            reading, match = self.best(readings)
            self.take(reading.digits, reading.name, match)
        self.zone = outer
        for aside in line.asides:
            self.say("note", "unreadable-line", f"'{short(aside)}' was passed over.")

    def choose_zone(self, stated: str) -> None:
        """Go on in the zone that a text names; what names none is the main deck, warned of once."""
        zone = zone_of(stated)
        if zone is None and stated.strip() and stated not in self._strange_zones:
            self._strange_zones.add(stated)
            message = f"'{short(stated)}' is no zone of a deck: read as the main deck."
            self.say("warning", "zone", message, "Write main, hyperspatial or sideboard.")
        self.zone = zone or MAIN

    def misread(self, message: str, fix: str = "") -> None:
        """Say that something where a card should be cannot be read."""
        self._number += 1
        self._say_of_entry("error", "unreadable-line", message, fix)

    def say(
        self, severity: Severity, rule: str, message: str, fix: str = "", card: str | None = None
    ) -> None:
        """Note a problem of this line."""
        self.problems.append(
            Problem(
                severity=severity, rule=rule, message=message, fix=fix, card=card, line=self.line
            )
        )

    def deck(
        self, form: str, path: str, name: str, author: str = "", remarks: tuple[str, ...] = ()
    ) -> Deck:
        """The deck that was read, its problems in the order of the lines."""
        remarks = tuple(piece for remark in remarks for piece in _pieces(shown(remark)))
        if sum(map(len, remarks)) > MOST_SAID or len(remarks) > MOST_REMARKS:
            raise Unreadable(f"{self.place}: says more about the deck than a deck list can hold.")
        return Deck(
            name=self._cut(name, "title") or "deck",
            path=path,
            author=self._cut(author, "author"),
            remarks=remarks,
            entries=tuple(self.entries),
            problems=tuple(sorted(self.problems, key=lambda problem: problem.line or 0)),
            form=form,
        )

    def _cut(self, text: str, what: str) -> str:
        """Keep a title or an author to a line, and say so."""
        line = shown(text)
        if len(line) <= LONGEST_TITLE:
            return line
        self.line = 1
        message = f"The {what} is cut to {LONGEST_TITLE} characters."
        self.say("warning", "unreadable-line", message)
        return line[:LONGEST_TITLE].rstrip()

    def _say_of_entry(
        self, severity: Severity, rule: str, message: str, fix: str = "", card: str | None = None
    ) -> None:
        """Note a problem of this entry, with its number where the line says too little."""
        message = f"Entry {self._number}: {message}" if self.numbered else message
        self.say(severity, rule, message, fix, card)

    def add(self, *entries: Entry) -> None:
        """Add entries, up to a limit."""
        room = MOST_ENTRIES - len(self.entries)
        if len(entries) > room:
            place = f"{self.place}:{entries[room].line}"
            raise Unreadable(f"{place}: has more than {MOST_ENTRIES:,} entries of cards.")
        self.entries += entries

    def _count(self, digits: str, name: str) -> int | None:
        """Read a count; one that cannot be is an error."""
        unsigned = digits.lstrip("+-")
        count = int(unsigned) if len(unsigned) <= MOST_DIGITS else MOST_COPIES + 1
        if not digits.startswith("-") and 1 <= count <= MOST_COPIES:
            return count
        message = f"'{digits[:20]} {short(name)}': no deck has that many copies."
        fix = f"Write a count from 1 to {MOST_COPIES}."
        self._say_of_entry("error", "unreadable-line", message, fix)
        return None

    def _unknown(self, name: str, match: Match) -> None:
        """Say that there is no such card, and which come near."""
        fix = ask_whether(list(match.suggestions)).strip()
        later = "" if fix else " in this pool (perhaps later than DM-12?)"
        message = f"No card named '{short(name)}'{later}."
        fix = fix or "Correct the name, or add its card file with --pool."
        self._say_of_entry("error", "unknown-card", message, fix, card=name)


def shown(text: str) -> str:
    """Write a text of the list so that a terminal can show it: plain signs on one line."""
    return printable(" ".join(plain(text).split()))


def short(text: str) -> str:
    """Quote a text in a message."""
    quoted = shown(text)
    return quoted if len(quoted) <= LONGEST_QUOTE else f"{quoted[: LONGEST_QUOTE - 3]}..."


def _pieces(remark: str) -> list[str]:
    """Cut a remark that is too long for a line between its words."""
    return [remark] if len(remark) <= LONGEST_REMARK else wrap(remark, LONGEST_REMARK)
