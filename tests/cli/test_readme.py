"""The README names every command, and its examples run."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dmcli.cli import app

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
EXAMPLES = [line for block in BLOCKS for line in block.splitlines() if line.startswith("dmcli ")]


def leaves(group: Any, path: tuple[str, ...] = ()) -> list[str]:
    """The words of every command."""
    found = []
    for name, child in group.commands.items():
        inner = hasattr(child, "commands")
        found += leaves(child, (*path, name)) if inner else [" ".join((*path, name))]
    return found


@pytest.mark.parametrize("words", leaves(app.build()))
def test_the_readme_shows_every_command(words: str) -> None:
    assert any(f"{line} ".startswith(f"dmcli {words} ") for line in EXAMPLES)


def small(example: str) -> list[str]:
    """The words of an example, with few games and little time."""
    words = shlex.split(example)[1:]
    for option, value in (("-n", "4"), ("--seconds", "0.2")):
        if option in words:
            words[words.index(option) + 1] = value
    return [str(ROOT / word) if (ROOT / word).exists() and "/" in word else word for word in words]


def test_the_examples_run_one_after_the_other(tmp_path: Path, program: Callable[..., Any]) -> None:
    settings = {"XDG_DATA_HOME": str(tmp_path / "data"), "DMCLI_JOBS": "1"}
    for example in EXAMPLES:
        words = [str(ROOT / "cardpool") if word == "cardpool" else word for word in small(example)]
        said = program(*words, **settings)
        differs = words[0] == "diff"  # which says 1 of two lists that are not the same
        assert said.code == int(differs), f"{example}\n{said.out}\n{said.err}"
        assert said.out, example


def test_the_readme_opens_with_what_it_is_and_the_two_commands() -> None:
    first, second = BLOCKS[0].strip(), BLOCKS[1].strip()
    assert re.fullmatch(
        r"pip install \. && dmcli simulate decks/starter/\S+ decks/starter/\S+", first
    )
    assert second == "pip install '.[test]' && pytest"
    opening = " ".join(README.partition(first)[0].split())
    assert "unofficial fan project" in opening


def test_the_first_command_plays_from_the_checkout(tmp_path: Path) -> None:
    words = BLOCKS[0].strip().partition(" && dmcli ")[2].split()
    done = subprocess.run(
        [sys.executable, "-P", "-m", "dmcli", *words, "-n", "4", "--no-store", "--jobs", "1"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
