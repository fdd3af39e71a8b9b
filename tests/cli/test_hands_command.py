"""The command `hands` as a user types it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.text import Text

Run = Callable[..., Any]
DECK = "classic/rainbow-connection"


def document(dmcli: Run, *arguments: object) -> Any:
    said = dmcli("hands", DECK, "--json", "--sample", 60, *arguments)
    assert said.code == 0
    return json.loads(said.out)


@pytest.mark.parametrize("game", [0, 1, 4])
def test_a_hand_is_what_trace_deals(dmcli: Run, game: int) -> None:
    hand = document(dmcli, "--seed", 7, "-n", 5)["hands"][game]
    said = dmcli("trace", DECK, "starter/fire", "--seed", 7, "--game", game, "--json")
    events = [json.loads(line) for line in said.out.splitlines()]
    dealt = [e["cards"] for e in events if e["event"] == "hand" and e["player"] == "A"]
    assert dealt == [hand["cards"]]
    assert events[0]["player"] == ("A" if hand["first"] else "B")


def test_hands_stand_beside_each_other_with_their_plays_and_failures(dmcli: Run) -> None:
    out = dmcli("hands", DECK, "--seed", 7, "-n", 3).out
    for part in (
        *("opening hands of seed 7", "hand 0, first", "hand 1, second", "hand 2, first"),
        *("turn 1", "turn 3", "first play", "civilizations", "Over 4,000 hands", "95 %"),
        "1st and 2nd at most ±",
        *("no play by turn 3", "every card costs 5 or more", "cards of one civilization only"),
        *("The first hand that fails so", "all heavy"),
    ):
        assert part in out


def test_hands_as_json(dmcli: Run) -> None:
    whole = document(dmcli, "--seed", 7)
    assert whole["schema"] == "dmcli.hands/1"
    assert (whole["seed"], whole["turns"], len(whole["hands"])) == (7, 3, 5)
    assert set(whole["hands"][0]) == {
        *("game", "first", "cards", "draws", "plays", "first_play", "civilizations", "failures"),
    }
    rate = whole["sample"]["rates"]["no play"]
    assert rate["rate"] == rate["hands"] / 60
    for seat in ("", "_first", "_second"):
        low, high = rate[f"interval{seat}"]
        assert low <= rate[f"rate{seat}"] <= high


def test_equal_seeds_deal_equal_hands(dmcli: Run) -> None:
    assert document(dmcli, "--seed", 3) == document(dmcli, "--seed", 3)
    assert document(dmcli, "--seed", 3)["hands"] != document(dmcli, "--seed", 4)["hands"]


def test_more_hands_begin_with_the_same_ones(dmcli: Run) -> None:
    few, many = document(dmcli, "-n", 2)["hands"], document(dmcli, "-n", 9)["hands"]
    assert many[:2] == few
    assert [hand["game"] for hand in many] == list(range(9))


@pytest.mark.parametrize(("seat", "games"), [("first", [0, 2, 4]), ("second", [1, 3, 5])])
def test_one_seat_alone(dmcli: Run, seat: str, games: list[int]) -> None:
    whole = document(dmcli, "-n", 3, "--seat", seat)
    assert [hand["game"] for hand in whole["hands"]] == games
    assert whole["sample"][seat] == 60
    other = {"first": "second", "second": "first"}[seat]
    rate = whole["sample"]["rates"]["no play"]
    assert (rate[f"rate_{other}"], rate[f"interval_{other}"]) == (None, None)
    out = dmcli("hands", DECK, "--seat", seat, "--sample", 60).out
    assert "1st" not in out


def test_more_turns_see_more_draws(dmcli: Run) -> None:
    hand = document(dmcli, "--turns", 5)["hands"][0]
    assert list(hand["draws"]) == ["2", "3", "4", "5"]
    assert list(hand["plays"]) == ["1", "2", "3", "4", "5"]
    assert "no play by turn 5" in dmcli("hands", DECK, "--turns", 5, "--sample", 9).out


def test_hands_as_csv_have_a_row_each(dmcli: Run) -> None:
    out = dmcli("hands", DECK, "--output", "csv", "--sample", 9, "--seed", 4).out
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [(row["seed"], row["game"]) for row in rows] == [("4", str(n)) for n in range(5)]
    assert [row["going"] for row in rows] == ["first", "second"] * 2 + ["first"]
    assert all(len(row["cards"].split("; ")) == 5 for row in rows)


def test_hands_as_markdown_are_tables(dmcli: Run) -> None:
    out = dmcli("hands", DECK, "--output", "md", "-n", 2, "--sample", 9).out
    assert "|   | hand 0, first | hand 1, second |" in out
    assert "| a hand fails by |" in out


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("deck", [DECK, "classic/taste-the-rainbow", "starter/fire"])
def test_hands_fit_the_terminal(
    dmcli: Run, monkeypatch: pytest.MonkeyPatch, columns: int, deck: str
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", str(columns))
    said = dmcli("hands", deck, "-n", 7, "--sample", 600)
    lines = [Text.from_ansi(line).plain for line in said.out.splitlines()]
    assert max(map(len, lines)) <= columns
    assert sum("first play" in line for line in lines) >= (7 if columns == 40 else 3)


def test_a_pipe_has_all_hands_beside_each_other(dmcli: Run) -> None:
    out = dmcli("hands", "classic/taste-the-rainbow", "-n", 6, "--sample", 9).out
    assert "hand 0, first" in out.splitlines()[2]
    assert "hand 5, second" in out.splitlines()[2]


def test_mistakes_are_said(dmcli: Run, tmp_path: Path) -> None:
    assert dmcli("hands", DECK, "-n", 0).code == 2
    said = dmcli("hands", DECK, "--seat", "frist")
    assert said.code == 2
    assert "Did you mean 'first'?" in said.err
    assert dmcli("hands", tmp_path / "none.txt").code == 3
    (tmp_path / "deck.txt").write_text("")
    assert dmcli("hands", tmp_path / "deck.txt").code == 1


def test_hands_are_written_to_a_file_and_never_over_one(dmcli: Run, tmp_path: Path) -> None:
    target = tmp_path / "hands.json"
    call = ("hands", DECK, "--json", "--sample", 9, "-o", target)
    assert dmcli(*call).code == 0
    assert json.loads(target.read_text("utf-8"))["seed"] == 0
    assert dmcli(*call).code == 2


@pytest.mark.parametrize("text", ["1 Fear Fang\n", "8 Fear Fang\n", "12 Fear Fang\n"])
def test_a_small_deck_deals_what_it_has(dmcli: Run, tmp_path: Path, text: str) -> None:
    (tmp_path / "deck.txt").write_text(text)
    for form in ("table", "json", "csv", "md"):
        assert dmcli("hands", tmp_path / "deck.txt", "--output", form, "--sample", 9).code == 0
