"""Every quirk of deck lists in the wild, read with the printed pool.

How one line is taken apart is tested in test_deck_lines.py, names alone in test_card_names.py and
the lists as they were posted in test_real_lists.py; here are whole lists, a quirk each.
"""

from __future__ import annotations

import html
import string
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dmcli.cards import Pool, load_pool
from dmcli.decks import Deck, deck_from_text
from dmcli.decks.forms.entries import shown
from dmcli.decks.forms.lines import Blank, Cards, Columns, Heading, Total, race_words, read_lines

POOL = load_pool()
RACES = race_words(POOL.races)


def read(*rows: str) -> Deck:
    return deck_from_text("\n".join(rows), POOL, "deck.txt", "deck")


def cards(*rows: str) -> list[tuple[int, str]]:
    """What stands in a list that must hold no mistake."""
    deck = read(*rows)
    assert said(deck, "error") == []
    return [(entry.count, entry.name) for entry in deck.entries]


def said(deck: Deck, severity: str) -> list[str]:
    return [problem.message for problem in deck.problems if problem.severity == severity]


def places(deck: Deck, severity: str) -> list[tuple[int | None, str]]:
    found = [problem for problem in deck.problems if problem.severity == severity]
    return [(problem.line, problem.rule) for problem in found]


FOUR = [(4, "Aqua Hulcus")]


# ---------------------------------------------------------------- count forms


@pytest.mark.parametrize(
    "row",
    [
        *("4 Aqua Hulcus", "4x Aqua Hulcus", "4 x Aqua Hulcus", "4X Aqua Hulcus"),
        *("x4 Aqua Hulcus", "Aqua Hulcus x4", "Aqua Hulcus X4", "Aqua Hulcus 4x"),
        *(
            "4: Aqua Hulcus",
            "4 - Aqua Hulcus",
            "4-Aqua Hulcus",
            "4, Aqua Hulcus",
            "4 = Aqua Hulcus",
        ),
        *("(4) Aqua Hulcus", "[4] Aqua Hulcus", "(4x) Aqua Hulcus", "4* Aqua Hulcus"),
        *("Aqua Hulcus - 4", "Aqua Hulcus - x4", "Aqua Hulcus: 4", "Aqua Hulcus = 4"),
        *("Aqua Hulcus (4)", "Aqua Hulcus (x4)", "Aqua Hulcus [4]", "Aqua Hulcus ..... 4"),
        *("4 of Aqua Hulcus", "4 copies of Aqua Hulcus", "+4 Aqua Hulcus"),
        *("4 ✕ Aqua Hulcus", "4×Aqua Hulcus", "Aqua Hulcus×4"),
    ],
)
def test_a_count_may_stand_before_or_after_the_name_in_every_usual_way(row: str) -> None:
    assert cards(row) == FOUR


@pytest.mark.parametrize("row", ["four Aqua Hulcus", "Four aqua hulcus"])
def test_a_count_may_be_a_word_before_a_card(row: str) -> None:
    assert cards("2 Corile", row)[1:] == FOUR


def test_where_counts_stand_behind_a_name_alone_is_one_copy_with_a_doubt() -> None:
    deck = read("Creatures (5)", "Bolshack Dragon", "Aqua Hulcus x4", "Spells", "Terror Pit")
    assert deck.cards == (("Aqua Hulcus", 4), ("Bolshack Dragon", 1), ("Terror Pit", 1))
    assert said(deck, "error") == []
    assert said(deck, "warning") == [
        "'Bolshack Dragon' was read as one copy.",
        "'Terror Pit' was read as one copy.",
    ]


def test_where_counts_stand_before_a_name_alone_is_a_mistake() -> None:
    for rows in (["4 Aqua Hulcus", "Corile"], ["A title", "Corile", "4 Aqua Hulcus"]):
        deck = read(*rows)
        assert places(deck, "error") == [(2, "unreadable-line")]
        assert deck.problems[0].fix == "Write '1 Corile', or how many."


def test_a_list_in_words_may_have_a_title() -> None:
    deck = read("My title", "by Me", "Cards (3)", "Two Aqua Hulcus", "One Corile")
    assert (deck.name, deck.author, deck.total, deck.problems) == ("My title", "Me", 3, ())


def test_a_word_that_counts_something_else_is_no_card() -> None:
    deck = read("Four Horsemen", "4 Aqua Hulcus", "two weeks ago")
    assert (deck.name, deck.size) == ("Four Horsemen", 4)
    assert places(deck, "error") == [(3, "unreadable-line")]


@pytest.mark.parametrize(
    "rows",
    [
        ["Aqua Hulcus\tWater\t3\t4"],
        ["| Aqua Hulcus | 4 |"],
        ["| 4 | Aqua Hulcus | Water |"],
        ["Card\tQty\tCost", "Aqua Hulcus\t4\t3"],
        ["| Name | Copies | Cost |", "|:-----|-------:|-----:|", "| Aqua Hulcus | 4 | 3 |"],
        ["Name,Cost,Count", '"Aqua Hulcus",3,4'],
        ["<tr><td>4</td><td>Aqua Hulcus</td></tr>"],
        ['"Aqua Hulcus","Water","4"'],
    ],
)
def test_the_count_of_a_table_row_stands_where_its_head_says_else_first_or_last(
    rows: list[str],
) -> None:
    assert cards(*rows) == FOUR


@pytest.mark.parametrize(
    "rows",
    [
        ["| 4 | Aqua Hulcus | water |", "| 4 | Total | | |"],
        ["| Qty | Card |", "|---|---|", "| 4 | Aqua Hulcus |", "| 4 | Total |"],
        ["Qty\tCard", "4\tAqua Hulcus", "4\tTotal"],
        ["| Aqua Hulcus | 4 |", "| Total | 4 |"],
    ],
)
def test_the_last_row_of_a_table_may_be_its_total(rows: list[str]) -> None:
    assert read(*rows).problems == ()
    wrong = [*rows[:-1], rows[-1].replace("4", "5")]
    assert said(read(*wrong), "warning") == ["The list claims 5 cards, 4 were read."]


