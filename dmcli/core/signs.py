"""Signs that a terminal would obey instead of showing."""

from __future__ import annotations


def printable(text: str) -> str:
    """Write "?" for every sign that a terminal obeys or cannot show; lines stay lines."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or sign in "\n\t" else "?" for sign in text)


def escaped(document: str) -> str:
    """Write such signs of a JSON document as JSON escapes them: the same data, safe to look at."""
    import json

    if document.replace("\n", "").isprintable():
        return document
    return "".join(
        sign if sign.isprintable() or sign == "\n" else json.dumps(sign)[1:-1] for sign in document
    )


def on_one_line(text: str) -> str:
    """The same, and no line break or tab either: for a name within a sentence."""
    return printable(text).replace("\n", "?").replace("\t", "?")
