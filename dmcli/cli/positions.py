"""The commands on positions and single games: scenario, trace, fuzz."""

from __future__ import annotations

import sys
from dataclasses import replace
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dmcli import __version__
from dmcli.cli import show
from dmcli.cli.games import AnyDeckOption, decks_to_play
from dmcli.cli.options import (
    PANEL_GAMES,
    AgentsOption,
    DeckArg,
    ForceOption,
    FormatOption,
    JsonOption,
    ListsOption,
    OutputOption,
    PoolOption,
    RulesetOption,
    SeedOption,
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
    app.command(rich_help_panel=PANEL_GAMES)(trace)


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


# ---------------------------------------------------------------- trace


GameOption = Annotated[
    int | None,
    typer.Option("--game", "-g", min=0, help="Which game of the series; default: by the seed."),
]


def trace(
    first: DeckArg,
    second: DeckArg,
    seed: SeedOption = 0,
    game: GameOption = None,
    agents: AgentsOption = "heuristic",
    format: FormatOption = "tcg",
    ruleset: RulesetOption = "tcg",
    lists: ListsOption = "open",
    any_deck: AnyDeckOption = False,
    pool: PoolOption = None,
    output: OutputOption = "table",
    json: JsonOption = False,
    to: ToOption = None,
    force: ForceOption = False,
) -> None:
    """Play one game between two agents and print what happens, turn by turn.

    Game K is exactly game K of `simulate` with the same decks, seed and options. --json prints
    one event a line.

    Example: dmcli trace starter/fire starter/water --seed 7 --game 3
    """
    from dmcli.cards import load_pool
    from dmcli.engine.ruleset import Ruleset
    from dmcli.engine.table import build_table
    from dmcli.play import trace as play
    from dmcli.sim.engine import agent_pair

    form = show.form(output, json)
    if to is not None:
        show.check_target(to, force)
    loaded = load_pool(pool or ())
    decks = decks_to_play((first, second), loaded, None if any_deck else format)
    pair = agent_pair(agents)
    names = sorted({name for deck in decks for name, _ in deck.cards})
    table = build_table(
        [loaded.cards[name] for name in names],
        [loaded.abilities(name) for name in names],
        loaded.races,
    )
    a, b = ([table.index(name) for name, many in deck.cards for _ in range(many)] for deck in decks)
    number = play.first_game(seed) if game is None else game
    log = play.trace(table, (a, b), pair, Ruleset.preset(ruleset), lists == "open", seed, number)
    start = {
        "turn": 0,
        "player": play.SEATS[number & 1],
        "event": "game",
        "schema": "dmcli.trace/1",
        "version": __version__,
        "pool": loaded.hash,
        "seed": seed,
        "game": number,
        "ruleset": ruleset,
        "lists": lists,
        "decks": [{"name": deck.name, "hash": deck.hash} for deck in decks],
        "agents": list(pair),
    }
    _print_log(start, log.events, form, to, force)


def _print_log(
    start: dict[str, Any], events: list[dict[str, Any]], form: str, to: Path | None, force: bool
) -> None:
    """JSON Lines, a table of events, or a log for people."""
    from dmcli.play.log import lines

    if form in ("csv", "md"):
        rows = [_event_row(event) for event in events]
        table = Table([Column(key) for key in ("turn", "player", "event", "what")], rows)
        show.answer(Answer("trace", {}, [table]), form, to, force)
        return
    if form == "json":
        text = "\n".join(dumps(event, ensure_ascii=False) for event in [start, *events])
    else:
        text = "\n".join([*_game_lines(start), *lines(events)])
    if to is not None:
        show.write_file(to, text + "\n")
    else:
        show.line(text if form == "json" else _folded(text))


def _folded(text: str) -> str:
    """Lines that are too long for the terminal go on below, further in."""
    from textwrap import wrap

    columns = show.width()
    if columns is None:
        return text
    folded: list[str] = []
    for line in text.split("\n"):
        inner = " " * (len(line) - len(line.lstrip()) + 4)
        folded += wrap(line, columns, subsequent_indent=inner, break_on_hyphens=False) or [""]
    return "\n".join(folded)


def _event_row(event: dict[str, Any]) -> dict[str, object]:
    known = ("turn", "player", "event")
    rest = [str(value) for key, value in event.items() if key not in known and value is not None]
    return {**{key: event[key] for key in known}, "what": ", ".join(rest)}


def _game_lines(start: dict[str, Any]) -> list[str]:
    names, agents = [deck["name"] for deck in start["decks"]], start["agents"]
    return [
        f"Game {start['game']} of seed {start['seed']}, {start['ruleset']} rules",
        f"  A: {names[0]} ({agents[0]})",
        f"  B: {names[1]} ({agents[1]})",
    ]
