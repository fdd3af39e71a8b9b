"""The decks that come with dmcli."""

from __future__ import annotations

import pytest

from dmcli.cards import Pool
from dmcli.decks import FORMATS, bundled_decks, check, is_legal, read_deck

NAMES = list(bundled_decks())
FIRST_SET = "DM-01"
LATER_SETS = [f"DM-{number:02}" for number in range(2, 13)]


def test_there_are_enough_decks_and_ten_of_the_first_set_alone(printed: Pool) -> None:
    assert len(NAMES) >= 16
    first = [
        name
        for name in NAMES
        if all(
            any(printing.split()[0] == FIRST_SET for printing in printed.cards[card].printings)
            for card, _ in read_deck(name, printed).cards
        )
    ]
    assert len(first) >= 10
    assert {name for name in NAMES if name.startswith("starter/")} <= set(first)


def test_there_are_forty_known_lists() -> None:
    assert sum(name.startswith("classic/") for name in NAMES) >= 40


@pytest.mark.parametrize("later", LATER_SETS)
def test_every_later_set_has_a_card_in_some_deck(later: str, printed: Pool) -> None:
    used = {card for name in NAMES for card, _ in read_deck(name, printed).cards}
    assert any(printed.cards[card].printings[0].startswith(later) for card in used)


@pytest.mark.parametrize("name", NAMES)
def test_a_list_that_was_completed_has_forty_cards(name: str, printed: Pool) -> None:
    deck = read_deck(name, printed)
    if any(remark.startswith("completed to 40 by us: ") for remark in deck.remarks):
        assert deck.size == 40


@pytest.mark.parametrize("name", NAMES)
def test_a_bundled_deck_is_legal_and_read_without_a_doubt(name: str, printed: Pool) -> None:
    deck = read_deck(name, printed)
    assert deck.problems == ()
    assert is_legal(check(deck, FORMATS["tcg"], printed))


@pytest.mark.parametrize("name", NAMES)
def test_a_bundled_deck_has_a_title_and_a_plan(name: str, printed: Pool) -> None:
    deck = read_deck(name, printed)
    assert deck.name != name.rpartition("/")[2]
    assert sum(remark.startswith("plan: ") for remark in deck.remarks) == 1


@pytest.mark.parametrize("name", NAMES)
def test_a_bundled_deck_can_be_played(name: str, printed: Pool) -> None:
    missing = [card for card, _ in read_deck(name, printed).cards if not printed.playable(card)]
    assert missing == []


def test_no_two_bundled_decks_are_the_same(printed: Pool) -> None:
    decks = [read_deck(name, printed) for name in NAMES]
    assert len({deck.hash for deck in decks}) == len(decks)
    assert len({deck.name for deck in decks}) == len(decks)
