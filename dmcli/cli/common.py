"""The options that every command takes, and what they switch."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Annotated

import typer

PANEL = "Every command"


@dataclass
class Common:
    """How this process talks to its user."""

    quiet: bool = False
    progress: bool = True
    debug: bool = False

    def reset(self) -> None:
        """Forget an earlier command line of this process."""
        self.quiet, self.progress, self.debug = False, True, False


common = Common()


def _quiet(value: bool) -> None:
    if value:
        common.quiet = True
        common.progress = False


def _no_progress(value: bool) -> None:
    if value:
        common.progress = False


def _no_color(value: bool) -> None:
    if value:
        os.environ["NO_COLOR"] = "1"
        os.environ.pop("FORCE_COLOR", None)


def _debug(value: bool) -> None:
    if value:
        common.debug = True


def every_command(
    quiet: Annotated[
        bool,
        typer.Option(
            "--quiet", "-q", help="Only data and errors.", callback=_quiet, rich_help_panel=PANEL
        ),
    ] = False,
    no_progress: Annotated[
        bool,
        typer.Option(
            "--no-progress", help="No progress bar.", callback=_no_progress, rich_help_panel=PANEL
        ),
    ] = False,
    no_color: Annotated[
        bool,
        typer.Option(
            "--no-color",
            help="No colours.",
            callback=_no_color,
            is_eager=True,
            rich_help_panel=PANEL,
        ),
    ] = False,
    debug: Annotated[
        bool,
        typer.Option(
            "--debug",
            help="Show the traceback of an error.",
            callback=_debug,
            is_eager=True,
            rich_help_panel=PANEL,
        ),
    ] = False,
) -> None:
    """Hold the options; app.py hands them to every command."""
