"""The control: uniform over legal actions."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dmcli.agents.agent import Agent
from dmcli.engine.rng import Rng
from dmcli.engine.view import View


@final
class RandomAgent(Agent):
    """Every legal action is equally likely."""

    def decide(self, view: View, rng: Rng) -> i64:
        """A uniform pick."""
        return view.action(rng.below(view.count_actions()))
