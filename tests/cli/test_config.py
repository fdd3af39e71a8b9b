"""Settings: flags over environment over project over user; mistakes name their file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dmcli.cli import config
from dmcli.core.errors import UsageMistake


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project folder, with nothing set by the machine that runs the test."""
    folder = tmp_path / "project" / "below"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    monkeypatch.setattr(config, "user_file", lambda: tmp_path / "user" / config.FILE)
    for key in config.CHECKS:
        monkeypatch.delenv(config.PREFIX + key.upper(), raising=False)
    return folder


def user(project: Path, text: str) -> None:
    path = config.user_file()
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)


def values() -> dict[str, object]:
    return {key: setting.value for key, setting in config.settings().items()}


def test_nothing_is_set_where_there_is_no_file(project: Path) -> None:
    assert config.settings() == {}


def test_the_project_wins_over_the_user_and_the_environment_over_both(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    user(project, "games = 1\nseed = 1\njobs = 1")
    (project.parent / "dmcli.toml").write_text("games = 2\nseed = 2")
    monkeypatch.setenv("DMCLI_GAMES", "3")
    found = config.settings()
    assert values() == {"games": 3, "seed": 2, "jobs": 1}
    assert found["games"].origin == "DMCLI_GAMES"
    assert found["seed"].origin == str(project.parent / "dmcli.toml")


def test_a_table_in_pyproject_counts_and_a_pyproject_without_one_does_not(project: Path) -> None:
    (project.parent / "pyproject.toml").write_text("[tool.dmcli]\ngames = 8")
    (project / "pyproject.toml").write_text("broken = [")
    assert values() == {"games": 8}


def test_a_folder_is_seen_from_the_file_that_names_it(project: Path) -> None:
    (project.parent / "dmcli.toml").write_text('pool = ["mine"]')
    assert values() == {"pool": [str(project.parent / "mine")]}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("gaems = 5", "no setting 'gaems'. Did you mean 'games'?"),
        ("games = 0", "'games' must be a whole number of at least 1, not 0"),
        ("games = true", "'games' must be a whole number"),
        ("seed = -1", "'seed' must be a whole number from 0 to 9223372036854775807"),
        ('output = "yaml"', "'output' must be one of table, json, csv, md"),
        ('agents = "./mine.py"', "'agents' must be names of agents, never a path"),
        ('pool = "mine"', "'pool' must be a list of folders"),
        ("games = ", "is not valid TOML"),
    ],
)
def test_a_mistake_names_the_file_and_what_would_be_right(
    project: Path, text: str, says: str
) -> None:
    path = project / "dmcli.toml"
    path.write_text(text)
    with pytest.raises(UsageMistake) as caught:
        config.settings()
    assert str(caught.value).startswith(f"{path}: ")
    assert says in str(caught.value)


def test_a_setting_is_the_default_of_a_command_and_a_flag_wins(
    project: Path, dmcli: Callable[..., object]
) -> None:
    (project / "dmcli.toml").write_text('output = "json"')
    assert dmcli("rules", "gear").out.startswith("{")
    assert dmcli("rules", "gear", "--output", "csv").out.startswith("id,")


def test_a_wrong_key_in_the_project_file_is_a_usage_mistake(
    project: Path, dmcli: Callable[..., object]
) -> None:
    (project / "dmcli.toml").write_text("outptu = 1")
    said = dmcli("rules")
    assert (said.code, said.out) == (2, "")
    assert said.err.count("\n") == 1


def test_a_format_file_is_seen_from_the_file_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "dmcli.toml").write_text('format = "house.toml"\n')
    (tmp_path / "inner").mkdir()
    known = config.settings(tmp_path / "inner")
    assert known["format"].value == str(tmp_path / "house.toml")
    (tmp_path / "dmcli.toml").write_text('format = "ocg"\n')
    assert config.settings(tmp_path / "inner")["format"].value == "ocg"
