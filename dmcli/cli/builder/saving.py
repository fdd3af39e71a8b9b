"""Saving and leaving: what is asked before a file is written or a change is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from textual.screen import Screen

from dmcli.cli import show
from dmcli.cli.builder.desk import NEW, Desk, file_name, target
from dmcli.cli.builder.dialogs import Answer, Ask, Question
from dmcli.core.errors import DmcliError

Then = Callable[[], None]

_LEAVING: Final = (
    Answer("save", "s", "Save"),
    Answer("discard", "d", "Discard"),
    Answer("cancel", "c", "Cancel"),
)
_OVERWRITING: Final = (
    Answer("overwrite", "o", "Overwrite"),
    Answer("other", "n", "New name"),
    Answer("cancel", "c", "Cancel"),
)


class Saving:
    """Writes the list of a desk, with the questions that this needs."""

    def __init__(self, screen: Screen[None], desk: Desk, written: Then, leave: Then) -> None:
        self._screen = screen
        self._desk = desk
        self._written = written
        self._leave = leave

    def save(self, then: Then = lambda: None) -> None:
        """Save where it came from; ask for a name if it has none, or if the file is another."""
        path = self._desk.path
        if path is None:
            self.save_as(then)
        elif self._desk.is_stale:
            self._ask_overwrite(f"{path} was changed on disk since it was opened.", path, then)
        elif self._desk.holds_more:
            sentence = f"{path} is written anew; what it held beside the deck is not kept."
            self._ask_overwrite(sentence, path, then)
        else:
            self._write(path, then)

    def save_as(self, then: Then = lambda: None) -> None:
        """Ask for a name and save there."""

        def take(text: str | None) -> None:
            if text is not None:
                self._save_to(target(text), then)

        self._screen.app.push_screen(Ask("Save the deck as", self._wish(), target), take)

    def leave(self) -> None:
        """Leave; ask when something is not saved."""
        draft = self._desk.draft
        if not draft.changed:
            self._leave()
            return

        def take(word: str | None) -> None:
            if word == "save":
                self.save(self._leave)
            elif word == "discard":
                self._leave()

        sentence = f"{draft.deck.name} has changes that are not saved."
        self._screen.app.push_screen(Question(sentence, _LEAVING), take)

    def _wish(self) -> str:
        """The name that is offered: its own, else one made of the title."""
        name = self._desk.draft.deck.name
        made = file_name(name) if name != NEW else ""
        if self._desk.path is not None:
            return str(self._desk.path)
        return self._desk.wish if self._desk.origin.startswith("copy") else made or self._desk.wish

    def _save_to(self, path: Path, then: Then) -> None:
        """Save under a name that was typed; another file is overwritten only when told."""
        if path == self._desk.path:
            self.save(then)
        elif path.exists():
            self._ask_overwrite(f"{path} exists already.", path, then)
        else:
            self._write(path, then)

    def _ask_overwrite(self, sentence: str, path: Path, then: Then) -> None:
        def take(word: str | None) -> None:
            if word == "overwrite":
                self._write(path, then)
            elif word == "other":
                self.save_as(then)

        self._screen.app.push_screen(Question(sentence, _OVERWRITING), take)

    def _write(self, path: Path, then: Then) -> None:
        try:
            trouble = self._desk.save(path)
        except DmcliError as error:
            self._screen.notify(str(error), severity="error", timeout=6, markup=False)
            return
        cards = show.cards(self._desk.draft.deck.total)
        self._screen.notify(f"Wrote {path}: {cards}.", timeout=3, markup=False)
        if trouble:
            self._screen.notify(trouble, severity="warning", timeout=6, markup=False)
        self._written()
        then()
