"""`check` as a user types it: formats, collections, many decks, other programs, watching."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from support import lists

from dmcli.cli import watching
from dmcli.decks.legality.rules import RULES

Run = Callable[..., Any]

LEGAL = f"# Whole\n{lists.LEGAL}"
SHORT = LEGAL.replace("4 Fear Fang", "5 Fear Fang").replace("4 Burning Mane\n", "")


@pytest.fixture(autouse=True)
def _outside_of_a_workflow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget where a workflow would keep the repository."""
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)


# ---------------------------------------------------------------- formats


def test_a_format_file_of_ones_own_judges(dmcli: Run, write: Run) -> None:
    deck = write(LEGAL)
    club = write('title = "Club"\nextends = "tcg"\nbanned = ["Fear Fang"]\n', "club.toml")
    said = dmcli("check", deck, "--format", club)
    assert said.code == 1
    assert "line 5: Fear Fang is banned in club. Take out 4." in said.out
    assert "1 deck checked, 1 not legal in club." in said.out


def test_a_format_file_knows_the_cards_of_the_pool_option(dmcli: Run, write: Run) -> None:
    card = (
        '[[card]]\nname = "Own Wind"\ntype = "spell"\ncivilizations = ["fire"]\ncost = 2\n'
        'rarity = "Common"\nprintings = ["HB-01 1/1"]\nrules = ["draw up to 1 cards"]\n'
    )
    write(card, "own/own.toml")
    deck = write(LEGAL.replace("4 Fear Fang", "4 Own Wind"))
    club = write('banned = ["Own Wind"]\n', "club.toml")
    assert dmcli("check", deck, "--format", club, "--pool", "own").code == 1
    said = dmcli("check", deck, "--format", club)
    assert said.code == 3
    assert "club.toml:1: banned: no card named 'Own Wind'" in said.err


def test_a_format_says_what_it_is(dmcli: Run, write: Run) -> None:
    write(LEGAL)
    write('title = "Thursday club"\nlargest = 50\n', "club.toml")
    said = dmcli("check", "mine.txt", "--format", "club.toml")
    assert said.out.endswith("1 deck checked, legal in club.\nclub: Thursday club.\n")
    document = json.loads(dmcli("check", "mine.txt", "--format", "club.toml", "--json").out)
    assert (document["format"], document["format_title"]) == ("club", "Thursday club")
    assert "ocg: The Japanese game" in dmcli("check", "mine.txt", "--format", "ocg").out
    assert dmcli("check", "mine.txt").out.endswith("1 deck checked, legal in tcg.\n")


def test_a_broken_format_file_is_one_sentence_with_its_line(dmcli: Run, write: Run) -> None:
    said = dmcli("check", write(LEGAL), "--format", write("\nsmalest = 4", "club.toml"))
    assert (said.code, said.out) == (3, "")
    assert said.err == ("Error: club.toml:2: unknown key 'smalest'. Did you mean 'smallest'?\n")


def test_simulate_takes_a_format_file_too(dmcli: Run, write: Run) -> None:
    club = write('banned = ["Rothus, the Traveler"]\n', "club.toml")
    said = dmcli("simulate", "starter/fire", "starter/fire", "--format", club, "-n", "2")
    assert said.code == 1
    assert "Rothus, the Traveler is banned in club." in said.err


def test_the_help_names_every_rule_and_every_form(dmcli: Run) -> None:
    said = dmcli("check", "--help")
    words = re.sub(r"[\s│]+", " ", said.out)
    for word in (*RULES, "github", "sarif", "tcg", "ocg", "limited"):
        assert re.search(rf"\b{word}\b", words), word


def test_the_room_says_which_rules_there_are() -> None:
    readme = Path(__file__).resolve().parents[2] / "dmcli" / "decks" / "README.md"
    text = readme.read_text("utf-8")
    assert all(f"`{rule}`" in text for rule in RULES)


# ---------------------------------------------------------------- collections