@pytest.mark.parametrize("sign", ["\t", "|", ","])
def test_an_empty_count_of_a_table_is_a_doubt_and_no_other_cell_is_a_count(sign: str) -> None:
    rows = ("Name|Qty|Cost", "Aqua Hulcus|4|3", "Spells||", "Corile||5", "Total||4")
    deck = read(*(row.replace("|", sign) for row in rows))
    assert [(each.count, each.name) for each in deck.entries] == [*FOUR, (1, "Corile")]
    assert (4, "unreadable-line") in places(deck, "warning")


def test_names_with_commas_survive_tables_with_commas() -> None:
    rows = ["Count,Name", "4,Immortal Baron, Vorg", '2,"Rothus, the Traveler"']
    assert cards(*rows) == [(4, "Immortal Baron, Vorg"), (2, "Rothus, the Traveler")]


# ---------------------------------------------------------------- bullets and numbers


@pytest.mark.parametrize(
    "row",
    [
        *("- 4 Aqua Hulcus", "* 4x Aqua Hulcus", "• 4 Aqua Hulcus", "•4 Aqua Hulcus"),
        *('"4 Aqua Hulcus"', "'4 Aqua Hulcus'", "4 Aqua Hulcus.", "④ Aqua Hulcus"),
        *(
            "+ 4 Aqua Hulcus",
            "> 4 Aqua Hulcus",
            "> - 4 Aqua Hulcus",
            ">> 4 Aqua Hulcus",
            "> > 4 Aqua Hulcus",
            "・4 Aqua Hulcus",
        ),
        *("- [ ] 4 Aqua Hulcus", "- [x] 4 Aqua Hulcus", "★ 4 Aqua Hulcus", "→ 4 Aqua Hulcus"),
    ],
)
def test_bullets_are_no_part_of_a_line(row: str) -> None:
    assert cards(row) == FOUR


def test_a_dash_at_the_count_is_not_a_bullet_but_a_mistake() -> None:
    assert places(read("-4 Aqua Hulcus"), "error") == [(1, "unreadable-line")]


def test_a_numbered_list_keeps_its_counts() -> None:
    assert cards("1. 4 Aqua Hulcus", "2. 3x Corile") == [(4, "Aqua Hulcus"), (3, "Corile")]
    assert cards("1) Aqua Hulcus x4", "2) Corile x3") == [(4, "Aqua Hulcus"), (3, "Corile")]


def test_numbers_that_run_from_one_are_no_counts() -> None:
    deck = read("1. Aqua Hulcus", "2. Corile", "3. Emeral")
    assert [entry.count for entry in deck.entries] == [1, 1, 1]
    assert len(said(deck, "note")) == 3


def test_numbers_that_do_not_run_are_counts() -> None:
    assert cards("4. Aqua Hulcus", "4. Corile", "2. Emeral")[2] == (2, "Emeral")
    assert cards("1. Aqua Hulcus", "2. Corile")[1] == (2, "Corile")


# ---------------------------------------------------------------- many cards on one line


def test_many_cards_on_one_line_need_no_separator_and_asides_are_named() -> None:
    deck = read(
        "1 MagmaRex 2 Bolshack Dragon (more of these? less?) 4 Immortal Baron, Vorg 2 Elf-X"
    )
    assert [(entry.count, entry.name) for entry in deck.entries] == [
        (1, "Magmarex"),
        (2, "Bolshack Dragon"),
        (4, "Immortal Baron, Vorg"),
        (2, "Elf-X"),
    ]
    assert "'(more of these? less?)' was passed over." in said(deck, "note")


@pytest.mark.parametrize(
    "row",
    [
        "4 Meteosaur, 2 Immortal Baron, Vorg, 1 Bolshack Dragon",
        "4x Meteosaur; 2x Immortal Baron, Vorg; 1x Bolshack Dragon",
        "4 Meteosaur / 2 Immortal Baron, Vorg / 1 Bolshack Dragon",
        "4 Meteosaur,2 Immortal Baron, Vorg,1 Bolshack Dragon",
        "4x Meteosaur;2x Immortal Baron, Vorg;1x Bolshack Dragon",
        "4 Meteosaur/2 Immortal Baron, Vorg+1 Bolshack Dragon",
        "Meteosaur x4, Immortal Baron, Vorg x2, Bolshack Dragon x1",
        "Meteosaur x4 Immortal Baron, Vorg x2 Bolshack Dragon x1",
        "Meteosaur (4), Immortal Baron, Vorg (2), Bolshack Dragon (1)",
        "Meteosaur 4, Immortal Baron, Vorg 2, Bolshack Dragon 1",
        "Fire: 4 Meteosaur, 2 Immortal Baron, Vorg, 1 Bolshack Dragon",
        "Creatures - 4 Meteosaur 2 Immortal Baron, Vorg 1 Bolshack Dragon",
        "Creatures 4 Meteosaur & 2 Immortal Baron, Vorg + 1 Bolshack Dragon",
        "4 Meteosaur<br>2 Immortal Baron, Vorg<br />1 Bolshack Dragon<BR/>",
        "<li>4 Meteosaur</li><li>2 Immortal Baron, Vorg</li><li>1 Bolshack Dragon</li>",
    ],
)
def test_many_cards_on_one_line_are_cut_at_their_counts_whatever_stands_between(row: str) -> None:
    assert cards(row) == [(4, "Meteosaur"), (2, "Immortal Baron, Vorg"), (1, "Bolshack Dragon")]


@pytest.mark.parametrize(
    "row", ["4 x4 Aqua Hulcus", "Spells: 4 8", "Aqua Hulcus 4 4", "Fire 4, 3", "4 4", "x4 x4"]
)
def test_a_count_without_a_name_is_a_mistake(row: str) -> None:
    deck = read("4 Corile", row)
    assert said(deck, "error") != []
    assert all(entry.name for entry in deck.entries)


