"""The command `convert`: any form of a deck list into any other."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from dmcli.cli import complete, show
from dmcli.cli.options import PANEL_DECKS, ForceOption, PoolOption
from dmcli.core.errors import Unreadable, UsageMistake
from dmcli.core.signs import printable

if TYPE_CHECKING:
    from dmcli.cards import Pool
    from dmcli.decks import Deck
    from dmcli.decks.forms import Form

STANDARD = "-"
UNREADABLE = 3

SourcesArg = Annotated[
    list[str],
    typer.Argument(
        metavar="IN",
        default_factory=list,  # so that OUT is what is missing, not IN
        show_default=False,
        help="Deck files, folders, globs, - for standard input, or bundled decks.",
        autocompletion=complete.decks,
    ),
]
TargetArg = Annotated[
    str,
    typer.Argument(metavar="OUT", help="A file, a folder, or - for standard output."),
]
FromOption = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="FORM",
        help="The form of IN; default: by its suffix and looks.",
        autocompletion=complete.forms,
    ),
]
FormOption = Annotated[
    str | None,
    typer.Option(
        "--to",
        metavar="FORM",
        help="The form of OUT; default: by its suffix.",
        autocompletion=complete.forms,
    ),
]
OctgnOption = Annotated[
    Path | None,
    typer.Option(
        "--octgn",
        metavar="DIR",
        help="OCTGN's sets of Duel Masters, whose card ids an .o8d file needs.",
    ),
]
StrictOption = Annotated[
    bool, typer.Option("--strict", help="Write nothing that was read with a warning.")
]


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(rich_help_panel=PANEL_DECKS)(convert)


def convert(
    sources: SourcesArg,
    out: TargetArg,
    read_as: FromOption = None,
    write_as: FormOption = None,
    octgn: OctgnOption = None,
    strict: StrictOption = False,
    pool: PoolOption = None,
    force: ForceOption = False,
) -> None:
    """Write decks in another form; cards, counts, zones and order stay as they are.

    Forms: text, json, csv, tsv, o8d (OCTGN), cod (Cockatrice), tts (Tabletop Simulator). Several
    decks go into a folder. A line that cannot be read stops its deck, with exit code 3.

    Example: dmcli convert starter/fire my-deck.json
    """
    from dmcli.cards import load_pool
    from dmcli.decks import find_decks
    from dmcli.decks.forms import form_named

    if not sources:
        raise UsageMistake(f"OUT is missing: say where {out or 'the deck'} goes.")
    if read_as is not None:
        form_named(read_as)
    found = find_decks(sources, show.note)
    plan = _plan(found, out, write_as, opened=any(map(os.path.isdir, sources)))
    for step in plan:
        if step.target is not None:
            show.check_target(step.target, force)
    loaded = load_pool(pool or ())
    plan = plan if octgn is None else _with_ids(plan, octgn, loaded)
    losses = [_converted(step, loaded, read_as, strict, alone=len(plan) == 1) for step in plan]
    done = [said for said in losses if said is not None]
    _say_losses(plan, losses)
    if len(plan) > 1:
        show.note(f"{len(done)} of {len(plan)} decks converted.")
    if len(done) < len(plan):
        raise typer.Exit(UNREADABLE)


class _Step(NamedTuple):
    """One deck, where it goes, and in which form; no target is standard output."""

    source: str
    target: Path | None
    form: Form


def _plan(
    sources: Sequence[str], out: str, write_as: str | None, opened: bool = False
) -> list[_Step]:
    """Say where each deck goes, before anything is read; what a folder held goes into one."""
    from dmcli.decks.forms import form_named

    named = form_named(write_as) if write_as else None
    if not out:
        raise UsageMistake("OUT has an empty name; is a variable of the shell not set?")
    if out == STANDARD:
        if len(sources) > 1:
            raise UsageMistake(f"Only one deck goes to standard output, not {len(sources)}.")
        return [_Step(sources[0], None, named or _no_form("Standard output"))]
    target = Path(out)
    is_folder = target.is_dir() or out.endswith(("/", os.sep)) or (opened and not target.suffix)
    if len(sources) == 1 and not is_folder:
        return [_Step(sources[0], target, named or _form_of(target))]
    if not target.is_dir() and (target.exists() or target.suffix):
        raise UsageMistake(f"{out} is no folder; {len(sources)} decks need one.")
    return list(_into(target, sources, named or _no_form(f"The folder {out}")))


def _into(folder: Path, sources: Sequence[str], form: Form) -> Iterator[_Step]:
    """Give every deck a file of its own in a folder."""
    taken: dict[str, str] = {}
    for source in sources:
        stem = "deck" if source == STANDARD else Path(source).stem
        name = f"{stem}{form.suffix}"
        if taken.setdefault(name.casefold(), source) != source:
            raise UsageMistake(
                f"{taken[name.casefold()]} and {source} would both become {folder / name}; "
                "convert them into two folders."
            )
        yield _Step(source, folder / name, form)


def _form_of(target: Path) -> Form:
    """The form that a file name says."""
    from dmcli.decks.forms import form_of

    return form_of(target) or _no_form(str(target))


def _no_form(what: str) -> Form:
    """Ask for the form that nothing says."""
    from dmcli.decks.forms import FORMS

    raise UsageMistake(f"{what} says no form; write --to with one of {', '.join(FORMS)}.")


def _with_ids(plan: list[_Step], folder: Path, pool: Pool) -> list[_Step]:
    """Give decks of OCTGN the ids of their cards."""
    from dmcli.decks.forms.octgn import octgn_ids, with_ids

    if any(step.form.name != "o8d" for step in plan):
        raise UsageMistake("--octgn is for decks of OCTGN: write .o8d files, or --to o8d.")
    form = with_ids(octgn_ids(folder, pool))
    return [step._replace(form=form) for step in plan]


def _converted(
    step: _Step, pool: Pool, read_as: str | None, strict: bool, alone: bool
) -> list[str] | None:
    """Convert one deck and list what was lost; nothing when one of several cannot be read."""
    from dmcli.decks import read_deck

    try:
        deck = _titled(read_deck(step.source, pool, read_as), step)
        _say_problems(deck)
        _demand(deck, strict)
        text = step.form.write(deck, pool)
    except Unreadable as error:
        if alone:
            raise
        print(f"Error: {printable(str(error))}", file=sys.stderr)
        return None
    _write(step, deck, text)
    return step.form.losses(deck, step.target.stem if step.target else "deck")


def _say_losses(plan: list[_Step], losses: list[list[str] | None]) -> None:
    """Say once what was lost, and of which decks where it is not all of them."""
    decks: dict[str, list[str]] = {}
    for step, said in zip(plan, losses, strict=True):
        for sentence in said or ():
            decks.setdefault(sentence, []).append(step.source)
    for sentence, sources in decks.items():
        named = ", ".join(sources[:3]) + (f" and {len(sources) - 3} more" if sources[3:] else "")
        show.note(sentence if len(sources) == len(plan) else f"{sentence} ({named})")


def _titled(deck: Deck, step: _Step) -> Deck:
    """Call a deck from standard input, where it states no title, as its file."""
    from msgspec.structs import replace

    if step.source == STANDARD and deck.name == deck.place:
        return replace(deck, name=step.target.stem if step.target else "deck")
    return deck


def _say_problems(deck: Deck) -> None:
    """Say on standard error what was read with a doubt or not at all."""
    for problem in deck.problems:
        place = deck.place if problem.line is None else f"{deck.place}:{problem.line}"
        if problem.severity == "warning":
            show.warn(f"{place}: {problem.message}")
        elif problem.severity == "note":
            show.note(f"Note: {place}: {problem.message}")


def _demand(deck: Deck, strict: bool) -> None:
    """Refuse to write a deck that was not read as a whole."""
    from dmcli.decks import demand_readable

    demand_readable(deck)
    if not deck.entries:
        raise Unreadable(f"{deck.place}: there is no card in this list.")
    if strict and any(problem.severity == "warning" for problem in deck.problems):
        raise Unreadable(f"{deck.place}: was read with warnings, and --strict allows none.")


def _write(step: _Step, deck: Deck, text: str) -> None:
    """Write the deck and say so."""
    from dmcli.core.files import write_atomically

    if step.target is None:
        show.line(text.rstrip("\n"))
    else:
        # What stands behind a link is written, so that the link stays one.
        write_atomically(Path(os.path.realpath(step.target)), text.encode())
        show.note(f"Wrote {step.target}: {show.cards(deck.total)} as {step.form.title}.")
