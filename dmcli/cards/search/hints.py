"""What to say when nothing fits."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from dmcli.cards.pool import Pool
from dmcli.cards.search.asking import taken_apart, test_of
from dmcli.cards.search.errors import QueryError
from dmcli.cards.search.fields import field_named
from dmcli.cards.search.folding import key_of
from dmcli.cards.search.question import Around, Named, Test
from dmcli.cards.search.syntax import parse
from dmcli.cards.search.tree import AllOf, Term, Tree, written
from dmcli.core.nearest import did_you_mean

#: Where else a bare word may have been meant to be found.
_FIELDS: Final = ("civ", "race", "type", "kw", "role", "is", "rarity")
_ELSEWHERE: Final = (*_FIELDS, "power", "cost", "set", "text")
_MOST: Final = 3


def hints(pool: Pool, query: str, decks: Named | None = None) -> list[str]:
    """Say, a sentence each, why no card fits a query: which term leaves nothing."""
    around = Around(query, pool, decks)
    parts = taken_apart(around, parse(query)).parts
    whole = _whole_name(pool, parts)
    if whole:
        return [f"Did you mean '{whole}'?"]
    tests = [test_of(around, part) for part in parts]
    empty = [part for part, test in zip(parts, tests, strict=True) if not _count(around, [test])]
    moved = _moved(around, parts) if len(parts) > 1 else ""
    if moved:
        return [moved]
    if len(parts) == 1:
        return list(filter(None, (_meant(around, part).strip() for part in parts)))
    if empty:
        return [_alone(around, part) for part in empty[:_MOST]]
    return list(_without(around, parts, tests))[:_MOST]


def _whole_name(pool: Pool, parts: tuple[Tree, ...]) -> str | None:
    """Find the one card whose name all words are together, spelled otherwise."""
    words = [part.value for part in parts if isinstance(part, Term) and not part.field]
    return pool.find(" ".join(words)).name if words and len(words) == len(parts) else None


def _moved(around: Around, parts: tuple[Tree, ...]) -> str:
    """Look for every word of the name in the fields that know it, and say what fits then."""
    meant = tuple(_known(around, part) for part in parts)
    count = _count(around, [test_of(around, part) for part in meant]) if meant != parts else 0
    return f"Did you mean {written(AllOf(meant))}? It fits {_cards(count)}." if count else ""


def _known(around: Around, part: Tree) -> Tree:
    """The word in the first field where something fits it; what is no bare word stays."""
    if not isinstance(part, Term) or part.field:
        return part
    terms = (Term(field, ":", part.value) for field in _FIELDS)
    return next((term for term in terms if _fitting(around, term)), part)


def _fitting(around: Around, term: Term) -> int:
    """How many cards fit a term; none when its field does not know the value."""
    try:
        return _count(around, [test_of(around, term)])
    except QueryError:
        return 0


def _count(around: Around, tests: list[Test]) -> int:
    return sum(all(test(card) for test in tests) for card in around.pool.cards.values())


def _without(around: Around, parts: tuple[Tree, ...], tests: list[Test]) -> Iterator[str]:
    """Name the terms without which something fits, and how much."""
    for place, part in enumerate(parts):
        count = _count(around, tests[:place] + tests[place + 1 :])
        if count:
            yield f"Without {written(part)}: {_cards(count)}."


def _alone(around: Around, part: Tree) -> str:
    """Say that one term alone fits nothing, and what it may have meant."""
    return f"Nothing fits {written(part)} alone.{_meant(around, part)}"


def _meant(around: Around, term: Tree) -> str:
    """Point to the fields that know the word of a name, else to the nearest words of names."""
    if not isinstance(term, Term) or field_named(term.field or "name") != "name":
        return ""
    found = () if term.field else islice(_elsewhere(around, term.value), _MOST)
    others = ", ".join(found)
    if others:
        return f" '{term.value}' is in no name; {others}."
    if term.operator != ":":
        return did_you_mean(term.value, around.pool.cards)
    words = {key_of(word): word for name in around.pool.cards for word in name.split()}
    near = did_you_mean(term.value, (word.strip(",") for word in words.values()))
    return near or did_you_mean(term.value, around.pool.cards)


def _elsewhere(around: Around, word: str) -> Iterator[str]:
    """Count what the word finds in other fields."""
    for field in _ELSEWHERE:
        term = Term(field, ":", word)
        count = _fitting(around, term)
        if count:
            yield f"{written(term)} fits {_cards(count)}"


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count:,} cards"
