"""What every key and the mouse do: each thing once, whichever pane they are in."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from textual import on
from textual.binding import BindingType
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input

from dmcli.cards import Pool
from dmcli.cli.builder.board import Board
from dmcli.cli.builder.desk import Desk
from dmcli.cli.builder.dialogs import Ask, ChooseFormat, Help
from dmcli.cli.builder.edits import Edits
from dmcli.cli.builder.finding import blame
from dmcli.cli.builder.keys import bindings
from dmcli.cli.builder.panes import FiguresPane
from dmcli.cli.builder.rows import ORDERS
from dmcli.cli.builder.saving import Saving
from dmcli.cli.builder.table import CardTable
from dmcli.core.errors import DmcliError
from dmcli.decks import FORMATS, Format

#: How long typing must rest before the query is looked up, in seconds.
_REST: Final = 0.08


class Workbench(Board):
    """The board with its keys; the deck is changed only here."""

    BINDINGS: ClassVar[list[BindingType]] = bindings()

    def __init__(self, desk: Desk, pool: Pool, rules: Format, leave: Callable[[], None]) -> None:
        super().__init__(desk, pool, rules)
        self._edits = Edits(desk)
        self._saving = Saving(self, desk, self.write_top, leave)
        self._typed: Timer | None = None

    # ------------------------------------------------------------ panes

    def action_pane(self, step: int) -> None:
        """Go round the panes."""
        panes: list[Widget] = [self.search.box, self.search.table, self.deck.table]
        panes += [self.card.body] if self.shape in ("medium", "wide") else []
        panes += [self.figures.body]
        at = panes.index(self.focused) if self.focused in panes else 1
        self.go(panes[(at + step) % len(panes)])

    # ------------------------------------------------------------ search

    @on(Input.Changed, "#query")
    def _typing(self) -> None:
        """Look the query up when typing rests."""
        if self._typed is not None:
            self._typed.stop()
        self._typed = self.set_timer(_REST, self._look_up)

    def _look_up(self) -> None:
        """Show the cards that fit; a wrong or unfinished query leaves the last ones."""
        query = self.search.box.value
        try:
            found = self.finder.find(query)
        except DmcliError as error:
            self.search.blame(blame(error, self.search.box.size.width))
            return
        if found or not self.finder.is_begun(query):
            self.found = found
            self.show_results(keep=False)
        self.search.blame("" if self.found else self.finder.hint(query))

    @on(Input.Submitted, "#query")
    def _submit(self) -> None:
        """Go to the cards that were found."""
        if self._typed is not None:
            self._typed.stop()
        self._look_up()
        if not self.search.fault.display:
            self.go(self.search.table)

    def action_back(self) -> None:
        """Go from the search box, or any other pane, to the list in use."""
        self.go(self.table)

    def action_search(self) -> None:
        """Go to the search box."""
        self.go(self.search.box)
        self.search.box.action_end()

    # ------------------------------------------------------------ the deck

    def action_step(self, step: int) -> None:
        """Add a copy of the card under the cursor, or take one out."""
        if self.row is not None:
            self._after(self._edits.step(self.row, step))

    def action_set(self, copies: int) -> None:
        """Have so many copies of the card under the cursor."""
        if self.row is not None:
            self._after(self._edits.have(self.row, copies))

    def action_undo(self) -> None:
        """Take the last edit back."""
        self._after(self._edits.undo())

    def action_redo(self) -> None:
        """Make the edit again that was taken back."""
        self._after(self._edits.redo())

    def action_rename(self) -> None:
        """Ask for the title."""

        def take(title: str | None) -> None:
            if title is not None:
                self._after(self._edits.rename(title))

        self.app.push_screen(Ask("Title of the deck", self.desk.draft.deck.name, str), take)

    def _after(self, trouble: str) -> None:
        """Show the deck after an edit, or say why there was none."""
        if trouble:
            self.notify(trouble, severity="warning", timeout=4, markup=False)
        else:
            self.refresh_deck()

    def action_order(self) -> None:
        """Show the deck in the next order."""
        orders = list(ORDERS)
        self.order = orders[(orders.index(self.order) + 1) % len(orders)]
        self.refresh_deck()

    # ------------------------------------------------------------ the mouse and the cursor

    @on(CardTable.Wanted)
    def _wanted(self, event: CardTable.Wanted) -> None:
        """The mouse adds or takes out."""
        self.go(event.table)
        self.action_step(event.step)

    @on(CardTable.Highlighted)
    def _highlighted(self) -> None:
        """Show the card under the cursor."""
        self.show_card()

    def action_page(self, step: int) -> None:
        """Turn the page under the lists."""
        self.figures.turn(step)

    @on(FiguresPane.Turned)
    def _turned(self) -> None:
        self.show_figures()

    # ------------------------------------------------------------ saving and leaving

    def action_save(self) -> None:
        """Save, or ask where to."""
        self._saving.save()

    def action_save_as(self) -> None:
        """Ask for a name and save there."""
        self._saving.save_as()

    def action_leave(self) -> None:
        """Leave; ask when something is not saved."""
        self._saving.leave()

    # ------------------------------------------------------------ format, theme, help

    def action_format(self) -> None:
        """Choose the format."""
        formats = {**FORMATS, self.rules.name: self.rules}

        def take(name: str | None) -> None:
            if name is not None:
                self.rules = formats[name]
                self.refresh_deck()

        self.app.push_screen(ChooseFormat(list(formats.values()), self.rules.name), take)

    def action_theme(self) -> None:
        """Dark or light."""
        dark = self.app.current_theme.dark
        self.app.theme = "dmcli-light" if dark else "dmcli-dark"
        self.refresh_deck()

    def action_help(self) -> None:
        """Show all keys."""
        self.app.push_screen(Help())

    def action_typing(self, action: str, *parameters: int) -> None:
        """Do what a key does that is no letter, while a query is being typed."""
        getattr(self, f"action_{action}")(*parameters)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While a query is being typed, letters are letters."""
        return (self.focused is self.search.box) == (action == "typing")
