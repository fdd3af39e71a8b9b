"""Every printed fact of the 906 cards."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from dmcli.cards import Pool, load_pool
from dmcli.cards.reader import card_files, read_cards
from dmcli.core.files import data_folder
from dmcli.core.words import CIVILIZATIONS

FACTS = json.loads(Path(__file__).with_name("facts.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def pool() -> Pool:
    return load_pool()


def test_the_pool_holds_906_cards_and_no_other(pool: Pool) -> None:
    assert sorted(pool.cards) == sorted(row[0] for row in FACTS)
    assert len(pool.cards) == 906


@pytest.mark.bug("D88", "G7")
def test_every_printed_fact_is_right(pool: Pool) -> None:
    wrong = []
    for row in FACTS:
        card = pool.cards[row[0]]
        held = [
            card.name,
            card.type,
            list(card.civilizations),
            list(card.races),
            card.cost,
            card.power,
            card.plus,
            card.mana,
            card.rarity,
            list(card.printings),
        ]
        if held != row:
            wrong.append((row, held))
    assert wrong == []


def test_the_sets_have_their_official_sizes(pool: Pool) -> None:
    printed = Counter(each.split()[0] for card in pool.cards.values() for each in card.printings)
    big = {f"DM-{number:02}": 120 for number in (1, 6, 10)}
    small = {f"DM-{number:02}": 60 for number in (2, 3, 4, 5, 7, 8, 9, 11, 12)}
    assert printed == {**big, **small, "Promo": 121}


def test_a_card_stands_in_the_file_of_its_first_printing() -> None:
    for path in card_files(data_folder("cardpool")):
        cards, problems = read_cards(path.read_text(encoding="utf-8"), path.name)
        assert cards
        assert not problems
        for placed in cards:
            assert placed.card.printings[0].split()[0].lower() == path.stem


def test_the_cards_of_a_set_stand_in_collector_order(pool: Pool) -> None:
    for number in range(1, 13):
        first = f"DM-{number:02} "
        numbers = [
            card.printings[0].removeprefix(first).split("/")[0]
            for card in pool.cards.values()
            if card.printings[0].startswith(first)
        ]
        assert numbers == sorted(numbers, key=lambda each: (each[0] == "S", int(each.strip("S"))))


def test_the_civilizations_of_a_card_stand_in_the_usual_order(pool: Pool) -> None:
    for card in pool.cards.values():
        assert list(card.civilizations) == sorted(card.civilizations, key=CIVILIZATIONS.index)


def test_the_37_cards_without_text_are_playable(pool: Pool) -> None:
    silent = [card for card in pool.cards.values() if card.rules == ()]
    assert len(silent) == 37
    assert {"Immortal Baron, Vorg", "Aqua Vehicle"} <= {c.name for c in silent}


def test_there_are_63_races(pool: Pool) -> None:
    assert len(pool.races) == 63
    assert list(pool.races) == sorted(pool.races)
