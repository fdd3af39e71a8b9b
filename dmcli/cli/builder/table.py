"""A list of cards with a cursor: keys and mouse move it, and only what is seen is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from dmcli.cli.builder.cells import Shape, head, heading_text, row_text, shape
from dmcli.cli.builder.rows import Heading, Line, Row


class CardTable(ScrollView, can_focus=True):
    """Rows of cards under a head; headings between them take no cursor."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *("table--head", "table--heading", "table--cursor", "table--quiet-cursor"),
        *("table--error", "table--warning", "table--empty", "table--hover"),
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "move(1)", "Down", show=False, priority=True),
        Binding("up,k", "move(-1)", "Up", show=False, priority=True),
        Binding("pagedown,ctrl+f,space", "page(1)", "Page down", show=False, priority=True),
        Binding("pageup,ctrl+b", "page(-1)", "Page up", show=False, priority=True),
        Binding("home,g", "jump(0)", "First", show=False, priority=True),
        Binding("end,G", "jump(-1)", "Last", show=False, priority=True),
    ]

    class Highlighted(Message):
        """The cursor stands on another row."""

        def __init__(self, table: CardTable) -> None:
            super().__init__()
            self.table = table

        @property
        def control(self) -> CardTable:
            """The table whose cursor moved."""
            return self.table

    class Wanted(Message):
        """The mouse asks for a copy more (1) or less (-1) of the row under the cursor."""

        def __init__(self, table: CardTable, step: int) -> None:
            super().__init__()
            self.table = table
            self.step = step

        @property
        def control(self) -> CardTable:
            """The table that was clicked."""
            return self.table

    def __init__(self, id: str, payable: bool = False, empty: str = "") -> None:
        super().__init__(id=id)
        self.lines: Sequence[Line] = ()
        self.index = 0
        self._payable = payable
        self.empty = empty
        self._hovered = -1

    @property
    def row(self) -> Row | None:
        """The row under the cursor."""
        line = self.lines[self.index] if self.index < len(self.lines) else None
        return line if isinstance(line, Row) else None

    def show(self, lines: Sequence[Line], keep: bool = True) -> None:
        """Show other lines; the cursor stays on its card, else near its place."""
        before = self.row
        self.lines = lines
        self.virtual_size = Size(self._width, len(lines) + 1)
        self.index = self._place_of(before) if keep and before else self._nearest(0)
        if not keep:
            self.scroll_to(0, 0, animate=False)
        self._bring_into_view()
        self.refresh()
        self.post_message(self.Highlighted(self))

    def select(self, key: tuple[str, str]) -> bool:
        """Put the cursor on a card, if it is here."""
        for index, line in enumerate(self.lines):
            if isinstance(line, Row) and line.key == key:
                self._set_index(index)
                return True
        return False

    # ------------------------------------------------------------ the cursor

    def action_move(self, step: int) -> None:
        """Go to the next row, over headings."""
        index = self.index + step
        while 0 <= index < len(self.lines) and isinstance(self.lines[index], Heading):
            index += step
        if 0 <= index < len(self.lines):
            self._set_index(index)
        elif step < 0:
            self.scroll_to(0, 0, animate=False)

    def action_page(self, step: int) -> None:
        """Go as far as the table is high."""
        self._set_index(self._nearest(self.index + step * max(1, self._seen - 1)))

    def action_jump(self, index: int) -> None:
        """Go to the first or the last row."""
        self._set_index(self._nearest(index if index >= 0 else len(self.lines) - 1))

    def _set_index(self, index: int) -> None:
        if index != self.index:
            self.index = index
            self.refresh()
            self.post_message(self.Highlighted(self))
        self._bring_into_view()

    def _place_of(self, row: Row) -> int:
        """Where a card stands now, else what is nearest to the cursor."""
        keys = [line.key if isinstance(line, Row) else None for line in self.lines]
        return keys.index(row.key) if row.key in keys else self._nearest(self.index)

    def _nearest(self, index: int) -> int:
        """The row at a place or near it."""
        index = max(0, min(index, len(self.lines) - 1))
        below = range(index, len(self.lines))
        above = range(index, -1, -1)
        rows = (at for at in (*below, *above) if at < len(self.lines))
        return next((at for at in rows if isinstance(self.lines[at], Row)), 0)

    def _bring_into_view(self) -> None:
        """Scroll so that the cursor is seen, and the heading over it."""
        top = self.index
        while top > 0 and isinstance(self.lines[top - 1], Heading):
            top -= 1
        first = self.scroll_offset.y
        if top < first:
            self.scroll_to(0, top, animate=False)
        elif self._seen > 0 and self.index >= first + self._seen:
            self.scroll_to(0, self.index - self._seen + 1, animate=False)

    @property
    def _seen(self) -> int:
        """How many lines are seen under the head."""
        return self.scrollable_content_region.height - 1

    @property
    def _width(self) -> int:
        return self.scrollable_content_region.width

    # ------------------------------------------------------------ the mouse

    def on_click(self, event: events.Click) -> None:
        """Select a row; a click on its signs or a double click changes its copies."""
        index = self._line_at(event.y)
        if not isinstance(self._line(index), Row):
            return
        event.stop()
        step = self._shape.step_at(event.x, self._has_buttons(index))
        self._set_index(index)
        if step or event.chain == 2:
            self.post_message(self.Wanted(self, step or 1))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Show which row a click would take."""
        self._hover(self._line_at(event.y))

    def on_leave(self) -> None:
        """The mouse has gone."""
        self._hover(-1)

    def _hover(self, index: int) -> None:
        if index != self._hovered:
            self._hovered = index
            self.refresh()

    def _has_buttons(self, index: int) -> bool:
        """Whether a narrow row shows its buttons: under the mouse, or under the cursor in use."""
        return index == self._hovered or (index == self.index and self.has_focus)

    def _line_at(self, y: int) -> int:
        """Which line is drawn there; -1 is the head."""
        return -1 if y < 1 else y - 1 + self.scroll_offset.y

    def _line(self, index: int) -> Line | None:
        return self.lines[index] if 0 <= index < len(self.lines) else None

    # ------------------------------------------------------------ drawing

    def on_resize(self) -> None:
        """Keep the cursor in view."""
        self.virtual_size = Size(self._width, len(self.lines) + 1)
        self._bring_into_view()

    def on_focus(self) -> None:
        """The cursor shows where keys go."""
        self.refresh()

    on_blur = on_focus

    @property
    def _shape(self) -> Shape:
        return shape(self._width, self._payable)

    def render_line(self, y: int) -> Strip:
        """Draw one line of the screen."""
        columns = self._shape
        if y == 0:
            return self._strip(Text(head(columns)), self.get_component_rich_style("table--head"))
        index = self._line_at(y)
        line = self._line(index)
        if isinstance(line, Heading):
            style = self.get_component_rich_style("table--heading")
            return self._strip(heading_text(line, columns), style)
        if isinstance(line, Row):
            return self._strip(self._drawn(line, columns, index), self._style_of(index))
        return self._strip(*self._nothing(y))

    def _drawn(self, row: Row, columns: Shape, index: int) -> Text:
        name = f"table--{row.mark}" if row.mark else "table--empty"
        mark = self.get_component_rich_style(name, partial=True)
        return row_text(row, columns, self.app.current_theme.dark, mark, self._has_buttons(index))

    def _nothing(self, y: int) -> tuple[Text, Style]:
        """What stands where there are no rows."""
        text = f" {self.empty}" if y == 2 and not self.lines else ""
        return Text(text), self.get_component_rich_style("table--empty")

    def _style_of(self, index: int) -> Style:
        if index == self.index:
            name = "table--cursor" if self.has_focus else "table--quiet-cursor"
            return self.get_component_rich_style(name)
        if index == self._hovered:
            return self.get_component_rich_style("table--hover")
        return self.rich_style

    def _strip(self, text: Text, style: Style) -> Strip:
        """Lay a text over the style of its line."""
        segments = [
            Segment(part.text, style + part.style if part.style else style)
            for part in text.render(self.app.console)
            if part.text
        ]
        return Strip(segments).adjust_cell_length(self._width, style)
