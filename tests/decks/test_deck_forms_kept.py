"""A deck that is written over its old file keeps what belongs to its cards."""

from __future__ import annotations

import json

from msgspec.structs import replace
from support.deck_forms import FILES, said, zone

from dmcli.cards import Pool
from dmcli.decks import Entry, read_deck
from dmcli.decks.forms import FORMS
from dmcli.decks.model import MAIN


def rewritten(name: str, pool: Pool) -> str:
    """An example with two more cards, written over itself."""
    deck = read_deck(FILES / name, pool)
    more = replace(deck, entries=(*deck.entries, Entry(2, "Storm Shell", 0)))
    text = FORMS[deck.form].rewrite((FILES / name).read_text(encoding="utf-8"), more, pool)
    back = FORMS[deck.form].read(text, pool, "file", "file")
    assert (back.hash, said(back, "error", "warning")) == (more.hash, [])
    return text


def test_cards_of_octgn_keep_their_ids(printed: Pool) -> None:
    text = rewritten("octgn.o8d", printed)
    assert 'qty="3" id="5c6a2a6e-2f0e-4a39-9f0c-6b1d7f7b1a04">Mykee\'s Pliers<' in text
    assert 'qty="2" id="00000000-0000-0000-0000-000000000000">Storm Shell<' in text


def test_an_id_that_is_none_breaks_no_document(printed: Pool) -> None:
    text = '<deck><card qty="1" id="&quot;&gt;&lt;card">Corile</card></deck>'
    deck = FORMS["o8d"].read(text, printed, "d", "d")
    again = FORMS["o8d"].rewrite(text, deck, printed)
    assert zone(FORMS["o8d"].read(again, printed, "d", "d"), MAIN) == [(1, "Corile")]


def test_cards_of_cockatrice_keep_their_printings(printed: Pool) -> None:
    text = rewritten("cockatrice.cod", printed)
    assert 'setShortName="DM-04" collectorNumber="26" uuid="58178dd4-' in text
    assert '<card number="4" name="Aqua Hulcus"/>' in text


def test_cards_of_a_save_keep_their_pictures_and_words(printed: Pool) -> None:
    [pile] = json.loads(rewritten("tabletop.json", printed))["ObjectStates"]
    assert pile["DeckIDs"] == [100, 100, 201, 300, 300]
    faces = {number: sheet["FaceURL"] for number, sheet in pile["CustomDeck"].items()}
    assert faces == {
        "1": "https://cards.example/1.jpg",
        "2": "https://cards.example/2.jpg",
        "3": "",
    }
    assert pile["CustomDeck"]["2"]["NumWidth"] == 10
    assert pile["ContainedObjects"][0]["Description"] == "Water"


def test_json_keeps_what_it_said_of_cards_and_of_the_deck(printed: Pool) -> None:
    document = json.loads(rewritten("cards.json", printed))
    assert document["createdBy"] == {"id": 7}
    assert document["cards"][0] == {"count": 8, "name": "Aqua Hulcus", "civilization": "Water"}
    assert document["cards"][-1] == {"count": 2, "name": "Storm Shell"}
    assert list(json.loads(rewritten("map.json", printed))) == ["schema", "name", "cards"]


def test_what_is_large_does_not_stay(printed: Pool) -> None:
    text = json.dumps({"cards": [{"name": "Corile", "art": "x" * 5000, "foil": True}]})
    deck = FORMS["json"].read(text, printed, "d", "d")
    [card] = json.loads(FORMS["json"].rewrite(text, deck, printed))["cards"]
    assert card == {"count": 1, "name": "Corile", "foil": True}


def test_forms_that_say_no_more_are_written_as_ever(printed: Pool) -> None:
    deck = read_deck(FILES / "plain.csv", printed)
    for form in ("text", "csv", "tsv"):
        assert FORMS[form].rewrite("", deck, printed) == FORMS[form].write(deck, printed)
