"""What can be done to the deck: each edit is one step that can be taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dmcli.cli.builder.desk import Desk
from dmcli.cli.builder.rows import Row
from dmcli.core.errors import DmcliError

NOTHING_DONE: Final = "Nothing to undo."
NOTHING_UNDONE: Final = "Nothing to redo."


class Edits:
    """Edits of the list on a desk; each gives the sentence that says why it cannot be, or none."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def copies(self, row: Row) -> int:
        """How many copies of a card its zone has."""
        zone = self._desk.draft.deck.zone(row.zone)
        return next((count for name, count in zone if name == row.name), 0)

    def step(self, row: Row, step: int) -> str:
        """Have some copies more, or fewer."""
        return self.have(row, max(0, self.copies(row) + step))

    def have(self, row: Row, copies: int) -> str:
        """Have so many copies of a card in its zone."""
        draft, now = self._desk.draft, self.copies(row)
        if copies > now:
            return _told(lambda: draft.add(row.name, copies - now, row.zone))
        if copies < now:
            fewer = now - copies if copies else None
            return _told(lambda: draft.remove(row.name, fewer, row.zone))
        return ""

    def rename(self, title: str) -> str:
        """Give the deck a title."""
        return _told(lambda: self._desk.draft.rename(title))

    def undo(self) -> str:
        """Take the last edit back."""
        return "" if self._desk.draft.undo() else NOTHING_DONE

    def redo(self) -> str:
        """Make the edit again that was taken back."""
        return "" if self._desk.draft.redo() else NOTHING_UNDONE


def _told(edit: Callable[[], None]) -> str:
    """Do it; what cannot be is told in a sentence."""
    try:
        edit()
    except DmcliError as error:
        return str(error)
    return ""
