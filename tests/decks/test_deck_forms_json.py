"""Decks in JSON: the shapes that are read, and one sentence for everything else."""

from __future__ import annotations

import json

import pytest
from support.deck_forms import read, said, zone

from dmcli.cards import Match, Pool
from dmcli.core.errors import Unreadable
from dmcli.decks.model import MAIN, SIDEBOARD


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"cards": [}', r"file:1: is not JSON: expecting value\."),
        ('{"cards":\n  ["4 Corile"', r"file:2: is not JSON: a comma or \] is missing\."),
        ("{\n'cards': []}", r"file:2: is not JSON: a key in double quotes is missing\."),
        ('{"cards" []}', r"file:1: is not JSON: a colon is missing after a key\."),
        ('{"cards": []}\n\n4 Corile', r"file:3: has something after its end: '4 Corile'\."),
        ('{"Corile": 4,\n"Corile": 2}', r"file:2: has the key 'Corile' twice in one object\."),
        ('{"Corile": NaN}', r"file:1: is not JSON: NaN is no number\."),
        ('{"Corile": -Infinity}', r"file:1: is not JSON: -Infinity is no number\."),
        ('{"Corile": ' + "9" * 30 + "}", r"file:1: has a number of 30 digits\."),
        ("[" * 100, r"file:1: is nested more than 60 deep\."),
        ("[" + "1," * 100_001, r"file:1: has more than 100,000 values\."),
        ('"4 Corile"', r"file:1: is not a document in JSON: it begins with '\"4 Corile\"'\."),
        ("\n4 Corile", r"file:2: is not a document in JSON: it begins with '4 Corile'\."),
        ("", r"file:1: is not a document in JSON: it begins with ''\."),
        ('{"name": "x", "format": "tcg"}', r"file:1: has no list of cards\."),
        ("{}", r"file:1: has no list of cards\."),
        ('[{"cards": []}, {"deck": []}]', r"file:1: holds 2 decks; write each into a file"),
        ('{"schema": "dmcli.deck/2", "cards": []}', r"'dmcli.deck/2', which is not 'dmcli.deck/1'"),
        ('{"schema": "dmcli.check/1", "cards": []}', r"written as 'dmcli.check/1'"),
    ],
)
def test_json_that_is_no_deck_is_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(Unreadable, match=sentence):
        read("json", text)


@pytest.mark.parametrize(
    ("card", "message"),
    [
        ('{"count": 4}', "This card has no name."),
        ('{"name": 4, "count": 4}', "This card has no name."),
        ('{"name": "Corile", "count": "four"}', "'four' is no count of 'Corile'."),
        ('{"name": "Corile", "count": null}', "Null is no count of 'Corile'."),
        ('{"name": "Corile", "count": 1.5}', "The number 1.5 is no count of 'Corile'."),
        ('{"name": "Corile", "count": true}', "True is no count of 'Corile'."),
        ('{"name": "Corile", "count": 1e999}', "The number inf is no count of 'Corile'."),
        ('{"name": "Corile", "count": 0}', "'0 Corile': no deck has that many copies."),
        ('{"name": "Corile", "count": -4}', "'-4 Corile': no deck has that many copies."),
        ('{"name": "Corile", "count": 1000}', "'1000 Corile': no deck has that many copies."),
        ("7", "Here is the number 7 where a card should be."),
        ('["Corile", 4, 4]', "Here is a list or an object where a card should be."),
        ('["Corile", "Corile"]', "Here is a list or an object where a card should be."),
        (
            '{"name": "Reaper of Nothing"}',
            "No card named 'Reaper of Nothing' in this pool (perhaps later than DM-12?).",
        ),
    ],
)
def test_a_card_that_cannot_be_read_is_an_error_with_its_line(card: str, message: str) -> None:
    deck = read("json", f'{{"cards": [\n"4 Corile",\n{card}\n]}}')
    assert said(deck, "error") == [(3, message)]


def test_in_a_file_of_one_line_messages_number_the_entries() -> None:
    deck = read("json", '{"cards": ["4 Corile", "3 Aqua Hulcuss", "2 Nobody at all"]}')
    assert said(deck, "warning") == [(1, "Entry 2: 'Aqua Hulcuss' was read as 'Aqua Hulcus'.")]
    assert [text.partition(" No card")[0] for _, text in said(deck, "error")] == ["Entry 3:"]


def test_copies_named_one_by_one_are_counted_by_zone() -> None:
    deck = read("json", '{"main": ["Corile", "Corile"], "side": ["Corile"]}')
    assert [(each.zone, each.count) for each in deck.entries] == [(MAIN, 2), (SIDEBOARD, 1)]


