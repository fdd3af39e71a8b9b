"""Help comes almost as fast as from a program that does nothing."""

from __future__ import annotations

import runpy
from pathlib import Path

STARTUP = runpy.run_path(str(Path(__file__).with_name("startup.py")))


def test_help_takes_at_most_half_as_long_again_as_an_empty_typer_program() -> None:
    mine, other = STARTUP["compare"]()
    assert mine / other <= STARTUP["LIMIT"]
