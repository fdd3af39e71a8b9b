"""Agents by name: ours, those of installed packages, and a file's when that is allowed.

A name is ``NAME`` or ``NAME:PARAMETER``; a path is ``path/to/file.py:Class``.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Final

from dmcli.agents.agent import Agent
from dmcli.agents.heuristic import HeuristicAgent
from dmcli.agents.random_agent import RandomAgent
from dmcli.agents.rush import RushAgent
from dmcli.agents.weights import Weights
from dmcli.core.errors import UsageMistake

GROUP: Final = "dmcli.agents"
ABOUT: Final = {
    "heuristic": "one decision at a time by what it sees; the default",
    "rush": "plays the dearest card, always attacks the player; a control",
    "random": "uniform over legal actions; a control",
}
_paths_allowed: list[bool] = [False]
_installed: dict[str, str] = {}
_looked: list[bool] = [False]


def agent_names() -> tuple[str, ...]:
    """Every name that ``make_agent`` knows: ours, then what is installed."""
    return (*ABOUT, *sorted(installed()))


def allow_paths(allowed: bool = True) -> None:
    """Let ``make_agent`` run a file's agent: only what the command line names, nothing else."""
    _paths_allowed[0] = allowed


def installed() -> dict[str, str]:
    """Other people's agents: entry points ``name = module:Class`` of the group dmcli.agents."""
    if not _looked[0]:
        found = {point.name: point.value for point in entry_points(group=GROUP)}
        forget_installed({name: value for name, value in found.items() if name not in ABOUT})
    return _installed


def forget_installed(found: dict[str, str] | None = None) -> None:
    """Look again, or know these."""
    _looked[0] = found is not None
    _installed.clear()
    _installed.update(found or {})


def make_agent(name: str) -> Agent:
    """A new agent; UsageMistake names what is known."""
    if name == "heuristic":
        return HeuristicAgent(Weights())
    if name == "rush":
        return RushAgent()
    if name == "random":
        return RandomAgent()
    if ".py:" in name:
        return _from_file(name)
    known = installed()
    if name in known:
        module, _, attribute = known[name].partition(":")
        return _made(name, getattr(import_module(module), attribute))
    raise UsageMistake(_complaint(name))


def _complaint(name: str) -> str:
    plain, colon, _ = name.partition(":")
    if colon and plain in agent_names():
        return f"Agent '{plain}' takes no parameter, so '{name}' means nothing."
    return f"No agent named '{name}'. Known: {', '.join(agent_names())}."


def _from_file(name: str) -> Agent:
    file, _, attribute = name.rpartition(":")
    if not _paths_allowed[0]:
        raise UsageMistake(f"The agent '{name}' is a file: only the command line may name one.")
    path = Path(file)
    if not path.is_file():
        raise UsageMistake(f"No file '{file}' to take the agent '{attribute}' from.")
    spec = spec_from_file_location(f"dmcli_agent_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    if not hasattr(module, attribute):
        raise UsageMistake(f"The file '{file}' holds no '{attribute}'.")
    return _made(name, getattr(module, attribute))


def _made(name: str, kind: object) -> Agent:
    agent = kind() if callable(kind) else kind
    if not isinstance(agent, Agent):
        raise UsageMistake(f"'{name}' is not a dmcli agent: it must be a class made from Agent.")
    return agent
