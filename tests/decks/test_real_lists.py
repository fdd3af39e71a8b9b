"""Real lists, as people posted them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dmcli.cards import Pool
from dmcli.decks import Deck, read_deck

LISTS = Path(__file__).parent / "lists"
COUNTS: dict[str, int] = json.loads((LISTS / "counts.json").read_text("utf-8"))
#: The lists that are not from this pool, or not whole.
FOREIGN = ("peacekeepers_ocg.txt",)


def read(name: str, pool: Pool) -> Deck:
    return read_deck(LISTS / name, pool)


def said(deck: Deck, severity: str) -> list[str]:
    return [problem.message for problem in deck.problems if problem.severity == severity]


@pytest.mark.parametrize("name", COUNTS)
def test_a_real_list_has_as_many_cards_as_its_author_meant(name: str, printed: Pool) -> None:
    assert read(name, printed).total == COUNTS[name]


@pytest.mark.parametrize("name", [name for name in COUNTS if name not in FOREIGN])
def test_a_real_list_of_this_pool_has_no_error(name: str, printed: Pool) -> None:
    deck = read(name, printed)
    assert said(deck, "error") == []
    assert all(entry.known for entry in deck.entries)


@pytest.mark.parametrize("name", [name for name in COUNTS if name not in FOREIGN])
def test_every_line_of_a_real_list_is_accounted_for(name: str, printed: Pool) -> None:
    """A line with words is an entry, or a title, author, remark, heading or total of few words."""
    deck = read(name, printed)
    rows = (LISTS / name).read_text("utf-8").splitlines()
    entered = {entry.line for entry in deck.entries}
    rest = [row.strip() for number, row in enumerate(rows, 1) if number not in entered]
    said_elsewhere = {deck.name, f"by {deck.author}", *deck.remarks}
    headings = ("Water", "Nature", "Creatures [30]", "Spells [14]", "Darkness [20]", "Water [20]")
    totals = ("Total: 40", "Total: 50 (should I make it 40?)")
    assert set(rest) <= {"", *said_elsewhere, *headings, *totals}


def test_typos_are_read_with_a_warning_that_says_as_what(printed: Pool) -> None:
    warnings = said(read("lnwfd_past_my_bedtime_evo.txt", printed), "warning")
    assert "'Calvary General Curatops' was read as 'Cavalry General Curatops'." in warnings
    assert "'Resos Pacos, Clear Sky Guardian' was read as 'Reso Pacos, Clear Sky Guardian'." in (
        warnings
    )
    assert len(warnings) == 4


def test_lower_case_and_lost_commas_are_read_with_a_note(printed: Pool) -> None:
    deck = read("partial_phoenix_turbo_dragon.txt", printed)
    assert deck.total == 30
    assert ("Kachua, Keeper of the Icegate", 2) in deck.cards
    assert ("Bombazar, Dragon of Destiny", 1) in deck.cards
    assert ("Mykee's Pliers", 1) in deck.cards
    assert ("Überdragon Bajula", 1) in deck.cards
    assert "'elf-x' was read as 'Elf-X'." in said(deck, "note")


def test_a_title_and_an_author_stand_above_the_cards(printed: Pool) -> None:
    deck = read("rainbow_connection.txt", printed)
    assert (deck.name, deck.author) == ("The Rainbow Connection", "A. Player")


def test_asides_are_named_and_passed_over(printed: Pool) -> None:
    deck = read("mono_fire_50.txt", printed)
    assert "'(more of these? less?)' was passed over." in said(deck, "note")
    assert ("Bolshack Dragon", 2) in deck.cards


def test_the_hyperspatial_zone_is_not_the_main_deck(printed: Pool) -> None:
    deck = read("peacekeepers_ocg.txt", printed)
    assert (deck.size, deck.count("hyperspatial"), deck.total) == (40, 4, 44)


def test_unknown_cards_keep_their_count_and_name_and_are_errors(printed: Pool) -> None:
    deck = read("peacekeepers_ocg.txt", printed)
    unknown = [entry for entry in deck.entries if not entry.known]
    assert len(said(deck, "error")) == len(unknown) == 11
    assert unknown[0].name == "Rhapsody, Guard of Hope"
    assert unknown[0].count == 4
    both_faces = next(entry.name for entry in unknown if "/" in entry.name)
    assert both_faces.endswith("Aqua Excalibur, the Awakened Indigo Swordsman")


def test_a_japanese_table_is_counted_by_its_count_column(printed: Pool) -> None:
    deck = read("partial_battlearena2007_junior_champion_jp.txt", printed)
    assert [entry.count for entry in deck.entries] == [1, 4, 4, 4, 4, 3]
    assert deck.cards == (("Aqua Guard", 1), ("Aqua Hulcus", 3))


def test_japanese_cards_that_are_not_known_are_errors_with_line_and_name(printed: Pool) -> None:
    deck = read("partial_battlearena2007_junior_champion_jp.txt", printed)
    errors = [problem for problem in deck.problems if problem.severity == "error"]
    assert [(problem.line, problem.card) for problem in errors] == [
        (3, "フィスト・ブレーダー"),
        (4, "パシフィック・チャンピオン"),
        (5, "パシフィック・ドミネイター"),
        (6, "クリスタル・ブレイダー"),
    ]


def test_the_partial_list_of_dragons_gives_the_right_names_and_one_doubt(printed: Pool) -> None:
    deck = read("partial_phoenix_turbo_dragon.txt", printed)
    assert said(deck, "error") == []
    assert said(deck, "warning") == ["'mykee pliers' was read as 'Mykee's Pliers'."]
    assert len(deck.cards) == 17


def test_all_fifty_eight_lists_are_here() -> None:
    names = {path.name for path in LISTS.glob("*.txt")}
    assert len(COUNTS) == 56
    assert {name for name in names if not name.startswith("partial_")} == set(COUNTS)
    assert len(names) == 58
