"""The program on the screen: its themes, its style sheet and its one workbench."""

from __future__ import annotations

from typing import ClassVar

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
        super().__init__()
        for theme in (DARK, LIGHT):
            self.register_theme(theme)
        self.theme = DARK.name
        self.workbench = Workbench(desk, pool, rules)

    def get_default_screen(self) -> Workbench:
        """The workbench lies under everything else."""
        return self.workbench

    def action_leave(self) -> None:
        """Quit as the workbench does; a question that is open is answered first."""
        if self.screen is self.workbench:
            self.workbench.action_leave()
