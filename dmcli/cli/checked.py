"""Decks that were checked, and how it is said to people and to programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import TextWrapper
from typing import TYPE_CHECKING, Any

from dmcli.cli import show
from dmcli.cli.common import common
from dmcli.cli.gathered import gathered, listed
from dmcli.cli.show import Answer, Column, Row, Table
from dmcli.core.errors import Unreadable

if TYPE_CHECKING:
    from dmcli.cards import Pool
    from dmcli.decks import Deck, Format, Problem
    from dmcli.decks.legality.owned import Collection, Missing

UNREADABLE = 3
REFUSED = 1

#: The format that needs no word: its rules are in the messages.
USUAL_FORMAT = "tcg"
#: A list with more problems than this is some other file.
_MOST_PROBLEMS = 25
#: So many of the cards that a collection lacks for all decks at once are named.
_MOST_MISSING = 10


class Checked:
    """One deck and what there is to say about it."""

    def __init__(
        self,
        deck: Deck,
        problems: list[Problem],
        missing: Sequence[Missing] = (),
        readable: bool = True,
    ) -> None:
        from dmcli.decks import is_legal

        self.deck = deck
        self.problems = problems
        self.missing = missing
        self.readable = readable
        self.legal = is_legal(problems)

    @classmethod
    def read(
        cls, source: str, rules: Format, pool: Pool, collection: Collection | None, alone: bool
    ) -> Checked:
        """Read a deck and judge it."""
        from dmcli.decks import check, read_deck
        from dmcli.decks.legality.checks import ranked
        from dmcli.decks.legality.owned import needed_for, not_owned

        try:
            deck = read_deck(source, pool)
            problems = check(deck, rules, pool)
        except Unreadable as error:
            if alone:
                raise
            return cls.unread(source, error)
        if collection is None:
            return cls(deck, problems)
        missing = collection.lacks(needed_for(deck))
        return cls(deck, ranked([*problems, *not_owned(deck, missing, collection)]), missing)

    @classmethod
    def unread(cls, source: str, error: Unreadable) -> Checked:
        """A deck that could not be read at all."""
        from dmcli.decks import Deck

        deck = Deck(name=source, path=source)
        return cls(deck, [_unread(deck, str(error))], readable=False)

    def code(self, strict: bool) -> int:
        """The exit code that this deck asks for."""
        from dmcli.decks import exit_code

        if strict and any(problem.severity == "warning" for problem in self.deck.problems):
            return UNREADABLE
        return max(exit_code(self.problems), REFUSED if self.missing else 0)

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
        yield self._verdict()
        if not self.problems:
            return
        problems = list(gathered(self.problems, self.missing))
        for problem in problems[:_MOST_PROBLEMS]:
            wrap.initial_indent = f"  {problem.severity:8}"
            place = "" if problem.line is None else f"line {problem.line}: "
            yield from wrap.wrap(f"{place}{problem.message} {problem.fix}".strip())
        if problems[_MOST_PROBLEMS:]:
            yield f"  … and {len(problems) - _MOST_PROBLEMS} more; --json lists them all."

    def _verdict(self) -> str:
        """The line above the problems."""
        if not self.readable:
            return f"{self.deck.place}: could not be read"
        legal = "legal" if self.legal else "not legal"
        name = "" if self.deck.name in self.deck.path else f" ({self.deck.name})"
        return f"{self.deck.place}{name}: {show.cards(self.deck.size)}, {legal}"


def _unread(deck: Deck, error: str) -> Problem:
    """Turn the sentence about a file that cannot be read into a problem of its deck."""
    from dmcli.decks import Problem

    sentence = error.removeprefix(deck.path).removeprefix(deck.place).removeprefix(":")
    number, colon, rest = sentence.partition(":")
    line = int(number) if colon and number.isdecimal() else None
    message = (sentence if line is None else rest).strip()
    if message.startswith(("is ", "has ", "cannot ")):
        message = f"The file {message}"
    message = message[:1].upper() + message[1:]
    return Problem(severity="error", rule="unreadable-line", message=message, line=line)


def remarks(collection: Collection) -> Iterator[str]:
    """What in a collection was not plain; a long list of it is cut."""
    for problem in collection.problems[:5]:
        line = "" if problem.line is None else f":{problem.line}"
        yield f"{collection.path}{line}: {problem.message} {problem.fix}".strip()
    if collection.problems[5:]:
        yield f"{collection.path}: {len(collection.problems) - 5} more lines like these."


class Report:
    """All decks, and the forms in which they are shown."""

    def __init__(
        self,
        checked: Sequence[Checked],
        rules: Format,
        pool: Pool,
        collection: Collection | None,
        strict: bool,
    ) -> None:
        self.checked = checked
        self.rules = rules
        self.pool = pool
        self.collection = collection
        self.strict = strict

    @property
    def found(self) -> list[tuple[Deck, list[Problem]]]:
        """The decks with their problems."""
        return [(each.deck, each.problems) for each in self.checked]

    def document(self) -> dict[str, Any]:
        """What other programs read."""
        document = {
            "format": self.rules.name,
            "format_title": self.rules.title,
            "legal": all(each.legal for each in self.checked),
            "decks": [each.document() for each in self.checked],
        }
        return document if self.collection is None else self._with_collection(document)

    def _with_collection(self, document: dict[str, Any]) -> dict[str, Any]:
        """Add what is missing from a collection: for each deck, and for all at once."""
        import msgspec

        assert self.collection is not None
        for deck, each in zip(document["decks"], self.checked, strict=True):
            deck["missing"] = msgspec.to_builtins(each.missing)
        owned = {
            "path": self.collection.path,
            "cards": sum(self.collection.copies.values()),
            "decks": sum(not each.missing for each in self.checked),
            "together": msgspec.to_builtins(self._together()),
        }
        return {**document, "owned": owned}

    def answer(self) -> Answer:
        """A table of problems for other programs."""
        table = Table(
            [
                *(Column("path"), Column("name"), Column("cards", right=True), Column("legal")),
                *(Column("severity"), Column("rule"), Column("card"), Column("line", right=True)),
                *(Column("message"), Column("fix")),
            ],
            [row for each in self.checked for row in each.rows()],
        )
        return Answer(
            schema="check",
            document=self.document(),
            tables=[table],
            lines=self.summary(),
            pool=self.pool.hash,
        )

    def text(self) -> Answer:
        """Lines to read; --quiet leaves out what is as it should be."""
        wrap = TextWrapper(width=show.width() or 10_000, subsequent_indent=" " * 10)
        shown = [each for each in self.checked if not common.quiet or each.code(self.strict)]
        return Answer(
            schema="check",
            document={},
            heading=[line for each in shown for line in each.lines(wrap)],
            lines=[] if common.quiet else self.summary(),
            pool=self.pool.hash,
        )

    def summary(self) -> list[str]:
        """How much was looked at, and how it stands."""
        total = len(self.checked)
        decks = "1 deck" if total == 1 else f"{total:,} decks"
        return [f"{decks} checked, {self._verdict()}.", *self._ownership(), *self._title()]

    def _verdict(self) -> str:
        """How many decks are legal, not legal, not even read."""
        legal, unread, total = (
            sum(each.legal for each in self.checked),
            sum(not each.readable for each in self.checked),
            len(self.checked),
        )
        name, refused = self.rules.name, total - legal - unread
        if legal == total:
            return f"{'legal' if legal == 1 else 'all legal'} in {name}"
        parts = [
            f"{refused:,} not legal in {name}" if refused else "",
            f"{legal:,} legal in {name}" if legal and not refused else "",
            f"{unread:,} could not be read" if unread else "",
        ]
        return ", ".join(filter(None, parts))

    def _title(self) -> Iterator[str]:
        """What a format is that is not the usual one."""
        if self.rules.title and self.rules.name != USUAL_FORMAT:
            yield f"{self.rules.name}: {self.rules.title.rstrip('.')}."

    def _ownership(self) -> Iterator[str]:
        """What the collection is enough for."""
        if self.collection is None:
            return
        name, together = self.collection.name, self._together()
        owned, total = sum(not each.missing for each in self.checked), len(self.checked)
        if not together:
            yield f"{name} has every card{'' if total == 1 else ' for all of them at once'}."
        elif total == 1:
            yield f"{name} lacks {show.cards(sum(each.missing for each in together))}."
        else:
            number = "each" if owned == total else f"{owned:,}" if owned else "none"
            yield f"{name} is enough for {number} of them{' alone' if owned else ''}."
            cards = show.cards(sum(each.missing for each in together))
            yield f"For all at once it lacks {cards}: {listed(together, _MOST_MISSING)}."

    def _together(self) -> tuple[Missing, ...]:
        """What is missing for all decks at once."""
        from dmcli.decks.legality.owned import needed_together

        assert self.collection is not None
        return self.collection.lacks(needed_together(each.deck for each in self.checked))


def show_report(report: Report, form: str, to: Path | None, force: bool) -> None:
    """Show the report in the chosen form."""
    if form in ("github", "sarif"):
        _say(_for_programs(report, form), to)
        if form == "github":
            show.note("\n".join(report.summary()))
    elif form != "table":
        show.answer(report.answer(), form, to, force)
    else:
        text = show.render(report.text(), form, None if to else show.width())
        _say(text, to)


def _for_programs(report: Report, form: str) -> str:
    """The findings for a workflow or for code scanning."""
    import json

    from dmcli.cli import findings

    if form == "github":
        return findings.github(report.found)
    document = findings.sarif(report.found, report.rules.name, report.pool.hash)
    return json.dumps(document, ensure_ascii=False, indent=2)


def _say(text: str, to: Path | None) -> None:
    """Print a text, or write it to a file; nothing to say is no empty line."""
    if to is not None:
        show.write_file(to, f"{text}\n" if text else "")
    elif text:
        show.line(text)
