"""The command `fix`: a mended copy of a list, shown as a diff before anything is written."""

from __future__ import annotations

import difflib
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from textwrap import TextWrapper
from typing import TYPE_CHECKING, Annotated

import typer

from dmcli.cli import edited, show
from dmcli.cli.options import (
    PANEL_DECKS,
    DeckArg,
    ForceOption,
    FormatOption,
    JsonOption,
    OutputOption,
    PoolOption,
)
from dmcli.cli.show import Answer, Column, Table
from dmcli.core.errors import Refused, UsageMistake
from dmcli.core.signs import printable

if TYPE_CHECKING:
    from dmcli.cards import Pool
    from dmcli.decks.editing.mending import Mended

STANDARD = "-"
_KINDS = {
    "encoding": ("wrong encoding", "wrong encodings"),
    "name": ("name", "names"),
    "number": ("stated number", "stated numbers"),
    "surplus": ("card with surplus copies", "cards with surplus copies"),
    "merged": ("doubled line", "doubled lines"),
}
_LOST = "A card may be lost; if none is, --numbers sets it right."
#: The exit code when mends were shown and not written.
NOT_WRITTEN = 1


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(rich_help_panel=PANEL_DECKS)(fix)


def fix(
    deck: DeckArg,
    to: Annotated[
        Path | None,
        typer.Option("-o", metavar="FILE", help="Write the mended list here; - for a pipe."),
    ] = None,
    write: Annotated[
        bool, typer.Option("--write", "--yes", "-y", help="Write it over the file, unasked.")
    ] = False,
    merge: Annotated[
        bool, typer.Option("--merge", help="Write a card that stands on several lines once.")
    ] = False,
    cut: Annotated[
        bool, typer.Option("--cut", help="Take out copies that the format does not allow.")
    ] = False,
    numbers: Annotated[
        bool,
        typer.Option("--numbers", help="Set totals right even if a card may be missing."),
    ] = False,
    format: FormatOption = "tcg",
    pool: PoolOption = None,
    output: OutputOption = "table",
    json: JsonOption = False,
    force: ForceOption = False,
) -> None:
    """Mend a list: names as printed, broken letters, stale totals; comments and order stay.

    A total that is more than what was read may be the trace of a lost card: it is only told of.
    The changes are shown first. On a terminal you are asked; in a pipe --write or -o writes. The
    rest is listed for you to decide. Exit code 0: mended, or nothing to mend; 1: not written.

    Example: dmcli fix my-deck.txt -o mended.txt
    """
    from dmcli.cards import load_pool
    from dmcli.decks import find_format
    from dmcli.decks.editing.beginning import free
    from dmcli.decks.editing.file import content_of, target_of
    from dmcli.decks.editing.mending import mend

    _demand_one_target(deck, to, write)
    if to and str(to) != STANDARD:
        free(to, force)
    if write:
        target_of(deck)
    loaded = load_pool(pool or ())
    rules = find_format(format, loaded)
    content, name = content_of(deck)
    mended = mend(content, deck, name, rules, loaded, merge, cut, numbers)
    _demand_form(to, mended)
    form = show.form(output, json)
    decided = write or to is not None
    if decided:  # before anything is shown: who reads it may close the pipe
        _write(deck, mended, to, write, asks=False, force=force)
    if str(to) != STANDARD:
        show.answer(_answer(deck, mended, loaded, form), form)
    if not decided:
        _write(deck, mended, to, write, asks=form == "table", force=force)


def _demand_one_target(deck: str, to: Path | None, write: bool) -> None:
    """Refuse contradictions before any work."""
    if to is not None and write:
        raise UsageMistake("-o writes a copy and --write the file itself: choose one.")
    if deck == STANDARD and write:
        raise UsageMistake("Standard input cannot be written over; -o FILE or -o - writes it.")


def _demand_form(to: Path | None, mended: Mended) -> None:
    """Refuse a copy whose name says another form than it has."""
    from dmcli.decks.forms import form_named, form_of

    said, own = form_of(to) if to else None, form_named(mended.deck.form)
    if said is not None and own.suffix != said.suffix:
        raise UsageMistake(
            f"{to}: the list is {own.title}, and its copy would be, too; 'dmcli convert' writes "
            f"it as {said.title}."
        )


