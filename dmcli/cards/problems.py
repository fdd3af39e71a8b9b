"""What is wrong in a card file, and where."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from dmcli.core.errors import Unreadable


class Problem(msgspec.Struct, frozen=True):
    """One fault of one file."""

    file: str
    line: int
    #: The name of the card, or "" outside a card.
    card: str
    message: str
    #: A rules line that is not understood, and where in it (from 0).
    excerpt: str = ""
    column: int = 0

    def __str__(self) -> str:
        """Write it as the user reads it, with a caret under the fault of a rules line."""
        subject = f"{self.card}: " if self.card else ""
        sentence = f"{self.file}:{self.line}: {subject}{self.message}"
        if not self.excerpt:
            return sentence
        return f"{sentence}\n    {self.excerpt}\n    {' ' * self.column}^"


def refuse(problems: Sequence[Problem]) -> Unreadable:
    """Make the error for these problems: the first in full, the others counted."""
    others = len(problems) - 1
    if not others:
        return Unreadable(str(problems[0]))
    more = f"{others} more problem{'s' if others > 1 else ''}"
    return Unreadable(f"{problems[0]}\n({more}: `dmcli cards validate` lists them all.)")
