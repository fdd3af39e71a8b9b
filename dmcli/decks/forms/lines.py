"""The grammar of one line of a deck list as people write it; it knows no card.

A line is a comment, a heading, a total, a title, or cards. What is written can often be read in
several ways ("4xeno mantis"), so that a card line offers its readings and the pool decides.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from dmcli.decks.model import HYPERSPATIAL, MAIN, SIDEBOARD


class Blank(NamedTuple):
    """Nothing is written here."""


class Comment(NamedTuple):
    """A line that begins with # or //, without that mark."""

    text: str


class Heading(NamedTuple):
    """The head of a section, perhaps with the number of its cards and the zone it opens."""

    text: str
    cards: int | None = None
    zone: str | None = None


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
    """A figure or a date that is about the deck, not in it."""

    text: str


class Reading(NamedTuple):
    """One way to read some cards: the digits of the count as they were written, and the name."""

    digits: str
    name: str


class Cards(NamedTuple):
    """The cards of a line, each with its possible readings, and asides that are not read."""

    cards: tuple[tuple[Reading, ...], ...]
    asides: tuple[str, ...] = ()
    #: The only sign of a count is a number at the end: it may be prose.
    weak: bool = False


class Bare(NamedTuple):
    """Words without a count: a title, a card whose count is missing, or anything."""

    text: str


Line = Blank | Comment | Heading | Total | Title | Author | Remark | Cards | Bare

_FULL_WIDTH: Final = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_SPACES: Final = dict.fromkeys((0x00A0, 0x2007, 0x202F, 0x3000, 0x000B, 0x000C), " ")
_APOSTROPHES: Final = dict.fromkeys((0x2018, 0x2019, 0x02BC, 0x00B4, 0x0060, 0x2032), "'")
_HYPHENS: Final = dict.fromkeys((0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2212), "-")
_UNSEEN: Final = dict.fromkeys((0xFEFF, 0x200B, 0x200C, 0x200D, 0x2060, 0x00AD), None)
_PLAIN: Final = {**_FULL_WIDTH, **_SPACES, **_APOSTROPHES, **_HYPHENS, **_UNSEEN}

_ZONE_WORDS: Final = {
    "main": MAIN,
    "maindeck": MAIN,
    "mainboard": MAIN,
    "hyperspatial": HYPERSPATIAL,
    "psychic": HYPERSPATIAL,
    "psychics": HYPERSPATIAL,
    "side": SIDEBOARD,
    "sideboard": SIDEBOARD,
    "sidedeck": SIDEBOARD,
}
_HEADINGS: Final = """
    light water dark darkness fire nature rainbow rainbows multicolor multicolored multicolour
    multicoloured multicivilization multi mono colorless colourless civilization civilizations
    creature creatures evolution evolutions evo evos non spell spells cross gear gears castle
    castles shield trigger triggers blocker blockers other others zone deck decklist list board
    cards card and
"""
_HEADING_WORDS: Final = frozenset((*_HEADINGS.split(), *_ZONE_WORDS))
_TABLE_HEADINGS: Final = """
    count qty quantity amount number copies name card civilization cost type race power set
    文明 カード名 種類 コスト 枚数 種族 レアリティ パワー 収録 収録弾
"""
_TABLE_WORDS: Final = frozenset(_TABLE_HEADINGS.split())

