"""The keys of the builder, said once: as bindings, in the footer and on the help page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from textual.binding import Binding, BindingType


@dataclass(frozen=True)
class Key:
    """Some keys that do one thing."""

    keys: str
    action: str
    #: How they are written on the help page, and what they do.
    shown: str
    help: str
    #: The word in the footer and the key before it; no word, not in the footer.
    footer: str = ""
    display: str = ""
    #: Those of the keys that work, too, while a query is being typed, and their sign in the footer.
    typing: str = ""
    typing_display: str = ""

    def bindings(self) -> Iterator[Binding]:
        """The same for Textual, once for the panes and once for the search box."""
        yield self._binding(self.keys, self.action, self.display)
        if self.typing:
            name, _, rest = self.action.partition("(")
            inner = f", {rest}" if rest else ")"
            yield self._binding(self.typing, f"typing('{name}'{inner}", self.typing_display)

    def _binding(self, keys: str, action: str, display: str) -> Binding:
        return Binding(
            keys,
            action,
            self.footer or self.help,
            show=bool(self.footer and display),
            key_display=display or None,
            # In the order of typing: a letter after / belongs to the query, however fast it comes.
            priority=True,
        )


_PANES: Final = "next pane, the one before"
_PAGES: Final = "turn the page under the lists"
KEYS: Final[tuple[Key, ...]] = (
    Key("enter,plus,equals_sign", "step(1)", "Enter  +", "add a copy", "Add", "+"),
    Key("minus,underscore", "step(-1)", "-", "take a copy out", "Take out", "-"),
    *(Key(str(copies), f"set({copies})", "1 … 4", "have so many copies") for copies in range(1, 5)),
    Key("0,delete,backspace", "set(0)", "0  Del", "take all copies out"),
    Key("slash", "search", "/", "type a query; → takes what is offered", "Search", "/"),
    Key("question_mark,f1", "help", "?  F1", "this page", "Help", "?", "f1", "F1"),
    Key("escape", "back", "Esc", "back to the cards", "Cards", "", "escape", "Esc"),
    Key("tab", "pane(1)", "Tab  Shift+Tab", _PANES, "Pane", "Tab", "tab", "Tab"),
    Key("shift+tab", "pane(-1)", "Tab  Shift+Tab", _PANES, typing="shift+tab"),
    Key("right,l", "page(1)", "←  →  h  l", _PAGES),
    Key("left,h", "page(-1)", "←  →  h  l", _PAGES),
    Key("s,ctrl+s", "save", "s  Ctrl+S", "save", "Save", "s", "ctrl+s", "^s"),
    Key(
        *("S,ctrl+shift+s", "save_as", "S  Ctrl+Shift+S", "save under another name"),
        typing="ctrl+shift+s",
    ),
    Key(
        *("q,ctrl+q,ctrl+c", "leave", "q  Ctrl+Q", "quit; asks when something is not saved"),
        *("Quit", "q", "ctrl+q,ctrl+c", "^q"),
    ),
    Key("u,ctrl+z", "undo", "u  Ctrl+Z", "undo", "Undo", "u", "ctrl+z", "^z"),
    Key("ctrl+r,ctrl+y", "redo", "Ctrl+R  Ctrl+Y", "redo", typing="ctrl+r,ctrl+y"),
    Key("o", "order", "o", "next order: cost, civilization, type, name, list", "Order", "o"),
    Key("f", "format", "f", "judge the deck by another format", "Format", "f"),
    Key("r", "rename", "r", "give the deck a title"),
    Key("t", "theme", "t", "dark or light"),
)
#: What the lists themselves do with keys and the mouse.
MOVING: Final = (
    ("↑  ↓  j  k", "move"),
    ("PgUp  PgDn", "move by a page"),
    ("g  G", "to the first and the last card"),
)
MOUSE: Final = (
    ("click", "select; double click adds a copy"),
    ("click on − +", "take a copy out, add one"),
)


def bindings() -> list[BindingType]:
    """All keys, in the order of the footer."""
    return [binding for key in KEYS for binding in key.bindings()]


def help_rows() -> list[tuple[str, str]]:
    """Each thing to do once, with its keys."""
    rows = {key.shown: key.help for key in KEYS}
    return [*MOVING, *rows.items(), *MOUSE]
