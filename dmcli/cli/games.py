"""The commands on many games: simulate, report."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dmcli import __version__
from dmcli.cli import result, show
from dmcli.cli.options import (
    PANEL_GAMES,
    PANEL_REPORTS,
    AgentsOption,
    DeckArg,
    ForceOption,
    FormatOption,
    GamesOption,
    JobsOption,
    JsonOption,
    ListsOption,
    NoStoreOption,
    OutputOption,
    PoolOption,
    ReportOption,
    RulesetOption,
    RunOption,
    SeedOption,
    ToOption,
)
from dmcli.cli.progress import progress
from dmcli.core.errors import DmcliError, UsageMistake

if TYPE_CHECKING:
    from dmcli.cards import Pool
    from dmcli.sim.run import Run
    from dmcli.sim.series import PlayedDeck, Recipe, Series
    from dmcli.sim.store import RunStore

AnyDeckOption = Annotated[
    bool, typer.Option("--any-deck", help="Play decks that the format does not allow.")
]


def register(app: typer.Typer) -> None:
    """Add `simulate` and `report` to the program."""
    app.command(rich_help_panel=PANEL_GAMES)(simulate)
    app.command(rich_help_panel=PANEL_REPORTS)(report)


def simulate(
    first: DeckArg,
    second: DeckArg,
    games: GamesOption = 1000,
    seed: SeedOption = 0,
    agents: AgentsOption = "heuristic",
    jobs: JobsOption = None,
    format: FormatOption = "tcg",
    ruleset: RulesetOption = "tcg",
    lists: ListsOption = "open",
    any_deck: AnyDeckOption = False,
    pool: PoolOption = None,
    run: RunOption = None,
    no_store: NoStoreOption = False,
    report: ReportOption = None,
    output: OutputOption = "table",
    json: JsonOption = False,
    to: ToOption = None,
    force: ForceOption = False,
) -> None:
    """Play two decks against each other and print the win rate with its interval.

    Games come in pairs: the same luck once with each deck going first. How many are needed: 400
    games say the win rate within 5 points, 1,100 within 3, 2,400 within 2, 9,600 within 1.

    Example: dmcli simulate ember.txt tide.txt -n 2000 --seed 7
    """
    from dmcli.cards import load_pool
    from dmcli.sim.engine import agent_pair, engine_recipe
    from dmcli.sim.run import all_cores
    from dmcli.sim.runs import run_name
    from dmcli.sim.series import Series

    loaded = load_pool(pool or ())
    series = Series(
        decks=decks_to_play((first, second), loaded, None if any_deck else format),
        agents=agent_pair(agents),
        ruleset=ruleset,
        lists=lists,
        seed=seed,
        games=games,
    )
    recipe = engine_recipe(series, loaded)
    _check_targets(to, report, force)
    if games % 2:
        show.note(f"{games:,} games are rounded up to {games + 1:,}, so that they are whole pairs.")
    with _run_file(series, run, no_store, report is not None, force) as path:
        store = _store(path, recipe, loaded.hash, must=bool(run or report))
        played, code = _play(recipe, store, jobs or all_cores())
        kept = None if store is None or no_store else run_name(store.path)
        _say_how_it_went(played, store, kept)
        form = show.form(output, json, to)
        shown = result.Result(
            played.series, played.tally, played.seconds, kept, __version__, loaded.hash
        )
        show.answer(result.answer(shown, form), form, to, force)
        if report is not None and store is not None:
            _report(store.path, report, force)
    if code:
        raise typer.Exit(code)
    if played.tally.faults:
        raise DmcliError(_faults(played))


def report(
    reference: Annotated[
        str, typer.Argument(metavar="[RUN]", help="An id, its beginning, a file, or last.")
    ] = "last",
    report: Annotated[
        Path | None,
        typer.Option("--report", metavar="DIR", help="Where to write; default: reports/RUN."),
    ] = None,
    output: OutputOption = "table",
    json: JsonOption = False,
    to: ToOption = None,
    force: ForceOption = False,
) -> None:
    """Write the tables and pictures of a stored run: CSV files and one HTML page.

    Example: dmcli report last
    """
    from dmcli.sim.runs import find_run

    form = show.form(output, json, to)
    path = find_run(reference)
    _check_targets(to, report, force)
    shown = _stored_result(path)
    files = _report(path, report, force)
    show.answer(result.reported(shown, files, form), form, to, force)


def decks_to_play(
    sources: tuple[str, str], pool: Pool, format: str | None
) -> tuple[PlayedDeck, PlayedDeck]:
    """Read both decks; what cannot be played is said before anything else happens."""
    from dmcli.decks import demand_legal, demand_playable, find_format, read_deck
    from dmcli.sim.engine import demand_possible, played_deck

    rules = find_format(format, pool) if format else None
    first, second = (read_deck(source, pool) for source in sources)
    for deck in (first, second):
        if rules:
            demand_legal(deck, rules, pool)
        demand_playable(deck, pool)
        demand_possible(deck)
    for problem in dict.fromkeys((*first.problems, *second.problems)):
        show.warn(problem.message)
    return played_deck(first), played_deck(second)


def _check_targets(to: Path | None, report: Path | None, force: bool) -> None:
    """Refuse what cannot be written before the first game."""
    if to is not None:
        show.check_target(to, force)
    if report is not None:
        from dmcli.reports.folder import check_folder

        check_folder(report, force)


@contextmanager
def _run_file(
    series: Series, run: Path | None, no_store: bool, report: bool, force: bool
) -> Iterator[Path | None]:
    """Where the run is stored; without a store a report still needs one for a while."""
    from tempfile import TemporaryDirectory

    from dmcli.sim.runs import new_run_path
    from dmcli.sim.store import make_way

    if no_store and report:
        with TemporaryDirectory(prefix="dmcli-") as folder:
            yield Path(folder) / "run.sqlite"
    elif no_store:
        yield None
    elif run is None:
        yield new_run_path(series, date.today())
    else:
        make_way(run, force)
        yield run


def _store(path: Path | None, recipe: Recipe, pool: str, must: bool) -> RunStore | None:
    """Begin the run file; the usual place may be unwritable, a place that was asked for may not."""
    from dmcli.sim.store import RunStore

    if path is None:
        return None
    about = {"version": __version__, "pool": pool, "command": shlex.join(["dmcli", *sys.argv[1:]])}
    try:
        return RunStore.create(path, recipe, about)
    except UsageMistake as error:
        if must:
            raise
        show.warn(f"{error} The run is not stored.")
        return None


def _play(recipe: Recipe, store: RunStore | None, jobs: int) -> tuple[Run, int]:
    """Play the series; the exit code is that of the signal that stopped it."""
    from dmcli.sim.run import run_series
    from dmcli.sim.stop import Stop

    keep = store.keep if store else lambda block: None
    try:
        with Stop() as stop, progress(2 * recipe.series.pairs) as watch:
            run = run_series(recipe, jobs=jobs, stop=stop, keep=keep, watch=watch)
        if store:
            store.finish(run.complete, run.seconds)
    finally:
        if store:
            store.close()
    return run, stop.exit_code


def _say_how_it_went(run: Run, store: RunStore | None, kept: str | None) -> None:
    """Say how many games are missing, and where the others are kept."""
    if not run.complete:
        whole = 2 * run.series.pairs
        show.note(f"Incomplete: played {run.tally.games:,} of {whole:,} games.")
    if kept and store:
        show.note(f"Stored as run {kept}" + ("." if kept == str(store.path) else f": {store.path}"))


def _faults(run: Run) -> str:
    """Name games that could not be played."""
    game, reason = run.tally.faults[0]
    more = len(run.tally.faults) - 1
    others = f" (and {more} more)" if more else ""
    return f"game {game} of seed {run.series.seed} could not be played{others}: {reason}."


def _stored_result(path: Path) -> result.Result:
    """The result of a run file."""
    from dmcli.sim.runfile import RunFile
    from dmcli.sim.runs import run_name

    with RunFile(path) as file:
        version, pool = (file.about.get(key, "unknown") for key in ("version", "pool"))
        tally, seconds = file.tally(), file.seconds
        return result.Result(file.series, tally, seconds, run_name(path), version, pool)


def _report(run: Path, folder: Path | None, force: bool) -> list[Path]:
    """Write a report and say what was written."""
    from dmcli.reports.report import write_report

    files = write_report(run, folder, force)
    show.note(f"Wrote {len(files)} files to {files[0].parent}: index.html and CSV tables.")
    return files
