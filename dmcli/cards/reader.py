"""Reads card files: TOML text to CardDefs, strictly, with every fault and its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import msgspec

from dmcli.cards.facts import card_from
from dmcli.cards.names import key_of
from dmcli.cards.problems import Problem
from dmcli.core.carddef import CardDef
from dmcli.core.errors import Unreadable
from dmcli.core.files import read_bytes
from dmcli.core.nearest import did_you_mean

ALIASES: Final = "aliases.toml"

#: Far above what people write, far below what hurts.
FILE_LIMIT: Final = 1024 * 1024
MOST_FILES: Final = 500
LONGEST_ROW: Final = 1000
#: Dots in one row: a chain of a.b.c… costs the square of its length to read.
MOST_DOTS: Final = 60

_HEADER: Final = re.compile(r"\s*\[\[\s*card\s*\]\]")
_TOML_PLACE: Final = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


class Placed(msgspec.Struct, frozen=True):
    """A card and where it stands."""

    card: CardDef
    file: str
    line: int
    #: The line of each rules line.
    rules_lines: tuple[int, ...] = ()


def card_files(source: Path) -> list[Path]:
    """List the card files of a folder in the order of their names; a file stands for itself."""
    if not source.is_dir():
        return [source]
    try:
        files = sorted(path for path in source.glob("*.toml") if path.name != ALIASES)
    except OSError as error:
        raise Unreadable(f"{source}: cannot be read ({error.strerror}).") from None
    if not files:
        raise Unreadable(f"{source}: there is no card file (*.toml) in this folder.")
    if len(files) > MOST_FILES:
        raise Unreadable(f"{source}: more than {MOST_FILES} card files in one folder.")
    return files


def read_file(path: Path) -> bytes:
    """Read the bytes of a card file."""
    return read_bytes(path, FILE_LIMIT)


def read_cards(text: str, file: str) -> tuple[list[Placed], list[Problem]]:
    """Read one file's cards; a card with a fault is not among them."""
    try:
        table = parse_toml(text, file)
    except _Unparsed as unparsed:
        return [], [unparsed.problem]
    return _Sheet(text, file).read(table)


def duplicates(cards: Iterable[Placed]) -> list[Problem]:
    """Find the cards whose name another one before them has, or can hardly be told from."""
    seen: dict[str, Placed] = {}
    problems = []
    for placed in cards:
        first = seen.setdefault(key_of(placed.card.name), placed)
        if first is not placed:
            where = f"{first.file}:{first.line}"
            same = first.card.name == placed.card.name
            message = (
                f"this name already stands in {where}."
                if same
                else f"this name reads like '{first.card.name}' in {where}."
            )
            problems.append(Problem(placed.file, placed.line, placed.card.name, message))
    return problems


class _Unparsed(Exception):
    """A file that is not TOML at all."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def parse_toml(text: str, file: str) -> dict[str, Any]:
    """Parse a TOML text that may have been written to hurt."""
    for number, row in enumerate(text.splitlines(), 1):
        if len(row) > LONGEST_ROW or row.count(".") > MOST_DOTS:
            message = f"a row of more than {LONGEST_ROW:,} characters or {MOST_DOTS} dots."
            raise _Unparsed(Problem(file, number, "", message))
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise _Unparsed(Problem(file, 1, "", "brackets within brackets without end.")) from None
    except ValueError as error:
        found = _TOML_PLACE.search(str(error))
        line = int(found[1]) if found and found[1] else text.count("\n") + 1
        reason = _TOML_PLACE.sub("", str(error)) if found else "a value that cannot be"
        message = f"this is not TOML: {reason[:1].lower()}{reason[1:200]}."
        raise _Unparsed(Problem(file, line if found else 1, "", message)) from None


class _Sheet:
    """One file: its text, to tell on which line something stands."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.rows = text.split("\n")
        self.headers = [n for n, row in enumerate(self.rows, 1) if _HEADER.match(row)]

    def read(self, table: dict[str, Any]) -> tuple[list[Placed], list[Problem]]:
        """Check every card of the file."""
        problems = [
            Problem(
                self.file,
                self.line_of(0, len(self.rows), rf"\[*\s*\"?{re.escape(key)}\b"),
                "",
                f"only [[card]] may stand here, not '{key[:60]}'.{did_you_mean(key, ['card'])}",
            )
            for key in table
            if key != "card"
        ]
        entries = table.get("card", [])
        if not isinstance(entries, list):
            return [], [*problems, Problem(self.file, 1, "", "a card begins with [[card]].")]
        cards: list[Placed] = []
        for index, entry in enumerate(entries):
            self._read_card(index, entry, cards, problems)
        problems += duplicates(cards)
        return cards, sorted(problems, key=lambda problem: problem.line)

    def _read_card(
        self, index: int, entry: Any, cards: list[Placed], problems: list[Problem]
    ) -> None:
        start, end = self.block(index)
        if not isinstance(entry, dict):
            problems.append(Problem(self.file, start, "", "a card begins with [[card]]."))
            return
        card, faults = card_from(entry)
        if card is not None:
            lines = self.lines_of_rules(card.rules or (), start, end)
            cards.append(Placed(card, self.file, start, lines))
        shown = _name_for_message(entry, index)
        for key, message in faults:
            line = self.line_of(start, end, rf'"?{re.escape(key)}"?\s*=') if key else start
            problems.append(Problem(self.file, line, shown, message))

    def block(self, index: int) -> tuple[int, int]:
        """Say on which lines a card begins and ends."""
        if index >= len(self.headers):
            return 1, len(self.rows)
        ends = [*self.headers, len(self.rows) + 1]
        return self.headers[index], ends[index + 1] - 1

    def line_of(self, start: int, end: int, pattern: str) -> int:
        """Find the first line of a stretch that begins with a pattern, else its start."""
        sought = re.compile(rf"\s*{pattern}")
        stretch = enumerate(self.rows[max(start - 1, 0) : end], max(start, 1))
        return next((number for number, row in stretch if sought.match(row)), max(start, 1))

    def lines_of_rules(self, rules: tuple[str, ...], start: int, end: int) -> tuple[int, ...]:
        """Find the line on which each rules line stands."""
        at = self.line_of(start, end, r"rules\s*=")
        found = []
        for rule in rules:
            at = self._line_holding(rule, at, end)
            found.append(at)
        return tuple(found)

    def _line_holding(self, rule: str, start: int, end: int) -> int:
        written = (rule, rule.replace("\\", "\\\\").replace('"', '\\"'))
        for number in range(start, end + 1):
            if any(form in self.rows[number - 1] for form in written):
                return number
        return start


def _name_for_message(entry: dict[str, Any], index: int) -> str:
    """Name a card in an error: its name if it has one that can be printed."""
    name = entry.get("name")
    if isinstance(name, str) and name and name.isprintable() and len(name) <= 100:
        return name
    return f"card {index + 1} of the file"
