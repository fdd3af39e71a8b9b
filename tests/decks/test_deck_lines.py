"""One line of a list as people write it."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dmcli.decks.forms.lines import (
    Author,
    Bare,
    Blank,
    Cards,
    Columns,
    Comment,
    Heading,
    Reading,
    Remark,
    Title,
    Total,
    plain,
    race_words,
    read_line,
    read_lines,
)

RACES = race_words(("Liquid People", "Armored Dragon"))


@pytest.mark.parametrize(
    "text",
    [
        "4 Aqua Hulcus",
        "4x Aqua Hulcus",
        "4 x Aqua Hulcus",
        "4X Aqua Hulcus",
        "4xAqua Hulcus",
        "4Aqua Hulcus",
        "4 × Aqua Hulcus",
        "4×Aqua Hulcus",
        "x4 Aqua Hulcus",
        "4: Aqua Hulcus",
        "4. Aqua Hulcus",
        "4) Aqua Hulcus",
        "4,Aqua Hulcus",
        "Aqua Hulcus x4",
        "Aqua Hulcus x 4",
        "Aqua Hulcus ×4",
        "Aqua Hulcus (4)",
        "Aqua Hulcus (x4)",
        "Aqua Hulcus: 4",
        "Aqua Hulcus, 4",
        "Aqua Hulcus 4",
        "Aqua Hulcus\t4",
        "4\tAqua Hulcus\tcreature\t3",
        "| 4 | Aqua Hulcus | water |",
        "| Aqua Hulcus | 4 |",
        "- 4 Aqua Hulcus",
        "• 4x Aqua Hulcus",
        "   4   Aqua    Hulcus   ",
        "\xa0\xa04\xa0x\xa0Aqua\xa0Hulcus\xa0",
        "\ufeff4 Aqua Hulcus",
        "４ｘ　Aqua Hulcus",
        "4 Aqua Hulcus (DM-01) 21",
        "4 Aqua Hulcus (DM-01)",
        "4 Aqua Hulcus DM-01 21/110",
        "4 Aqua Hulcus [foil]",
        '4 "Aqua Hulcus"',
        "4 Aqua Hulcus,",
    ],
)
def test_every_usual_way_to_write_four_copies_is_read(text: str) -> None:
    line = read_line(text)
    assert isinstance(line, Cards)
    assert line.cards[0][0] == Reading("4", "Aqua Hulcus")
    assert len(line.cards) == 1


def test_japanese_quotes_and_signs_are_read() -> None:
    line = read_line("《アクア・ガード》×４")
    assert isinstance(line, Cards)
    assert line.cards == ((Reading("4", "アクア・ガード"),),)


def test_a_row_of_the_japanese_table_has_the_cost_before_the_count() -> None:
    line = read_line("アクア・ハルカス クリーチャー 3 2 リキッド・ピープル C 2000 DM-01")
    assert isinstance(line, Cards)
    assert line.cards == ((Reading("2", "アクア・ハルカス"),),)


def test_many_cards_on_one_line_are_cut_at_their_counts() -> None:
    line = read_line("1 Flametropus 4 Baby Zoppe (for now) 2x Immortal Baron, Vorg 3 Elf-X")
    assert isinstance(line, Cards)
    names = [readings[0] for readings in line.cards]
    assert names == [
        Reading("1", "Flametropus"),
        Reading("4", "Baby Zoppe"),
        Reading("2", "Immortal Baron, Vorg"),
        Reading("3", "Elf-X"),
    ]
    assert line.asides == ("(for now)",)


def test_a_comma_never_separates_cards() -> None:
    line = read_line("4 Barkwhip, the Smasher")
    assert isinstance(line, Cards)
    assert line.cards == ((Reading("4", "Barkwhip, the Smasher"),),)


@pytest.mark.parametrize("text", ["4 Elf-X", "4x Elf-X", "Elf-X 4", "Elf-X x4"])
def test_the_x_of_a_name_is_not_a_times_sign(text: str) -> None:
    line = read_line(text)
    assert isinstance(line, Cards)
    assert line.cards[0][0] == Reading("4", "Elf-X")


def test_a_name_that_begins_with_x_keeps_it() -> None:
    line = read_line("2 Xeno Mantis")
    assert isinstance(line, Cards)
    assert line.cards == ((Reading("2", "Xeno Mantis"),),)


@pytest.mark.parametrize("digits", ["0", "-1", "1000000000000", "9" * 5000])
def test_a_count_that_cannot_be_is_kept_as_written(digits: str) -> None:
    line = read_line(f"{digits} Elf-X"[:190] if len(digits) < 100 else f"{digits[:100]} Elf-X")
    assert isinstance(line, Cards)
    assert line.cards[0][0].digits == digits[:100]


@pytest.mark.parametrize(
    ("text", "cards", "zone"),
    [
        ("Darkness [20]", 20, None),
        ("Creatures (24)", 24, None),
        ("Spells: 20", 20, None),
        ("Light: (18)", 18, None),
        ("20 Creatures", 20, None),
        ("Rainbow: (2)", 2, None),
        ("Evolution creature:", None, None),
        ("Water", None, None),
        ("Light and Nature", None, None),
        ("Hyperspatial Zone:", None, "hyperspatial"),
        ("Sideboard (10)", 10, "sideboard"),
        ("Main deck", None, "main"),
    ],
)
def test_headings_are_told_from_cards(text: str, cards: int | None, zone: str | None) -> None:
    line = read_line(text)
    assert isinstance(line, Heading)
    assert (line.cards, line.zone) == (cards, zone)


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("Count, Name", Columns(",", 1, 0)),
        ("qty\tname\tset", Columns("\t", 1, 0)),
        ("| Card | Cost | Qty |", Columns("|", 0, 2)),
    ],
)
def test_the_head_of_a_table_says_where_name_and_count_stand(text: str, columns: Columns) -> None:
    assert read_line(text) == columns


@pytest.mark.parametrize("text", ["文明 カード名 種類 コスト 枚数", "Name, Cost, Power"])
def test_a_head_without_such_columns_is_a_heading(text: str) -> None:
    assert isinstance(read_line(text), Heading)


@pytest.mark.parametrize(
    "text",
    [
        "Total: 40",
        "(40 cards total)",
        "40 cards in total",
        "Total Cards: 40",
        "total = 40",
        "40 cards",
        "Total: 40 (too many?)",
    ],
)
def test_totals_are_read(text: str) -> None:
    assert read_line(text) == Total(40)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", Blank()),
        ("  \xa0 ", Blank()),
        ("# plan: attack", Comment("plan: attack")),
        ("// a remark", Comment("a remark")),
        ("by Some Body", Author("Some Body")),
        ("Author: Some Body", Author("Some Body")),
        ("Deck: Liquid Beast", Title("Liquid Beast")),
        ("Mana Curve: 3.8", Remark("Mana Curve: 3.8")),
        ("Liquid Beast", Bare("Liquid Beast")),
        ("2nd place", Bare("2nd place")),
        ("40-card deck", Bare("40-card deck")),
    ],
)
def test_other_lines_are_told_apart(text: str, line: object) -> None:
    assert read_line(text) == line


def test_typographic_apostrophes_become_plain() -> None:
    assert plain("Pangaea’s Song") == "Pangaea's Song"


@given(st.text(max_size=300))
def test_any_text_is_some_line(text: str) -> None:
    assert read_line(text) is not None


#: What the grammar gives a meaning to.
TOKENS = [
    *(
        "(",
        "[",
        "<",
        "a",
        "4",
        "4 ",
        "x4 ",
        " x",
        "\t",
        "|",
        " - ",
        ": ",
        "#",
        " # ",
        "/",
        " // ",
        "*",
    ),
    *(
        "**",
        "`",
        "&#",
        "&amp;",
        "<b>",
        "</b>",
        "<br>",
        "[b]",
        "[url=",
        "](",
        "(a)",
        "((",
        "a 4 ",
        "a(4)",
    ),
    *(
        "a x4 ",
        "×4",
        "《",
        "》",
        "ア",
        "進化クリーチャー 1 ",
        "total ",
        "light ",
        "and ",
        "creatures 4 ",
    ),
    *(
        "DM-01 ",
        "(DM-01) 1 ",
        "\u200b",
        "é",
        "Ã©",
        "\xa0",
        "... ",
        "-",
        "_",
        "~~",
        "=",
        "1. ",
        "SB: ",
    ),
    *(
        "Water: 4 ",
        "by ",
        "cost 2",
        "http://",
        "a:",
        "a,1 ",
        ", ",
        "; ",
        "[[",
        "]]",
        "*F*",
        "@",
        "$1 ",
    ),
]


@pytest.mark.parametrize("first", TOKENS)
def test_no_line_is_too_hard_or_takes_long(first: str) -> None:
    for second in TOKENS:
        for length in (190, 990):
            text = ((first + second) * 2500)[:length]
            began = time.perf_counter()
            assert read_lines(text, RACES) != []
            assert time.perf_counter() - began < 1


@given(st.lists(st.sampled_from(TOKENS), max_size=60).map("".join))
def test_no_mixture_of_signs_is_too_hard(text: str) -> None:
    assert read_lines(text, RACES) != []
