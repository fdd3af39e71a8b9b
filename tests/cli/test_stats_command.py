"""The command `stats` as a user types it."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from rich.text import Text

Run = Callable[..., Any]

LEGAL = "20 Burning Mane\n16 Fear Fang\n4 Forest Hornet\n"


@pytest.fixture
def terminal(dmcli: Run, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """The lines on a terminal of some width, without their colours."""

    def lines(columns: int, *arguments: object) -> list[str]:
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.setenv("COLUMNS", str(columns))
        said = dmcli(*arguments)
        assert said.code == 0
        return [Text.from_ansi(line).plain for line in said.out.splitlines()]

    return lines


def test_stats_show_every_section(dmcli: Run) -> None:
    said = dmcli("stats", "classic/liquid-beast")
    assert said.code == 0
    for part in (
        *("Liquid Beast: 40 cards: 28 creatures, 8 evolution creatures, 4 spells", "Curve:"),
        *("Civilizations;", "Payable on the turn of its cost", "Shield triggers: 4", "Evolution:"),
        *("Roles", "Power by cost", "Copies,", "What if", "Simulated:", "seed 0"),
    ):
        assert part in said.out


def test_exact_and_simulated_stand_beside_each_other(dmcli: Run) -> None:
    said = dmcli("stats", "classic/liquid-beast", "--only", "castability")
    (row,) = [line for line in said.out.splitlines() if "Fear Fang" in line]
    assert row.split()[:7] == ["3", "4", "Fear", "Fang", "94.8", "97.0", "good"]
    assert row.count("±") == 2
    assert re.search(r"On average 0\.\d\d turns, 0\.\d\d to 0\.\d\d\.", " ".join(said.out.split()))


def test_stats_as_json_keep_their_contract(dmcli: Run, write: Run) -> None:
    document = json.loads(dmcli("stats", write(LEGAL), "--json").out)
    assert document["schema"] == "dmcli.stats/1"
    assert (document["cards"], document["seed"]) == (40, 0)
    assert document["curve"] == {"2": 20, "3": 16, "4": 4}
    assert set(document["civilizations"]["nature"]) >= {"cards", "share", "demand", "gap"}
    assert set(document["castability"][0]) == {
        *("card", "copies", "cost", "turn", "first", "second", "target", "verdict", "delay"),
        *("given_drawn_first", "given_drawn_second"),
    }
    delay = document["castability"][0]["delay"]
    for figure, interval in (("mean", "interval"), ("on_time", "on_time_interval")):
        assert delay[interval][0] <= delay[figure] <= delay[interval][1]
    everything = document["simulated"]
    assert everything["interval"][0] <= everything["mean_delay"] <= everything["interval"][1]
    assert {"count", "at_least_one_in_shields", "quality"} <= document["triggers"].keys()
    assert {"types", "evolution", "races", "average_cost", "average_power"} <= document.keys()
    assert {"bands", "together", "power", "roles", "consistency", "swaps"} <= document.keys()
    assert document["simulated"]["games"] == 1000


def test_equal_seeds_give_equal_figures(dmcli: Run) -> None:
    def figures(seed: int) -> Any:
        return json.loads(dmcli("stats", "classic/origins", "--json", "--seed", seed).out)

    one, same, other = figures(5), figures(5), figures(6)
    assert one == same
    assert one["seed"] == 5
    assert one["castability"] != other["castability"]
    for document in (one, other):
        for row in document["castability"]:
            row.pop("delay")
    assert one["castability"] == other["castability"]


def test_stats_as_csv_are_one_long_table(dmcli: Run, write: Run) -> None:
    said = dmcli("stats", write(LEGAL), "--output", "csv")
    rows = list(csv.DictReader(io.StringIO(said.out)))
    assert list(rows[0]) == ["section", "item", "figure", "value"]
    assert {"section": "curve", "item": "2", "figure": "", "value": "20"} in rows
    castable = [row for row in rows if row["section"] == "castability"]
    assert {"Fear Fang", "Burning Mane"} <= {row["item"] for row in castable}
    figures = {row["figure"] for row in castable}
    assert {"delay games", "delay mean", "delay interval low", "verdict"} <= figures
    assert {"delay on_time", "delay on_time_interval low"} <= figures
    keys = [(row["section"], row["item"], row["figure"]) for row in rows]
    assert len(keys) == len(set(keys))


def test_stats_as_markdown_are_tables_with_bars(dmcli: Run, write: Run) -> None:
    out = dmcli("stats", write(LEGAL), "--output", "md").out
    assert "| civilization | cards | share | demand | gap | turn 2 | turn 3 | turn 4 |" in out
    assert "| 2 | 20 | ████████████████████ |" in out
    heads = [line for line in out.splitlines() if line.startswith("| ---")]
    assert len(heads) == 7


def test_cards_are_named_whole_in_a_pipe(dmcli: Run) -> None:
    out = dmcli("stats", "classic/taste-the-rainbow").out
    assert "Mist Rias, Sonic Guardian" in out
    assert "Syforce, Aurora Elemental" in out


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize(
    "deck", ["classic/liquid-beast", "classic/taste-the-rainbow", "starter/fire"]
)
def test_stats_fit_the_terminal(terminal: Run, columns: int, deck: str) -> None:
    lines = terminal(columns, "stats", deck)
    assert max(map(len, lines)) <= columns


def test_a_row_is_a_row_at_40_columns(terminal: Run) -> None:
    """No table falls apart into one record under the other."""
    lines = terminal(40, "stats", "classic/liquid-beast")
    assert not [line for line in lines if line.startswith(("card:", "n:", "which:", "out:"))]


def test_a_section_alone(dmcli: Run) -> None:
    out = dmcli("stats", "classic/liquid-beast", "--only", "power,curve").out
    assert out.index("Curve") < out.index("Power by cost")
    for other in ("Civilizations", "Payable", "triggers", "Roles", "Simulated"):
        assert other not in out


def test_a_section_that_is_none_is_a_mistake_of_usage(dmcli: Run) -> None:
    said = dmcli("stats", "starter/fire", "--only", "cruve")
    assert (said.code, said.out) == (2, "")
    assert "Did you mean 'curve'?" in said.err
    said = dmcli("stats", "starter/fire", "--only", "curve", "--json")
    assert (said.code, said.out) == (2, "")
    assert "json always has everything" in said.err


def test_a_form_that_is_none_names_the_nearest(dmcli: Run) -> None:
    said = dmcli("stats", "starter/fire", "--output", "htm")
    assert said.code == 2
    assert "Did you mean 'html'?" in said.err


class Tags(HTMLParser):
    """The names of all elements."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(tag)