def test_missing_cards_are_named_and_end_with_code_1(dmcli: Run, write: Run) -> None:
    deck = write(LEGAL)
    rows = LEGAL.replace("# Whole", "count,name").replace("4 Fear", "1 Fear")
    owned = write(re.sub(r"(?m)^(\d) (.*)$", r'\1,"\2"', rows), "owned.csv")
    said = dmcli("check", deck, "--owned", owned)
    assert said.code == 1
    assert "mine.txt (Whole): 40 cards, legal" in said.out
    assert "  warning Not owned: 3 Fear Fang." in said.out
    assert "1 deck checked, legal in tcg.\nowned.csv lacks 3 cards." in said.out
    assert said.err == ""


def test_a_collection_with_every_card_says_so(dmcli: Run, write: Run) -> None:
    write(LEGAL)
    write(LEGAL, "owned.txt")
    said = dmcli("check", "mine.txt", "--owned", "owned.txt")
    assert said.code == 0
    assert "owned.txt has every card." in said.out


def test_missing_cards_as_json(dmcli: Run, write: Run) -> None:
    rows = "name,count\n" + "\n".join(
        f'"{row[2:]}",{1 if "Fear" in row else 4}' for row in LEGAL.splitlines()[1:]
    )
    said = dmcli("check", write(LEGAL), "--owned", write(rows, "o.csv"), "--json")
    document = json.loads(said.out)
    (deck,) = document["decks"]
    assert (document["legal"], deck["legal"]) == (True, True)
    lacking = {"card": "Fear Fang", "needed": 4, "owned": 1, "missing": 3}
    assert deck["missing"] == [lacking]
    assert document["owned"] == {"path": "o.csv", "cards": 37, "decks": 0, "together": [lacking]}
    (problem,) = deck["problems"]
    assert (problem["severity"], problem["rule"]) == ("warning", "not-owned")
    assert (problem["card"], problem["line"]) == ("Fear Fang", 5)
    assert problem["message"] == "The deck needs 4 Fear Fang; o.csv has 1."
    assert problem["fix"] == "Get 3 more, or take out 3."


def test_without_a_collection_json_has_nothing_of_it(dmcli: Run, write: Run) -> None:
    document = json.loads(dmcli("check", write(LEGAL), "--json").out)
    assert list(document)[3:] == ["format", "format_title", "legal", "decks"]
    assert list(document["decks"][0]) == ["path", "name", "cards", "legal", "problems"]


def test_several_decks_are_each_alone_and_together_only_summed(dmcli: Run, write: Run) -> None:
    write(LEGAL)
    write(LEGAL, "other.txt")
    write(LEGAL, "owned.txt")
    said = dmcli("check", "mine.txt", "other.txt", "--owned", "owned.txt")
    assert said.code == 0
    assert "owned.txt is enough for each of them alone." in said.out
    assert "For all at once it lacks 40 cards: 4 Aqua Vehicle; 4 Immortal Baron" in said.out


def test_every_missing_card_of_a_deck_is_named_and_the_most_of_all_decks(
    dmcli: Run, write: Run
) -> None:
    other = LEGAL.replace("Aqua Vehicle", "Aqua Hulcus").replace("Fear Fang", "Deathliger")
    write(LEGAL)
    write(other, "other.txt")
    rows = "1,Aqua Vehicle\n" + "4,Aqua Hulcus\n" * 2
    said = dmcli("check", "mine.txt", "other.txt", "--owned", write(rows, "owned.csv"))
    alone = [row for row in said.out.splitlines() if row.startswith("  warning Not owned")]
    assert [row.count(";") for row in alone] == [9, 8]
    assert "; and " not in "".join(alone)
    assert "owned.csv is enough for none of them." in said.out
    assert said.out.count("4 Forest Hornet") == 2
    assert "For all at once it lacks 75 cards: 3 Aqua Vehicle; 8 Immortal" in said.out
    said = dmcli("check", "mine.txt", "other.txt", "starter/water", "--owned", "owned.csv")
    assert re.search(r"; and \d+ other cards\.\n$", said.out)


