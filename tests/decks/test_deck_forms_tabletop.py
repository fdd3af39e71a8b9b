"""Decks as Tabletop Simulator saves them."""

from __future__ import annotations

import json

import pytest
from support.deck_forms import read, said, zone

from dmcli.cards import Pool
from dmcli.core.errors import Refused, Unreadable
from dmcli.decks import Deck, Entry
from dmcli.decks.forms import FORMS
from dmcli.decks.model import MAIN, SIDEBOARD


def pile(nickname: str, *cards: str, **more: object) -> dict[str, object]:
    held = [{"Name": "Card", "Nickname": card, "CardID": 100} for card in cards]
    return {"Name": "DeckCustom", "Nickname": nickname, "ContainedObjects": held, **more}


def saved(*things: dict[str, object]) -> str:
    return json.dumps({"ObjectStates": list(things)})


def test_two_main_decks_in_one_save_are_refused() -> None:
    with pytest.raises(Unreadable, match=r"file: holds 2 decks \('Fire', 'Water'\); save each"):
        read("tts", saved(pile("Fire", "Corile"), pile("Water", "Corile")))


def test_a_pile_in_a_bag_of_a_zone_does_not_leave_it() -> None:
    bag = {"Name": "Bag", "Nickname": "Sideboard", "ContainedObjects": [pile("Deck", "Corile")]}
    deck = read("tts", saved(pile("Fire", "Emeral"), bag))
    assert (zone(deck, MAIN), zone(deck, SIDEBOARD)) == ([(1, "Emeral")], [(1, "Corile")])


def test_a_card_without_a_nickname_is_an_error() -> None:
    deck = read("tts", saved(pile("Fire", "Corile", "")))
    assert [text for _, text in said(deck, "error")] == [
        "Entry 2: This card has no name; the game knows it by its picture."
    ]


def test_a_pile_that_lists_more_cards_than_it_holds_is_an_error() -> None:
    deck = read("tts", saved(pile("Fire", "Corile", DeckIDs=[100, 100, 100])))
    assert [text for _, text in said(deck, "error")] == [
        "Entry 1: 2 cards of this pile have no name."
    ]


def test_an_object_alone_and_a_loose_card_are_read() -> None:
    assert zone(read("tts", json.dumps(pile("Fire", "Corile", "Corile"))), MAIN) == [(2, "Corile")]
    card = {"Name": "CardCustom", "Nickname": "Holy Awe", "CardID": 7}
    assert zone(read("json", saved(card)), MAIN) == [(1, "Holy Awe")]


def test_what_is_no_save_is_refused() -> None:
    with pytest.raises(Unreadable, match="is not an object that Tabletop Simulator saved"):
        read("tts", '{"cards": []}')


def test_a_written_save_has_a_pile_for_each_zone_and_a_card_for_a_pile_of_one(
    printed: Pool,
) -> None:
    deck = Deck(
        name="Sideboard",
        entries=(Entry(2, "Corile", 1), Entry(1, "Holy Awe", 2, SIDEBOARD)),
    )
    document = json.loads(FORMS["tts"].write(deck, printed))
    main, side = document["ObjectStates"]
    assert (main["Name"], main["DeckIDs"]) == ("DeckCustom", [100, 100])
    assert [card["Nickname"] for card in main["ContainedObjects"]] == ["Corile", "Corile"]
    assert (side["Name"], side["Nickname"], side["CardID"]) == ("Card", "Holy Awe", 200)
    assert set(main["CustomDeck"]) == {"1"}
    assert set(side["CustomDeck"]) == {"2"}
    assert FORMS["tts"].read(json.dumps(document), printed, "d", "d").name == "Sideboard"


def test_a_save_of_very_many_cards_is_not_written(printed: Pool) -> None:
    deck = Deck(name="d", entries=(Entry(999, "Corile", 1), Entry(2, "Corile", 2)))
    with pytest.raises(Refused, match="has 1,001 cards; Tabletop Simulator keeps an object for"):
        FORMS["tts"].write(deck, printed)
