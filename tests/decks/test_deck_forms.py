"""Decks in every form: files as other programs and people write them, and where they lie."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from support.deck_forms import BAJULA, FILES, PLIERS, ROTHUS, read, said, zone

from dmcli.cards import Pool
from dmcli.core.errors import Unreadable, UsageMistake
from dmcli.decks import find_decks, read_deck
from dmcli.decks.forms import FORMS, form_named, form_of, sniffed
from dmcli.decks.model import HYPERSPATIAL, MAIN, SIDEBOARD

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


@pytest.mark.parametrize(
    ("word", "name"),
    [
        *(("json", "json"), ("JSON", "json"), ("txt", "text"), (".dek", "text"), ("tab", "tsv")),
        *(("octgn", "o8d"), ("Cockatrice", "cod"), ("tabletop", "tts"), ("plain text", "text")),
        ("Tabletop Simulator", "tts"),
    ],
)
def test_a_form_goes_by_its_suffix_and_its_program_too(word: str, name: str) -> None:
    assert form_named(word).name == name


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


# ---------------------------------------------------------------- limits of what is said


def test_a_title_is_cut_to_a_line_with_a_warning() -> None:
    deck = read("json", json.dumps({"name": "a" * 4000, "cards": ["4 Corile"]}))
    assert deck.name == "a" * 300
    assert said(deck, "warning") == [(1, "The title is cut to 300 characters.")]


def test_long_remarks_are_parted_between_words_and_nothing_is_lost() -> None:
    words = " ".join(["slow"] * 1000)
    deck = read("json", json.dumps({"notes": words, "cards": ["4 Corile"]}))
    assert len(deck.remarks) == 5
    assert " ".join(deck.remarks) == words


def test_a_file_that_says_too_much_is_refused() -> None:
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


def test_a_spreadsheet_is_told_how_to_come_in(tmp_path: Path, printed: Pool) -> None:
    path = tmp_path / "deck.xlsx"
    path.write_bytes(b"PK\x03\x04" + bytes(200))
    with pytest.raises(Unreadable, match=r"is a spreadsheet or an archive; save the list as CSV\."):
        read_deck(path, printed)
