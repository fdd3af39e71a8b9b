"""Decks in XML: OCTGN, Cockatrice and others; no entities, limits, ids."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.deck_forms import BAJULA, ROTHUS, read, said, zone

from dmcli.cards import Pool
from dmcli.core.errors import Unreadable
from dmcli.decks import Deck, Entry
from dmcli.decks.forms.deck_xml import GAME
from dmcli.decks.forms.octgn import octgn_ids, with_ids
from dmcli.decks.model import MAIN, SIDEBOARD


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("<deck>\n<card", r"file:2: is not XML: "),
        ("<deck></dock>", r"file:1: is not XML: mismatched tag\."),
        ("", r"file:1: is not XML: no element found\."),
        ("<deck>&nbsp;</deck>", r"file:1: is not XML: undefined entity\."),
        ("<deck>\n<a>\x1b</a></deck>", r"file:2: is not XML: not well-formed"),
        (
            "\n<!DOCTYPE deck><deck/>",
            r"file:2: has a document type or entities, which no deck needs",
        ),
        (
            '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><deck>&x;</deck>',
            r"file:1: has a document type or entities",
        ),
        ("<a>" * 100, r"file:1: is nested more than 40 deep\."),
        ("<deck>" + "<card/>" * 10_001, r"file:1: has more than 10,000 elements\."),
        ("<a " + " ".join(f"a{n}=''" for n in range(51)) + "/>", r"element with 51 attributes\."),
        ("<html><p>Hello</p></html>", r"file:1: has no cards: 'html' is no deck\."),
        ("<deck>" + " " * 600_000 + "</deck>", r"file: is larger than a deck in XML can be"),
    ],
)
@pytest.mark.parametrize("form", ["o8d", "cod"])
def test_xml_that_is_no_deck_is_one_sentence(form: str, text: str, sentence: str) -> None:
    with pytest.raises(Unreadable, match=sentence):
        read(form, text)


@pytest.mark.parametrize(
    ("card", "message"),
    [
        ('<card qty="4" id="x"/>', "This card has no name."),
        ('<card qty="four">Corile</card>', "'four' is no count of 'Corile'."),
        ('<card qty="">Corile</card>', "'' is no count of 'Corile'."),
        ('<card qty="9999999">Corile</card>', "'9999999 Corile': no deck has that many copies."),
        ('<card number="1" name="../../etc/passwd"/>', "No card named '../../etc/passwd' in this"),
    ],
)
def test_a_card_of_xml_that_cannot_be_read_is_an_error_with_its_line(
    card: str, message: str
) -> None:
    deck = read("o8d", f'<deck><section name="Main">\n\n{card}\n</section></deck>')
    [(line, text)] = said(deck, "error")
    assert (line, text[: len(message)]) == (3, message)


def test_a_card_without_a_count_is_one_copy() -> None:
    cards = '<card name="Corile"/><card>Corile</card><card><name>Corile</name></card>'
    assert zone(read("o8d", f"<deck>{cards}</deck>"), MAIN) == [(3, "Corile")]


def test_names_of_elements_may_have_prefixes_and_capitals() -> None:
    text = '<d:Deck xmlns:d="u"><d:Main><d:Card Name="Corile" Count="4"/></d:Main></d:Deck>'
    assert zone(read("o8d", text), MAIN) == [(4, "Corile")]


def test_a_declared_encoding_that_is_not_the_real_one_is_no_matter() -> None:
    text = f'<?xml version="1.0" encoding="utf-16"?><deck><card qty="1">{BAJULA}</card></deck>'
    assert zone(read("o8d", text), MAIN) == [(1, BAJULA)]


def test_a_section_that_is_no_zone_is_the_main_deck_with_a_warning() -> None:
    deck = read("o8d", '<deck><section name="Gacha">\n<card qty="1">Corile</card></section></deck>')
    assert zone(deck, MAIN) == [(1, "Corile")]
    assert said(deck, "warning") == [(1, "'Gacha' is no zone of a deck: read as the main deck.")]


def test_tokens_of_cockatrice_are_no_cards() -> None:
    cards = '<zone name="main"><card number="4" name="Corile"/></zone>'
    tokens = '<zone name="tokens"><card number="1" name="Goblin"/></zone>'
    deck = read("cod", f"<cockatrice_deck>{cards}{tokens}</cockatrice_deck>")
    assert zone(deck, MAIN) == [(4, "Corile")]
    assert said(deck) == [(1, "Passed over: tokens.")]


def test_an_empty_deck_of_a_program_is_an_empty_deck() -> None:
    assert read("cod", '<cockatrice_deck version="1"><deckname>E</deckname></cockatrice_deck>') == (
        Deck(name="E", path="file", form="cod")
    )


SET = """<?xml version="1.0" encoding="utf-8" standalone="yes"?>
<set name="{name}" id="186200db-d524-416e-a00c-c3a185a4bf61" gameId="{game}" version="2.0.0.0">
  <packaging><pack name="Booster" id="186200db-d524-416e-a00c-c3a185a4bf62"/></packaging>
  <cards>
    <card id="{letter}0000000-0000-0000-0000-000000000001" name="Aqua Hulcus">
      <property name="Cost" value="3" />
    </card>
    <card id="{letter}0000000-0000-0000-0000-000000000002" name="Rothus, The Traveler" />
    <card id="no id" name="Corile" />
    <card id="{letter}0000000-0000-0000-0000-000000000003" name="Some later card" />
  </cards>