def test_a_doubtful_row_of_a_collection_is_warned_of(dmcli: Run, write: Run) -> None:
    owned = write("count,name\n4,Burning Maen\n4,Nobody\n" + "x,y\n" * 9, "owned.csv")
    said = dmcli("check", write(LEGAL), "--owned", owned)
    assert "Warning: owned.csv:2: 'Burning Maen' was read as 'Burning Mane'." in said.err
    assert "Warning: owned.csv:3: No card named 'Nobody'" in said.err
    assert "owned.csv: 6 more lines like these." in said.err


def test_a_collection_among_the_decks_of_a_folder_is_none_of_them(dmcli: Run, write: Run) -> None:
    write(LEGAL, "decks/mine.txt")
    rows = re.sub(r"(?m)^(\d) (.*)$", r'\1,"\2"', LEGAL.replace("# Whole", "count,name"))
    owned = write(rows, "decks/owned.csv")
    assert "2 decks checked" in dmcli("check", "decks").out
    said = dmcli("check", "decks", "--owned", owned)
    assert said.code == 0
    assert "1 deck checked, legal in tcg." in said.out


def test_a_collection_that_is_not_there_is_an_error(dmcli: Run, write: Run) -> None:
    said = dmcli("check", write(LEGAL), "--owned", "gone.csv")
    assert (said.code, said.out) == (3, "")
    assert said.err == "Error: gone.csv: there is no such file.\n"


# ---------------------------------------------------------------- notes of one kind


def test_many_names_in_small_letters_are_one_note(dmcli: Run, write: Run) -> None:
    said = dmcli("check", write(LEGAL.lower()))
    assert said.out.splitlines()[1:2] == [
        "  note    10 names were read in spite of capitals and signs: lines 2, 3, 4 and 7 others;"
        " `dmcli fix` writes them as printed."
    ]
    assert len(json.loads(dmcli("check", "mine.txt", "--json").out)["decks"][0]["problems"]) == 10


@pytest.mark.parametrize(
    ("asides", "said"),
    [
        (["(mint)"] * 10, "Passed over on lines 2, 3, 4 and 7 others: '(mint)'."),
        (
            ["(mint)", *(f"({number})" for number in range(9))],
            "Passed over on lines 2, 3, 4 and 7 others: '(mint)', '(0)', '(1)' and 7 more.",
        ),
        (
            ["(a)", "(b)", "(c)", "(d)"],
            "Passed over on lines 2, 3, 4 and 5: '(a)', '(b)', '(c)' and '(d)'.",
        ),
    ],
)
def test_many_asides_are_one_note(dmcli: Run, write: Run, asides: list[str], said: str) -> None:
    title, *cards = LEGAL.splitlines()
    lines = [f"{card} {aside}" for card, aside in zip(cards, asides, strict=False)]
    text = "\n".join([title, *lines, *cards[len(lines) :]])
    assert dmcli("check", write(text)).out.splitlines()[1] == f"  note    {said}"


def test_many_remarks_are_one_note(dmcli: Run, write: Run) -> None:
    prose = "The plan is to be fast.\nThen hit hard.\nAnd again!\nThen win the game.\nOr not.\n"
    said = dmcli("check", write(f"My deck\n{prose}{LEGAL.partition(chr(10))[2]}"))
    assert said.code == 0
    assert said.out.splitlines()[1] == (
        "  note    Read as remarks on lines 2, 3, 4 and 2 others: 'The plan is to be fast.',"
        " 'Then hit hard.', 'And again!' and 2 more."
    )


