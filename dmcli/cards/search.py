"""A simple search: words that must all occur, and a few fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final

from dmcli.cards.names import key_of
from dmcli.cards.pool import Pool
from dmcli.core.carddef import CardDef
from dmcli.core.errors import Refused, Unreadable, UsageMistake
from dmcli.core.nearest import did_you_mean

Field = Callable[[Pool, CardDef], Iterable[str]]

_TERM: Final = re.compile(r'(?:(\w+):)?(?:"([^"]*)"|(\S+))')


def search(pool: Pool, query: str) -> list[CardDef]:
    """List the cards that fit every term of a query, in the order of the pool."""
    terms = [_term(*found) for found in _TERM.findall(query)]
    return [card for card in pool.cards.values() if all(fits(pool, card) for fits in terms)]


def _term(field: str, quoted: str, word: str) -> Callable[[Pool, CardDef], bool]:
    """Make the test that a card must pass for one term."""
    if field and field.lower() not in FIELDS:
        hint = did_you_mean(field, FIELDS) or f" There are: {', '.join(FIELDS)}."
        raise UsageMistake(f"No search field '{field}'.{hint}")
    fields = [FIELDS[field.lower()]] if field else list(FIELDS.values())
    sought = (quoted or word).casefold()
    key = key_of(sought)

    def fits(pool: Pool, card: CardDef) -> bool:
        return any(_holds(value, sought, key) for each in fields for value in each(pool, card))

    return fits


def _holds(value: str, sought: str, key: str) -> bool:
    """Say whether a text holds what is sought, also when accents or punctuation differ."""
    return sought in value.casefold() or (bool(key) and key in key_of(value))


def _text(pool: Pool, card: CardDef) -> Iterable[str]:
    """Give the rules lines of a card and the text that is printed from them."""
    if not card.rules:
        return ()
    try:
        return (*card.rules, *pool.text(card.name))
    except (Refused, Unreadable):
        return card.rules


FIELDS: Final[dict[str, Field]] = {
    "name": lambda pool, card: (card.name,),
    "race": lambda pool, card: card.races,
    "type": lambda pool, card: (card.type,),
    "civ": lambda pool, card: card.civilizations,
    "set": lambda pool, card: card.printings,
    "text": _text,
}