def test_headings_with_counts_on_one_line_with_their_cards_are_check_sums() -> None:
    row = (
        "Annihilation: Creatures(9): Fire(5): 3 Immortal Baron Vorg 2 Rothus the Traveler "
        "Light(4): 4 Emerald Grass Spells(3): Fire(2): 2 Crimson Hammer Darkness (1): 1 Terror Pit"
    )
    deck = read(row)
    assert (deck.name, deck.total) == ("Annihilation", 12)
    assert said(deck, "error") == said(deck, "warning") == []
    wrong = read(row.replace("Light(4)", "Light(3)"))
    assert said(wrong, "warning") == ["'Light' claims 3 cards, 4 were read."]


@pytest.mark.parametrize("mark", ["#", "//", "##"])
def test_a_comment_is_never_cut_into_lines(mark: str) -> None:
    deck = read(
        "4 Corile", f"{mark} Creatures (8) 4 Aqua Hulcus 4 Corile<br>Spells (4) 4 Brain Serum"
    )
    assert (deck.total, len(deck.remarks)) == (4, 1)


def test_a_heading_in_the_middle_of_a_line_is_passed_over_and_said() -> None:
    deck = read("4 Aqua Hulcus 4 Corile Spells 4 Brain Serum")
    assert deck.cards == (("Aqua Hulcus", 4), ("Brain Serum", 4), ("Corile", 4))
    assert "'Spells' was passed over." in said(deck, "note")


def test_an_aside_may_name_a_card_a_number_or_another_aside() -> None:
    deck = read("1 Armored Cannon Balbaro (filler until I get Valdios) 4 Corile (2 more (or 3))")
    assert deck.cards == (("Armored Cannon Balbaro", 1), ("Corile", 4))


@pytest.mark.parametrize(
    ("row", "aside"),
    [
        ("4 Aqua Hulcus (my favourite)", "(my favourite)"),
        ("4 Aqua Hulcus [foil]", "[foil]"),
        ("4 Aqua Hulcus (still need two", "(still need two"),
        ("4 Aqua Hulcus # the engine", "# the engine"),
        ("4 Aqua Hulcus - draws a card", "draws a card"),
        ("4 Aqua Hulcus: draws a card", "draws a card"),
        ("4 Aqua Hulcus *F*", "*F*"),
        ("4 Aqua Hulcus (3)", "(3)"),
        ("4 Aqua Hulcus $0.50", "$0.50"),
        ("4 Aqua Hulcus @ 3 mana", "@ 3 mana"),
        ("[Water] Aqua Hulcus x4", "[Water]"),
        ("Aqua Hulcus (x4) (water)", "(water)"),
    ],
)
def test_what_stands_beside_a_card_is_passed_over_and_said(row: str, aside: str) -> None:
    deck = read(row)
    assert deck.cards == (("Aqua Hulcus", 4),)
    assert said(deck, "note") == [f"'{aside}' was passed over."]


@pytest.mark.parametrize("row", ["4 Aqua Hulcus (2 Corile)", "4 Aqua Hulcus [Corile x2]"])
def test_cards_with_a_count_in_brackets_are_passed_over_with_a_doubt(row: str) -> None:
    deck = read(row)
    assert deck.cards == (("Aqua Hulcus", 4),)
    assert places(deck, "warning") == [(1, "unreadable-line")]


@pytest.mark.parametrize("row", ["4 Aqua Hulcus - Corile", "4 Aqua Hulcus - Corile x2"])
def test_two_cards_with_a_dash_between_them_are_a_question(row: str) -> None:
    deck = read(row)
    assert places(deck, "error") == [(1, "unknown-card")]


@pytest.mark.parametrize(
    "row", ["4 (Emeral)", "4 [Emeral]", "4 [[Emeral]]", "4x [[Emeral|the cub]]"]
)
@pytest.mark.parametrize("before", [[], ["4 Corile"], ["A title", "4 Corile"]])
def test_a_name_in_brackets_alone_is_the_card(before: list[str], row: str) -> None:
    deck = read(*before, row)
    assert said(deck, "error") == []
    assert ("Emeral", 4) in deck.cards


@pytest.mark.parametrize(
    "row", ["4.5 Corile", "3+1 Corile", "2/4 Corile", "1x2 Corile", "<4> Corile!!"]
)
def test_a_line_with_a_number_and_a_card_is_never_a_title(row: str) -> None:
    for rows in ([row, "4 Aqua Hulcus"], ["4 Aqua Hulcus", row]):
        deck = read(*rows)
        assert deck.name == "deck"
        assert said(deck, "error") != [] or ("Corile", 4) in deck.cards


@pytest.mark.parametrize(
    "row", ["~~4 Corile~~", "- ~~4 Corile~~", "[s]4 Corile[/s]", "<del>4 Corile</del>"]
)
def test_what_is_struck_through_is_left_out_with_a_warning(row: str) -> None:
    deck = read("4 Aqua Hulcus", row)
    assert deck.cards == (("Aqua Hulcus", 4),)
    assert said(deck, "warning") == ["'4 Corile' is struck through: left out."]


@pytest.mark.parametrize(
    ("row", "gone"),
    [
        ("~~2~~ 4 Aqua Hulcus", "2"),
        ("[s]2[/s] 4 Aqua Hulcus", "2"),
        ("4 Aqua Hulcus ~~2 Corile~~", "2 Corile"),
        ("4 <s>Corile</s> Aqua Hulcus", "Corile"),
        ("4 Aqua Hulcus<br>4 ~~Corile~~", "4 Corile"),
    ],
)
def test_what_of_a_line_is_struck_through_does_not_count(row: str, gone: str) -> None:
    deck = read(row)
    assert deck.cards == (("Aqua Hulcus", 4),)
    assert said(deck, "error") == []
    assert said(deck, "warning") == [f"'{gone}' is struck through: left out."]


def test_a_stroke_over_several_lines_is_a_doubt() -> None:
    deck = read("<s>2 Corile", "4 Aqua Hulcus</s>", "2 Emeral")
    assert deck.total == 8
    assert places(deck, "warning") == [(1, "unreadable-line"), (2, "unreadable-line")]