def test_few_notes_and_other_names_are_told_one_by_one(dmcli: Run, write: Run) -> None:
    text = LEGAL.replace("Fear Fang", "fear fang (!)").replace("Burning Mane", "burning mane")
    text = text.replace("Aqua Vehicle", "アクア・ハルカス")
    out = dmcli("check", write(text)).out
    assert "line 2: 'アクア・ハルカス' was read as 'Aqua Hulcus'." in out
    assert "line 4: 'burning mane' was read as 'Burning Mane'." in out
    assert "line 5: 'fear fang' was read as 'Fear Fang'." in out
    assert "line 5: '(!)' was passed over." in out
    small = LEGAL.lower().replace("aqua vehicle", "アクア・ハルカス")
    out = dmcli("check", write(small)).out
    assert "line 2: 'アクア・ハルカス' was read as 'Aqua Hulcus'." in out
    assert "  note    9 names were read in spite of" in out


# ---------------------------------------------------------------- many decks


def test_an_argument_that_names_no_deck_does_not_hide_the_others(dmcli: Run, write: Run) -> None:
    (Path(write(LEGAL)).parent / "empty").mkdir()
    said = dmcli("check", "mine.txt", "empty", "nothing-*.txt")
    assert said.code == 3
    assert "mine.txt (Whole): 40 cards, legal" in said.out
    assert "There is no deck list" in said.out
    assert "No file fits this pattern" in said.out
    assert "3 decks checked, 1 legal in tcg, 2 could not be read." in said.out


def test_a_deck_that_could_not_be_read_is_not_said_to_have_no_cards(dmcli: Run, write: Run) -> None:
    write(LEGAL)
    write(SHORT, "short.txt")
    said = dmcli("check", "mine.txt", "short.txt", "gone.txt")
    assert "gone.txt: could not be read\n  error   There is no such deck.\n" in said.out
    assert "3 decks checked, 1 not legal in tcg, 1 could not be read." in said.out
    said = dmcli("check", "gone.txt", "gone-too.txt")
    assert "2 decks checked, 2 could not be read." in said.out


@pytest.mark.parametrize("name", ["two\nlines.txt", "a\ttab.txt", "red\x1b[31m.txt"])
def test_a_file_name_stays_on_its_line(dmcli: Run, write: Run, name: str) -> None:
    write(SHORT, name)
    write(LEGAL, "mine.txt")
    shown = re.sub(r"[\n\t\x1b]", "?", name)
    assert dmcli("check", name).out.splitlines()[0] == f"{shown} (Whole): 37 cards, not legal"
    Path(name).write_bytes(b"\xff")
    said = dmcli("check", name, "mine.txt")
    assert f"{shown}: could not be read\n  error   line 1: The file is not a text" in said.out


def test_a_line_break_in_a_file_name_is_no_new_row_of_a_table(dmcli: Run, write: Run) -> None:
    write(SHORT, "two\nlines.txt")
    said = dmcli("check", "two\nlines.txt", "--output", "md")
    assert all(line.startswith("| ") for line in said.out.split("\n\n")[0].splitlines())
    assert "| two lines.txt | Whole |" in said.out


def test_a_folder_without_decks_alone_is_an_error(dmcli: Run, write: Run) -> None:
    (Path(write(LEGAL)).parent / "empty").mkdir()
    said = dmcli("check", "empty")
    assert (said.code, said.out) == (3, "")


def test_legal_decks_take_one_line_each(dmcli: Run, write: Run) -> None:
    for number in range(12):
        write(LEGAL, f"decks/d{number:02}.txt")
    said = dmcli("check", "decks")
    lines = said.out.splitlines()
    assert lines[0] == "decks/d00.txt (Whole): 40 cards, legal"
    assert len(lines) == 14
    assert lines[-1] == "12 decks checked, all legal in tcg."


def test_quiet_shows_only_the_decks_that_are_the_reason(dmcli: Run, write: Run) -> None:
    write(LEGAL)
    assert dmcli("check", "mine.txt", "--quiet").out == ""
    write(SHORT, "short.txt")
    said = dmcli("check", "mine.txt", "short.txt", "--quiet")
    assert said.code == 1
    assert said.out.splitlines() == [
        "short.txt (Whole): 37 cards, not legal",
        "  error   The deck has 37 cards; tcg asks for at least 40 cards. Add 3 cards.",
        "  error   line 4: 5 copies of Fear Fang; tcg allows 4. Take out 1.",
    ]