def test_a_page_is_written_to_a_file(dmcli: Run, tmp_path: Path) -> None:
    target = tmp_path / "deck.html"
    said = dmcli("stats", "classic/liquid-beast", "--output", "html", "-o", target)
    assert (said.code, said.out) == (0, "")
    assert f"Wrote {target}." in said.err
    tags = Tags(target.read_text("utf-8")).found
    assert tags.count("svg") >= 5
    assert "script" not in tags
    assert dmcli("stats", "classic/liquid-beast", "--output", "html", "-o", target).code == 2


def test_a_page_without_a_file_goes_to_standard_output(dmcli: Run) -> None:
    out = dmcli("stats", "starter/fire", "--output", "html", "--only", "curve,roles").out
    assert out.startswith("<!doctype html>")
    assert 'id="curve"' in out
    assert 'id="roles"' in out
    assert 'id="power"' not in out


def test_stats_of_a_folder_are_refused(dmcli: Run, tmp_path: Path) -> None:
    said = dmcli("stats", tmp_path)
    assert said.code == 3
    assert "is a folder" in said.err


def test_stats_of_an_empty_deck_are_refused(dmcli: Run, write: Run) -> None:
    said = dmcli("stats", write(""))
    assert (said.code, said.out) == (1, "")


def test_stats_of_a_list_with_an_unread_line_are_refused(dmcli: Run, write: Run) -> None:
    said = dmcli("stats", write(LEGAL + "what is this\n"))
    assert (said.code, said.out) == (3, "")
    assert "mine.txt:4:" in said.err


def test_stats_are_written_to_a_file_and_never_over_one(dmcli: Run, write: Run) -> None:
    deck = write(LEGAL)
    target = deck.with_name("stats.json")
    assert dmcli("stats", deck, "--json", "-o", target).code == 0
    assert json.loads(target.read_text("utf-8"))["cards"] == 40
    assert dmcli("stats", deck, "--json", "-o", target).code == 2
    assert dmcli("stats", deck, "--json", "-o", target, "--force").code == 0


@pytest.mark.parametrize("text", ["1 Fear Fang\n", "7 Fear Fang\n", "999 Fear Fang\n" * 9])
@pytest.mark.parametrize("form", ["table", "csv", "html"])
def test_a_deck_of_any_size_is_shown(dmcli: Run, write: Run, text: str, form: str) -> None:
    assert dmcli("stats", write(text), "--output", form).code == 0


def test_an_evolution_without_a_base_is_a_warning(dmcli: Run, write: Run) -> None:
    said = dmcli("stats", write("4 Crystal Lancer\n36 Fear Fang\n"))
    assert "Warning: Crystal Lancer can evolve from no creature of this deck." in said.out


def test_cards_of_ones_own_that_cost_nothing_are_counted(
    dmcli: Run, write: Run, tmp_path: Path
) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "own.toml").write_text(
        '[[card]]\nname = "Free Lunch"\ntype = "creature"\ncivilizations = ["fire"]\n'
        'races = ["Human"]\ncost = 0\npower = 1000\nrarity = "Common"\n'
        'printings = ["OWN 1/1"]\nrules = []\n'
    )
    deck = write("4 Free Lunch\n20 Immortal Baron, Vorg\n")
    document = json.loads(dmcli("stats", deck, "--pool", folder, "--json").out)
    free = document["castability"][0]
    assert (free["card"], free["turn"], free["given_drawn_first"]) == ("Free Lunch", 1, 1.0)
    assert document["power"]["creatures"][0]["per_cost"] is None
    assert "| 0 | 4 | ████ |" in dmcli("stats", deck, "--pool", folder, "--output", "md").out


def test_a_card_that_gives_no_mana_is_said_to_count_as_one(
    dmcli: Run, write: Run, tmp_path: Path
) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "own.toml").write_text(
        '[[card]]\nname = "Dry Well"\ntype = "creature"\ncivilizations = ["fire"]\n'
        'races = ["Human"]\ncost = 3\npower = 1000\nrarity = "Common"\nmana = 0\n'
        'printings = ["OWN 1/1"]\nrules = []\n'
    )
    call = ("stats", write("4 Dry Well\n36 Immortal Baron, Vorg\n"), "--pool", folder)
    assert json.loads(dmcli(*call, "--json").out)["odd_mana"] == ["Dry Well"]
    for form in ("table", "html"):
        out = " ".join(dmcli(*call, "--output", form).out.split())
        assert "Counted as one mana in every chance, though they give another" in out
