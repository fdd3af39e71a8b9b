"""The commands about dmcli itself."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from dmcli import rulebook
from dmcli.cli import diagnosis
from dmcli.core import compiled


def test_topics_are_listed_and_each_can_be_read(dmcli: Callable[..., Any]) -> None:
    listed = json.loads(dmcli("rules", "--json").out)["topics"]
    for topic in listed:
        rules = json.loads(dmcli("rules", topic["topic"], "--json").out)["rules"]
        assert f"{rules[0]['id']} to {rules[-1]['id']}" == topic["rules"]


def test_one_rule_can_be_read_by_its_number(dmcli: Callable[..., Any]) -> None:
    assert "S17" in dmcli("rules", "s17").out


def test_coverage_shows_the_sentence_of_each_test_beside_the_rule(
    dmcli: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    proof = rulebook.Proof("tests/x.py::test_y", "an evolution is not sick")
    monkeypatch.setattr(rulebook, "proofs", lambda: {"S15": [proof]})
    said = dmcli("rules", "evolution", "--coverage").out
    assert "an evolution is not sick" in next(
        line for line in said.splitlines() if line.startswith("S15")
    )
    assert "1 of 6 rules have a test that passed." in said
    assert "Without one: S13, S14, S16, S17, S18." in said


def test_doctor_tells_what_it_found(dmcli: Callable[..., Any]) -> None:
    said = dmcli("doctor", "--json")
    found = json.loads(said.out)
    assert found["engine"] == compiled.mode()
    assert found["schema"] == "dmcli.doctor/1"
    assert found["cards"] >= found["playable"] > 0
    assert said.code == (1 if found["problems"] else 0)


def test_doctor_reports_what_is_broken_instead_of_breaking(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail() -> None:
        raise OSError("the pool is gone")

    monkeypatch.setattr("dmcli.cards.load_pool", fail)
    assert "Problem: the pool is gone" in diagnosis.diagnose().problems


def test_agents_are_listed_with_how_they_play(dmcli: Callable[..., Any]) -> None:
    found = json.loads(dmcli("agents", "list", "--json").out)["agents"]
    assert {each["agent"] for each in found} >= {"random", "heuristic", "rush"}
    assert all(each["plays"] for each in found)


def test_bench_measures_each_pair_of_agents(dmcli: Callable[..., Any]) -> None:
    said = dmcli("bench", "--agents", "random", "--seconds", "0.1", "--json")
    (row,) = json.loads(said.out)["rows"]
    assert row["agents"] == ["random", "random"]
    assert row["games"] > 0
    assert row["decisions_per_second"] > 0
    assert row["compiled"] == (compiled.mode() == "compiled")
