"""The program as a whole: help, versions, exit codes, pipes, locales and signals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from dmcli import __version__
from dmcli.cli import app
from dmcli.core.errors import DmcliError, Refused, Unreadable, UsageMistake


def commands(command: Any = None, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Every command that does something, with its words."""
    tree = app.build() if command is None else command
    children = getattr(tree, "commands", {})
    for name, child in children.items():
        yield from commands(child, (*path, name))
    if not children:
        yield " ".join(path), tree


COMMANDS = dict(commands())


@pytest.mark.parametrize("words", COMMANDS)
def test_every_command_has_a_line_of_help_and_an_example_of_itself(words: str) -> None:
    text = COMMANDS[words].help
    assert text.splitlines()[0].endswith(".")
    assert f"Example: dmcli {words}" in text


@pytest.mark.parametrize("words", COMMANDS)
def test_every_command_answers_to_both_names_of_help(words: str, dmcli: Callable[..., Any]) -> None:
    long, short = dmcli(*words.split(), "--help"), dmcli(*words.split(), "-h")
    assert (long.code, short.code) == (0, 0)
    assert long.out == short.out != ""


def test_the_version_names_the_program_and_its_cards(dmcli: Callable[..., Any]) -> None:
    said = dmcli("--version")
    assert said.code == 0
    assert said.out.startswith(f"dmcli {__version__}, card pool ")


def test_no_arguments_show_the_help_and_count_as_a_usage_mistake(
    dmcli: Callable[..., Any],
) -> None:
    said = dmcli()
    assert said.code == 2
    assert "Usage: dmcli" in said.out + said.err


@pytest.mark.parametrize(
    "words",
    [
        ["nonsense"],
        ["rules", "--nonsense"],
        ["rules", "--output", "yaml"],
        ["rules", "nonsense"],
        ["bench", "--seconds", "never"],
    ],
)
def test_a_usage_mistake_is_one_sentence_on_standard_error(
    words: list[str], dmcli: Callable[..., Any]
) -> None:
    said = dmcli(*words)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("Error: ")
    assert "Traceback" not in said.err


@pytest.mark.parametrize(
    "option",
    [
        ["-n", "0"],
        ["-n", "-1"],
        ["-n", "many"],
        ["--jobs", "0"],
        ["--seed", "-1"],
        ["--seed", str(2**63)],
        ["--agents", "nobody"],
        ["--ruleset", "tgc"],
        ["--lists", "ajar"],
        ["--format", "tgc"],
    ],
)
def test_an_impossible_option_is_refused_before_the_first_game(
    option: list[str], dmcli: Callable[..., Any]
) -> None:
    said = dmcli("simulate", "starter/fire", "starter/water", "--no-store", *option)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("Error: ")
    assert "Traceback" not in said.err


def test_a_near_word_is_offered(dmcli: Callable[..., Any]) -> None:
    assert "rules" in dmcli("ruels").err
    assert "Did you mean 'json'?" in dmcli("rules", "--output", "jsn").err


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (Refused("It is not legal."), 1),
        (UsageMistake("There is no such thing."), 2),
        (Unreadable("It cannot be read."), 3),
        (DmcliError("It broke."), 4),
        (FileNotFoundError(2, "No such file", "deck.txt"), 3),
        (ZeroDivisionError("division by zero"), 4),
        (KeyboardInterrupt(), 130),
    ],
)
def test_every_kind_of_error_has_its_exit_code_and_no_traceback(
    error: BaseException,
    code: int,
    dmcli: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail() -> None:
        raise error

    monkeypatch.setattr("dmcli.rulebook.topics", fail)
    said = dmcli("rules")
    assert said.code == code
    assert "Traceback" not in said.err


def test_debug_shows_the_traceback(
    dmcli: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise Refused("no")

    monkeypatch.setattr("dmcli.rulebook.topics", fail)
    with pytest.raises(Refused):
        dmcli("rules", "--debug")


def test_quiet_silences_what_is_said_beside_the_data(
    dmcli: Callable[..., Any], tmp_path: Any
) -> None:
    assert dmcli("rules", "-o", tmp_path / "one.txt").err.startswith("Wrote ")
    assert dmcli("rules", "-o", tmp_path / "two.txt", "--quiet").err == ""


def test_a_closed_pipe_ends_quietly() -> None:
    command = f"'{sys.executable}' -P -m dmcli rules --coverage | head -n 1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False
    )
    assert done.stdout.startswith("id")
    assert done.stderr == ""


def test_any_locale_shows_the_dragon(program: Callable[..., Any]) -> None:
    settings = {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": ""}
    said = program("cards", "show", "Überdragon Jabaha", **settings)
    assert said.code == 0
    assert "Überdragon Jabaha" in said.out


def test_a_read_only_home_means_no_cache_and_not_no_program(program: Callable[..., Any]) -> None:
    nowhere = {"HOME": "/proc/nowhere", "XDG_CACHE_HOME": "/proc/nowhere"}
    said = program("cards", "search", "name:Emeral", **nowhere)
    assert (said.code, said.err) == (0, "")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.skipif(os.name == "nt", reason="Windows has other signals")
def test_a_signal_ends_the_program_with_its_exit_code(number: int, code: int) -> None:
    program = (
        "import os, sys, time\n"
        "import dmcli.rulebook\n"
        "def wait():\n"
        "    print('waiting', flush=True)\n"
        "    time.sleep(60)\n"
        "dmcli.rulebook.topics = wait\n"
        "from dmcli.cli.app import main\n"
        "sys.argv = ['dmcli', 'rules']\n"
        "main()\n"
    )
    running = subprocess.Popen(
        [sys.executable, "-P", "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stdout is not None
    assert running.stdout.readline() == "waiting\n"
    running.send_signal(number)
    _, complaint = running.communicate(timeout=20)
    assert (running.returncode, complaint) == (code, "")
