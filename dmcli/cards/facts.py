"""Checks one `[[card]]` of a card file and makes the CardDef of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from dmcli.core.carddef import CardDef
from dmcli.core.nearest import did_you_mean
from dmcli.core.words import CARD_TYPES, CIVILIZATIONS, RARITIES

Row = dict[str, Any]
#: (key, what is wrong with it)
Fault = tuple[str, str]

LONGEST_NAME: Final = 100
LONGEST_LINE: Final = 600
MOST_LINES: Final = 40
HIGHEST_COST: Final = 99
HIGHEST_POWER: Final = 999_999
HIGHEST_MANA: Final = 9

_REQUIRED: Final = ("name", "type", "civilizations", "cost", "rarity", "printings", "rules")
_CREATURE_REQUIRED: Final = ("races", "power")
_CREATURE_ONLY: Final = ("races", "power", "plus")
_KEYS: Final = (*_REQUIRED, *_CREATURE_ONLY, "mana")

#: These signs have a meaning in rules lines and in the notation of games.
_RESERVED: Final = '";#+'
_KINDS: Final = (
    (bool, "true or false"),
    (int, "a number"),
    (float, "a decimal number"),
    (str, "text"),
    (list, "a list"),
    (dict, "a table"),
)
_PRINTING: Final = re.compile(r"\S+ \S.*")
_POWER_ATTACKER: Final = re.compile(r"power attacker \+\d+")


class _Wrong(Exception):
    """A value that cannot be; the text says why."""


def card_from(row: Row) -> tuple[CardDef | None, list[Fault]]:
    """Check a card's row; there is a CardDef exactly when there are no faults."""
    faults = [*(_strange_keys(row) or _missing_keys(row)), *_wrong_values(row)]
    if faults:
        return None, faults
    rules = None if row["rules"] == "todo" else tuple(row["rules"])
    return (
        CardDef(
            name=row["name"],
            type=row["type"],
            civilizations=tuple(row["civilizations"]),
            races=tuple(row.get("races", ())),
            cost=row["cost"],
            power=row.get("power"),
            plus=row.get("plus", has_power_attacker(rules)),
            mana=row.get("mana", 1),
            rarity=row["rarity"],
            printings=tuple(row["printings"]),
            rules=rules,
        ),
        [],
    )


def has_power_attacker(rules: tuple[str, ...] | None) -> bool:
    """Say whether a power attacker line explains the printed "+"."""
    return any(_POWER_ATTACKER.fullmatch(line) for line in rules or ())


def _strange_keys(row: Row) -> list[Fault]:
    """Find the keys that no card has, and those that a spell does not have."""
    strange = [
        (key, f"unknown key {_quoted(key)}.{did_you_mean(key, _KEYS)}")
        for key in row
        if key not in _KEYS
    ]
    if row.get("type") != "spell":
        return strange
    return strange + [(key, f"a spell has no {key}.") for key in _CREATURE_ONLY if key in row]


def _missing_keys(row: Row) -> list[Fault]:
    """Find the facts that every card of this type must state."""
    needed = _REQUIRED if row.get("type") == "spell" else _REQUIRED + _CREATURE_REQUIRED
    return [("", f"the key '{key}' is missing.") for key in needed if key not in row]


def _wrong_values(row: Row) -> list[Fault]:
    """Find the values that are of the wrong kind."""
    faults: list[Fault] = []
    for key, check in _CHECKS.items():
        if key in row:
            try:
                check(row[key])
            except _Wrong as wrong:
                faults.append((key, f"{key}: {wrong}"))
    return faults


def _text(value: Any, longest: int = LONGEST_NAME) -> str:
    """Ask for one line of text without surrounding blanks."""
    if not isinstance(value, str):
        raise _Wrong(f"expected text in quotes, found {_kind(value)}.")
    if not value or value != value.strip() or not value.isprintable():
        raise _Wrong(f"{_quoted(value)} is empty, has blanks around it or a sign that is no text.")
    if len(value) > longest:
        raise _Wrong(f"longer than {longest} characters.")
    return value


def _name(value: Any) -> None:
    name = _text(value)
    if any(sign in name for sign in _RESERVED) or not any(map(str.isalnum, name)):
        raise _Wrong(f"{_quoted(name)} needs a letter or digit and none of {' '.join(_RESERVED)}.")


def _number(lowest: int, highest: int) -> Callable[[Any], None]:
    """Ask for a whole number in a range."""

    def check(value: Any) -> None:
        if type(value) is not int:
            raise _Wrong(f"expected a whole number, found {_kind(value)}.")
        if not lowest <= value <= highest:
            raise _Wrong(f"expected {lowest} to {highest:,}, found {_short(value)}.")

    return check


def _yes_or_no(value: Any) -> None:
    if not isinstance(value, bool):
        raise _Wrong(f"expected true or false, found {_kind(value)}.")


def _word_of(words: tuple[str, ...]) -> Callable[[Any], None]:
    """Ask for one of these words."""

    def check(value: Any) -> None:
        if not isinstance(value, str):
            raise _Wrong(f"expected text in quotes, found {_kind(value)}.")
        if value not in words:
            hint = did_you_mean(value, words) or f" It is one of {', '.join(words)}."
            raise _Wrong(f"unknown word {_quoted(value)}.{hint}")

    return check


def _list_of(check: Callable[[Any], object], fewest: int) -> Callable[[Any], None]:
    """Ask for a list of different values."""

    def check_all(value: Any) -> None:
        if not isinstance(value, list):
            raise _Wrong(f"expected a list in brackets, found {_kind(value)}.")
        for each in value:
            check(each)
        if len(value) < fewest:
            raise _Wrong("the list is empty.")
        if len(set(value)) < len(value):
            raise _Wrong("something stands in the list twice.")

    return check_all


def _printing(value: Any) -> None:
    if not _PRINTING.fullmatch(_text(value)):
        raise _Wrong(f"{_quoted(value)} is not a set and a number, as in 'DM-01 90/110'.")


def _rules(value: Any) -> None:
    """Ask for "todo" or the list of rules lines; a line may stand twice."""
    if value == "todo":
        return
    if not isinstance(value, list):
        raise _Wrong('expected a list of rules lines, or "todo".')
    if len(value) > MOST_LINES:
        raise _Wrong(f"more than {MOST_LINES} lines.")
    for line in value:
        _text(line, LONGEST_LINE)


_CHECKS: Final[dict[str, Callable[[Any], object]]] = {
    "name": _name,
    "type": _word_of(CARD_TYPES),
    "civilizations": _list_of(_word_of(CIVILIZATIONS), fewest=1),
    "races": _list_of(_text, fewest=0),
    "cost": _number(0, HIGHEST_COST),
    "power": _number(0, HIGHEST_POWER),
    "plus": _yes_or_no,
    "mana": _number(0, HIGHEST_MANA),
    "rarity": _word_of(RARITIES),
    "printings": _list_of(_printing, fewest=1),
    "rules": _rules,
}


def _kind(value: Any) -> str:
    """Name the kind of a TOML value."""
    return next((name for kind, name in _KINDS if isinstance(value, kind)), "a date")


def _short(value: int) -> str:
    """Write a number that may be absurdly long."""
    return str(value) if abs(value) < 10**12 else "a far larger one"


def _quoted(text: str) -> str:
    """Quote the user's text in an error, shortened, with nothing that could drive a terminal."""
    shown = text if len(text) <= 60 else f"{text[:57]}..."
    return f"'{shown}'" if shown.isprintable() else repr(shown)
