"""Deck lists: reading and writing, legality, exact statistics."""

from dmcli.decks.forms.text import deck_from_text
from dmcli.decks.forms.writer import write_deck
from dmcli.decks.legality.checks import (
    check,
    demand_legal,
    demand_playable,
    demand_readable,
    exit_code,
    is_legal,
)
from dmcli.decks.legality.formats import FORMATS, Format, find_format, format_named
from dmcli.decks.model import Deck, Entry, Problem
from dmcli.decks.sources import bundled_decks, find_decks, read_deck

__all__ = [
    "FORMATS",
    "Deck",
    "Entry",
    "Format",
    "Problem",
    "bundled_decks",
    "check",
    "deck_from_text",
    "demand_legal",
    "demand_playable",
    "demand_readable",
    "exit_code",
    "find_decks",
    "find_format",
    "format_named",
    "is_legal",
    "read_deck",
    "write_deck",
]
