"""Decks in every form: files as other programs and people write them, and what is wrong in them."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from dmcli.cards import Pool
from dmcli.core.errors import Refused, Unreadable, UsageMistake
from dmcli.decks import Deck, Entry, find_decks, read_deck
from dmcli.decks.forms import FORMS, form_named, form_of, sniffed
from dmcli.decks.forms.deck_xml import GAME
from dmcli.decks.forms.octgn import octgn_ids, with_ids
from dmcli.decks.forms.table import counted_rows
from dmcli.decks.model import HYPERSPATIAL, MAIN, SIDEBOARD

FILES = Path(__file__).with_name("forms")
ROTHUS = "Rothus, the Traveler"
PLIERS = "Mykee's Pliers"
BAJULA = "Überdragon Bajula"

Read = Callable[..., Deck]


@pytest.fixture
def read(printed: Pool) -> Read:
    """Reads a text in a form."""

    def deck(form: str, text: str) -> Deck:
        return FORMS[form].read(text, printed, "file", "file")

    return deck


def zone(deck: Deck, name: str) -> list[tuple[int, str]]:
    return [(each.count, each.name) for each in deck.entries if each.zone == name]


def said(deck: Deck, *severities: str) -> list[tuple[int | None, str]]:
    return [
        (problem.line, problem.message)
        for problem in deck.problems
        if not severities or problem.severity in severities
    ]


# ---------------------------------------------------------------- files of other programs

EXAMPLES = {
    "octgn-old.o8d": [(4, "Aqua Hulcus"), (4, "Corile"), (2, ROTHUS)],
    "octgn.o8d": [(4, "Aqua Hulcus"), (3, PLIERS), (4, ROTHUS)],
    "cockatrice.cod": [(4, "Aqua Hulcus"), (3, PLIERS), (4, ROTHUS)],
    "amount-40.xml": [(40, "Aqua Hulcus")],
    "cards.json": [(8, "Aqua Hulcus"), (8, "Corile"), (8, ROTHUS), (16, "Aqua Guard")],
    "map.json": [(4, "Aqua Hulcus"), (3, ROTHUS)],
    "strings.json": [
        *((4, "Aqua Hulcus"), (3, ROTHUS), (1, "Corile"), (2, "Holy Awe"), (1, "Terror Pit"))
    ],
    "names.json": [(3, "Corile"), (1, "Aqua Hulcus"), (1, "Aqua Hulcus")],
    "ours.json": [(4, "Aqua Hulcus"), (2, ROTHUS)],
    "spreadsheet.csv": [(4, "Aqua Hulcus"), (3, ROTHUS)],
    "plain.csv": [(4, "Aqua Hulcus"), (3, ROTHUS), (2, ROTHUS), (2, "Corile")],
    "builder.csv": [(4, "Aqua Hulcus"), (3, ROTHUS), (2, PLIERS)],
    "table.tsv": [(4, "Aqua Hulcus"), (3, ROTHUS)],
    "tabletop.json": [(2, "Aqua Hulcus"), (1, PLIERS)],
    "tabletop-bag.json": [(2, "Corile"), (1, ROTHUS)],
}
OTHER_ZONES = {
    "octgn.o8d": [(HYPERSPATIAL, 1, BAJULA)],
    "cockatrice.cod": [(SIDEBOARD, 2, "Corile")],
    "cards.json": [(SIDEBOARD, 2, "Holy Awe"), (SIDEBOARD, 1, "Terror Pit")],
    "ours.json": [(HYPERSPATIAL, 1, BAJULA), (SIDEBOARD, 2, "Corile")],
    "spreadsheet.csv": [(SIDEBOARD, 2, "Corile"), (HYPERSPATIAL, 1, BAJULA)],
    "plain.csv": [(SIDEBOARD, 1, "Holy Awe")],
    "table.tsv": [(SIDEBOARD, 2, "Corile")],
    "tabletop-bag.json": [(HYPERSPATIAL, 2, BAJULA), (SIDEBOARD, 1, "Holy Awe")],
}
TITLES = {
    "cockatrice.cod": "Pliers & Travelers",
    "amount-40.xml": "Forty of one",
    "cards.json": "Eight of three",
    "map.json": "A map",
    "names.json": "Card by card",
    "ours.json": "Ours",
    "tabletop.json": "Pliers",
}


def test_every_example_is_looked_at() -> None:
    assert sorted(path.name for path in FILES.iterdir()) == sorted(EXAMPLES)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_file_of_another_program_has_its_cards_in_their_zones_and_order(
    name: str, printed: Pool
) -> None:
    deck = read_deck(FILES / name, printed)
    assert zone(deck, MAIN) == EXAMPLES[name]
    others = [(each.zone, each.count, each.name) for each in deck.entries if each.zone != MAIN]
    assert others == OTHER_ZONES.get(name, [])
    assert deck.name == TITLES.get(name, Path(name).stem)
    assert said(deck, "error", "warning") == []


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_file_without_a_telling_name_is_known_by_its_looks(
    name: str, printed: Pool, tmp_path: Path
) -> None:
    copy = tmp_path / "deck.txt"
    copy.write_bytes((FILES / name).read_bytes())
    assert zone(read_deck(copy, printed), MAIN) == EXAMPLES[name]


@pytest.mark.parametrize("name", EXAMPLES)
def test_standard_input_is_known_by_its_looks(
    name: str, printed: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = io.BytesIO((FILES / name).read_bytes())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(content))
    assert zone(read_deck("-", printed), MAIN) == EXAMPLES[name]


def test_what_is_said_about_a_deck_is_kept(printed: Pool) -> None:
    ours = read_deck(FILES / "ours.json", printed)
    assert (ours.author, ours.remarks) == ("A. Player", ("plan: evolve.", "from 2004"))
    octgn = read_deck(FILES / "octgn.o8d", printed)
    assert octgn.remarks == ("Wins with <tempo> & card advantage.",)
    cockatrice = read_deck(FILES / "cockatrice.cod", printed)
    assert cockatrice.remarks == ('"Slow is smooth."', "2025-01-14", "Added: Corile")
    assert read_deck(FILES / "tabletop.json", printed).remarks == ("Bring more Coriles.",)


def test_what_is_no_card_is_passed_over_and_said(printed: Pool) -> None:
    notes = {name: said(read_deck(FILES / name, printed), "note") for name in EXAMPLES}
    assert notes["builder.csv"] == [(1, "Columns passed over: Set, Number, Cost.")]
    assert notes["cards.json"] == [(1, "Passed over: createdBy, format.")]
    assert notes["cockatrice.cod"] == [(2, "Passed over: sideboard_plan.")]
    assert notes["tabletop-bag.json"] == [(1, "1 thing without cards passed over.")]


def test_lines_of_cards_are_known_in_every_form(printed: Pool) -> None:
    lines = {
        "octgn.o8d": [4, 5, 6, 9],
        "amount-40.xml": [5],
        "cards.json": [6, 7, 8, 9, 11, 11],
        "spreadsheet.csv": [3, 4, 5, 6],
        "tabletop.json": [32, 33],
    }
    found = {
        name: [each.line for each in read_deck(FILES / name, printed).entries] for name in lines
    }
    assert found == lines


# ---------------------------------------------------------------- names of forms


def test_a_suffix_says_the_form() -> None:
    names = {
        f".{suffix}": form and form.name
        for suffix in ("txt", "DEC", "json", "CSV", "tsv", "o8d", "cod", "xml", "png")
        for form in [form_of(f"deck.{suffix}")]
    }
    assert names == {
        ".txt": "text",
        ".DEC": "text",
        ".json": "json",
        ".CSV": "csv",
        ".tsv": "tsv",
        ".o8d": "o8d",
        ".cod": "cod",
        ".xml": None,
        ".png": None,
    }


def test_a_form_that_is_none_is_a_mistake_with_the_nearest_name() -> None:
    with pytest.raises(UsageMistake, match=r"no deck form 'jsn'.*Did you mean 'json'\?"):
        form_named("jsn")


@pytest.mark.parametrize(
    "text",
    [
        "4 Aqua Hulcus",
        "[Creatures]\n4 Aqua Hulcus",
        "[20] Water",
        "<b>4 Aqua Hulcus</b>",
        "<table><tr><td>4</td><td>Corile</td></tr></table>",
        "<3 this deck\n4 Corile",
        "Name your deck, count your cards\n4 Corile",
        "",
    ],
)
def test_a_list_with_brackets_or_tags_is_still_a_text(text: str) -> None:
    assert sniffed(text).name == "text"


def test_a_form_can_be_said_where_suffix_and_looks_say_another(
    printed: Pool, tmp_path: Path
) -> None:
    path = tmp_path / "deck.json"
    path.write_text("4 Aqua Hulcus\n")
    assert zone(read_deck(path, printed, "text"), MAIN) == [(4, "Aqua Hulcus")]
    with pytest.raises(Unreadable, match=r"deck.json:1: is not a document in JSON"):
        read_deck(path, printed)


# ---------------------------------------------------------------- JSON


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
def test_json_that_is_no_deck_is_one_sentence(read: Read, text: str, sentence: str) -> None:
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
def test_a_card_that_cannot_be_read_is_an_error_with_its_line(
    read: Read, card: str, message: str
) -> None:
    deck = read("json", f'{{"cards": [\n"4 Corile",\n{card}\n]}}')
    assert said(deck, "error") == [(3, message)]


def test_in_a_file_of_one_line_messages_number_the_entries(read: Read) -> None:
    deck = read("json", '{"cards": ["4 Corile", "3 Aqua Hulcuss", "2 Nobody at all"]}')
    assert said(deck, "warning") == [(1, "Entry 2: 'Aqua Hulcuss' was read as 'Aqua Hulcus'.")]
    assert [text.partition(" No card")[0] for _, text in said(deck, "error")] == ["Entry 3:"]


def test_copies_named_one_by_one_are_counted_by_zone(read: Read) -> None:
    deck = read("json", '{"main": ["Corile", "Corile"], "side": ["Corile"]}')
    assert [(each.zone, each.count) for each in deck.entries] == [(MAIN, 2), (SIDEBOARD, 1)]


def test_a_card_named_a_thousand_times_is_refused(read: Read) -> None:
    with pytest.raises(Unreadable, match="'Corile' has more than 999 copies"):
        read("json", json.dumps(["Corile"] * 1000))


def test_a_list_that_is_no_zone_is_passed_over_with_a_warning(read: Read) -> None:
    deck = read("json", '{"cards": ["4 Corile"],\n"maybe": [{"name": "Holy Awe"}]}')
    assert said(deck, "warning") == [(2, "'maybe' is no zone of a deck and was passed over.")]


def test_a_zone_that_is_none_is_the_main_deck_with_a_warning(read: Read) -> None:
    deck = read("json", '[{"name": "Corile", "count": 4, "zone": "graveyard"}]')
    assert zone(deck, MAIN) == [(4, "Corile")]
    assert said(deck, "warning") == [
        (1, "'graveyard' is no zone of a deck: read as the main deck.")
    ]


def test_a_column_of_sections_that_are_no_zones_is_warned_of_once_for_each(read: Read) -> None:
    rows = "4,Corile,Creatures\n4,Holy Awe,Spells\n4,Aqua Hulcus,Creatures\n"
    deck = read("csv", f"count,name,section\n{rows}")
    assert [line for line, _ in said(deck, "warning")] == [2, 3]
    assert deck.count(MAIN) == 12


def test_a_deck_within_an_object_is_found(read: Read) -> None:
    deck = read(
        "json", '{"deck": {"name": "Inner", "cards": {"Corile": 4}, "sideboard": ["Corile"]}}'
    )
    assert (deck.name, deck.count(MAIN), deck.count(SIDEBOARD)) == ("Inner", 4, 1)


def test_lone_surrogates_and_control_signs_of_json_never_reach_the_deck(read: Read) -> None:
    deck = read("json", r'{"name": "a\u001b[31m\ud800\u202eb", "cards": ["4 Corile\u0007"]}')
    assert deck.name == "a?[31m?b"
    assert all(problem.message.isprintable() for problem in deck.problems)


# ---------------------------------------------------------------- tables


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
def test_a_table_is_read_however_its_cells_are_set(read: Read, text: str) -> None:
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
def test_a_name_with_a_comma_is_one_name_quoted_or_not(read: Read, head: str, row: str) -> None:
    assert zone(read("csv", f"{head}\n{row}\n"), MAIN) == [(4, ROTHUS)]


def test_all_names_with_commas_survive_without_quotes(read: Read, printed: Pool) -> None:
    names = [name for name in printed.cards if "," in name]
    assert len(names) == 270
    rows = "\n".join(f"{name},2" for name in names)
    deck = read("csv", rows)
    assert zone(deck, MAIN) == [(2, name) for name in names]
    assert said(deck) == []


def test_rows_may_carry_more_cells_than_are_read(read: Read) -> None:
    deck = read("csv", "4,Corile,Water\n")
    assert zone(deck, MAIN) == [(4, "Corile")]
    assert said(deck, "note") == [(1, "'Water' was passed over.")]


def test_headings_and_remarks_stand_in_rows_of_one_cell(read: Read) -> None:
    deck = read("csv", "# for Friday\n4,Corile\nHyperspatial zone\n1,Holy Awe\n")
    assert (deck.remarks, zone(deck, HYPERSPATIAL)) == (("for Friday",), [(1, "Holy Awe")])


def test_a_table_without_counts_is_read_card_by_card_with_a_warning(read: Read) -> None:
    deck = read("csv", "name,rarity\n" + "Corile,Common\n" * 4 + "Holy Awe,Rare\n")
    assert zone(deck, MAIN) == [(4, "Corile"), (1, "Holy Awe")]
    assert said(deck, "warning") == [(1, "No column says how many: every row is one copy.")]


def test_a_total_that_differs_is_a_warning(read: Read) -> None:
    deck = read("csv", "count,name\n4,Corile\nTotal,40\n")
    assert said(deck, "warning") == [(3, "The list claims 40 cards, 4 were read.")]


@pytest.mark.parametrize("cell", ["=2+2", '="4"', "four", "@4", "4/4", "", "10^3"])
def test_a_formula_is_a_text_and_no_count(read: Read, cell: str) -> None:
    quoted = cell.replace('"', '""')
    deck = read("csv", f'name,count,zone\nCorile,"{quoted}",main\n')
    assert said(deck, "error") == [(2, f"'{cell}' is no count of 'Corile'.")]


def test_an_open_quote_is_an_error_with_its_line(read: Read) -> None:
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
def test_a_table_that_is_no_deck_is_one_sentence(read: Read, text: str, sentence: str) -> None:
    with pytest.raises(Unreadable, match=sentence):
        read("csv", text)


def test_rows_of_a_collection_are_given_as_they_are_written() -> None:
    rows = counted_rows(f"owned,card\n0,Corile\nmany,{ROTHUS}\n12", "mine.csv", most_rows=9)
    assert [tuple(row) for row in rows] == [(2, "0", "Corile"), (3, "many", ROTHUS), (4, "12", "")]
    with pytest.raises(Unreadable, match="has no head with a count and a name"):
        counted_rows("4,Corile", "mine.csv")


# ---------------------------------------------------------------- XML


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
def test_xml_that_is_no_deck_is_one_sentence(
    read: Read, form: str, text: str, sentence: str
) -> None:
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
    read: Read, card: str, message: str
) -> None:
    deck = read("o8d", f'<deck><section name="Main">\n\n{card}\n</section></deck>')
    [(line, text)] = said(deck, "error")
    assert (line, text[: len(message)]) == (3, message)


def test_a_card_without_a_count_is_one_copy(read: Read) -> None:
    cards = '<card name="Corile"/><card>Corile</card><card><name>Corile</name></card>'
    assert zone(read("o8d", f"<deck>{cards}</deck>"), MAIN) == [(3, "Corile")]


def test_names_of_elements_may_have_prefixes_and_capitals(read: Read) -> None:
    text = '<d:Deck xmlns:d="u"><d:Main><d:Card Name="Corile" Count="4"/></d:Main></d:Deck>'
    assert zone(read("o8d", text), MAIN) == [(4, "Corile")]


def test_a_declared_encoding_that_is_not_the_real_one_is_no_matter(read: Read) -> None:
    text = f'<?xml version="1.0" encoding="utf-16"?><deck><card qty="1">{BAJULA}</card></deck>'
    assert zone(read("o8d", text), MAIN) == [(1, BAJULA)]


def test_a_section_that_is_no_zone_is_the_main_deck_with_a_warning(read: Read) -> None:
    deck = read("o8d", '<deck><section name="Gacha">\n<card qty="1">Corile</card></section></deck>')
    assert zone(deck, MAIN) == [(1, "Corile")]
    assert said(deck, "warning") == [(1, "'Gacha' is no zone of a deck: read as the main deck.")]


def test_tokens_of_cockatrice_are_no_cards(read: Read) -> None:
    cards = '<zone name="main"><card number="4" name="Corile"/></zone>'
    tokens = '<zone name="tokens"><card number="1" name="Goblin"/></zone>'
    deck = read("cod", f"<cockatrice_deck>{cards}{tokens}</cockatrice_deck>")
    assert zone(deck, MAIN) == [(4, "Corile")]
    assert said(deck) == [(1, "Passed over: tokens.")]


def test_an_empty_deck_of_a_program_is_an_empty_deck(read: Read) -> None:
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


# ---------------------------------------------------------------- Tabletop Simulator


def pile(nickname: str, *cards: str, **more: object) -> dict[str, object]:
    held = [{"Name": "Card", "Nickname": card, "CardID": 100} for card in cards]
    return {"Name": "DeckCustom", "Nickname": nickname, "ContainedObjects": held, **more}


def saved(*things: dict[str, object]) -> str:
    return json.dumps({"ObjectStates": list(things)})


def test_two_main_decks_in_one_save_are_refused(read: Read) -> None:
    with pytest.raises(Unreadable, match=r"file: holds 2 decks \('Fire', 'Water'\); save each"):
        read("tts", saved(pile("Fire", "Corile"), pile("Water", "Corile")))


def test_a_card_without_a_nickname_is_an_error(read: Read) -> None:
    deck = read("tts", saved(pile("Fire", "Corile", "")))
    assert [text for _, text in said(deck, "error")] == [
        "Entry 2: This card has no name; the game knows it by its picture."
    ]


def test_a_pile_that_lists_more_cards_than_it_holds_is_an_error(read: Read) -> None:
    deck = read("tts", saved(pile("Fire", "Corile", DeckIDs=[100, 100, 100])))
    assert [text for _, text in said(deck, "error")] == [
        "Entry 1: 2 cards of this pile have no name."
    ]


def test_an_object_alone_and_a_loose_card_are_read(read: Read) -> None:
    assert zone(read("tts", json.dumps(pile("Fire", "Corile", "Corile"))), MAIN) == [(2, "Corile")]
    card = {"Name": "CardCustom", "Nickname": "Holy Awe", "CardID": 7}
    assert zone(read("json", saved(card)), MAIN) == [(1, "Holy Awe")]


def test_what_is_no_save_is_refused(read: Read) -> None:
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


# ---------------------------------------------------------------- writing over an old file


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


# ---------------------------------------------------------------- limits of what is said


def test_a_title_is_cut_to_a_line_with_a_warning(read: Read) -> None:
    deck = read("json", json.dumps({"name": "a" * 4000, "cards": ["4 Corile"]}))
    assert deck.name == "a" * 300
    assert said(deck, "warning") == [(1, "The title is cut to 300 characters.")]


def test_long_remarks_are_parted_between_words_and_nothing_is_lost(read: Read) -> None:
    words = " ".join(["slow"] * 1000)
    deck = read("json", json.dumps({"notes": words, "cards": ["4 Corile"]}))
    assert len(deck.remarks) == 5
    assert " ".join(deck.remarks) == words


def test_a_file_that_says_too_much_is_refused(read: Read) -> None:
    with pytest.raises(Unreadable, match="says more about the deck than a deck list can hold"):
        read("json", json.dumps({"notes": ["x"] * 1000, "cards": ["4 Corile"]}))


# ---------------------------------------------------------------- folders


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder as people have them: decks of all forms, and what else lies there."""
    for path in FILES.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    others = {
        "package.json": '{"name": "x", "version": "1.0", "dependencies": {"y": "2"}}',
        "settings.json": '{"editor.tabSize": 4, "files": ["a"]}',
        "result.json": '{"schema": "dmcli.check/1", "decks": []}',
        "broken.json": '{"compilerOptions": {/* none */}}',
        "prices.csv": "date,price\n2024-01-01,3\n",
        "notes.tsv": "when\twhat\nFriday\tclub\n",
        "feed.xml": "<rss><item><title>News</title></item></rss>",
        "picture.png": "no text",
        ".hidden.txt": "4 Corile",
        "latin.csv": "M\udce4rz,4",
    }
    for name, text in others.items():
        (tmp_path / name).write_bytes(text.encode("utf-8", "surrogateescape"))
    (tmp_path / "list.txt").write_text("4 Corile\n")
    (tmp_path / "torn.json").write_text('{"cards": [{"name": "Corile", "count": 4}')
    return tmp_path


