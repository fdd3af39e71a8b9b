"""Every scenario file: what it claims holds. Files name the rules that they prove."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.positions import pool

from dmcli.play.scenario import Scenario, play, read_scenario

FOLDER = Path(__file__).resolve().parents[1] / "scenarios"
CLAIM = re.compile(r"^then =|^\[steps\.then\]|^then\.|\"!", re.MULTILINE)
FILES = sorted(FOLDER.rglob("*.toml"))


def _case(path: Path) -> object:
    scenario = read_scenario(path, pool())
    name = path.relative_to(FOLDER).with_suffix("").as_posix()
    rules = scenario.labels["rules"]
    return pytest.param(scenario, id=name, marks=[pytest.mark.rule(*rules)] if rules else [])


@pytest.mark.parametrize("scenario", [_case(path) for path in FILES])
def test_the_scenario_holds(scenario: Scenario) -> None:
    failures = play(scenario, pool()).failures
    assert not failures, "\n".join(
        f"step {each.step}: expected {each.expected}\n  found {each.found}\n  legal {each.legal}"
        for each in failures
    )


def test_every_scenario_claims_something() -> None:
    silent = [path for path in FILES if not CLAIM.search(path.read_text("utf-8"))]
    assert not silent
