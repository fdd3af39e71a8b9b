"""Any query: what is written is read again, what is found is what the terms say, nothing breaks."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dmcli.cards import Pool, QueryError, load_pool, search
from dmcli.cards.search import FIELDS, completions, hints, joined
from dmcli.cards.search.syntax import parse
from dmcli.cards.search.tree import OPERATORS, AllOf, AnyOf, Not, Term, Tree, written
from dmcli.core.carddef import CardDef

ANY: Final = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

#: Terms, and what they mean, said without the search.
MEANINGS: Final[dict[str, Callable[[CardDef], bool]]] = {
    "civ:fire": lambda card: "fire" in card.civilizations,
    "civ=nature": lambda card: card.civilizations == ("nature",),
    "cost<=3": lambda card: card.cost <= 3,
    "cost!=2": lambda card: card.cost != 2,
    "power>=4000": lambda card: (card.power or 0) >= 4000,
    "type:spell": lambda card: card.type == "spell",
    "is:evolution": lambda card: card.type == "evolution creature",
    "race=Human": lambda card: "Human" in card.races,
    "set:DM-06": lambda card: any(each.startswith("DM-06 ") for each in card.printings),
    "rarity:common": lambda card: card.rarity == "Common",
    "name:an": lambda card: "an" in card.name.lower(),
    "rules:blocker": lambda card: any("blocker" in line for line in card.rules or ()),
}

known_terms = st.sampled_from([parse(text) for text in MEANINGS])
any_terms = st.builds(
    Term,
    st.one_of(st.just(""), st.sampled_from([*FIELDS, "zzz"])),
    st.sampled_from(OPERATORS),
    st.one_of(
        st.text(min_size=1, max_size=12), st.sampled_from(["or", "AND", "not", "-x", 'a "b"'])
    ).filter(str.strip),
).map(lambda term: Term("", ":", term.value) if not term.field else term)


def trees(terms: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    """Trees of terms, as the parser makes them: rows and alternatives have two parts or more."""

    def larger(inner: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
        parts = st.lists(inner, min_size=2, max_size=4).map(tuple)
        return st.one_of(st.builds(Not, inner), st.builds(AllOf, parts), st.builds(AnyOf, parts))

    return st.recursive(terms, larger, max_leaves=12)


@pytest.fixture(scope="module")
def pool() -> Pool:
    return load_pool()


def names(pool: Pool, tree: Tree) -> list[str]:
    return [card.name for card in search(pool, written(tree))]


def one_deck(word: str) -> set[str]:
    return {"Aqua Hulcus"}


def answered(pool: Pool, query: str) -> list[str] | QueryError:
    """The names that are found, or the mistake."""
    try:
        return [card.name for card in search(pool, query, one_deck)]
    except QueryError as error:
        return error


def means(tree: Tree, card: CardDef) -> bool:
    """What a tree says about a card, term by term."""
    match tree:
        case Term():
            return MEANINGS[written(tree)](card)
        case Not(part):
            return not means(part, card)
        case AllOf(parts):
            return all(means(part, card) for part in parts)
        case AnyOf(parts):
            return any(means(part, card) for part in parts)


@ANY
@given(trees(any_terms))
def test_what_is_written_is_read_as_the_same_tree(tree: Tree) -> None:
    assert parse(written(tree)) == tree


@ANY
@given(trees(known_terms))
def test_a_query_finds_exactly_what_its_terms_say(pool: Pool, tree: Tree) -> None:
    expected = [card.name for card in pool.cards.values() if means(tree, card)]
    assert names(pool, tree) == expected


@ANY
@given(trees(known_terms), trees(known_terms))
def test_de_morgan_holds(pool: Pool, one: Tree, two: Tree) -> None:
    assert names(pool, Not(AnyOf((one, two)))) == names(pool, AllOf((Not(one), Not(two))))
    assert names(pool, Not(AllOf((one, two)))) == names(pool, AnyOf((Not(one), Not(two))))


@ANY
@given(known_terms, known_terms, known_terms)
def test_or_binds_less_than_a_row(pool: Pool, one: Term, two: Term, three: Term) -> None:
    query = f"{written(one)} or {written(two)} {written(three)}"
    grouped = f"({written(one)}) or ({written(two)} and {written(three)})"
    assert search(pool, query) == search(pool, grouped)


@ANY
@given(trees(known_terms))
def test_brackets_around_a_whole_query_change_nothing(pool: Pool, tree: Tree) -> None:
    assert search(pool, f"({written(tree)})") == search(pool, written(tree))


PIECES: Final = st.sampled_from(
    [
        *("civ", "cost", "name", "text", "is", "in", "sort", "kw", "zzz", "fire", "draw", "3"),
        *(":", "=", "!=", "<", "<=", ">", ">=", "!", "-", "--", "(", ")", '"', "'", "“", "”"),
        *(" ", " or ", " and ", " not ", "*", "/", "\\", "\t", "é", "\u0301", "\0", "名"),
    ]
)
odd_queries = st.one_of(st.text(max_size=40), st.lists(PIECES, max_size=16).map("".join))


@settings(ANY, max_examples=400)
@given(odd_queries)
def test_any_text_gives_cards_or_a_mistake_with_its_place(pool: Pool, query: str) -> None:
    answer = answered(pool, query)
    if isinstance(answer, QueryError):
        assert 0 <= answer.column <= len(query)
        assert answer.column + answer.length <= len(query) or answer.length == 1
        assert len(str(answer).splitlines()) <= 3
        assert all(line.isprintable() for line in str(answer).splitlines())
    else:
        assert set(answer) <= pool.cards.keys()
        assert answer or isinstance(hints(pool, query, one_deck), list)


@ANY
@given(st.lists(odd_queries, min_size=1, max_size=4))
def test_any_words_of_a_command_line_are_joined(pool: Pool, words: list[str]) -> None:
    assert isinstance(joined(words, pool), str)


@ANY
@given(odd_queries)
def test_what_is_offered_goes_on_from_what_was_typed(pool: Pool, begun: str) -> None:
    assert all(each.startswith(begun.lower()) for each in map(str.lower, completions(pool, begun)))


@pytest.mark.parametrize(
    "query",
    [
        "a* " * 600,
        "name:" + "*a" * 900,
        "text:" + "a*" * 900,
        "x" * 1999,
        "civ:" + "/" * 1990,
        "race:" + "-" * 1990,
        "sort:" + "," * 1990,
        "set:" + "9" * 1990,
        "or" * 900,
        "'" * 1999,
        '"' + "\\" * 1990,
    ],
)
def test_a_query_written_to_hurt_is_answered_at_once(pool: Pool, query: str) -> None:
    started = time.perf_counter()
    answer = answered(pool, query)
    assert time.perf_counter() - started < 2
    assert not isinstance(answer, QueryError) or len(str(answer)) < 500
