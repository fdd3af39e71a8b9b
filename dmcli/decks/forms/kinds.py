"""What a line of a deck list can be."""

from __future__ import annotations

from typing import NamedTuple


class Blank(NamedTuple):
    """Nothing is written here, or only a ruler."""


class Comment(NamedTuple):
    """A line that begins with # or //, without that mark."""

    text: str


class Heading(NamedTuple):
    """The head of a section, perhaps with the number of its cards and the zone it opens."""

    text: str
    cards: int | None = None
    zone: str | None = None
    #: What stands in brackets beside it: more about the section, or its cards.
    asides: tuple[str, ...] = ()


class Columns(NamedTuple):
    """The head of a table: what parts its cells, and which of them hold the name and the count."""

    sign: str
    name_at: int
    count_at: int


class Total(NamedTuple):
    """How many cards the list claims to have."""

    cards: int


class Title(NamedTuple):
    """The name of the deck, said as such."""

    text: str


class Author(NamedTuple):
    """Who made the deck."""

    text: str


class Remark(NamedTuple):
    """A figure, a date or an address that is about the deck, not in it."""

    text: str


class Reading(NamedTuple):
    """One way to read some cards: the digits of the count as they were written, and the name."""

    digits: str
    name: str


class Cards(NamedTuple):
    """The cards of a line, each with its possible readings, and asides that are not read."""

    cards: tuple[tuple[Reading, ...], ...]
    asides: tuple[str, ...] = ()
    #: Readings of the line with its asides, for a name that holds something like a set code.
    whole: tuple[Reading, ...] = ()
    #: The only sign of a count is a number at the end, or a year: it may be prose, this text.
    weak: str = ""
    #: The zone of this line alone: SB: 2 Name.
    zone: str | None = None


class Struck(NamedTuple):
    """What is struck through: not part of the list any more."""

    text: str


class Bare(NamedTuple):
    """Words without a count: a title, a card whose count is missing, or anything."""

    text: str


Line = Blank | Comment | Heading | Columns | Total | Title | Author | Remark | Cards | Struck | Bare
