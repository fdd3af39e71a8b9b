"""The lines of a text as they are written, each with its own end, and small changes to them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

_ROW: Final = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_DIGITS: Final = re.compile(r"[0-9]+|[０-９]+")
_TO_FULL_WIDTH: Final = {code: code + 0xFEE0 for code in range(ord("0"), ord("9") + 1)}

#: What stands before a card: its number in a list, a bullet, the mark of the sideboard.
_LEAD: Final = r"(?P<lead>\ufeff?\s*(?:[0-9]+[.)]\s+(?=\S))?(?:[-+*•·]\s+)?(?:[Ss][Bb]\s*:\s*)?"
_COUNT_FIRST: Final = re.compile(
    _LEAD + r"(?:[xX×]\s?)?)(?P<count>[0-9]+|[０-９]+)"
    r"(?P<gap>(?:\s?[xX×](?=\s)|[xX×](?=\S)|\s?[*:;.,)](?!\*))?\s*)(?P<name>\S.*?)(?P<tail>\s*)\Z"
)
_COUNT_LAST: Final = re.compile(
    _LEAD + r")(?P<name>\S.*?)(?P<gap>[\s:,;(\[]*(?:[xX×]\s?)?)"
    r"(?P<count>[0-9]+|[０-９]+)(?P<tail>\s?[)\]]?\s*)\Z"
)
_NUMBERED: Final = re.compile(r"(\s*)([0-9]+)([.)]\s+)")
#: Quotes and markup around a name.
_AROUND: Final = re.compile(
    r"(?P<open>(?:\[[^\]]*\]|<[^>]*>|\*\*|__|[\"'“《「『【])+)(?P<name>.*?)"
    r"(?P<close>(?:\[/[^\]]*\]|</[^>]*>|\*\*|__|[\"'”》」』】])+)(?:\s.*)?\Z"
)


class Row(NamedTuple):
    """One line without its end, and that end: nothing on a last line that has none."""

    text: str
    end: str


def rows_of(text: str) -> list[Row]:
    """Cut a text into its lines; `text_of` puts exactly the same text together again."""
    found = [Row(match[1], match[2]) for match in _ROW.finditer(text)]
    return found if found[-1].text else found[:-1]


def text_of(rows: Sequence[Row]) -> str:
    """Put the lines together."""
    return "".join(row.text + row.end for row in rows)


def rewritten(rows: Sequence[Row], at: int, text: str) -> list[Row]:
    """Write one line anew."""
    return [*rows[:at], Row(text, rows[at].end), *rows[at + 1 :]]


def inserted(rows: Sequence[Row], at: int, *texts: str) -> list[Row]:
    """Write lines before the line at this place; a last line without an end keeps its way."""
    end = next((row.end for row in rows if row.end), "\n")
    new = [Row(text, end) for text in texts]
    if new and at == len(rows) and rows and not rows[-1].end:
        return [*rows[:-1], Row(rows[-1].text, end), *new[:-1], Row(new[-1].text, "")]
    return [*rows[:at], *new, *rows[at:]]


def without(rows: Sequence[Row], at: int) -> list[Row]:
    """Take a line out; where lines are set apart by blank ones, the blank one above it too."""
    first = at - 1 if is_blank(rows, at - 1) and is_blank(rows, at + 1) else at
    left = [*rows[: max(first, 0)], *rows[at + 1 :]]
    if left and at == len(rows) - 1 and not rows[at].end:
        left[-1] = Row(left[-1].text, "")
    return left


def runs(text: str) -> list[tuple[int, int]]:
    """Where numbers stand in a line, from and to."""
    return [match.span() for match in _DIGITS.finditer(text)]


def renumbered(text: str, old: int, new: int) -> Iterator[str]:
    """Every way to write one number of a line anew, where it stands and in its digits."""
    for start, end in runs(text):
        if int(text[start:end]) == old:
            yield text[:start] + number_like(text[start:end], new) + text[end:]


def like(text: str, old: int, count: int, name: str) -> Iterator[str]:
    """Every way to write another card as the card of this line, with its old count, is written."""
    for form in (_COUNT_FIRST, _COUNT_LAST):
        found = form.match(text)
        if found and int(found["count"]) == old:
            number = number_like(found["count"], count)
            quoted = _quoted(found["name"], name)
            lead = _next_number(found["lead"].lstrip("\ufeff"))
            first, last = (number, quoted) if form is _COUNT_FIRST else (quoted, number)
            tail = "" if form is _COUNT_FIRST else found["tail"]
            yield f"{lead}{first}{found['gap']}{last}{tail}"


def number_like(digits: str, number: int) -> str:
    """Write a number in full-width digits, or with leading noughts, as another one is."""
    width = len(digits) if digits[0] in "0０" else 0
    written = f"{number:0{width}}"
    return written if digits.isascii() else written.translate(_TO_FULL_WIDTH)


def _quoted(written: str, name: str) -> str:
    """Put what stands around a name around another one."""
    found = _AROUND.match(written)
    return f"{found['open']}{name}{found['close']}" if found else name


def _next_number(lead: str) -> str:
    """Go on in a numbered list."""
    return _NUMBERED.sub(lambda found: f"{found[1]}{int(found[2]) + 1}{found[3]}", lead, count=1)


def is_blank(rows: Sequence[Row], at: int) -> bool:
    """Whether nothing is written on this line; outside of the list nothing is."""
    return not 0 <= at < len(rows) or not rows[at].text.strip("\ufeff \t\xa0\u3000")
