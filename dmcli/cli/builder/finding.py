"""Looks a query up: all cards for none, in:this for the deck on the desk, and what may follow."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from textual.suggester import Suggester

from dmcli.cards import Pool
from dmcli.cards.search import QueryError, completions, hints, search
from dmcli.core.carddef import CardDef
from dmcli.core.errors import UsageMistake
from dmcli.decks import Deck, read_deck
from dmcli.decks.sources import STANDARD_INPUT

#: The word after in: that means the deck on the desk.
THIS = "this"


class Finder:
    """A pool that is searched beside a deck."""

    def __init__(self, pool: Pool, deck: Callable[[], Deck]) -> None:
        self._pool = pool
        self._deck = deck

    def find(self, query: str) -> Sequence[CardDef]:
        """The cards that fit a query, all of them when it is empty."""
        if not query.strip():
            return tuple(self._pool.cards.values())
        return search(self._pool, query, self._cards_of)

    def hint(self, query: str) -> str:
        """Why nothing fits, in a sentence."""
        return " ".join(hints(self._pool, query, self._cards_of)[:1])

    def is_begun(self, query: str) -> bool:
        """Whether the last word of a query is the beginning of a field or of a value."""
        return bool(completions(self._pool, query.rpartition(" ")[2]))

    def _cards_of(self, name: str) -> Collection[str]:
        """The card names of a deck."""
        if name == STANDARD_INPUT:
            raise UsageMistake("Standard input is for keys here; name a deck, or this.")
        deck = self._deck() if name == THIS else read_deck(name, self._pool)
        return {entry.name for entry in deck.entries}


def blame(error: Exception, width: int) -> str:
    """What is wrong with a query, under carets that stand below their place in the box."""
    if not isinstance(error, QueryError):
        return str(error)
    carets = " " * error.column + "^" * error.length
    return f"{carets}\n{error.message}" if len(carets) <= width else error.message


class Completing(Suggester):
    """Offers how the last word of a query can go on; the right arrow takes it."""

    def __init__(self, pool: Pool) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._pool = pool

    async def get_suggestion(self, value: str) -> str | None:
        """The whole query with the first word that fits."""
        before, blank, last = value.rpartition(" ")
        if len(last) < 2:
            return None
        first = next(iter(completions(self._pool, last)), None)
        return f"{before}{blank}{first}" if first and first != last else None
