"""The command `advise`: deck building advice asked of a list, and what a change would do."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dmcli.cli import complete, show
from dmcli.cli.options import (
    PANEL_DECKS,
    DeckArg,
    ForceOption,
    JsonOption,
    OutputOption,
    PoolOption,
    ToOption,
)
from dmcli.core.errors import UsageMistake

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from dmcli.cards import Pool
    from dmcli.decks import Deck
    from dmcli.decks.statistics.advice_rules import Rule

OutOption = Annotated[
    list[str] | None,
    typer.Option(
        "--out",
        metavar="CARD",
        help="What if this card were out? 'NAME' or '2 NAME'; may be given again.",
        autocompletion=complete.cards,
    ),
]
InOption = Annotated[
    list[str] | None,
    typer.Option(
        "--in",
        metavar="CARD",
        help="What if this card were in? 'NAME' or '2 NAME'; may be given again.",
        autocompletion=complete.cards,
    ),
]
WhyOption = Annotated[bool, typer.Option("--why", help="Give the reasons of what is fine, too.")]
RulesOption = Annotated[
    Path | None,
    typer.Option(
        "--rules",
        metavar="FILE",
        help="Advice of your own in place of ours: a TOML file like advice.toml.",
    ),
]
OwnedOption = Annotated[
    Path | None,
    typer.Option("--owned", metavar="FILE", help="Suggest only cards of this collection."),
]

#: A count before a card's name.
_COUNTED = re.compile(r"(\d{1,3})\s*[x×]?\s+(\S.*)")


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(rich_help_panel=PANEL_DECKS)(advise)


def advise(
    deck: DeckArg,
    out: OutOption = None,
    into: InOption = None,
    why: WhyOption = False,
    rules: RulesOption = None,
    owned: OwnedOption = None,
    pool: PoolOption = None,
    output: OutputOption = "table",
    json: JsonOption = False,
    to: ToOption = None,
    force: ForceOption = False,
) -> None:
    """Lay the advice of experienced players over a list: its numbers, what to change, who says so.

    Advice is no law: good decks break some of it, and know why. The exit code is 0 whatever it
    says. With --out and --in it shows what such a change would do: how surely every card of the
    list can be paid on the turn of its cost, before and after, and which advice changes.

    Example: dmcli advise my-deck.txt --out "2 Aqua Vehicle" --in "2 Emerald Grass"
    """
    from dmcli.cards import load_pool
    from dmcli.cli.advised import advised
    from dmcli.cli.compared import compared
    from dmcli.decks import demand_readable, read_deck

    form = show.form(output, json, to)
    loaded = load_pool(pool or ())
    leaving, coming = _copies(out, loaded, "--out"), _copies(into, loaded, "--in")
    book = _rules(rules)
    theirs = None if owned is None else _owned(owned, loaded)
    read = read_deck(deck, loaded)
    demand_readable(read)
    _warn(read)
    if leaving or coming:
        answer = compared(read, loaded, leaving, coming, book, theirs, form)
    else:
        answer = advised(read, loaded, book, theirs, form, why)
    show.answer(answer, form, to, force)


def _copies(wanted: list[str] | None, pool: Pool, option: str) -> dict[str, int]:
    """Read cards with their counts; the same card may be given again."""
    copies: dict[str, int] = {}
    for text in wanted or ():
        number, name = _counted(text)
        if number == 0:
            raise UsageMistake(f"{option} '{text}': none is no change.")
        card = pool.card(name).name
        copies[card] = copies.get(card, 0) + number
    return copies


def _counted(text: str) -> tuple[int, str]:
    """Take the count from before a name; without one it is a single copy."""
    found = _COUNTED.fullmatch(text.strip())
    return (int(found.group(1)), found.group(2)) if found else (1, text)


def _rules(path: Path | None) -> Sequence[Rule]:
    from dmcli.decks.statistics.advice_rules import our_rules, read_rules

    return our_rules() if path is None else read_rules(path)


def _owned(path: Path, pool: Pool) -> Collection[str]:
    """Name the cards of a collection."""
    from dmcli.decks.legality.owned import read_collection

    collection = read_collection(path, pool)
    for problem in collection.problems:
        show.warn(f"{path}:{problem.line}: {problem.message}")
    copies: Mapping[str, int] = collection.copies
    return {name for name, number in copies.items() if number > 0}


def _warn(deck: Deck) -> None:
    for problem in deck.problems:
        if problem.severity == "warning":
            show.warn(f"{deck.place}:{problem.line}: {problem.message}")
