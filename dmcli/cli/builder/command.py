"""The command `build`: a full-screen deck builder in the terminal."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from typing import Annotated

import typer

from dmcli.cli import complete, show
from dmcli.cli.options import PANEL_DECKS, FormatOption, PoolOption

MaybeDeckArg = Annotated[
    str | None,
    typer.Argument(
        metavar="[DECK]",
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

    It needs Textual: pip install 'dmcli[tui]'. Press ? for all keys.

    Example: dmcli build my-deck.txt --format ocg
    """
    _demand_textual()
    _demand_terminal(deck)
    from dmcli.cards import load_pool
    from dmcli.cli.builder.app import Builder
    from dmcli.cli.builder.desk import new_desk, open_desk
    from dmcli.decks import find_format

    rules = find_format(format)
    loaded = load_pool(pool or ())
    desk = open_desk(deck, loaded) if deck else new_desk(loaded)
    Builder(desk, loaded, rules).run()
    if desk.draft.changed:
        show.note("The changes were not saved.")


def _demand_textual() -> None:
    from dmcli.core.errors import UsageMistake

    if find_spec("textual") is None:
        raise UsageMistake("build needs Textual, which is not installed: pip install 'dmcli[tui]'.")


def _demand_terminal(deck: str | None) -> None:
    """Refuse to draw where nothing can be drawn, or no key be read."""
    from dmcli.core.errors import UsageMistake

    if deck == "-":
        raise UsageMistake("build reads keys from standard input: save the list in a file first.")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageMistake("build draws on a terminal, and this is a pipe: use deck, check, stats.")
    if os.environ.get("TERM", "dumb") in ("", "dumb"):
        raise UsageMistake("build needs a terminal that can place text, and TERM says it is dumb.")
