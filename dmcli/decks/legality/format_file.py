"""Reads a format file: TOML that says how large a deck is and what it may hold."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final, final

from dmcli.cards import Pool, load_pool
from dmcli.core.errors import Unreadable
from dmcli.core.files import read_text
from dmcli.core.nearest import ask_whether, did_you_mean
from dmcli.core.words import CIVILIZATIONS, RARITIES
from dmcli.decks.forms.entries import short
from dmcli.decks.legality.formats import FORMATS, SUFFIX, Format

#: Far above what people write, far below what hurts.
FILE_LIMIT: Final = 64 * 1024
MOST_DOTS: Final = 300
MOST_NAMES: Final = 2000
MOST_STEPS: Final = 8
LARGEST_NUMBER: Final = 9999
LONGEST_TEXT: Final = 200

_TOML_PLACE: Final = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


def read_format(path: Path, pool: Pool | None = None) -> Format:
    """Read a format file; whatever is wrong in it is an error with its line."""
    return _read(path, pool, ())


def _read(path: Path, pool: Pool | None, before: tuple[Path, ...]) -> Format:
    """Read a file that the files before it extend."""
    sheet = _Sheet(path, read_text(path, FILE_LIMIT), pool)
    base = sheet.base(before)
    return sheet.format(base)


class _Wrong(Exception):
    """A value that cannot be; the text says why, the sign where it stands."""

    def __init__(self, message: str, sign: str = "") -> None:
        super().__init__(message)
        self.sign = sign


@final
class _Sheet:
    """One format file while it is read."""

    def __init__(self, path: Path, text: str, pool: Pool | None) -> None:
        self.path = path
        self.rows = text.splitlines()
        self.table = self._parsed(text)
        self._given = pool

    @cached_property
    def pool(self) -> Pool:
        """The cards that the file can name."""
        return load_pool() if self._given is None else self._given

    @cached_property
    def sets(self) -> list[str]:
        """The sets that these cards were printed in."""
        cards = self.pool.cards.values()
        return sorted({printing.split()[0] for card in cards for printing in card.printings})

    def base(self, before: tuple[Path, ...]) -> Format:
        """The format that this one extends: one of ours, or a file beside it."""
        if "extends" not in self.table:
            return Format(name="")
        wanted = self._value("extends", lambda sheet, value: _text(value))
        if wanted in FORMATS:
            return FORMATS[wanted]
        path = self.path.parent / wanted
        if not wanted.endswith(SUFFIX) or Path(wanted).name != wanted:
            hint = did_you_mean(wanted, FORMATS)
            known = ", ".join(FORMATS)
            message = f"extends: '{short(wanted)}' is none of {known}, nor a file in this folder"
            raise self._refuse(f"{message} (*{SUFFIX}).{hint}", self._line("extends"))
        chain = (*before, self.path)
        if path in chain or len(chain) > MOST_STEPS:
            raise self._refuse("extends: goes round without an end.", self._line("extends"))
        return _read(path, self._given, chain)

    def format(self, base: Format) -> Format:
        """Lay what the file says over the format that it extends."""
        strange = next((key for key in self.table if key not in _KEYS), None)
        if strange is not None:
            hint = did_you_mean(strange, _KEYS) or f" The keys are {', '.join(_KEYS)}."
            raise self._refuse(f"unknown key '{short(strange)}'.{hint}", self._line(strange))
        read = {key: self._value(key, check) for key, check in _CHECKS.items() if key in self.table}
        self._judge(read, base)
        return _laid_over(base, read, self.path.stem)

    def _judge(self, read: dict[str, Any], base: Format) -> None:
        """Refuse what cannot be meant together."""
        smallest, largest = (read.get(key, getattr(base, key)) for key in ("smallest", "largest"))
        if largest is not None and largest < smallest:
            message = f"the largest deck ({largest}) is smaller than the smallest ({smallest})."
            raise self._refuse(message, self._line("largest" if "largest" in read else "smallest"))
        for name in read.get("banned", ()):
            if name in read.get("restricted", {}):
                message = f"'{name}' is both banned and restricted."
                raise self._refuse(message, self._line_of_name(name, "restricted"))

    def _value(self, key: str, check: Callable[[_Sheet, Any], Any]) -> Any:
        """Check one value."""
        try:
            return check(self, self.table[key])
        except _Wrong as wrong:
            line = self._line_of_name(wrong.sign, key) if wrong.sign else self._line(key)
            raise self._refuse(f"{key}: {wrong}", line) from None

    # ------------------------------------------------------------ names

    def card(self, written: Any) -> str:
        """The card of this name; a slip of the pen is a question, for a list is written once."""
        name = _text(written)
        match = self.pool.find(name)
        if match.how == "typo":
            raise _Wrong(f"no card named '{short(name)}'.{ask_whether([str(match.name)])}", name)
        if match.name is None:
            raise _Wrong(f"{match.error[:1].lower()}{match.error[1:]}", name)
        return match.name

    def cards(self, written: Any) -> tuple[str, ...]:
        """A list of cards."""
        return tuple(dict.fromkeys(self.card(each) for each in _list(written)))

    # ------------------------------------------------------------ places

    def _line(self, key: str) -> int:
        """The line on which a key stands."""
        sought = re.compile(rf"\s*\[*\s*[\"']?{re.escape(key)}\b")
        return next((n for n, row in enumerate(self.rows, 1) if sought.match(row)), 1)

    def _line_of_name(self, name: str, key: str) -> int:
        """The line of this key, or below it, on which a name stands."""
        start = self._line(key)
        forms = (name, name.replace("\\", "\\\\").replace('"', '\\"'))
        rows = enumerate(self.rows[start - 1 :], start)
        return next((n for n, row in rows if any(form in row for form in forms)), start)

    def _refuse(self, message: str, line: int) -> Unreadable:
        return Unreadable(f"{self.path}:{line}: {message}")

    def _parsed(self, text: str) -> dict[str, Any]:
        """Parse a TOML text that may have been written to hurt."""
        for number, row in enumerate(self.rows, 1):
            if row.count(".") > MOST_DOTS:
                raise self._refuse(f"more than {MOST_DOTS} dots in one line.", number)
        try:
            return tomllib.loads(text)
        except RecursionError:
            raise self._refuse("brackets within brackets without end.", 1) from None
        except ValueError as error:
            found = _TOML_PLACE.search(str(error))
            reason = _TOML_PLACE.sub("", str(error)) if found else "a value that cannot be"
            line = int(found[1]) if found and found[1] else len(self.rows) if found else 1
            message = f"this is not TOML: {reason[:1].lower()}{reason[1:200]}."
            raise self._refuse(message, max(line, 1)) from None


def _laid_over(base: Format, read: dict[str, Any], name: str) -> Format:
    """A list of cards is added to that of the base; a card named again has its new limit."""
    restricted, banned = read.get("restricted", {}), read.get("banned", ())
    allowed = {key: value for key, value in base.restricted.items() if key not in banned}
    return Format(
        **{
            "name": name,
            **{key: getattr(base, key) for key in _INHERITED},
            **read,
            "restricted": {**allowed, **restricted},
            "banned": tuple(
                dict.fromkeys((*(each for each in base.banned if each not in restricted), *banned))
            ),
            "pairs": tuple(dict.fromkeys((*base.pairs, *read.get("pairs", ())))),
        }
    )


# ---------------------------------------------------------------- one check for each kind of value


def _text(value: Any) -> str:
    """One line of text."""
    if not isinstance(value, str):
        raise _Wrong(f"expected text in quotes, found {_kind(value)}.")
    if not value.strip() or not value.isprintable() or len(value) > LONGEST_TEXT:
        raise _Wrong(f"'{short(value)}' is empty, too long, or no plain text.")
    return value.strip()


def _number(value: Any) -> int:
    """A whole number that is not negative."""
    if type(value) is not int:
        raise _Wrong(f"expected a whole number, found {_kind(value)}.")
    if not 0 <= value <= LARGEST_NUMBER:
        raise _Wrong(f"expected a number from 0 to {LARGEST_NUMBER:,}.")
    return value


def _list(value: Any) -> Sequence[Any]:
    """A list of something."""
    if not isinstance(value, list):
        raise _Wrong(f"expected a list in brackets, found {_kind(value)}.")
    if len(value) > MOST_NAMES:
        raise _Wrong(f"more than {MOST_NAMES:,} entries.")
    return value


def _restricted(sheet: _Sheet, value: Any) -> dict[str, int]:
    """Cards, each with the number of copies that a deck may have."""
    if not isinstance(value, dict):
        raise _Wrong(f'expected a table such as "Aqua Hulcus" = 1, found {_kind(value)}.')
    _list([*value])
    limits = {}
    for name, copies in value.items():
        limits[sheet.card(name)] = _number_of(name, copies)
    return limits


def _number_of(name: str, copies: Any) -> int:
    """The copies of a card, with its name where they cannot be."""
    try:
        return _number(copies)
    except _Wrong as wrong:
        raise _Wrong(f"'{short(name)}': {wrong}", name) from None


def _pairs(sheet: _Sheet, value: Any) -> tuple[tuple[str, ...], ...]:
    """Lists of two or more cards."""
    groups = tuple(sheet.cards(group) for group in _list(value))
    if any(len(group) < 2 for group in groups):
        raise _Wrong('each entry is a list of two or more cards, as in [["One", "Another"]].')
    return groups


def _sets(sheet: _Sheet, value: Any) -> tuple[str, ...]:
    return _words(value, sheet.sets, "set")


def _rarities(sheet: _Sheet, value: Any) -> tuple[str, ...]:
    return _words(value, RARITIES, "rarity")


def _civilizations(sheet: _Sheet, value: Any) -> tuple[str, ...]:
    return _words(value, CIVILIZATIONS, "civilization")


def _words(value: Any, known: Iterable[str], what: str) -> tuple[str, ...]:
    """A list of words that are known, capitals or not; an empty one would allow nothing."""
    spelled = {word.casefold(): word for word in known}
    found = []
    for each in _list(value):
        word = spelled.get(_text(each).casefold())
        if word is None:
            hint = did_you_mean(each, spelled.values())
            hint = hint or f" There are {', '.join(spelled.values())}."
            raise _Wrong(f"there is no {what} '{short(each)}'.{hint}", each)
        found.append(word)
    if not found:
        raise _Wrong(f"name at least one {what}, or leave the key out.")
    return tuple(dict.fromkeys(found))


_KINDS: Final = (
    (bool, "true or false"),
    (int, "a number"),
    (float, "a decimal number"),
    (str, "text"),
    (list, "a list"),
    (dict, "a table"),
)


def _kind(value: Any) -> str:
    """What a value is, in words."""
    return next((words for kind, words in _KINDS if isinstance(value, kind)), "a date or time")


_CHECKS: Final[dict[str, Callable[[_Sheet, Any], Any]]] = {
    "name": lambda sheet, value: _text(value),
    "title": lambda sheet, value: _text(value),
    "smallest": lambda sheet, value: _number(value),
    "largest": lambda sheet, value: _number(value),
    "copies": lambda sheet, value: _number(value),
    "hyperspatial": lambda sheet, value: _number(value),
    "restricted": _restricted,
    "banned": lambda sheet, value: sheet.cards(value),
    "pairs": _pairs,
    "sets": _sets,
    "rarities": _rarities,
    "civilizations": _civilizations,
}
_KEYS: Final = ("extends", *_CHECKS)
_INHERITED: Final = (
    *("smallest", "largest", "copies", "hyperspatial"),
    *("sets", "rarities", "civilizations"),
)
