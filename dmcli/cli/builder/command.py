"""The command `build`: a full-screen deck builder in the terminal."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from typing import Annotated

import typer

from dmcli.cli import complete, show
from dmcli.cli.options import PANEL_DECKS, FormatOption, PoolOption
from dmcli.core.errors import DmcliError, UsageMistake

MaybeDeckArg = Annotated[
    str | None,
    typer.Argument(
        metavar="DECK",
        help="A deck file, or a bundled deck such as starter/… to begin with; none: a new deck.",
        autocompletion=complete.decks,
    ),
]


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(name="build", rich_help_panel=PANEL_DECKS)(build_deck)


def build_deck(
    deck: MaybeDeckArg = None, format: FormatOption = "tcg", pool: PoolOption = None
) -> None:
    """Build a deck in the terminal: search on the left, the deck on the right, live figures.

    It needs Textual: pip install 'dmcli\\[tui]'. Press ? for all keys.

    Example: dmcli build my-deck.txt --format ocg
    """
    _demand_textual()
    _demand_terminal(deck)
    from dmcli.cards import load_pool
    from dmcli.cli.builder.app import Builder
    from dmcli.cli.builder.desk import new_desk, open_desk
    from dmcli.decks import find_format

    loaded = load_pool(pool or ())
    rules = find_format(format, loaded)
    desk = open_desk(deck, loaded) if deck else new_desk(loaded)
    builder = Builder(desk, loaded, rules)
    try:
        builder.run()
    finally:
        if not builder.left and desk.draft.changed:
            show.note(f"The changes were kept in {desk.rescue()}.")
    if builder.stopped_by:
        raise typer.Exit(128 + builder.stopped_by)
    if builder.return_code:
        raise DmcliError("The builder stopped by a fault of its own; what it met stands above.")


def _demand_textual() -> None:
    if find_spec("textual") is None:
        raise UsageMistake("build needs Textual, which is not installed: pip install 'dmcli[tui]'.")


def _demand_terminal(deck: str | None) -> None:
    """Refuse to draw where nothing can be drawn, or no key be read."""
    if deck == "-":
        raise UsageMistake("build reads keys from standard input: save the list in a file first.")
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise UsageMistake("build draws on a terminal, and this is a pipe: use deck, check, stats.")
    if os.environ.get("TERM", "dumb") in ("", "dumb"):
        raise UsageMistake("build needs a terminal that can place text, and TERM says it is dumb.")