def test_a_report_is_written_to_a_file_in_every_form(dmcli: Run, write: Run) -> None:
    write(SHORT)
    for form in ("table", "json", "csv", "md", "github", "sarif"):
        target = f"out.{form}"
        said = dmcli("check", "mine.txt", "--output", form, "-o", target)
        assert (said.code, said.out) == (1, "")
        assert f"Wrote {target}." in said.err
        assert "5 copies of Fear Fang" in Path(target).read_text("utf-8")
        assert dmcli("check", "mine.txt", "--output", form, "-o", target).code == 2


@pytest.mark.parametrize("columns", [40, 80])
def test_a_collection_and_its_sums_fit_the_terminal(
    dmcli: Run, write: Run, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", str(columns))
    write(SHORT)
    write(LEGAL, "other.txt")
    said = dmcli("check", "mine.txt", "other.txt", "--owned", write("1,Fear Fang", "owned.csv"))
    assert max(map(len, said.out.splitlines())) <= columns


# ---------------------------------------------------------------- github


def annotations(text: str) -> Iterator[tuple[str, dict[str, str], str]]:
    """Reads workflow commands as the runner does."""

    def plain(value: str) -> str:
        for sign, code in (("\r", "%0D"), ("\n", "%0A"), (":", "%3A"), (",", "%2C")):
            value = value.replace(code, sign)
        return value.replace("%25", "%")

    for row in text.splitlines():
        found = re.fullmatch(r"::(\w+) ([^:]*)::(.*)", row)
        assert found, row
        pairs = (pair.split("=", 1) for pair in found[2].split(","))
        yield found[1], {key: plain(value) for key, value in pairs}, plain(found[3])


def test_problems_are_annotations_of_a_workflow(dmcli: Run, write: Run) -> None:
    write(SHORT + "nonsense, this: 100%\nSideboard\n1 tri horn-shepherd\n", "my decks/a,b: c%.txt")
    said = dmcli("check", "my decks/a,b: c%.txt", "--output", "github")
    assert said.code == 3
    found = {(kind, each["title"]): (each, text) for kind, each, text in annotations(said.out)}
    assert {each["file"] for each, _ in found.values()} == {"my decks/a,b: c%.txt"}
    copies, text = found["error", "dmcli copies"]
    assert (copies["line"], text) == ("4", "5 copies of Fear Fang; tcg allows 4. Take out 1.")
    line, text = found["error", "dmcli unreadable-line"]
    assert line["line"] == "11"
    assert text.startswith("'nonsense, this: 100%' is not a line of a deck list.")
    zone, _ = found["warning", "dmcli zone"]
    assert "line" not in zone
    assert ("notice", "dmcli unknown-card") in found
    assert said.err == "1 deck checked, 1 not legal in tcg.\n"


def test_a_legal_deck_needs_no_annotation(dmcli: Run, write: Run) -> None:
    said = dmcli("check", write(LEGAL), "--output", "github")
    assert (said.code, said.out) == (0, "")
    assert said.err == "1 deck checked, legal in tcg.\n"
    assert dmcli("check", "mine.txt", "--output", "github", "--quiet").err == ""


def test_annotations_are_placed_from_the_root_of_the_checkout(
    dmcli: Run, write: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(SHORT, "inner/short.txt")
    monkeypatch.chdir(tmp_path / "inner")
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path))
    said = dmcli("check", tmp_path / "inner" / "short.txt", "--output", "github")
    assert {each["file"] for _, each, _ in annotations(said.out)} == {"inner/short.txt"}


def test_no_text_of_a_deck_can_begin_a_command(dmcli: Run, write: Run) -> None:
    write(f"{LEGAL}x ::stop-commands::abc\n4 Nobody::error::x\r::add-mask::secret\n")
    said = dmcli("check", "mine.txt", "--output", "github")
    for kind, _, _ in annotations(said.out):
        assert kind in {"error", "warning", "notice"}


# ---------------------------------------------------------------- sarif

