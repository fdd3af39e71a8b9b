"""Agents by name, ours and other people's."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from dmcli.agents import registry
from dmcli.agents.agent import Agent
from dmcli.agents.registry import agent_names, make_agent
from dmcli.core.errors import UsageMistake

WRITTEN = """
from dmcli.agents.agent import Agent


class Last(Agent):
    def decide(self, view, rng):
        return view.action(view.count_actions() - 1)


class NoAgent:
    pass
"""


def test_every_known_agent_can_be_made() -> None:
    assert {"random", "rush", "heuristic"} <= set(agent_names())
    assert all(isinstance(make_agent(name), Agent) for name in agent_names())


def test_an_unknown_agent_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UsageMistake, match=r"heuristc.*heuristic"):
        make_agent("heuristc")


def test_a_parameter_that_an_agent_does_not_take_is_refused() -> None:
    with pytest.raises(UsageMistake, match="takes no parameter"):
        make_agent("heuristic:200")


def written(folder: Path) -> Path:
    path = folder / "mine.py"
    path.write_text(WRITTEN, encoding="utf-8")
    return path


def test_an_agent_by_path_must_be_allowed(tmp_path: Path) -> None:
    name = f"{written(tmp_path)}:Last"
    with pytest.raises(UsageMistake, match="command line"):
        make_agent(name)
    registry.allow_paths()
    try:
        assert isinstance(make_agent(name), Agent)
    finally:
        registry.allow_paths(False)


def test_what_a_path_names_must_be_an_agent(tmp_path: Path) -> None:
    registry.allow_paths()
    try:
        with pytest.raises(UsageMistake, match="not a dmcli agent"):
            make_agent(f"{written(tmp_path)}:NoAgent")
        with pytest.raises(UsageMistake, match="holds no 'Nobody'"):
            make_agent(f"{tmp_path / 'mine.py'}:Nobody")
        with pytest.raises(UsageMistake, match="No file"):
            make_agent(f"{tmp_path / 'other.py'}:Last")
    finally:
        registry.allow_paths(False)


def test_an_installed_agent_is_found_by_its_entry_point(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    found = {"last": EntryPoint("last", "mine:Last", registry.GROUP).value}
    registry.forget_installed(found)
    try:
        assert "last" in agent_names()
        assert isinstance(make_agent("last"), Agent)
    finally:
        registry.forget_installed()
