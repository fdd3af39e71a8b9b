"""The commands on positions and single games: scenario, trace, fuzz."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dmcli.cli import show
from dmcli.cli.options import (
    PANEL_GAMES,
    ForceOption,
    JsonOption,
    OutputOption,
    PoolOption,
    ToOption,
)
from dmcli.cli.show import Answer, Column, Table

if TYPE_CHECKING:
    from dmcli.cards import Pool
    from dmcli.core.errors import DmcliError
    from dmcli.play.scenario import Failure, Played

DID_NOT_HOLD = 1

FilesArg = Annotated[
    list[str], typer.Argument(metavar="FILE", help="Scenario files (TOML), folders or globs.")
]
ShowOption = Annotated[bool, typer.Option("--show", help="Print what happened, step by step.")]


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.command(rich_help_panel=PANEL_GAMES)(scenario)


# ---------------------------------------------------------------- scenario


def scenario(
    files: FilesArg,
    show_log: ShowOption = False,
    pool: PoolOption = None,
    output: OutputOption = "table",
    json: JsonOption = False,
    to: ToOption = None,
    force: ForceOption = False,
) -> None:
    """Play positions that are written in files, and check what the files claim about them.

    Example: dmcli scenario rulings/terror-pit.toml --show
    """
    from dmcli.cards import load_pool
    from dmcli.core.errors import DmcliError

    form = show.form(output, json)
    if to is not None:
        show.check_target(to, force)
    loaded = load_pool(pool or ())
    played: list[Played] = []
    errors: list[DmcliError] = []
    for path in _scenario_files(files):
        try:
            played.append(_play_one(path, loaded))
        except DmcliError as error:
            errors.append(error)
    for each in errors:
        print(f"Error: {each}", file=sys.stderr)
    if played or form == "json":
        answer = _scenario_answer(played, errors, show_log, form)
        show.answer(replace(answer, pool=loaded.hash), form, to, force)
    code = max([0, *(each.exit_code for each in errors)])
    if any(each.failures for each in played):
        code = max(code, DID_NOT_HOLD)
    if code:
        raise typer.Exit(code)


def _scenario_files(arguments: list[str]) -> list[Path]:
    """Files as they are named; a folder stands for every .toml in it."""
    from glob import glob

    from dmcli.core.errors import Unreadable

    found: list[Path] = []
    for argument in arguments:
        path = Path(argument)
        if path.is_dir():
            inside = sorted(path.rglob("*.toml"))
            if not inside:
                raise Unreadable(f"{path}: there is no .toml file in this folder.")
            found += inside
        elif not path.exists() and any(sign in argument for sign in "*?["):
            names = sorted(glob(argument, recursive=True))
            if not names:
                raise Unreadable(f"{argument}: no file is called so.")
            found += map(Path, names)
        else:
            found.append(path)
    return list(dict.fromkeys(found))


def _play_one(path: Path, pool: Pool) -> Played:
    from dmcli.play.scenario import play, read_scenario

    return play(read_scenario(path, pool), pool)


def _scenario_answer(
    played: list[Played], errors: list[DmcliError], show_log: bool, form: str
) -> Answer:
    failures = [failure for each in played for failure in each.failures]
    passed = sum(not each.failures for each in played)
    document: dict[str, object] = {
        "passed": passed,
        "failed": [_failure_row(failure) for failure in failures],
        "errors": [str(error) for error in errors],
    }
    if show_log:
        document["logs"] = {each.scenario.file: each.board.log.events for each in played}
    columns = [Column(key) for key in ("file", "title", "step", "expected", "found", "legal")]
    table = Table(columns, [_failure_row(failure) for failure in failures])
    told = [line for failure in failures for line in _told(failure)] if form == "table" else []
    return Answer(
        "scenario",
        document,
        [table] if form == "csv" or (failures and form == "md") else [],
        lines=[*told, _said(len(played), passed)],
        heading=_logs(played) if show_log else (),
    )


def _told(failure: Failure) -> list[str]:
    """A failure for people, in lines that may be folded."""
    return [
        f"{failure.file}: {failure.title}",
        f"  step {failure.step}: expected {failure.expected}",
        f"  found: {failure.found}",
        f"  legal: {', '.join(failure.legal) or 'nothing, the game is over'}",
        "",
    ]


def _said(played: int, passed: int) -> str:
    many = f"{played} scenario{'' if played == 1 else 's'} played"
    if played == passed:
        return f"{many}, all held."
    return f"{many}, {passed} held, {played - passed} did not."


def _failure_row(failure: Failure) -> dict[str, object]:
    return {
        "file": failure.file,
        "title": failure.title,
        "step": failure.step,
        "expected": failure.expected,
        "found": failure.found,
        "legal": list(failure.legal),
    }


def _logs(played: list[Played]) -> list[str]:
    from dmcli.play.log import lines

    return [
        line for each in played for line in [each.scenario.title, *lines(each.board.log.events), ""]
    ]