</set>"""


@pytest.fixture
def sets(tmp_path: Path) -> Path:
    """A folder of sets as OCTGN has it: a reprint, the first printing, another game."""
    others = "00000000-0000-0000-0000-000000000009"
    for letter, name, game in (
        *(("a", "DMC-99 Reprints", GAME), ("b", "DM-01 Base Set", GAME.upper())),
        *(("c", "DM-01 Another game", others),),
    ):
        (tmp_path / letter).mkdir()
        text = SET.format(letter=letter, name=name, game=game)
        (tmp_path / letter / "set.xml").write_text(text, encoding="utf-8")
    return tmp_path


def test_ids_of_octgn_come_from_its_sets_the_first_printing_before_others(
    sets: Path, printed: Pool
) -> None:
    assert octgn_ids(sets, printed) == {
        "Aqua Hulcus": "b0000000-0000-0000-0000-000000000001",
        ROTHUS: "b0000000-0000-0000-0000-000000000002",
    }


def test_a_deck_with_ids_has_them_and_says_which_cards_octgn_does_not_know(
    sets: Path, printed: Pool
) -> None:
    form = with_ids(octgn_ids(sets, printed))
    deck = Deck(name="d", entries=(Entry(4, "Aqua Hulcus", 1), Entry(2, "Corile", 2)))
    text = form.write(deck, printed)
    assert '<card qty="4" id="b0000000-0000-0000-0000-000000000001">Aqua Hulcus</card>' in text
    assert form.losses(deck, "d") == [
        "OCTGN knows no Corile, and refuses a deck with unknown cards."
    ]
    assert form.read(text, printed, "d", "d").hash == deck.hash
    known = Deck(name="d", entries=deck.entries[:1])
    assert form.losses(known, "d") == []


def test_a_folder_without_sets_is_refused(tmp_path: Path, printed: Pool) -> None:
    with pytest.raises(Unreadable, match=r"has no set.xml of Duel Masters; name OCTGN's folder"):
        octgn_ids(tmp_path, printed)


@pytest.mark.parametrize(
    "text",
    [
        '<deck><section name="Main">4 Corile</section></deck>',
        '<deck><section name="Main"><card qty="1">Emeral</card>4 Corile</section></deck>',
        "<deck><list>4 Corile</list></deck>",
        '<deck><item qty="1">Emeral</item><item>Corile</item></deck>',
    ],
)
def test_a_card_in_text_beside_the_cards_is_a_mistake(text: str) -> None:
    deck = read("o8d", text)
    (sentence,) = [message for _, message in said(deck, "error")]
    assert sentence.endswith("Corile' stands in no card.")


def test_other_text_beside_the_cards_is_passed_over_and_said() -> None:
    deck = read("cod", '<deck>hello<card number="4" name="Corile"/></deck>')
    assert said(deck) == [(1, "Passed over: hello.")]


def test_a_card_may_hold_more_than_its_name() -> None:
    deck = read("o8d", "<deck><card><name>Corile</name><set><id>1</id></set></card></deck>")
    assert (deck.name, zone(deck, MAIN)) == ("file", [(1, "Corile")])


@pytest.mark.parametrize("inner", ["cards", 'section name="Deck"'])
@pytest.mark.parametrize("zone_of_it", ['<section name="Sideboard">', "<sideboard>"])
def test_what_holds_the_cards_of_a_section_does_not_leave_it(zone_of_it: str, inner: str) -> None:
    end, inner_end = zone_of_it[1:-1].split()[0], inner.split()[0]
    card = f'<{inner}><card qty="3">Corile</card></{inner_end}>'
    deck = read("o8d", f"<deck>{zone_of_it}{card}</{end}></deck>")
    assert (zone(deck, MAIN), zone(deck, SIDEBOARD)) == ([], [(3, "Corile")])


def test_several_decks_in_one_document_are_refused() -> None:
    one = '<deck><card qty="4">Corile</card></deck>'
    with pytest.raises(Unreadable, match=r"file:1: holds 2 decks; write each into a file of its"):
        read("o8d", f"<decks>{one}{one}</decks>")
