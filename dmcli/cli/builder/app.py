"""The program on the screen: its themes, its style sheet and its one workbench."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from typing import Any, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from dmcli.cards import Pool
from dmcli.cli.builder.desk import Desk
from dmcli.cli.builder.palette import DARK, LIGHT
from dmcli.cli.builder.workbench import Workbench
from dmcli.decks import Format


class Builder(App[None]):
    """A full-screen deck builder."""

    CSS_PATH = "builder.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "dmcli build"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "leave", "Quit", show=False, priority=True),
    ]

    def __init__(self, desk: Desk, pool: Pool, rules: Format) -> None:
        if not os.environ.get("NO_COLOR"):
            os.environ.pop("NO_COLOR", None)  # empty means colours, as everywhere in dmcli
        super().__init__()
        for theme in (DARK, LIGHT):
            self.register_theme(theme)
        self.theme = DARK.name
        self.workbench = Workbench(desk, pool, rules, self.leave)
        #: Whether the person chose to leave, with what is saved and what is not.
        self.left = False
        #: The signal that ended the builder, if one did.
        self.stopped_by = 0

    def get_default_screen(self) -> Workbench:
        """The workbench lies under everything else."""
        return self.workbench

    def on_mount(self) -> None:
        """A signal ends the builder in good order, so that the terminal is itself again."""
        loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGHUP", "SIGINT"):
            number: Any = getattr(signal, name, None)
            with suppress(NotImplementedError, RuntimeError, TypeError, ValueError):
                loop.add_signal_handler(number, self._stop, number)

    def _stop(self, number: int) -> None:
        self.stopped_by = int(number)
        self.exit()

    def leave(self) -> None:
        """Leave as the person chose."""
        self.left = True
        self.exit()

    def action_leave(self) -> None:
        """Quit as the workbench does; a question that is open is answered first."""
        if self.screen is self.workbench:
            self.workbench.action_leave()
