"""Writes a deck in our own plain form, which the reader reads back to the same deck."""

from __future__ import annotations

from typing import Final

from dmcli.decks.model import HYPERSPATIAL, MAIN, SIDEBOARD, Deck

ZONE_HEADS: Final = {MAIN: "Main deck", HYPERSPATIAL: "Hyperspatial zone", SIDEBOARD: "Sideboard"}


def write_deck(deck: Deck) -> str:
    """Write title, author, remarks and cards, in the order of the deck."""
    lines = [f"# title: {deck.name}" if ":" in deck.name else f"# {deck.name}"]
    lines += [f"# author: {deck.author}"] if deck.author else []
    lines += [f"# {remark}" for remark in deck.remarks]
    for zone in deck.zones:
        lines += ["", f"{ZONE_HEADS[zone]}:"] if zone != MAIN else [""]
        lines += [f"{entry.count} {entry.name}" for entry in deck.entries if entry.zone == zone]
    return "\n".join(lines) + "\n"