def test_a_folder_gives_its_decks_of_every_form_and_leaves_the_rest_alone(folder: Path) -> None:
    heard: list[str] = []
    found = [Path(each).name for each in find_decks([str(folder)], heard.append)]
    assert found == sorted([*EXAMPLES, "list.txt", "torn.json"])
    assert heard == [
        f"{folder}: left alone what is no deck: broken.json, feed.xml, latin.csv and 5 more."
    ]


def test_a_folder_without_decks_says_so(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"name": "x"}')
    with pytest.raises(Unreadable, match=r"there is no deck list \(\*\.txt, \*\.json, …\)"):
        find_decks([str(tmp_path)])


def test_a_file_that_is_named_is_read_even_if_it_is_plainly_none(
    folder: Path, printed: Pool
) -> None:
    name = str(folder / "package.json")
    assert find_decks([name]) == [name]
    with pytest.raises(Unreadable, match=r"package.json:1: has no list of cards"):
        read_deck(name, printed)


def test_a_missing_deck_names_neighbours_of_the_folder_one_is_in(
    folder: Path, printed: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    with pytest.raises(Unreadable, match=r"Did you mean 'strings\.json'"):
        read_deck("string.json", printed)


def test_an_octgn_deck_without_a_title_gets_none(printed: Pool) -> None:
    text = FORMS["o8d"].write(read_deck(FILES / "octgn-old.o8d", printed), printed)
    assert "Title" not in text


def test_a_missing_deck_names_neighbours_of_every_form(folder: Path, printed: Pool) -> None:
    with pytest.raises(Unreadable, match=r"Did you mean '.*strings\.json'"):
        read_deck(folder / "string.json", printed)


def test_an_empty_name_is_a_mistake_and_not_the_folder_one_is_in(
    folder: Path, printed: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    with pytest.raises(UsageMistake, match="A deck has an empty name"):
        find_decks([""])
    with pytest.raises(UsageMistake, match="A deck has an empty name"):
        read_deck("", printed)
