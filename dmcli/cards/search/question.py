"""One term of a query, asked of a pool."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import NoReturn

from dmcli.cards.pool import Pool
from dmcli.cards.search.errors import QueryError
from dmcli.cards.search.tree import Term
from dmcli.core.carddef import CardDef
from dmcli.core.errors import DmcliError
from dmcli.core.nearest import did_you_mean

#: Whether a card fits.
Test = Callable[[CardDef], bool]
#: A word → the names of the cards it stands for; what the word cannot be is an error.
Named = Callable[[str], Collection[str]]


def negated(test: Test) -> Test:
    """Turn a test round."""
    return lambda card: not test(card)


@dataclass(frozen=True)
class Around:
    """What a query is asked of: the pool, and the decks that others can read."""

    query: str
    pool: Pool
    decks: Named | None = None


@dataclass(frozen=True)
class Question:
    """A term, and around it what it is asked of."""

    around: Around
    term: Term

    @property
    def pool(self) -> Pool:
        """The cards."""
        return self.around.pool

    @property
    def operator(self) -> str:
        """How the value is compared."""
        return self.term.operator

    @property
    def value(self) -> str:
        """What is sought."""
        return self.term.value

    def turned(self, test: Test) -> Test:
        """Give the test as the operator wants it: != turns it round."""
        return negated(test) if self.operator == "!=" else test

    def unknown(self, noun: str, words: Iterable[str], few: Iterable[str] = ()) -> NoReturn:
        """Refuse a value that is none of the words; few are listed when none comes near."""
        few = list(few)
        hint = did_you_mean(self.value, few) or did_you_mean(self.value, words)
        listed = ", ".join(few)
        self.refuse(f"No {noun} '{self.short}'.{hint or (listed and f' There are: {listed}.')}")

    def refuse(self, message: str) -> NoReturn:
        """Refuse the value."""
        term = self.term
        raise QueryError(message, self.around.query, term.value_at, term.end - term.value_at)

    def refuse_operator(self, message: str) -> NoReturn:
        """Refuse the operator, or what stands before the value."""
        term = self.term
        length = len(term.operator)
        raise QueryError(message, self.around.query, term.value_at - length, length)

    def refuse_field(self, message: str) -> NoReturn:
        """Refuse the field."""
        raise QueryError(message, self.around.query, self.term.at, len(self.term.field))

    def named(self, lists: Named | None) -> frozenset[str]:
        """Ask someone else for the cards of a word, and put their error in its place."""
        if lists is None:
            self.refuse_field(f"'{self.term.field}:' can't be asked here.")
        try:
            return frozenset(lists(self.value))
        except QueryError:
            raise
        except DmcliError as error:
            self.refuse(str(error))

    @property
    def short(self) -> str:
        """The value as an error quotes it."""
        return self.value if len(self.value) <= 60 else f"{self.value[:57]}..."
