"""What the shells offer when Tab is pressed, asked as the shells ask."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dmcli.cli import complete

Ask = Callable[..., list[str]]


@pytest.fixture
def bash(program: Callable[..., object]) -> Ask:
    """The words that bash gets for a command line whose last word is being typed."""

    def ask(*words: str) -> list[str]:
        said = program(
            _DMCLI_COMPLETE="complete_bash",
            COMP_WORDS="\n".join(["dmcli", *words]),
            COMP_CWORD=str(len(words)),
        )
        assert said.code == 0, said.err  # type: ignore[attr-defined]
        return [line for line in said.out.splitlines() if line]  # type: ignore[attr-defined, no-any-return]

    return ask


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("simulate starter/fi", "starter/fire"),
        ("cards show Bronze-A", "Bronze-Arm\\ Tribe"),
        ("check --format t", "tcg"),
        ("rules ev", "evolution"),
        ("simulate --agents heur", "heuristic"),
        ("doc", "doctor"),
    ],
)
def test_the_shell_is_offered_what_the_word_may_become(typed: str, offered: str, bash: Ask) -> None:
    assert offered in bash(*typed.split())


def test_bundled_decks_and_deck_files_are_offered_together(bash: Ask, tmp_path: Path) -> None:
    (tmp_path / "starting.txt").touch()
    (tmp_path / "start.png").touch()
    offered = bash("check", "star")
    assert "starting.txt" in offered
    assert "starter/fire" in offered
    assert "start.png" not in offered


def test_a_folder_offers_the_decks_in_it(bash: Ask, tmp_path: Path) -> None:
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists" / "mine.cod").touch()
    assert bash("stats", "li") == ["lists/mine.cod"]
    assert bash("stats", "lists/") == ["lists/mine.cod"]


def test_a_card_name_is_written_so_that_bash_keeps_it_whole(bash: Ask) -> None:
    assert bash("cards", "show", "Aqua\\ Hul") == ["Aqua\\ Hulcus"]
    assert bash("cards", "show", "mykee") == ["Mykee\\'s\\ Pliers"]


def test_inside_a_quote_nothing_is_escaped(bash: Ask) -> None:
    assert bash("cards", "show", '"Aqua Hul') == ["Aqua Hulcus"]


def test_fish_gets_names_as_they_are(program: Callable[..., object]) -> None:
    said = program(
        _DMCLI_COMPLETE="complete_fish",
        _TYPER_COMPLETE_FISH_ACTION="get-args",
        _TYPER_COMPLETE_ARGS="dmcli cards show mykee",
    )
    assert said.out.strip() == "Mykee's Pliers"  # type: ignore[attr-defined]


def test_formats_agents_and_format_files_are_offered(bash: Ask, tmp_path: Path) -> None:
    (tmp_path / "old-style.toml").touch()
    assert bash("check", "--format", "o") == ["ocg", "old-style.toml"]
    assert bash("simulate", "a", "b", "--agents", "random,h") == ["random,heuristic"]


def test_what_cannot_be_read_offers_nothing(bash: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    assert bash("check", "no/such/folder/x") == []
    monkeypatch.setattr("dmcli.cards.load_pool", lambda: 1 / 0)
    assert complete.cards("A") == []


def test_a_field_of_a_query_goes_on_to_its_values(bash: Ask) -> None:
    assert "civ:" in bash("cards", "search", "ci")
    assert bash("cards", "search", "race:angel") == ["race:angel-command"]


def test_bash_parts_a_term_at_its_operator_and_gets_the_value_alone(bash: Ask) -> None:
    assert bash("cards", "search", "civ", ":", "fi") == ["fire"]
    assert "darkness" in bash("cards", "search", "civ", ":")
    assert bash("cards", "search", "cost", "<", "3", "type", "=", "cr") == ["creature"]


def test_the_keys_of_an_order_are_offered_behind_others(bash: Ask) -> None:
    assert bash("cards", "search", "--sort", "co") == ["cost"]
    assert bash("cards", "search", "--sort", "cost,-po") == ["cost,-power"]
