"""What a deck holds, counted: what an edit is checked by."""

from __future__ import annotations

from collections import Counter

from dmcli.decks.model import Deck

#: How many cards of each name lie in each zone, and whether the pool knows them.
Content = Counter[tuple[str, str, bool]]


def content(deck: Deck) -> Content:
    """Count the cards of a deck by zone and name."""
    cards: Content = Counter()
    for entry in deck.entries:
        cards[entry.zone, entry.name, entry.known] += entry.count
    return cards


def errors_of(deck: Deck) -> Counter[tuple[str, str]]:
    """The errors of a list, wherever they stand."""
    return Counter(
        (problem.rule, problem.message) for problem in deck.problems if problem.severity == "error"
    )
