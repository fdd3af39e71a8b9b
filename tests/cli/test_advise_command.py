"""The command `advise` as a user types it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dmcli.cli import show
from dmcli.decks import bundled_decks

Run = Callable[..., Any]
FIRST = "classic/gencon-2004-first"

MINE = """
[[advice]]
id = "blockers"
title = "blockers"
count = { roles = ["blocker"] }
fine = [6]
why = "We like walls."
source = { title = "Our club", address = "https://example.org/walls" }
[advice.says]
fine = "Yours has {n}."
less = "Yours has {n}: {short} more."
"""


@pytest.mark.parametrize("name", sorted(bundled_decks())[::5])
def test_a_bundled_deck_is_advised_with_exit_code_0(dmcli: Run, name: str) -> None:
    said = dmcli("advise", name)
    assert said.code == 0
    assert said.err == ""
    assert "Advice\n" in said.out
    assert "[1] " in said.out


def test_advice_has_the_number_the_verdict_and_the_source(dmcli: Run) -> None:
    said = dmcli("advise", FIRST)
    assert said.out.startswith("GenCon 2004, first place: 40 cards\n")
    row = next(row for row in said.out.splitlines() if "shield triggers" in row)
    assert row.split() == ["fine", "shield", "triggers", "12", "8", "to", "16", row.split()[-1]]
    mark = row.split()[-1]
    source = next(line for line in said.out.splitlines() if line.startswith(mark))
    assert "https://dm.takaratomy.co.jp/" in source


def test_what_is_off_stands_first_and_is_told_in_sentences(dmcli: Run) -> None:
    said = dmcli("advise", "classic/alcadeias")
    rows = said.out.splitlines()
    assert rows[4].startswith("off  ")
    assert "Off, shield triggers: 8 are advised, yours has 0: 8 more would do." in said.out
    assert "Cards to think of: Solar Ray (light 2: tapper);" in said.out
    assert "Fine, " not in said.out


def test_the_reasons_of_what_is_fine_are_told_when_asked_for(dmcli: Run) -> None:
    said = dmcli("advise", FIRST, "--why")
    assert "Fine, shield triggers: 8 are advised" in said.out
    assert "two or more lie there in 48% of games" in said.out


def test_a_reason_is_given_once(dmcli: Run, tmp_path: Path) -> None:
    path = tmp_path / "three.txt"
    path.write_text("24 Draglide\n8 Aqua Hulcus\n8 Bronze-Arm Tribe\n", encoding="utf-8")
    said = dmcli("advise", path)
    assert said.out.count("With 9 of 40 one is among the five cards") == 1
    assert said.out.count("cards for the first hand: About") == 2


def test_swaps_are_shown_for_decks_of_several_civilizations(dmcli: Run) -> None:
    assert "a darkness card" in dmcli("advise", FIRST).out
    assert "What if" not in dmcli("advise", "starter/fire").out


def test_a_change_shows_every_card_before_and_after(dmcli: Run) -> None:
    said = dmcli("advise", FIRST, "--out", "aqua vehicle", "--in", "Terror Pit")
    assert said.code == 0
    assert said.out.startswith("GenCon 2004, first place: out 1 Aqua Vehicle; in 1 Terror Pit\n")
    row = next(row for row in said.out.splitlines() if "Terror Pit " in row and "→" in row)
    assert row.split() == ["6", "4→5", "Terror", "Pit", "36.5", "+10.3", "40.6", "+11.0"]
    moved = next(row for row in said.out.splitlines() if row.startswith("shield triggers"))
    assert moved.split()[-4:] == ["12", "13", "fine", "fine"]
    assert "5 Terror Pit: most formats allow 4." in said.out


def test_pairs_and_counts_add_up(dmcli: Run) -> None:
    once = dmcli("advise", FIRST, "--out", "2 Corile", "--in", "2x Holy Awe", "--json")
    often = dmcli(
        *("advise", FIRST, "--out", "Corile", "--in", "Holy Awe"),
        *("--out", "Corile", "--in", "Holy Awe", "--json"),
    )
    assert json.loads(once.out) == json.loads(often.out)
    assert json.loads(once.out)["what_if"]["out"] == {"Corile": 2}


def test_a_change_that_changes_no_advice_says_so(dmcli: Run) -> None:
    said = dmcli("advise", FIRST, "--out", "Aqua Vehicle", "--in", "Aqua Vehicle")
    assert "No advice changes." in said.out


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--out", "Terror Pitt"), "No card named 'Terror Pitt'. Did you mean 'Terror Pit'?"),
        (("--in", "Holy Aw"), "No card named 'Holy Aw'. Did you mean 'Holy Awe'?"),
        (("--out", "Holy Awe"), "'Holy Awe' is not in the list."),
        (("--out", "Aqua Sniper"), "'Aqua Sniper' is not in the list."),
        (("--out", "4 Corile"), "The list has only 3 of 'Corile', so 4 cannot be taken out."),
        (("--out", "0 Corile"), "--out '0 Corile': none is no change."),
        (("--in", ""), "No card named ''"),
    ],
)
def test_a_wrong_card_is_a_mistake_with_the_nearest_names(
    dmcli: Run, options: tuple[str, ...], sentence: str
) -> None:
    said = dmcli("advise", FIRST, *options)
    assert said.code == 2
    assert sentence in said.err
    assert said.out == ""


def test_a_list_that_cannot_be_read_ends_with_3_and_an_empty_one_with_1(
    dmcli: Run, tmp_path: Path
) -> None:
    assert dmcli("advise", tmp_path / "none.txt").code == 3
    odd = tmp_path / "odd.txt"
    odd.write_text("4 Nobody at All\n", encoding="utf-8")
    assert dmcli("advise", odd).code == 3
    empty = tmp_path / "empty.txt"
    empty.write_text("# nothing yet\n", encoding="utf-8")
    said = dmcli("advise", empty)
    assert (said.code, said.out) == (1, "")
    assert "there is no card in the main deck" in said.err


def test_an_illegal_list_is_advised_all_the_same(dmcli: Run, tmp_path: Path) -> None:
    path = tmp_path / "forty.txt"
    path.write_text("40 Aqua Hulcus\n", encoding="utf-8")
    assert dmcli("advise", path).code == 0


# ---------------------------------------------------------------- other files


def test_advice_of_ones_own_takes_the_place_of_ours(dmcli: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(MINE, encoding="utf-8")
    said = dmcli("advise", "starter/fire", "--rules", path, "--json")
    (only,) = json.loads(said.out)["advice"]
    assert (only["id"], only["number"], only["says"]) == ("blockers", 0, "Yours has 0: 6 more.")


def test_a_faulty_file_of_advice_ends_with_3(dmcli: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(MINE.replace("blocker", "bloker"), encoding="utf-8")
    said = dmcli("advise", "starter/fire", "--rules", path)
    assert (said.code, said.out) == (3, "")
    assert "unknown word 'bloker'. Did you mean 'blocker'?" in said.err


def test_suggestions_come_from_ones_own_cards(dmcli: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text("count,name\n1,Holy Awe\n0,Solar Ray\n4,Aqua Hulcus\n", encoding="utf-8")
    said = dmcli("advise", "classic/alcadeias", "--owned", path)
    assert said.code == 0
    assert "Cards to think of: Holy Awe (light 6: tapper)." in said.out


def test_suggestions_after_a_change_are_of_ones_own_cards_as_well(
    dmcli: Run, tmp_path: Path
) -> None:
    path = tmp_path / "mine.csv"
    path.write_text("count,name\n1,Holy Awe\n", encoding="utf-8")
    said = dmcli(
        *("advise", "classic/alcadeias", "--owned", path, "--in", "Emerald Grass", "--json")
    )
    triggers = next(each for each in json.loads(said.out)["advice"] if each["id"] == "triggers")
    assert [each["card"] for each in triggers["suggestions"]] == ["Holy Awe"]


# ---------------------------------------------------------------- forms


def test_the_document_holds_all_of_it(dmcli: Run) -> None:
    document = json.loads(dmcli("advise", FIRST, "--json").out)
    assert document["schema"] == "dmcli.advise/1"
    assert {"version", "pool", "name", "hash", "cards", "advice", "swaps", "what_if"} <= {*document}
    assert document["what_if"] is None
    for each in document["advice"]:
        assert {"id", "title", "verdict", "number", "says", "why", "source", "cards"} <= {*each}
        assert each["verdict"] in ("fine", "look at it", "off")
        assert each["source"]["address"] or each["source"]["rule"]
    triggers = next(each for each in document["advice"] if each["id"] == "triggers")
    assert triggers["number"] == 12
    assert sum(triggers["cards"].values()) == 12
    assert [each["civilization"] for each in document["swaps"]] == ["water", "darkness", "nature"]


def test_the_document_of_a_change_has_its_advice_and_what_differs(dmcli: Run) -> None:
    said = dmcli("advise", FIRST, "--out", "4 Mana Nexus", "--json")
    document = json.loads(said.out)
    change = document["what_if"]
    assert change["out"] == {"Mana Nexus": 4}
    assert (change["cards_before"], change["cards_after"]) == (40, 36)
    triggers = next(each for each in change["advice"] if each["id"] == "triggers")
    assert (triggers["before"], triggers["after"]) == (12, 8)
    now = next(each for each in document["advice"] if each["id"] == "triggers")
    assert now["number"] == 8
    nexus = next(each for each in change["castability"] if each["card"] == "Mana Nexus")
    assert nexus["given_drawn_first"]["after"] is None


def test_tables_can_be_taken_into_a_spreadsheet(dmcli: Run) -> None:
    rows = list(csv.DictReader(io.StringIO(dmcli("advise", FIRST, "--output", "csv").out)))
    assert {row["id"] for row in rows} >= {"size", "triggers", "opening-hand, nature"}
    assert all(row["source"] and row["address"] for row in rows)
    said = dmcli("advise", FIRST, "--in", "Corile", "--output", "csv")
    rows = list(csv.DictReader(io.StringIO(said.out)))
    assert [row["copies"] for row in rows if row["card"] == "Corile"] == ["3→4"]
    assert "mean" not in {row["card"] for row in rows}


def test_markdown_lists_what_to_look_at(dmcli: Run) -> None:
    said = dmcli("advise", "classic/alcadeias", "--output", "md")
    assert "### Advice\n" in said.out
    assert "\n- Off, shield triggers: " in said.out
    assert "\n- [1] " in said.out


@pytest.mark.parametrize("columns", [80, 40])
@pytest.mark.parametrize("options", [(), ("--why",), ("--out", "Corile", "--in", "Holy Awe")])
def test_lines_fit_the_terminal(
    dmcli: Run, monkeypatch: pytest.MonkeyPatch, columns: int, options: tuple[str, ...]
) -> None:
    monkeypatch.setattr(show, "width", lambda: columns)
    monkeypatch.setenv("NO_COLOR", "1")
    for name in (FIRST, "classic/draft-dodgers"):
        said = dmcli("advise", name, *(options if name == FIRST else ()))
        words = [row for row in said.out.splitlines() if " " in row]
        assert max(map(len, words)) <= columns


def test_a_list_in_a_pipe_is_advised(dmcli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"40 Aqua Hulcus\n")))
    said = dmcli("advise", "-")
    assert said.code == 0
    assert said.out.startswith("standard input: 40 cards\n")


def test_help_has_an_example(dmcli: Run) -> None:
    said = dmcli("advise", "--help")
    assert said.code == 0
    assert "Example: dmcli advise my-deck.txt" in said.out


def test_a_change_names_what_check_would_newly_warn_of(dmcli: Callable[..., Any]) -> None:
    words = ("starter/fire", "--out", "4 Meteosaur", "--in", "4 Crystal Lancer")
    said = dmcli("advise", *words)
    assert "Crystal Lancer can evolve from no creature of this deck." in said.out
    warnings = json.loads(dmcli("advise", *words, "--json").out)["what_if"]["warnings"]
    assert warnings == ["Crystal Lancer can evolve from no creature of this deck."]
    assert "evolve" not in dmcli("advise", "starter/fire", "--in", "Magmarex").out


def test_the_range_that_is_fine_stands_beside_the_number_that_is_advised(
    dmcli: Callable[..., Any],
) -> None:
    row = next(
        line
        for line in dmcli("advise", "classic/gencon-2004-first").out.splitlines()
        if "creatures that cost 4 to 6" in line
    )
    assert row.split()[:1] == ["fine"]
    assert "10  8 (5 to 16)" in row
