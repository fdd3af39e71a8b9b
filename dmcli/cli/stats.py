"""The command `stats`: exact figures of a deck, as tables and bars."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import TextWrapper
from typing import TYPE_CHECKING, Any

import typer

from dmcli.cli import show
from dmcli.cli.options import (
    PANEL_DECKS,
    DeckArg,
    ForceOption,
    JsonOption,
    OutputOption,
    PoolOption,
    ToOption,
)
from dmcli.cli.show import Answer, Column, Row, Table

if TYPE_CHECKING:
    from dmcli.cards import Pool
    from dmcli.decks import Deck
    from dmcli.decks.statistics.stats import Stats

#: The longest bar, so that a row fits 40 columns.
_BAR = 24
_SHADES = {"creature": "█", "evolution creature": "▓", "spell": "░"}


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(rich_help_panel=PANEL_DECKS)(stats)


def stats(
    deck: DeckArg,
    pool: PoolOption = None,
    output: OutputOption = "table",
    json: JsonOption = False,
    to: ToOption = None,
    force: ForceOption = False,
) -> None:
    """Count a deck exactly: curve, civilizations, castability, triggers, evolution, races.

    Chances are exact, for a shuffled deck and without effects that draw cards.

    Example: dmcli stats my-deck.txt --output md
    """
    from dmcli.cards import load_pool
    from dmcli.decks import demand_readable, read_deck
    from dmcli.decks.statistics.stats import stats as count

    loaded = load_pool(pool or ())
    read = read_deck(deck, loaded)
    demand_readable(read)
    for problem in read.problems:
        if problem.severity == "warning":
            show.warn(f"{read.path}:{problem.line}: {problem.message}")
    counted = count(read, loaded)
    form = show.form(output, json)
    show.answer(_counted(read, counted, loaded, form), form, to, force)


def _counted(deck: Deck, counted: Stats, pool: Pool, form: str) -> Answer:
    """The answer of `stats`."""
    import msgspec

    document = {"name": deck.name, "hash": deck.hash, **msgspec.to_builtins(counted)}
    if form == "csv":
        rows = [_figure(path, value) for path, value in _leaves(document)]
        tables = [
            Table([Column("section"), Column("item"), Column("figure"), Column("value")], rows)
        ]
    else:
        tables = [
            *(_curve(counted), _civilizations(counted), _seen(counted), _castability(counted)),
            *([_evolution(counted)] if counted.evolution else []),
        ]
    wrap = TextWrapper(width=show.width() or 10_000, subsequent_indent="  ")
    return Answer(
        schema="stats",
        document=document,
        tables=tables,
        heading=[f"{deck.name}: {show.cards(counted.cards)}"],
        lines=[text for line in _remarks(counted) for text in wrap.wrap(line)],
        pool=pool.hash,
    )


def _leaves(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every single figure of a document, with the way to it."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _leaves(each, (*path, str(key)))
    elif isinstance(value, (list, tuple)) and value and isinstance(value[0], dict):
        for row in value:
            rest = dict(row)
            yield from _leaves(rest, (*path, rest.pop("card")))
    else:
        yield path, value


def _figure(path: tuple[str, ...], value: Any) -> Row:
    """A row of the long table: section, item, figure, value."""
    section, *inner = path
    item = inner[0] if inner else ""
    return {"section": section, "item": item, "figure": " ".join(inner[1:]), "value": value}


def _curve(counted: Stats) -> Table:
    """Cost by cost, one sign for each card, or fewer where there are too many."""
    scale = min(1.0, _BAR / max(counted.curve.values()))
    rows = []
    for cost in range(min(counted.curve), max(counted.curve) + 1):
        types = counted.curve_by_type.get(cost, {})
        bar = "".join(sign * round(types.get(kind, 0) * scale) for kind, sign in _SHADES.items())
        rows.append({"cost": cost, "cards": counted.curve.get(cost, 0), "bar": bar})
    legend = f"{_SHADES['creature']} creature {_SHADES['spell']} spell"
    if counted.types["evolution creature"]:
        legend = f"{_SHADES['creature']} creature ▓ evolution ░ spell"
    columns = [Column("cost", right=True), Column("cards", right=True), Column("bar", legend)]
    return Table(columns, rows, "Curve")


def _civilizations(counted: Stats) -> Table:
    """Supply and demand."""
    rows = [
        {
            "civilization": name,
            "cards": each.cards,
            "share": _percent(each.share),
            "demand": _percent(each.demand),
        }
        for name, each in counted.civilizations.items()
    ]
    columns = [Column(key, right=key != "civilization") for key in rows[0]]
    return Table(columns, rows, "Civilizations: share and demand")


def _seen(counted: Stats) -> Table:
    """When each civilization has been seen."""
    both = {
        name: (each.seen_first, each.seen_second) for name, each in counted.civilizations.items()
    }
    if len(both) > 1:
        both["all of them"] = (counted.all_civilizations_first, counted.all_civilizations_second)
    rows = [
        {
            "civilization": name,
            **{
                f"turn {turn}": f"{100 * first[turn]:.0f}/{100 * second[turn]:.0f}"
                for turn in first
            },
        }
        for name, (first, second) in both.items()
    ]
    columns = [Column(key, right=key != "civilization") for key in rows[0]]
    return Table(columns, rows, "Seen by turn, in %: 1st/2nd")


def _castability(counted: Stats) -> Table:
    """When a card is in the hand, how often it can be paid on the turn of its cost."""
    rows = [
        {
            "cost": each.cost,
            "copies": each.copies,
            "card": each.card,
            "first": _tenths(each.given_drawn_first),
            "second": _tenths(each.given_drawn_second),
        }
        for each in counted.castability
    ]
    columns = [
        *(Column("cost", right=True), Column("copies", "n", right=True), Column("card")),
        *(Column("first", "1st", right=True), Column("second", "2nd", right=True)),
    ]
    return Table(columns, rows, "Payable on its turn once drawn, in %")


def _evolution(counted: Stats) -> Table:
    """Evolution creatures and their bases."""
    rows = [
        {
            "copies": each.copies,
            "card": each.card,
            "bases": each.bases,
            "turn": each.turn,
            "first": _tenths(each.ready_first),
            "second": _tenths(each.ready_second),
        }
        for each in counted.evolution
    ]
    columns = [
        *(Column("copies", "n", right=True), Column("card"), Column("bases", right=True)),
        Column("turn", right=True),
        *(Column("first", "1st", right=True), Column("second", "2nd", right=True)),
    ]
    return Table(columns, rows, "Evolution: drawn with a base, in %")


def _remarks(counted: Stats) -> Iterator[str]:
    """What is said in a line."""
    triggers = counted.triggers
    yield (
        f"Shield triggers: {triggers.count} ({_percent(triggers.share)}), "
        f"{triggers.mean_in_shields:.2f} expected in the shields, "
        f"at least one there in {_percent(triggers.at_least_one_in_shields)} of games."
    )
    kinds = [f"{count} {kind}" for kind, count in counted.types.items() if count]
    yield f"Types: {', '.join(kinds)}."
    yield f"Races: {', '.join(f'{race} {n}' for race, n in counted.races.items()) or 'none'}."
    power = "" if counted.average_power is None else f" Average power: {counted.average_power:.0f}."
    yield f"Average cost: {counted.average_cost:.2f}, median {counted.median_cost:g}.{power}"
    yield "1st and 2nd: for the player who goes first and second, without effects that draw cards."
    if counted.not_playable:
        names = "; ".join(counted.not_playable)
        yield f"Not playable yet, so without their triggers and bases: {names}."


def _tenths(share: float) -> str:
    """A percentage without its sign, for narrow columns."""
    return f"{100 * share:.1f}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"
