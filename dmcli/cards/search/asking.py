"""A query asked of a pool: tree → test → cards in order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from dmcli.cards.pool import Pool
from dmcli.cards.search.fields import field_named, field_of
from dmcli.cards.search.order import Key, in_order, keys_of, turned
from dmcli.cards.search.question import Around, Named, Question, Test
from dmcli.cards.search.syntax import parse
from dmcli.cards.search.tree import AllOf, AnyOf, Not, Term, Tree
from dmcli.core.carddef import CardDef
from dmcli.core.errors import UsageMistake

_ORDER: Final = ("sort", "direction")


def search(
    pool: Pool,
    query: str,
    decks: Named | None = None,
    sort: str = "",
) -> list[CardDef]:
    """List the cards that fit a query, in its order, else in the order of the pool.

    decks gives the card names of the word after `in:`; sort goes before the order that the
    query itself asks for.
    """
    return ask(pool, query, decks, sort).cards


def ask(pool: Pool, query: str, decks: Named | None = None, sort: str = "") -> Found:
    """Do the same, and say by what the answer is sorted."""
    around = Around(query, pool, decks)
    asked = taken_apart(around, parse(query))
    keys = [*keys_of(sort), *asked.keys]
    tests = [test_of(around, part) for part in asked.parts]
    fitting = [card for card in pool.cards.values() if all(fits(card) for fits in tests)]
    return Found(in_order(fitting, keys), tuple(key.name for key in keys))


@dataclass(frozen=True)
class Found:
    """The cards of an answer, and the names of the keys of their order."""

    cards: list[CardDef]
    order: tuple[str, ...]


@dataclass(frozen=True)
class Asked:
    """What must all hold, and the order."""

    parts: tuple[Tree, ...]
    keys: tuple[Key, ...]


def taken_apart(around: Around, tree: Tree) -> Asked:
    """Part what must hold from how the answer is sorted."""
    parts = tree.parts if isinstance(tree, AllOf) else (tree,)
    orders = [part for part in parts if isinstance(part, Term) and _is_order(part)]
    rest = tuple(part for part in parts if not (isinstance(part, Term) and _is_order(part)))
    return Asked(rest, tuple(_keys(around, orders)))


def _is_order(term: Term) -> bool:
    return field_named(term.field) in _ORDER


def _keys(around: Around, orders: list[Term]) -> Iterator[Key]:
    keys: list[Key] = []
    down = False
    for term in orders:
        question = Question(around, term)
        field_of(question)
        try:
            if field_named(term.field) == "sort":
                keys += keys_of(term.value)
            else:
                down = turned(term.value)
        except UsageMistake as error:
            question.refuse(str(error))
    return (replace(key, down=key.down != down) for key in keys)


def test_of(around: Around, tree: Tree) -> Test:
    """Make the test that a card must pass."""
    match tree:
        case Term():
            return _term_test(Question(around, tree))
        case Not(part):
            inner = test_of(around, part)
            return lambda card: not inner(card)
        case AllOf(parts):
            tests = [test_of(around, part) for part in parts]
            return lambda card: all(test(card) for test in tests)
        case AnyOf(parts):
            tests = [test_of(around, part) for part in parts]
            return lambda card: any(test(card) for test in tests)


def _term_test(question: Question) -> Test:
    field = field_of(question)
    if field.test is None:
        question.refuse_field(
            f"'{question.term.field}:' stands outside brackets, `or` and `not`: it is no question."
        )
    return field.test(question)
