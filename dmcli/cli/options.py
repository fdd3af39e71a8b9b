"""The options that several commands share, each said once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from dmcli.cli import complete
from dmcli.cli.config import LARGEST_SEED
from dmcli.cli.show import OUTPUTS
from dmcli.core.nearest import did_you_mean

RULESETS = ("tcg", "ocg")
LISTS = ("open", "closed")

PANEL_DECKS = "Decks"
PANEL_GAMES = "Games"
PANEL_REPORTS = "Reports"
PANEL_CARDS = "Cards"
PANEL_TOOL = "Tool"
PANEL_OUTPUT = "Output"


def one_of(words: Sequence[str]) -> Callable[[str | None], str | None]:
    """Accept one of these words, else say so with the nearest one."""

    def check(value: str | None) -> str | None:
        if value is None or value in words:
            return value
        raise typer.BadParameter(
            f"{value!r} is not one of {', '.join(words)}.{did_you_mean(value, words)}"
        )

    return check


DeckArg = Annotated[
    str,
    typer.Argument(
        metavar="DECK",
        help="A deck file, - for standard input, or a bundled deck such as starter/….",
        autocompletion=complete.decks,
    ),
]
DecksArg = Annotated[
    list[str],
    typer.Argument(
        metavar="DECK",
        help="Deck files, folders, globs, - for standard input, or bundled decks.",
        autocompletion=complete.decks,
    ),
]
GamesOption = Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")]
SeedOption = Annotated[
    int, typer.Option("--seed", min=0, max=LARGEST_SEED, help="Equal seeds play equal games.")
]
AgentsOption = Annotated[
    str,
    typer.Option(
        "--agents",
        metavar="A[,B]",
        help="Who decides for each deck; one name serves both.",
        autocompletion=complete.agents,
    ),
]
JobsOption = Annotated[
    int | None,
    typer.Option("--jobs", "-j", min=1, help="Worker processes; default: all cores."),
]
FormatOption = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="NAME|FILE",
        help="Deck rules: tcg, ocg, limited, or a format file (*.toml).",
        autocompletion=complete.formats,
    ),
]
RulesetOption = Annotated[
    str,
    typer.Option("--ruleset", metavar="tcg|ocg", help="Game rules.", callback=one_of(RULESETS)),
]
ListsOption = Annotated[
    str,
    typer.Option(
        "--lists",
        metavar="open|closed",
        help="Whether both players know both deck lists.",
        callback=one_of(LISTS),
    ),
]
PoolOption = Annotated[
    list[Path] | None,
    typer.Option("--pool", metavar="DIR", help="More card files; may be given again."),
]
RunOption = Annotated[
    Path | None, typer.Option("--run", metavar="FILE", help="Where the run is stored.")
]
NoStoreOption = Annotated[bool, typer.Option("--no-store", help="Keep no run.")]
ReportOption = Annotated[
    Path | None, typer.Option("--report", metavar="DIR", help="Write the report of the run here.")
]
SecondsOption = Annotated[
    float | None, typer.Option("--seconds", min=0.1, help="How long, in seconds.")
]
OutputOption = Annotated[
    str,
    typer.Option(
        "--output",
        metavar="table|json|csv|md",
        help="Form of the data.",
        callback=one_of(OUTPUTS),
        rich_help_panel=PANEL_OUTPUT,
    ),
]
JsonOption = Annotated[
    bool, typer.Option("--json", help="Short for --output json.", rich_help_panel=PANEL_OUTPUT)
]
ToOption = Annotated[
    Path | None,
    typer.Option(
        "-o", metavar="PATH", help="Write the data to a file.", rich_help_panel=PANEL_OUTPUT
    ),
]
ForceOption = Annotated[
    bool, typer.Option("--force", help="Overwrite files.", rich_help_panel=PANEL_OUTPUT)
]
