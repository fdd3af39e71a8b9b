"""The deck builder: the search box, and the card that is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("textual", reason="the builder needs Textual: pip install 'dmcli[tui]'")

from support.building import VORG, Session, build, pool

from dmcli.cards import search


def shown(session: Session) -> list[str]:
    """The cards that were found."""
    return [line.name for line in session.bench.search.table.lines if hasattr(line, "name")]


def test_the_whole_pool_is_there_until_a_query_is_typed() -> None:
    async def script(session: Session) -> None:
        assert shown(session) == list(pool().cards)
        await session.sees("906 of 906 cards")
        query = "civ:fire cost<=3 race:human"
        await session.search(query)
        assert shown(session) == [card.name for card in search(pool(), query)]
        await session.press("/", "ctrl+u", "enter")
        assert shown(session) == list(pool().cards)

    build(script)


def test_results_follow_while_one_types() -> None:
    async def script(session: Session) -> None:
        await session.press("/", *"vorg")
        await session.until(lambda: shown(session) == [VORG, "Vorg's Engine"])
        assert session.app.focused is session.bench.search.box
        assert session.under_cursor == VORG

    build(script)


def test_letters_that_are_keys_elsewhere_are_letters_in_a_query() -> None:
    async def script(session: Session) -> None:
        await session.press("/", *"q u s f o r t 1 + - ?", "j", "k")
        assert session.bench.search.box.value == "q u s f o r t 1 + - ?jk"
        assert session.deck == {}
        assert session.app.screen is session.bench

    build(script)


def test_a_wrong_query_is_explained_under_its_place_and_leaves_the_cards() -> None:
    async def script(session: Session) -> None:
        await session.search("race:dragon")
        before = shown(session)
        await session.press("/", *" cost<=x")
        await session.sees("is not a number")
        lines = session.screen.splitlines()
        box = next(line for line in lines if "cost<=x" in line)
        carets = lines[lines.index(box) + 1]
        assert carets.index("^") == box.index("<=x") + 2
        assert shown(session) == before
        await session.press("enter")
        assert session.app.focused is session.bench.search.box
        await session.press("backspace", "6", "enter")
        await session.misses("is not a number")
        assert session.app.focused is session.bench.search.table
        assert set(shown(session)) < set(before)

    build(script)


def test_nothing_found_says_why() -> None:
    async def script(session: Session) -> None:
        await session.press("/", *"vorg zzzz", "enter")
        await session.sees("Nothing fits zzzz")
        assert shown(session) == []
        await session.press("escape", "+", "3", "j", "G")
        assert session.deck == {}
        await session.sees("No card fits")

    build(script)


@pytest.mark.parametrize(
    "query", ['"', "(", "civ:", "or", "-", "a or", "((((", "in:-", "in:/dev/tty"]
)
def test_no_query_hurts(query: str) -> None:
    async def script(session: Session) -> None:
        await session.search(query)
        await session.press("escape", "+")
        assert session.app.is_running

    build(script, size=(60, 20))


def test_the_deck_on_the_desk_and_any_other_can_be_searched() -> None:
    async def script(session: Session) -> None:
        mine = set(session.deck)
        await session.search("in:this cost<=2")
        assert set(shown(session)) == {name for name in mine if pool().cards[name].cost <= 2}
        await session.press("0")
        assert len(shown(session)) == len({n for n in mine if pool().cards[n].cost <= 2}) - 1
        await session.search("in:starter/water type:spell")
        assert shown(session)
        assert not set(shown(session)) & mine

    build(script, "starter/fire")


def test_the_word_that_is_begun_is_offered_and_taken() -> None:
    async def script(session: Session) -> None:
        await session.press("/", *"civ:fi")
        await session.until(lambda: session.bench.search.box._suggestion == "civ:fire")
        await session.press("right")
        assert session.bench.search.box.value == "civ:fire"

    build(script)


def test_down_and_escape_lead_from_the_box_to_the_cards() -> None:
    async def script(session: Session) -> None:
        bench = session.bench
        for key in ("down", "escape", "tab"):
            await session.press("/")
            assert session.app.focused is bench.search.box
            await session.press(key)
            assert session.app.focused is bench.search.table
        await session.press("+", "/", "ctrl+z")
        assert session.deck == {}
        assert session.app.focused is bench.search.box

    build(script)


def test_copies_in_the_deck_stand_beside_what_is_found(tmp_path: Path) -> None:
    async def script(session: Session) -> None:
        await session.search("vorg")
        await session.press("3")
        rows = {line.name: line.copies for line in session.bench.search.table.lines}
        assert rows == {VORG: 3, "Vorg's Engine": 0}

    build(script)


def test_the_whole_text_of_the_card_under_the_cursor_is_shown() -> None:
    async def script(session: Session) -> None:
        for name in ("Bronze-Arm Tribe", "Crystal Lancer", "Holy Awe", "Überdragon Bajula"):
            await session.search(f'name="{name}"')
            await session.sees(f"Cost {pool().cards[name].cost} ")
            seen = " ".join(session.screen.split())
            card = pool().cards[name]
            for words in (*card.races, *(each.split()[0] for each in card.printings)):
                assert words in seen
            assert f"Cost {card.cost}" in seen
            assert f"{name} {card.type.capitalize()} · " in seen.replace("▏ ", "")

    build(script, size=(80, 24))


def test_a_text_of_many_lines_can_be_scrolled_to_its_end() -> None:
    name = max(pool().cards, key=lambda name: len(" ".join(pool().text(name))))

    async def script(session: Session) -> None:
        await session.search(f'name="{name}"')
        assert session.under_cursor == name
        body = session.bench.figures.body
        await session.press("shift+tab", "shift+tab")
        assert session.app.focused is body
        await session.press(*["j"] * 30)
        await session.until(lambda: body.scroll_offset.y == body.max_scroll_y)
        await session.sees(pool().text(name)[-1].split()[-1])

    build(script, size=(60, 20))