@pytest.mark.parametrize("ruler", ["~~ Sideboard ~~", "~~~Sideboard~~~"])
def test_a_heading_with_ornament_is_not_struck_through(ruler: str) -> None:
    assert read("4 Aqua Hulcus", ruler, "2 Corile").cards == (("Aqua Hulcus", 4),)


def test_a_remark_after_two_strokes_is_no_second_face() -> None:
    deck = read("4 avalanch giant // good", "2 Corile // Emeral")
    assert deck.cards == (("Avalanche Giant", 4),)
    assert said(deck, "warning") == ["'avalanch giant' was read as 'Avalanche Giant'."]
    assert said(deck, "note") == ["'good' was passed over."]
    assert places(deck, "error") == [(2, "unknown-card")]


# ---------------------------------------------------------------- headings


@pytest.mark.parametrize(
    "heading",
    [
        *("Water", "Water:", "Water (4)", "Water [4]", "Water: 4", "Water: (4)", "Water - 4"),
        *("Creatures (4 cards)", "4 Creatures", "Creatures x4", "Creatures = 4"),
        *("Evolution creature:", "Rainbow: (4)", "Light and Nature", "Light/Water", "Mono Water"),
        *("=== Creatures ===", "--- Creatures (4) ---", "*Creatures*", "**Creatures (4)**"),
        *("<Water>", "[b]Water[/b]", "[u]Creatures: 4[/u]", "## Creatures", "// Creatures (4)"),
        *("🌊 Water 🌊", "~ Water ~", "_Water_", "<h2>Creatures</h2>", "Creatures&nbsp;(4)"),
        *("クリーチャー", "クリーチャー 4枚", "【クリーチャー】", "●水文明", "水文明 (4)"),
    ],
)
def test_headings_come_with_and_without_counts_and_ornament(heading: str) -> None:
    deck = read(heading, "4 Aqua Hulcus")
    assert deck.cards == (("Aqua Hulcus", 4),)
    assert deck.problems == ()
    assert deck.name == "deck"


@pytest.mark.parametrize(
    "heading",
    [
        *("Dragons (4)", "Armored Dragons:", "Armored Dragon", "Humans", "Beast Folk [4]"),
        *("Liquid People", "Angel Commands", "Cyber Viruses (4)", "Fire Birds: 4", "Survivors"),
        *("Other Humans", "Evolution Dragons (4)", "Light Guardians", "Pandora's Boxes"),
        *("Humans and other creatures", "Snow Faeries"),
    ],
)
def test_a_race_stands_over_a_section_as_a_civilization_does(heading: str) -> None:
    deck = read("2 Corile", heading, "4 Aqua Hulcus")
    assert deck.cards == (("Aqua Hulcus", 4), ("Corile", 2))
    assert deck.problems == ()


def test_a_heading_of_a_race_is_a_check_sum_too() -> None:
    assert said(read("Dragons (4)", "3 Bolshack Dragon"), "warning") == [
        "'Dragons' claims 4 cards, 3 were read."
    ]


def test_words_with_a_colon_among_the_cards_are_a_heading_and_said() -> None:
    deck = read("4 Corile", "Win conditions:", "2 Aqua Hulcus")
    assert said(deck, "error") == []
    assert said(deck, "note") == ["'Win conditions:' was read as a heading of the main deck."]


@pytest.mark.parametrize("heading", ["Sideboard ideas:", "Maybe:", "Considering next:"])
def test_words_with_a_colon_may_say_that_cards_are_beside_the_deck(heading: str) -> None:
    deck = read("4 Corile", heading, "2 Aqua Hulcus")
    assert deck.cards == (("Corile", 4),)
    assert said(deck, "note") == [f"'{heading}' was read as a heading of the sideboard."]


@pytest.mark.parametrize("heading", ["Out:", "Cuts from last week:"])
def test_cards_that_may_have_been_taken_out_are_a_doubt(heading: str) -> None:
    deck = read("4 Corile", heading, "2 Aqua Hulcus")
    assert deck.total == 6
    assert said(deck, "warning") == [f"'{heading}' was read as a heading of the main deck."]


@pytest.mark.parametrize(
    "row", ["Water (4 Aqua Hulcus, 2 Corile)", "Water [4 Aqua Hulcus 2 Corile]"]
)
def test_cards_in_brackets_beside_a_heading_are_cards(row: str) -> None:
    assert cards(row) == [(4, "Aqua Hulcus"), (2, "Corile")]


def test_brackets_beside_a_heading_may_hold_its_number_or_a_remark() -> None:
    assert cards("Water (4 cards)", "4 Aqua Hulcus") == FOUR
    assert cards("Water (more of these?)", "4 Aqua Hulcus") == FOUR


def test_an_empty_section_may_say_so() -> None:
    assert read("Rainbow (0)", "Water (4)", "4 Aqua Hulcus").problems == ()


def test_no_card_of_the_pool_is_read_as_a_heading() -> None:
    for name in POOL.cards:
        for row in (f"4 {name}", f"{name} x4", name.upper(), f"{name} 4"):
            assert not any(isinstance(line, Heading) for line in read_lines(row, RACES)), row


@pytest.mark.parametrize(
    "heading", ["2 drops", "Cost 2 (4)", "2-cost: 4", "3 mana", "Mana cost 2:"]
)
def test_a_list_may_be_sorted_by_cost(heading: str) -> None:
    deck = read(heading, "4 Aqua Hulcus")
    assert (deck.total, deck.problems) == (4, ())


# ---------------------------------------------------------------- trailer lines


