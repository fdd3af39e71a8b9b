"""The deck builder: what it opens, and what a save keeps of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("textual", reason="the builder needs Textual: pip install 'dmcli[tui]'")

from support.building import BROKEN, HULCUS, LIST, VORG, Session, build, pool, write

from dmcli.cli.app import run
from dmcli.decks import read_deck
from dmcli.decks.editing.draft import Draft
from dmcli.decks.forms import FORMS

pytestmark = pytest.mark.usefixtures("own_folder")


@pytest.mark.parametrize("form", sorted(FORMS))
def test_every_form_is_opened_and_saved_in_its_own_form(form: str) -> None:
    deck = read_deck("starter/fire", pool())
    suffix = next(iter(FORMS[form].suffixes), ".json")
    path = write(f"deck{suffix}", FORMS[form].write(deck, pool()))

    async def script(session: Session) -> None:
        assert session.deck == dict(deck.cards)
        await session.search("hulcus")
        await session.press("2", "s")
        assert session.app.screen is session.bench

    build(script, path)
    again = read_deck(str(path), pool())
    assert again.form == form
    assert dict(again.cards) == {**dict(deck.cards), HULCUS: 2}


def test_columns_of_ones_own_stay_in_their_file() -> None:
    path = write("mine.csv", f'count,name,price\n4,"{VORG}",0.20\n')

    async def script(session: Session) -> None:
        await session.press("+", "s")

    build(script, path)
    assert read_deck(str(path), pool()).size == 5
    assert f'4,"{VORG}",0.20' in path.read_text("utf-8")


def test_a_file_that_loses_something_is_not_written_anew_without_a_yes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Draft, "is_written_anew", True)
    path = write("mine.csv", f'count,name\n4,"{VORG}"\n')

    async def script(session: Session) -> None:
        await session.press("+", "s")
        await session.sees("mine.csv is written anew")
        await session.press("c")
        assert read_deck(str(path), pool()).size == 4
        await session.press("s", "n", "ctrl+u", *"other.csv", "enter", "+", "s")
        assert session.app.screen is session.bench

    build(script, path)
    assert read_deck(str(path), pool()).size == 4
    assert read_deck("other.csv", pool()).size == 6


def test_save_as_writes_the_form_that_the_suffix_names() -> None:
    async def script(session: Session) -> None:
        await session.press("S", "ctrl+u", *"fire.json", "enter")
        assert read_deck("fire.json", pool()).cards == read_deck("starter/fire", pool()).cards
        await session.press("tab", "-", "s")

    build(script, "starter/fire")
    assert json.loads(Path("fire.json").read_text("utf-8"))
    assert read_deck("fire.json", pool()).size == 39


def test_a_session_in_the_builder_can_be_undone_from_the_shell() -> None:
    path = write("mine.txt", LIST)

    async def script(session: Session) -> None:
        await session.press("+", "j", "+", "s")

    build(script, path)
    assert path.read_bytes() != LIST.encode()
    assert run(["deck", "undo", "mine.txt"]) == 0
    assert path.read_bytes() == LIST.encode()


def test_a_byte_order_mark_stays_in_front() -> None:
    path = write("mine.txt", "\ufeff" + LIST)

    async def script(session: Session) -> None:
        await session.press("+", "s")

    build(script, path)
    assert path.read_text("utf-8").startswith("\ufeff//")


def test_a_link_stays_a_link_and_a_protected_file_is_left_alone() -> None:
    path = write("mine.txt", LIST)
    Path("link.txt").symlink_to("mine.txt")

    async def script(session: Session) -> None:
        await session.press("+", "s")
        path.chmod(0o444)
        await session.press("+", "s")
        await session.sees("read-only")

    build(script, "link.txt")
    assert Path("link.txt").is_symlink()
    assert read_deck("mine.txt", pool()).size == 7


def test_a_broken_list_opens_shows_its_problems_and_keeps_its_lines() -> None:
    path = write("broken.txt", BROKEN)

    async def script(session: Session) -> None:
        await session.sees("✗ not legal in tcg")
        await session.press("right", "right")
        for words in ("line 2:", "No card named 'Colossal Nonsense'", "line 3:"):
            await session.sees(words)
        await session.search("hulcus")
        await session.press("+", "s")

    build(script, path)
    assert path.read_text("utf-8") == BROKEN.replace("2 Aqua", "3 Aqua")


def test_a_card_that_no_pool_has_can_be_taken_out_but_not_added() -> None:
    path = write("broken.txt", BROKEN)

    async def script(session: Session) -> None:
        await session.press("tab", "G")
        assert session.under_cursor == "Colossal Nonsense"
        await session.sees("There is no card of this name")
        await session.press("+")
        assert "3 Colossal Nonsense" in session.text
        await session.press("-")
        assert "2 Colossal Nonsense" in session.text
        await session.press("0")
        assert "Colossal" not in session.text

    build(script, path)


def test_an_empty_file_is_an_empty_deck() -> None:
    async def script(session: Session) -> None:
        await session.sees("No cards yet")
        await session.press("tab", "+", "-", "0", "3", "u", "j", "G")
        assert session.deck == {}

    build(script, write("empty.txt", ""))
