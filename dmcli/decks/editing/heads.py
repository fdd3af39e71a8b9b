"""The headings and totals of a list, row by row, as its reader reads them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from dmcli.cards import Pool
from dmcli.decks.editing.rows import Row, renumbered
from dmcli.decks.forms.headings import race_words
from dmcli.decks.forms.kinds import Comment, Heading, Total
from dmcli.decks.forms.lines import read_lines


class Head(NamedTuple):
    """A row that is no card: a heading or a total, and whether it stands in a comment."""

    row: int
    line: Heading | Total
    in_comment: bool = False


def heads(rows: Sequence[Row], pool: Pool) -> list[Head]:
    """List the headings and totals of a list, those in comments among them."""
    races = _race_words(pool.races)
    found = [(row, _head(each.text, races)) for row, each in enumerate(rows)]
    return [Head(row, *head) for row, head in found if head is not None]


def restated(text: str, old: int, new: int, pool: Pool) -> str | None:
    """Write the number of a heading or total anew, if it can be told which one it is."""
    for way in renumbered(text, old, new):
        head = _head(way, _race_words(pool.races))
        if head and head[0].cards == new:
            return way
    return None


@lru_cache(maxsize=4096)
def _head(text: str, races: frozenset[str]) -> tuple[Heading | Total, bool] | None:
    """The heading or total of a row, if it is one or begins with one; whether in a comment."""
    for line in read_lines(text, races):
        inner = read_lines(line.text, races) if isinstance(line, Comment) else [line]
        if inner and isinstance(inner[0], (Heading, Total)):
            return inner[0], isinstance(line, Comment)
    return None


@lru_cache(maxsize=4)
def _race_words(races: tuple[str, ...]) -> frozenset[str]:
    return race_words(races)
