"""How the deck stands: its figures and its problems, counted again after each change."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dmcli.cards import Pool
from dmcli.cli import show
from dmcli.decks import Deck, Format, Problem, check, is_legal
from dmcli.decks.statistics.stats import Stats, stats


@dataclass(frozen=True)
class Standing:
    """A deck under a format, with all that the panes say about it."""

    deck: Deck
    rules: Format
    problems: tuple[Problem, ...]
    #: None while the main deck has no known card.
    counted: Stats | None

    @property
    def legal(self) -> bool:
        """Whether the format allows the deck."""
        return is_legal(self.problems)

    @property
    def enough(self) -> bool:
        """Whether there are so many cards that chances mean something."""
        return 2 * self.deck.size >= self.rules.smallest

    @property
    def payable(self) -> dict[str, float]:
        """The chance to pay for each card on its turn, once drawn, going first."""
        rows = self.counted.castability if self.counted and self.enough else ()
        return {row.card: row.given_drawn_first for row in rows}

    @property
    def verdict(self) -> str:
        """Legality in a few words."""
        if self.legal:
            warnings = self.number("warning")
            return f"✓ legal in {self.rules.name}{_beside(warnings, 'warning')}"
        return f"✗ not legal in {self.rules.name}{_beside(self.number('error'), 'error')}"

    @property
    def size(self) -> str:
        """How many cards it has."""
        return show.cards(self.deck.size)

    def number(self, severity: str) -> int:
        """How many problems are so grave."""
        return sum(problem.severity == severity for problem in self.problems)


def judge(deck: Deck, rules: Format, pool: Pool, counted: Stats | None = None) -> Standing:
    """Check a deck; its figures may be older, for a moment."""
    return Standing(deck, rules, tuple(check(deck, rules, pool)), counted if deck.cards else None)


def count(standing: Standing, pool: Pool) -> Standing:
    """The same with figures of its own."""
    counted = stats(standing.deck, pool) if standing.deck.cards else None
    return replace(standing, counted=counted)


def _beside(number: int, noun: str) -> str:
    """ ", 2 errors"; nothing when there are none."""
    return f", {number} {noun}{'' if number == 1 else 's'}" if number else ""
