"""Signs that a terminal would obey instead of showing."""

from __future__ import annotations


def printable(text: str) -> str:
    """Write "?" for every sign that a terminal obeys or cannot show; lines stay lines."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or sign in "\n\t" else "?" for sign in text)
