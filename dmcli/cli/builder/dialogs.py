"""Questions over the screen: quit, overwrite, a file name, a format, and the help page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from dmcli.cli.builder.keys import help_rows
from dmcli.core.errors import DmcliError
from dmcli.decks import Format


@dataclass(frozen=True)
class Answer:
    """One answer to a question: the word that comes back, its key, and how it is said."""

    word: str
    key: str
    label: str


T = TypeVar("T")


class Dialog(ModalScreen[T], Generic[T]):
    """A question that is answered once, however fast keys come."""

    def close(self, answer: T) -> None:
        """Give the answer; a second one finds the question gone."""
        if self.is_current:
            self.dismiss(answer)


class Question(Dialog[str]):
    """A sentence with a few answers; Esc is the last one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,ctrl+c", "last", "Cancel"),
        Binding("left,h", "app.focus_previous", "Before", show=False),
        Binding("right,l", "app.focus_next", "Next", show=False),
    ]

    def __init__(self, sentence: str, answers: Sequence[Answer]) -> None:
        super().__init__()
        self._sentence = sentence
        self._answers = answers

    def compose(self) -> ComposeResult:
        """The sentence over its answers."""
        with Vertical(classes="dialog"):
            yield Static(self._sentence, markup=False, classes="sentence")
            with Horizontal(classes="answers"):
                for answer in self._answers:
                    yield Button(
                        Text(f"{answer.label} ({answer.key})"), id=answer.word, compact=True
                    )

    def on_key(self, event: object) -> None:
        """The letter of an answer gives it."""
        key = getattr(event, "key", "")
        for answer in self._answers:
            if key == answer.key:
                self.close(answer.word)

    @on(Button.Pressed)
    def _answer(self, event: Button.Pressed) -> None:
        self.close(str(event.button.id))

    def action_last(self) -> None:
        """Give the careful answer."""
        self.close(self._answers[-1].word)


class Ask(Dialog[str | None]):
    """Asks for a line of text; what is wrong with it is said at once."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,ctrl+c", "cancel", "Cancel")]

    def __init__(self, sentence: str, text: str, check: Callable[[str], object]) -> None:
        super().__init__()
        self._sentence = sentence
        self._check = check
        self._box = Input(text, id="line")
        self._fault = Static(markup=False, classes="fault")

    def compose(self) -> ComposeResult:
        """The sentence, the line, and what is wrong with it."""
        with Vertical(classes="dialog"):
            yield Static(self._sentence, markup=False, classes="sentence")
            yield self._box
            yield self._fault
            yield Static("Enter: yes · Esc: cancel", classes="quiet")

    @on(Input.Submitted)
    def _take(self) -> None:
        try:
            self._check(self._box.value)
        except DmcliError as error:
            self._fault.update(str(error))
        else:
            self.close(self._box.value)

    def action_cancel(self) -> None:
        """Give no answer."""
        self.close(None)


class ChooseFormat(Dialog[str | None]):
    """The formats with their sizes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,f,ctrl+c", "cancel", "Cancel"),
        Binding("j", "down", "Down", show=False),
        Binding("k", "up", "Up", show=False),
    ]

    def __init__(self, formats: Sequence[Format], now: str) -> None:
        super().__init__()
        self._formats = formats
        self._now = now
        self._list = OptionList(*(Option(self._line(each), each.name) for each in formats))

    def compose(self) -> ComposeResult:
        """One line for each format."""
        with Vertical(classes="dialog"):
            yield Static("Judge the deck by which format?", classes="sentence")
            yield self._list
            yield Static("Enter: choose · Esc: cancel", classes="quiet")

    def on_mount(self) -> None:
        """Begin at the one that holds."""
        names = [each.name for each in self._formats]
        self._list.highlighted = names.index(self._now) if self._now in names else 0
        self._list.focus()

    def _line(self, rules: Format) -> Text:
        sign = "•" if rules.name == self._now else " "
        copies = "1 copy" if rules.copies == 1 else f"{rules.copies} copies"
        return Text(f"{sign} {rules.name:9} {rules.size}, {copies} of a card")

    @on(OptionList.OptionSelected)
    def _choose(self, event: OptionList.OptionSelected) -> None:
        self.close(event.option.id)

    def action_down(self) -> None:
        """j moves as everywhere."""
        self._list.action_cursor_down()

    def action_up(self) -> None:
        """k moves as everywhere."""
        self._list.action_cursor_up()

    def action_cancel(self) -> None:
        """Leave the format as it is."""
        self.close(None)


class Help(Dialog[None]):
    """Every key, and how a query is written."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1,enter,ctrl+c", "close", "Close"),
        Binding("j", "scroll(1)", "Down", show=False),
        Binding("k", "scroll(-1)", "Up", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._page = VerticalScroll(Static(self._text()))

    def compose(self) -> ComposeResult:
        """Two columns that can be scrolled."""
        with Vertical(classes="dialog help"):
            yield Static("Keys", classes="sentence")
            yield self._page
            yield Static("Esc: close", classes="quiet")

    def on_mount(self) -> None:
        """Arrows scroll the page."""
        self._page.focus()

    def _text(self) -> Text:
        text = Text()
        for keys, what in help_rows():
            text.append(f"{keys:18}", "bold")
            text.append(f" {what}\n")
        text.append("\nColumns\n", "bold")
        text.append(_COLUMNS)
        text.append("\nQueries\n", "bold")
        text.append(_QUERIES)
        return text

    def action_scroll(self, step: int) -> None:
        """j and k move as everywhere."""
        self._page.scroll_relative(y=step, animate=False, immediate=True)

    def action_close(self) -> None:
        """Back to the deck."""
        self.close(None)


_COLUMNS = """\
✗ !                an error, a warning: the Problems page says which
n                  copies in the deck
cv c               civilizations (L W D F N), cost
pay                once drawn, the chance to pay for it on its turn, going first
"""
_QUERIES = """\
civ:fire cost<=3   a civilization, a cost
race:dragon        a race; type:spell, set:DM-04, power>=5000
kw:blocker         a keyword; text:"draw" words of the text
is:evolution       a kind; - before a term says not
in:starter/fire    cards of a deck; in:this those of yours
a or b  ( )        either; brackets
sort:power         an order; direction:desc turns it
"""
