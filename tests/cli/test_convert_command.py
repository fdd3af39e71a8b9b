"""The command `convert`: what it writes, what it says, what it refuses."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from dmcli.cards import load_pool
from dmcli.cli import complete
from dmcli.decks import read_deck
from dmcli.decks.forms import FORMS

EXAMPLES = Path(__file__).resolve().parents[1] / "decks" / "forms"
POOL = load_pool()

Dmcli = Callable[..., Any]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def mine(folder: Path) -> str:
    """A short list of one's own."""
    (folder / "mine.txt").write_text("# Mine\n# author: Me\n\n4 Corile\n\nSideboard:\n1 Holy Awe\n")
    return "mine.txt"


@pytest.mark.parametrize("form", [form for form in FORMS.values() if form.suffixes])
def test_the_suffix_of_the_target_says_the_form(dmcli: Dmcli, form: Any) -> None:
    target = f"fire{form.suffix}"
    said = dmcli("convert", "starter/fire", target)
    assert (said.code, said.out) == (0, "")
    assert said.err.splitlines()[0] == f"Wrote {target}: 40 cards as {form.title}."
    back = read_deck(target, POOL)
    assert (back.hash, back.form) == (read_deck("starter/fire", POOL).hash, form.name)


def test_a_round_through_every_form_keeps_the_deck(dmcli: Dmcli, mine: str) -> None:
    names = [mine, "a.json", "b.o8d", "c.cod", "d.json", "e.tsv", "f.csv", "g.txt"]
    for source, target in pairwise(names):
        form = ["--to", "tts"] if target == "d.json" else []
        assert dmcli("convert", source, target, *form).code == 0
    assert read_deck("d.json", POOL).form == "tts"
    first, last = read_deck(mine, POOL), read_deck("g.txt", POOL)
    assert (last.hash, last.zones) == (first.hash, ("main", "sideboard"))
    assert read_deck("d.json", POOL).author == "Me"


def test_standard_output_gets_nothing_but_the_deck(dmcli: Dmcli, mine: str) -> None:
    said = dmcli("convert", mine, "-", "--to", "json")
    assert (said.code, said.err) == (0, "")
    document = json.loads(said.out)
    assert (document["schema"], document["name"]) == ("dmcli.deck/1", "Mine")


def test_standard_input_is_read_and_called_as_its_target(
    dmcli: Dmcli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"4 corile\n")))
    said = dmcli("convert", "-", "pasted.json")
    assert (said.code, read_deck("pasted.json", POOL).name) == (0, "pasted")
    assert "Note: standard input:1: 'corile' was read as 'Corile'." in said.err


def test_from_says_a_form_that_nothing_else_says(dmcli: Dmcli, folder: Path) -> None:
    (folder / "odd.json").write_text("4 Corile\n")
    assert dmcli("convert", "odd.json", "x.txt").code == 3
    assert dmcli("convert", "odd.json", "x.txt", "--from", "text").code == 0


# ---------------------------------------------------------------- what is said


def test_what_a_form_has_no_place_for_is_said(dmcli: Dmcli, mine: str) -> None:
    said = dmcli("convert", mine, "mine.csv")
    assert "CSV has no place for title and author: left out." in said.err
    said = dmcli("convert", "starter/fire", "x.o8d")
    assert "OCTGN finds cards by ids, which dmcli does not have" in said.err
    said = dmcli("convert", "starter/fire", "x.json", "--to", "tts")
    assert "fill in FaceURL and BackURL" in said.err


