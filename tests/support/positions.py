"""Positions in tests: ``position(me=side(hand=["Aqua Hulcus"]))`` and then ``game.do(…)``."""

from __future__ import annotations

from functools import cache
from typing import Any

from dmcli.cards import Pool, load_pool
from dmcli.play.board import Board
from dmcli.play.position import read_position


@cache
def pool() -> Pool:
    return load_pool()


def side(**zones: list[str]) -> dict[str, list[str]]:
    return zones


def position(**keys: Any) -> Board:
    """The keys of a scenario file, as arguments."""
    return Board.of(read_position(keys, pool()), pool())
