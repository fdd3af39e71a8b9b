"""Playing the games of a block and counting what happened in them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from typing import Final, NamedTuple

import msgspec

from dmcli.sim.series import Play, Recipe, Row


class GameLine(NamedTuple):
    """One game as it is stored; a winner of -1 is nobody."""

    game: int
    first: int
    winner: int
    ending: int
    turns: int
    decisions: int
    actions: int
    digest: int
    shields_broken_a: int
    shields_broken_b: int
    triggers_used_a: int
    triggers_used_b: int


class Fault(NamedTuple):
    """A game that could not be played, and why."""

    game: int
    reason: str


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


class BlockResult(msgspec.Struct):
    """What a block, or a part of one, brought."""

    index: int
    games: list[GameLine] = []
    cards: list[CardLine] = []
    faults: list[Fault] = []
    seconds: float = 0.0

    @property
    def digests(self) -> bytes:
        """The digests of its games in game order."""
        return b"".join(line.digest.to_bytes(8, "little") for line in self.games)

    @property
    def hash(self) -> str:
        """One digest over every action of its games."""
        return blake2b(self.digests, digest_size=16).hexdigest()


def play_games(
    recipe: Recipe,
    play: Play,
    index: int,
    games: Iterable[int],
    watch: Callable[[int], None],
    leave: Callable[[], bool],
) -> BlockResult:
    """Play these games of a block until it is time to leave; a game that fails is noted."""
    result = BlockResult(index)
    counts = MarkCounts()
    start = time.perf_counter()
    for game in games:
        if leave():
            break
        try:
            row = play(game)
        except Exception as error:
            result.faults.append(Fault(game, f"{type(error).__name__}: {error}"))
        else:
            result.games.append(game_line(row))
            counts.add(row)
            watch(row.winner)
    result.seconds = time.perf_counter() - start
    result.cards = list(counts.lines(recipe))
    return result


def game_line(row: Row) -> GameLine:
    """The stored part of a game's row."""
    return GameLine(*(getattr(row, name) for name in GameLine._fields))


def joined(index: int, parts: Iterable[BlockResult]) -> BlockResult:
    """One block from its parts, in game order."""
    whole = BlockResult(index)
    totals: dict[tuple[int, str, str], list[int]] = {}
    for part in parts:
        whole.games += part.games
        whole.faults += part.faults
        whole.seconds += part.seconds
        for line in part.cards:
            total = totals.setdefault(line[:3], [0] * 6)
            for place, value in enumerate(line[3:]):
                total[place] += value
    whole.games.sort()
    whole.cards = [CardLine(*key, *total) for key, total in sorted(totals.items())]
    return whole


class MarkCounts:
    """Counts of the marks that the cards of both sides got, by the result for their side."""

    def __init__(self) -> None:
        # (side, result, def, marks) -> copies, and -> games with all marks of its copies joined
        self.copies: Counter[tuple[int, int, int, int]] = Counter()
        self.games: Counter[tuple[int, int, int, int]] = Counter()

    def add(self, row: Row) -> None:
        """Count one game."""
        for side, cards, marks in ((0, row.cards_a, row.marks_a), (1, row.cards_b, row.marks_b)):
            result = 0 if row.winner < 0 else 1 if row.winner == side else -1
            joint: dict[int, int] = {}
            for card, mark in zip(cards, marks, strict=True):
                joint[card] = joint.get(card, 0) | mark
                self.copies[side, result, card, mark] += 1
            for card, mark in joint.items():
                self.games[side, result, card, mark] += 1

    def lines(self, recipe: Recipe) -> Iterator[CardLine]:
        """One line per side, card and measure that was met, in order."""
        totals: dict[tuple[int, int, str], list[int]] = {}
        for place, counts in ((0, self.games), (3, self.copies)):
            for (side, result, card, marks), count in counts.items():
                for measure, bits in MEASURES.items():
                    if marks & bits:
                        total = totals.setdefault((side, card, measure), [0] * 6)
                        total[place] += count
                        total[place + 1] += count if result > 0 else 0
                        total[place + 2] += count if result < 0 else 0
        named = {
            (side, recipe.name(card), what): total for (side, card, what), total in totals.items()
        }
        for key, total in sorted(named.items()):
            yield CardLine(*key, *total)
