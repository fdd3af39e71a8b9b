"""The command `stats`: exact figures of a deck, as tables and bars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from dmcli.cli import show
from dmcli.cli.options import (
    PANEL_DECKS,
    PANEL_OUTPUT,
    DeckArg,
    ForceOption,
    JsonOption,
    PoolOption,
    SeedOption,
    ToOption,
    one_of,
)
from dmcli.cli.show import Answer, Column, Row, Table
from dmcli.core.errors import UsageMistake
from dmcli.core.nearest import did_you_mean

if TYPE_CHECKING:
    from dmcli.cards import Pool
    from dmcli.decks import Deck
    from dmcli.decks.statistics.delay import Delay

_FORMS: Final = (*show.OUTPUTS, "html")
#: The parts that people read, the most important first.
SECTIONS: Final = (
    *("curve", "civilizations", "castability", "triggers", "evolution"),
    *("roles", "power", "copies", "swaps"),
)

StatsOutputOption = Annotated[
    str,
    typer.Option(
        "--output",
        metavar="FORM",
        help="Form of the data: table, json, csv, md; html: one page with charts.",
        callback=one_of(_FORMS),
        rich_help_panel=PANEL_OUTPUT,
    ),
]
OnlyOption = Annotated[
    str | None,
    typer.Option(
        "--only",
        metavar="SECTION[,…]",
        help=f"Only these parts: {', '.join(SECTIONS)}.",
        rich_help_panel=PANEL_OUTPUT,
    ),
]


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(rich_help_panel=PANEL_DECKS)(stats)


def stats(
    deck: DeckArg,
    seed: SeedOption = 0,
    pool: PoolOption = None,
    only: OnlyOption = None,
    output: StatsOutputOption = "table",
    json: JsonOption = False,
    to: ToOption = None,
    force: ForceOption = False,
) -> None:
    """Count a deck: curve, civilizations, castability, triggers, evolution, roles, power, copies.

    Chances are exact, for a shuffled deck and without effects that draw cards. How long cards wait
    for their civilizations is simulated, in hands dealt from the seed: one card is charged every
    turn and nothing is played. Of the cards in hand, but for one copy of the card in question, that
    one is charged which comes untapped, where another card costs just the mana of this turn; then
    one with a lacking civilization that most other cards need; then one that is there twice; then
    the dearest.

    Example: dmcli stats my-deck.txt --output md
    """
    from dmcli.cards import load_pool

    form = show.form(output, json, to, ("html",))
    sections = chosen(only, form)
    if to is not None:
        show.check_target(to, force)
    loaded = load_pool(pool or ())
    counted = Counted(deck_to_count(deck, loaded), loaded, seed)
    if form == "html":
        _show_page(counted, sections, to)
    else:
        show.answer(counted.answer(form, sections), form, to, force)


def deck_to_count(source: str, pool: Pool) -> Deck:
    """Read a deck of which every line was understood; what was doubtful is said."""
    from dmcli.decks import demand_readable, read_deck

    deck = read_deck(source, pool)
    demand_readable(deck)
    for problem in deck.problems:
        if problem.severity == "warning":
            show.warn(f"{deck.path}:{problem.line}: {problem.message}")
    return deck


def chosen(only: str | None, form: str) -> Sequence[str]:
    """The sections that were asked for, in their own order."""
    if only is None:
        return SECTIONS
    if form in ("json", "csv"):
        raise UsageMistake(f"--only is for table, md and html; {form} always has everything.")
    words = [word.strip() for word in only.split(",") if word.strip()]
    for word in words:
        if word not in SECTIONS:
            known = ", ".join(SECTIONS)
            raise UsageMistake(f"'{word}' is not one of {known}.{did_you_mean(word, SECTIONS)}")
    return [section for section in SECTIONS if section in words] or SECTIONS


class Counted:
    """A deck with everything that is counted of it."""

    def __init__(self, deck: Deck, pool: Pool, seed: int) -> None:
        from dmcli.cli.luck import luck_of
        from dmcli.decks.statistics.stats import stats as count
        from dmcli.decks.statistics.whatif import swaps

        self.deck, self.pool, self.seed = deck, pool, seed
        self.stats = count(deck, pool, luck_of(seed))
        self.swaps = swaps(deck, pool)

    def document(self) -> dict[str, Any]:
        """All figures as data."""
        import msgspec

        counted: dict[str, Any] = msgspec.to_builtins(self.stats)
        for row, castable in zip(counted["castability"], self.stats.castability, strict=True):
            if castable.delay:
                row["delay"]["on_time_interval"] = on_time_interval(castable.delay)
        return {
            "name": self.deck.name,
            "hash": self.deck.hash,
            "seed": self.seed,
            **counted,
            "swaps": msgspec.to_builtins(self.swaps),
        }

    def answer(self, form: str, sections: Sequence[str]) -> Answer:
        """The answer of `stats`."""
        from dmcli.cli.stats_tables import heading, remarks, tables

        document = self.document()
        columns = show.width() if form == "table" else None
        return Answer(
            schema="stats",
            document=document,
            tables=[_long(document)] if form == "csv" else tables(self, sections, columns),
            heading=heading(self),
            lines=remarks(self, sections),
            pool=self.pool.hash,
        )


def on_time_interval(delay: Delay) -> tuple[float, float] | None:
    """Where the share of games lies in which a card is paid on its turn."""
    from dmcli.sim.statistics import wilson

    return wilson(delay.games_on_time, delay.games)


def _show_page(counted: Counted, sections: Sequence[str], to: Any) -> None:
    """Write the page to a file, or to standard output."""
    from dmcli.reports.deck_page import deck_page

    page = deck_page(counted.deck, counted.stats, counted.swaps, counted.seed, sections)
    if to is None:
        show.line(page)
    else:
        show.write_file(to, page + "\n")


# ---------------------------------------------------------------- one long table


def _long(document: dict[str, Any]) -> Table:
    """Every figure in a row of its own."""
    rows = [_figure(path, value) for path, value in _leaves(document)]
    return Table([Column("section"), Column("item"), Column("figure"), Column("value")], rows)


def _leaves(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every single figure of a document, with the way to it."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _leaves(each, (*path, str(key)))
    elif isinstance(value, (list, tuple)):
        yield from _leaves_of_list(value, path)
    else:
        yield path, value


def _leaves_of_list(
    value: Sequence[Any], path: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Rows go by their name, the ends of an interval are low and high, words stand together."""
    if value and isinstance(value[0], dict):
        for row in value:
            yield from _leaves(row, (*path, _name_of(row)))
    elif path[-1].endswith("interval"):
        yield from (((*path, end), each) for end, each in zip(("low", "high"), value, strict=True))
    else:
        yield path, "; ".join(map(str, value))


def _name_of(row: dict[str, Any]) -> str:
    """What a row is about."""
    name = next(row[key] for key in ("card", "civilization", "civilizations") if key in row)
    return name if isinstance(name, str) else " + ".join(name)


def _figure(path: tuple[str, ...], value: Any) -> Row:
    """A row of the long table: section, item, figure, value."""
    section, *inner = path
    item = inner[0] if inner else ""
    return {"section": section, "item": item, "figure": " ".join(inner[1:]), "value": value}
