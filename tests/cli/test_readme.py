"""The README names every command, and its examples run."""

from __future__ import annotations

import os
import re
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
#: Every block of commands, with what the page says that it prints.
STEPS = re.findall(r"```sh\n(.*?)```\n(?:\n```text\n(.*?)```)?", README, re.DOTALL)[2:]
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


def commands(block: str) -> list[str]:
    """The commands of a block, one by one."""
    found, rest = [], block.strip("\n")
    while rest:
        first, _, after = rest.partition("\n")
        mark = re.search(r"<<'(\w+)'$", first)
        if mark:
            text, _, after = after.partition(f"\n{mark[1]}\n")
            first = f"{first}\n{text}\n{mark[1]}"
        found.append(first)
        rest = after
    return found


def expected_code(command: str) -> int:
    """The exit code that the page states behind the command; a terminal there is none here."""
    if command.endswith("# needs a terminal"):
        return 2
    stated = re.search(r"# exit code ([0-9]+)", command)
    return int(stated[1]) if stated else 0


def is_shown(printed: str, shown: str) -> bool:
    """Whether this is what the page shows; a line … stands for any lines."""
    parts = [re.escape(part) for part in re.split(r"^…$\n?", shown, flags=re.MULTILINE)]
    return re.fullmatch("(?:.*\n)?".join(parts), printed, re.DOTALL) is not None


@pytest.fixture
def shell(tmp_path: Path) -> Callable[[str], subprocess.CompletedProcess[str]]:
    """A shell at 80 columns in an empty folder that has what stands in the checkout beside it."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "work").mkdir()
    program = tmp_path / "bin" / "dmcli"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m dmcli "$@"\n')
    program.chmod(0o755)
    for name in ("cardpool", "tests"):
        (tmp_path / "work" / name).symlink_to(ROOT / name)
    terminal = {"COLUMNS": "80", "FORCE_COLOR": "1", "NO_COLOR": "1"}
    path = f"{program.parent}:{os.environ['PATH']}"
    settings = {"XDG_DATA_HOME": str(tmp_path / "data"), "PATH": path, **terminal}

    def run(command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path / "work",
            env={**os.environ, **settings},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    return run


@pytest.mark.slow
def test_the_readme_does_what_it_says(
    shell: Callable[[str], subprocess.CompletedProcess[str]],
) -> None:
    for block, shown in STEPS:
        printed = ""
        for command in commands(block):
            done = shell(command)
            assert done.returncode == expected_code(command), f"{command}\n{done.stderr}"
            printed += done.stdout
        if shown:
            assert is_shown(printed, shown), printed


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
