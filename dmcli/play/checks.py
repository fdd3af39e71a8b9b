"""What a scenario claims about a position: the keys of ``then``."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from dmcli.core.errors import Unreadable
from dmcli.core.nearest import did_you_mean
from dmcli.engine.turn import attack_summary
from dmcli.engine.words import DECK, SHIELDS, STEP_NAMES, SUMMON, TO_ATTACK
from dmcli.play.board import ALL_WORDS, Board
from dmcli.play.phrases import answers, is_legal, read_phrase, read_slot
from dmcli.play.position import SIDES, ZONES, Entry, Names, read_entries, read_entry, written

PLACES: Final = tuple(f"{side}.{zone}" for side in SIDES for zone in ZONES)
NAMED: Final = ("power", "keywords", "tapped", "cost")
PLAIN: Final = {
    "asked": (*SIDES, "none"),
    "turn": SIDES,
    "step": STEP_NAMES,
    "winner": (*SIDES, "draw", "none"),
}
KEYS: Final = (
    *PLACES,
    *(f"{word} NAME" for word in NAMED),
    "options",
    *PLAIN,
    "me sees ZONE",
    "foe sees ZONE",
)

Check = Callable[[Board], str | None]
"""Looks at a board: None when the claim holds, else what was found instead."""


def read_check(key: str, value: object, names: Names) -> Check:
    """One claim; Unreadable with the nearest valid word for what cannot be claimed."""
    word, _, rest = key.partition(" ")
    if key in PLACES:
        return _zone(key, value, names)
    if key in PLAIN:
        return _plain(key, value)
    if key == "options":
        return _options(value, names)
    if word in NAMED and rest:
        return _card(word, rest, value, names)
    if word in SIDES and rest.startswith("sees "):
        return _sees(word, rest.removeprefix("sees ").strip(), value, names)
    near = did_you_mean(key, KEYS)
    raise Unreadable(f"then knows no key '{key}'.{near or ' Known: ' + ', '.join(KEYS) + '.'}")


# ---------------------------------------------------------------- zones


def _zone(key: str, value: object, names: Names) -> Check:
    side, zone = _place(key)
    if isinstance(value, int) and not isinstance(value, bool):
        number = value

        def count(board: Board) -> str | None:
            found = len(board.entries(side, zone))
            return None if found == number else str(found)

        return count
    wanted = read_entries(value, names, f"'{key}'")

    def look(board: Board) -> str | None:
        there = board.entries(side, zone)
        return None if _same(wanted, there) else listed(there)

    return look


def _place(key: str) -> tuple[int, int]:
    side, _, zone = key.partition(".")
    return SIDES.index(side), ZONES[zone]


def _same(wanted: list[Entry], there: list[Entry]) -> bool:
    """Each wanted entry stands for another object of the zone, and none is left over."""
    if len(wanted) != len(there):
        return False
    taken: dict[int, int] = {}
    return all(_place_one(at, wanted, there, taken, set()) for at in range(len(wanted)))


def _place_one(
    at: int, wanted: list[Entry], there: list[Entry], taken: dict[int, int], tried: set[int]
) -> bool:
    """Find an object for one entry, moving earlier ones where needed (bipartite matching)."""
    for place, found in enumerate(there):
        if place not in tried and _fits(wanted[at], found):
            tried.add(place)
            if place not in taken or _place_one(taken[place], wanted, there, taken, tried):
                taken[place] = at
                return True
    return False


def _fits(wanted: Entry, found: Entry) -> bool:
    """State words and what lies below are compared only where they are written."""
    if wanted.name != found.name or not wanted.states <= found.states:
        return False
    return wanted.below is None or sorted(wanted.below) == sorted(found.below or ())


def listed(entries: list[Entry]) -> str:
    """Entries as a position would write them."""
    return "[" + ", ".join(f'"{written(entry)}"' for entry in entries) + "]"


# ---------------------------------------------------------------- the moment


def _plain(key: str, value: object) -> Check:
    words = PLAIN[key]
    if not isinstance(value, str) or value not in words:
        near = did_you_mean(str(value), words)
        raise Unreadable(f"'{key}' is {value!r}, not one of {', '.join(words)}.{near}")

    def look(board: Board) -> str | None:
        found = str(getattr(board, key))
        return None if found == value else found

    return look


def _options(value: object, names: Names) -> Check:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise Unreadable("'options' must be a list of phrases.")
    said = [read_phrase(each, names.pool) for each in value]

    def look(board: Board) -> str | None:
        state = board.state
        legal = {int(state.options[at]) for at in range(state.n_options)}
        found = [answers(state, each) if legal else None for each in said]
        others = [each for each, action in zip(said, found, strict=True) if action is None]
        missing = legal - set(found)
        if all(is_legal(state, each) for each in others) and missing <= _idle(board):
            return None
        return "[" + ", ".join(f'"{each}"' for each in board.legal) + "]"

    return look


def _idle(board: Board) -> set[int]:
    """To go to the attack when nothing can attack is legal, and not worth a mention."""
    state = board.state
    if state.ask_kind == SUMMON and attack_summary(state, state.active) == 0:
        return {int(TO_ATTACK)}
    return set()


# ---------------------------------------------------------------- cards


def _card(word: str, name: str, value: object, names: Names) -> Check:
    slot = read_slot(name, names.pool)
    names.card(slot.name)
    _check_value(word, value)

    def look(board: Board) -> str | None:
        found = getattr(board, word)(name)
        if word == "keywords" and found is not None:
            assert isinstance(value, list)
            return None if set(value) <= set(found) else str(found).replace("'", '"')
        if found == value:
            return None
        return "no such card there" if found is None else str(found).lower()

    return look


def _check_value(word: str, value: object) -> None:
    if word == "keywords":
        if not isinstance(value, list):
            raise Unreadable("'keywords' must be a list of keywords.")
        for each in value:
            if each not in ALL_WORDS and not re.fullmatch(r"power attacker \+\d+", str(each)):
                raise Unreadable(f"'{each}' is no keyword.{did_you_mean(str(each), ALL_WORDS)}")
    elif word == "tapped":
        if not isinstance(value, bool):
            raise Unreadable("'tapped' must be true or false.")
    elif not isinstance(value, int) or isinstance(value, bool):
        raise Unreadable(f"'{word}' must be a whole number.")


# ---------------------------------------------------------------- views


def _sees(player: str, place: str, value: object, names: Names) -> Check:
    if place not in PLACES:
        near = did_you_mean(place, PLACES)
        raise Unreadable(f"'{player} sees' knows no zone '{place}'.{near}")
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise Unreadable(f"'{player} sees {place}' must be a list of names.")
    side, zone = _place(place)
    wanted = [name for each in value for name in _seen(each, names)]
    in_order = zone in (int(SHIELDS), int(DECK))

    def look(board: Board) -> str | None:
        found = board.sees(SIDES.index(player), side, zone)
        same = wanted == found if in_order else sorted(wanted) == sorted(found)
        return None if same else "[" + ", ".join(f'"{each}"' for each in found) + "]"

    return look


def _seen(text: str, names: Names) -> list[str]:
    hidden = re.fullmatch(r"(?:(\d{1,4}) +)?\?", text.strip())
    if hidden:
        return ["?"] * int(hidden[1] or 1)
    number, entry = read_entry(text, names)
    return [entry.name] * number
