"""scenario, trace and fuzz, as they are used."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

HELD = """
title = "A creature breaks a shield"
[me]
battle = ["Fear Fang"]
[[steps]]
do = ["attack player with Fear Fang", "pick shield 2"]
then = { "foe.shields" = 4 }
"""


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "held.toml").write_text(HELD, encoding="utf-8")
    (tmp_path / "claim.toml").write_text(HELD.replace("= 4", "= 5"), encoding="utf-8")
    (tmp_path / "illegal.toml").write_text(HELD.replace("shield 2", "shield 7"), encoding="utf-8")
    (tmp_path / "word.toml").write_text(HELD.replace("attack", "atack"), encoding="utf-8")
    (tmp_path / "todo.toml").write_text(
        HELD.replace('["Fear Fang"]', '["Fear Fang; gear X"]'), encoding="utf-8"
    )
    return tmp_path


# ---------------------------------------------------------------- scenario


def test_a_scenario_that_holds_ends_with_zero(dmcli, files: Path) -> None:
    said = dmcli("scenario", files / "held.toml")
    assert (said.code, said.out.strip(), said.err) == (0, "1 scenario played, all held.", "")


def test_a_claim_that_does_not_hold_ends_with_one_and_says_where(dmcli, files: Path) -> None:
    said = dmcli("scenario", files / "claim.toml", files / "held.toml")
    assert said.code == 1
    assert f"{files}/claim.toml: A creature breaks a shield" in said.out
    assert "step 1: expected foe.shields = 5" in said.out
    assert "found: 4" in said.out
    assert "2 scenarios played, 1 held, 1 did not." in said.out


def test_an_illegal_phrase_is_told_with_the_legal_ones(dmcli, files: Path) -> None:
    said = dmcli("scenario", files / "illegal.toml", "--json")
    assert said.code == 1
    answer = json.loads(said.out)
    assert (answer["schema"], answer["passed"]) == ("dmcli.scenario/1", 0)
    (failed,) = answer["failed"]
    assert failed.keys() == {"file", "title", "step", "expected", "found", "legal"}
    assert (failed["step"], failed["expected"]) == (1, "pick shield 7")
    assert failed["legal"] == [f"pick shield {number}" for number in range(1, 6)]


def test_a_file_that_cannot_be_read_ends_with_three_and_the_others_are_played(
    dmcli, files: Path
) -> None:
    said = dmcli("scenario", files)
    assert said.code == 3
    assert "4 scenarios" not in said.out
    assert "3 scenarios played, 1 held, 2 did not." in said.out
    assert f"Error: {files}/word.toml: step 1: 'atack player with Fear Fang'" in said.err
    assert "Did you mean 'attack player with NAME'" in said.err
    assert f"Error: {files}/todo.toml: [me] battle" in said.err


def test_what_is_not_playable_yet_ends_with_one(dmcli, files: Path) -> None:
    said = dmcli("scenario", files / "todo.toml")
    assert said.code == 1
    assert "gears are not playable yet" in said.err


def test_a_scenario_without_steps_claims_nothing_and_is_refused(dmcli, tmp_path: Path) -> None:
    (tmp_path / "empty.toml").touch()
    said = dmcli("scenario", tmp_path / "empty.toml")
    assert said.code == 3
    assert "claims nothing" in said.err


def test_a_missing_file_and_an_empty_folder_are_said(dmcli, tmp_path: Path) -> None:
    assert dmcli("scenario", tmp_path / "none.toml").code == 3
    assert dmcli("scenario", tmp_path).code == 3
    assert dmcli("scenario", tmp_path / "*.toml").code == 3


def test_globs_name_several_files(dmcli, files: Path) -> None:
    assert "1 scenario played" in dmcli("scenario", files / "h*.toml").out


def test_show_prints_what_happened(dmcli, files: Path) -> None:
    said = dmcli("scenario", files / "held.toml", "--show")
    lines = [line.strip() for line in said.out.splitlines()]
    assert lines[:3] == [
        "A creature breaks a shield",
        "me: attack player with Fear Fang",
        "me: pick shield 2",
    ]


@pytest.mark.parametrize("form", ["csv", "md"])
def test_failures_are_rows(dmcli, files: Path, form: str) -> None:
    said = dmcli("scenario", files / "claim.toml", "--output", form)
    assert said.code == 1
    assert "foe.shields = 5" in said.out


# ---------------------------------------------------------------- trace

DECKS = ("starter/darkness", "starter/nature")


def test_a_trace_names_the_game_and_its_end(dmcli) -> None:
    said = dmcli("trace", *DECKS, "--seed", 4, "--game", 2, "--agents", "random")
    lines = said.out.splitlines()
    assert lines[0] == "Game 2 of seed 4, tcg rules"
    assert "Turn 1: A" in lines
    assert lines[-1].startswith("End: ")


def test_a_trace_in_json_is_one_event_a_line(dmcli) -> None:
    said = dmcli("trace", *DECKS, "--seed", 4, "--agents", "random", "--json")
    events = [json.loads(line) for line in said.out.splitlines()]
    assert events[0]["schema"] == "dmcli.trace/1"
    assert events[0]["seed"] == 4
    assert all({"turn", "player", "event"} <= event.keys() for event in events)
    assert events[-1]["event"] == "end"
    again = dmcli("trace", *DECKS, "--seed", 4, "--agents", "random", "--json").out
    assert again == said.out


def test_a_trace_is_the_game_that_simulate_plays(dmcli, tmp_path: Path) -> None:
    run = tmp_path / "run.sqlite"
    dmcli("simulate", *DECKS, "-n", 4, "--seed", 9, "--agents", "random", "--run", run, "-j", 1)
    with closing(sqlite3.connect(run)) as file:
        kept = file.execute("SELECT game, turns, winner FROM game ORDER BY game").fetchall()
    assert [game for game, _, _ in kept] == [0, 1, 2, 3]
    for game, turns, winner in kept:
        said = dmcli(
            *("trace", *DECKS, "--seed", 9, "--agents", "random", "--json", "--game", game)
        )
        last = json.loads(said.out.splitlines()[-1])
        assert (last["turn"], last["player"]) == (turns, ("A", "B")[winner])


def test_a_trace_goes_to_a_file(dmcli, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    assert dmcli("trace", *DECKS, "--agents", "random", "--json", "-o", path).out == ""
    assert json.loads(path.read_text("utf-8").splitlines()[0])["event"] == "game"
    assert dmcli("trace", *DECKS, "-o", path).code == 2


@pytest.mark.parametrize("form", ["csv", "md"])
def test_events_are_rows(dmcli, form: str) -> None:
    said = dmcli("trace", *DECKS, "--agents", "random", "--output", form)
    assert said.code == 0
    assert "choice" in said.out


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("starter/none", DECKS[1]), 3),
        ((*DECKS, "--agents", "nobody"), 2),
        ((*DECKS, "--game", "-1"), 2),
        ((*DECKS, "--seed", "-1"), 2),
        ((*DECKS, "--ruleset", "wotc"), 2),
    ],
)
def test_a_trace_of_nothing_is_a_mistake(dmcli, arguments: tuple[str, ...], code: int) -> None:
    assert dmcli("trace", *arguments).code == code


# ---------------------------------------------------------------- fuzz


def test_fuzz_says_how_much_it_looked_at(dmcli, tmp_path: Path) -> None:
    said = dmcli("fuzz", "-n", 3, "--seed", 8, "--finds", tmp_path)
    assert said.code == 0
    assert said.out.startswith("3 games of seed 8, ")
    assert said.out.strip().endswith("no fault found.")
    assert not list(tmp_path.iterdir())


def test_fuzz_in_json(dmcli) -> None:
    answer = json.loads(dmcli("fuzz", "-n", 2, "--json").out)
    assert (answer["schema"], answer["games"], answer["finds"]) == ("dmcli.fuzz/1", 2, [])


def test_fuzz_stops_after_some_seconds(dmcli) -> None:
    answer = json.loads(dmcli("fuzz", "--seconds", 0.2, "--fast", "--json").out)
    assert 1 <= answer["games"] < 1000


def test_a_find_is_written_and_ends_with_one(
    dmcli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dmcli.play import fuzz, reduce

    def planted(state) -> str:
        return "nobody may reach turn 3" if state.turn > 2 else ""

    monkeypatch.setattr(fuzz, "audit", planted)
    monkeypatch.setattr(reduce, "audit", planted)
    said = dmcli("fuzz", "--game", 5, "--finds", tmp_path, "--json")
    assert said.code == 1
    (found,) = json.loads(said.out)["finds"]
    assert found["file"] == str(tmp_path / "fuzz-0-5.toml")
    text = Path(found["file"]).read_text("utf-8")
    assert "# Found by: dmcli fuzz --seed 0 --game 5 --agents random,random" in text
    assert dmcli("scenario", found["file"]).code == 0
    assert dmcli("fuzz", "--game", 5, "--finds", tmp_path).code == 2
    assert dmcli("fuzz", "--game", 5, "--finds", tmp_path, "--force").code == 1
