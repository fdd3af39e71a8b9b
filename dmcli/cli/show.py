"""The one place where data becomes output: table, json, csv or md."""

from __future__ import annotations

import csv
import io
import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import fill
from typing import Any

from dmcli import __version__
from dmcli.cli.common import common
from dmcli.core.errors import UsageMistake
from dmcli.core.signs import escaped, printable

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Column:
    """One column: the key in the rows, the head that people read, and how it is set."""

    key: str
    head: str = ""
    right: bool = False

    @property
    def title(self) -> str:
        """The head, else the key in words."""
        return self.head or self.key.replace("_", " ")


@dataclass(frozen=True)
class Table:
    """Rows under columns, with a title where there is more than one table."""

    columns: Sequence[Column]
    rows: Sequence[Row]
    title: str = ""


@dataclass(frozen=True)
class Answer:
    """All that a command has to say: its data once as a document and once as tables and lines."""

    schema: str  # "check" becomes "dmcli.check/1"
    document: Mapping[str, Any]
    tables: Sequence[Table] = ()
    lines: Sequence[str] = ()  # said after the tables, in table and md form
    pool: str | None = None  # hash of the card pool; None: ask the pool
    revision: int = 1
    heading: Sequence[str] = field(default_factory=tuple)  # said before the tables


#: The forms that every command can write its data in.
OUTPUTS = ("table", "json", "csv", "md")
#: The form that a target's suffix says, where none was chosen.
_SUFFIXES = {".json": "json", ".csv": "csv", ".md": "md", ".html": "html", ".sarif": "sarif"}


def form(output: str, json: bool = False, to: Path | None = None, more: Sequence[str] = ()) -> str:
    """The chosen form of output: --json is the short way, a target's suffix the shortest."""
    if json or output != "table" or to is None:
        return "json" if json else output
    said = _SUFFIXES.get(to.suffix.lower(), output)
    known = (*OUTPUTS, *more)
    if said not in known:
        raise UsageMistake(f"{to}: {said} cannot be written here; --output is {', '.join(known)}.")
    return said


def answer(
    what: Answer, output: str = "table", to: Path | None = None, force: bool = False
) -> None:
    """Show an answer in the chosen form, on standard output or in a file."""
    if to is None:
        line(render(what, output, width()))
        return
    check_target(to, force)
    write_file(to, render(what, output, None) + "\n")


def render(what: Answer, output: str, columns: int | None) -> str:
    """Write an answer as text; columns is the width of a terminal, None where there is none."""
    if output == "json":
        return to_json(what)
    if output == "csv":
        return _csv(what.tables[0]) if what.tables else ""
    draw = _markdown if output == "md" else lambda table: _plain(table, columns)
    wrap = columns if output == "table" else None
    parts = [_folded(what.heading, wrap), *map(draw, what.tables), _folded(what.lines, wrap)]
    return "\n\n".join(part for part in parts if part)


def _folded(lines: Sequence[str], columns: int | None) -> str:
    """Break lines between words where a terminal would break them anywhere."""
    lines = [printable(text) for text in lines]
    long = [columns is not None and len(text) > columns for text in lines]
    return "\n".join(
        fill(text, columns or 0, break_long_words=False, break_on_hyphens=False) if fold else text
        for text, fold in zip(lines, long, strict=True)
    )


def to_json(what: Answer) -> str:
    """Write the document with its schema, the version of dmcli and the hash of the pool."""
    import json

    whole = {
        "schema": f"dmcli.{what.schema}/{what.revision}",
        "version": __version__,
        "pool": pool_hash() if what.pool is None else what.pool,
        **what.document,
    }
    return escaped(json.dumps(whole, ensure_ascii=False, indent=2, default=_plain_data))


def _plain_data(value: Any) -> Any:
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} is not data")


def _csv(table: Table) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(column.key for column in table.columns)
    for row in table.rows:
        writer.writerow(_exact(row.get(column.key)) for column in table.columns)
    return out.getvalue().rstrip("\n")


def _exact(value: Any) -> str:
    """A value for programs: numbers keep all their digits, as in JSON."""
    return repr(value) if isinstance(value, float) else _cell(value, "")


def _markdown(table: Table) -> str:
    heads = [column.title for column in table.columns]
    rule = ["---:" if column.right else "---" for column in table.columns]
    rows = [
        [
            _cell(row.get(column.key)).replace("|", "\\|").replace("\n", " ")
            for column in table.columns
        ]
        for row in table.rows
    ]
    body = "\n".join("| " + " | ".join(cells) + " |" for cells in [heads, rule, *rows])
    return f"### {table.title}\n\n{body}" if table.title else body


def _cell(value: Any, nothing: str = "-") -> str:
    if value is None:
        return nothing
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, (list, tuple)):
        return ", ".join(_cell(each) for each in value)
    return str(value)


def _plain(table: Table, columns: int | None) -> str:
    """Draw for reading: side by side where that fits, else one record under the other."""
    cells = [[_cell(row.get(column.key)) for column in table.columns] for row in table.rows]
    heads = [column.title for column in table.columns]
    natural = sum(_widest(heads, cells)) + 2 * (len(heads) - 1)
    if columns is None or natural <= columns:
        return _titled(table, _grid(table, cells, None), "\n", columns)
    if sum(_narrowest(heads, cells)) + 2 * (len(heads) - 1) <= columns:
        return _titled(table, _grid(table, cells, columns), "\n", columns)
    return _titled(table, _records(table, cells, columns), "\n\n", columns)