def _write(
    deck: str, mended: Mended, to: Path | None, write: bool, asks: bool, force: bool
) -> None:
    """Write the mended list where it was asked for, or ask."""
    if str(to) == STANDARD:
        sys.stdout.write(mended.text)
    elif to is not None:
        _write_copy(to, mended, force)
    elif not mended.changed:
        return
    elif write or (asks and _may_write(deck)):
        edited.demand_whole(deck, mended.loses, force)
        _write_over(deck, mended)
    else:
        how = "-o FILE writes it" if deck == STANDARD else "--write writes it, -o FILE a copy"
        show.note(f"Nothing was written: {how}.")
        raise typer.Exit(NOT_WRITTEN)


def _may_write(deck: str) -> bool:
    """Ask on a terminal; a pipe cannot be asked, and no answer is no."""
    if deck == STANDARD or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    try:
        return typer.confirm(f"Write these changes to {deck}?", err=True)
    except typer.Abort as left:
        show.note("")
        if isinstance(left.__context__, KeyboardInterrupt):
            raise KeyboardInterrupt from None
        return False


def _write_copy(to: Path, mended: Mended, force: bool) -> None:
    """Write a copy; what it overwrites by force can be undone."""
    from dmcli.decks.editing.beginning import free, put

    file = put(str(to), free(to, force), mended.text, "fix", force)
    show.note(f"Wrote {to}.")
    edited.warn_of(file)


def _write_over(deck: str, mended: Mended) -> None:
    """Write over the user's file, if it still holds what was mended."""
    from dmcli.decks.editing.file import opened, typed

    with opened(deck) as file:
        if file.content != mended.content:
            raise Refused(f"{deck}: something else has changed it meanwhile; nothing was written.")
        file.save(mended.text, "fix")
    how = f"; 'dmcli deck undo {typed(deck)}' takes it back" if not file.history.trouble else ""
    show.note(f"Wrote {deck}{how}.")
    edited.warn_of(file)


def _answer(deck: str, mended: Mended, pool: Pool, form: str) -> Answer:
    """The diff, what was mended, and what is left."""
    import msgspec

    changes = "".join(_diff(deck, mended))
    rows = [msgspec.to_builtins(each) for each in mended.mends]
    keys = ("kind", "line", "before", "after", "message")
    table = Table([Column(key, right=key == "line") for key in keys], rows)
    return Answer(
        schema="fix",
        document={
            "path": deck,
            "changed": mended.changed,
            "mends": rows,
            "left": msgspec.to_builtins(mended.left),
            "diff": changes,
            "text": mended.text,
        },
        tables=[table] if form in ("csv", "md") else [],
        heading=list(map(printable, _said(deck, mended, changes))) if form == "table" else (),
        pool=pool.hash,
    )


def _said(deck: str, mended: Mended, changes: str) -> list[str]:
    """What a person reads: the diff, what it does not say by itself, and what is left."""
    lines = changes.split("\n")[:-1]
    if not mended.changed:
        lines = [f"{deck}: there is nothing to mend."]
    if mended.mends:
        lines += [*([""] if lines else []), f"Mended: {_counted(mended)}."]
    wrap = TextWrapper(show.width() or 10_000, initial_indent="  ", subsequent_indent="    ")
    for each in mended.mends:
        if not each.before:
            lines += wrap.wrap(f"{_place(each.line)}{each.message}")
    if mended.left:
        lines += ["", "Left for you:"]
    for problem in mended.left:
        how = problem.fix or (_LOST if problem.rule == "size" else "")
        sentence = f"{_place(problem.line)}{problem.message} {how}".rstrip()
        lines += wrap.wrap(f"{problem.severity:8}{sentence}")
    return lines


def _counted(mended: Mended) -> str:
    """How much was mended of each kind: 17 names, 1 stated number."""
    counts = Counter(each.kind for each in mended.mends)
    return ", ".join(f"{n} {_KINDS[kind][n > 1]}" for kind, n in counts.items())


def _place(line: int | None) -> str:
    return f"line {line}: " if line else ""


def _diff(deck: str, mended: Mended) -> Iterator[str]:
    """A unified diff of the text before and after, whatever its line ends are."""
    from dmcli.decks.editing.rows import rows_of

    before, after = ([row.text for row in rows_of(text)] for text in (mended.before, mended.text))
    names = deck, f"{deck} (mended)"
    for line in difflib.unified_diff(before, after, *names, lineterm=""):
        yield f"{line}\n"
