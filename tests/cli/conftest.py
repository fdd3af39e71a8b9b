"""Running dmcli: inside the test's process, and as a program of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from dmcli.cli.app import run
from dmcli.cli.common import common


@pytest.fixture(autouse=True)
def _as_at_the_start() -> None:
    """Forget the switches of another test's command line."""
    common.reset()


@dataclass(frozen=True)
class Said:
    """What a command said, and its exit code."""

    code: int
    out: str
    err: str


@pytest.fixture
def dmcli(capfd: pytest.CaptureFixture[str]) -> Callable[..., Said]:
    """Run a command line in this process."""

    def call(*arguments: object) -> Said:
        capfd.readouterr()
        code = run([str(each) for each in arguments])
        return Said(code, *capfd.readouterr())

    return call


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Write a file into the folder that one works in, and give its name there."""
    monkeypatch.chdir(tmp_path)

    def write_file(text: str | bytes, name: str = "mine.txt") -> Path:
        path = Path(name)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write_file


@pytest.fixture
def program(tmp_path: Path) -> Callable[..., Said]:
    """Run a command line as a program, in an empty folder."""

    def call(*arguments: object, **environment: str) -> Said:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "dmcli", *map(str, arguments)],
            cwd=tmp_path,
            env={**os.environ, **environment},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        return Said(done.returncode, done.stdout, done.stderr)

    return call


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder, with the user's data beside it."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A short list with comments, to be built on."""
    from support.building import MINE

    path = tmp_path / "mine.txt"
    path.write_text(MINE, encoding="utf-8")
    return path
