"""The command `cards search`: a query, its answer, and the reference of its fields."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from shutil import get_terminal_size
from textwrap import fill
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from typer.core import TyperCommand

from dmcli.cli import complete, printed, show
from dmcli.cli.options import (
    ForceOption,
    JsonOption,
    OutputOption,
    PoolOption,
    ToOption,
)
from dmcli.cli.show import Answer, Column, Table
from dmcli.core.errors import UsageMistake

if TYPE_CHECKING:
    from dmcli.cards import Pool
    from dmcli.core.carddef import CardDef

#: Below so many columns what is found stands under its example.
_NARROW: Final = 60

#: Stands before a word that begins with a minus and is no option, while options are read.
_TERM: Final = "\0"


class SearchCommand(TyperCommand):
    """A command whose words may begin with a minus: -is:evolution is a term, -o an option."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the options; what looks like -o has two signs, all that is longer is a term."""
        rest = super().parse_args(ctx, list(self._marked(args)))
        ctx.params = {name: _unmarked(value) for name, value in ctx.params.items()}
        return rest

    def _marked(self, args: list[str]) -> Iterator[str]:
        """Mark the terms; after an option stands its value, and after -- no option."""
        valued = {
            spelling
            for option in self.params
            if not getattr(option, "is_flag", False)
            for spelling in option.opts
        }
        end = args.index("--") if "--" in args else len(args)
        for before, each in zip(["", *args], args[:end], strict=False):
            term = _is_excluding(each) and before not in valued
            yield f"{_TERM}{each}" if term else each
        yield from args[end:]

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help, and the fields below it."""
        super().format_help(ctx, formatter)
        show.line("\n".join(_overview(get_terminal_size().columns)))


def _overview(columns: int) -> list[str]:
    """Lay the fields out for the help: an example, and what it finds beside it."""
    rows = _field_rows()
    narrow = columns < _NARROW
    left = 4 if narrow else 4 + max(len(row["example"]) for row in rows)
    lines = [" What a query can hold:", ""]
    for row in rows:
        example = f"  {row['example']}"
        if narrow:
            lines.append(example)
        text = fill(row["finds"], columns, initial_indent=" " * left, subsequent_indent=" " * left)
        lines.append(text if narrow else example + text[len(example) :])
    return [*lines, ""]


def _is_excluding(word: str) -> bool:
    return word.startswith("-") and not word.startswith("--") and len(word) > 2


def _unmarked(value: Any) -> Any:
    return [each.lstrip(_TERM) for each in value] if _is_words(value) else value


def _is_words(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def register(cards: typer.Typer) -> None:
    """Add the command to `cards`."""
    cards.command(cls=SearchCommand)(search)


def search(
    query: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="QUERY",
            help="Words of the name, and terms such as civ:fire.",
            autocompletion=complete.terms,
        ),
    ] = None,
    sort: Annotated[
        str,
        typer.Option(
            "--sort",
            metavar="KEYS",
            help="Order, such as cost,-power,name.",
            autocompletion=complete.orders,
        ),
    ] = "",
    limit: Annotated[
        int | None, typer.Option("--limit", min=1, help="Show so many cards at most.")
    ] = None,
    fields: Annotated[
        bool,
        typer.Option("--fields", help="List what can be asked; with a field, its values."),
    ] = False,
    pool: PoolOption = None,
    output: OutputOption = "table",
    json: JsonOption = False,
    to: ToOption = None,
    force: ForceOption = False,
) -> None:
    """Find cards by a query: words of the name, and terms such as civ:fire.

    All terms must fit. Put - or not before a term to exclude, or between alternatives, brackets
    around what belongs together, quotes around several words. A shell reads < > ( ) itself:
    put the query in single quotes.

    Example: dmcli cards search 'civ:fire cost<=4 (kw:slayer or race:human) -is:evolution'
    """
    from dmcli.cards import QueryError, load_pool

    loaded = load_pool(pool or ())
    form = show.form(output, json, to)
    if fields:
        show.answer(_reference(loaded, query or (), form), form, to, force)
        return
    if not query:
        raise UsageMistake("Say what to search: civ:fire 'cost<=3'. --fields lists what there is.")
    try:
        found = _answer(loaded, query, sort, limit, form)
    except QueryError as error:
        raise error.fitted(get_terminal_size().columns) from None
    show.answer(found, form, to, force)


def _answer(pool: Pool, words: Sequence[str], sort: str, limit: int | None, form: str) -> Answer:
    from dmcli.cards.search import ask, hints, joined

    query = joined(words, pool)
    decks = _decks(pool)
    found = ask(pool, query, decks, sort)
    why = [] if found.cards else hints(pool, query, decks)
    shown = found.cards[:limit]
    said = f"{len(found.cards)} of {len(pool.cards)} cards fit '{query}'."
    cut = [f"The first {len(shown)} are shown."] if len(shown) < len(found.cards) else []
    cards = [printed.facts(card) for card in shown]
    return Answer(
        "cards.search",
        {"query": query, "found": len(found.cards), "cards": cards, "hints": why},
        tables=[_table(shown, found.order, form)] if shown else [],
        lines=[said, *cut, *why],
        pool=pool.hash,
    )


def _decks(pool: Pool) -> Any:
    """Make what reads the decks after `in:`, each once."""

    @cache
    def names(source: str) -> Collection[str]:
        from dmcli.decks import find_decks, read_deck

        decks = [read_deck(each, pool) for each in find_decks([source])]
        for deck in decks:
            unread = sum(problem.severity == "error" for problem in deck.problems)
            if unread:
                show.warn(f"{deck.place}: {unread} unread; `dmcli check` says what.")
        return {entry.name for deck in decks for entry in deck.entries if entry.known}

    return names


#: Keys of an order that have no column of their own in every table.
_SORTED: Final = {
    "type": Column("type"),
    "rarity": Column("rarity"),
    "set": Column("printings"),
    "mana": Column("mana", right=True),
}


def _table(cards: Sequence[CardDef], order: Sequence[str], form: str) -> Table:
    """The columns that people compare, and those by which the answer is sorted."""
    width = show.width() if form == "table" else None
    slim = width is not None and width < _NARROW
    columns = [
        Column("name"),
        Column("civilizations", "civ"),
        Column("cost", right=True),
        Column("power", right=True),
        *([] if slim else [Column("kind")]),
    ]
    if form != "csv":
        columns += [_SORTED[key] for key in dict.fromkeys(order) if key in _SORTED]
    if form != "table" or not all(card.playable for card in cards):
        columns.append(Column("playable"))
    if form == "csv":
        columns += map(Column, ("type", "races", "rarity", "printings", "mana"))
    return Table(columns, [_row(card, slim) for card in cards])


def _row(card: CardDef, slim: bool) -> dict[str, Any]:
    """A card; where it is narrow, two civilizations are their letters."""
    short = slim and len(card.civilizations) > 1
    return {
        **printed.facts(card),
        "civilizations": "/".join(each[0] if short else each for each in card.civilizations),
        "power": printed.power(card),
        "kind": ", ".join(card.races) or card.type,
    }


def _reference(pool: Pool, words: Sequence[str], form: str) -> Answer:
    """List the fields, or the values of the fields that are named."""
    if words:
        return _values(pool, words)
    rows = _field_rows()
    columns = [Column("field"), Column("also"), Column("operators"), Column("finds")]
    example = [] if form == "table" else [Column("example")]
    return Answer(
        "cards.fields",
        {"fields": rows},
        tables=[Table([*columns, *example], rows)],
        pool=pool.hash,
    )


def _field_rows() -> list[dict[str, Any]]:
    from dmcli.cards.search import FIELDS

    return [
        {
            "field": name,
            "also": " ".join(field.also),
            "operators": " ".join(field.operators),
            "finds": field.says,
            "example": field.example,
        }
        for name, field in FIELDS.items()
    ]


def _values(pool: Pool, words: Sequence[str]) -> Answer:
    """List the values that a field knows, with the cards of each."""
    from dmcli.cards.search import FIELDS, field_named
    from dmcli.cards.search import search as find
    from dmcli.core.nearest import did_you_mean

    rows: list[dict[str, Any]] = []
    for word in words:
        name = field_named(word.rstrip(":"))
        if name is None:
            raise UsageMistake(f"No search field '{word}'.{did_you_mean(word, FIELDS)}")
        for value in FIELDS[name].words(pool):
            count = len(find(pool, f'{name}:"{value}"')) if FIELDS[name].test else None
            rows.append({"field": name, "value": value, "cards": count})
    columns = [Column("field"), Column("value"), Column("cards", right=True)]
    return Answer(
        "cards.values",
        {"values": rows},
        tables=[Table(columns, rows)] if rows else [],
        lines=[] if rows else [f"Any value can follow '{' '.join(words)}'."],
        pool=pool.hash,
    )
