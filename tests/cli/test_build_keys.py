"""The deck builder: what its keys do to a deck."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("textual", reason="the builder needs Textual: pip install 'dmcli[tui]'")

from support.building import HULCUS, MINE, VORG, Session, build, pool
from textual.widgets import OptionList

from dmcli.cards import load_pool


def test_three_keys_add_a_copy_of_the_card_under_the_cursor() -> None:
    async def script(session: Session) -> None:
        second = list(pool().cards)[1]
        for copies, key in enumerate(("enter", "plus", "equals_sign"), 1):
            await session.press(*["j"] * (copies == 1), key)
            assert session.deck == {second: copies}

    build(script)


def test_minus_takes_a_copy_out_and_nothing_where_there_is_none(mine: Path) -> None:
    async def script(session: Session) -> None:
        await session.press("-")
        assert session.deck[VORG] == 4
        await session.press("tab")
        name = session.under_cursor
        before = session.deck[name]
        await session.press("-")
        assert session.deck[name] == before - 1

    build(script, mine)


def test_a_digit_sets_the_copies_up_and_down_in_one_step(mine: Path) -> None:
    async def script(session: Session) -> None:
        await session.search("hulcus")
        assert session.under_cursor == HULCUS
        for copies in (1, 2, 3, 4):
            await session.press(str(copies))
            assert session.deck[HULCUS] == copies
            await session.press(*["u"] * (copies != 2))
            assert session.deck[HULCUS] == 2

    build(script, mine)


def test_three_keys_take_all_copies_out(mine: Path) -> None:
    async def script(session: Session) -> None:
        await session.press("tab", "G")
        name = session.under_cursor
        for key in ("0", "delete", "backspace"):
            await session.press(key)
            assert name not in session.deck
            assert len(session.deck) == 2
            await session.press("u", "G")

    build(script, mine)


def test_a_card_keeps_the_cursor_when_the_deck_changes_around_it(mine: Path) -> None:
    async def script(session: Session) -> None:
        await session.press("tab", "G")
        name = session.under_cursor
        await session.press("o", "o", "+", "+", "u")
        assert session.under_cursor == name

    build(script, mine)


def test_undo_and_redo_go_through_every_edit_and_back(mine: Path) -> None:
    async def script(session: Session) -> None:
        states = [session.text]
        for key in ("+", "j", "3", "tab", "-", "0"):
            await session.press(key)
            if session.text != states[-1]:
                states.append(session.text)
        assert len(states) == 5
        for undo, redo in (("u", "ctrl+r"), ("ctrl+z", "ctrl+y")):
            for state in [*reversed(states[:-1]), states[0]]:
                await session.press(undo)
                assert session.text == state
            for state in [*states[1:], states[-1]]:
                await session.press(redo)
                assert session.text == state

    build(script, mine)


def test_the_comments_and_the_order_of_a_list_stay(mine: Path) -> None:
    async def script(session: Session) -> None:
        await session.search("hulcus")
        await session.press("+", "o")
        assert session.text == MINE.replace(f"2 {HULCUS}", f"3 {HULCUS}")

    build(script, mine)


def test_the_cursor_goes_where_the_keys_say() -> None:
    async def script(session: Session) -> None:
        table = session.bench.search.table
        at = []
        for key in ("down", "j", "up", "k", "k", "G", "g", "end", "home"):
            await session.press(key)
            at.append(table.index)
        last = len(pool().cards) - 1
        assert at == [1, 2, 1, 0, 0, last, 0, last, 0]
        await session.press("pagedown")
        page = table.index
        assert page > 5
        await session.press("pageup")
        assert table.index == 0

    build(script)


def test_tab_goes_round_the_panes_and_shift_tab_back() -> None:
    async def script(session: Session) -> None:
        bench = session.bench
        panes = [bench.search.table, bench.deck.table, bench.card.body, bench.figures.body]
        panes.append(bench.search.box)
        for pane in [*panes[1:], panes[0]]:
            await session.press("tab")
            assert session.app.focused is pane
        for pane in reversed(panes):
            await session.press("shift+tab")
            assert session.app.focused is pane

    build(script)


def test_orders_show_the_same_cards_in_another_order(mine: Path) -> None:
    async def script(session: Session) -> None:
        seen = {}
        for _ in range(5):
            lines = session.bench.deck.table.lines
            names = [line.name for line in lines if hasattr(line, "name")]
            heads = [line.text for line in lines if hasattr(line, "text")]
            seen[session.bench.order] = (names, heads)
            await session.press("o")
        assert session.bench.order == "cost"
        assert seen["list"] == ([VORG, HULCUS, "Bronze-Arm Tribe"], [])
        assert seen["name"] == ([HULCUS, "Bronze-Arm Tribe", VORG], [])
        assert seen["cost"] == ([VORG, HULCUS, "Bronze-Arm Tribe"], [])
        assert seen["civilization"][1] == ["Water", "Fire", "Nature"]
        assert seen["type"][1] == ["Creatures"]

    build(script, mine)


def test_zones_beside_the_main_deck_have_their_own_rows(tmp_path: Path) -> None:
    path = tmp_path / "zones.txt"
    path.write_text(f"4 {VORG}\n\nSideboard:\n2 {VORG}\n", encoding="utf-8")

    async def script(session: Session) -> None:
        await session.press("tab", "G", "-")
        deck = session.bench.desk.draft.deck
        assert (deck.count("main"), deck.count("sideboard")) == (4, 1)
        await session.sees("Main deck")
        await session.sees("Sideboard")

    build(script, path)


def test_a_title_is_asked_for_and_a_wrong_one_is_refused(mine: Path) -> None:
    async def script(session: Session) -> None:
        await session.press("r", "ctrl+u", *"Red rush", "enter")
        assert session.bench.desk.draft.deck.name == "Red rush"
        await session.sees("Red rush")
        await session.press("r", "ctrl+u", "enter")
        assert session.bench.desk.draft.deck.name == "Red rush"
        await session.press("r", "escape", "u")
        assert session.bench.desk.draft.deck.name == "Mine"

    build(script, mine)


def test_another_format_judges_the_deck_anew() -> None:
    async def script(session: Session) -> None:
        await session.sees("✓ legal in tcg")
        await session.press("f")
        await session.sees("exactly 40 cards")
        ids = [option.id for option in session.app.screen.query_one(OptionList).options]
        await session.press(*["k"] * ids.index("tcg"), *["j"] * ids.index("ocg"), "enter")
        assert session.bench.rules.name == "ocg"
        await session.sees("✗ not legal in ocg")
        await session.press("f", "escape")
        assert session.bench.rules.name == "ocg"

    build(script, "starter/fire-and-elementals")


def test_a_format_file_is_a_choice_beside_the_others(tmp_path: Path) -> None:
    path = tmp_path / "cube.toml"
    path.write_text('name = "cube"\nsmallest = 2\ncopies = 1\n', encoding="utf-8")

    async def script(session: Session) -> None:
        await session.press("2")
        await session.sees("✗ not legal in cube")
        await session.press("1", "j", "+")
        await session.sees("✓ legal in cube")
        await session.press("f")
        await session.sees("at least 2 cards, 1 copy of a card")

    build(script, format=str(path))


def test_cards_of_ones_own_are_found_and_added(tmp_path: Path) -> None:
    card = (
        '[[card]]\nname = "Ember Imp"\ntype = "creature"\ncivilizations = ["fire"]\n'
        'races = ["Fire Bird"]\ncost = 1\npower = 1000\nrarity = "Common"\n'
        'printings = ["OWN 1/1"]\nrules = []\n'
    )
    (tmp_path / "own.toml").write_text(card, encoding="utf-8")

    async def script(session: Session) -> None:
        await session.search("ember imp")
        await session.press("4")
        assert session.deck == {"Ember Imp": 4}
        await session.sees("907 cards", "OWN 1/1")

    build(script, cards=load_pool([tmp_path]))


def test_help_shows_every_key_and_goes_away() -> None:
    async def script(session: Session) -> None:
        for key in ("?", "f1"):
            await session.press(key)
            for words in ("add a copy", "take a copy out", "undo", "Ctrl+R", "quit", "format"):
                await session.sees(words)
            await session.press("j", "k", "escape")
            assert session.app.screen is session.bench

    build(script, size=(120, 50))


def test_light_and_dark_change_places() -> None:
    async def script(session: Session) -> None:
        assert session.app.current_theme.dark
        await session.press("t")
        assert not session.app.current_theme.dark
        await session.press("t")
        assert session.app.current_theme.dark

    build(script)
