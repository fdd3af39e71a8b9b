"""The command `diff`: what one list has that another has not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from dmcli.cli import complete, show
from dmcli.cli.options import (
    PANEL_DECKS,
    ForceOption,
    JsonOption,
    OutputOption,
    PoolOption,
    ToOption,
)
from dmcli.cli.show import Answer, Column, Row, Table
from dmcli.core.errors import UsageMistake
from dmcli.core.signs import printable

if TYPE_CHECKING:
    from dmcli.cards import Pool
    from dmcli.decks import Deck
    from dmcli.decks.editing.difference import Change, Difference, Figure

#: The exit code of `diff` for two lists that differ, as that of the program of this name.
DIFFERENT = 1

#: A terminal with fewer columns shows less of each card.
NARROW = 64

_DECK = "A deck in any form, - for standard input, or a bundled deck."
OldArg = Annotated[str, typer.Argument(metavar="OLD", help=_DECK, autocompletion=complete.decks)]
NewArg = Annotated[str, typer.Argument(metavar="NEW", help=_DECK, autocompletion=complete.decks)]


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(rich_help_panel=PANEL_DECKS)(diff)


def diff(
    old: OldArg,
    new: NewArg,
    pool: PoolOption = None,
    output: OutputOption = "table",
    json: JsonOption = False,
    to: ToOption = None,
    force: ForceOption = False,
) -> None:
    """Compare two lists: cards in and out, totals, and what the change does to the deck.

    Lists are compared by their cards, whatever form, order or spelling they are written in.
    Exit code 0: the same cards; 1: they differ; 3: something could not be read.

    Example: dmcli diff my-deck.txt starter/fire
    """
    from dmcli.cards import load_pool
    from dmcli.decks.editing.difference import difference

    if old == new == "-":
        raise UsageMistake("Standard input can be one of the two lists, not both.")
    loaded = load_pool(pool or ())
    decks = _read(old, loaded), _read(new, loaded)
    found = difference(*decks, loaded)
    form = show.form(output, json, to)
    show.answer(_answer(*decks, found, loaded, form), form, to, force)
    if not found.same:
        raise typer.Exit(DIFFERENT)


def _read(source: str, pool: Pool) -> Deck:
    """Read one of the lists; a card that no pool knows is compared by its name."""
    from dmcli.decks import demand_readable, read_deck

    deck = read_deck(source, pool)
    unknown = [problem for problem in deck.problems if problem.rule == "unknown-card"]
    if any(each.severity == "error" and each not in unknown for each in deck.problems):
        demand_readable(deck)
    for problem in unknown:
        if problem.severity != "note":
            show.warn(f"{deck.place}:{problem.line}: {problem.message}")
    return deck


def _answer(old: Deck, new: Deck, found: Difference, pool: Pool, form: str) -> Answer:
    """What there is to say about two lists."""
    moved = [each for each in found.figures if each.old != each.new]
    tables = [_cards_table(found, form), _figures_table(moved), _payable_table(found)]
    return Answer(
        schema="diff",
        document=_document(old, new, found),
        tables=[table for table in tables if table.rows] or tables[:1] * (form == "csv"),
        heading=[_side("-", old), _side("+", new)],
        lines=[_summary(found)],
        pool=pool.hash,
    )


def _side(sign: str, deck: Deck) -> str:
    """One of the two lists: its place, title and size."""
    title = "" if deck.name in deck.place else f" ({deck.name})"
    return printable(f"{sign} {deck.place}{title}: {show.cards(deck.total)}")


def _summary(found: Difference) -> str:
    """How much differs, in a sentence."""
    if found.same:
        return "The same cards in every zone."
    gone = sum(-each.change for each in found.cards if each.change < 0)
    come = sum(each.change for each in found.cards if each.change > 0)
    return f"{show.cards(gone)} out, {show.cards(come)} in."


def signed(change: float, digits: int = 0) -> str:
    """Write a change with its sign: +2, −1."""
    text = f"{abs(change):.{digits}f}"
    return f"+{text}" if change > 0 else f"−{text}" if change < 0 else "0"


def _cards_table(found: Difference, form: str) -> Table:
    """A row for each card; the zone only where there is more than one."""
    zones = {each.zone for each in found.cards}
    zone = [] if zones <= {"main"} else [Column("zone")]
    counts = [Column("old", right=True), Column("new", right=True)]
    facts = [Column("cost", right=True), Column("civilizations"), Column("type")]
    first = [Column("change", right=True), Column("card"), *zone]
    is_narrow = form == "table" and (show.width() or NARROW) < NARROW
    columns = first if is_narrow else [*first, *counts, *facts]
    return Table(columns, [change_row(each, form == "csv") for each in found.cards])


def change_row(change: Change, is_plain: bool = False) -> Row:
    """A card change as a row; its number is a plain one where programs read it."""
    return {
        "change": change.change if is_plain else signed(change.change),
        "card": change.card,
        "zone": change.zone,
        "old": change.old,
        "new": change.new,
        "cost": change.cost,
        "civilizations": change.civilizations,
        "type": change.type,
    }


def _figures_table(moved: list[Figure]) -> Table:
    """The figures of the deck that change."""
    rows = [
        {
            "figure": each.figure,
            "old": _figure(each.old),
            "new": _figure(each.new),
            "change": signed(each.new - each.old, 2 if isinstance(each.new, float) else 0),
        }
        for each in moved
    ]
    numbers = (Column(key, right=True) for key in ("old", "new", "change"))
    return Table([Column("figure"), *numbers], rows, title="What changes in the deck")


def _figure(value: float) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def _payable_table(found: Difference) -> Table:
    """The cards that become easier or harder to pay."""
    rows = [
        {
            "card": each.card,
            "cost": each.cost,
            "old": f"{each.old:.1%}",
            "new": f"{each.new:.1%}",
            "change": signed(100 * (each.new - each.old), 1),
        }
        for each in found.castability
    ]
    numbers = (Column(key, right=True) for key in ("cost", "old", "new", "change"))
    return Table([Column("card"), *numbers], rows, title="Paid in time when drawn, going first")


def _document(old: Deck, new: Deck, found: Difference) -> dict[str, Any]:
    """What other programs read."""
    import msgspec

    cards = [{**msgspec.to_builtins(each), "change": each.change} for each in found.cards]
    return {
        "same": found.same,
        "old": _deck(old),
        "new": _deck(new),
        "cards": cards,
        "figures": msgspec.to_builtins(found.figures),
        "castability": msgspec.to_builtins(found.castability),
    }


def _deck(deck: Deck) -> dict[str, Any]:
    zones = {zone: deck.count(zone) for zone in deck.zones}
    return {"path": deck.path, "name": deck.name, "hash": deck.hash, "zones": zones}