def test_octgn_gets_the_ids_of_its_own_sets(dmcli: Dmcli, folder: Path, mine: str) -> None:
    (folder / "Sets").mkdir()
    card = '<card id="b0000000-0000-0000-0000-000000000001" name="{}"/>'
    cards = card.format("Corile") + card.format("Holy Awe")
    (folder / "Sets" / "set.xml").write_text(f'<set name="DM-01"><cards>{cards}</cards></set>')
    said = dmcli("convert", mine, "x.o8d", "--octgn", "Sets")
    assert (said.code, "by ids" in said.err) == (0, False)
    assert 'qty="4" id="b0000000-0000-0000-0000-000000000001">Corile' in Path("x.o8d").read_text()
    said = dmcli("convert", mine, "x.cod", "--octgn", "Sets")
    assert (said.code, "--octgn is for decks of OCTGN" in said.err) == (2, True)
    assert dmcli("convert", mine, "y.o8d", "--octgn", "nowhere").code == 3


def test_a_deck_that_is_called_as_its_file_loses_no_title(dmcli: Dmcli, folder: Path) -> None:
    (folder / "w.txt").write_text("4 Corile\n")
    assert dmcli("convert", "w.txt", "-", "--to", "csv").err == ""
    assert dmcli("convert", "w.txt", "x.csv").err == "Wrote x.csv: 4 cards as CSV.\n"


def test_a_zone_that_the_program_does_not_have_is_said(dmcli: Dmcli) -> None:
    said = dmcli("convert", EXAMPLES / "ours.json", "x.cod")
    sentence = "Cockatrice has no hyperspatial zone: those cards are in the file, not in its games."
    assert (said.code, sentence in said.err) == (0, True)


def test_warnings_stand_on_standard_error_with_their_lines(dmcli: Dmcli, folder: Path) -> None:
    (folder / "typo.txt").write_text("4 Corile\n4 Aqua Hulcuss\n")
    said = dmcli("convert", "typo.txt", "x.json")
    assert said.code == 0
    assert "Warning: typo.txt:2: 'Aqua Hulcuss' was read as 'Aqua Hulcus'." in said.err


def test_strict_writes_nothing_that_was_read_with_a_warning(dmcli: Dmcli, folder: Path) -> None:
    (folder / "typo.txt").write_text("4 Aqua Hulcuss\n")
    said = dmcli("convert", "typo.txt", "x.json", "--strict")
    assert (said.code, Path("x.json").exists()) == (3, False)
    assert "Error: typo.txt: was read with warnings, and --strict allows none." in said.err


def test_quiet_says_only_errors(dmcli: Dmcli, mine: str) -> None:
    said = dmcli("convert", mine, "mine.csv", "-q")
    assert (said.code, said.out, said.err) == (0, "", "")


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("4 Corile\n2 Nobody at all\n", "Error: bad.txt:2: No card named 'Nobody at all'"),
        ("4 Corile\nplease comment\n", "Error: bad.txt:2: 'please comment' is not a line"),
        ("# nothing\n", "Error: bad.txt: there is no card in this list."),
        ('{"cards": ["4 Corile", {"count": 2}]}', "Error: bad.txt:1: Entry 2: This card has no"),
    ],
)
def test_a_line_that_cannot_be_read_stops_the_deck(
    dmcli: Dmcli, folder: Path, text: str, sentence: str
) -> None:
    (folder / "bad.txt").write_text(text)
    said = dmcli("convert", "bad.txt", "x.csv")
    assert said.code == 3
    assert sentence in said.err
    assert [path.name for path in folder.iterdir()] == ["bad.txt"]


def test_a_file_is_never_overwritten_without_force(dmcli: Dmcli, mine: str) -> None:
    Path("x.csv").write_text("mine")
    said = dmcli("convert", mine, "x.csv")
    assert (said.code, Path("x.csv").read_text()) == (2, "mine")
    assert "x.csv exists already; --force overwrites it." in said.err
    assert dmcli("convert", mine, "x.csv", "--force").code == 0
    assert read_deck("x.csv", POOL).size == 4


def test_a_link_stays_a_link_and_what_it_names_is_written(dmcli: Dmcli, mine: str) -> None:
    Path("real.csv").write_text("old")
    Path("link.csv").symlink_to("real.csv")
    assert dmcli("convert", mine, "link.csv", "--force").code == 0
    assert Path("link.csv").is_symlink()
    assert read_deck("real.csv", POOL).size == 4


