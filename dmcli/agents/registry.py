"""Agents by name."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points
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


def agent_names() -> tuple[str, ...]:
    """Every name that ``make_agent`` knows: ours, then what is installed."""
    return (*ABOUT, *sorted(_installed()))


def _installed() -> dict[str, str]:
    """Other people's agents: entry points ``name = module:Class``."""
    found = {point.name: point.value for point in entry_points(group=GROUP)}
    return {name: value for name, value in found.items() if name not in ABOUT}


def make_agent(name: str) -> Agent:
    """A new agent; UsageMistake names what is known."""
    if name == "heuristic":
        return HeuristicAgent(Weights())
    if name == "rush":
        return RushAgent()
    if name == "random":
        return RandomAgent()
    installed = _installed()
    if name in installed:
        return _load(name, installed[name])
    raise UsageMistake(f"No agent named '{name}'. Known: {', '.join(agent_names())}.")


def _load(name: str, value: str) -> Agent:
    module, _, attribute = value.partition(":")
    made = getattr(import_module(module), attribute)()
    if not isinstance(made, Agent):
        raise UsageMistake(f"Agent '{name}' ({value}) is not a dmcli agent.")
    return made
