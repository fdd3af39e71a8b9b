"""The deck commands: begin a list, put cards in and take them out, look at it, undo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from dmcli.cli import complete, edited, listed, show
from dmcli.cli.options import (
    PANEL_DECKS,
    DeckArg,
    ForceOption,
    FormatOption,
    JsonOption,
    OutputOption,
    PoolOption,
    ToOption,
    one_of,
)
from dmcli.core.errors import UsageMistake

if TYPE_CHECKING:
    from dmcli.decks.editing.draft import Draft

ZONES = ("main", "hyperspatial", "sideboard")
GROUPS = ("civilization", "type", "cost", "none")

FileArg = Annotated[
    str,
    typer.Argument(
        metavar="FILE", help="Your deck file, in any form.", autocompletion=complete.decks
    ),
]
CardsArg = Annotated[
    list[str],
    typer.Argument(
        metavar="[COUNT] NAME...",
        help="Cards, each with its count before it: 4 Corile 2x 'Aqua Sniper'.",
        autocompletion=complete.cards,
    ),
]
ZoneOption = Annotated[
    str | None,
    typer.Option(
        "--zone", metavar="|".join(ZONES), help="The part of the list.", callback=one_of(ZONES)
    ),
]
AnewOption = Annotated[
    bool,
    typer.Option("--force", help="Edit a file that must be written anew and loses something."),
]
AllOption = Annotated[bool, typer.Option("--all", help="Every copy.")]
StepsOption = Annotated[int, typer.Option("--steps", "-n", min=1, help="How many edits.")]
BackOption = Annotated[
    bool, typer.Option("--force", help="Go on though the file was changed by hand since.")
]

deck = typer.Typer(
    no_args_is_help=True, help="Begin a deck list and edit it; your own text stays as it is."
)


def register(app: typer.Typer) -> None:
    """Add `deck` to the program."""
    app.add_typer(deck, name="deck", rich_help_panel=PANEL_DECKS)


@deck.command()
def new(
    file: FileArg,
    title: Annotated[str | None, typer.Option("--title", help="The deck's title.")] = None,
    source: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="DECK",
            help="Begin with a copy of this deck.",
            autocompletion=complete.decks,
        ),
    ] = None,
    format: FormatOption = "tcg",
    pool: PoolOption = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
    output: OutputOption = "table",
    json: JsonOption = False,
) -> None:
    """Begin a deck list, empty or as a copy of another deck, in the form of the file's suffix.

    Example: dmcli deck new my-deck.txt --from starter/fire --title "My fire"
    """
    from dmcli.cards import load_pool
    from dmcli.decks import find_format
    from dmcli.decks.editing.beginning import begin

    loaded = load_pool(pool or ())
    rules = find_format(format, loaded)
    begun = begin(file, loaded, title, source, force)
    form = show.form(output, json)
    show.answer(edited.begun(begun, source, rules, loaded, form), form)
    edited.warn_of(begun)


@deck.command()
def add(
    file: FileArg,
    cards: CardsArg,
    zone: ZoneOption = None,
    format: FormatOption = "tcg",
    pool: PoolOption = None,
    output: OutputOption = "table",
    json: JsonOption = False,
    force: AnewOption = False,
) -> None:
    """Put cards into a list, where they belong; a card without a count is one copy.

    Example: dmcli deck add my-deck.txt 4 "Aqua Hulcus" 2 Corile
    """
    from dmcli.decks.editing.asked import asked_cards

    def edit(draft: Draft) -> None:
        for count, name in asked_cards(cards, draft.pool):
            draft.add(name, count or 1, zone or ZONES[0])

    edited.change("add", file, edit, format, pool, show.form(output, json), force)


@deck.command()
def remove(
    file: FileArg,
    cards: CardsArg,
    every: AllOption = False,
    zone: ZoneOption = None,
    format: FormatOption = "tcg",
    pool: PoolOption = None,
    output: OutputOption = "table",
    json: JsonOption = False,
    force: AnewOption = False,
) -> None:
    """Take cards out of a list; a card without a count is one copy, or every one with --all.

    Example: dmcli deck remove my-deck.txt 2 "Aqua Hulcus"
    """
    from dmcli.decks.editing.asked import asked_cards

    def edit(draft: Draft) -> None:
        for count, name in asked_cards(cards, draft.pool, draft.deck):
            _demand_no_count(every, count, name)
            draft.remove(name, None if every else count or 1, zone or draft.zone_of(name))

    edited.change("remove", file, edit, format, pool, show.form(output, json), force)


@deck.command()
def swap(
    file: FileArg,
    cards: Annotated[
        list[str],
        typer.Argument(
            metavar="[COUNT] OUT IN",
            help="The card that goes and the one that comes.",
            autocompletion=complete.cards,
        ),
    ],
    every: AllOption = False,
    format: FormatOption = "tcg",
    pool: PoolOption = None,
    output: OutputOption = "table",
    json: JsonOption = False,
    force: AnewOption = False,
) -> None:
    """Swap copies of one card for as many of another: one copy, a count, or every one with --all.

    Example: dmcli deck swap my-deck.txt 2 "Aqua Hulcus" "Aqua Sniper"
    """
    from dmcli.decks.editing.asked import asked_swap

    def edit(draft: Draft) -> None:
        count, out, into = asked_swap(cards, draft.pool, draft.deck)
        _demand_no_count(every, count, out)
        draft.swap(out, into, None if every else count or 1)

    edited.change("swap", file, edit, format, pool, show.form(output, json), force)


@deck.command()
def rename(
    file: FileArg,
    title: Annotated[str, typer.Argument(metavar="TITLE", help="The new title.")],
    format: FormatOption = "tcg",
    pool: PoolOption = None,
    output: OutputOption = "table",
    json: JsonOption = False,
    force: AnewOption = False,
) -> None:
    """Give a deck another title; the file keeps its name.

    Example: dmcli deck rename my-deck.txt "Tidal wave"
    """

    def edit(draft: Draft) -> None:
        draft.rename(title)

    edited.change("rename", file, edit, format, pool, show.form(output, json), force)


@deck.command(name="show")
def show_deck(
    deck: DeckArg,
    by: Annotated[
        str,
        typer.Option(
            "--by", metavar="|".join(GROUPS), help="How it is grouped.", callback=one_of(GROUPS)
        ),
    ] = "civilization",
    format: FormatOption = "tcg",
    pool: PoolOption = None,
    output: OutputOption = "table",
    json: JsonOption = False,
    to: ToOption = None,
    force: ForceOption = False,
) -> None:
    """Show a deck: its cards in groups with costs and counts, the total, and whether it is legal.

    Example: dmcli deck show my-deck.txt --by cost
    """
    from dmcli.cards import load_pool
    from dmcli.decks import find_format, read_deck

    loaded = load_pool(pool or ())
    rules = find_format(format, loaded)
    form = show.form(output, json)
    answer = listed.answer(read_deck(deck, loaded), rules, loaded, by, form)
    show.answer(answer, form, to, force)


@deck.command()
def undo(
    file: FileArg,
    steps: StepsOption = 1,
    listing: Annotated[
        bool, typer.Option("--list", help="List the edits that are kept; change nothing.")
    ] = False,
    force: BackOption = False,
    format: FormatOption = "tcg",
    pool: PoolOption = None,
    output: OutputOption = "table",
    json: JsonOption = False,
) -> None:
    """Take back the last edits of a list; a list changed by hand since is left alone.

    Example: dmcli deck undo my-deck.txt --steps 2
    """
    if listing:
        form = show.form(output, json)
        show.answer(edited.steps(file, form), form)
        return
    edited.travel(
        "undo",
        file,
        lambda opened: opened.undo(steps, force),
        format,
        pool,
        show.form(output, json),
    )


@deck.command()
def redo(
    file: FileArg,
    steps: StepsOption = 1,
    force: BackOption = False,
    format: FormatOption = "tcg",
    pool: PoolOption = None,
    output: OutputOption = "table",
    json: JsonOption = False,
) -> None:
    """Make edits again that were undone.

    Example: dmcli deck redo my-deck.txt
    """
    edited.travel(
        "redo",
        file,
        lambda opened: opened.redo(steps, force),
        format,
        pool,
        show.form(output, json),
    )


def _demand_no_count(every: bool, count: int | None, name: str) -> None:
    """Refuse a count beside --all."""
    if every and count:
        raise UsageMistake(f"--all takes out every copy; say no count for '{name}'.")