#: What the published schema of SARIF 2.1.0 demands of the objects that we write, and allows there.
SHAPES = {
    "log": ({"version", "runs"}, {"$schema", "inlineExternalProperties", "properties"}),
    "run": ({"tool"}, {"artifacts", "results", "columnKind", "properties"}),
    "tool": ({"driver"}, {"extensions", "properties"}),
    "driver": ({"name"}, {"version", "semanticVersion", "rules", "informationUri", "properties"}),
    "rule": (
        {"id"},
        {"name", "shortDescription", "fullDescription", "help", "helpUri", "defaultConfiguration"},
    ),
    "text": ({"text"}, {"markdown", "properties"}),
    "configuration": (set(), {"enabled", "level", "rank", "parameters", "properties"}),
    "artifact": (set(), {"location", "roles", "mimeType", "encoding", "length", "hashes"}),
    "result": ({"message"}, {"ruleId", "ruleIndex", "level", "kind", "locations", "properties"}),
    "message": ({"text"}, {"markdown", "id", "arguments", "properties"}),
    "location": (set(), {"id", "physicalLocation", "logicalLocations", "message"}),
    "physical": ({"artifactLocation"}, {"region", "contextRegion", "address", "properties"}),
    "place": (set(), {"uri", "uriBaseId", "index", "description", "properties"}),
    "region": (set(), {"startLine", "startColumn", "endLine", "endColumn", "snippet"}),
}


def assert_shape(kind: str, thing: dict[str, Any]) -> None:
    required, allowed = SHAPES[kind]
    assert required <= thing.keys() <= required | allowed, (kind, thing)


def assert_sarif(log: dict[str, Any]) -> None:
    """Walks a log and holds every object in it against the schema."""
    assert_shape("log", log)
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-2.1.0.json")
    for run in log["runs"]:
        assert_shape("run", run)
        assert_shape("tool", run["tool"])
        assert_shape("driver", run["tool"]["driver"])
        assert run["columnKind"] in {"utf16CodeUnits", "unicodeCodePoints"}
        rules = run["tool"]["driver"]["rules"]
        for rule in rules:
            assert_shape("rule", rule)
            for key in ("shortDescription", "fullDescription", "help"):
                assert_shape("text", rule[key])
            assert_shape("configuration", rule["defaultConfiguration"])
            assert rule["defaultConfiguration"]["level"] in {"none", "note", "warning", "error"}
        assert len({rule["id"] for rule in rules}) == len(rules)
        for artifact in run["artifacts"]:
            assert_shape("artifact", artifact)
            assert_shape("place", artifact["location"])
        assert len({json.dumps(each) for each in run["artifacts"]}) == len(run["artifacts"])
        for result in run["results"]:
            assert_result(result, run)


def assert_result(result: dict[str, Any], run: dict[str, Any]) -> None:
    assert_shape("result", result)
    assert_shape("message", result["message"])
    assert result["level"] in {"none", "note", "warning", "error"}
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    for location in result.get("locations", []):
        assert_shape("location", location)
        physical = location["physicalLocation"]
        assert_shape("physical", physical)
        assert_shape("place", physical["artifactLocation"])
        assert_shape("region", physical["region"])
        assert physical["region"]["startLine"] >= 1
        artifact = run["artifacts"][physical["artifactLocation"]["index"]]
        assert artifact["location"]["uri"] == physical["artifactLocation"]["uri"]
        assert re.fullmatch(r"[A-Za-z0-9._~/%:-]+", artifact["location"]["uri"])


