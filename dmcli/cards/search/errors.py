"""A mistake in a query, shown in its place."""

from __future__ import annotations

import unicodedata
from typing import Final

from dmcli.core.errors import UsageMistake

#: Of a long query so much is shown, unless said otherwise; the mistake is always in it.
COLUMNS: Final = 72
_LEAST: Final = 24
_INDENT: Final = "    "


class QueryError(UsageMistake):
    """What is wrong in a query and where: from column (0 is the first) for length signs."""

    def __init__(
        self, message: str, query: str, column: int = 0, length: int = 1, columns: int = COLUMNS
    ) -> None:
        self.message = message
        self.query = query
        self.column = column
        self.length = max(length, 1)
        super().__init__(f"{message}{_pointer(query, column, self.length, columns)}")

    def fitted(self, columns: int) -> QueryError:
        """The same for a terminal of so many columns."""
        shown = min(columns, COLUMNS)
        return QueryError(self.message, self.query, self.column, self.length, shown)


def _pointer(query: str, column: int, length: int, columns: int) -> str:
    """Show the query with carets under the mistake; nothing of an empty one."""
    if not query.strip():
        return ""
    room = max(columns - 2 * len(_INDENT), _LEAST)
    start = max(0, column - room // 2) if len(query) > room else 0
    end = start + room
    shown = "".join(map(_visible, query[start:end]))
    place = column - start
    under = "^" * max(1, _cells(shown[place : place + length]))
    cut, more = "… " if start else "", " …" if end < len(query) else ""
    indent = " " * (len(_INDENT) + _cells(cut + shown[:place]))
    return f"\n{_INDENT}{cut}{shown.rstrip()}{more}\n{indent}{under}"


def _visible(sign: str) -> str:
    """A sign that takes its place on one line."""
    return sign if sign.isprintable() else " " if sign.isspace() else "?"


def _cells(text: str) -> int:
    """How many places a text takes in a terminal."""
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        for sign in text
    )
