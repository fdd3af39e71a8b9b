"""Positions with the cards of tests/engine/homebrew beside the printed ones."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from dmcli.cards import Pool, load_pool
from dmcli.play.board import Board
from dmcli.play.position import read_position

FOLDER = Path(__file__).resolve().parents[1] / "engine" / "homebrew"


@cache
def homebrew() -> Pool:
    return load_pool((FOLDER,))


def position(**keys: Any) -> Board:
    """The keys of a scenario file, as arguments."""
    return Board.of(read_position(keys, homebrew()), homebrew())
