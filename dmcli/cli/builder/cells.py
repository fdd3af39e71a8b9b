"""Sets a row of cards in columns: which columns fit a width, and what stands in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from dmcli.cli.builder.palette import letters
from dmcli.cli.builder.rows import Heading, Row

#: What nearly all names need, and most of them.
_NAME: Final = 29
_LEAST_NAME: Final = 27
_CIVS: Final = 2
_COST: Final = 2
_POWER: Final = 6
_PAY: Final = 4
_LEAST_KIND: Final = 12
#: A narrower row has its buttons only under the cursor, where the name ends.
_WITH_BUTTONS: Final = 46
#: The last columns of a row: one taps them to take a copy out or put one in.
BUTTONS: Final = " − +"
MARKS: Final = {"": " ", "error": "✗", "warning": "!"}


@dataclass(frozen=True)
class Shape:
    """The columns of a table of one width; 0 is a column that is left out."""

    width: int
    name: int
    power: int = 0
    payable: int = 0
    kind: int = 0
    buttons: int = 0

    @property
    def floating(self) -> int:
        """How wide the buttons are that stand only under the cursor, where a name ends."""
        return len(BUTTONS) if not self.buttons and self.name >= 3 * len(BUTTONS) else 0

    def step_at(self, x: int, here: bool) -> int:
        """What a click in this column asks for: a copy more, one less, or nothing."""
        first = self.width - len(BUTTONS) if self.buttons else 4 + self.name - self.floating
        if not (self.buttons or (here and self.floating)) or not 0 <= x - first < len(BUTTONS):
            return 0
        return (0, -1, 0, 1)[x - first]


def shape(width: int, payable: bool = False) -> Shape:
    """Share a width among the columns: names first, then what is nice to know."""
    fixed = 1 + 2 + 1 + 1 + _CIVS + 1 + _COST
    buttons = len(BUTTONS) if width >= _WITH_BUTTONS else 0
    room = width - fixed - buttons
    chance = 1 + _PAY if payable and room - 1 - _PAY >= _LEAST_NAME else 0
    room -= chance
    power = 1 + _POWER if room - 1 - _POWER >= _NAME else 0
    room -= power
    kind = max(0, room - _NAME - 1)
    kind = 1 + kind if kind >= _LEAST_KIND else 0
    return Shape(width, max(1, room - kind), power, chance, kind, buttons)


def head(shape: Shape, title: str = "card") -> str:
    """The line over the columns."""
    parts = [" ", " n ", _cut(title, shape.name), " cv", "  c"]
    parts.append(f"{'power':>{shape.power}}" if shape.power else "")
    parts.append(f"{'pay':>{shape.payable}}" if shape.payable else "")
    parts.append(_cut(" kind", shape.kind))
    return _cut("".join(parts), shape.width)


def row_text(row: Row, shape: Shape, dark: bool, mark_style: Style, here: bool) -> Text:
    """One card in its columns; here: the cursor stands on it."""
    card = row.card
    floating = shape.floating if here else 0
    text = Text(no_wrap=True, end="")
    text.append(MARKS[row.mark], mark_style)
    text.append(f"{row.copies or '':>2} ", Style(bold=True))
    text.append(_cut(row.name, shape.name - floating))
    text.append(f"{BUTTONS if floating else ''} ")
    civs = letters(card.civilizations[:_CIVS], dark) if card else Text("?")
    text.append_text(civs)
    text.append(" " * (_CIVS - len(civs.plain)))
    text.append(f" {card.cost if card else '?':>{_COST}}")
    if shape.power:
        text.append(f"{power_of(row):>{shape.power}}")
    if shape.payable:
        text.append(f"{_percent(row.payable):>{shape.payable}}")
    if shape.kind:
        text.append(_cut(f" {_kind(row)}", shape.kind), Style(dim=True))
    if shape.buttons:
        text.append(BUTTONS, Style(dim=True))
    text.truncate(max(0, shape.width), overflow="crop", pad=True)
    return text


def heading_text(heading: Heading, shape: Shape) -> Text:
    """A line between rows: its text, a rule, and how many cards follow."""
    count = f" {heading.copies}"
    room = max(0, shape.width - 1 - cell_len(count) - shape.buttons)
    title = f" {heading.text} "
    return Text(_cut(title + "─" * max(0, room - cell_len(title)), room) + count, end="")


def power_of(row: Row) -> str:
    """The power as it is printed; a spell has none."""
    card = row.card
    if card is None or card.power is None:
        return ""
    return f"{card.power}{'+' if card.plus else ''}"


def _kind(row: Row) -> str:
    """What a card is: its races, else its type."""
    if row.card is None:
        return ""
    races = "/".join(row.card.races)
    return f"Evo {races}" if row.card.is_evolution else races or row.card.type.capitalize()


def _percent(chance: float | None) -> str:
    return "" if chance is None else f"{100 * chance:.0f}%"


def _cut(text: str, width: int) -> str:
    """Make a text exactly so wide; what is lost is shown by an ellipsis."""
    if width <= 0:
        return ""
    if cell_len(text) > width:
        text = set_cell_size(text, width - 1).rstrip() + "…"
    return set_cell_size(text, width)