@pytest.mark.parametrize(
    "total",
    [
        *("Total: 4", "Total Cards: 4", "total = 4", "Total - 4", "4 cards", "4 total", "Deck: 4"),
        *(
            "Total: 4 (should I make it 40?)",
            "Total: 4/40",
            "=> 4 cards",
            "Total of 4 cards.",
            "**Total: 4**",
        ),
        *(
            "Deck size: 4",
            "Cards: 4",
            "= 4 cards",
            "合計 4枚",
            "合計：４枚",
            "Total cards in deck: 4",
        ),
    ],
)
def test_a_stated_total_is_a_check_sum(total: str) -> None:
    assert read("4 Aqua Hulcus", total).problems == ()
    assert said(read("3 Aqua Hulcus", total), "warning") == [
        "The list claims 4 cards, 3 were read."
    ]


@pytest.mark.parametrize(
    "row",
    [
        *(
            "Mana Curve: 3.8",
            "Average cost: 3.2",
            "Date: 2004-08-21",
            "https://example.org/deck?id=4",
        ),
        *(
            "Creatures: 30, Spells: 10",
            "Strategy: attack.",
            "Colors: fire, water",
            "Deck Type: rush",
        ),
    ],
)
def test_figures_and_addresses_are_remarks(row: str) -> None:
    deck = read("4 Aqua Hulcus", row)
    assert deck.remarks == (row,)
    assert deck.problems == ()


# ---------------------------------------------------------------- titles and authors


@pytest.mark.parametrize(
    "rows",
    [
        ["The Rainbow Connection", "by A. Player"],
        ["# The Rainbow Connection", "by: A. Player"],
        ["Title: The Rainbow Connection", "Author: A. Player"],
        ["Deck: The Rainbow Connection", "Created by A. Player"],
        ["=== The Rainbow Connection ===", "Deck by A. Player"],
        ["[b]The Rainbow Connection[/b]", "[i]by A. Player[/i]"],
        ["# The Rainbow Connection", "# author: A. Player"],
        ["デッキ名：The Rainbow Connection", "作者：A. Player"],
        ["[deck=The Rainbow Connection]", "by A. Player", "[/deck]"],
    ],
)
def test_title_and_author_stand_above_the_cards(rows: list[str]) -> None:
    deck = read(*rows, "4 Aqua Hulcus")
    assert (deck.name, deck.author) == ("The Rainbow Connection", "A. Player")
    assert (deck.total, deck.problems) == (4, ())


def test_a_second_title_or_author_is_not_lost() -> None:
    deck = read("Rush", "by Somebody", "Title: Slow Rush", "Author: Another", "4 Aqua Hulcus")
    assert (deck.name, deck.author) == ("Slow Rush", "Somebody")
    assert deck.remarks == ("Rush", "by Another")


@pytest.mark.parametrize("title", ["1st place, Bolshack Dragon", "2004 GenCon: Crystal Lancer"])
def test_a_title_may_hold_a_number_and_a_card(title: str) -> None:
    deck = read(title, "4 Aqua Hulcus")
    assert (deck.name, said(deck, "error")) == (title, [])


def test_a_deck_that_stands_on_the_line_of_its_word_is_no_title() -> None:
    assert cards("Deck: 4 Aqua Hulcus") == FOUR
    assert cards("Deck: 4 Aqua Hulcus, 2 Corile") == [*FOUR, (2, "Corile")]
    assert read("Deck: 4 Color Control", "4 Aqua Hulcus").name == "4 Color Control"


def test_a_title_keeps_its_brackets() -> None:
    assert read("Aqua Rush (version 2)", "4 Aqua Hulcus").name == "Aqua Rush (version 2)"


def test_a_title_of_race_words_that_is_no_race_is_a_title() -> None:
    deck = read("Liquid Beast", "", "Water", "4 x Aqua Hulcus")
    assert (deck.name, deck.total) == ("Liquid Beast", 4)


def test_a_title_that_could_be_cards_is_said() -> None:
    deck = read("Aqua rush version 2", "4 x Aqua Hulcus")
    assert deck.name == "Aqua rush version 2"
    assert said(deck, "note") == [
        "'Aqua rush version 2' was read as the title of the deck, not as a card."
    ]


@pytest.mark.parametrize("title", ["Aqua Hulcus #4", '"Corile","3"/', "Aqua Hulcus: 4 and"])
def test_a_title_that_may_be_a_card_line_gone_wrong_is_warned_of(title: str) -> None:
    deck = read(title, "4 Emeral")
    (warning,) = said(deck, "warning")
    assert warning == f"'{title}' was read as the title of the deck, not as a card."
    assert said(read("Riptide 2004", "4 Emeral"), "warning") == []


# ---------------------------------------------------------------- white space and unseen signs


@pytest.mark.parametrize(
    "text",
    [
        *(
            "\t4\tAqua Hulcus",
            "4\xa0Aqua\xa0Hulcus",
            " " * 80 + "4 Aqua Hulcus",
            "4  Aqua   Hulcus  ",
        ),
        *("\n\n4 Aqua Hulcus\n\n\n", "4 Aqua Hulcus\r\n", "\r\r4 Aqua Hulcus", "4 Aqua Hulcus"),
        *(
            "\ufeff4 Aqua Hulcus",
            "4\u200b Aqua Hulcus",
            "\u200e4 Aqua Hulcus",
            "4\u3000Aqua Hulcus",
        ),
        *("\u202a4 Aqua Hulcus\u202c", "\u2066４ Aqua Hulcus\u2069", "4 Aqua Hul\u00adcus"),
        *(
            "4 Aqua\u2009Hulcus",
            "4 Aqua Hulcus\u2028",
            "4 Aqua Hulcus\x0c",
            "4\ufe0f\u20e3 Aqua Hulcus",
        ),
        *("🔥 4 Aqua Hulcus 🔥", "4 🐟 Aqua Hulcus", "✅ 4x Aqua Hulcus", "4 Aqua Hulcus ⭐⭐⭐"),
    ],
)
def test_blanks_line_ends_unseen_signs_and_emoji_do_not_matter(text: str) -> None:
    deck = deck_from_text(text, POOL, "deck.txt", "deck")
    assert deck.cards == (("Aqua Hulcus", 4),)
    assert deck.problems == ()


def test_a_blank_line_between_every_card_does_not_end_the_list() -> None:
    assert cards("4 Aqua Hulcus", "", "", " ", "\xa0", "2 Corile") == [*FOUR, (2, "Corile")]


