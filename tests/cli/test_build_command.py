"""The command `build`: where it refuses to draw, and a session in a terminal of its own."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from dmcli.cli.builder import command

needs_textual = pytest.mark.skipif(
    find_spec("textual") is None, reason="the builder needs Textual: pip install 'dmcli[tui]'"
)
LONGEST_WAIT = 20.0


def test_without_textual_it_says_how_to_install_it(
    dmcli: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    said = dmcli("build")
    assert (said.code, said.out) == (2, "")
    assert said.err == (
        "Error: build needs Textual, which is not installed: pip install 'dmcli[tui]'.\n"
    )


@needs_textual
def test_in_a_pipe_it_says_so(dmcli: Callable[..., Any]) -> None:
    said = dmcli("build", "starter/fire")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("Error: build draws on a terminal, and this is a pipe")
    assert said.err.count("\n") == 1


@needs_textual
def test_standard_input_is_for_keys(dmcli: Callable[..., Any]) -> None:
    said = dmcli("build", "-")
    assert said.code == 2
    assert "save the list in a file first" in said.err


def test_help_imports_no_textual() -> None:
    program = (
        "import sys\n"
        "from dmcli.cli.app import run\n"
        "run(['build', '--help'])\n"
        "assert 'textual' not in sys.modules\n"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    said = " ".join(done.stdout.split())
    assert "pip install 'dmcli[tui]'" in said
    assert "Example: dmcli build my-deck.txt --format ocg" in said


def test_the_style_sheet_comes_with_the_package() -> None:
    assert (files("dmcli.cli.builder") / "builder.tcss").is_file()


class Terminal:
    """The builder in a terminal of its own."""

    def __init__(self, folder: Path, *arguments: str, **environment: str) -> None:
        import pty

        self.screen, inside = pty.openpty()
        settings = {"TERM": "xterm-256color", "COLUMNS": "100", "LINES": "30"}
        settings |= {"XDG_DATA_HOME": str(folder / "data"), **environment}
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "dmcli", "build", *arguments],
            cwd=folder,
            env={**os.environ, **settings},
            stdin=inside,
            stdout=inside,
            stderr=inside,
            start_new_session=True,
        )
        os.close(inside)
        self.seen = ""

    def type(self, keys: str) -> None:
        os.write(self.screen, keys.encode())

    def until(self, words: str) -> None:
        """Read what is drawn until these words come."""
        end = time.monotonic() + LONGEST_WAIT
        while words not in self.seen and time.monotonic() < end:
            if not self._read():
                break
        assert words in self.seen, self.seen[-2000:]

    def code(self) -> int:
        """Read to the end and give the exit code."""
        while self._read():
            pass
        return self.process.wait(LONGEST_WAIT)

    def _read(self) -> bool:
        """Read a piece; False: there is no more."""
        if not select.select([self.screen], [], [], 0.2)[0]:
            return self.process.poll() is None
        try:
            piece = os.read(self.screen, 65536)
        except OSError:
            return False
        self.seen += piece.decode(errors="replace")
        return bool(piece)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.screen)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Open terminals, and close them in the end."""
    pytest.importorskip("pty", reason="this system has no pseudo-terminals")
    opened: list[Terminal] = []

    def open_one(*arguments: str, **environment: str) -> Terminal:
        opened.append(Terminal(tmp_path, *arguments, **environment))
        return opened[-1]

    yield open_one
    for each in opened:
        each.close()


@needs_textual
def test_a_deck_is_built_saved_and_left_in_a_real_terminal(
    tmp_path: Path, terminal: Callable[..., Terminal]
) -> None:
    session = terminal("--format", "limited")
    session.until("906 of 906 cards")
    session.type("/vorg")
    session.until("2 of 906 cards")
    session.type("\r")
    time.sleep(0.2)
    session.type("4s")
    session.until("Save the deck as")
    session.type("\r")
    session.until("Wrote new-deck.txt: 4 cards.")
    session.type("q")
    assert session.code() == 0
    assert (tmp_path / "new-deck.txt").read_text("utf-8").split() == [
        *("4", "Immortal", "Baron,", "Vorg")
    ]
    assert "\x1b[?1049l" in session.seen


@needs_textual
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_signal_keeps_the_changes_and_gives_the_terminal_back(
    number: int, code: int, tmp_path: Path, terminal: Callable[..., Terminal]
) -> None:
    (tmp_path / "mine.txt").write_text("4 Aqua Hulcus\n", encoding="utf-8")
    session = terminal("mine.txt")
    session.until("906 of 906 cards")
    session.type("+")
    session.until("not saved")
    session.process.send_signal(number)
    assert session.code() == code
    assert "The changes were kept in mine.rescued.txt." in session.seen
    assert "\x1b[?1049l" in session.seen
    assert (tmp_path / "mine.txt").read_text("utf-8") == "4 Aqua Hulcus\n"
    assert "1 Chilias, the Oracle" in (tmp_path / "mine.rescued.txt").read_text("utf-8")


@needs_textual
@pytest.mark.parametrize(
    ("arguments", "environment", "code", "words"),
    [
        ((), {"TERM": "dumb"}, 2, "TERM says it is dumb"),
        (("nothing-there.txt",), {}, 3, "nothing-there.txt: there is no such deck."),
        (("--format", "tgc"), {}, 2, "Did you mean 'tcg'?"),
    ],
)
def test_what_cannot_be_opened_is_said_before_anything_is_drawn(
    arguments: tuple[str, ...],
    environment: dict[str, str],
    code: int,
    words: str,
    terminal: Callable[..., Terminal],
) -> None:
    session = terminal(*arguments, **environment)
    assert session.code() == code
    assert words in session.seen
    assert "\x1b[?1049h" not in session.seen
