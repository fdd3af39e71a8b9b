"""The screen of the builder: panes beside each other, and what every key does to the deck."""

from __future__ import annotations

from typing import ClassVar

from rich.console import RenderableType
from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Footer, Input, Static

from dmcli.cards import Pool
from dmcli.cli import show
from dmcli.cli.builder import figures
from dmcli.cli.builder.desk import Desk
from dmcli.cli.builder.dialogs import Ask, ChooseFormat, Help
from dmcli.cli.builder.edits import Edits
from dmcli.cli.builder.face import face
from dmcli.cli.builder.finding import Completing, Finder, blame
from dmcli.cli.builder.keys import bindings
from dmcli.cli.builder.panes import CardPane, DeckPane, FiguresPane, SearchPane
from dmcli.cli.builder.rows import ORDERS, Row, deck_lines, marked, results
from dmcli.cli.builder.saving import Saving
from dmcli.cli.builder.standing import Standing, judge
from dmcli.cli.builder.table import CardTable
from dmcli.core.errors import DmcliError
from dmcli.decks import FORMATS, Format

#: How long typing must rest before the query is looked up, in seconds.
_REST = 0.08

#: The pages of the figures pane, by the shape of the screen.
_PAGES = {
    "tiny": ("Card", "Curve", "Civs", "Casting", "Problems"),
    "small": ("Card", "Curve", "Civs", "Casting", "Problems"),
    "medium": ("Overview", "Casting", "Problems"),
    "wide": ("Figures",),
}


def layout_of(width: int, height: int) -> str:
    """The shape of the screen: how many panes it can show."""
    if width < 72 or height < 18:
        return "tiny"
    if width < 100 or height < 32:
        return "small"
    return "wide" if width >= 150 else "medium"


