"""The grammar of queries, and what is said about a mistake, with its place."""

from __future__ import annotations

import pytest

from dmcli.cards import Pool, QueryError, load_pool, search
from dmcli.cards.search.syntax import parse
from dmcli.cards.search.tree import AllOf, AnyOf, Not, Term, written

A, B, C = Term("", ":", "a"), Term("", ":", "b"), Term("", ":", "c")


@pytest.fixture(scope="module")
def pool() -> Pool:
    return load_pool()


@pytest.mark.parametrize(
    ("query", "tree"),
    [
        ("a", A),
        ("a b", AllOf((A, B))),
        ("a and b", AllOf((A, B))),
        ("a or b", AnyOf((A, B))),
        ("a OR b", AnyOf((A, B))),
        ("a b or c", AnyOf((AllOf((A, B)), C))),
        ("a (b or c)", AllOf((A, AnyOf((B, C))))),
        ("(a)", A),
        ("((a) b)", AllOf((A, B))),
        ("(a b) c", AllOf((AllOf((A, B)), C))),
        ("-a", Not(A)),
        ("not a b", AllOf((Not(A), B))),
        ("-(a or b)", Not(AnyOf((A, B)))),
        ("not not a", Not(Not(A))),
        ("a and not b", AllOf((A, Not(B)))),
        ("a(b)", AllOf((A, B))),
        ('"or"', Term("", ":", "or")),
        ("order", Term("", ":", "order")),
        ("cost<=3", Term("cost", "<=", "3")),
        ("COST!=3", Term("cost", "!=", "3")),
        ('text:"draw a card"', Term("text", ":", "draw a card")),
        ("text:'draw a card'", Term("text", ":", "draw a card")),
        ("text:“draw a card”", Term("text", ":", "draw a card")),
        (r'text:"say \"no\""', Term("text", ":", 'say "no"')),
        ("bronze-arm", Term("", ":", "bronze-arm")),
        ("mykee's", Term("", ":", "mykee's")),
        ('!"a"', Term("name", "=", "a")),
        ("-!a", Not(Term("name", "=", "a"))),
        ("in:decks/my-deck.txt", Term("in", ":", "decks/my-deck.txt")),
        ("  a\t\n b ", AllOf((A, B))),
    ],
)
def test_a_query_is_read_as_a_tree(query: str, tree: object) -> None:
    assert parse(query) == tree


def test_a_tree_is_written_with_no_more_brackets_than_it_needs() -> None:
    tree = AnyOf((AllOf((A, Not(AnyOf((B, C))))), Term("text", ":", "draw a card")))
    assert written(tree) == 'a -(b or c) or text:"draw a card"'


MISTAKES = [
    ("", "The query is empty", ""),
    (" \t", "The query is empty", ""),
    ("civ:fir", "No civilization 'fir'. Did you mean 'fire'?", "fir"),
    ("civ:fx", "No civilization 'fx'", "fx"),
    ("a rase:Human", "No search field 'rase'. Did you mean 'race'?", "rase"),
    ("zzz:1", "No search field 'zzz'. There are: name, civ,", "zzz"),
    ("race:dragons", "No race 'dragons'. Did you mean 'Dragon'?", "dragons"),
    ("race=dragon", "No race is just 'dragon': race:dragon finds every one", "dragon"),
    ("kw:bloker", "No keyword 'bloker'. Did you mean 'blocker'?", "bloker"),
    ("role:remval", "No role 'remval'. Did you mean 'removal'?", "remval"),
    ("is:evoluton", "No trait 'evoluton'. Did you mean 'evolution'?", "evoluton"),
    ("is:zzzz", "No trait 'zzzz'. There are: creature, spell,", "zzzz"),
    ("type:dragon", "'dragon' is a race, not a type: race:dragon finds it.", "dragon"),
    ("type:sorcery", "No type 'sorcery'. There are: creature, evolution, spell.", "sorcery"),
    ("t:evo", "No type 'evo'. There are: creature, evolution, spell.", "evo"),
    ("set:DM-13", "No set 'DM-13'. There are: DM-01, DM-02,", "DM-13"),
    ("set:!!", "No set '!!'", "!!"),
    ("set<promo", "'promo' has no number to compare", "<"),
    ("r:comon", "No rarity 'comon'. Did you mean 'Common'", "comon"),
    ("r<none", "'No Rarity' has no place in the order of rarities.", "<"),
    ("civ<rainbow", "'rainbow' is no amount; ask civ>=2.", "<"),
    ("a name<3", "'name' is compared with :, = or !=, not with <.", "<"),
    ("kw>=blocker", "'kw' is compared with :, = or !=, not with >=.", ">="),
    ("sort>cost", "'sort' is compared with :, not with >.", ">"),
    ("cost<=three", "'three' is not a number such as 4 or 5000.", "three"),
    ("power:-1", "'-1' is not a number", "-1"),
    ("power:٣", "'٣' is not a number", "٣"),
    ("cost:9999999999", "is not a number", "9999999999"),
    ("cost:2-4", "'2-4' is not a number such as 4 or 5000; from 2 to 4 is cost>=2 cost<=4.", "2-4"),
    ("pow:2000..4000", "from 2000 to 4000 is pow>=2000 pow<=4000.", "2000..4000"),
    ("cost==3", "There is no operator '=='.", "=="),
    ("cost=>3", "There is no operator '=>'.", "=>"),
    ("civ:", "Nothing stands after 'civ:'.", "civ:"),
    ("civ: fire", "Nothing stands after 'civ:'.", "civ:"),
    ("(civ:)", "Nothing stands after 'civ:'.", "civ:"),
    ("cost <= 3", "An operator stands between a field and its value, without spaces", "<"),
    ("a or", "'or' needs a term on both sides.", "or"),
    ("or a", "'or' needs a term on both sides.", "or"),
    ("a or or b", "'or' needs a term on both sides.", "or"),
    ("a (b or)", "'or' needs a term on both sides.", "or"),
    ("a -or b", "'or' needs a term on both sides.", "or"),
    ("a and", "'and' needs a term on both sides.", "and"),
    ("a and or b", "'and' needs a term on both sides.", "and"),
    ("a not", "'not' needs a term after it.", "not"),
    ("a not or b", "'not' needs a term after it.", "not"),
    ("a ()", "There is nothing in these brackets.", "()"),
    ("a (", "This bracket is never closed.", "("),
    ("a (b", "This bracket is never closed.", "("),
    ("a) b", "This bracket closes nothing.", ")"),
    (")", "This bracket closes nothing.", ")"),
    ("a or )", "'or' needs a term on both sides.", "or"),
    ('a "b', "This quotation is never closed.", '"'),
    ('a text:"b\\"', "This quotation is never closed.", '"'),
    ('a ""', "There is nothing in these quotes.", '""'),
    ('name:" "', "There is nothing in these quotes.", '" "'),
    ('"a"b', "A space is missing after the quotation.", "b"),
    ('na"me"', "Quotes stand around a whole value", '"'),
    ("a - b", "A minus stands directly before what it excludes", "-"),
    ("a -", "A minus stands directly before what it excludes", "-"),
    ("a --limit", "A word that begins with two dashes is neither", "-"),
    ("text:/draw.*/", "Patterns between slashes are not taken", "/draw.*/"),
    ("sort:cots", "Cards can't be sorted by 'cots'. Did you mean 'cost'?", "cots"),
    ("direction:up", "A direction is asc or desc, not 'up'.", "up"),
    ("a or sort:cost", "'sort:' stands outside brackets", "sort"),
    ("c (a or b sort:cost)", "'sort:' stands outside brackets", "sort"),
    ("-sort:cost", "'sort:' stands outside brackets", "sort"),
    ("not:vanila", "No trait 'vanila'. Did you mean 'vanilla'?", "vanila"),
]


