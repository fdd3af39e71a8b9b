"""The colours of the builder: two themes, and the civilizations in shades that both can carry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.style import Style
from rich.text import Text
from textual.theme import Theme

from dmcli.core.words import CIVILIZATIONS

DARK: Final = Theme(
    name="dmcli-dark",
    dark=True,
    primary="#7aa2d6",
    secondary="#8fa8bf",
    accent="#e0af68",
    foreground="#d5d9e0",
    background="#14171c",
    surface="#181c22",
    panel="#232932",
    success="#86b87f",
    warning="#e0af68",
    error="#ec7f75",
)
LIGHT: Final = Theme(
    name="dmcli-light",
    dark=False,
    primary="#2f5f9e",
    secondary="#4f6478",
    accent="#8a5a00",
    foreground="#22272e",
    background="#fbfaf7",
    surface="#f4f2ed",
    panel="#e4e1d9",
    success="#2f6f36",
    warning="#8a5a00",
    error="#b3261e",
)

_ON_DARK: Final = ("#e8d26a", "#62aef5", "#b694dc", "#f2826f", "#7fc586")
_ON_LIGHT: Final = ("#7a6200", "#0f5fae", "#66409c", "#b23a22", "#2c7336")

#: What stands for a civilization where there is room for one sign.
LETTERS: Final = {name: name[0].upper() for name in CIVILIZATIONS}


def color_of(civilization: str, dark: bool) -> str:
    """The shade of a civilization."""
    return (_ON_DARK if dark else _ON_LIGHT)[CIVILIZATIONS.index(civilization)]


def letters(civilizations: Sequence[str], dark: bool) -> Text:
    """Write civilizations as coloured letters: WN."""
    parts = [
        (LETTERS[each], Style(color=color_of(each, dark), bold=True)) for each in civilizations
    ]
    return Text.assemble(*parts)


def words(civilizations: Sequence[str], dark: bool) -> Text:
    """Write civilizations as coloured words: Water/Nature."""
    parts = [Text(each.capitalize(), color_of(each, dark)) for each in civilizations]
    return Text("/").join(parts)
