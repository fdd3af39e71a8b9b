"""The commands on positions and single games: scenario, trace, fuzz."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dmcli import __version__
from dmcli.cli import show
from dmcli.cli.common import common
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
    SecondsOption,
    SeedOption,
    ToOption,
)
from dmcli.cli.show import Answer, Column, Table
from dmcli.core.errors import UsageMistake

if TYPE_CHECKING:
    from dmcli.cards import Pool
    from dmcli.core.errors import DmcliError
    from dmcli.engine.state import Table as PlayTable
    from dmcli.play.fuzz import Find, Report
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
    app.command(rich_help_panel=PANEL_GAMES)(fuzz)


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

    form = show.form(output, json, to)
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

    form = show.form(output, json, to)
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


# ---------------------------------------------------------------- fuzz

#: Games when neither a number nor a time is given, and at most in any time.
USUAL_GAMES = 1000
ENDLESS_GAMES = 1 << 31
#: With --fast every so many decisions are checked.
FAST = 10


def fuzz(
    seed: SeedOption = 0,
    games: Annotated[
        int | None, typer.Option("--games", "-n", min=1, help="How many games; default 1000.")
    ] = None,
    seconds: SecondsOption = None,
    game: Annotated[
        int | None, typer.Option("--game", "-g", min=0, help="Play only this game of the seed.")
    ] = None,
    agents: AgentsOption = "random",
    fast: Annotated[
        bool, typer.Option("--fast", help="Check only one decision in ten, and play more games.")
    ] = False,
    finds: Annotated[
        Path, typer.Option("--finds", metavar="DIR", help="Where scenarios of finds are written.")
    ] = Path(),
    pool: PoolOption = None,
    output: OutputOption = "table",
    json: JsonOption = False,
    to: ToOption = None,
    force: ForceOption = False,
) -> None:
    """Play random decks of all playable cards and check the engine after every decision.

    What goes wrong is written as a small scenario file, and the exit code is 1.

    Example: dmcli fuzz --seconds 60 --seed 7
    """
    from dmcli.cards import load_pool
    from dmcli.play.fuzz import fuzz as play
    from dmcli.play.position import table_of
    from dmcli.sim.engine import agent_pair
    from dmcli.sim.stop import Stop

    form = show.form(output, json, to)
    if to is not None:
        show.check_target(to, force)
    if finds.exists() and not finds.is_dir():
        raise UsageMistake(f"{finds} is not a folder.")
    loaded = load_pool(pool or ())
    numbers = _games_to_fuzz(games, seconds, game)
    pair = agent_pair(agents)
    table = table_of(loaded)
    with Stop() as stop, _fuzz_progress(len(numbers)) as tell:

        def go_on(report: Report) -> bool:
            tell(report)
            return not stop.asked and (seconds is None or report.seconds < seconds)

        report = play(table, seed, pair, numbers, FAST if fast else 1, go_on)
    files = [_write_find(find, table, loaded, finds, force) for find in report.finds]
    show.answer(_fuzz_answer(report, files, pair, loaded.hash), form, to, force)
    code = stop.exit_code or (DID_NOT_HOLD if report.finds else 0)
    if code:
        raise typer.Exit(code)


def _games_to_fuzz(games: int | None, seconds: float | None, game: int | None) -> range:
    if game is not None:
        return range(game, game + 1)
    return range(games or (USUAL_GAMES if seconds is None else ENDLESS_GAMES))


@contextmanager
def _fuzz_progress(games: int) -> Iterator[Callable[[Report], None]]:
    """A bar on a terminal, a line every ten seconds elsewhere."""
    if not common.progress:
        yield lambda report: None
    elif sys.stderr.isatty():
        from tqdm import tqdm

        total = games if games < ENDLESS_GAMES else None
        with tqdm(total=total, unit=" games", dynamic_ncols=True, leave=False, delay=0.3) as bar:
            yield lambda report: _move(bar, report)
    else:
        yield _TellNow().tell


def _move(bar: Any, report: Report) -> None:
    bar.set_postfix_str(f"{len(report.finds)} faults", refresh=False)
    bar.update(report.games - bar.n)


class _TellNow:
    """One line every ten seconds."""

    def __init__(self) -> None:
        self._next = 10.0

    def tell(self, report: Report) -> None:
        if report.seconds >= self._next:
            self._next = report.seconds + 10.0
            speed = report.games / report.seconds
            found = _many(len(report.finds), "fault")
            show.note(f"{_many(report.games, 'game')}, {speed:,.0f} games/s, {found}")


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _write_find(find: Find, table: PlayTable, pool: Pool, folder: Path, force: bool) -> Path:
    """Write the scenario of a find; its name is the seed and the game."""
    from dmcli.core.files import write_atomically
    from dmcli.play.reduce import reduce_find

    path = folder / f"fuzz-{find.case.seed}-{find.case.game}.toml"
    if path.exists() and not force:
        raise UsageMistake(f"{path} exists already; --force overwrites it.")
    write_atomically(path, reduce_find(find, table, pool).encode())
    return path


def _fuzz_answer(report: Report, files: list[Path], agents: tuple[str, str], pool: str) -> Answer:
    rows = [
        {"game": find.case.game, "fault": find.fault, "file": str(path)}
        for find, path in zip(report.finds, files, strict=True)
    ]
    document = {
        "seed": report.seed,
        "games": report.games,
        "decisions": report.decisions,
        "seconds": round(report.seconds, 3),
        "agents": list(agents),
        "finds": rows,
    }
    found = _many(len(rows), "fault") if rows else "no fault"
    said = (
        f"{_many(report.games, 'game')} of seed {report.seed}, "
        f"{_many(report.decisions, 'decision')}, {report.seconds:.1f} s: {found} found."
    )
    columns = [Column("game", right=True), Column("fault"), Column("file")]
    tables = [Table(columns, rows)] if rows else []
    return Answer("fuzz", document, tables, lines=[said], pool=pool)
