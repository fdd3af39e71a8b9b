"""How words are compared: capitals, accents and signs make no difference."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Final

from dmcli.cards.names import key_of as letters_of

_SPACE: Final = re.compile(r"\s+")
_BETWEEN: Final = re.compile(r"[\s\-]+")
_APOSTROPHES: Final = str.maketrans("’‘ʼ", "'''")
#: The same word whichever way it is written: can't, cant, cannot.
_CANNOT: Final = re.compile(r"\bcannot\b")
_NOT: Final = re.compile(r"n't\b")

#: So many texts are remembered; the pool has about 4,000.
_MOST: Final = 16_384

key_of = lru_cache(maxsize=_MOST)(letters_of)


@lru_cache(maxsize=_MOST)
def folded(text: str) -> str:
    """Reduce a text to small letters, single spaces and one way to write can't."""
    small = _SPACE.sub(" ", text.translate(_APOSTROPHES).casefold()).strip()
    return _NOT.sub("nt", _CANNOT.sub("can't", small))


def holds(sought: str) -> Callable[[str], bool]:
    """Make the test whether a folded text holds what is sought; * stands for anything."""
    pieces = [piece.strip() for piece in folded(sought).split("*") if piece.strip()]
    if len(pieces) == 1:
        [piece] = pieces
        return lambda text: piece in text
    return lambda text: _in_order(pieces, text)


def _in_order(pieces: list[str], text: str) -> bool:
    at = 0
    for piece in pieces:
        found = text.find(piece, at)
        if found < 0:
            return False
        at = found + len(piece)
    return True


@lru_cache(maxsize=_MOST)
def words_of(text: str) -> tuple[str, ...]:
    """Take a race, type or keyword apart."""
    return tuple(key for key in map(key_of, _BETWEEN.split(text)) if key)


def has_words(text: str, sought: Sequence[str]) -> bool:
    """Say whether these words stand in a text, whole and one after the other."""
    words = words_of(text)
    length, wanted = len(sought), tuple(sought)
    return any(words[at : at + length] == wanted for at in range(len(words) - length + 1))


def distinct(texts: Iterable[str]) -> list[str]:
    """Every text once, in order, with its single words after the whole ones."""
    whole = list(dict.fromkeys(texts))
    parts = [part for text in whole for part in text.split()]
    return list(dict.fromkeys([*whole, *parts]))
