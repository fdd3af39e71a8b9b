"""Every form keeps cards, counts, zones and order, however often a deck goes from form to form."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dmcli.cards import load_pool
from dmcli.core.errors import Unreadable
from dmcli.decks import Deck, Entry
from dmcli.decks.forms import FORMS, sniffed
from dmcli.decks.forms.entries import shown
from dmcli.decks.forms.text import deck_from_text
from dmcli.decks.model import MAIN, ZONES

POOL = load_pool()

#: Forms that have a place for title, author and remarks.
TELLING = [name for name, form in FORMS.items() if not form.lacks]

SIGNS = st.characters(categories=["L", "M", "N", "P", "S", "Zs", "Cc", "Cf"])
#: What any reader makes of a text, so that it is the same in every form.
LINES = st.text(SIGNS, min_size=1, max_size=60).map(shown).filter(str.strip)
CARDS = st.lists(
    st.tuples(st.integers(1, 12), st.sampled_from(list(POOL.cards)), st.sampled_from(ZONES)),
    min_size=1,
    max_size=25,
)


def made(rows: list[tuple[int, str, str]], **about: object) -> Deck:
    entries = tuple(Entry(count, name, 1, zone) for count, name, zone in rows)
    return Deck(**{"name": "a deck", "entries": entries, **about})


def by_zone(deck: Deck) -> dict[str, list[tuple[int, str]]]:
    return {
        zone: [(each.count, each.name) for each in deck.entries if each.zone == zone]
        for zone in ZONES
    }


def summed(deck: Deck) -> dict[str, dict[str, int]]:
    """What is kept by a form in which every copy is a card of its own."""
    zones: dict[str, dict[str, int]] = {zone: {} for zone in ZONES}
    for each in deck.entries:
        zones[each.zone][each.name] = zones[each.zone].get(each.name, 0) + each.count
    return zones


def through(deck: Deck, form: str) -> Deck:
    return FORMS[form].read(FORMS[form].write(deck, POOL), POOL, "deck", "deck")


@pytest.mark.parametrize("form", [name for name in FORMS if name != "tts"])
@settings(max_examples=80, deadline=None)
@given(CARDS)
def test_every_entry_comes_back_in_its_zone_and_order(
    form: str, rows: list[tuple[int, str, str]]
) -> None:
    deck = made(rows)
    back = through(deck, form)
    assert by_zone(back) == by_zone(deck)
    assert (back.hash, back.problems, back.form) == (deck.hash, (), form)


@settings(max_examples=80, deadline=None)
@given(CARDS)
def test_tabletop_simulator_keeps_copies_zones_and_the_order_of_first_cards(
    rows: list[tuple[int, str, str]],
) -> None:
    deck = made(rows)
    back = through(deck, "tts")
    assert [list(zone.items()) for zone in summed(back).values()] == [
        list(zone.items()) for zone in summed(deck).values()
    ]
    assert (back.hash, back.problems, back.form) == (deck.hash, (), "tts")


@pytest.mark.parametrize("form", ["json", "csv", "tsv"])
@settings(max_examples=40, deadline=None)
@given(CARDS)
def test_forms_that_state_the_zone_of_each_card_keep_the_order_over_all_zones(
    form: str, rows: list[tuple[int, str, str]]
) -> None:
    back = through(made(rows), form)
    assert [(each.count, each.name, each.zone) for each in back.entries] == rows


@settings(max_examples=60, deadline=None)
@given(CARDS, st.lists(st.sampled_from(list(FORMS)), min_size=2, max_size=7))
def test_a_chain_of_forms_loses_no_card(rows: list[tuple[int, str, str]], chain: list[str]) -> None:
    deck = made(rows)
    back = deck
    for form in chain:
        back = through(back, form)
    assert (back.hash, summed(back)) == (deck.hash, summed(deck))
    assert back.problems == ()


@pytest.mark.parametrize("form", TELLING)
@settings(max_examples=80, deadline=None)
@given(LINES, st.just("") | LINES, st.lists(LINES, max_size=4))
def test_title_author_and_remarks_come_back_whatever_signs_they_have(
    form: str, title: str, author: str, said: list[str]
) -> None:
    remarks = tuple(f"plan {line}".strip() for line in said)
    deck = made([(4, "Aqua Hulcus", MAIN)], name=title, author=author, remarks=remarks)
    back = through(deck, form)
    assert (back.name, back.author, back.remarks) == (title, author, remarks)


@settings(max_examples=60, deadline=None)
@given(CARDS, LINES)
def test_what_is_written_is_known_by_its_looks(
    rows: list[tuple[int, str, str]], title: str
) -> None:
    deck = made(rows, name=title)
    assert {name: sniffed(form.write(deck, POOL)).name for name, form in FORMS.items()} == {
        name: name for name in FORMS
    }


@settings(max_examples=60, deadline=None)
@given(CARDS)
def test_json_of_ours_is_also_the_plain_shape_that_others_read(
    rows: list[tuple[int, str, str]],
) -> None:
    document = json.loads(FORMS["json"].write(made(rows), POOL))
    assert [(card["count"], card["name"]) for card in document["cards"]] == [
        (count, name) for count, name, _ in rows
    ]


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=60, deadline=None)
@given(st.text(max_size=400))
def test_any_text_is_a_deck_or_one_sentence_in_every_form(form: str, text: str) -> None:
    try:
        deck = FORMS[form].read(text, POOL, "file", "file")
    except Unreadable as error:
        deck = Deck(name=str(error))
    assert all(each.known or deck.problems for each in deck.entries)
    assert deck.form == form or deck.name.startswith("file:")


@pytest.mark.parametrize("title", ["Sideboard", "Main deck", "# 1", "// x", "a: b", "title: x"])
def test_a_title_that_looks_like_something_else_moves_no_card(title: str) -> None:
    deck = made([(4, "Aqua Hulcus", MAIN)], name=shown(title), remarks=(title, "plan: x"))
    back = through(deck, "text")
    assert (back.name, back.hash) == (deck.name, deck.hash)
    assert title in back.remarks[0]


def test_the_text_form_is_the_one_that_the_plain_writer_writes() -> None:
    deck = made([(4, "Aqua Hulcus", MAIN)])
    text = FORMS["text"].write(deck, POOL)
    assert deck_from_text(text, POOL, "d", "d").hash == deck.hash
