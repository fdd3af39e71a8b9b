"""Reads JSON into objects and lists that know their lines, within limits.

The standard decoder reads the scalars; what holds them is read here, because it has no lines, no
limit on depth, and takes the last of two equal keys in silence.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final, NoReturn, final

from dmcli.core.errors import Unreadable
from dmcli.decks.forms.entries import short

TEXT_LIMIT: Final = 2 * 1024 * 1024
DEEPEST: Final = 60
MOST_VALUES: Final = 100_000
MOST_DIGITS: Final = 18

_BLANKS: Final = re.compile(r"[ \t\n\r]*")


@final
class Object(dict[str, Any]):
    """A JSON object, and the line on which each value begins."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: dict[str, int] = {}


@final
class Array(list[Any]):
    """A JSON list, and the line on which each value begins."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[int] = []


def read_json(text: str, place: str) -> Object | Array:
    """Read a whole document."""
    if len(text) > TEXT_LIMIT:
        raise Unreadable(f"{place}: is larger than a deck in JSON can be ({TEXT_LIMIT:,} bytes).")
    return _Reader(text, place).document()


@final
class _Reader:
    """One document while it is read."""

    def __init__(self, text: str, place: str) -> None:
        self.text = text
        self.place = place
        self.at = 0
        self.values = 0
        self._counted = 0
        self._line = 1
        self._scalars = json.JSONDecoder(parse_int=self._whole, parse_constant=self._constant)

    def document(self) -> Object | Array:
        """Read one object or list and see that nothing follows it."""
        if self._next() not in ("{", "["):
            begins = short(self.text[self.at :][:20])
            self._wrong(f"is not a document in JSON: it begins with '{begins}'")
        value: Object | Array = self._value(0)
        if self._next():
            self._wrong(f"has something after its end: '{short(self.text[self.at :][:20])}'")
        return value

    def _value(self, depth: int) -> Any:
        """Read what begins here."""
        self.values += 1
        if self.values > MOST_VALUES:
            self._wrong(f"has more than {MOST_VALUES:,} values")
        if depth > DEEPEST:
            self._wrong(f"is nested more than {DEEPEST} deep")
        sign = self._next()
        if sign == "{":
            return self._object(depth)
        return self._array(depth) if sign == "[" else self._scalar()

    def _object(self, depth: int) -> Object:
        """Read { "key": value, … }."""
        read = Object()
        self.at += 1
        while not self._ends("}", bool(read)):
            if self._next() != '"':
                self._wrong("is not JSON: a key in double quotes is missing")
            line = self._line_here()
            key = self._scalar()
            if key in read:
                self._wrong(f"has the key '{short(key)}' twice in one object")
            if self._next() != ":":
                self._wrong("is not JSON: a colon is missing after a key")
            self.at += 1
            read[key] = self._value(depth + 1)
            read.lines[key] = line
        return read

    def _array(self, depth: int) -> Array:
        """Read [ value, … ]."""
        read = Array()
        self.at += 1
        while not self._ends("]", bool(read)):
            self._next()
            line = self._line_here()
            read.append(self._value(depth + 1))
            read.lines.append(line)
        return read

    def _ends(self, end: str, begun: bool) -> bool:
        """Pass the closing sign, or the comma before the next value."""
        sign = self._next()
        if sign == end:
            self.at += 1
            return True
        if begun and sign != ",":
            self._wrong(f"is not JSON: a comma or {end} is missing")
        self.at += begun
        return False

    def _scalar(self) -> Any:
        """Read a string, a number, true, false or null."""
        try:
            value, self.at = self._scalars.raw_decode(self.text, self.at)
        except json.JSONDecodeError as error:
            self.at = min(error.pos, len(self.text))
            self._wrong(f"is not JSON: {error.msg[:1].lower()}{error.msg[1:]}")
        return value

    def _next(self) -> str:
        """Pass over blanks and say which sign stands here; nothing at the end."""
        found = _BLANKS.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.text[self.at : self.at + 1]

    def _line_here(self) -> int:
        """Count the lines up to here; it only ever goes forward."""
        self._line += self.text.count("\n", self._counted, self.at)
        self._counted = max(self._counted, self.at)
        return self._line

    def _whole(self, digits: str) -> int:
        """Read a whole number that is not absurd."""
        if len(digits) > MOST_DIGITS:
            self._wrong(f"has a number of {len(digits):,} digits")
        return int(digits)

    def _constant(self, name: str) -> NoReturn:
        """NaN and the infinities are no JSON."""
        self._wrong(f"is not JSON: {name} is no number")

    def _wrong(self, what: str) -> NoReturn:
        """Refuse the document in one sentence."""
        raise Unreadable(f"{self.place}:{self._line_here()}: {what}.")
