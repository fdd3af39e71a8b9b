"""Tree → the English text that ``cards show`` prints."""

from __future__ import annotations

from dmcli.lang import nodes as n
from dmcli.lang.line import line


def english(ability: n.Ability, name: str = "", kind: str = "creature") -> str:
    """One ability as a printed sentence. kind: creature, evolution creature or spell."""
    return line(ability)
