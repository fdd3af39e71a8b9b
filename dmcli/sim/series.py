"""A series: two decks, two agents, one seed, so many games; and the blocks it is played in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Protocol

import msgspec

from dmcli.core.carddef import CardDef
from dmcli.lang.nodes import Ability

#: Pairs in a block, by agent; the slower agent of a series decides.
BLOCK_PAIRS: Final = {"random": 500, "heuristic": 100}
OTHER_BLOCK_PAIRS: Final = 20

LARGEST_SEED: Final = 2**63 - 1


class Row(Protocol):
    """What one game leaves behind (dmcli.agents.match.GameRow)."""

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
    marks_a: list[int]
    marks_b: list[int]
    cards_a: list[int]
    cards_b: list[int]


class PlayedDeck(msgspec.Struct, frozen=True):
    """A deck of a series: its content, under a name."""

    name: str
    hash: str
    cards: tuple[tuple[str, int], ...]

    @property
    def size(self) -> int:
        """How many cards it holds."""
        return sum(copies for _, copies in self.cards)


class Series(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that decides what happens in every game of it."""

    decks: tuple[PlayedDeck, PlayedDeck]
    agents: tuple[str, str] = ("heuristic", "heuristic")
    ruleset: str = "tcg"
    #: The switches of the ruleset as they stood.
    switches: dict[str, str | int] = {}
    lists: str = "open"
    seed: int = 0
    games: int = 1000

    @property
    def pairs(self) -> int:
        """Games come in pairs with the seats swapped: an odd number is rounded up."""
        return (self.games + 1) // 2

    @property
    def block_pairs(self) -> int:
        """How many pairs make a block."""
        return min(BLOCK_PAIRS.get(agent, OTHER_BLOCK_PAIRS) for agent in self.agents)

    def blocks(self) -> Iterator[Block]:
        """Cut the series into its blocks, in order."""
        size = self.block_pairs
        for index, first in enumerate(range(0, self.pairs, size)):
            yield Block(index, 2 * first, 2 * min(first + size, self.pairs))


class Block(msgspec.Struct, frozen=True):
    """A run of whole pairs: the unit of progress, storage and retry."""

    index: int
    start: int
    end: int

    @property
    def games(self) -> range:
        """The numbers of its games."""
        return range(self.start, self.end)


Play = Callable[[int], Row]


class Recipe(msgspec.Struct, frozen=True):
    """A series with the cards it needs: all that a worker process is given."""

    series: Series
    cards: tuple[CardDef, ...]
    abilities: tuple[tuple[Ability, ...], ...]
    races: tuple[str, ...]
    endings: tuple[str, ...]
    opens: Callable[[Recipe], Play]

    def open(self) -> Play:
        """Make ready to play games by their number."""
        return self.opens(self)

    def name(self, index: int) -> str:
        """The name of a card of the series."""
        return self.cards[index].name
