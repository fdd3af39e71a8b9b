"""The keys of the builder, said once: as bindings, in the footer and on the help page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from textual.binding import Binding, BindingType


@dataclass(frozen=True)
class Key:
    """Some keys that do one thing."""

    keys: str
    action: str
    #: How they are written on the help page.
    shown: str
    help: str
    #: The word in the footer; no word, not in the footer.
    footer: str = ""
    display: str = ""
    #: Whether it works while a query is being typed.
    typing: bool = False

    def binding(self) -> Binding:
        """The same for Textual."""
        return Binding(
            self.keys,
            self.action,
            self.footer or self.help,
            show=bool(self.footer),
            key_display=self.display or None,
        )


KEYS: Final[tuple[Key, ...]] = (
    Key("enter,plus,equals_sign", "step(1)", "Enter  +", "add a copy", "Add", "+"),
    Key("minus,underscore", "step(-1)", "-", "take a copy out", "Take out", "-"),
    *(Key(str(number), f"set({number})", "1 … 4", "have so many copies") for number in range(1, 5)),
    Key("0,delete,backspace", "set(0)", "0  Del", "take all copies out"),
    Key("slash", "search", "/", "type a query (Esc or Enter: back to the cards)", "Search", "/"),
    Key("tab", "pane(1)", "Tab  Shift+Tab", "next pane, the one before", "Pane", "Tab", True),
    Key("shift+tab", "pane(-1)", "Tab  Shift+Tab", "next pane, the one before", typing=True),
    Key("right,l", "page(1)", "←  →  h  l", "turn the page under the lists"),
    Key("left,h", "page(-1)", "←  →  h  l", "turn the page under the lists"),
    Key("u", "undo", "u  Ctrl+Z", "undo", "Undo", "u"),
    Key("ctrl+z", "undo", "u  Ctrl+Z", "undo", typing=True),
    Key("ctrl+r,ctrl+y", "redo", "Ctrl+R  Ctrl+Y", "redo", typing=True),
    Key("s", "save", "s  Ctrl+S", "save", "Save", "s"),
    Key("ctrl+s", "save", "s  Ctrl+S", "save", typing=True),
    Key("S", "save_as", "S  Ctrl+Shift+S", "save under another name"),
    Key("ctrl+shift+s", "save_as", "S  Ctrl+Shift+S", "save under another name", typing=True),
    Key("o", "order", "o", "order the deck: cost, civilization, type, name, list", "Order", "o"),
    Key("r", "rename", "r", "give the deck a title"),
    Key("f", "format", "f", "judge it by another format", "Format", "f"),
    Key("t", "theme", "t", "dark or light"),
    Key("question_mark", "help", "?  F1", "this page", "Help", "?"),
    Key("f1", "help", "?  F1", "this page", typing=True),
    Key("q", "leave", "q  Ctrl+Q", "quit; asks when something is not saved", "Quit", "q"),
    Key("ctrl+c", "leave", "q  Ctrl+Q", "quit; asks when something is not saved", typing=True),
)
#: The order in the footer: what must be seen first, also where not all fits.
_FOOTER: Final = ("step(1)", "step(-1)", "search", "pane(1)", "save", "help", "leave")


def bindings() -> list[BindingType]:
    """All keys, those first that the footer must show."""
    rank = {action: place for place, action in enumerate(_FOOTER)}
    keys = sorted(KEYS, key=lambda key: rank.get(key.action, len(rank)))
    return [key.binding() for key in keys]


#: What the lists themselves do with keys and the mouse.
MOVING: Final = (
    ("↑  ↓  j  k", "move"),
    ("PgUp  PgDn", "move by a page"),
    ("g  G", "to the first and the last card"),
    ("click", "select; double click adds"),
    ("click on − +", "take out, add"),
)
#: What can be done while typing; the rest are letters of the query.
WHILE_TYPING: Final = frozenset(key.action.partition("(")[0] for key in KEYS if key.typing)


def help_rows() -> list[tuple[str, str]]:
    """Each thing to do once, with its keys."""
    rows = {key.shown: key.help for key in KEYS}
    first = list(rows.items())
    return [*first[:3], *MOVING[:3], *first[3:], *MOVING[3:]]
