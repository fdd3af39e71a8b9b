"""A deck as it was read: entries with their lines, and what the reader has to say about them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cached_property
from pathlib import PurePath
from typing import Final, Literal

import msgspec

from dmcli.core.signs import on_one_line

MAIN: Final = "main"
HYPERSPATIAL: Final = "hyperspatial"
SIDEBOARD: Final = "sideboard"
ZONES: Final = (MAIN, HYPERSPATIAL, SIDEBOARD)

Severity = Literal["error", "warning", "note"]


class Problem(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One thing to know about a deck: where it is, what it is and how to mend it."""

    severity: Severity
    #: A rule id, one of legality.rules.RULES.
    rule: str
    message: str
    fix: str = ""
    card: str | None = None
    line: int | None = None


class Entry(msgspec.Struct, frozen=True, gc=False):
    """Some copies of a card on one line; an unknown card keeps the name that was written."""

    count: int
    name: str
    line: int
    zone: str = MAIN
    known: bool = True


class Deck(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A deck list: what stands in it, in its order, and what was noticed while reading it."""

    name: str
    #: What the user called it: a path, "-" or the name of a bundled deck.
    path: str = ""
    author: str = ""
    #: The comment lines, without their mark.
    remarks: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()
    problems: tuple[Problem, ...] = ()
    #: The form it was read from, by its name in forms.FORMS.
    form: str = "text"

    @property
    def place(self) -> str:
        """How a message names the list."""
        return "standard input" if self.path == "-" else on_one_line(self.path or self.name)

    @property
    def is_titled(self) -> bool:
        """Whether the list states a title: else it is called as its file."""
        called = "standard input" if self.path == "-" else PurePath(self.path).stem
        return self.name not in ("", self.path, called)

    @cached_property
    def cards(self) -> tuple[tuple[str, int], ...]:
        """Each known card of the main deck with its copies, sorted by name."""
        return _summed(entry for entry in self.entries if entry.zone == MAIN and entry.known)

    @cached_property
    def size(self) -> int:
        """How many cards the main deck has, unknown ones among them."""
        return self.count(MAIN)

    @property
    def total(self) -> int:
        """How many cards the list has in all its zones."""
        return sum(entry.count for entry in self.entries)

    @property
    def zones(self) -> tuple[str, ...]:
        """The zones that have cards in this list."""
        return tuple(zone for zone in ZONES if self.count(zone))

    @property
    def hash(self) -> str:
        """A digest of the content: equal lists in another order have the same one."""
        return hashlib.sha256(self._content().encode()).hexdigest()[:16]

    def count(self, zone: str) -> int:
        """How many cards lie in this zone."""
        return sum(entry.count for entry in self.entries if entry.zone == zone)

    def zone(self, zone: str) -> tuple[tuple[str, int], ...]:
        """Each card of a zone with its copies, sorted by name."""
        return _summed(entry for entry in self.entries if entry.zone == zone)

    def lines_of(self, name: str) -> list[int]:
        """The lines on which this card stands."""
        return [entry.line for entry in self.entries if entry.name == name]

    def _content(self) -> str:
        """Write every zone in canonical order."""
        parts = [f"{zone} {n} {name}\n" for zone in self.zones for name, n in self.zone(zone)]
        return "".join(parts)


def _summed(entries: Iterable[Entry]) -> tuple[tuple[str, int], ...]:
    """Add up the copies of each name."""
    copies: dict[str, int] = {}
    for entry in entries:
        copies[entry.name] = copies.get(entry.name, 0) + entry.count
    return tuple(sorted(copies.items()))
