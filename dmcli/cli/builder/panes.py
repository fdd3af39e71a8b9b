"""The panes of the builder: search, deck, card and figures, each with its title."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.suggester import Suggester
from textual.widgets import Input, Static

from dmcli.cli.builder.table import CardTable

#: Draws a body as wide as it is told.
Draw = Callable[[int], Text]


class Pane(Vertical):
    """A part of the screen under a title; the title says where the keys go."""

    def __init__(self, id: str, title: str) -> None:
        super().__init__(id=id)
        self._title = title
        self._beside = ""
        self._bar = Static(classes="title")

    def on_mount(self) -> None:
        """Write the title."""
        self._write()

    def say(self, title: str, beside: str) -> None:
        """Change the title and what stands at its right end."""
        self._title, self._beside = title, beside
        self._write()

    def on_resize(self) -> None:
        """Fill the line again."""
        self._write()

    def on_descendant_focus(self) -> None:
        """Show whether keys go here."""
        self.set_class(self.has_focus_within, "-active")
        self._write()

    on_descendant_blur = on_descendant_focus

    def _write(self) -> None:
        sign = "▸" if self.has_focus_within else " "
        room = max(0, self.size.width - len(self._beside) - 3)
        title = Text(self._title)
        title.truncate(room, overflow="ellipsis", pad=True)
        line = Text.assemble(f"{sign}", title, " ", self._beside, " ", no_wrap=True)
        self._bar.update(line, layout=False)


class SearchBox(Input):
    """Where a query is typed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "screen.typing('back')", "Cards", show=False),
    ]


class SearchPane(Pane):
    """The search box, what is wrong with the query, and the cards that fit."""

    def __init__(self, suggester: Suggester) -> None:
        super().__init__("search", "Search")
        self.box = SearchBox(
            placeholder="/ to search: civ:fire cost<=3 race:dragon",
            suggester=suggester,
            select_on_focus=False,
            id="query",
        )
        self.fault = Static(id="fault", markup=False)
        self.table = CardTable("results", empty="No card fits.")

    def compose(self) -> ComposeResult:
        """Put them under each other."""
        yield self._bar
        yield self.box
        yield self.fault
        yield self.table

    def blame(self, sentence: str) -> None:
        """Say what is wrong with the query; nothing hides the line."""
        self.fault.update(sentence)
        self.fault.display = bool(sentence)


class DeckPane(Pane):
    """The cards of the deck."""

    def __init__(self) -> None:
        super().__init__("deck-pane", "Deck")
        self.table = CardTable("deck", payable=True, empty="No cards yet.")

    def compose(self) -> ComposeResult:
        """Put the table under the title."""
        yield self._bar
        yield self.table


class Body(VerticalScroll):
    """A text that is drawn again when its pane changes its width."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "move(1)", "Down", show=False),
        Binding("up,k", "move(-1)", "Up", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._text = Static(markup=False)
        self._draw: Draw = lambda width: Text()

    def compose(self) -> ComposeResult:
        """Hold the text."""
        yield self._text

    def action_move(self, step: int) -> None:
        """Scroll by a line, at once."""
        self.scroll_relative(y=step, animate=False, immediate=True)

    def show(self, draw: Draw) -> None:
        """Draw something else."""
        self._draw = draw
        self._redraw()

    def on_resize(self) -> None:
        """Draw as wide as it is now."""
        self._redraw()

    def _redraw(self) -> None:
        width = self.scrollable_content_region.width
        if width > 0:
            self._text.update(self._draw(width))


class CardPane(Pane):
    """The card under the cursor."""

    def __init__(self) -> None:
        super().__init__("card-pane", "Card")
        self.body = Body()

    def compose(self) -> ComposeResult:
        """Put the text under the title."""
        yield self._bar
        yield self.body


class FiguresPane(Pane):
    """Pages about the deck under a line of tabs."""

    class Turned(Message):
        """Another page is wanted."""

    def __init__(self) -> None:
        super().__init__("figures", "Deck")
        self.body = Body()
        self.pages: Sequence[str] = ()
        self.page = ""
        self._notes: dict[str, str] = {}

    def compose(self) -> ComposeResult:
        """Put the text under the tabs."""
        yield self._bar
        yield self.body

    def offer(self, pages: Sequence[str]) -> None:
        """Have these pages; the one that is open stays open where it can."""
        self.pages = pages
        self.page = self.page if self.page in pages else pages[0]
        self._write()

    def note(self, page: str, text: str) -> None:
        """Put a word beside the name of a page."""
        self._notes[page] = text
        self._write()

    def turn(self, step: int) -> None:
        """Open the next page."""
        self.open(self.pages[(self.pages.index(self.page) + step) % len(self.pages)])

    def open(self, page: str) -> None:
        """Open a page by its name."""
        self.page = page
        self._write()
        self.body.scroll_home(animate=False)
        self.post_message(self.Turned())

    def on_click(self, event: events.Click) -> None:
        """A click on a tab opens its page."""
        at = self._bar.region.x + 1 if event.screen_y == self._bar.region.y else self.app.size.width
        for page in self.pages:
            end = at + len(self._label(page)) + 1
            if at <= event.screen_x < end:
                self.open(page)
            at = end

    def _label(self, page: str) -> str:
        """The name of a page; brackets hold the one that is open."""
        name = f"{page}{self._notes.get(page, '')}"
        return f"[{name}]" if page == self.page else f" {name} "

    def _write(self) -> None:
        if not self.pages:
            return
        text = Text("▸" if self.has_focus_within else " ", no_wrap=True)
        for page in self.pages:
            style = Style(bold=True) if page == self.page else Style(dim=True, bold=False)
            text.append(self._label(page), style)
            text.append(" ")
        self._bar.update(text, layout=False)
