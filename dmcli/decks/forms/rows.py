"""The rows of a plain list, each read as lines; usual ones in one step, for they are many."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from functools import cached_property
from typing import Final, final

from dmcli.cards import Pool
from dmcli.core.errors import Unreadable
from dmcli.decks.forms.lines import (
    Cards,
    Columns,
    Line,
    Reading,
    cells_of,
    plain,
    race_words,
    read_lines,
    uncounted,
    unnumbered,
)
from dmcli.decks.model import Entry

#: Far above what people write, far below what hurts.
MOST_LINES: Final = 2000
LONGEST_LINE: Final = 5000

_NEW_LINE: Final = re.compile(r"\r\n|\r|\n")
#: The usual ways to write a count, before and after the name.
_COPIES: Final = {f"{n}{x}": n for n in range(1, 100) for x in ("", "x")}
_TIMES: Final = {f"x{n}": n for n in range(1, 100)}
_CLEAN: Final = re.compile(r"[A-Za-z][A-Za-z ,'-]*[A-Za-z]")
_BULLETS: Final = " \t-*•>"


@final
class Rows:
    """The rows of a list and the lines that they are."""

    def __init__(self, text: str, pool: Pool, place: str) -> None:
        self.pool = pool
        self.place = place
        self.rows = self._cut(text)
        #: Each line with its number; entries that stand one after the other are one.
        self.lines: list[tuple[int, Line | list[Entry]]] = []
        self._columns: Columns | None = None
        self._read_all()

    @cached_property
    def races(self) -> frozenset[str]:
        """The races that can stand over a section."""
        return race_words(self.pool.races)

    @cached_property
    def counts_stand_behind(self) -> bool:
        """Whether no count stands before its name."""
        begins = (row.lstrip(_BULLETS).removeprefix("x")[:1] for row in self.rows)
        return not any(map(str.isdigit, begins))

    def _cut(self, text: str) -> Sequence[str]:
        """Cut the text at its line ends; what no person wrote is refused."""
        rows = _NEW_LINE.split(text)
        if len(rows) > MOST_LINES:
            raise self._too_many(f"{len(rows):,}")
        for number, row in enumerate(rows, 1):
            if len(row) > LONGEST_LINE:
                raise Unreadable(
                    f"{self.place}:{number}: is longer than {LONGEST_LINE:,} characters."
                )
        return unnumbered(rows)

    def _too_many(self, found: str) -> Unreadable:
        """The error of a list with too many lines."""
        return Unreadable(
            f"{self.place}: has {found} lines; a deck list has at most {MOST_LINES:,}."
        )

    def _read_all(self) -> None:
        """Read the rows, usual ones at once."""
        run: list[Entry] | None = None
        for number, row in enumerate(self.rows, 1):
            usual = _usual(number, row, self.pool.cards)
            if usual is None:
                run = None
                self.lines += [(number, line) for line in self._read(row)] if row else ()
            elif run is None:
                run = [usual]
                self.lines.append((number, run))
            else:
                run.append(usual)
            if len(self.lines) > MOST_LINES:
                raise self._too_many(f"more than {MOST_LINES:,}")

    def _read(self, row: str) -> Iterator[Line]:
        """Read a row: one line, or several where markup or a heading parts it."""
        cells = cells_of(plain(row), self._columns) if self._columns else self._careless(row)
        name = uncounted(plain(row), self._columns) if self._columns and not cells else ""
        for line in [cells] if cells else read_lines(name or row, self.races):
            self._columns = line if isinstance(line, Columns) else self._columns
            yield line

    def _careless(self, row: str) -> Cards | None:
        """Read "4 name" at once where only capitals and commas are not as printed."""
        count, _, name = row.partition(" ")
        copies = _COPIES.get(count) if _CLEAN.fullmatch(name) else None
        if copies is None or not self.pool.find(name, typos=False).found:
            return None
        return Cards(((Reading(str(copies), name),),))


def _usual(number: int, row: str, printed: Container[str]) -> Entry | None:
    """Read "4 Name", "4x Name" or "Name x4" at once where the name is a printed one."""
    count, _, name = row.partition(" ")
    copies = _COPIES.get(count)
    if copies is None:
        name, _, count = row.rpartition(" ")
        copies = _TIMES.get(count)
    elif name.startswith("x "):
        name = name[2:]
    return Entry(copies, name, number) if copies and name in printed else None
