"""The fixed run is played as it was played before."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

GOLDEN = runpy.run_path(str(Path(__file__).with_name("run_hash.py")))


@pytest.mark.bug("G10")
def test_the_fixed_run_is_played_as_it_was_kept(request: pytest.FixtureRequest) -> None:
    found = GOLDEN["run_hash"]()
    if request.config.getoption("--bless"):
        GOLDEN["KEPT"].write_text(found + "\n", encoding="utf-8")
    assert GOLDEN["KEPT"].read_text(encoding="utf-8").strip() == found
