"""The deck builder: what is seen on screens of every size, in any theme, of any deck."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("textual", reason="the builder needs Textual: pip install 'dmcli[tui]'")

from rich.cells import cell_len
from support.building import Session, build, pool

from dmcli.decks import bundled_decks, read_deck
from dmcli.decks.statistics.stats import stats

DECK = "classic/rainbow-connection"


def test_80_columns_show_both_lists_and_whole_names() -> None:
    async def script(session: Session) -> None:
        lines = session.screen.splitlines()
        assert len(lines) <= 24
        assert max(map(cell_len, lines)) <= 80
        names = [name for name, _ in read_deck(DECK, pool()).cards if len(name) <= 28]
        await session.press("tab", "G")
        seen = session.screen
        await session.press("g")
        seen += session.screen
        assert [name for name in names if name not in seen] == []

    build(script, DECK, size=(80, 24))


def test_the_pages_are_turned_by_arrows_and_say_what_stats_says() -> None:
    counted = stats(read_deck(DECK, pool()), pool())

    async def script(session: Session) -> None:
        await session.press("right")
        for cost in range(2, 7):
            await session.sees(f"{cost} ")
        await session.press("l")
        await session.sees("Both seen" if len(counted.civilizations) == 2 else "All seen")
        for name, each in counted.civilizations.items():
            line = next(line for line in session.screen.splitlines() if name.capitalize() in line)
            assert str(each.cards) in line.split()
            assert f"{100 * each.share:.0f}%" in line
            assert f"{100 * each.demand:.0f}%" in line
        await session.press("right")
        weakest = min(counted.castability, key=lambda row: row.given_drawn_first)
        await session.sees(f"{100 * weakest.given_drawn_first:.0f}% ")
        await session.sees("✗ needs work")
        await session.press("right")
        await session.sees("✓ legal in tcg.")
        await session.press("right", "left", "h")
        assert session.bench.figures.page == "Casting"

    build(script, DECK, size=(80, 24))


def test_the_figures_follow_each_change() -> None:
    async def script(session: Session) -> None:
        await session.press("right")
        before = session.screen
        await session.search("bronze-arm")
        await session.press("0")
        await session.until(lambda: session.screen != before)
        deck = session.bench.desk.draft.deck
        await session.until(lambda: session.bench.standing.counted == stats(deck, pool()))
        assert session.bench.standing.deck.size == 36
        await session.sees("✗ not legal in tcg, 1 error")

    build(script, DECK, size=(80, 24))


def test_a_wide_screen_shows_everything_at_once() -> None:
    async def script(session: Session) -> None:
        for words in ("Search", "The Rainbow Connection", "Card", "Curve", "Civilizations"):
            await session.sees(words)
        for words in ("Problems", "Casting", "Totals", "shield triggers"):
            await session.sees(words)
        lines = session.screen.splitlines()
        rows = [line for line in lines if "Gray Balloon, Shadow of Greed" in line]
        assert "76%" in rows[0]

    build(script, DECK, size=(160, 60))


def test_a_small_screen_shows_one_list_at_a_time() -> None:
    async def script(session: Session) -> None:
        await session.sees("906 of 906")
        await session.misses("by cost")
        await session.press("tab")
        await session.sees("by cost")
        await session.misses("906 of 906")
        await session.press("+")
        await session.sees("41 cards")
        await session.press("/")
        await session.sees("906 of 906")

    build(script, DECK, size=(60, 20))


def test_a_low_screen_shows_one_pane_at_a_time() -> None:
    async def script(session: Session) -> None:
        await session.misses("[Card]")
        await session.press("tab", "tab")
        await session.sees("[Card]")
        await session.press("right")
        await session.sees("[Curve]")
        await session.press("escape")
        await session.sees("by cost")

    build(script, DECK, size=(50, 12))


@pytest.mark.parametrize("size", [(1, 1), (8, 3), (250, 8)])
def test_no_size_is_too_small_or_too_odd(size: tuple[int, int]) -> None:
    async def script(session: Session) -> None:
        await session.press(
            "tab", "+", "right", "right", "j", "tab", "/", *"fire", "enter", "o", "o"
        )
        await session.press("?", "escape", "f", "escape", "S", "escape")
        await session.resize(120, 40)
        await session.sees("by type")

    build(script, DECK, size=size)


def test_a_screen_can_change_its_size_at_any_time() -> None:
    async def script(session: Session) -> None:
        await session.press("tab", "G", "+")
        name = session.under_cursor
        for size in ((60, 20), (160, 50), (40, 10), (80, 24), (200, 60), (3, 2), (120, 40)):
            await session.resize(*size)
            assert session.under_cursor == name
        await session.sees(name)
        assert session.bench.shape == "medium"

    build(script, DECK)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_without_colours_everything_can_be_read(
    theme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(session: Session) -> None:
        assert session.app.no_color
        await session.press(*["t"] * (theme == "light"), "tab", "4", "+")
        await session.sees("✗ 5 Hunter Fish")
        seen = session.screen
        row = next(line for line in seen.splitlines() if "Hunter Fish" in line and "▏" in line)
        assert "✗ 5 Hunter Fish" in row
        assert "W" in row.split("Hunter Fish")[1]
        assert "▸The Rainbow Connection" in seen
        shades = set(_greys(session.app.export_screenshot()))
        assert shades

    build(script, DECK)


def _greys(picture: str) -> list[str]:
    """The fills of a picture, each of which must be a shade of grey."""
    import re

    fills = re.findall(r'fill="#([0-9a-f]{6})"', picture)
    cells = [fill for fill in fills if fill not in ("ff5f57", "febc2e", "28c840", "c5c8c6")]
    assert all(fill[:2] == fill[2:4] == fill[4:] for fill in cells), set(cells)
    return cells


def test_every_bundled_deck_is_shown_with_all_its_cards() -> None:
    for name in list(bundled_decks())[::19]:
        deck = read_deck(name, pool())

        async def script(session: Session, deck=deck) -> None:
            lines = session.bench.deck.table.lines
            assert {line.name: line.copies for line in lines} == dict(deck.cards)
            await session.sees(f"{deck.size} cards")

        build(script, name, size=(120, 40))


def test_marks_and_odd_texts_of_a_list_are_shown_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "odd.txt"
    path.write_text("# [bold]no[/] markup [@click=app.quit]x[/]\n4 Aqua Hulcus\n[b] 3\n", "utf-8")

    async def script(session: Session) -> None:
        await session.sees("[bold]no[/] markup [@click=app.quit]x")
        await session.press("r")
        await session.press("escape", "right", "right", "q")
        assert not session.bench.desk.draft.changed

    build(script, path, size=(200, 40))