_COUNT: Final = r"[-+]?[0-9]+"
_LETTER: Final = r"[^\W\d_]"
_HEADING: Final = re.compile(
    rf"^(?:(?P<before>[0-9]+)\s+)?(?P<words>{_LETTER}[^0-9:()\[\]]*?)\s*:?\s*"
    r"(?:[-(\[]?\s*x?(?P<after>[0-9]+)\s*(?:cards?)?\s*[)\]]?)?\s*:?$",
    re.IGNORECASE,
)
_TOTAL: Final = re.compile(
    r"^(?:(?:grand\s+)?total(?:\s+(?:number\s+of\s+)?cards)?|(?:deck\s+)?(?:size|count)|cards|合計)"
    r"(?:\s+in\s+deck)?\s*[:=]?\s*(?P<after>[0-9]+)\s*(?:cards?|枚)?\.?$"
    r"|^(?P<before>[0-9]+)\s+cards?(?:\s+(?:in\s+)?(?:total|deck|altogether))?\.?$",
    re.IGNORECASE,
)
_ABOUT: Final = re.compile(
    r"^(?P<key>mana\s+curve|average(?:\s+\w+)?\s+cost|avg\.?\s+cost|curve|date|event|format|place|"
    r"version|deck(?:\s+name)?|name|title|author|player|designer|builder|(?:created|made|built)\s+by)"
    r"\s*[:=]\s*(?P<value>.+)$",
    re.IGNORECASE,
)
_TITLE_KEYS: Final = ("deck", "deck name", "name", "title")
_AUTHOR_KEYS: Final = (
    "author",
    "player",
    "designer",
    "builder",
    "created by",
    "made by",
    "built by",
)
_BY: Final = re.compile(
    r"^(?:(?:created|made|built|posted)\s+)?by[\s:]+(?P<who>.+)$", re.IGNORECASE
)
_BULLET: Final = re.compile(r"^[-*•·]\s+")
_SET_CODE: Final = r"\([A-Z0-9-]{2,8}\)\s[0-9]+[a-z]?\b|\bDM-?[0-9]{2}(?:\s[0-9S]+/[0-9S]+)?$"
_ASIDE: Final = re.compile(
    rf"{_SET_CODE}|\((?!\s?[x×]?\s?[0-9]+\s?\))[^()]*\)|\[(?!\s?[x×]?\s?[0-9]+\s?\])[^\[\]]*\]"
)
_MANY: Final = re.compile(rf"(?<!\S)(?:[x×]\s?)?([0-9]+)(?:\s?[x×](?=\s))?\s+(?={_LETTER})")

#: No card has a longer name; what is longer is prose, and slow to read in several ways.
LONGEST_NAME: Final = 200
_NAMED: Final = rf"(?P<name>.*{_LETTER}.*?)"
_CAPITAL: Final = r"[^\W\d_a-z]"
_COUNTED: Final = rf"(?P<digits>{_COUNT})"
_COUNT_FIRST: Final = tuple(
    re.compile(form)
    for form in (
        rf"^[x×X]\s?{_COUNTED}\s+{_NAMED}$",  # x4 Name
        rf"^{_COUNTED}(?:\s?[xX]\s|\s?×\s?|[xX](?=\S)|\s[xX](?={_CAPITAL})){_NAMED}$",  # 4x Name
        rf"^{_COUNTED}(?:\s?[*:;.,)]\s?|\s+|(?={_CAPITAL})){_NAMED}$",  # 4 Name
    )
)
_COUNT_LAST: Final = tuple(
    re.compile(form)
    for form in (
        rf"^{_NAMED}[\s:,;(\[]*(?:×|(?<=[\s(\[,:》」])[xX])\s?{_COUNTED}\s?[)\]]?$",  # Name x4
        rf"^{_NAMED}(?:\s?[:,;(\[]\s?|\s){_COUNTED}\s?[)\]]?$",  # Name 4
    )
)
_JAPANESE_ROW: Final = re.compile(
    r"^(?P<name>\S.*?)\s(?:進化|非進化)?(?:クリーチャー|呪文|クロスギア|城)"
    r"\s[0-9]+\s(?P<digits>[0-9]+)(?:\s.*)?$"
)
_BLANKS: Final = re.compile(r"[^\S\t]+")
_QUOTES: Final = ' \t,;|"“”《》「」『』【】'


def plain(text: str) -> str:
    """Write every kind of blank, apostrophe, hyphen and full-width sign in its plain way."""
    return _BLANKS.sub(" ", text.translate(_PLAIN)).strip()


def read_line(text: str) -> Line:
    """Say what one line of a deck list is."""
    written = plain(text)
    if not written:
        return Blank()
    for reader in _READERS:
        line = reader(written)
        if line is not None:
            return line
    return Bare(written)


