"""Charts as inline SVG: no script, a title for each, colours from the style of the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from markupsafe import Markup

WIDTH: Final = 360
ROW: Final = 22
#: The style sheet gives a colour to each of these.
SERIES: Final = ("a", "b", "nobody")
MOST_BINS: Final = 24


class Picture(NamedTuple):
    """A chart and what it shows, in words."""

    title: str
    svg: Markup


class Span(NamedTuple):
    """A value with its interval, as a row of a chart."""

    label: str
    value: float | None
    low: float | None
    high: float | None
    series: str = "a"


class Bar(NamedTuple):
    """A labelled length."""

    label: str
    value: float
    text: str
    series: str = "a"


class Column(NamedTuple):
    """Values that stand on each other or side by side over one label."""

    label: str
    values: tuple[float, ...]


def spans(
    title: str, rows: Sequence[Span], mark: float = 0.5, low: float = 0.0, high: float = 1.0
) -> Picture:
    """Values with intervals on one scale of percent, and a line to compare them with."""
    left, right = 150.0, 14.0
    scale = (WIDTH - left - right) / (high - low)

    def x(value: float) -> float:
        return left + (min(max(value, low), high) - low) * scale

    bottom = ROW * len(rows) + 8
    parts = [_line(x(mark), 4, x(mark), bottom, "mark")]
    for number, row in enumerate(rows):
        y = ROW * number + 18.0
        parts.append(_text(left - 8, y + 4, _short(row.label, 21), "end"))
        if row.value is not None and row.low is not None and row.high is not None:
            parts.append(_line(x(row.low), y, x(row.high), y, f"whisker {row.series}"))
            parts.append(_dot(x(row.value), y, row.series))
    ticks = [low, (low + high) / 2, high]
    parts += [_text(x(tick), bottom + 14, f"{tick:.0%}", "middle", "tick") for tick in ticks]
    return _picture(title, bottom + 20, parts)


def bars(title: str, rows: Sequence[Bar], most: float | None = None) -> Picture:
    """Horizontal bars, each with its label above and its value behind."""
    whole = most or max((row.value for row in rows), default=0) or 1
    room = WIDTH - 70.0
    parts = []
    for number, row in enumerate(rows):
        y = 32.0 * number
        length = room * min(row.value / whole, 1)
        parts.append(_text(0, y + 12, _short(row.label, 44)))
        parts.append(_rect(0, y + 17, length, 10, row.series))
        parts.append(_text(length + 6, y + 26, row.text, "start", "tick"))
    return _picture(title, 32.0 * len(rows) + 4, parts)


def stacked(title: str, columns: Sequence[Column], series: Sequence[str] = SERIES) -> Picture:
    """Columns of which each is a sum of parts."""
    most = max((sum(column.values) for column in columns), default=0) or 1
    parts = _frame(most)
    step = (WIDTH - 40.0) / max(len(columns), 1)
    for number, column in enumerate(columns):
        x, y = 36 + step * number, 150.0
        for value, name in zip(column.values, series, strict=False):
            height = 140 * value / most
            y -= height
            parts.append(_rect(x + step * 0.08, y, step * 0.84, height, name))
        parts += _foot(x + step / 2, column.label, number, len(columns))
    return _picture(title, 172, parts)


def grouped(title: str, columns: Sequence[Column], series: Sequence[str] = SERIES) -> Picture:
    """Columns side by side over each label."""
    most = max((max(column.values) for column in columns), default=0) or 1
    parts = _frame(most)
    step = (WIDTH - 40.0) / max(len(columns), 1)
    for number, column in enumerate(columns):
        x = 36 + step * number
        width = step * 0.8 / len(column.values)
        for place, (value, name) in enumerate(zip(column.values, series, strict=False)):
            height = 140 * value / most
            left = x + step * 0.1 + width * place
            parts.append(_rect(left, 150 - height, width * 0.92, height, name))
        parts += _foot(x + step / 2, column.label, number, len(columns))
    return _picture(title, 172, parts)


def binned(columns: Sequence[Column]) -> tuple[int, list[Column]]:
    """Neighbours joined until there are few enough columns; how many stand in each, and they."""
    size = max(1, -(-len(columns) // MOST_BINS))
    starts = range(0, len(columns), size)
    return size, [_joined(columns[start : start + size]) for start in starts]


def _joined(columns: Sequence[Column]) -> Column:
    """One column with the label of the first of them."""
    sums = (sum(values) for values in zip(*(column.values for column in columns), strict=True))
    return Column(columns[0].label, tuple(sums))


def _frame(most: float) -> list[Markup]:
    """The ground line, and the height of the highest column."""
    return [
        _line(36, 150, WIDTH - 4, 150, "axis"),
        _line(36, 10, WIDTH - 4, 10, "grid"),
        _text(32, 14, f"{most:,.0f}", "end", "tick"),
        _text(32, 154, "0", "end", "tick"),
    ]


def _foot(x: float, label: str, number: int, columns: int) -> list[Markup]:
    """A label below a column; where they are many, not every one has room."""
    every = -(-columns * max(len(label), 2) // 40)
    return [] if number % every else [_text(x, 165, label, "middle", "tick")]


def _picture(title: str, height: float, parts: Sequence[Markup]) -> Picture:
    drawing = Markup(
        '<svg viewBox="0 0 {} {:.0f}" role="img" aria-label="{}"><title>{}</title>{}</svg>'
    ).format(WIDTH, height, title, title, Markup("").join(parts))
    return Picture(title, drawing)


def _text(x: float, y: float, text: str, anchor: str = "start", style: str = "label") -> Markup:
    return Markup('<text x="{:.1f}" y="{:.1f}" text-anchor="{}" class="{}">{}</text>').format(
        x, y, anchor, style, text
    )


def _rect(x: float, y: float, width: float, height: float, style: str) -> Markup:
    return Markup('<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" class="{}"/>').format(
        x, y, width, height, style
    )


def _line(x1: float, y1: float, x2: float, y2: float, style: str) -> Markup:
    return Markup('<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" class="{}"/>').format(
        x1, y1, x2, y2, style
    )


def _dot(x: float, y: float, style: str) -> Markup:
    return Markup('<circle cx="{:.1f}" cy="{:.1f}" r="4.5" class="{}"/>').format(x, y, style)


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
