"""The headings and totals of a list, row by row, as its reader reads them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from dmcli.cards import Pool
from dmcli.decks.editing.rows import Row, renumbered
from dmcli.decks.forms.headings import race_words
from dmcli.decks.forms.kinds import Comment, Heading, Line, Total
from dmcli.decks.forms.lines import read_lines


class Head(NamedTuple):
    """A row that is no card: a heading or a total, and whether it stands in a comment."""

    row: int
    line: Heading | Total
    in_comment: bool = False


def heads(rows: Sequence[Row], pool: Pool) -> list[Head]:
    """List the headings and totals of a list, those in comments among them."""
    found = (_head(row, each.text, pool.races) for row, each in enumerate(rows))
    return [each for each in found if each is not None]


def restated(text: str, old: int, new: int, pool: Pool) -> str | None:
    """Write the number of a heading or total anew, if it can be told which one it is."""
    for way in renumbered(text, old, new):
        head = _head(0, way, pool.races)
        if head and head.line.cards == new:
            return way
    return None


def _head(row: int, text: str, races: tuple[str, ...]) -> Head | None:
    """The heading or total of a row, if it is one or begins with one."""
    for line in read_lines(text, _race_words(races)):
        inner = read_lines(line.text, _race_words(races)) if isinstance(line, Comment) else [line]
        if inner and isinstance(inner[0], (Heading, Total)):
            return Head(row, _known(inner[0]), isinstance(line, Comment))
    return None


def _known(line: Line) -> Heading | Total:
    assert isinstance(line, (Heading, Total))
    return line


@lru_cache(maxsize=4)
def _race_words(races: tuple[str, ...]) -> frozenset[str]:
    return race_words(races)
