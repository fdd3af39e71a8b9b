"""Every scenario file: what it claims holds. Files name the rules that they prove."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.positions import pool

from dmcli.core.errors import DmcliError
from dmcli.play.scenario import play, read_scenario

FOLDER = Path(__file__).resolve().parents[1] / "scenarios"
CLAIM = re.compile(r"^then =|^\[steps\.then\]|^then\.|\"!", re.MULTILINE)
FILES = sorted(FOLDER.rglob("*.toml"))


def _case(path: Path) -> object:
    """A file that cannot be read is a test that fails, and no hindrance for the others."""
    try:
        rules = read_scenario(path, pool()).labels["rules"]
    except DmcliError:
        rules = ()
    name = path.relative_to(FOLDER).with_suffix("").as_posix()
    return pytest.param(path, id=name, marks=[pytest.mark.rule(*rules)] if rules else [])


@pytest.mark.parametrize("path", [_case(path) for path in FILES])
def test_the_scenario_holds(path: Path) -> None:
    failures = play(read_scenario(path, pool()), pool()).failures
    assert not failures, "\n".join(
        f"step {each.step}: expected {each.expected}\n  found {each.found}\n  legal {each.legal}"
        for each in failures
    )


def test_every_scenario_claims_something() -> None:
    silent = [path for path in FILES if not CLAIM.search(path.read_text("utf-8"))]
    assert not silent
