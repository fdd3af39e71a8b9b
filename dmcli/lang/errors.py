"""What can be wrong with a rules line, said with its place."""

from __future__ import annotations

import difflib
import re
from typing import Any

SAMPLES = {
    "INT": "a number",
    "SIGNED": "+1000",
    "STRING": '"a card name"',
    "RACE": "a race like Beast Folk",
    "TO_HAND": "into your hand",
    "TO_MANA": "into your mana zone",
    "TO_GRAVEYARD": "into your graveyard",
    "TO_SHIELDS": "to your shields face down",
    "TO_TOP": "on top of your deck",
    "TO_BOTTOM": "on the bottom of your deck",
    "TO_DECK": "into your deck",
    "MUST": "attacks only",
    "MORE_BREAKS": "breaks",
    "HAS_POWER": "has power",
}
"""Examples of the words that are patterns."""

DIGITS = {"a": "1", "an": "1", "one": "1", "two": "2", "three": "3", "four": "4"}


class RulesError(ValueError):
    """A rules line that cannot be read: message, text and column (from 0)."""

    def __init__(self, message: str, text: str, column: int) -> None:
        """Keep the parts; str() gives one sentence with a caret below the place."""
        super().__init__(message)
        self.message = message
        self.text = text
        self.column = column

    def __str__(self) -> str:
        """The message, the line and a caret under the place."""
        return f"{self.message}\n    {self.text}\n    {' ' * self.column}^"

    @classmethod
    def unexpected(cls, text: str, error: Any) -> RulesError:
        """From a lark error: what stands there and the nearest words that could."""
        column = max(0, getattr(error, "column", 1) - 1)
        if getattr(error, "token", None) is not None and error.token.type == "$END":
            return cls(f"the line ends too early; expected {_some(_words(error))}", text, len(text))
        start = text.rfind(" ", 0, column) + 1
        if text[start:column].isalpha() and text[column : column + 1].isalpha():
            column, error = start, _error_before(text[:start])
        found = text[column:].split(" ")[0] or "the end"
        words = _words(error)
        digit = DIGITS.get(found.lower())
        if digit and "a number" in words:
            return cls(f"'{found}' does not fit here; write the number {digit}", text, column)
        near = _nearest(text[column:], words)
        hint = f"did you mean {_some(near)}?" if near else f"expected {_some(words)}"
        return cls(f"'{found}' does not fit here; {hint}", text, column)


def _error_before(text: str) -> Any:
    """The error at the end of the text: what could have stood there."""
    from lark.exceptions import UnexpectedInput

    from dmcli.lang.parser import grammar

    try:
        grammar().parse(text)
    except UnexpectedInput as error:
        return error
    return None


def _nearest(rest: str, words: list[str]) -> list[str]:
    """The words most like what stands there, each compared over its own length."""
    scored = [
        (difflib.SequenceMatcher(None, rest[: len(word)].lower(), word.lower()).ratio(), word)
        for word in words
    ]
    scored.sort(key=lambda pair: (-pair[0], pair[1]))
    best = scored[0][0] if scored else 0.0
    return [word for score, word in scored if score >= 0.6 and score >= best - 0.1][:3]


def _some(words: list[str]) -> str:
    return " or ".join(f"'{word}'" for word in words[:4]) or "nothing more"


def _words(error: Any) -> list[str]:
    from dmcli.lang.parser import grammar

    names = set(getattr(error, "accepts", None) or getattr(error, "expected", None) or ())
    names |= set(getattr(error, "allowed", None) or ())
    words: list[str] = []
    for terminal in grammar().terminals:
        if terminal.name in names:
            words += readings(terminal)
    return words


def readings(terminal: Any) -> list[str]:
    """The words that a terminal of the grammar stands for."""
    if terminal.name in SAMPLES:
        return [SAMPLES[terminal.name]]
    pattern = terminal.pattern.value
    if terminal.pattern.type == "str":
        return [pattern]
    body = pattern.removeprefix("(?:").removesuffix(")")
    return [re.sub(r"\\(.)", r"\1", word) for word in body.split("|") if "(" not in word]
