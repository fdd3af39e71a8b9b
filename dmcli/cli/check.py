"""The command `check`: whether decks are legal, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import TextWrapper
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dmcli.cli import show
from dmcli.cli.options import (
    PANEL_DECKS,
    DecksArg,
    ForceOption,
    FormatOption,
    JsonOption,
    OutputOption,
    PoolOption,
    ToOption,
)
from dmcli.cli.show import Answer, Column, Row, Table

if TYPE_CHECKING:
    from dmcli.cards import Pool
    from dmcli.decks import Deck, Format, Problem

UNREADABLE = 3

#: A list with more problems than this is some other file.
_MOST_PROBLEMS = 25

StrictOption = Annotated[
    bool, typer.Option("--strict", help="A line read only with a warning ends with exit code 3.")
]


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(rich_help_panel=PANEL_DECKS)(check)


def check(
    decks: DecksArg,
    format: FormatOption = "tcg",
    strict: StrictOption = False,
    pool: PoolOption = None,
    output: OutputOption = "table",
    json: JsonOption = False,
    to: ToOption = None,
    force: ForceOption = False,
) -> None:
    """Check whether decks are legal, and say what is wrong, where, and how to mend it.

    Formats: tcg (40 cards or more), ocg (exactly 40), limited (30 or more); at most 4 copies of
    a card. Exit code 0: all legal; 1: some are not; 3: something could not be read.

    Example: dmcli check my-deck.txt starter/*
    """
    from dmcli.cards import load_pool
    from dmcli.decks import find_decks, format_named

    rules = format_named(format)
    loaded = load_pool(pool or ())
    sources = find_decks(decks)
    checked = [_Checked(source, rules, loaded, alone=len(sources) == 1) for source in sources]
    form = show.form(output, json)
    show.answer(_report(checked, rules, loaded, form), form, to, force)
    code = max(each.code(strict) for each in checked)
    if code:
        raise typer.Exit(code)


class _Checked:
    """One deck and what there is to say about it."""

    def __init__(self, source: str, rules: Format, pool: Pool, alone: bool) -> None:
        from dmcli.core.errors import Unreadable
        from dmcli.decks import Deck, check, is_legal, read_deck

        self.problems: list[Problem]
        try:
            self.deck = read_deck(source, pool)
            self.problems = check(self.deck, rules, pool)
        except Unreadable as error:
            if alone:
                raise
            self.deck = Deck(name=source, path=source)
            self.problems = [_unread(self.deck, str(error))]
        self.legal = is_legal(self.problems)

    def code(self, strict: bool) -> int:
        """The exit code that this deck asks for."""
        from dmcli.decks import exit_code

        doubts = any(problem.severity == "warning" for problem in self.deck.problems)
        if strict and doubts:
            return UNREADABLE
        return exit_code(self.problems)

    def document(self) -> dict[str, Any]:
        """What other programs read."""
        import msgspec

        return {
            "path": self.deck.path,
            "name": self.deck.name,
            "cards": self.deck.size,
            "legal": self.legal,
            "problems": msgspec.to_builtins(self.problems),
        }

    def rows(self) -> Iterator[Row]:
        """A row for each problem, or one that says that there is none."""
        document = self.document()
        for problem in document.pop("problems") or [{}]:
            yield {**document, **problem}

    def lines(self, wrap: TextWrapper) -> Iterator[str]:
        """What a person reads."""
        legal = "legal" if self.legal else "not legal"
        name = "" if self.deck.name in self.deck.place else f" ({self.deck.name})"
        yield f"{self.deck.place}{name}: {show.cards(self.deck.size)}, {legal}"
        problems = list(_gathered(self.problems))
        for problem in problems[:_MOST_PROBLEMS]:
            wrap.initial_indent = f"  {problem.severity:8}"
            place = "" if problem.line is None else f"line {problem.line}: "
            yield from wrap.wrap(f"{place}{problem.message} {problem.fix}".strip())
        if problems[_MOST_PROBLEMS:]:
            yield f"  … and {len(problems) - _MOST_PROBLEMS} more; --json lists them all."


def _unread(deck: Deck, error: str) -> Problem:
    """Turn the sentence about a file that cannot be read into a problem of its deck."""
    from dmcli.decks import Problem

    sentence = error.removeprefix(deck.place).removeprefix(":")
    number, colon, rest = sentence.partition(":")
    line = int(number) if colon and number.isdecimal() else None
    message = (sentence if line is None else rest).strip()
    if message.startswith(("is ", "has ", "cannot ")):
        message = f"The file {message}"
    return Problem(severity="error", rule="unreadable-line", message=message, line=line)


def _gathered(problems: Sequence[Problem]) -> Iterator[Problem]:
    """Put the cards that are not playable yet into one sentence."""
    from dmcli.decks import Problem

    missing = [str(problem.card) for problem in problems if problem.rule == "not-playable"]
    yield from (problem for problem in problems if problem.rule != "not-playable")
    if missing:
        message = f"Not playable yet, so that games refuse the deck: {'; '.join(missing)}."
        yield Problem(severity="warning", rule="not-playable", message=message)


def _report(checked: Sequence[_Checked], rules: Format, pool: Pool, form: str) -> Answer:
    """The answer of `check`: lines to read, or a table for other programs."""
    document = {
        "format": rules.name,
        "legal": all(each.legal for each in checked),
        "decks": [each.document() for each in checked],
    }
    table = Table(
        [
            *(Column("path"), Column("name"), Column("cards", right=True), Column("legal")),
            *(Column("severity"), Column("rule"), Column("card"), Column("line", right=True)),
            *(Column("message"), Column("fix")),
        ],
        [row for each in checked for row in each.rows()],
    )
    wrap = TextWrapper(width=show.width() or 10_000, subsequent_indent=" " * 10)
    return Answer(
        schema="check",
        document=document,
        tables=[] if form == "table" else [table],
        heading=[line for each in checked for line in each.lines(wrap)] if form == "table" else (),
        lines=[_summary(checked, rules)],
        pool=pool.hash,
    )


def _summary(checked: Sequence[_Checked], rules: Format) -> str:
    """How much was looked at, and how it stands."""
    legal = sum(each.legal for each in checked)
    decks = "1 deck" if len(checked) == 1 else f"{len(checked)} decks"
    if legal == len(checked):
        return f"{decks} checked, {'legal' if legal == 1 else 'all legal'} in {rules.name}."
    return f"{decks} checked, {len(checked) - legal} not legal in {rules.name}."
