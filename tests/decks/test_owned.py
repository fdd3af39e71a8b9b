"""Collections: read from tables, and what a deck needs beside them."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from dmcli.cards import Pool
from dmcli.core.errors import Unreadable
from dmcli.decks import Deck
from dmcli.decks.legality.owned import (
    MOST_ROWS,
    Collection,
    needed_for,
    needed_together,
    not_owned,
    read_collection,
)

Own = Callable[..., Collection]


@pytest.fixture
def own(tmp_path: Path, small: Pool) -> Own:
    """Reads a collection of made-up cards."""

    def read(text: str | bytes, name: str = "mine.csv") -> Collection:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_collection(path, small)

    return read


# ---------------------------------------------------------------- reading


@pytest.mark.parametrize(
    "text",
    [
        "count,name\n4,Ember Imp\n2,Tide Wall\n",
        "name,count\nEmber Imp,4\nTide Wall,2\n",
        "Card Name;Qty\nEmber Imp;4\nTide Wall;2\n",
        "Set\tCard\tOwned\nDM-01\tEmber Imp\t4\nDM-02\tTide Wall\t2\n",
        "\ufeffquantity,card\r\n4,Ember Imp\r\n2,Tide Wall\r\n",
        "sep=;\nname;number\nEmber Imp;4\nTide Wall;2\n",
        '"Copies","Name"\n"4x","Ember Imp"\n"x2","Tide Wall"\n',
        "4,Ember Imp\n2,Tide Wall\n",
        "Ember Imp,4\nTide Wall,2\n",
        "name,count\nEmber Imp,1\nTide Wall,2\nember-imp,3\n",
        "count,name\n\n4,EMBER IMP\n,\n2,Tide Wall\n0,Tide Sprite\n",
        "name,count\nEmber Imp,4\nTide Wall,2\nEmber Hound,\n",
    ],
)
def test_a_table_with_counts_and_names_is_a_collection(own: Own, text: str) -> None:
    collection = own(text)
    counted = {name: count for name, count in collection.copies.items() if count}
    assert counted == {"Ember Imp": 4, "Tide Wall": 2}
    assert collection.problems == ()


def test_a_name_with_a_comma_needs_no_quotes(tmp_path: Path, printed: Pool) -> None:
    path = tmp_path / "mine.csv"
    path.write_text("count,name\n3,Rothus, the Traveler\n4,Immortal Baron, Vorg\n", "utf-8")
    assert read_collection(path, printed).copies == {
        "Rothus, the Traveler": 3,
        "Immortal Baron, Vorg": 4,
    }


def test_a_slip_of_the_pen_is_read_and_told(own: Own) -> None:
    collection = own("count,name\n4,Ember Imp\n3,Ember Houmd\n")
    assert collection.copies == {"Ember Imp": 4, "Ember Hound": 3}
    (problem,) = collection.problems
    assert (problem.line, problem.rule) == (3, "unknown-card")
    assert problem.message == "'Ember Houmd' was read as 'Ember Hound'."


@pytest.mark.parametrize(
    ("row", "rule"),
    [
        ("4,Nobody at All", "unknown-card"),
        ("-1,Ember Imp", "unreadable-line"),
        ("many,Ember Imp", "unreadable-line"),
        ("4,", "unreadable-line"),
        ("99999999,Ember Imp", "unreadable-line"),
        ("4.5,Ember Imp", "unreadable-line"),
    ],
)
def test_a_row_that_counts_for_nothing_is_told_with_its_line(own: Own, row: str, rule: str) -> None:
    collection = own(f"count,name\n1,Tide Wall\n{row}\n")
    assert collection.copies == {"Tide Wall": 1}
    assert [(each.rule, each.line) for each in collection.problems] == [(rule, 3)]
    assert collection.problems[0].severity == "warning"


def test_a_collection_can_be_a_list_like_a_deck(own: Own) -> None:
    text = "# Mine\n4 Ember Imp\n2x Tide Wall\nSideboard\n1 Ember Imp\nTotal: 30\n"
    collection = own(text, "mine.txt")
    assert collection.copies == {"Ember Imp": 5, "Tide Wall": 2}
    assert collection.problems == ()


def test_an_empty_collection_owns_nothing(own: Own) -> None:
    assert own("count,name\n").copies == {}


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe\x00a",
        b"count,name\n4,\xff\n",
        b"a,b\x00",
        b"1,a\n" * (MOST_ROWS + 1),
        b"name,set\nEmber Imp,DM-01",
    ],
)
def test_a_file_that_is_no_collection_is_one_sentence(own: Own, content: bytes) -> None:
    with pytest.raises(Unreadable) as caught:
        own(content)
    assert len(str(caught.value).splitlines()) == 1


def test_a_collection_of_other_cards_does_not_take_long(tmp_path: Path, printed: Pool) -> None:
    path = tmp_path / "mine.csv"
    rows = (f"1,Zxq{number:04} Somebody of Elsewhere" for number in range(MOST_ROWS - 1))
    path.write_text("count,name\n" + "\n".join(rows), "utf-8")
    before = time.process_time()
    assert read_collection(path, printed).copies == {}
    assert time.process_time() - before < 20


# ---------------------------------------------------------------- what is missing


@pytest.fixture
def owned() -> Collection:
    return Collection("home/mine.csv", {"Ember Imp": 3, "Tide Wall": 4})


def test_what_a_deck_needs_and_a_collection_has_not(
    deck: Callable[..., Deck], owned: Collection
) -> None:
    listed = deck("4 Tide Sprite", "2 Ember Imp", "4 Tide Wall", "2 Ember Imp")
    missing = owned.lacks(needed_for(listed))
    assert [(each.card, each.needed, each.owned, each.missing) for each in missing] == [
        ("Tide Sprite", 4, 0, 4),
        ("Ember Imp", 4, 3, 1),
    ]
    first, second = not_owned(listed, missing, owned)
    assert (first.severity, first.rule, first.card, first.line) == (
        *("warning", "not-owned", "Tide Sprite", 1),
    )
    assert first.message == "The deck needs 4 Tide Sprite; mine.csv has none."
    assert second.message == "The deck needs 4 Ember Imp; mine.csv has 3."
    assert (second.line, second.fix) == (2, "Get 1 more, or take out 1.")


def test_a_collection_with_every_card_lacks_nothing(
    deck: Callable[..., Deck], owned: Collection
) -> None:
    assert owned.lacks(needed_for(deck("3 Ember Imp", "4 Tide Wall"))) == ()


def test_the_sideboard_and_unknown_cards_are_not_asked_for(
    deck: Callable[..., Deck], owned: Collection
) -> None:
    listed = deck("3 Ember Imp", "4 Nobody", "Sideboard", "4 Tide Sprite")
    assert owned.lacks(needed_for(listed)) == ()


def test_the_hyperspatial_zone_is_asked_for(deck: Callable[..., Deck], owned: Collection) -> None:
    listed = deck("3 Ember Imp", "Hyperspatial zone:", "1 Ember Imp")
    assert [each.missing for each in owned.lacks(needed_for(listed))] == [1]


def test_two_decks_at_once_need_the_cards_of_both(
    deck: Callable[..., Deck], owned: Collection
) -> None:
    decks = [deck("3 Ember Imp", "2 Tide Wall"), deck("2 Tide Wall", "1 Ember Imp")]
    assert [owned.lacks(needed_for(each)) for each in decks] == [(), ()]
    (missing,) = owned.lacks(needed_together(decks))
    assert (missing.card, missing.needed, missing.missing) == ("Ember Imp", 4, 1)