@pytest.mark.parametrize("ruler", ["-----", "=====", "* * *", "|---|---|", "~~~", "⭐⭐⭐", "───"])
def test_a_ruler_says_nothing(ruler: str) -> None:
    assert read("4 Aqua Hulcus", ruler, "2 Corile").problems == ()


# ---------------------------------------------------------------- markup of pages and forums


@pytest.mark.parametrize(
    "row",
    [
        *(
            "[b]4[/b] Aqua Hulcus",
            "[B]4x[/B] [I]Aqua Hulcus[/I]",
            "[color=red]4 Aqua Hulcus[/color]",
        ),
        *("4 [url=http://x.org/2]Aqua Hulcus[/url]", "[*]4 Aqua Hulcus", "[li]4 Aqua Hulcus[/li]"),
        *("4 [card]Aqua Hulcus[/card]", "[size=4]4 Aqua Hulcus[/size]", "[spoiler]4 Aqua Hulcus"),
        *("**4x** Aqua Hulcus", "4 **Aqua Hulcus**", "4 *Aqua Hulcus*", "4 __Aqua Hulcus__"),
        *("* **4** `Aqua Hulcus`", "4 [Aqua Hulcus](http://x.org/1)"),
        *("<b>4</b> Aqua Hulcus", "<p>4 Aqua&nbsp;Hulcus</p>", "<li>4 Aqua Hulcus</li>"),
        *(
            '4 <a href="http://x.org/?a=1&amp;b=2">Aqua Hulcus</a>',
            "4 Aqua Hulcus<br>",
            "4 &#65;qua Hulcus",
        ),
    ],
)
def test_markup_is_no_part_of_a_line(row: str) -> None:
    deck = read(row)
    assert deck.cards == (("Aqua Hulcus", 4),)
    assert deck.problems == ()


def test_entities_stand_for_their_signs() -> None:
    assert cards("1 Mykee&#39;s Pliers", "1 Pangaea&rsquo;s Song", "1 &Uuml;berdragon Bajula") == [
        (1, "Mykee's Pliers"),
        (1, "Pangaea's Song"),
        (1, "Überdragon Bajula"),
    ]


@pytest.mark.parametrize(
    "row", ["[list]", "[/list]", "<ul>", "</ul>", "<br>", "[hr]", "<p></p>", '[quote="Bob"]']
)
def test_a_line_of_markup_alone_says_nothing(row: str) -> None:
    assert read("4 Aqua Hulcus", row).problems == ()


def test_markup_that_is_not_known_stays_and_is_a_mistake() -> None:
    assert places(read("4 Aqua Hulcus", "<script>alert(1)</script>"), "error") == [
        (2, "unreadable-line")
    ]


# ---------------------------------------------------------------- spelling


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("rikabu’s screwdriver", "Rikabu's Screwdriver"),
        ("Mykee´s Pliers", "Mykee's Pliers"),
        ("Mykee`s Pliers", "Mykee's Pliers"),
        ("Mykees Pliers", "Mykee's Pliers"),
        ("Rothus the Traveler", "Rothus, the Traveler"),
        ("kachua,keeper of the icegate", "Kachua, Keeper of the Icegate"),
        ("bombazar ,dragon of destiny", "Bombazar, Dragon of Destiny"),
        ("Bronze Arm Tribe", "Bronze-Arm Tribe"),
        ("Bronze–Arm Tribe", "Bronze-Arm Tribe"),
        ("MagmaRex", "Magmarex"),
        ("Barkwhip, The Smasher", "Barkwhip, the Smasher"),
        ("Le Quist, The Oracle", "Le Quist, the Oracle"),
        ("Uberdragon bajula", "Überdragon Bajula"),
        ("U\u0308berdragon Bajula", "Überdragon Bajula"),
        ("bazagazael dragon", "Bazagazeal Dragon"),
        ("Unicorn ﬁsh", "Unicorn Fish"),
        ("Ａｑｕａ Ｈｕｌｃｕｓ", "Aqua Hulcus"),
        ("Barkwhip", "Barkwhip, the Smasher"),
    ],
)
def test_signs_and_capitals_never_make_a_doubt(written: str, meant: str) -> None:
    deck = read(f"2 {written}")
    assert deck.cards == ((meant, 2),)
    assert said(deck, "warning") == said(deck, "error") == []


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Calvary General Curatops", "Cavalry General Curatops"),
        ("Resos Pacos, Clear Sky Guardian", "Reso Pacos, Clear Sky Guardian"),
        ("Lara Geer, the Immaculate", "Larba Geer, the Immaculate"),
        ("Astocomet Dragon", "Astrocomet Dragon"),
        ("Illustionary Merfolk", "Illusionary Merfolk"),
        ("Magris, Vizier of Magentism", "Magris, Vizier of Magnetism"),
        ("Spikestrike Ischthys Q", "Spikestrike Ichthys Q"),
        ("Grey Balloon, Shadow of Greed", "Gray Balloon, Shadow of Greed"),
        ("Tornado Flames", "Tornado Flame"),
        ("mykee pliers", "Mykee's Pliers"),
    ],
)
def test_a_typo_is_read_with_a_warning_that_says_as_what_and_where(
    written: str, meant: str
) -> None:
    deck = read("4 Aqua Hulcus", f"2 {written}")
    (problem,) = deck.problems
    assert (problem.severity, problem.line, problem.card) == ("warning", 2, meant)
    assert problem.message == f"'{written}' was read as '{meant}'."


@pytest.mark.parametrize("written", ["Rumbling Terrahorn", "Lara Geer", "bazagazael dragon"])
def test_a_misprint_that_went_around_is_an_alias_and_no_doubt(written: str) -> None:
    deck = read(f"2 {written}")
    assert (deck.total, said(deck, "warning"), said(deck, "error")) == (2, [], [])
    assert len(said(deck, "note")) == 1


