"""Counters of cards against the plain way to count."""

import random
from types import SimpleNamespace

import pytest
from sim.coin_match import recipe

from dmcli.sim.marks import MEASURES, CardLine, MarkCounts


def games(number, cards_a, cards_b):
    luck = random.Random(number)
    for game in range(number):
        yield SimpleNamespace(
            game=game,
            winner=luck.choice([0, 1, -1]),
            cards_a=cards_a,
            cards_b=cards_b,
            marks_a=[luck.randrange(128) for _ in cards_a],
            marks_b=[luck.choice([0, 0, 0, 16]) for _ in cards_b],
        )


def one_by_one(rows, names):
    """The plain way to count."""
    sums = {}
    for row in rows:
        for side, cards, marks in ((0, row.cards_a, row.marks_a), (1, row.cards_b, row.marks_b)):
            won, lost = row.winner == side, row.winner == 1 - side
            for measure, bits in MEASURES.items():
                for card in set(cards):
                    met = [
                        bool(mark & bits)
                        for each, mark in zip(cards, marks, strict=True)
                        if each == card
                    ]
                    if any(met):
                        total = sums.setdefault((side, names[card], measure), [0] * 6)
                        copies = sum(met)
                        added = (1, won, lost, copies, copies * won, copies * lost)
                        total[:] = [a + b for a, b in zip(total, added, strict=True)]
    return sorted(CardLine(*key, *total) for key, total in sums.items())


@pytest.mark.parametrize("number", [1, 300])
def test_cards_are_counted_as_if_one_by_one(number):
    names = {0: "Fair Coin", 1: "Other Coin"}
    rows = list(games(number, [0, 0, 0, 1, 1], [1] * 9 + [0]))
    counts = MarkCounts(recipe())
    for row in rows:
        counts.add(row)
    assert sorted(counts.lines()) == one_by_one(rows, names)


def test_where_no_game_was_played_nothing_is_counted():
    assert list(MarkCounts(recipe()).lines()) == []
