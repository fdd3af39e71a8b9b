"""Playing the games of a block and counting what happened in them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import NamedTuple

import msgspec

from dmcli.sim.marks import CardLine, MarkCounts
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
    counts = MarkCounts(recipe)
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
    result.cards = list(counts.lines())
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