@pytest.mark.parametrize(
    ("row", "meant"),
    [
        ("4 Ãœberdragon Bajula", "Überdragon Bajula"),
        ("4 Mykeeâ€™s Pliers", "Mykee's Pliers"),
        ("4Ã— Aqua Hulcus", "Aqua Hulcus"),
        ("4Â\xa0Aqua Hulcus", "Aqua Hulcus"),
        ("Aqua Hulcus â€“ 4", "Aqua Hulcus"),
        ("ï»¿4 Aqua Hulcus", "Aqua Hulcus"),
        ("4 ÃƒÅ“berdragon Bajula", "Überdragon Bajula"),
        ("4 " + "アクア・ハルカス".encode().decode("latin-1"), "Aqua Hulcus"),
    ],
)
def test_a_list_in_the_wrong_encoding_is_mended_and_said(row: str, meant: str) -> None:
    deck = read(row)
    assert deck.cards == ((meant, 4),)
    assert len(said(deck, "note")) >= 1
    assert said(deck, "error") == []


def test_letters_with_accents_are_no_wrong_encoding() -> None:
    assert read("Pâté à la carte", "4 Aqua Hulcus").name == "Pâté à la carte"


# ---------------------------------------------------------------- zones


@pytest.mark.parametrize(
    ("rows", "main", "beside"),
    [
        (["4 Aqua Hulcus", "Hyperspatial Zone:", "2 Corile"], 4, "hyperspatial"),
        (["4 Aqua Hulcus", "Psychic creatures (2)", "2 Corile"], 4, "hyperspatial"),
        (["4 Aqua Hulcus", "超次元ゾーン", "2 Corile"], 4, "hyperspatial"),
        (["4 Aqua Hulcus", "Sideboard:", "2 Corile"], 4, "sideboard"),
        (["// Main", "4 Aqua Hulcus", "// Sideboard", "2 Corile"], 4, "sideboard"),
        (["# Sideboard", "2 Corile", "# Main deck", "4 Aqua Hulcus"], 4, "sideboard"),
        (["SB: 2 Corile", "4 Aqua Hulcus"], 4, "sideboard"),
        (["4 Aqua Hulcus", "Sideboard: 2 Corile"], 4, "sideboard"),
        (["4 Aqua Hulcus", "Maybeboard", "2 Corile"], 4, "sideboard"),
    ],
)
def test_what_is_not_the_main_deck_does_not_count_to_it(
    rows: list[str], main: int, beside: str
) -> None:
    deck = read(*rows)
    assert said(deck, "error") == []
    assert (deck.size, deck.zone(beside)) == (main, (("Corile", 2),))


# ---------------------------------------------------------------- double names


def test_one_of_two_names_is_enough_when_the_other_is_no_card() -> None:
    for row in ("4 Aqua Hulcus/Aqua Excalibur the Awakened", "4 Some Face // Aqua Hulcus"):
        deck = read(row)
        assert deck.cards == (("Aqua Hulcus", 4),)
        assert len(said(deck, "note")) == 1


def test_two_names_of_two_cards_are_a_question() -> None:
    deck = read("4 Terror Pit/Death Smoke")
    assert places(deck, "error") == [(1, "unknown-card")]
    assert deck.problems[0].fix == "Did you mean 'Terror Pit' or 'Death Smoke'?"


def test_a_double_name_of_no_card_stays_whole() -> None:
    deck = read("2 Aqua Cutlass, Temporal Swordsman/Aqua Excalibur, the Awakened Swordsman")
    assert deck.entries[0].name.endswith("/Aqua Excalibur, the Awakened Swordsman")
    assert deck.total == 2


# ---------------------------------------------------------------- Japanese lists


@pytest.mark.parametrize(
    "row",
    [
        "アクア・ハルカス クリーチャー 3 4 リキッド・ピープル C 2000 DM-01",
        "水 アクア・ハルカス クリーチャー 3 4 リキッド・ピープル C 2000 DM-10、DMC-34",
        *("《アクア・ハルカス》×4", "《アクア・ハルカス》×４", "4×《アクア・ハルカス》"),
        *(
            "４　アクア・ハルカス",
            "アクア・ハルカス　4枚",
            "アクア・ハルカス ×4枚",
            "4枚 アクア・ハルカス",
        ),
        *(
            "・アクア・ハルカス×4",
            "アクア・ハルカス x4",
            "【アクア・ハルカス】4",
            "「アクア・ハルカス」 4枚",
        ),
        *(
            "○アクア・ハルカス：４",
            "アクアハルカス 4",
            "アクア・ハルカス4",
            "アクア・ハルカス（水）×4",
        ),
    ],
)
def test_a_japanese_line_finds_the_english_card(row: str) -> None:
    deck = read("2 Corile", row)
    assert deck.cards == (("Aqua Hulcus", 4), ("Corile", 2))
    assert said(deck, "error") == said(deck, "warning") == []


def test_the_official_table_has_the_cost_before_the_count() -> None:
    rows = [
        "文明 カード名 種類 コスト 枚数 種族 レアリティ パワー 収録弾",
        "アクア・ガード クリーチャー 1 3 リキッド・ピープル C 2000 DM-01",
        "デーモン・ハンド 呪文 6 4 R DM-01",
    ]
    assert cards(*rows) == [(3, "Aqua Guard"), (4, "Terror Pit")]


def test_japanese_cards_without_an_alias_are_errors_that_keep_count_and_name() -> None:
    deck = read("《フィスト・ブレーダー》×4")
    assert places(deck, "error") == [(1, "unknown-card")]
    assert (deck.entries[0].count, deck.entries[0].name) == (4, "フィスト・ブレーダー")


# ---------------------------------------------------------------- set codes


