"""Every form a deck list is written in, by name, by suffix and by looks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from dmcli.cards import Pool
from dmcli.core.errors import UsageMistake
from dmcli.core.nearest import did_you_mean
from dmcli.decks.forms.text import deck_from_text
from dmcli.decks.forms.writer import write_deck
from dmcli.decks.model import Deck

Reader = Callable[[str, Pool, str, str], Deck]
Writer = Callable[[Deck, Pool], str]


@dataclass(frozen=True)
class Form:
    """One way to write a deck down, with the two functions that read and write it."""

    name: str
    title: str
    suffixes: tuple[str, ...]
    reader: Reader
    writer: Writer
    #: What a deck can have and this form has no place for.
    lacks: tuple[str, ...] = ()

    def read(self, text: str, pool: Pool, path: str, name: str) -> Deck:
        """Read a list; the name serves where the list states none."""
        return self.reader(text, pool, path, name)

    def write(self, deck: Deck, pool: Pool) -> str:
        """Write a deck, in its order."""
        return self.writer(deck, pool)


def _write_text(deck: Deck, pool: Pool) -> str:
    """The plain form needs nothing of the pool."""
    return write_deck(deck)


_FORMS: Final = (
    Form("text", "plain text", (".txt", ".dec", ".dek", ".deck"), deck_from_text, _write_text),
)
FORMS: Final = {form.name: form for form in _FORMS}


def form_named(name: str) -> Form:
    """The form of this name, else a mistake that says which come near."""
    if name in FORMS:
        return FORMS[name]
    raise UsageMistake(
        f"There is no deck form '{name}'; there are {', '.join(FORMS)}.{did_you_mean(name, FORMS)}"
    )


def form_of(path: str | Path) -> Form | None:
    """The form that a file name's suffix says, if it says one."""
    suffix = Path(path).suffix.lower()
    return next((form for form in _FORMS if suffix in form.suffixes), None)


def sniffed(content: str) -> Form:
    """The form that a text looks like, for what has no telling name."""
    return FORMS["text"]
