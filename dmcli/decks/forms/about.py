"""Title, author and remarks as one text, for forms that have one place for all of them."""

from __future__ import annotations

from typing import NamedTuple

from dmcli.decks.model import Deck


class About(NamedTuple):
    """What is said about a deck, not in it."""

    title: str = ""
    author: str = ""
    remarks: tuple[str, ...] = ()


def about_lines(deck: Deck, titled: bool = False) -> list[str]:
    """The lines that say who made a deck and what was remarked, with a title if it is wanted."""
    lines = [f"Title: {deck.name}"] if titled and deck.is_titled else []
    lines += [f"Author: {deck.author}"] if deck.author else []
    return [*lines, *deck.remarks]


def read_about(text: str) -> About:
    """Read such a text back; in a text of someone else's every line is a remark."""
    said = {"title": "", "author": ""}
    remarks = []
    for line in filter(str.strip, text.splitlines()):
        key, colon, value = line.partition(":")
        word = key.strip().casefold()
        if colon and word in said and not said[word]:
            said[word] = value.strip()
        else:
            remarks.append(line.strip())
    return About(said["title"], said["author"], tuple(remarks))