@pytest.mark.parametrize(("query", "sentence", "marked"), MISTAKES)
def test_a_mistake_is_one_sentence_and_its_place(
    pool: Pool, query: str, sentence: str, marked: str
) -> None:
    with pytest.raises(QueryError) as caught:
        search(pool, query)
    error = caught.value
    assert sentence in error.message
    assert "\n" not in error.message
    assert error.exit_code == 2
    if marked:
        assert query[error.column : error.column + error.length] == marked


def test_the_place_is_shown_under_the_query(pool: Pool) -> None:
    with pytest.raises(QueryError) as caught:
        search(pool, "cost<=3 civ:fir dragon")
    assert str(caught.value).splitlines() == [
        "No civilization 'fir'. Did you mean 'fire'?",
        "    cost<=3 civ:fir dragon",
        "                ^^^",
    ]


def test_the_place_in_a_long_query_is_still_shown_on_one_line(pool: Pool) -> None:
    with pytest.raises(QueryError) as caught:
        search(pool, " ".join(["dragon"] * 40 + ["civ:fir"] + ["dragon"] * 40))
    _, shown, carets = str(caught.value).splitlines()
    assert len(shown) < 80
    assert shown.startswith("    … ")
    assert shown.endswith(" …")
    assert shown[carets.index("^") : len(carets)] == "fir"


def test_wide_and_unprintable_signs_do_not_move_the_caret(pool: Pool) -> None:
    with pytest.raises(QueryError) as caught:
        search(pool, "アクア\t\x1b civ:fir")
    _, shown, carets = str(caught.value).splitlines()
    assert shown == "    アクア ? civ:fir"
    assert carets == " " * (4 + 6 + len(" ? civ:")) + "^^^"


@pytest.mark.parametrize(
    "query",
    ["(" * 5000, "-" + "(" * 900, "not " * 450 + "a", "(" * 41 + "a" + ")" * 41, "a " * 1001],
)
def test_what_is_too_long_or_too_deep_is_refused(pool: Pool, query: str) -> None:
    with pytest.raises(QueryError, match=r"at most 2,000 characters|More than 40 brackets"):
        search(pool, query)


def test_forty_brackets_are_read(pool: Pool) -> None:
    found = search(pool, "(" * 40 + "bolshack" + ")" * 40)
    assert [card.name for card in found] == ["Bolshack Dragon"]
    assert len(search(pool, "not " * 40 + "cost=1")) == 32


def test_an_error_of_a_deck_is_shown_at_its_place(pool: Pool) -> None:
    from dmcli.core.errors import Unreadable

    def decks(word: str) -> list[str]:
        raise Unreadable(f"{word}: there is no such deck.")

    with pytest.raises(QueryError) as caught:
        search(pool, "civ:fire in:x.txt", decks)
    assert caught.value.message == "x.txt: there is no such deck."
    assert caught.value.column == len("civ:fire in:")
