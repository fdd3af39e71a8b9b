"""Decks in tables: CSV and TSV, heads, delimiters, names with commas, formulas."""

from __future__ import annotations

import pytest
from support.deck_forms import ROTHUS, read, said, zone

from dmcli.cards import Pool
from dmcli.core.errors import Unreadable
from dmcli.decks import Deck, Entry
from dmcli.decks.forms import FORMS
from dmcli.decks.forms.table import counted_rows
from dmcli.decks.model import HYPERSPATIAL, MAIN, SIDEBOARD


@pytest.mark.parametrize(
    "text",
    [
        "count,name\n4,Corile\n3,Holy Awe\n",
        "name,count\nCorile,4\nHoly Awe,3\n",
        "Qty;Card\n4;Corile\n3;Holy Awe",
        "QUANTITY\tCard Name\n4\tCorile\n3\tHoly Awe",
        "sep=;\nAmount;Name\n4;Corile\n3;Holy Awe",
        "4,Corile\n3,Holy Awe",
        "Corile;4\nHoly Awe;3",
        '"4","Corile"\n"3","Holy Awe"',
        "count , name\n4 , Corile\n3x , Holy Awe",
        "name,zone,number\nCorile,,4\nHoly Awe,main,3.0",
        "4 Corile\n3 Holy Awe",
        "Anzahl;Karte\n4;Corile\n3;Holy Awe",
        "Set;Number;Name;Own;Trade\nDM-01;23/110;Corile;4;1\nDM-01;8/110;Holy Awe;3;0",
        "\r\n\r\ncount,name\r\n\r\n4,Corile\r\n3,Holy Awe\r\n",
        "count,name\n4,Corile\n3,Holy Awe\nTotal,7",
    ],
)
def test_a_table_is_read_however_its_cells_are_set(text: str) -> None:
    deck = read("csv", text)
    assert sorted(zone(deck, MAIN)) == [(3, "Holy Awe"), (4, "Corile")]
    assert said(deck, "error", "warning") == []


@pytest.mark.parametrize(
    ("head", "row"),
    [
        *(("", f"4,{ROTHUS}"), ("", f'4,"{ROTHUS}"'), ("", "4,Rothus,the Traveler")),
        *(("", f"{ROTHUS},4"), ("", f'"{ROTHUS}",4'), ("", f"4,{ROTHUS},Fire")),
        *(("count,name", f"4,{ROTHUS}"), ("count,name", f'4,"{ROTHUS}"')),
        *(("name,count", f"{ROTHUS},4"), ("name,count", f'"{ROTHUS}",4')),
        *(("set,name,count,zone", f"DM-01,{ROTHUS},4,main"), ("name,set,count", f"{ROTHUS},x,4")),
    ],
)
def test_a_name_with_a_comma_is_one_name_quoted_or_not(head: str, row: str) -> None:
    assert zone(read("csv", f"{head}\n{row}\n"), MAIN) == [(4, ROTHUS)]


def test_all_names_with_commas_survive_without_quotes(printed: Pool) -> None:
    names = [name for name in printed.cards if "," in name]
    assert len(names) == 270
    rows = "\n".join(f"{name},2" for name in names)
    deck = read("csv", rows)
    assert zone(deck, MAIN) == [(2, name) for name in names]
    assert said(deck) == []


def test_rows_may_carry_more_cells_than_are_read() -> None:
    deck = read("csv", "4,Corile,Water\n")
    assert zone(deck, MAIN) == [(4, "Corile")]
    assert said(deck, "note") == [(1, "'Water' was passed over.")]


def test_headings_and_remarks_stand_in_rows_of_one_cell() -> None:
    deck = read("csv", "# for Friday\n4,Corile\nHyperspatial zone\n1,Holy Awe\n")
    assert (deck.remarks, zone(deck, HYPERSPATIAL)) == (("for Friday",), [(1, "Holy Awe")])


def test_a_table_without_counts_is_read_card_by_card_with_a_warning() -> None:
    deck = read("csv", "name,rarity\n" + "Corile,Common\n" * 4 + "Holy Awe,Rare\n")
    assert zone(deck, MAIN) == [(4, "Corile"), (1, "Holy Awe")]
    assert said(deck, "warning") == [(1, "No column says how many: every row is one copy.")]


def test_a_total_that_differs_is_a_warning() -> None:
    deck = read("csv", "count,name\n4,Corile\nTotal,40\n")
    assert said(deck, "warning") == [(3, "The list claims 40 cards, 4 were read.")]