def _titled(table: Table, body: str, gap: str, columns: int | None) -> str:
    """Put the title above, as wide as the terminal and not as the table."""
    from rich.text import Text

    return f"{_draw(Text(table.title, 'bold'), columns)}{gap}{body}" if table.title else body


def _widest(heads: Sequence[str], cells: Sequence[Sequence[str]]) -> list[int]:
    from rich.cells import cell_len

    return [max(map(cell_len, column)) for column in zip(heads, *cells, strict=True)]


def _narrowest(heads: Sequence[str], cells: Sequence[Sequence[str]]) -> list[int]:
    """How far each column folds: not below its longest word, nor below 16 where it is longer."""
    from rich.cells import cell_len

    return [
        min(
            max(map(cell_len, column)),
            max(16, *(cell_len(word) for text in column for word in text.split() or [""])),
        )
        for column in zip(heads, *cells, strict=True)
    ]


def _shared(heads: Sequence[str], cells: Sequence[Sequence[str]], columns: int) -> list[int]:
    """Give each column what it needs at least, and the rest to those that want least more."""
    widths, widest = _narrowest(heads, cells), _widest(heads, cells)
    spare = columns - sum(widths) - 2 * (len(heads) - 1)
    wanting = sorted(range(len(heads)), key=lambda at: widest[at] - widths[at])
    for left, at in zip(range(len(heads), 0, -1), wanting, strict=True):
        more = min(widest[at] - widths[at], spare // left)
        widths[at] += more
        spare -= more
    return widths


def _grid(table: Table, cells: Sequence[Sequence[str]], columns: int | None) -> str:
    from rich.table import Table as RichTable
    from rich.text import Text

    grid = RichTable(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    heads = [column.title for column in table.columns]
    widths = _shared(heads, cells, columns) if columns else _widest(heads, cells)
    for column, width_ in zip(table.columns, widths, strict=True):
        grid.add_column(
            Text(column.title),
            justify="right" if column.right else "left",
            overflow="fold",
            width=width_,
        )
    for row in cells:
        grid.add_row(*(Text(cell) for cell in row))
    return _draw(grid, columns)


def _records(table: Table, cells: Sequence[Sequence[str]], columns: int) -> str:
    """One field a line, for narrow terminals."""
    from rich.text import Text

    blocks = []
    for row in cells:
        fields = zip(table.columns, row, strict=True)
        text = "\n".join(_field(column.title, cell) for column, cell in fields)
        blocks.append(_draw(Text(text), columns))
    return "\n\n".join(blocks)


def _field(head: str, cell: str) -> str:
    """A field with its head; a column without one stands for itself."""
    return f"{head}: {cell}" if head.strip() else cell


def _draw(thing: Any, columns: int | None) -> str:
    """Let rich draw as wide as it needs, or as the terminal is; colours only on a terminal."""
    from rich.console import Console

    out = io.StringIO()
    coloured = columns is not None and _colours()
    Console(
        file=out,
        width=columns or 100_000,
        force_terminal=coloured,
        color_system="standard" if coloured else None,
        highlight=False,
    ).print(thing)
    return "\n".join(text.rstrip() for text in out.getvalue().rstrip("\n").split("\n"))


def _colours() -> bool:
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or os.environ.get("TERM") not in (None, "dumb")


def width() -> int | None:
    """The width of the terminal on standard output, None when it is not one."""
    if not sys.stdout.isatty() and not os.environ.get("FORCE_COLOR"):
        return None
    return shutil.get_terminal_size().columns


def line(text: str = "") -> None:
    """Print data on standard output."""
    print(text)


def note(text: str) -> None:
    """Say something beside the data, on standard error; --quiet silences it."""
    if not common.quiet:
        print(printable(text), file=sys.stderr)


def warn(text: str) -> None:
    """Warn on standard error."""
    note(f"Warning: {text}")


def check_target(path: Path, force: bool) -> None:
    """Refuse, before any work, a target that may not or cannot be written."""
    if path.is_dir():
        raise UsageMistake(f"{path} is a folder, not a file to write.")
    if path.exists() and not path.is_file():
        raise UsageMistake(f"{path} is a device or pipe, not a file to write.")
    if os.path.lexists(path) and not force:
        raise UsageMistake(f"{path} exists already; --force overwrites it.")
    parent = next(up for up in path.absolute().parents if up.exists())
    if not parent.is_dir() or not os.access(parent, os.W_OK):
        raise UsageMistake(f"{path} cannot be written: {parent} is not a writable folder.")


def write_file(path: Path, text: str) -> None:
    """Write a file as a whole, through a link where the path is one, and say so."""
    from dmcli.core.files import write_atomically

    write_atomically(path.resolve(), text.encode())
    note(f"Wrote {path}.")


def cards(count: int) -> str:
    """Write a number of cards in words."""
    return "1 card" if count == 1 else f"{count:,} cards"


def pool_hash() -> str:
    """The hash of the card pool."""
    from dmcli.cards import load_pool

    return load_pool().hash


def version_line() -> str:
    """The versions of dmcli and of its card pool."""
    try:
        return f"dmcli {__version__}, card pool {pool_hash()}"
    except (ImportError, OSError):
        return f"dmcli {__version__}, no card pool"
