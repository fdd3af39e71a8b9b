"""The program: its commands, and how errors and signals become exit codes."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType
from typing import Annotated, Any

import typer
from typer.exceptions import TyperException

from dmcli.cli import (
    advise,
    cards,
    check,
    config,
    convert,
    deck,
    diff,
    fix,
    games,
    hands,
    positions,
    stats,
    tool,
)
from dmcli.cli.builder import command as builder
from dmcli.cli.common import common, every_command
from dmcli.core.errors import DmcliError
from dmcli.core.signs import printable

FAULT = 4
INTERRUPTED = 130
TERMINATED = 143

app = typer.Typer(
    name="dmcli",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Build Duel Masters decks and play them against each other, thousands of times.",
)


def _show_version(value: bool) -> None:
    if value:
        from dmcli.cli import show

        show.line(show.version_line())
        raise typer.Exit


@app.callback()
def _root(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the versions of dmcli and its cards.", callback=_show_version
        ),
    ] = False,
) -> None:
    """Build Duel Masters decks and play them against each other, thousands of times.

    Example: dmcli simulate starter/DECK starter/OTHER -n 1000
    """
    commands = getattr(context.command, "commands", {})
    context.default_map = dict(config.default_map(commands, config.settings()))


def _register() -> None:
    for subject in (
        *(check, convert, diff, fix, deck, stats, hands, advise),
        *(games, positions, cards, tool, builder),
    ):
        subject.register(app)


def build() -> Any:
    """Make the command tree, with the options of every command on each leaf."""
    root = typer.main.get_command(app)
    shared = typer.Typer(add_completion=False)
    shared.command()(every_command)
    extra = typer.main.get_command(shared).params
    for option in extra:
        option.expose_value = False
    _spread(root, extra)
    return root


def _spread(command: Any, extra: list[Any]) -> None:
    command.params.extend(extra)
    command.help = _unwrapped(command.help or "")
    for child in getattr(command, "commands", {}).values():
        _spread(child, extra)


def _unwrapped(help: str) -> str:
    """Join the lines of each paragraph, so that the terminal's width decides where they break."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in help.split("\n\n"))


def run(arguments: list[str] | None = None) -> int:
    """Run one command line and return its exit code."""
    common.reset()
    try:
        code = build().main(arguments, prog_name="dmcli", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except BrokenPipeError:
        return _closed_pipe()
    except SystemExit as leaving:
        if isinstance(leaving.__context__, BrokenPipeError):
            return _closed_pipe()
        return leaving.code if isinstance(leaving.code, int) else 1
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        if common.debug:
            raise
        return _say(error)


def _say(error: Exception) -> int:
    """Print one sentence about the error and return its exit code."""
    if isinstance(error, TyperException):
        return _say_usage(error)
    if isinstance(error, DmcliError):
        print(f"Error: {printable(str(error))}", file=sys.stderr)
        return error.exit_code
    if isinstance(error, OSError) and error.filename is not None:
        print(f"Error: {printable(str(error.filename))}: {error.strerror}.", file=sys.stderr)
        return 3
    what = f"{type(error).__name__}: {error}"
    print(
        f"Error: this is a fault of dmcli ({what}). --debug shows where it happened.",
        file=sys.stderr,
    )
    return FAULT


def _say_usage(error: TyperException) -> int:
    context = getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError":
        print(error.message, file=sys.stderr)
        return error.exit_code
    message = error.format_message().strip()
    print(f"Error: {printable(message)}", file=sys.stderr)
    if context is not None:
        print(f"'{context.command_path} --help' shows how it is used.", file=sys.stderr)
    return error.exit_code


def _closed_pipe() -> int:
    """The reader has seen enough: point standard output at nothing and leave quietly."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


_signals: list[int] = []


def _terminate(number: int, frame: FrameType | None) -> None:
    """Take SIGTERM as Ctrl-C, so that what is finished is kept."""
    _signals.append(number)
    raise KeyboardInterrupt


def _speak_utf8() -> None:
    """Print Überdragon in any locale."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace" if stream is not sys.stdin else "strict")


def _as_utf8(argument: str) -> str:
    """Mend an argument that a locale without UTF-8 could not read."""
    try:
        return os.fsencode(argument).decode("utf-8")
    except UnicodeError:
        return argument


def main() -> None:
    """Run dmcli as a program."""
    _speak_utf8()
    signal.signal(signal.SIGTERM, _terminate)
    code = run([_as_utf8(each) for each in sys.argv[1:]])
    sys.exit(TERMINATED if code == INTERRUPTED and _signals else code)


_register()
