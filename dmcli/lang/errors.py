"""What can be wrong with a rules line, said with its place."""

from __future__ import annotations

import difflib
from typing import Any

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
        found = text[column:].split(" ")[0] or "the end"
        words = _words(error)
        digit = DIGITS.get(found.lower())
        if digit and "a number" in words:
            return cls(f"'{found}' does not fit here; write the number {digit}", text, column)
        near = _nearest(text[column:], words)
        hint = f"did you mean {_some(near)}?" if near else f"expected {_some(words)}"
        return cls(f"'{found}' does not fit here; {hint}", text, column)


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
            words += _readings(terminal)
    return words


def _readings(terminal: Any) -> list[str]:
    fixed = {"INT": ["a number"], "SIGNED": ["+1000"], "STRING": ['"a card name"']}
    fixed["RACE"] = ["a race like Beast Folk"]
    if terminal.name in fixed:
        return fixed[terminal.name]
    pattern = terminal.pattern.value
    if terminal.pattern.type == "str":
        return [pattern]
    body = pattern.removeprefix("(?:").removesuffix(")")
    return [word.replace("\\ ", " ") for word in body.split("|") if "(" not in word]
