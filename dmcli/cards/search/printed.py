"""Tests of what is printed beside the text: civilizations, sets, rarity, type."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from dmcli.cards.pool import Pool
from dmcli.cards.search.folding import key_of
from dmcli.cards.search.question import Question, Test
from dmcli.cards.search.values import COMPARE, number_test
from dmcli.core.carddef import CardDef
from dmcli.core.words import CIVILIZATIONS, RARITIES

LETTERS: Final = {"l": "light", "w": "water", "d": "darkness", "f": "fire", "n": "nature"}
MANY: Final = ("rainbow", "multicolored", "multicolor", "multi", "m")

_BETWEEN: Final = re.compile(r"[/,+&\s-]+")
_SET: Final = re.compile(r"([^\W\d_]*)[\s-]*([0-9]{0,9})")
_SETS_COMPARE: Final = ("<", "<=", ">", ">=")

#: The rarities that can be compared, and the letters printed for all of them.
_RANKED: Final = RARITIES[:-1]
_MARKS: Final = {"c": 0, "u": 1, "r": 2, "vr": 3, "sr": 4, "none": 5, "nr": 5}
#: (letters, number) of a set: ("dm", 4), ("promo", None).
Code = tuple[str, int | None]


# ---- civilizations


def civilization_test(question: Question) -> Test:
    """Civilizations as sets: `:` and `>=` at least these, `<=` these at most, a number counts."""
    if question.value.isdecimal():
        return number_test(question, lambda card: len(card.civilizations))
    if question.value.casefold() in MANY:
        return _many(question)
    wanted = _civilizations(question)
    compare = COMPARE[">=" if question.operator == ":" else question.operator]
    return lambda card: compare(frozenset(card.civilizations), wanted)


def _many(question: Question) -> Test:
    if question.operator not in (":", "=", "!="):
        question.refuse_operator(f"'{question.value}' is no amount; ask civ>=2.")
    return question.turned(lambda card: len(card.civilizations) > 1)


def _civilizations(question: Question) -> frozenset[str]:
    """Read names joined by a sign, or letters: fire/water, fw."""
    parts = [part for part in _BETWEEN.split(question.value.casefold()) if part]
    if len(parts) == 1 and set(parts[0]) <= LETTERS.keys():
        parts = list(parts[0])
    named = [LETTERS.get(part, part) for part in parts]
    if not named or not set(named) <= set(CIVILIZATIONS):
        question.unknown("civilization", (), [*CIVILIZATIONS, MANY[0]])
    return frozenset(named)


# ---- sets


def set_test(question: Question) -> Test:
    """One of a card's printings is in the set, or in an earlier or later one."""
    sought = code_of(question.value)
    codes = codes_of(question.pool)
    if sought is None or not any(_same(sought, code) for code in codes):
        question.refuse(f"No set '{question.short}'. There are: {', '.join(codes.values())}.")
    if question.operator in _SETS_COMPARE:
        return _in_order(question, sought)
    return question.turned(lambda card: any(_same(sought, code) for code in _codes(card)))


def _in_order(question: Question, sought: Code) -> Test:
    letters, number = sought
    if number is None:
        question.refuse_operator(f"'{question.value}' has no number to compare: set<=DM-05.")
    compare = COMPARE[question.operator]
    return lambda card: any(
        code[1] is not None and letters in ("", code[0]) and compare(code[1], number)
        for code in _codes(card)
    )


@lru_cache(maxsize=1024)
def code_of(text: str) -> Code | None:
    """Read a set as people write it: DM-04, dm4, 4, promo."""
    found = _SET.fullmatch(text.strip().casefold())
    if found is None or not (found[1] or found[2]):
        return None
    return found[1], int(found[2]) if found[2] else None


def codes_of(pool: Pool) -> dict[Code, str]:
    """Give the sets of a pool in order, each with its name as printed."""
    printed = {_set_of(each): None for card in pool.cards.values() for each in card.printings}
    codes = {code: text for text in printed if (code := code_of(text)) is not None}
    return dict(sorted(codes.items(), key=lambda item: (item[0][0], item[0][1] or 0)))


def _codes(card: CardDef) -> Iterable[Code]:
    return filter(None, (code_of(_set_of(each)) for each in card.printings))


def _set_of(printing: str) -> str:
    return printing.split()[0]


def _same(sought: Code, code: Code) -> bool:
    """Say whether what was written means this set; letters or number alone are enough."""
    letters, number = sought
    return letters in ("", code[0]) and number in (None, code[1])


# ---- rarity


def rarity_test(question: Question) -> Test:
    """Rarities as printed, in their order from Common to Super Rare."""
    rank = rarity_rank(question.value)
    if rank is None:
        question.unknown("rarity", (), RARITIES)
    compare = COMPARE[question.operator]
    if question.operator in (":", "=", "!="):
        return lambda card: compare(RARITIES.index(card.rarity), rank)
    if rank >= len(_RANKED):
        question.refuse_operator(f"'{RARITIES[rank]}' has no place in the order of rarities.")
    return lambda card: card.rarity in _RANKED and compare(_RANKED.index(card.rarity), rank)


def rarity_rank(text: str) -> int | None:
    """Read a rarity in words or as its letters: very-rare, VR."""
    key = key_of(text)
    ranks = {**_MARKS, **{key_of(rarity): rank for rank, rarity in enumerate(RARITIES)}}
    return ranks.get(key)
