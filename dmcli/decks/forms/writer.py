"""Writes a deck in our own plain form, which the reader reads back to the same deck."""

from __future__ import annotations

from dmcli.decks.forms.kinds import Comment
from dmcli.decks.forms.lines import read_lines
from dmcli.decks.forms.words import ZONE_HEADS
from dmcli.decks.model import MAIN, Deck


def write_deck(deck: Deck) -> str:
    """Write title, author, remarks and cards, in the order of the deck."""
    is_title = ":" not in deck.name and _is_comment(deck.name)
    lines = [f"# {deck.name}" if is_title else f"# title: {deck.name}"]
    lines += [f"# author: {deck.author}"] if deck.author else []
    lines += [f"# {each}" if _is_comment(each) else f"# note: {each}" for each in deck.remarks]
    for zone in deck.zones:
        lines += ["", f"{ZONE_HEADS[zone]}:"] if zone != MAIN else [""]
        lines += [f"{entry.count} {entry.name}" for entry in deck.entries if entry.zone == zone]
    return "\n".join(lines) + "\n"


def _is_comment(text: str) -> bool:
    """Whether a comment of these words is read as one, and not as a heading or as a title."""
    stated = text.partition(":")[0].strip().lower() in ("title", "author")
    return not stated and read_lines(f"# {text}") == [Comment(text)]
