"""The deck builder: what it saves, and what it asks before."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("textual", reason="the builder needs Textual: pip install 'dmcli[tui]'")

from support.building import LIST, VORG, Session, build, pool, write

from dmcli.core.errors import UsageMistake
from dmcli.decks import bundled_decks, read_deck

pytestmark = pytest.mark.usefixtures("own_folder")


@pytest.mark.parametrize("key", ["s", "ctrl+s"])
def test_save_changes_only_what_was_edited(key: str) -> None:
    path = write("mine.txt", LIST)

    async def script(session: Session) -> None:
        await session.misses("not saved")
        await session.search("hulcus")
        await session.press("+")
        await session.sees("mine.txt · not saved")
        await session.press(key)
        await session.misses("not saved")
        await session.sees("Wrote mine.txt: 7 cards.")

    build(script, path)
    assert path.read_bytes() == LIST.replace("2 Aqua", "3 Aqua").encode()
    assert [each.name for each in Path().iterdir()] == ["mine.txt"]


def test_save_works_while_a_query_is_typed() -> None:
    path = write("mine.txt", LIST)

    async def script(session: Session) -> None:
        await session.press("1", "/", *"fire s", "ctrl+s")
        assert session.bench.search.box.value == "fire s"
        assert not session.bench.desk.draft.changed

    build(script, path)
    assert "1 " in path.read_text("utf-8")


def test_a_new_deck_asks_for_its_name() -> None:
    async def script(session: Session) -> None:
        await session.sees("new deck")
        await session.press("+", "s")
        await session.sees("Save the deck as")
        await session.sees("new-deck.txt")
        await session.press("ctrl+u", *"rush", "enter")
        await session.sees("rush.txt")

    build(script)
    assert read_deck("rush.txt", pool()).size == 1


def test_the_title_of_a_new_deck_becomes_the_name_that_is_offered() -> None:
    async def script(session: Session) -> None:
        await session.press("r", "ctrl+u", *"Red Rush", "enter", "+", "s", "enter")

    build(script)
    assert read_deck("red-rush.txt", pool()).name == "Red Rush"


def test_a_bundled_deck_is_a_copy_and_stays_as_it_is() -> None:
    before = bundled_decks()["starter/fire"].read_bytes()

    async def script(session: Session) -> None:
        await session.sees("copy of starter/fire")
        await session.press("tab", "-", "s")
        await session.sees("fire.txt")
        await session.press("enter")

    build(script, "starter/fire")
    assert bundled_decks()["starter/fire"].read_bytes() == before
    assert read_deck("./fire.txt", pool()).size == 39


@pytest.mark.parametrize("answer", ["c", "escape"])
def test_an_existing_file_is_not_overwritten_without_a_yes(answer: str) -> None:
    path = write("other.txt", "untouched")

    async def script(session: Session) -> None:
        await session.press("+", "S", "ctrl+u", *"other", "enter")
        await session.sees("other.txt exists already.")
        await session.press(answer)
        assert session.bench.desk.path is None
        assert session.bench.desk.draft.changed

    build(script)
    assert path.read_text("utf-8") == "untouched"


def test_an_existing_file_is_overwritten_when_told_or_another_name_is_asked() -> None:
    write("other.txt", "untouched")

    async def script(session: Session) -> None:
        await session.press("+", "ctrl+shift+s", "ctrl+u", *"other", "enter", "n")
        await session.press("ctrl+u", *"third.txt", "enter")
        assert session.bench.desk.path == Path("third.txt")
        await session.press("S", "ctrl+u", *"other.txt", "enter", "o")
        assert session.bench.desk.path == Path("other.txt")

    build(script)
    assert Path("other.txt").read_bytes() == Path("third.txt").read_bytes()


@pytest.mark.parametrize("answer", ["overwrite", "cancel"])
def test_a_file_that_was_changed_on_disk_is_not_overwritten_without_a_yes(answer: str) -> None:
    path = write("mine.txt", LIST)

    async def script(session: Session) -> None:
        await session.press("+")
        path.write_text("4 Bronze-Arm Tribe\n", encoding="utf-8")
        await session.press("s")
        await session.sees("mine.txt was changed on disk since it was opened.")
        await session.press("right", "right", "left", "left")
        await session.press(*(["enter"] if answer == "overwrite" else ["escape"]))

    build(script, path)
    assert (VORG in path.read_text("utf-8")) == (answer == "overwrite")


def test_a_file_that_is_gone_is_asked_about_and_written_again() -> None:
    path = write("mine.txt", LIST)

    async def script(session: Session) -> None:
        await session.press("+")
        path.unlink()
        await session.press("s", "o")
        assert not session.bench.desk.draft.changed

    build(script, path)
    assert VORG in path.read_text("utf-8")


def test_what_was_saved_can_be_saved_again_without_a_question() -> None:
    path = write("mine.txt", LIST)

    async def script(session: Session) -> None:
        for _ in range(3):
            await session.press("+", "s")
            assert session.app.screen is session.bench

    build(script, path)
    assert read_deck(str(path), pool()).size == 9


@pytest.mark.parametrize(
    ("typed", "said"),
    [("", "Type the name of a file"), ("box", "box is a folder"), ("a/", "add the name of a file")],
)
def test_a_name_that_cannot_be_is_said_so_under_the_line(typed: str, said: str) -> None:
    Path("box").mkdir()

    async def script(session: Session) -> None:
        await session.press("+", "S", "ctrl+u", *typed, "enter")
        await session.sees(said)
        await session.press("escape")
        assert session.app.screen is session.bench

    build(script)


def test_a_target_that_cannot_be_written_is_said_so() -> None:
    write("file", "not a folder")

    async def script(session: Session) -> None:
        await session.press("+", "S", "ctrl+u", *"file/mine", "enter")
        await session.sees("cannot be written")
        assert session.bench.desk.draft.changed
        with pytest.raises(UsageMistake, match="cannot be written"):
            session.bench.desk.save(Path("file/mine.txt"))

    build(script)