def _comment(text: str) -> Line | None:
    """# like this, or // like this."""
    mark = next((mark for mark in ("#", "//") if text.startswith(mark)), None)
    return Comment(text.lstrip("#/").strip()) if mark else None


def _total(text: str) -> Line | None:
    """Total: 40"""
    found = _TOTAL.match(_ASIDE.sub("", text).strip())
    digits = found and (found["after"] or found["before"])
    return Total(int(digits[:9])) if digits else None


def _about(text: str) -> Line | None:
    """Mana Curve: 3.8, Author: somebody, by somebody"""
    by = _BY.match(text)
    if by:
        return Author(by["who"].strip())
    found = _ABOUT.match(text)
    if found is None:
        return None
    key = " ".join(found["key"].casefold().split())
    if key in _TITLE_KEYS:
        return Title(found["value"].strip())
    return Author(found["value"].strip()) if key in _AUTHOR_KEYS else Remark(text)


def _heading(text: str) -> Line | None:
    """Darkness [20], Creatures (24), Spells: 20, Light, Hyperspatial Zone:"""
    found = _HEADING.match(text)
    if found is None:
        return None
    words = re.findall(rf"{_LETTER}+", found["words"].casefold())
    if not words or not _HEADING_WORDS.issuperset(words):
        return None
    digits = found["after"] or found["before"]
    zone = next((_ZONE_WORDS[word] for word in words if word in _ZONE_WORDS), None)
    return Heading(found["words"].strip(), int(digits[:9]) if digits else None, zone)


def _table_head(text: str) -> Line | None:
    """The first row of a table: count, name, …"""
    words = re.findall(r"[^\s,;|]+", text.casefold().split("(")[0].split("（")[0])
    is_head = len(words) > 1 and _TABLE_WORDS.issuperset(words)
    return Heading(text) if is_head else None


def _cards(text: str) -> Line | None:
    """4 Name, 4x Name, Name x4, or many of them one after the other."""
    row = _JAPANESE_ROW.match(text)
    if row:
        return Cards(((Reading(row["digits"], _name(row["name"])),),))
    text = _BULLET.sub("", text)
    asides = tuple(_ASIDE.findall(text))
    short = _BLANKS.sub(" ", _ASIDE.sub(" ", text)).strip()
    many = list(_MANY.finditer(short))
    if len(many) > 1 and many[0].start() == 0:
        return Cards(tuple(_several(short, many)), asides)
    readings = _readings(short)
    weak = bool(readings) and not any(form.match(short) for form in _COUNT_FIRST)
    return Cards((readings,), asides, weak) if readings else None


def _several(text: str, counts: list[re.Match[str]]) -> list[tuple[Reading, ...]]:
    """Cut a line before each of its counts."""
    ends = [*(count.start() for count in counts[1:]), len(text)]
    pairs = zip(counts, ends, strict=True)
    return [(Reading(count[1], _name(text[count.end() : end])),) for count, end in pairs]


def _readings(text: str) -> tuple[Reading, ...]:
    """Every way to find one count and one name, the most usual first."""
    cells = [cell.strip() for cell in re.split(r"[\t|]", text) if cell.strip()]
    text = _row(cells) if len(cells) > 1 else text
    if len(text) > LONGEST_NAME:
        return ()
    found = [form.match(text) for form in _COUNT_FIRST]
    if not any(found):
        found = [form.match(text) for form in _COUNT_LAST]
    readings = [Reading(each["digits"], _name(each["name"])) for each in found if each]
    return tuple(dict.fromkeys(reading for reading in readings if reading.name))


def _row(cells: list[str]) -> str:
    """Write a table row as "count name" where its first or last cell is the count."""
    if re.fullmatch(_COUNT, cells[0]):
        return f"{cells[0]} {cells[1]}"
    return f"{cells[-1]} {cells[0]}" if re.fullmatch(_COUNT, cells[-1]) else " ".join(cells)


def _name(text: str) -> str:
    """Strip what people put around a name."""
    return " ".join(text.strip(_QUOTES).split())


_READERS: Final[tuple[Callable[[str], Line | None], ...]] = (
    _comment,
    _total,
    _about,
    _heading,
    _table_head,
    _cards,
)
