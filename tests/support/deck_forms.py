"""Reading decks in forms, and what the tests ask of them."""

from __future__ import annotations

from pathlib import Path

from dmcli.cards import load_pool
from dmcli.decks import Deck
from dmcli.decks.forms import FORMS

POOL = load_pool()
#: Decks as other programs and people write them.
FILES = Path(__file__).resolve().parents[1] / "decks" / "forms"

ROTHUS = "Rothus, the Traveler"
PLIERS = "Mykee's Pliers"
BAJULA = "Überdragon Bajula"


def read(form: str, text: str) -> Deck:
    """Read a text in a form."""
    return FORMS[form].read(text, POOL, "file", "file")


def zone(deck: Deck, name: str) -> list[tuple[int, str]]:
    """The entries of a zone."""
    return [(each.count, each.name) for each in deck.entries if each.zone == name]


def said(deck: Deck, *severities: str) -> list[tuple[int | None, str]]:
    """The problems of these severities, or all, with their lines."""
    return [
        (problem.line, problem.message)
        for problem in deck.problems
        if not severities or problem.severity in severities
    ]
