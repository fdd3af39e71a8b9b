"""The order of an answer: `sort:cost,-power` and `direction:desc`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from dmcli.cards.search.folding import key_of
from dmcli.cards.search.printed import code_of
from dmcli.core.carddef import CardDef
from dmcli.core.errors import UsageMistake
from dmcli.core.nearest import did_you_mean
from dmcli.core.words import CARD_TYPES, CIVILIZATIONS, RARITIES

DIRECTIONS: Final = ("asc", "desc")


@dataclass(frozen=True)
class Key:
    """One key of an order; cards without the fact stand last in both directions."""

    name: str
    of: Callable[[CardDef], Any]
    down: bool = False


def _civilizations(card: CardDef) -> tuple[int, list[int]]:
    return len(card.civilizations), [CIVILIZATIONS.index(each) for each in card.civilizations]


def _rarity(card: CardDef) -> int | None:
    return RARITIES.index(card.rarity) if card.rarity != RARITIES[-1] else None


def _first_set(card: CardDef) -> tuple[str, int] | None:
    code = code_of(card.printings[0].split()[0])
    return None if code is None else (code[0], code[1] or 0)


KEYS: Final[Mapping[str, Callable[[CardDef], Any]]] = {
    "name": lambda card: key_of(card.name),
    "cost": lambda card: card.cost,
    "power": lambda card: card.power,
    "civ": _civilizations,
    "race": lambda card: card.races or None,
    "type": lambda card: CARD_TYPES.index(card.type),
    "rarity": _rarity,
    "set": _first_set,
    "mana": lambda card: card.mana,
}


def keys_of(text: str) -> list[Key]:
    """Read an order such as cost,-power,name."""
    return [_key(word.strip()) for word in text.split(",") if word.strip()]


def _key(word: str) -> Key:
    name = word.removeprefix("-").lower()
    if name not in KEYS:
        hint = did_you_mean(name, KEYS) or f" There are: {', '.join(KEYS)}."
        raise UsageMistake(f"Cards can't be sorted by '{word[:60]}'.{hint}")
    return Key(name, KEYS[name], word.startswith("-"))


def turned(text: str) -> bool:
    """Read a direction: whether the order is turned round."""
    word = text.lower()
    if word not in DIRECTIONS:
        raise UsageMistake(f"A direction is asc or desc, not '{text[:60]}'.")
    return word == "desc"


def in_order(cards: Sequence[CardDef], keys: Sequence[Key]) -> list[CardDef]:
    """Sort by the first key, cards that are equal there by the next; else as in the pool."""
    found = list(cards)
    for key in reversed(keys):
        known = [card for card in found if key.of(card) is not None]
        rest = [card for card in found if key.of(card) is None]
        found = sorted(known, key=key.of, reverse=key.down) + rest
    return found
