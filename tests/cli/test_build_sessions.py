"""The deck builder: the mouse, random sessions, and keys that come in bursts."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("textual", reason="the builder needs Textual: pip install 'dmcli[tui]'")

from support.building import HULCUS, VORG, Session, build, pool


def test_a_click_selects_and_a_double_click_adds(mine: Path) -> None:
    async def script(session: Session) -> None:
        table = session.bench.deck.table
        await session.click_row(table, HULCUS)
        assert session.app.focused is table
        assert session.under_cursor == HULCUS
        assert session.deck[HULCUS] == 2
        await session.click_row(table, HULCUS, times=2)
        assert session.deck[HULCUS] == 3

    build(script, mine)


def test_clicks_on_the_signs_take_out_and_add(mine: Path) -> None:
    async def script(session: Session) -> None:
        table = session.bench.deck.table
        width = table.scrollable_content_region.width
        await session.click_row(table, HULCUS, x=width - 1)
        assert session.deck[HULCUS] == 3
        await session.click_row(table, VORG, x=width - 3)
        assert session.deck[VORG] == 3
        table = session.bench.search.table
        width = table.scrollable_content_region.width
        await session.click_row(table, list(pool().cards)[2], x=width - 1)
        assert session.deck[list(pool().cards)[2]] == 1

    build(script, mine)


def test_on_a_narrow_screen_the_row_in_use_has_signs(mine: Path) -> None:
    def line_of(session: Session, name: str) -> str:
        table = session.bench.deck.table
        return session.screen.splitlines()[table.region.y + session.line_of(table, name)]

    async def script(session: Session) -> None:
        table = session.bench.deck.table
        assert "−" not in line_of(session, VORG).rpartition("▏")[2]
        await session.press("tab")
        await session.until(lambda: line_of(session, VORG).endswith("− + F   2"))
        plus = line_of(session, VORG).rindex("+") - table.region.x
        await session.pilot.hover(table, offset=(8, session.line_of(table, HULCUS)))
        await session.until(lambda: line_of(session, HULCUS).endswith("− + W   3"))
        await session.click_row(table, HULCUS, x=plus)
        assert session.deck[HULCUS] == 3
        await session.click_row(table, HULCUS, x=plus - 2)
        assert session.deck[HULCUS] == 2
        await session.click_row(table, HULCUS, x=plus - 6)
        assert session.deck[HULCUS] == 2

    build(script, mine, size=(80, 24))


def test_a_click_on_a_heading_or_under_the_rows_does_nothing(mine: Path) -> None:
    async def script(session: Session) -> None:
        table = session.bench.deck.table
        await session.press("o", "o")
        before = session.text
        await session.click(table, 5, 1, times=2)
        await session.click(table, 5, 15, times=2)
        await session.click(table, 5, 0, times=2)
        assert session.text == before

    build(script, mine)


def test_a_click_opens_a_page_and_the_wheel_moves_the_cards() -> None:
    async def script(session: Session) -> None:
        pane = session.bench.figures
        await session.click(pane, 16, 0)
        assert pane.page == "Casting"
        await session.click(pane, 2, 0)
        assert pane.page == "Overview"
        table = session.bench.search.table
        table.scroll_down(animate=False)
        await session.pilot.pause()
        assert table.scroll_offset.y > 0

    build(script, "starter/fire")


# ------------------------------------------------------------ anything at all

KEYS = (
    *("enter", "plus", "minus", "0", "1", "2", "3", "4", "j", "k", "down", "up", "pagedown"),
    *("pageup", "g", "G", "u", "u", "ctrl+r", "ctrl+z", "ctrl+y", "o", "tab", "tab", "shift+tab"),
    *("left", "right", "t", "slash", "escape", "f", "question_mark", "r", "a", "space", "x"),
)
SIZES = ((120, 40), (80, 24), (60, 20), (160, 50), (40, 10), (20, 5))


@pytest.mark.parametrize("seed", [1, 2])
def test_random_keys_leave_the_deck_that_a_model_says(mine: Path, seed: int) -> None:
    chance = random.Random(seed)

    async def script(session: Session) -> None:
        model = Model(session)
        for number in range(150):
            if number % 30 == 29:
                await session.resize(*chance.choice(SIZES))
            key = chance.choice(KEYS)
            model.before(key)
            await session.press(key)
            model.after()
            assert session.deck == model.deck, (number, key)
        assert session.app.return_code is None

    build(script, mine)


class Model:
    """Decks and titles as plain values, with two stacks."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.deck = session.deck
        self.title = "Mine"
        self.done: list[tuple[dict[str, int], str]] = []
        self.undone: list[tuple[dict[str, int], str]] = []

    def before(self, key: str) -> None:
        """Do what this key must do now."""
        bench = self.session.bench
        typing = bench.focused is bench.search.box
        if self.session.app.screen is not bench or (typing and not key.startswith("ctrl")):
            return
        if key in ("u", "ctrl+z"):
            self._step(self.done, self.undone)
        elif key in ("ctrl+r", "ctrl+y"):
            self._step(self.undone, self.done)
        elif key in COPIES and bench.row is not None:
            self._have(bench.row.name, COPIES[key](self.deck.get(bench.row.name, 0)))

    def after(self) -> None:
        """A title that was typed is an edit, too."""
        title = self.session.bench.desk.draft.deck.name
        if title != self.title:
            self._keep()
            self.title = title

    def _have(self, name: str, copies: int) -> None:
        if max(0, copies) != self.deck.get(name, 0):
            self._keep()
            rest = {each: count for each, count in self.deck.items() if each != name}
            self.deck = {**rest, name: copies} if copies > 0 else rest

    def _keep(self) -> None:
        self.done.append((self.deck, self.title))
        self.undone.clear()

    def _step(self, back: list[Any], forth: list[Any]) -> None:
        if back:
            forth.append((self.deck, self.title))
            self.deck, self.title = back.pop()


COPIES: dict[str, Callable[[int], int]] = {
    **dict.fromkeys(("enter", "plus"), lambda now: now + 1),
    "minus": lambda now: now - 1,
    **{str(number): (lambda now, number=number: number) for number in range(5)},
}


def test_keys_that_come_in_one_burst_are_taken_in_their_order() -> None:
    async def script(session: Session) -> None:
        await session.burst("plus", "j", "plus", "j", "3", "u", "slash", *"Vorg")
        names = list(pool().cards)
        assert session.deck == {names[0]: 1, names[1]: 1}
        assert session.bench.search.box.value == "Vorg"

    build(script)


def test_questions_are_answered_once_however_fast_keys_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    async def script(session: Session) -> None:
        await session.press("1")
        for first in ("f", "r", "question_mark", "S", "slash", "q"):
            for second in ("j", "enter", "escape"):
                await session.burst(first, second, second)
                await session.press("escape", "escape")
                assert session.app.screen is session.bench

    build(script, size=(60, 20))
