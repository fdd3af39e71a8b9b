"""What happened to each card over many games: sums of the marks that games leave on cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from dmcli.sim.series import Recipe, Row

#: A card's number and its marks.
Marked = tuple[int, int]


class CardLine(NamedTuple):
    """How often a card met a measure: in how many games, and how many copies of it in all."""

    side: int
    card: str
    measure: str
    games: int
    wins: int
    losses: int
    cards: int
    cards_won: int
    cards_lost: int


#: What is counted per card: the mark bits of which at least one must stand.
MEASURES: Final = {
    "opening": 1,
    "drawn": 2,
    "seen": 1 | 2,
    "played": 4,
    "charged": 8,
    "shield": 16,
    "triggered": 32,
    "held": 64,
}


class MarkCounts:
    """How often a card had which marks, by result: single copies, and those of a game joined."""

    def __init__(self, recipe: Recipe) -> None:
        self._recipe = recipe
        self._sides = [
            {result: (Counter[Marked](), Counter[Marked]()) for result in (-1, 0, 1)} for _ in "AB"
        ]

    def add(self, row: Row) -> None:
        """Add one game."""
        for side, cards, marks in ((0, row.cards_a, row.marks_a), (1, row.cards_b, row.marks_b)):
            result = 0 if row.winner < 0 else 1 if row.winner == side else -1
            single, joint = self._sides[side][result]
            marked = [pair for pair in zip(cards, marks, strict=True) if pair[1]]
            together: dict[int, int] = {}
            for card, mark in marked:
                together[card] = together.get(card, 0) | mark
            single.update(marked)
            joint.update(together.items())

    def lines(self) -> Iterator[CardLine]:
        """One line per side, card and measure that was met, in order."""
        for side, results in enumerate(self._sides):
            sums: dict[tuple[str, str], list[int]] = {}
            for result, (single, joint) in results.items():
                for place, counts in ((0, joint), (3, single)):
                    self._sum(sums, place, result, counts)
            for (name, measure), total in sorted(sums.items()):
                yield CardLine(side, name, measure, *total)

    def _sum(
        self,
        sums: dict[tuple[str, str], list[int]],
        place: int,
        result: int,
        counts: Mapping[Marked, int],
    ) -> None:
        """Add counts to all games, and to the games won or lost."""
        for (card, marks), count in counts.items():
            for measure, bits in MEASURES.items():
                if marks & bits:
                    total = sums.setdefault((self._recipe.name(card), measure), [0] * 6)
                    total[place] += count
                    total[place + 1] += count * (result > 0)
                    total[place + 2] += count * (result < 0)
