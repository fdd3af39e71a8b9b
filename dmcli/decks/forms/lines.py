"""The grammar of one line of a deck list as people write it; it knows no card.

A line is a comment, a heading, a total, a title, or cards. The pool hands in its races, which
stand over sections as civilizations do, and decides how cards are read.
"""

from __future__ import annotations

import re
from typing import Final

from dmcli.cards.names import repaired
from dmcli.decks.forms.counts import LETTER, LONGEST_NAME, cards_of, cells_of, uncounted, unnumbered
from dmcli.decks.forms.headings import NO_RACES, beside_cards, heading, race_words, sections
from dmcli.decks.forms.kinds import (
    Author,
    Bare,
    Blank,
    Cards,
    Columns,
    Comment,
    Heading,
    Line,
    Reading,
    Remark,
    Struck,
    Title,
    Total,
)
from dmcli.decks.forms.signs import parted, pieces, plain, unmarked
from dmcli.decks.model import SIDEBOARD

__all__ = [
    "LONGEST_NAME",
    "Author",
    "Bare",
    "Blank",
    "Cards",
    "Columns",
    "Comment",
    "Heading",
    "Line",
    "Reading",
    "Remark",
    "Struck",
    "Title",
    "Total",
    "cells_of",
    "mended",
    "plain",
    "race_words",
    "read_line",
    "read_lines",
    "uncounted",
    "unnumbered",
]

_BULLET: Final = re.compile(r"^(?:[-+•·*・]\s+|>+\s*|[•·・*](?=[\w(\[《])|\[[ xX]?\]\s+)+")
_QUOTED: Final = re.compile(r"^([\"'])((?:(?!\1).)*)\1$")
_FRAME: Final = "=~_ "
_SIDE: Final = re.compile(r"^SB\s*:\s*(?P<rest>.+)$", re.IGNORECASE)
#: Fire: 4 Bolshack Dragon, 4 Meteosaur
_HEADED: Final = re.compile(
    rf"^(?P<head>{LETTER}[^0-9:]{{0,60}}?)(?:\s*[:-]\s*|\s)(?P<rest>[(\[]?[x×]?\s?[0-9].*{LETTER}.*)$"
)


def read_lines(row: str, races: frozenset[str] = NO_RACES) -> list[Line]:
    """Read a row of a file, which is one line, or several where markup or a heading parts it."""
    if row.lstrip().startswith(("#", "//")):
        return [read_line(row, races)]
    lines: list[Line] = []
    for written in pieces(mended(row)):
        rest, gone = parted(written)
        lines += [Struck(unmarked(plain(each))) for each in gone]
        for piece in sections(rest) if rest or not gone else ():
            line = read_line(piece, races)
            lines += _headed(piece, races) if isinstance(line, Bare) else [line]
    return lines if len(lines) < 2 else [line for line in lines if line != Blank()] or lines[:1]


def mended(row: str) -> str:
    """Undo a wrong encoding; a comment stays as it was written."""
    return row if row.isascii() or row.lstrip().startswith("#") else repaired(row)


def read_line(text: str, races: frozenset[str] = NO_RACES) -> Line:
    """Say what one line of a deck list is."""
    written = plain(text)
    if written.startswith(("#", "//")):
        return _comment(written, races)
    rest, gone = parted(written)
    if gone and not rest:
        return Struck(unmarked(plain(" ".join(gone))))
    written = unmarked(written)
    if not any(map(str.isalnum, written)) and "?" not in written:
        return Blank()
    written = _QUOTED.sub(r"\2", _BULLET.sub("", written).strip(_FRAME))
    side = _SIDE.match(written)
    if side:
        line = cards_of(side["rest"])
        return Bare(written) if line is None else line._replace(zone=SIDEBOARD)
    return beside_cards(written, races) or cards_of(written) or Bare(written)


def _headed(piece: str, races: frozenset[str]) -> list[Line]:
    """Read cards that stand on the line of their heading."""
    written = _BULLET.sub("", unmarked(plain(piece))).strip(_FRAME)
    found = _HEADED.match(written)
    head = found and heading(found["head"], races)
    if found and head:
        return [head, read_line(found["rest"], races)]
    return [Bare(written)]


def _comment(text: str, races: frozenset[str]) -> Line:
    """# like this, or // like this; a heading may stand so, and a zone is one even after one #."""
    words = text.lstrip("#/").strip()
    head = heading(words, races)
    if head and (head.zone or not re.match(r"#(?!#)", text)):
        return head
    return Comment(words)
