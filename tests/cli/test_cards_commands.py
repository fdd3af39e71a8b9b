"""The cards commands as a user types them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

OWN = """
[[card]]
name = "Cinder Warden"
type = "creature"
civilizations = ["fire"]
races = ["Armored Dragon"]
cost = 6
power = 5000
rarity = "Rare"
printings = ["HB-01 1/10"]
rules = ["blocker"]
"""


Command = Callable[..., Any]


class Shell:
    """Runs a command line and takes its answer apart."""

    def __init__(self, dmcli: Command) -> None:
        self.dmcli = dmcli

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        said = self.dmcli(*arguments)
        return said.code, said.out, said.err

    def json(self, *arguments: str) -> dict[str, Any]:
        code, out, _ = self(*arguments, "--json")
        assert code == 0
        answer: dict[str, Any] = json.loads(out)
        assert answer["pool"]
        assert answer["version"]
        return answer


@pytest.fixture
def shell(dmcli: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return Shell(dmcli)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "own.toml").write_text(OWN)
    return folder


def test_search_lists_what_fits_and_says_how_many(shell: Shell) -> None:
    code, out, err = shell("cards", "search", "bolshack", "dragon")
    assert code == 0
    assert "Bolshack Dragon" in out
    assert "1 of 906 cards fit 'bolshack dragon'." in out
    assert err == ""


def test_search_keeps_the_words_of_a_field_together(shell: Shell) -> None:
    answer = shell.json("cards", "search", "race:Armored Dragon", "civ:fire")
    assert answer["schema"] == "dmcli.cards.search/1"
    assert answer["found"] == len(answer["cards"]) > 10
    assert all("Armored Dragon" in card["races"] for card in answer["cards"])


def test_search_that_finds_nothing_says_so(shell: Shell) -> None:
    assert shell("cards", "search", "qqqq") == (0, "0 of 906 cards fit 'qqqq'.\n", "")


def test_search_names_the_nearest_field(shell: Shell) -> None:
    code, _, err = shell("cards", "search", "rase:Human")
    assert code == 2
    assert "Did you mean 'race'" in err


def test_names_are_never_cut_in_a_pipe(shell: Shell) -> None:
    _, out, _ = shell("cards", "search", "set:DM-10")
    assert "..." not in out
    assert "…" not in out


def test_show_prints_the_facts_of_a_card(shell: Shell) -> None:
    code, out, _ = shell("cards", "show", "immortal baron vorg")
    assert code == 0
    assert out.splitlines() == [
        "Immortal Baron, Vorg",
        "Creature, fire, Human",
        "Cost 2, power 2000, mana 1",
        "Common: DM-01 80/110",
        "",
        "No text.",
    ]


def test_show_keeps_the_contract(shell: Shell) -> None:
    answer = shell.json("cards", "show", "Immortal Baron, Vorg")
    assert answer["schema"] == "dmcli.cards.show/1"
    assert set(answer) >= {
        *("name", "type", "civilizations", "cost", "power", "races"),
        *("rarity", "printings", "mana", "keywords", "rules", "text"),
    }
    assert (answer["rules"], answer["text"], answer["keywords"]) == ([], [], [])


def test_show_says_when_the_text_is_not_written_yet(shell: Shell, own: Path) -> None:
    (own / "own.toml").write_text(OWN.replace('["blocker"]', '"todo"'))
    _, out, _ = shell("cards", "show", "Cinder Warden", "--pool", str(own))
    assert "not in the rules language yet" in out
    answer = shell.json("cards", "show", "Cinder Warden", "--pool", str(own))
    assert (answer["playable"], answer["rules"], answer["text"]) == (False, None, None)


def test_show_prints_the_text_of_a_card_of_ones_own(shell: Shell, own: Path) -> None:
    answer = shell.json("cards", "show", "cinder warden", "--pool", str(own))
    assert answer["keywords"] == ["blocker"]
    assert len(answer["text"]) == 1


def test_a_mistyped_name_is_a_usage_mistake(shell: Shell) -> None:
    code, out, err = shell("cards", "show", "Rothus, the Travelr")
    assert (code, out) == (2, "")
    assert "No card named 'Rothus, the Travelr'. Did you mean 'Rothus, the Traveler'?" in err


def test_coverage_counts_by_set(shell: Shell) -> None:
    answer = shell.json("cards", "coverage")
    assert answer["schema"] == "dmcli.cards.coverage/1"
    assert answer["cards"] == 906 == answer["playable"] + len(answer["missing"])
    assert answer["by_set"]["DM-06"]["cards"] == 120


def test_coverage_as_csv_is_one_row_a_set(shell: Shell) -> None:
    _, out, _ = shell("cards", "coverage", "--output", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert len(rows) == 13
    assert rows[0]["set"] == "DM-01"


def test_validate_says_how_much_was_looked_at(shell: Shell, own: Path) -> None:
    code, out, _ = shell("cards", "validate", str(own))
    assert (code, out) == (0, "1 card in 1 file checked, all in order.\n")


def test_validate_shows_the_place_of_a_wrong_word(shell: Shell, own: Path) -> None:
    (own / "own.toml").write_text(OWN.replace('"blocker"', '"blokcer"'))
    code, out, _ = shell("cards", "validate", str(own))
    assert code == 3
    assert f"{own}/own.toml:11: Cinder Warden: 'blokcer'" in out
    assert "\n    blokcer\n    ^\n" in out
    assert "1 card in 1 file checked, 1 problem." in out


def test_validate_as_json_lists_the_problems(shell: Shell, own: Path) -> None:
    (own / "own.toml").write_text(OWN.replace("cost = 6", "cost = 100"))
    code, out, _ = shell("cards", "validate", str(own), "--json")
    answer = json.loads(out)
    assert (code, answer["valid"], answer["files"]) == (3, False, 1)
    [problem] = answer["problems"]
    assert (problem["line"], problem["card"]) == (7, "Cinder Warden")


def test_a_broken_card_file_stops_a_command_with_one_sentence(shell: Shell, own: Path) -> None:
    (own / "own.toml").write_text("[[card]]\nname = 5\n")
    code, out, err = shell("cards", "coverage", "--pool", str(own))
    assert (code, out) == (3, "")
    assert "own.toml:" in err
    assert "Traceback" not in err
