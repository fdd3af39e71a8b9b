"""A query asked of a pool: tree → test → cards in order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
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
    keys = [replace(key, down=key.down != asked.down) for key in keys]
    tests = [test_of(around, part) for part in asked.parts]
    fitting = [card for card in pool.cards.values() if all(fits(card) for fits in tests)]
    if asked.down and not keys:
        fitting.reverse()
    return Found(in_order(fitting, keys), tuple(key.name for key in keys))


@dataclass(frozen=True)
class Found:
    """The cards of an answer, and the names of the keys of their order."""

    cards: list[CardDef]
    order: tuple[str, ...]


@dataclass(frozen=True)
class Asked:
    """What must all hold, and the order; down: turned round."""

    parts: tuple[Tree, ...]
    keys: tuple[Key, ...] = ()
    down: bool = False


def taken_apart(around: Around, tree: Tree) -> Asked:
    """Part what must hold from how the answer is sorted."""
    rows = [_parted(row) for row in (tree.parts if isinstance(tree, AnyOf) else (tree,))]
    if len(rows) == 1:
        rest = rows[0][0]
    elif all(rest for rest, _ in rows):
        rest = (AnyOf(tuple(rest[0] if len(rest) == 1 else AllOf(rest) for rest, _ in rows)),)
    else:
        return Asked((tree,))
    orders = [term for _, terms in rows for term in terms]
    return reduce(lambda asked, term: _ordered(around, asked, term), orders, Asked(rest))


def _parted(row: Tree) -> tuple[tuple[Tree, ...], list[Term]]:
    """What must hold in a row of terms, and the terms of the order."""
    parts = row.parts if isinstance(row, AllOf) else (row,)
    orders = [part for part in parts if isinstance(part, Term) and _is_order(part)]
    return tuple(part for part in parts if part not in orders), orders


def _is_order(term: Term) -> bool:
    return field_named(term.field) in _ORDER


def _ordered(around: Around, asked: Asked, term: Term) -> Asked:
    """Take up what one term says of the order."""
    question = Question(around, term)
    field_of(question)
    try:
        if field_named(term.field) == "sort":
            return replace(asked, keys=(*asked.keys, *keys_of(term.value)))
        return replace(asked, down=turned(term.value))
    except UsageMistake as error:
        question.refuse(str(error))


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
