"""What an agent is."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from dmcli.engine.rng import Rng
from dmcli.engine.view import View


@mypyc_attr(allow_interpreted_subclasses=True)
class Agent:
    """Decides for one player, from what that player sees and its own stream of luck only."""

    def decide(self, view: View, rng: Rng) -> i64:
        """One of the view's actions."""
        raise NotImplementedError