def test_a_card_named_a_thousand_times_is_refused() -> None:
    with pytest.raises(Unreadable, match="'Corile' has more than 999 copies"):
        read("json", json.dumps(["Corile"] * 1000))


def test_a_list_that_is_no_zone_is_passed_over_with_a_warning() -> None:
    deck = read("json", '{"cards": ["4 Corile"],\n"maybe": [{"name": "Holy Awe"}]}')
    assert said(deck, "warning") == [(2, "'maybe' is no zone of a deck and was passed over.")]


def test_a_zone_that_is_none_is_the_main_deck_with_a_warning() -> None:
    deck = read("json", '[{"name": "Corile", "count": 4, "zone": "graveyard"}]')
    assert zone(deck, MAIN) == [(4, "Corile")]
    assert said(deck, "warning") == [
        (1, "'graveyard' is no zone of a deck: read as the main deck.")
    ]


def test_a_column_of_sections_that_are_no_zones_is_warned_of_once_for_each() -> None:
    rows = "4,Corile,Creatures\n4,Holy Awe,Spells\n4,Aqua Hulcus,Creatures\n"
    deck = read("csv", f"count,name,section\n{rows}")
    assert [line for line, _ in said(deck, "warning")] == [2, 3]
    assert deck.count(MAIN) == 12


def test_a_deck_within_an_object_is_found() -> None:
    deck = read(
        "json", '{"deck": {"name": "Inner", "cards": {"Corile": 4}, "sideboard": ["Corile"]}}'
    )
    assert (deck.name, deck.count(MAIN), deck.count(SIDEBOARD)) == ("Inner", 4, 1)


def test_lone_surrogates_and_control_signs_of_json_never_reach_the_deck() -> None:
    deck = read("json", r'{"name": "a\u001b[31m\ud800\u202eb", "cards": ["4 Corile\u0007"]}')
    assert deck.name == "a?[31m?b"
    assert all(problem.message.isprintable() for problem in deck.problems)


@pytest.mark.parametrize(
    "held", ['{"cards": ["3 Corile"]}', '{"count": 3, "cards": {"Corile": 3}}', '["3 Corile"]']
)
def test_what_holds_the_cards_of_a_zone_does_not_leave_it(held: str) -> None:
    deck = read("json", f'{{"main": {{"list": ["4 Emeral"]}}, "sideboard": {held}}}')
    assert (zone(deck, MAIN), zone(deck, SIDEBOARD)) == ([(4, "Emeral")], [(3, "Corile")])


def test_two_lists_of_one_zone_are_a_doubt() -> None:
    deck = read("json", '{"deck": {"Corile": 4},\n"cards": ["4 Corile"], "side": [], "list": []}')
    assert zone(deck, MAIN) == [(4, "Corile"), (4, "Corile")]
    assert said(deck) == [
        (2, "'deck' and 'cards' are both the main deck: read one after the other.")
    ]


def test_a_line_of_a_list_may_name_the_sideboard() -> None:
    deck = read("json", '["SB: 3 Corile", "4 Emeral"]')
    assert (zone(deck, MAIN), zone(deck, SIDEBOARD)) == ([(4, "Emeral")], [(3, "Corile")])


def test_a_zone_that_is_no_text_is_a_doubt() -> None:
    deck = read("json", '[{"name": "Corile", "zone": 2}, {"name": "Emeral", "zone": null}]')
    assert said(deck) == [(1, "'2' is no zone of a deck: read as the main deck.")]


def test_names_of_cards_under_an_unknown_key_are_a_doubt() -> None:
    deck = read("json", '{"cards": ["4 Emeral"], "reserve": {"Corile": 3}, "stats": {"spells": 0}}')
    assert said(deck, "warning") == [(1, "'reserve' is no zone of a deck and was passed over.")]
    assert said(deck, "note") == [(1, "Passed over: stats.")]


def test_a_name_of_many_strokes_is_not_looked_for_in_each_of_its_parts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    find = Pool.find
    looked: list[str] = []

    def counted(pool: Pool, text: str, typos: bool = True) -> Match:
        looked.append(text)
        return find(pool, text, typos)

    monkeypatch.setattr(Pool, "find", counted)
    deck = read("json", json.dumps({"cards": [{"name": "Corile/" * 100, "count": 4}]}))
    assert said(deck, "error") != []
    assert len(looked) == 1


def test_a_card_with_two_counts_that_differ_is_warned_of() -> None:
    deck = read("json", '[{"name": "Corile", "qty": 2, "count": 4, "number": 17}]')
    assert zone(deck, MAIN) == [(4, "Corile")]
    assert said(deck, "warning") == [(1, "'Corile' has more than one count (qty: 2, count: 4).")]
    assert said(read("json", '[{"name": "Corile", "qty": 4, "count": "4"}]'), "warning") == []
