"""Agents by name."""

from __future__ import annotations

from typing import Final

from dmcli.agents.agent import Agent
from dmcli.agents.random_agent import RandomAgent
from dmcli.core.errors import UsageMistake

ABOUT: Final = {
    "random": "uniform over legal actions; a control",
}


def agent_names() -> tuple[str, ...]:
    """Every name that ``make_agent`` knows."""
    return tuple(ABOUT)


def make_agent(name: str) -> Agent:
    """A new agent; UsageMistake names what is known."""
    if name == "random":
        return RandomAgent()
    raise UsageMistake(f"No agent named '{name}'. Known: {', '.join(ABOUT)}.")
