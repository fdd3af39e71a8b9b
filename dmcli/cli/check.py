"""The command `check`: whether decks are legal, and what is wrong with them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dmcli.cli import show
from dmcli.cli.checked import Checked, Report, remarks, show_report
from dmcli.cli.options import (
    PANEL_DECKS,
    PANEL_OUTPUT,
    DecksArg,
    ForceOption,
    FormatOption,
    JsonOption,
    PoolOption,
    ToOption,
    one_of,
)
from dmcli.core.errors import DmcliError, Unreadable, UsageMistake

if TYPE_CHECKING:
    from dmcli.cards import Pool
    from dmcli.decks import Format
    from dmcli.decks.legality.owned import Collection

_FORMS = (*show.OUTPUTS, "github", "sarif")

StrictOption = Annotated[
    bool, typer.Option("--strict", help="A line read only with a warning ends with exit code 3.")
]
OwnedOption = Annotated[
    Path | None,
    typer.Option(
        "--owned",
        metavar="FILE",
        help="A collection (CSV with count and name): say which cards are missing, exit code 1.",
    ),
]
WatchOption = Annotated[
    bool, typer.Option("--watch", help="Check again whenever a file changes, until Ctrl-C.")
]
CheckOutputOption = Annotated[
    str,
    typer.Option(
        "--output",
        metavar="FORM",
        help="Form of the data: table, json, csv, md; github: annotations in a workflow; sarif: "
        "for code scanning.",
        callback=one_of(_FORMS),
        rich_help_panel=PANEL_OUTPUT,
    ),
]


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(rich_help_panel=PANEL_DECKS)(check)


def check(
    decks: DecksArg,
    format: FormatOption = "tcg",
    strict: StrictOption = False,
    owned: OwnedOption = None,
    watch: WatchOption = False,
    pool: PoolOption = None,
    output: CheckOutputOption = "table",
    json: JsonOption = False,
    to: ToOption = None,
    force: ForceOption = False,
) -> None:
    """Check whether decks are legal, and say what is wrong, where, and how to mend it.

    Formats: tcg (40 cards or more), ocg (exactly 40), limited (30 or more); at most 4 copies of
    a card; or a file of your own. Exit code 0: all legal; 1: some are not, or need cards that you
    do not own; 3: something could not be read. --quiet shows only the decks that are the reason.

    Rules: size, copies, restricted, banned, pair, set, rarity, civilization, zone, unknown-card,
    unreadable-line; and warnings of what is legal and unwise: no-base, unpayable, slow-start,
    not-playable, not-owned.

    Example: dmcli check my-deck.txt starter/*
    """
    task = _Task(
        decks,
        format,
        strict,
        owned,
        tuple(pool or ()),
        show.form(output, json, to, ("sarif",)),
        to,
        force,
    )
    if watch:
        task.watch()
    code = task.run()
    if code:
        raise typer.Exit(code)


@dataclass
class _Task:
    """What was asked for on the command line."""

    decks: list[str]
    format: str
    strict: bool
    owned: Path | None
    pool: tuple[Path, ...]
    form: str
    to: Path | None
    force: bool

    def run(self) -> int:
        """Check everything once, show it, and say with which exit code to end."""
        from dmcli.cards import load_pool
        from dmcli.decks import find_format

        if self.to is not None:
            show.check_target(self.to, self.force)
        pool = load_pool(self.pool)
        rules = find_format(self.format, pool)
        collection = self._collection(pool)
        checked = self._checked(rules, pool, collection)
        show_report(
            Report(checked, rules, pool, collection, self.strict), self.form, self.to, self.force
        )
        return max(each.code(self.strict) for each in checked)

    def _collection(self, pool: Pool) -> Collection | None:
        """Read the collection, and say what in it was not understood."""
        from dmcli.decks.legality.owned import read_collection

        if self.owned is None:
            return None
        collection = read_collection(self.owned, pool)
        for sentence in remarks(collection):
            show.warn(sentence)
        return collection

    def _checked(self, rules: Format, pool: Pool, collection: Collection | None) -> list[Checked]:
        """Every deck; one that cannot be read is a problem among others, alone it is an error."""
        sources, faults = self._sources(show.note)
        alone = len(sources) + len(faults) == 1 and self.form in show.OUTPUTS
        if alone and faults:
            raise faults[0][1]
        checked = [Checked.read(source, rules, pool, collection, alone) for source in sources]
        return checked + [Checked.unread(source, error) for source, error in faults]

    def _sources(
        self, tell: Callable[[str], None] | None = None
    ) -> tuple[list[str], list[tuple[str, Unreadable]]]:
        """The decks that the arguments name, and the arguments that name none."""
        from dmcli.decks import find_decks

        found: dict[str, None] = {}
        faults = []
        for argument in self.decks:
            try:
                found |= dict.fromkeys(find_decks([argument], tell))
            except Unreadable as error:
                faults.append((argument, error))
        decks = [source for source in found if not self._is_collection(source)]
        return decks or list(found), faults

    def _is_collection(self, source: str) -> bool:
        """Whether a file of a folder is the collection that its decks are compared with."""
        if self.owned is None or source in self.decks:
            return False
        return os.path.abspath(source) == os.path.abspath(self.owned)

    # ------------------------------------------------------------ again and again

    def watch(self) -> None:
        """Check again whenever something has changed, until Ctrl-C."""
        from dmcli.cli.watching import watch

        if "-" in self.decks:
            raise UsageMistake("--watch needs files: standard input comes only once.")
        if self.to is not None:
            show.check_target(self.to, self.force)
        watch(self._look, self._state)

    def _look(self, changed: list[str]) -> None:
        """Check once more; a mistake is said, for the next change may mend it."""
        from dmcli.cli.watching import clear

        if self.form == "table":
            clear()
        if changed:
            others = f" and {len(changed) - 1} more" if changed[1:] else ""
            show.note(f"\n{time.strftime('%H:%M:%S')} {changed[0]}{others} changed.")
        try:
            self.run()
        except DmcliError as error:
            show.note(f"Error: {error}")
        self.force = True
        show.note("Watching; Ctrl-C ends.")

    def _state(self) -> Mapping[str, Any]:
        """How all the files stand that this depends on."""
        from dmcli.cli.watching import stamps
        from dmcli.decks.legality.formats import is_format_file

        sources, _ = self._sources()
        beside = [Path(self.format).parent.glob("*.toml")] if is_format_file(self.format) else []
        owned = [self.owned] if self.owned else []
        return stamps([*sources, *(path for each in beside for path in each), *owned, *self.pool])
