"""The command `check` as a user types it."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.lists import LEGAL

Run = Callable[..., Any]


# ---------------------------------------------------------------- check


@pytest.mark.rule("S49")
def test_a_legal_deck_is_said_to_be_legal(dmcli: Run, write: Run) -> None:
    said = dmcli("check", write(LEGAL))
    assert said.code == 0
    assert "mine.txt: 40 cards, legal" in said.out
    assert "1 deck checked, legal in tcg." in said.out
    assert said.err == ""


def test_several_decks_are_all_reported_and_the_worst_code_counts(dmcli: Run, write: Run) -> None:
    good = write(LEGAL)
    short = write("4 Fear Fang\n", "short.txt")
    odd = write("4 Fear Fang\n4 Nobody at All\n", "odd.txt")
    said = dmcli("check", good, short)
    assert said.code == 1
    assert "2 decks checked, 1 not legal in tcg." in said.out
    said = dmcli("check", good, short, odd)
    assert said.code == 3
    assert "3 decks checked, 2 not legal in tcg." in said.out


def test_a_deck_that_is_no_file_does_not_hide_the_others(dmcli: Run, write: Run) -> None:
    said = dmcli("check", write(LEGAL), "missing.txt")
    assert said.code == 3
    assert "mine.txt: 40 cards, legal" in said.out
    assert "There is no such deck" in said.out


def test_a_broken_file_among_others_keeps_its_line(dmcli: Run, write: Run) -> None:
    broken = write(b"4 Fear Fang\n\xff\n", "broken.txt")
    said = dmcli("check", write(LEGAL), broken)
    assert said.code == 3
    assert "line 2: The file is not a text file in UTF-8." in said.out


def test_cards_that_are_not_playable_share_a_line(dmcli: Run, write: Run, tmp_path: Path) -> None:
    card = (
        '[[card]]\nname = "Later Imp {0}"\ntype = "spell"\ncivilizations = ["fire"]\ncost = 2\n'
        'rarity = "Common"\nprintings = ["HB-01 {0}/2"]\nrules = "todo"\n'
    )
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "own.toml").write_text(card.format(1) + card.format(2), "utf-8")
    deck = write(LEGAL + "4 Later Imp 1\n4 Later Imp 2\n")
    said = dmcli("check", deck, "--pool", tmp_path / "own")
    (line,) = [each for each in said.out.splitlines() if "playable" in each]
    assert "Later Imp 1; Later Imp 2" in line
    assert said.code == 0


def test_a_folder_is_checked_as_a_whole(dmcli: Run, write: Run, tmp_path: Path) -> None:
    write(LEGAL)
    write(LEGAL, "other.txt")
    said = dmcli("check", tmp_path)
    assert said.code == 0
    assert "2 decks checked, all legal in tcg." in said.out


def test_the_bundled_decks_are_checked_by_folder(dmcli: Run) -> None:
    said = dmcli("check", "starter", "classic")
    assert said.code == 0
    assert "56 decks checked, all legal in tcg." in said.out


@pytest.mark.rule("S49")
@pytest.mark.parametrize(
    ("text", "code", "part"),
    [
        ("", 1, "0 cards"),
        (LEGAL.replace("4 Fear", "3 Fear"), 1, "39 cards"),
        (LEGAL + "1 fear-fang\n", 1, "5 copies of Fear Fang"),
        (LEGAL + "0 Aqua Guard\n", 3, "line 11"),
        (LEGAL + "-1 Aqua Guard\n", 3, "line 11"),
        (LEGAL + "1000000000000 Aqua Guard\n", 3, "line 11"),
        (LEGAL + "4 Barkwhip, the Crusher\n", 3, "Barkwhip, the Smasher"),
        (LEGAL + "how do you like it\n", 3, "line 11"),
    ],
)
def test_what_is_wrong_is_one_clear_sentence(
    dmcli: Run, write: Run, text: str, code: int, part: str
) -> None:
    said = dmcli("check", write(text))
    assert said.code == code
    (sentence,) = [line for line in said.out.splitlines() if line.startswith("  error")]
    assert part in sentence
    assert said.err == ""


@pytest.mark.parametrize(
    ("content", "part"),
    [
        ("4 Fear Fang\n".encode("utf-16"), "UTF-16"),
        (b"\x7fELF\x00\x01\x02", "not a text file"),
        (b"4 Fear Fang\n\xff\n", "mine.txt:2"),
        (b"4 Fear Fang\n" * 10_000, "10,001 lines"),
        (b"4 Fear Fang" * 100_000, "larger"),
    ],
)
def test_a_file_that_is_no_list_is_one_sentence(
    dmcli: Run, write: Run, content: bytes, part: str
) -> None:
    said = dmcli("check", write(content))
    assert (said.code, said.out) == (3, "")
    assert part in said.err
    assert len(said.err.splitlines()) == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in this file system")
@pytest.mark.parametrize("command", ["check", "stats"])
def test_nobody_waits_for_a_pipe(dmcli: Run, tmp_path: Path, command: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    said = dmcli(command, tmp_path / "pipe")
    assert (said.code, said.out) == (3, "")
    assert "device or pipe" in said.err


def test_a_wrong_format_is_a_mistake_of_usage(dmcli: Run, write: Run) -> None:
    said = dmcli("check", write(LEGAL), "--format", "tgc")
    assert (said.code, said.out) == (2, "")
    assert "Did you mean 'tcg'" in said.err


def test_formats_differ_in_size(dmcli: Run, write: Run) -> None:
    more = write(LEGAL + "4 Aqua Vehicle\n".replace("Vehicle", "Guard"))
    assert dmcli("check", more).code == 0
    assert dmcli("check", more, "--format", "ocg").code == 1
    less = write(LEGAL.replace("4 ", "3 "), "less.txt")
    assert dmcli("check", less, "--format", "limited").code == 0
    assert dmcli("check", less).code == 1


def test_strict_turns_a_doubt_into_code_3(dmcli: Run, write: Run) -> None:
    typo = write(LEGAL.replace("Forest Hornet", "Forest Hornett"))
    assert dmcli("check", typo).code == 0
    assert dmcli("check", typo, "--strict").code == 3
    assert dmcli("check", write(LEGAL), "--strict").code == 0


def test_a_mistake_and_its_reading_are_both_shown(dmcli: Run, write: Run) -> None:
    said = dmcli("check", write(LEGAL.replace("Forest Hornet", "Forest Hornett")))
    assert "line 5: 'Forest Hornett' was read as 'Forest Hornet'." in said.out


def test_check_as_json_keeps_its_contract(dmcli: Run, write: Run) -> None:
    path = write("# Short\n4 Fear Fang\n4 Nobody at All\n")
    said = dmcli("check", path, "--json", "--format", "limited")
    document = json.loads(said.out)
    assert document["schema"] == "dmcli.check/1"
    assert {"version", "pool"} <= document.keys()
    assert (document["format"], document["legal"]) == ("limited", False)
    (deck,) = document["decks"]
    assert (deck["path"], deck["name"], deck["cards"]) == (str(path), "Short", 8)
    assert deck["legal"] is False
    for problem in deck["problems"]:
        assert list(problem) == ["severity", "rule", "message", "fix", "card", "line"]
    rules = {(each["severity"], each["rule"], each["line"]) for each in deck["problems"]}
    assert rules == {("error", "size", None), ("error", "unknown-card", 3)}


def test_check_as_csv_has_a_row_for_each_problem_and_each_clean_deck(
    dmcli: Run, write: Run
) -> None:
    good, short = write(LEGAL), write("4 Fear Fang\n", "short.txt")
    said = dmcli("check", good, short, "--output", "csv")
    rows = list(csv.DictReader(io.StringIO(said.out)))
    assert [(Path(row["path"]).name, row["legal"], row["rule"]) for row in rows] == [
        ("mine.txt", "yes", ""),
        ("short.txt", "no", "size"),
    ]


def test_another_file_shows_its_first_problems_only(dmcli: Run, write: Run) -> None:
    said = dmcli("check", write("nothing that is a card\n" * 100))
    assert said.code == 3
    assert "and 75 more" in said.out
    assert len(said.out.splitlines()) < 35


def test_standard_input_is_checked() -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "dmcli", "check", "-", "--json"],
        input=LEGAL.encode(),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert json.loads(done.stdout)["decks"][0]["path"] == "-"


@pytest.mark.parametrize("columns", [40, 80])
def test_check_fits_the_terminal(
    dmcli: Run, write: Run, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", str(columns))
    write("4 Fear Fnag\n4 Nobody at All\n")
    said = dmcli("check", "mine.txt")
    assert max(map(len, said.out.splitlines())) <= columns


def test_check_on_one_deck_loads_nothing_heavy(write: Run) -> None:
    program = (
        "import sys\n"
        "from dmcli.cli.app import run\n"
        "run(sys.argv[1:])\n"
        "print('\\nLOADED', *sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", program, "check", str(write(LEGAL))],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "40 cards, legal" in done.stdout
    loaded = set(done.stdout.rpartition("LOADED ")[2].split())
    heavy = {"pandas", "numpy", "lark", "rapidfuzz", "jinja2", "sqlite3", "dmcli.engine"}
    assert not heavy & loaded
