"""The luck of a series, for commands that deal hands and play no game."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dmcli.decks.statistics.dealing import Luck
    from dmcli.engine.rng import Rng


def luck_of(seed: int) -> Luck:
    """What shuffles the first deck of a series, game by game: it goes first in even games."""
    from dmcli.engine.deal import streams

    def stream(game: int) -> Rng:
        return streams(seed, game >> 1)[game & 1]

    return stream
