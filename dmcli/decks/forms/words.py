"""The words that other people's tables and documents have for counts, names and zones."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from dmcli.decks.forms.signs import plain
from dmcli.decks.model import HYPERSPATIAL, MAIN, SIDEBOARD

#: The first that is there is taken: a "number" may also be the number of a printing.
COUNT_WORDS: Final = (
    *("count", "qty", "quantity", "copies", "amount", "num", "number", "枚数", "枚"),
    *("owned", "own", "have", "stock", "qtyowned", "quantityowned", "countowned"),
    *("anzahl", "menge", "stück", "cantidad", "quantité", "quantità", "quantidade", "aantal"),
)
NAME_WORDS: Final = (
    *("name", "cardname", "card", "nickname", "カード名"),
    *("kartenname", "karte", "nombre", "carta", "nom", "carte", "nome"),
)
ZONE_WORDS: Final = ("zone", "section", "board")
TITLE_WORDS: Final = ("title", "name", "deckname", "decktitle")
AUTHOR_WORDS: Final = ("author", "player", "creator", "owner", "designer", "builder", "by")
REMARK_WORDS: Final = ("remarks", "remark", "notes", "note", "comments", "comment", "description")
#: What names a zone, over a section or as a key.
ZONES_NAMED: Final = {
    **dict.fromkeys(("main", "maindeck", "mainboard", "maincards", "mainzone"), MAIN),
    "メインデッキ": MAIN,
    **dict.fromkeys(("hyperspatial", "hyperspatialzone", "hyperspatialdeck"), HYPERSPATIAL),
    **dict.fromkeys(("psychic", "psychics", "psychiccreatures", "psychiczone"), HYPERSPATIAL),
    **dict.fromkeys(("超次元ゾーン", "超次元"), HYPERSPATIAL),
    **dict.fromkeys(("side", "sideboard", "sidedeck", "sidezone", "sidecards"), SIDEBOARD),
    "maybeboard": SIDEBOARD,
}
#: What holds cards; the first say no zone, so that within a sideboard they hold the sideboard.
LIST_WORDS: Final = {
    **dict.fromkeys(("cards", "card", "deck", "decklist", "list", "entries"), MAIN),
    **ZONES_NAMED,
}
ZONE_HEADS: Final = {MAIN: "Main deck", HYPERSPATIAL: "Hyperspatial zone", SIDEBOARD: "Sideboard"}

_COUNT: Final = re.compile(r"[x×*]?\s?([-+]?[0-9]+)(?:\.0+)?\s?[x×*]?", re.IGNORECASE)


def folded(word: str) -> str:
    """Reduce a key or a head to its letters and digits: "Card Name" is "cardname"."""
    return "".join(filter(str.isalnum, word.casefold()))


def first_of(words: Iterable[str], present: Iterable[str]) -> str | None:
    """The first of these words that is present."""
    known = set(present)
    return next((word for word in words if word in known), None)


def zone_of(text: str) -> str | None:
    """The zone that a heading names, and nothing but names."""
    return LIST_WORDS.get(folded(text))


def zone_named(text: str) -> str | None:
    """The zone that a heading within another zone names; one that only holds cards names none."""
    return ZONES_NAMED.get(folded(text))


def digits_of(text: str) -> str | None:
    """The digits of a count as people write it: 4, x4, 4x, 4.0; None when it is no count."""
    found = _COUNT.fullmatch(plain(text))
    return found[1] if found else None