@pytest.mark.parametrize("aim", ["nowhere.csv", "link.csv"])
def test_a_link_that_leads_nowhere_is_not_overwritten(dmcli: Dmcli, mine: str, aim: str) -> None:
    Path("link.csv").symlink_to(aim)
    said = dmcli("convert", mine, "link.csv")
    assert (said.code, os.readlink("link.csv")) == (2, aim)
    assert "link.csv exists already" in said.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in this file system")
def test_a_pipe_or_a_device_is_never_replaced_by_a_file(dmcli: Dmcli, mine: str) -> None:
    os.mkfifo("pipe.csv")
    for force in ([], ["--force"]):
        said = dmcli("convert", mine, "pipe.csv", *force)
        assert said.code == 2
        assert "pipe.csv is a device or pipe, not a file to write." in said.err
    assert Path("pipe.csv").is_fifo()


def test_a_file_may_have_the_longest_name_there_is(dmcli: Dmcli, mine: str) -> None:
    longest = "x" * 251 + ".csv"
    assert dmcli("convert", mine, longest).code == 0
    assert read_deck(longest, POOL).size == 4


def test_a_deck_may_be_written_over_itself(dmcli: Dmcli, mine: str) -> None:
    assert dmcli("convert", mine, mine, "--force").code == 0
    assert (read_deck(mine, POOL).name, read_deck(mine, POOL).total) == ("Mine", 5)


def test_the_title_of_a_deck_is_no_path(dmcli: Dmcli, folder: Path) -> None:
    (folder / "in").mkdir()
    (folder / "in" / "mine.txt").write_text("# title: ../../out\n4 Corile\n")
    assert dmcli("convert", "in", "inner/out", "--to", "json").code == 0
    assert list(folder.rglob("*.json")) == [folder / "inner" / "out" / "mine.json"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["mine.txt", "x"], "x says no form; write --to with one of text, json,"),
        (["mine.txt", "x.png"], "x.png says no form"),
        (["mine.txt", "-"], "Standard output says no form"),
        (["mine.txt", "out/"], "The folder out/ says no form"),
        (["mine.txt", "x.csv", "--to", "cvs"], "no deck form 'cvs'; there are text, json"),
        (["mine.txt", "x.csv", "--from", "cvs"], "Did you mean 'csv'?"),
        (["mine.txt", "starter/fire", "x.csv"], "x.csv is no folder; 2 decks need one."),
        (["mine.txt", "starter/fire", "-", "--to", "csv"], "Only one deck goes to standard"),
        (["mine.txt", "mine.txt/x.csv"], "mine.txt is not a writable folder"),
        (["mine.txt", ""], "OUT has an empty name"),
        (["", "x.csv"], "A deck has an empty name"),
        (["mine.txt"], "OUT is missing: say where mine.txt goes."),
        ([], "Missing argument 'OUT'"),
    ],
)
def test_a_command_line_that_cannot_be_is_a_mistake(
    dmcli: Dmcli, mine: str, folder: Path, words: list[str], sentence: str
) -> None:
    said = dmcli("convert", *words)
    assert said.code == 2
    assert sentence in said.err
    assert [path.name for path in folder.iterdir()] == ["mine.txt"]


# ---------------------------------------------------------------- folders


def test_several_decks_go_into_a_folder(dmcli: Dmcli) -> None:
    said = dmcli("convert", "starter/*", "out", "--to", "json")
    assert said.code == 0
    assert said.err.splitlines()[-1] == "11 of 11 decks converted."
    assert len(list(Path("out").glob("*.json"))) == 11
    assert read_deck("out/fire.json", POOL).hash == read_deck("starter/fire", POOL).hash


