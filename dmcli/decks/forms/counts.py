"""How people write cards with their counts; it knows no card.

What is written can often be read in several ways ("4xeno mantis"), so that a line offers its
readings and the pool decides.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from typing import Final

from dmcli.decks.forms.kinds import Cards, Columns, Reading

#: No card has a longer name; what is longer is prose, and slow to read in several ways.
LONGEST_NAME: Final = 200
#: A numbered list has at least so many lines.
NUMBERED_FROM: Final = 3

_COUNT: Final = r"[-+]?[0-9]+"
LETTER: Final = r"[^\W\d_]"
_CAPITAL: Final = r"[^\W\d_a-z]"
_NAMED: Final = rf"(?P<name>.*{LETTER}.*?)"
_COUNTED: Final = rf"(?P<digits>{_COUNT})"
_OF: Final = r"(?:(?:copy\s|copies\s)?of\s|copies\s|pcs?\.?\s)?"
_COUNT_FIRST: Final = tuple(
    re.compile(form)
    for form in (
        rf"^[x×X]\s?{_COUNTED}\s+{_OF}{_NAMED}$",  # x4 Name
        # 4x Name
        rf"^{_COUNTED}(?:\s?[xX]\s|\s?×\s?|[xX](?=\S)|\s[xX](?={_CAPITAL})){_OF}{_NAMED}$",
        # 4 Name, 4: Name, 4 - Name
        rf"^{_COUNTED}(?:\s?[*:;.,)=枚]\s?(?![0-9])|\s-\s|-(?={_CAPITAL})|\s+|(?={_CAPITAL})){_OF}{_NAMED}$",
        rf"^[(\[]\s?[x×X]?\s?{_COUNTED}\s?[x×X]?\s?[)\]]\s?{_NAMED}$",  # (4) Name
    )
)
#: What stands at the end of a line after the name: x4, ×4枚, (x4) - 4, : 4, (4x), ... 4
_COUNT_LAST: Final = tuple(
    re.compile(form)
    for form in (
        rf"[\s:,;(\[=.…-]*(?:[×*]|(?<=[\s(\[,:=.》」])[xX])\s?{_COUNTED}\s?枚?[)\]]?[.!,;]*$",
        rf"(?:[\s.…]*[:,;(\[=…]\s?|\s-\s|[\s.…]*\.\s?|\s|(?<=[》」』】ぁ-んァ-ヶー一-龠])){_COUNTED}\s?[xX×枚]?[)\]]?[.!,;]*$",
    )
)
#: A title may begin with a year; no deck has so many copies.
_YEAR: Final = re.compile(r"(?:19|20)[0-9]{2}\b")
_NUMBER: Final = re.compile(r"^\s*([0-9]{1,3})[.)]\s+(?=\S)")
_OWN_COUNT: Final = re.compile(
    rf"^[x×X]?\s?[0-9]+\s?[x×X]?\s{LETTER}|[\s(\[][x×X]\s?[0-9]+[)\]]?$|[(\[][0-9]+[)\]]$"
)
_SET_CODE: Final = (
    r"\([A-Z0-9-]{2,8}\)\s[0-9]+[a-z]?\b|\bDM[A-Z]{0,2}-?[0-9]{1,2}(?:[\s-][0-9S]+(?:/[0-9S]+)?)?$"
    r"|\*[A-Z]{1,4}\*"
)
_INSIDE: Final = r"(?!\s?[x×X]?\s?[0-9]+\s?[x×X]?\s?枚?[)\]])"
_ASIDE: Final = re.compile(
    rf"{_SET_CODE}|\({_INSIDE}(?:[^()]|\([^()]*\))*\)|\[{_INSIDE}[^\[\]]*\]"
    rf"|(?<=\S)\s(?:#\s|@|[$€£][0-9]).*$|[(\[][^()\[\]0-9]*$"
)
#: A cost or a power behind the name, when the count stands before it.
_FIGURE: Final = re.compile(r"(?<=\S)\s?[(\[]\s?[0-9]+\s?[)\]]$")
#: A count that follows a sign at once needs a letter before it: "Corile,3 Emeral", but not 2/3.
MANY_FIRST: Final = re.compile(
    rf"(?:(?<!\S)|(?<={LETTER}[,;/+&|]))(?:[x×]\s?)?([0-9]+)(?:\s?[x×](?=\s))?\s+(?={LETTER})"
)
_MANY_LAST: Final = re.compile(
    r"(?:(?:\s[xX]|\s?×)\s?(?P<times>[0-9]+)\s?枚?"
    r"|\s?[(\[]\s?[x×X]?\s?(?P<inside>[0-9]+)\s?[x×X]?\s?[)\]])(?=[\s,;/|《]|$)"
)
_MANY_BARE: Final = re.compile(r"\s(?P<times>[0-9]+)(?P<inside>)(?=[\s,;/|]|$)")
_JAPANESE_ROW: Final = re.compile(
    r"^(?:(?:光|水|闇|火|自然|多色|無色)(?:文明)?\s)?(?P<name>\S.*?)\s"
    r"(?:進化|非進化)?(?:クリーチャー|呪文|クロスギア|城|サイキック・(?:スーパー・)?クリーチャー)"
    r"\s[0-9]+\s(?P<digits>[0-9]+)(?:\s.*)?$"
)
#: What is taken away when nothing is left without what stands in brackets: 4 (Emeral)
_BRACKETS: Final = re.compile(r"[()\[\]]")
_BLANKS: Final = re.compile(r"[^\S\t]+")
_SUMS: Final = ("total", "sum", "合計")
_QUOTES: Final = " \t.,;|\"'*_~&+“”《》「」『』【】・/"
#: A dash between the name and the count, or after the bullet.
_LOOSE: Final = re.compile(r"^[-:=.…]+\s|\s[-:=.…]+$")


def cards_of(text: str) -> Cards | None:
    """4 Name, 4x Name, Name x4, or many of them one after the other."""
    row = _JAPANESE_ROW.match(text)
    if row:
        return Cards(((Reading(row["digits"], name_of(row["name"])),),))
    asides = asides_of(text)
    short = _BLANKS.sub(" ", _ASIDE.sub(" ", text)).strip() if asides else text
    figure = _FIGURE.search(short) if short[:1].isdigit() else None
    if figure:
        asides = (*asides, figure[0].strip())
        short = short[: figure.start()]
    several, is_weak = _several(short)
    if several:
        return Cards(tuple((each,) for each in several), asides, weak=text if is_weak else "")
    readings, is_weak = _readings(short)
    whole = _readings(text)[0] if asides else ()
    if readings:
        return Cards((readings,), asides, whole, text if is_weak or _YEAR.match(text) else "")
    bare = _BRACKETS.sub(" ", text).strip()
    found = cards_of(bare) if bare != text else None
    return found._replace(weak=text) if found and found.weak else found


def asides_of(text: str) -> tuple[str, ...]:
    """What stands in brackets, a number aside."""
    return tuple(found.strip() for found in _ASIDE.findall(text))


def without_asides(text: str) -> str:
    """The text without what stands in brackets; a number in brackets is none."""
    return _ASIDE.sub("", text).strip()


def cells_of(text: str, columns: Columns) -> Cards | None:
    """Read a row of a table whose head was read."""
    cells = split_cells(text, columns.sign)
    if len(cells) <= max(columns.name_at, columns.count_at):
        return None
    digits = cells[columns.count_at].strip("xX× ")
    name = name_of(cells[columns.name_at])
    if not name or name.casefold() in _SUMS or re.fullmatch(_COUNT, digits) is None:
        return None
    return Cards(((Reading(digits, name),),))


def uncounted(text: str, columns: Columns) -> str:
    """The name in a row of a table whose cell for the count is empty, or its sum as words.

    No other cell of such a row is a count.
    """
    cells = split_cells(text, columns.sign)
    if len(cells) <= max(columns.name_at, columns.count_at) or cells[columns.count_at]:
        return ""
    name = name_of(cells[columns.name_at])
    if name.casefold() in _SUMS:
        return " ".join(filter(None, cells))
    return name if _has_letter(name) else ""


def split_cells(text: str, sign: str) -> list[str]:
    """Cut a row of a table at its tabs, bars or commas."""
    if sign == ",":
        return [cell.strip() for cell in next(csv.reader([text]), [])]
    return [cell.strip() for cell in text.strip("|").split(sign)]


def unnumbered(rows: Sequence[str]) -> Sequence[str]:
    """Take the numbers from a numbered list: they run from 1, and are no counts then."""
    if not any("." in row[:9] or ")" in row[:9] for row in rows):
        return rows
    found = [_NUMBER.match(row) for row in rows]
    numbers = [int(each[1]) for each in found if each]
    runs = numbers == list(range(1, len(numbers) + 1)) and len(numbers) >= NUMBERED_FROM
    return [
        row[each.end() :] if each and (runs or _OWN_COUNT.search(row[each.end() :])) else row
        for row, each in zip(rows, found, strict=True)
    ]


def name_of(text: str) -> str:
    """Strip what people put around a name."""
    text = text.strip(_QUOTES)
    return " ".join(_LOOSE.sub("", text).strip(_QUOTES).split())


def _several(text: str) -> tuple[list[Reading], bool]:
    """Cut a line with many cards: before its counts, or after them where it begins with a name."""
    counts = list(MANY_FIRST.finditer(text))
    if len(counts) > 1 and counts[0].start() == 0:
        ends = [*(count.start() for count in counts[1:]), len(text)]
        pairs = zip(counts, ends, strict=True)
        return _named(Reading(n[1], name_of(text[n.end() : end])) for n, end in pairs), False
    is_table = "\t" in text or "|" in text
    forms = () if is_table or text[:1].isdigit() else (_MANY_LAST, _MANY_BARE)
    for form in forms:
        counts = list(form.finditer(text))
        if len(counts) > 1 and counts[-1].end() == len(text):
            return _cut_after(text, counts), form is _MANY_BARE
    return [], False


def _cut_after(text: str, counts: list[re.Match[str]]) -> list[Reading]:
    """Cut a line after each of its counts."""
    starts = [0, *(count.end() for count in counts[:-1])]
    return _named(
        Reading(count["times"] or count["inside"], name_of(text[start : count.start()]))
        for start, count in zip(starts, counts, strict=True)
    )


def _named(readings: Iterable[Reading]) -> list[Reading]:
    """These readings, if each of them has a name."""
    found = list(readings)
    return found if all(_has_letter(each.name) for each in found) else []


def _readings(text: str) -> tuple[tuple[Reading, ...], bool]:
    """Every way to find one count and one name, the most usual first; whether it may be prose."""
    if "\t" in text or "|" in text or '","' in text:
        parts = re.split(r"[\t|]", text) if '","' not in text else split_cells(text, ",")
        cells = [cell.strip() for cell in parts if cell.strip()]
        text = _row(cells) if len(cells) > 1 else text
    if len(text) > LONGEST_NAME:
        return (), False
    first = [form.match(text) for form in _COUNT_FIRST]
    pairs = [(each["digits"], each["name"]) for each in first if each]
    is_weak = False
    if not pairs:
        last = [form.search(text) for form in _COUNT_LAST]
        is_weak = last[0] is None
        pairs = [(each["digits"], text[: each.start()]) for each in last if each]
    readings = [Reading(digits, name_of(name)) for digits, name in pairs]
    return tuple(dict.fromkeys(each for each in readings if _has_letter(each.name))), is_weak


def _has_letter(text: str) -> bool:
    return any(map(str.isalpha, text))


def _row(cells: list[str]) -> str:
    """Write a table row as "count name" where its first or last cell is the count."""
    if re.fullmatch(_COUNT, cells[0]):
        return f"{cells[0]} {cells[1]}"
    return f"{cells[-1]} {cells[0]}" if re.fullmatch(_COUNT, cells[-1]) else " ".join(cells)