@pytest.mark.parametrize("cell", ["=2+2", '="4"', "four", "@4", "4/4", "", "10^3"])
def test_a_formula_is_a_text_and_no_count(cell: str) -> None:
    quoted = cell.replace('"', '""')
    deck = read("csv", f'name,count,zone\nCorile,"{quoted}",main\n')
    assert said(deck, "error") == [(2, f"'{cell}' is no count of 'Corile'.")]


def test_an_open_quote_is_an_error_with_its_line() -> None:
    deck = read("csv", 'count,name\n4,Holy Awe\n4,"Corile\n4,Corile\n')
    assert [line for line, _ in said(deck, "error")] == [3]
    assert "runs over several lines" in said(deck, "error")[0][1]


@pytest.mark.parametrize("form", ["csv", "tsv"])
@pytest.mark.parametrize("sign", "=+-@")
def test_no_written_cell_is_a_formula_and_the_name_comes_back(form: str, sign: str) -> None:
    name = f'{sign}HYPERLINK("x")'
    pool = Pool([], "none", [])
    deck = Deck(name="d", entries=(Entry(4, name, 1, MAIN, known=False),))
    text = FORMS[form].write(deck, pool)
    cells = text.replace('"', "").replace("\t", ",").split("\n")[1].split(",")
    assert cells[1].startswith("'")
    assert [each.name for each in FORMS[form].read(text, pool, "d", "d").entries] == [name]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("count,name\n" + "4,Corile\n" * 2001, r"file:2001: has more than 2,000 rows"),
        ("count,name\n" + "," * 200, r"file:2: has 201 cells in a row"),
        ("\n" * 5000, r"file: has 5,000 lines"),
        ("count,name\n4," + "a" * 140_000, r"file:2: is not a table: field larger than"),
        ("4,Corile\n" * 80_000, r"file: is larger than a table can be"),
    ],
)
def test_a_table_that_is_no_deck_is_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(Unreadable, match=sentence):
        read("csv", text)


def test_rows_of_a_collection_are_given_as_they_are_written() -> None:
    rows = counted_rows(f"owned,card\n0,Corile\nmany,{ROTHUS}\n12", "mine.csv", most_rows=9)
    assert [tuple(row) for row in rows] == [(2, "0", "Corile"), (3, "many", ROTHUS), (4, "12", "")]
    with pytest.raises(Unreadable, match="has no head with a count and a name"):
        counted_rows("4,Corile", "mine.csv")


def test_two_tables_side_by_side_are_a_mistake() -> None:
    deck = read("csv", "count,name,count,name\n4,Corile,3,Emeral\n")
    assert said(deck, "error") == [(1, "Two columns are called 'name'; one is read.")]
    deck = read("csv", "4,Corile,3,Emeral\n4,Holy Awe,6,Light\n")
    assert said(deck, "error") == [(1, "'3, Emeral' is one card more on this row.")]
    assert said(deck, "note") == [(2, "'6, Light' was passed over.")]


def test_a_column_that_is_called_as_a_zone_is_not_passed_over_without_a_doubt() -> None:
    deck = read("csv", "count,name,side\n4,Corile,2\n")
    assert said(deck, "warning") == [(1, "Columns passed over: side.")]


@pytest.mark.parametrize("row", ["7,Total", "Total,7", "Sum,,7"])
@pytest.mark.parametrize("head", ["", "count,name\n"])
def test_the_sum_of_a_table_is_a_check_sum_wherever_it_stands(head: str, row: str) -> None:
    deck = read("csv", f"{head}4,Corile\n2,Emeral\n{row}\n")
    assert zone(deck, MAIN) == [(4, "Corile"), (2, "Emeral")]
    assert [message for _, message in said(deck)] == ["The list claims 7 cards, 6 were read."]


@pytest.mark.parametrize("head", ["count,name,zone", "count,name"])
def test_a_row_that_names_a_zone_opens_it(head: str) -> None:
    deck = read("csv", f"{head}\n4,Corile\nSideboard,\n3,Emeral\nMain deck\n1,Holy Awe\n")
    assert zone(deck, MAIN) == [(4, "Corile"), (1, "Holy Awe")]
    assert zone(deck, SIDEBOARD) == [(3, "Emeral")]


def test_a_row_that_may_be_a_title_or_cards_is_a_question() -> None:
    deck = read("csv", "Deck: 4 Corile\n3,Emeral\n")
    assert said(deck, "error") == [(1, "'Deck: 4 Corile' may be a title or cards.")]