def test_a_folder_of_all_sorts_is_converted_and_the_rest_left_alone(
    dmcli: Dmcli, folder: Path
) -> None:
    (folder / "all").mkdir()
    for name in ("cockatrice.cod", "octgn.o8d", "plain.csv", "strings.json"):
        (folder / "all" / name).write_bytes((EXAMPLES / name).read_bytes())
    (folder / "all" / "package.json").write_text('{"name": "x"}')
    said = dmcli("convert", "all", "out/", "--to", "text")
    assert said.code == 0
    assert "all: left alone what is no deck: package.json." in said.err
    assert sorted(path.name for path in Path("out").iterdir()) == [
        *("cockatrice.txt", "octgn.txt", "plain.txt", "strings.txt")
    ]


def test_one_of_several_that_cannot_be_read_is_said_and_the_others_written(
    dmcli: Dmcli, folder: Path, mine: str
) -> None:
    (folder / "bad.txt").write_text("4 Nobody at all\n")
    said = dmcli("convert", "bad.txt", mine, "out", "--to", "csv")
    assert said.code == 3
    assert "Error: bad.txt:1: No card named" in said.err
    assert "1 of 2 decks converted." in said.err
    assert [path.name for path in Path("out").iterdir()] == ["mine.csv"]


def test_two_decks_of_one_name_are_refused_before_anything_is_written(
    dmcli: Dmcli, folder: Path, mine: str
) -> None:
    (folder / "Mine.csv").write_text("4,Corile\n")
    said = dmcli("convert", mine, "Mine.csv", "out", "--to", "json")
    assert (said.code, Path("out").exists()) == (2, False)
    assert "mine.txt and Mine.csv would both become out/Mine.json" in said.err


def test_what_some_decks_lost_is_said_with_their_names(
    dmcli: Dmcli, folder: Path, mine: str
) -> None:
    (folder / "plain.txt").write_text("4 Corile\n")
    said = dmcli("convert", "plain.txt", mine, "out", "--to", "csv")
    assert "CSV has no place for title and author: left out. (mine.txt)" in said.err
    assert said.err.count("left out") == 1


def test_a_cautious_sentence_is_said_once_for_many_decks(dmcli: Dmcli) -> None:
    said = dmcli("convert", "starter/*", "out", "--to", "o8d")
    assert said.err.count("OCTGN finds cards by ids") == 1


# ---------------------------------------------------------------- everywhere else


@pytest.mark.parametrize("name", ["octgn.o8d", "cockatrice.cod", "tabletop.json", "table.tsv"])
def test_check_reads_every_form(dmcli: Dmcli, name: str) -> None:
    said = dmcli("check", EXAMPLES / name, "--json")
    assert said.code == 1
    [deck] = json.loads(said.out)["decks"]
    assert next(problem["rule"] for problem in deck["problems"]) == "size"


def test_games_are_played_with_decks_of_any_form(dmcli: Dmcli) -> None:
    dmcli("convert", "starter/fire", "fire.cod")
    dmcli("convert", "starter/fire", "fire.json", "--to", "tts")
    words = ("-n", "2", "--jobs", "1", "--no-store", "--json", "--agents", "random")
    hashes = {
        json.loads(dmcli("simulate", deck, "starter/water", *words).out)["log_hash"]
        for deck in ("starter/fire", "fire.cod", "fire.json")
    }
    assert len(hashes) == 1


def test_the_shell_offers_the_forms() -> None:
    assert complete.forms("") == list(FORMS)
    assert complete.forms("c") == ["csv", "cod"]


def test_signs_of_a_file_never_reach_the_terminal(dmcli: Dmcli, folder: Path) -> None:
    (folder / "a\x1b[31mb.json").write_text(
        '{"name": "\\u001b]0;x\\u0007", "cards": ["4 Corile\\u009b"]}'
    )
    for words in (
        ["check", "."],
        ["convert", ".", "out/", "--to", "cod"],
        ["stats", "a\x1b[31mb.json"],
    ):
        said = dmcli(*words)
        assert "\x1b" not in said.out + said.err
        assert all(sign.isprintable() or sign == "\n" for sign in said.out + said.err)