@pytest.mark.parametrize(
    "row",
    [
        *("4 Aqua Hulcus (DM-01) 21", "4 Aqua Hulcus DM-01 21/110"),
        *(
            "4 Aqua Hulcus [DM-01]",
            "4 [DM-01] Aqua Hulcus",
            "4 Aqua Hulcus DM01",
            "4 Aqua Hulcus (DM-01)",
        ),
        *("Aqua Hulcus (DM-01) x4", "4 Aqua Hulcus - DM-01", "4 Aqua Hulcus DM-01-21"),
    ],
)
def test_the_code_of_a_set_that_has_the_card_says_nothing(row: str) -> None:
    deck = read(row)
    assert deck.cards == (("Aqua Hulcus", 4),)
    assert deck.problems == ()


@pytest.mark.parametrize("code", ["(DAR) 217", "(DM-05) 21", "[DM-11]", "DM-03 4/55"])
def test_the_code_of_another_set_is_passed_over_and_said(code: str) -> None:
    deck = read(f"4 Aqua Hulcus {code}")
    assert deck.cards == (("Aqua Hulcus", 4),)
    assert said(deck, "note") == [f"'{code}' was passed over."]


def test_a_name_wins_over_a_set_code(own: Callable[..., Pool]) -> None:
    pool = own("Droid", "Droid DM-01", "Gate (Alpha)")
    text = "- 4 Droid DM-01\n3 Droid\n- 2 Gate (Alpha)\n- 1 Droid (foil)"
    deck = deck_from_text(text, pool, "deck.txt", "deck")
    assert [(entry.count, entry.name) for entry in deck.entries] == [
        (4, "Droid DM-01"),
        (3, "Droid"),
        (2, "Gate (Alpha)"),
        (1, "Droid"),
    ]


@pytest.fixture
def own() -> Callable[..., Pool]:
    """Makes a pool of cards with these names."""

    def make(*names: str) -> Pool:
        source = next(iter(POOL.cards.values()))
        fields = {name: getattr(source, name) for name in source.__struct_fields__}
        made = [type(source)(**{**fields, "name": name}) for name in names]
        return Pool(made, "own", [])

    return make


# ---------------------------------------------------------------- lists that are illegal on purpose


def test_forty_copies_of_one_card_are_read() -> None:
    assert cards("40 Aqua Hulcus") == [(40, "Aqua Hulcus")]


def test_eight_copies_of_three_cards_are_read() -> None:
    assert [count for count, _ in cards("8 Aqua Hulcus", "8 Corile", "8 Emeral")] == [8, 8, 8]


# ---------------------------------------------------------------- nothing is dropped in silence

SILENT = (Blank, Heading, Columns, Total)


def unaccounted(text: str) -> list[str]:
    """The lines of a list that left no trace: no entry, no problem, no word about the deck."""
    deck = deck_from_text(text, POOL, "deck.txt", "no title")
    seen = {entry.line for entry in deck.entries} | {problem.line for problem in deck.problems}
    about = {core(text) for text in (deck.name, deck.author, *deck.remarks)}
    missing = []
    for number, row in enumerate(text.split("\n"), 1):
        kinds = [line for line in read_lines(row, RACES) if not isinstance(line, SILENT)]
        words = [line.text for line in kinds if not isinstance(line, Cards)]
        told = all(about & {core(w), core(w.partition(":")[2]), f"by {core(w)}"} for w in words)
        if number not in seen and not (told and len(words) == len(kinds)):
            missing.append(row)
    return missing


def core(text: str) -> str:
    """A text as it is shown, without what stands around it."""
    return shown(text).strip("-*#>+: ")


LISTS = sorted((Path(__file__).parent / "lists").glob("*.txt"))


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_no_line_of_a_real_list_is_dropped(path: Path) -> None:
    assert unaccounted(path.read_text("utf-8")) == []


NAMES = st.sampled_from(list(POOL.cards))
COUNTS = st.integers(1, 9)
WRAPS = st.sampled_from(
    [
        "{}",
        "- {}",
        "**{}**",
        "[b]{}[/b]",
        "<li>{}</li>",
        "{} (why not?)",
        "\u200e{}",
        "🔥 {}",
        "  {}\t",
    ]
)
FORMS = st.sampled_from(
    [
        "{n} {c}",
        "{n}x {c}",
        "{n} x {c}",
        "{c} x{n}",
        "{c} ×{n}",
        "({n}) {c}",
        "{c} - {n}",
        "{n}: {c}",
    ]
)
CARD = st.builds(lambda form, n, c: form.format(n=n, c=c), FORMS, COUNTS, NAMES)
WRAPPED = st.builds(lambda wrap, row: wrap.format(row), WRAPS, CARD)
OTHER = st.sampled_from(
    [
        *("", "-----", "Water (4)", "Dragons:", "Sideboard", "Main deck", "Total: 40", "# a word"),
        *("please rate", "by Somebody", "Mana Curve: 3.1", "// Spells", "1. one", "???", "<b></b>"),
    ]
)
JUNK = st.text(alphabet=string.printable + "éÜ×《》カ・４🔥\u200b\u202e", max_size=40).map(
    lambda text: text.replace("\n", " ").replace("\r", " ")
)


@settings(max_examples=250, deadline=None)
@given(st.lists(st.one_of(WRAPPED, OTHER, JUNK), max_size=12))
def test_every_line_that_holds_words_leaves_a_trace(rows: list[str]) -> None:
    assert unaccounted("\n".join(rows)) == []


@settings(max_examples=250, deadline=None)
@given(st.lists(st.tuples(COUNTS, NAMES, FORMS, WRAPS), min_size=1, max_size=12))
def test_cards_survive_every_way_to_write_them(
    rows: list[tuple[int, str, str, str]],
) -> None:
    written = [wrap.format(form.format(n=n, c=name)) for n, name, form, wrap in rows]
    assert cards(*written) == [(n, name) for n, name, _, _ in rows]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(COUNTS, NAMES), min_size=2, max_size=8))
def test_cards_survive_on_one_line_and_as_html(pairs: list[tuple[int, str]]) -> None:
    assert cards(" ".join(f"{n} {name}" for n, name in pairs)) == pairs
    assert cards(", ".join(f"{name} x{n}" for n, name in pairs)) == pairs
    assert cards("<br>".join(html.escape(f"{n} {name}") for n, name in pairs)) == pairs
