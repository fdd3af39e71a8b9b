"""What the builder shows: as many panes as the screen has room for, and what stands in them."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Footer, Static

from dmcli.cards import Pool
from dmcli.cli import show
from dmcli.cli.builder import figures
from dmcli.cli.builder.desk import Desk
from dmcli.cli.builder.face import face
from dmcli.cli.builder.finding import THIS, Completing, Finder
from dmcli.cli.builder.panes import CardPane, DeckPane, FiguresPane, SearchPane
from dmcli.cli.builder.rows import ORDERS, Row, deck_lines, marked, results
from dmcli.cli.builder.standing import Standing, count, judge
from dmcli.core.errors import DmcliError
from dmcli.decks import Format

#: How long keys must rest before the figures of the deck are counted again, in seconds.
_REST: Final = 0.06
_TABS: Final = ("Card", "Curve", "Civs", "Casting", "Problems")
#: The pages of the figures pane, by the shape of the screen.
_PAGES: Final = {
    "tiny": _TABS,
    "small": _TABS,
    "medium": ("Overview", "Casting", "Problems"),
    "wide": ("Figures",),
}


def shape_of(width: int, height: int) -> str:
    """The shape of the screen: how many panes it can show."""
    if width < 72 or height < 18:
        return "tiny"
    if width < 100 or height < 32:
        return "small"
    return "wide" if width >= 150 else "medium"


class Board(Screen[None]):
    """Search, deck, card and figures."""

    def __init__(self, desk: Desk, pool: Pool, rules: Format) -> None:
        super().__init__()
        self.desk = desk
        self.pool = pool
        self.rules = rules
        self.order = next(iter(ORDERS))
        self.standing: Standing = count(judge(desk.draft.deck, rules, pool), pool)
        self.shape = ""
        self.finder = Finder(pool, lambda: desk.draft.deck)
        self.found = self.finder.find("")
        self.top = Static(id="top")
        self.search = SearchPane(Completing(pool))
        self.deck = DeckPane()
        self.card = CardPane()
        self.figures = FiguresPane()
        #: The list that keys mean.
        self.table = self.search.table
        self._counting: Timer | None = None

    def compose(self) -> ComposeResult:
        """Lists above or left, what is said about them below or right."""
        yield self.top
        with Container(id="body"):
            with Container(id="lists"):
                yield self.search
                yield self.deck
            with Container(id="details"):
                yield self.card
                yield self.figures
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Show the deck and the whole pool."""
        self._reshape(self.app.size.width, self.app.size.height)
        self.search.blame("")
        self.show_results(keep=False)
        self._show_deck()
        self.set_focus(self.table)

    @property
    def row(self) -> Row | None:
        """The card that keys mean."""
        return self.table.row

    # ------------------------------------------------------------ shape

    def on_resize(self, event: events.Resize) -> None:
        """Show as many panes as fit."""
        self._reshape(event.size.width, event.size.height)

    def _reshape(self, width: int, height: int) -> None:
        self.shape = shape_of(width, height)
        for shape in _PAGES:
            self.set_class(shape == self.shape, f"-{shape}")
        self.set_class(height < 15, "-low")
        self.figures.offer(_PAGES[self.shape])
        self.show_figures()
        self.write_top()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """On a small screen the pane in use is the one that is shown."""
        self._turn_to(event.widget)
        self._show_pane(event.widget)
        self.show_card()

    def _turn_to(self, widget: Widget) -> None:
        """Remember which list is meant; the other panes leave that as it is."""
        if widget in (self.search.box, self.search.table):
            self.table = self.search.table
        elif widget is self.deck.table:
            self.table = self.deck.table

    def _show_pane(self, widget: Widget) -> None:
        in_deck = self.table is self.deck.table
        self.set_class(in_deck, "-deck")
        self.set_class(widget in (self.figures.body, self.card.body), "-reading")

    def go(self, widget: Widget) -> None:
        """Focus a pane, shown first where it is hidden."""
        self._turn_to(widget)
        self._show_pane(widget)
        self.set_focus(widget)

    # ------------------------------------------------------------ showing

    def refresh_deck(self) -> None:
        """Show the deck and what is wrong with it at once; its figures follow when keys rest."""
        deck = self.desk.draft.deck
        self.standing = judge(deck, self.rules, self.pool, self.standing.counted)
        self._show_deck()
        if f"in:{THIS}" in self.search.box.value:
            with suppress(DmcliError):
                self.found = self.finder.find(self.search.box.value)
        self.show_results(keep=True)
        self.write_top()
        if self._counting is not None:
            self._counting.stop()
        self._counting = self.set_timer(_REST, self._count)

    def _count(self) -> None:
        """Count the deck again."""
        self.standing = count(self.standing, self.pool)
        self._show_deck()

    def _show_deck(self) -> None:
        """Show the deck in its order, and the page about it."""
        deck, standing = self.standing.deck, self.standing
        lines = deck_lines(deck, self.pool, self.order)
        self.deck.table.show(marked(lines, standing.problems, standing.payable))
        self.deck.say(deck.name, f"{standing.size} · by {self.order}")
        self.show_figures()

    def show_results(self, keep: bool) -> None:
        copies = dict(self.desk.draft.deck.cards)
        self.search.table.show(results(self.found, copies), keep)
        self.search.say("Search", f"{len(self.found)} of {show.cards(len(self.pool.cards))}")

    def show_card(self) -> None:
        """Show the card under the cursor where it is seen."""
        if self.shape in ("medium", "wide"):
            self.card.body.show(self._draw_card)
        elif self.figures.page == "Card":
            self.figures.body.show(self._draw_card)

    def _draw_card(self, width: int) -> Text:
        row = self.row
        copies = dict(self.desk.draft.deck.cards).get(row.name, 0) if row else 0
        return face(row, self.pool, copies, self._dark)

    def show_figures(self) -> None:
        """Show the open page."""
        errors, warnings = (self.standing.number(each) for each in ("error", "warning"))
        count = errors + warnings
        self.figures.note("Problems", f" {count}" if count else "")
        self.figures.body.show(self._draw_page)

    def _draw_page(self, width: int) -> Text:
        page = self.figures.page
        if page == "Card":
            return self._draw_card(width)
        return figures.PAGES[page](self.standing, width, self._dark)

    @property
    def _dark(self) -> bool:
        return self.app.current_theme.dark

    def write_top(self) -> None:
        """The line on top: which deck, whether it is saved, how it stands."""
        draft = self.desk.draft
        right = f"{self.standing.size} · {self.standing.verdict}"
        left = Text(f"{self.desk.place}{' · not saved' if draft.changed else ''}")
        room = max(0, self.app.size.width - len(right) - 3)
        left.truncate(room, overflow="ellipsis", pad=True)
        self.top.update(Text.assemble(left, " ", right, no_wrap=True), layout=False)
