"""Tables of cells, from a spreadsheet or by hand: rows with their lines, and what a head says.

A cell is a text and nothing else: a formula is never reckoned.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from dmcli.core.errors import Unreadable
from dmcli.decks.forms import words
from dmcli.decks.forms.words import digits_of, first_of, folded

TEXT_LIMIT: Final = 512 * 1024
MOST_ROWS: Final = 2000
MOST_CELLS: Final = 100

#: So many rows say which column holds the counts.
MOST_TRIED: Final = 20

DELIMITERS: Final = (",", ";", "\t")
#: A spreadsheet takes a cell that begins so for a formula; an apostrophe keeps it a text.
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


#: A count and a name beside it, in this order or the other.
_BEGINS: Final = re.compile(
    r"""\s*"?[0-9]{1,3}x?"?\s*[,;\t ]\s*"?[^\W\d_]|\s*"?[^\W\d_].*[,;\t]\s*[0-9]{1,3}\s*$"""
)


#: What the row of a sum is called.
SUM_WORDS: Final = ("total", "sum", "合計", "計")


class Row(NamedTuple):
    """The cells of a row that is not empty, and its line."""

    line: int
    cells: tuple[str, ...]


class Head(NamedTuple):
    """Which column says what."""

    width: int
    names: int
    counts: int | None
    zones: int | None


class Counted(NamedTuple):
    """What a row under a head says, as it is written: nothing is judged."""

    line: int
    copies: str
    name: str


def counted_rows(text: str, place: str, most_rows: int = MOST_ROWS) -> list[Counted]:
    """Read a table that has a head with counts and names, row by row."""
    delimiter = best_delimiter(text, place, DELIMITERS, most_rows)
    rows = rows_of(text, place, delimiter, most_rows)
    head = head_of(rows[0].cells, rows[1:]) if rows else None
    if head is None or head.counts is None:
        raise Unreadable(f"{place}:1: has no head with a count and a name; begin it count,name.")
    return [_counted(row, head, head.counts, delimiter) for row in rows[1:]]


def rows_of(text: str, place: str, delimiter: str, most_rows: int = MOST_ROWS) -> list[Row]:
    """Cut a table into rows."""
    if len(text) > TEXT_LIMIT:
        raise Unreadable(f"{place}: is larger than a table can be ({TEXT_LIMIT // 1024} KB).")
    if text.count("\n") > 2 * most_rows:
        raise Unreadable(f"{place}: has {text.count(chr(10)):,} lines; a list has fewer.")
    rows: list[Row] = []
    reader = csv.reader(io.StringIO(_without_mark(text), newline=""), delimiter=delimiter)
    line = 1
    try:
        for cells in reader:
            if any(map(str.strip, cells)):
                rows.append(Row(line, _stripped(cells)))
            _check(len(rows), most_rows, len(cells), f"{place}:{line}")
            line = reader.line_num + 1
    except csv.Error as error:
        raise Unreadable(f"{place}:{max(1, reader.line_num)}: is not a table: {error}.") from None
    return rows


def best_delimiter(
    text: str, place: str, delimiters: Sequence[str], most_rows: int = MOST_ROWS
) -> str:
    """The delimiter with which a text is most of a table."""
    return max(delimiters, key=lambda mark: fit(rows_of(text, place, mark, most_rows)))


def fit(rows: list[Row]) -> int:
    """How well a delimiter fits: a head counts most, then the rows with a count of their own."""
    headed = bool(rows) and len(rows[0].cells) > 1 and head_of(rows[0].cells) is not None
    counted = sum(len(row.cells) > 1 and _is_counted(row.cells) for row in rows)
    return headed * (MOST_ROWS + len(rows[0].cells)) + counted if rows else 0


def head_of(cells: tuple[str, ...], rows: Sequence[Row] = ()) -> Head | None:
    """Read the first row as a head, if it is one; the rows below it say which column counts."""
    heads = [folded(cell) for cell in cells]
    name = first_of(words.NAME_WORDS, heads)
    zone = first_of(words.ZONE_WORDS, heads)
    if name is None or any(digits_of(cell) is not None for cell in cells):
        return None
    return Head(
        len(cells),
        heads.index(name),
        _count_column(heads, rows[:MOST_TRIED]),
        heads.index(zone) if zone else None,
    )


def _count_column(heads: list[str], rows: Sequence[Row]) -> int | None:
    """The first column that is called a count and holds counts; "Number" may be 23/110."""
    columns = [heads.index(word) for word in words.COUNT_WORDS if word in heads]
    holding = (
        at
        for at in columns
        if any(digits_of(row.cells[at]) is not None for row in rows if at < len(row.cells))
    )
    return next(holding, columns[0] if columns else None)


def has_head(text: str) -> bool:
    """Whether a text begins with the head of a table that has counts and names."""
    rows = _without_mark(text).splitlines()[:20]
    first = next((row for row in rows if row.strip()), "")
    cells = (tuple(first.replace('"', "").split(mark)) for mark in DELIMITERS)
    heads = (head_of(each) for each in cells if len(each) > 1)
    return any(head is not None and head.counts is not None for head in heads)


def is_deck_table(text: str) -> bool:
    """Whether a text is a table with counts and names, or most of its rows begin as such."""
    if has_head(text):
        return True
    rows = [row for row in text.splitlines()[:100] if row.strip()]
    counted = sum(_BEGINS.match(row) is not None for row in rows)
    return counted * 2 > len(rows)


def _counted(row: Row, head: Head, counts: int, delimiter: str) -> Counted:
    """Find count and name; a name that was cut at its commas is put together again."""
    more = max(0, len(row.cells) - head.width)
    at = counts + (more if counts > head.names else 0)
    name = f"{delimiter} ".join(row.cells[head.names : head.names + 1 + more])
    return Counted(row.line, row.cells[at] if at < len(row.cells) else "", name)


def _is_counted(cells: tuple[str, ...]) -> bool:
    """Whether a row has a count at one of its ends, perhaps before a zone."""
    return any(digits_of(cell) is not None for cell in (cells[0], *cells[-2:]))


def _without_mark(text: str) -> str:
    """Blank out the line with which a spreadsheet is told the delimiter: sep=;"""
    first, _, rest = text.partition("\n")
    return f"\n{rest}" if first.strip().lower().startswith("sep=") else text


def _stripped(cells: list[str]) -> tuple[str, ...]:
    """Strip cells, and leave the empty ones at the end away."""
    bare = [_bare(cell.strip()) for cell in cells]
    while bare and not bare[-1]:
        bare.pop()
    return tuple(bare)


def _bare(cell: str) -> str:
    """Take away the apostrophe that keeps a cell a text."""
    return cell[1:] if cell[:1] == "'" and cell[1:].startswith(FORMULA) else cell


def _check(rows: int, most_rows: int, cells: int, where: str) -> None:
    """Refuse a table that is no deck."""
    if rows > most_rows:
        raise Unreadable(f"{where}: has more than {most_rows:,} rows; a list has fewer.")
    if cells > MOST_CELLS:
        raise Unreadable(f"{where}: has {cells:,} cells in a row; a list has fewer.")
