"""The deck builder: how one leaves it, and what is asked before a change is lost."""

from __future__ import annotations

import pytest

pytest.importorskip("textual", reason="the builder needs Textual: pip install 'dmcli[tui]'")

from support.building import LIST, Session, build, pool, write

from dmcli.decks import read_deck

pytestmark = pytest.mark.usefixtures("own_folder")


def test_quit_leaves_at_once_when_nothing_is_to_be_saved() -> None:
    async def script(session: Session) -> None:
        await session.press("q")
        await session.until(lambda: not session.app.is_running)

    assert build(script, write("mine.txt", LIST)).return_code == 0


def test_quit_asks_and_cancel_stays() -> None:
    async def script(session: Session) -> None:
        await session.press("+")
        for key, answer in (("q", "c"), ("ctrl+q", "escape"), ("ctrl+c", "ctrl+c")):
            await session.press(key)
            await session.sees("has changes that are not saved")
            await session.press(answer)
            assert session.app.screen is session.bench
        assert session.app.is_running
        assert session.app.return_code is None

    build(script)


def test_quit_can_discard() -> None:
    path = write("mine.txt", LIST)

    async def script(session: Session) -> None:
        await session.press("+", "q", "d")
        await session.until(lambda: not session.app.is_running)

    build(script, path)
    assert path.read_bytes() == LIST.encode()


def test_quit_can_save_first_where_it_came_from() -> None:
    path = write("mine.txt", LIST)

    async def script(session: Session) -> None:
        await session.press("+", "q", "s")
        await session.until(lambda: not session.app.is_running)

    build(script, path)
    assert read_deck(str(path), pool()).size == 7


def test_quit_and_save_asks_a_new_deck_for_its_name_and_then_leaves() -> None:
    async def script(session: Session) -> None:
        await session.press("+", "q", "s", "ctrl+u", *"made", "enter")
        await session.until(lambda: not session.app.is_running)

    build(script)
    assert read_deck("made.txt", pool()).size == 1


def test_a_save_that_is_cancelled_does_not_leave() -> None:
    async def script(session: Session) -> None:
        await session.press("+", "q", "s", "escape")
        assert session.app.screen is session.bench
        assert session.bench.desk.draft.changed

    build(script)


def test_the_answers_of_a_question_can_be_clicked() -> None:
    async def script(session: Session) -> None:
        await session.press("+", "q")
        await session.pilot.click("#cancel")
        await session.until(lambda: session.app.screen is session.bench)
        await session.press("q")
        await session.pilot.click("#discard")
        await session.until(lambda: not session.app.is_running)

    build(script)