def test_problems_are_a_sarif_log(dmcli: Run, write: Run) -> None:
    write(SHORT + "1 fear-fang\n", "my decks/Grün: 50%.txt")
    write(LEGAL)
    said = dmcli("check", "my decks/Grün: 50%.txt", "mine.txt", "gone.txt", "--output", "sarif")
    assert (said.code, said.err) == (3, "")
    log = json.loads(said.out)
    assert_sarif(log)
    (run,) = log["runs"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == list(RULES)
    uris = [each["location"]["uri"] for each in run["artifacts"]]
    assert [unquote(uri) for uri in uris] == ["my decks/Grün: 50%.txt", "mine.txt", "gone.txt"]
    assert not urlsplit(uris[0]).scheme
    assert run["properties"]["format"] == "tcg"
    found = {each["ruleId"]: each for each in run["results"] if each["level"] == "error"}
    copies = found["copies"]["locations"][0]["physicalLocation"]
    assert (copies["artifactLocation"]["uri"], copies["region"]) == (uris[0], {"startLine": 11})
    assert found["copies"]["message"]["text"].endswith("tcg allows 4. Take out 2.")
    size = found["size"]["locations"][0]["physicalLocation"]
    assert size["region"] == {"startLine": 1}


def test_a_file_outside_the_folder_has_a_whole_uri(
    dmcli: Run, write: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(SHORT, "out side.txt")
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    log = json.loads(dmcli("check", "../out side.txt", "--output", "sarif").out)
    assert_sarif(log)
    (artifact,) = log["runs"][0]["artifacts"]
    assert artifact["location"]["uri"] == (tmp_path / "out side.txt").as_uri()


def test_standard_input_has_no_place_in_a_sarif_log(
    dmcli: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for form in ("sarif", "github"):
        stream = io.TextIOWrapper(io.BytesIO(SHORT.encode()))
        monkeypatch.setattr(sys, "stdin", stream)
        said = dmcli("check", "-", "--output", form)
        assert said.code == 1
        if form == "github":
            assert said.out.startswith("::error title=dmcli size::The deck has 37 cards")
            continue
        log = json.loads(said.out)
        assert_sarif(log)
        assert log["runs"][0]["artifacts"] == []
        assert all("locations" not in each for each in log["runs"][0]["results"])


def test_a_deck_that_cannot_be_read_is_shown_where_programs_look(dmcli: Run, write: Run) -> None:
    write(LEGAL)
    said = dmcli("check", "gone.txt", "--output", "github")
    assert said.code == 3
    ((kind, properties, text),) = annotations(said.out)
    assert (kind, properties["file"], text) == ("error", "gone.txt", "There is no such deck.")
    said = dmcli("check", "gone.txt", "--output", "sarif")
    assert said.code == 3
    assert_sarif(json.loads(said.out))


def test_a_wrong_form_names_the_right_ones(dmcli: Run, write: Run) -> None:
    said = dmcli("check", write(LEGAL), "--output", "sarf")
    assert said.code == 2
    assert "Did you mean 'sarif'" in said.err


# ---------------------------------------------------------------- watching


@pytest.fixture
def rounds(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Does one thing in each pause of --watch; Ctrl-C comes in the last one."""

    def plan(*deeds: Callable[[], object]) -> None:
        left = iter(deeds)

        def pause(seconds: float) -> None:
            deed = next(left, None)
            if deed is None:
                raise KeyboardInterrupt
            deed()

        monkeypatch.setattr(watching, "pause", pause)

    return plan


def put(name: str, text: str) -> Callable[[], object]:
    """Writes a file later, and so that its time is another."""

    def write_later() -> None:
        Path(name).write_text(text, "utf-8")
        stamp = time.time_ns() + len(text) * 1_000_000
        os.utime(name, ns=(stamp, stamp))

    return write_later


def nothing() -> None:
    """A pause in which no file changes."""


def test_a_changed_file_is_checked_again_until_ctrl_c(
    dmcli: Run, write: Run, rounds: Callable[..., None]
) -> None:
    write(LEGAL)
    rounds(nothing, put("mine.txt", SHORT), nothing, put("mine.txt", LEGAL), nothing)
    said = dmcli("check", "mine.txt", "--watch")
    assert said.code == 130
    verdicts = [row for row in said.out.splitlines() if "checked" in row]
    assert verdicts == [
        "1 deck checked, legal in tcg.",
        "1 deck checked, 1 not legal in tcg.",
        "1 deck checked, legal in tcg.",
    ]
    assert said.err.count("mine.txt changed.") == 2
    assert "\x1b" not in said.out
    assert "Traceback" not in said.err


def test_new_and_removed_files_of_a_folder_are_noticed(
    dmcli: Run, write: Run, rounds: Callable[..., None]
) -> None:
    write(LEGAL, "decks/a.txt")
    rounds(put("decks/b.txt", LEGAL), lambda: Path("decks/a.txt").unlink(), nothing)
    said = dmcli("check", "decks", "--watch")
    verdicts = [row for row in said.out.splitlines() if "checked" in row]
    assert verdicts == [
        "1 deck checked, legal in tcg.",
        "2 decks checked, all legal in tcg.",
        "1 deck checked, legal in tcg.",
    ]
    assert "decks/b.txt changed." in said.err


def test_a_format_file_and_a_collection_are_watched_too(
    dmcli: Run, write: Run, rounds: Callable[..., None]
) -> None:
    write(LEGAL)
    write(LEGAL, "owned.txt")
    write("", "club.toml")
    rounds(
        put("club.toml", 'banned = ["Fear Fang"]'),
        put("club.toml", "banned = ["),
        put("club.toml", "smallest = 30"),
        put("owned.txt", "4 Fear Fang\n"),
    )
    said = dmcli("check", "mine.txt", "--watch", "--format", "club.toml", "--owned", "owned.txt")
    assert said.code == 130
    assert said.out.count("checked, legal in club.") == 3
    assert said.out.count("checked, 1 not legal in club.") == 1
    assert "Error: club.toml:1: this is not TOML" in said.err
    assert "owned.txt lacks 36 cards." in said.out


def test_a_deck_that_goes_and_comes_back_is_no_end(
    dmcli: Run, write: Run, rounds: Callable[..., None]
) -> None:
    write(LEGAL)
    rounds(lambda: Path("mine.txt").unlink(), nothing, put("mine.txt", LEGAL))
    said = dmcli("check", "mine.txt", "--watch")
    assert said.code == 130
    assert "Error: mine.txt: there is no such deck." in said.err
    assert said.out.count("1 deck checked, legal") == 2


def test_each_round_overwrites_the_file_that_it_wrote(
    dmcli: Run, write: Run, rounds: Callable[..., None]
) -> None:
    write(LEGAL)
    rounds(put("mine.txt", SHORT))
    said = dmcli("check", "mine.txt", "--watch", "--json", "-o", "out.json")
    assert said.code == 130
    assert json.loads(Path("out.json").read_text("utf-8"))["legal"] is False
    assert dmcli("check", "mine.txt", "--watch", "--json", "-o", "out.json").code == 2


def test_standard_input_cannot_be_watched(dmcli: Run) -> None:
    said = dmcli("check", "-", "--watch")
    assert (said.code, said.out) == (2, "")


def test_a_state_tells_what_is_new_gone_and_changed(tmp_path: Path) -> None:
    for name in ("same", "gone", "other"):
        (tmp_path / name).write_text("1", "utf-8")
    before = watching.stamps([tmp_path])
    (tmp_path / "gone").unlink()
    (tmp_path / "other").write_text("22", "utf-8")
    (tmp_path / "new").write_text("1", "utf-8")
    found = watching.changed(before, watching.stamps([tmp_path]))
    names = {Path(each).name for each in found} - {tmp_path.name}
    assert names == {"gone", "other", "new"}
    assert watching.stamps([tmp_path / "never"]) == {}


def test_watching_in_a_pipe_shows_each_round_at_once(tmp_path: Path) -> None:
    deck = tmp_path / "mine.txt"
    deck.write_text(LEGAL, "utf-8")
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "dmcli", "check", str(deck), "--watch"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    try:
        assert "legal" in process.stdout.readline()
        deck.write_text(SHORT, "utf-8")
        rows = [process.stdout.readline() for _ in range(3)]
        assert "not legal" in rows[2]
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=10) == 130
    finally:
        process.kill()
        process.stdout.close()
