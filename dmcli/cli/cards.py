"""The cards commands: show, coverage, validate; search has a module of its own."""

from __future__ import annotations

from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Annotated

import typer

from dmcli.cli import complete, printed, searching, show
from dmcli.cli.options import (
    PANEL_CARDS,
    ForceOption,
    JsonOption,
    OutputOption,
    PoolOption,
    ToOption,
)
from dmcli.cli.show import Answer, Column, Table

if TYPE_CHECKING:
    from dmcli.cards import Coverage, Pool, Report
    from dmcli.core.carddef import CardDef

UNREADABLE = 3

#: A text is easier to read in lines of this length, however wide the terminal.
_TEXT_WIDTH = 80

cards = typer.Typer(no_args_is_help=True, help="Look at the card pool, and check your own cards.")
searching.register(cards)


def register(app: typer.Typer) -> None:
    """Add `cards` to the program."""
    app.add_typer(cards, name="cards", rich_help_panel=PANEL_CARDS)


@cards.command(name="show")
def show_card(
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help="A card's name.", autocompletion=complete.cards),
    ],
    pool: PoolOption = None,
    output: OutputOption = "table",
    json: JsonOption = False,
    to: ToOption = None,
    force: ForceOption = False,
) -> None:
    """Show a card: its printed facts, and its text as its rules say it.

    Example: dmcli cards show "Bronze-Arm Tribe"
    """
    from dmcli.cards import load_pool

    loaded = load_pool(pool or ())
    form = show.form(output, json, to)
    show.answer(_shown(loaded, loaded.card(name), form), form, to, force)


@cards.command()
def coverage(
    missing: Annotated[
        bool, typer.Option("--missing", help="Name the cards that are not playable yet.")
    ] = False,
    pool: PoolOption = None,
    output: OutputOption = "table",
    json: JsonOption = False,
    to: ToOption = None,
    force: ForceOption = False,
) -> None:
    """Count the cards whose whole text is in the rules language, by set.

    A reprint counts in each of its sets, so the sets add up to more than the pool.

    Example: dmcli cards coverage --missing
    """
    from dmcli.cards import coverage as count
    from dmcli.cards import load_pool

    loaded = load_pool(pool or ())
    counted = _counted(loaded, count(loaded), missing)
    show.answer(counted, show.form(output, json, to), to, force)


@cards.command()
def validate(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH", help="Card files (TOML), or folders of them."),
    ],
    output: OutputOption = "table",
    json: JsonOption = False,
    to: ToOption = None,
    force: ForceOption = False,
) -> None:
    """Check card files, anyone's own too: facts, names and every rules line.

    Example: dmcli cards validate mycards/
    """
    from dmcli.cards import validate as check

    report = check(paths)
    form = show.form(output, json, to)
    show.answer(_checked(report, form), form, to, force)
    if report.problems:
        raise typer.Exit(UNREADABLE)


def _shown(pool: Pool, card: CardDef, form: str) -> Answer:
    document = {**printed.facts(card), "keywords": None, "text": None}
    if card.playable:
        document |= {"keywords": pool.keywords(card.name), "text": pool.text(card.name)}
    facts = [{"fact": key, "value": value} for key, value in document.items()]
    table = Table([Column("fact"), Column("value")], facts)
    return Answer(
        "cards.show",
        document,
        tables=[table] if form in ("csv", "md") else [],
        lines=_face(pool, card) if form == "table" else [],
        pool=pool.hash,
    )


def _face(pool: Pool, card: CardDef) -> list[str]:
    """Lay a card out as people read it."""
    kind = f"{card.type.capitalize()}, {'/'.join(card.civilizations)}"
    numbers = [f"Cost {card.cost}", f"mana {card.mana}"]
    if card.is_creature:
        kind = f"{kind}, {', '.join(card.races) or 'no race'}"
        numbers.insert(1, f"power {printed.power(card)}")
    facts = [card.name, kind, ", ".join(numbers), f"{card.rarity}: {', '.join(card.printings)}"]
    return [*map(_folded, facts), "", *map(_folded, _text(pool, card))]


def _text(pool: Pool, card: CardDef) -> tuple[str, ...]:
    """Print a card's text, or say why there is none."""
    if not card.playable:
        return ("Its text is not in the rules language yet, so it cannot be played.",)
    return pool.text(card.name) or ("No text.",)


def _folded(text: str) -> str:
    """Break a line of a card for the terminal; a pipe gets it whole."""
    width = show.width()
    return text if width is None else fill(text, min(width, _TEXT_WIDTH))


def _counted(pool: Pool, counted: Coverage, missing: bool) -> Answer:
    rows = [
        {"set": name, "cards": row.cards, "playable": row.playable}
        for name, row in counted.by_set.items()
    ]
    columns = [Column("set"), Column("cards", right=True), Column("playable", right=True)]
    share = counted.playable / counted.cards
    said = f"{counted.playable} of {counted.cards} cards are playable ({share:.1%})."
    return Answer(
        "cards.coverage",
        {
            "cards": counted.cards,
            "playable": counted.playable,
            "missing": counted.missing,
            "by_set": {
                name: {"cards": row.cards, "playable": row.playable}
                for name, row in counted.by_set.items()
            },
        },
        tables=[Table(columns, rows)],
        lines=[said, *(["", *counted.missing] if missing and counted.missing else [])],
        pool=pool.hash,
    )


def _checked(report: Report, form: str) -> Answer:
    problems = [
        {"file": each.file, "line": each.line, "card": each.card, "message": each.message}
        for each in report.problems
    ]
    said = f"{_count(report.cards, 'card')} in {_count(report.files, 'file')} checked"
    verdict = _count(len(problems), "problem") if problems else "all in order"
    table = Table([Column(key) for key in ("file", "line", "card", "message")], problems)
    return Answer(
        "cards.validate",
        {
            "files": report.files,
            "cards": report.cards,
            "valid": not problems,
            "problems": problems,
        },
        tables=[table] if form in ("csv", "md") else [],
        lines=[*(map(str, report.problems) if form == "table" else ()), f"{said}, {verdict}."],
        pool=_hash_if_readable(),
    )


def _hash_if_readable() -> str:
    """Give the hash of the printed pool, nothing when it is what must be mended."""
    from dmcli.core.errors import Unreadable

    try:
        return show.pool_hash()
    except Unreadable:
        return ""


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