class Workbench(Screen[None]):
    """Search, deck, card and figures; the deck is changed only here."""

    BINDINGS: ClassVar[list[BindingType]] = bindings()

    def __init__(self, desk: Desk, pool: Pool, rules: Format) -> None:
        super().__init__()
        self.desk = desk
        self.pool = pool
        self.rules = rules
        self.order = next(iter(ORDERS))
        self.standing: Standing = judge(desk.draft.deck, rules, pool)
        self.shape = ""
        self._finder = Finder(pool, lambda: desk.draft.deck)
        self._found = self._finder.find("")
        self._edits = Edits(desk)
        self._saving = Saving(self, desk, self._write_top)
        self._typed: Timer | None = None
        self._top = Static(id="top")
        self._search = SearchPane(Completing(pool))
        self._deck = DeckPane()
        self._card = CardPane()
        self._figures = FiguresPane()
        self._table = self._search.table

    def compose(self) -> ComposeResult:
        """Lists above or left, what is said about them below or right."""
        yield self._top
        with Container(id="body"):
            with Container(id="lists"):
                yield self._search
                yield self._deck
            with Container(id="details"):
                yield self._card
                yield self._figures
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Show the deck and the whole pool."""
        self._reshape(self.app.size.width, self.app.size.height)
        self._refresh_deck()
        self._search.blame("")
        self._search.table.focus()

    # ------------------------------------------------------------ shape

    def on_resize(self, event: events.Resize) -> None:
        """Show as many panes as fit."""
        self._reshape(event.size.width, event.size.height)

    def _reshape(self, width: int, height: int) -> None:
        self.shape = layout_of(width, height)
        for shape in _PAGES:
            self.set_class(shape == self.shape, f"-{shape}")
        self.set_class(height < 15, "-low")
        self._figures.offer(_PAGES[self.shape])
        self._show_figures()
        self._write_top()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """On a small screen the pane in use is the one that is shown."""
        self._turn_to(event.widget)
        self._show_pane(event.widget)
        self._show_card()

    def _turn_to(self, widget: Widget) -> None:
        """Remember which list is meant; the other panes leave that as it is."""
        if widget in (self._search.box, self._search.table):
            self._table = self._search.table
        elif widget is self._deck.table:
            self._table = self._deck.table

    def _show_pane(self, widget: Widget) -> None:
        in_deck = self._table is self._deck.table
        self.set_class(in_deck, "-deck")
        self.set_class(widget in (self._figures.body, self._card.body), "-reading")

    def action_pane(self, step: int) -> None:
        """Go round the panes."""
        panes: list[Widget] = [self._search.box, self._search.table, self._deck.table]
        panes += [self._card.body] if self.shape in ("medium", "wide") else []
        panes += [self._figures.body]
        at = panes.index(self.focused) if self.focused in panes else 1
        self._go(panes[(at + step) % len(panes)])

    def _go(self, widget: Widget) -> None:
        """Focus a pane, shown first where it is hidden."""
        self._turn_to(widget)
        self._show_pane(widget)
        self.set_focus(widget)

    # ------------------------------------------------------------ search

    @on(Input.Changed, "#query")
    def _typing(self) -> None:
        """Look the query up when typing rests."""
        if self._typed is not None:
            self._typed.stop()
        self._typed = self.set_timer(_REST, self._look_up)

    def _look_up(self) -> None:
        """Show the cards that fit; a wrong or unfinished query leaves the last ones."""
        query = self._search.box.value
        try:
            found = self._finder.find(query)
        except DmcliError as error:
            self._search.blame(blame(error, self._search.box.size.width))
            return
        if found or not self._finder.is_begun(query):
            self._found = found
            self._show_results(keep=False)
        self._search.blame("" if self._found else self._finder.hint(query))

    @on(Input.Submitted, "#query")
    def _submit(self) -> None:
        """Go to the cards that were found."""
        if self._typed is not None:
            self._typed.stop()
        self._look_up()
        if not self._search.fault.display:
            self._go(self._search.table)

    def action_back(self) -> None:
        """Go from the search box, or any other pane, to the list in use."""
        self._go(self._table)

    def action_search(self) -> None:
        """Go to the search box."""
        self._go(self._search.box)
        self._search.box.action_end()

    # ------------------------------------------------------------ the deck

    @property
    def row(self) -> Row | None:
        """The card that keys mean."""
        return self._table.row

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
            self._refresh_deck()

    def action_order(self) -> None:
        """Show the deck in the next order."""
        orders = list(ORDERS)
        self.order = orders[(orders.index(self.order) + 1) % len(orders)]
        self._refresh_deck()

    # ------------------------------------------------------------ the mouse and the cursor

    @on(CardTable.Wanted)
    def _wanted(self, event: CardTable.Wanted) -> None:
        """The mouse adds or takes out."""
        self._go(event.table)
        self.action_step(event.step)

    @on(CardTable.Highlighted)
    def _highlighted(self) -> None:
        """Show the card under the cursor."""
        self._show_card()

    def action_page(self, step: int) -> None:
        """Turn the page under the lists."""
        self._figures.turn(step)

    @on(FiguresPane.Turned)
    def _turned(self) -> None:
        self._show_figures()

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
                self._refresh_deck()

        self.app.push_screen(ChooseFormat(list(formats.values()), self.rules.name), take)

    def action_theme(self) -> None:
        """Dark or light."""
        dark = self.app.current_theme.dark
        self.app.theme = "dmcli-light" if dark else "dmcli-dark"
        self._refresh_deck()

    def action_help(self) -> None:
        """Show all keys."""
        self.app.push_screen(Help())

    def action_typing(self, action: str, *parameters: int) -> None:
        """Do what a key does that is no letter, while a query is being typed."""
        getattr(self, f"action_{action}")(*parameters)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While a query is being typed, letters are letters."""
        return (self.focused is self._search.box) == (action == "typing")

    # ------------------------------------------------------------ showing

    def _refresh_deck(self) -> None:
        """Count the deck again and show all of it."""
        deck = self.desk.draft.deck
        self.standing = judge(deck, self.rules, self.pool)
        lines = deck_lines(deck, self.pool, self.order)
        standing = self.standing
        self._deck.table.show(marked(lines, standing.problems, standing.payable))
        self._deck.say(deck.name, f"{standing.size} · by {self.order}")
        self._show_results(keep=True)
        self._show_figures()
        self._write_top()

    def _show_results(self, keep: bool) -> None:
        copies = dict(self.desk.draft.deck.cards)
        self._search.table.show(results(self._found, copies), keep)
        self._search.say("Search", f"{len(self._found)} of {show.cards(len(self.pool.cards))}")

    def _show_card(self) -> None:
        """Show the card under the cursor where it is seen."""
        if self.shape in ("medium", "wide"):
            self._card.body.show(self._draw_card)
        elif self._figures.page == "Card":
            self._figures.body.show(self._draw_card)

    def _draw_card(self, width: int) -> Text:
        row = self.row
        copies = dict(self.desk.draft.deck.cards).get(row.name, 0) if row else 0
        return face(row, self.pool, copies, self._dark)

    def _show_figures(self) -> None:
        """Show the open page."""
        errors, warnings = (self.standing.number(each) for each in ("error", "warning"))
        count = errors + warnings
        self._figures.note("Problems", f" {count}" if count else "")
        self._figures.body.show(self._draw_page)

    def _draw_page(self, width: int) -> RenderableType:
        page = self._figures.page
        if page == "Card":
            return self._draw_card(width)
        return figures.PAGES[page](self.standing, width, self._dark)

    @property
    def _dark(self) -> bool:
        return self.app.current_theme.dark

    def _write_top(self) -> None:
        """The line on top: which deck, whether it is saved, how it stands."""
        draft = self.desk.draft
        right = f"{self.standing.size} · {self.standing.verdict}"
        left = Text(f"{self.desk.place}{' · not saved' if draft.changed else ''}")
        room = max(0, self.app.size.width - len(right) - 3)
        left.truncate(room, overflow="ellipsis", pad=True)
        self._top.update(Text.assemble(left, " ", right, no_wrap=True))
