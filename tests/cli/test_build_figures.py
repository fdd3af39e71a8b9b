"""The deck builder: rows, columns and figures, without a screen."""

from __future__ import annotations

import pytest

pytest.importorskip("textual", reason="the builder needs Textual: pip install 'dmcli[tui]'")

from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from support.building import pool

from dmcli.cli.builder import figures
from dmcli.cli.builder.board import shape_of
from dmcli.cli.builder.cells import head, heading_text, row_text, shape
from dmcli.cli.builder.rows import ORDERS, Heading, Row, deck_lines, marked
from dmcli.cli.builder.standing import count, judge
from dmcli.decks import bundled_decks, deck_from_text, find_format, read_deck

CARDS = list(pool().cards.values())
ODD = "クリスタル・ランサー, the very long name that no card can have"


@settings(max_examples=200, deadline=None)
@given(
    width=st.integers(0, 200),
    card=st.sampled_from(CARDS),
    copies=st.integers(0, 99),
    payable=st.sampled_from([None, 0.0, 0.5, 1.0]),
    here=st.booleans(),
)
def test_every_row_is_as_wide_as_its_table(
    width: int, card: object, copies: int, payable: float | None, here: bool
) -> None:
    columns = shape(width, payable=True)
    for row in (
        Row(card.name, card, copies, payable=payable, mark="error"),
        Row(ODD, None, copies, mark="warning"),
    ):
        drawn = row_text(row, columns, True, Style(), here)
        assert cell_len(drawn.plain) == width
    assert cell_len(head(columns)) == width
    assert cell_len(heading_text(Heading("Spells", 12), columns).plain) <= max(width, 4)


def test_names_are_whole_where_there_is_room() -> None:
    for width in (39, 50, 54, 60, 80):
        columns = shape(width, payable=True)
        kept = sum(cell_len(card.name) <= columns.name for card in CARDS)
        assert kept >= 0.98 * len(CARDS), width


def test_a_click_on_a_sign_means_what_is_drawn_there() -> None:
    row = Row(CARDS[0].name, CARDS[0], 2)
    for width in range(24, 120):
        columns = shape(width)
        drawn = row_text(row, columns, True, Style(), here=True).plain
        assert columns.step_at(drawn.rindex("+"), here=True) == 1
        assert columns.step_at(drawn.rindex("−"), here=True) == -1
        assert columns.step_at(5, here=True) == 0


@pytest.mark.parametrize("order", list(ORDERS))
def test_every_order_has_every_card_once(order: str) -> None:
    text = "4 Aqua Hulcus\n3 No Such Thing\n2 Crystal Lancer\n\nSideboard:\n1 Aqua Hulcus\n"
    deck = deck_from_text(text, pool(), "", "mine")
    rows = [line for line in deck_lines(deck, pool(), order) if isinstance(line, Row)]
    assert sorted((row.zone, row.name, row.copies) for row in rows) == [
        ("main", "Aqua Hulcus", 4),
        ("main", "Crystal Lancer", 2),
        ("main", "No Such Thing", 3),
        ("sideboard", "Aqua Hulcus", 1),
    ]
    unknown = next(row for row in rows if row.name == "No Such Thing")
    assert unknown.card is None
    assert rows.index(unknown) == 2 or order == "list"


def test_the_gravest_problem_marks_a_card() -> None:
    deck = deck_from_text("5 Aqua Hulcus\n2 Crystal Paladin\n33 Emeral\n", pool(), "", "mine")
    standing = judge(deck, find_format("tcg"), pool())
    marks = {
        row.name: row.mark
        for row in marked(deck_lines(deck, pool(), "list"), standing.problems, {})
    }
    assert marks["Aqua Hulcus"] == "error"
    assert marks["Emeral"] == "error"
    assert marks["Crystal Paladin"] == ""


@pytest.mark.parametrize("name", [*list(bundled_decks())[::6], ""])
def test_figures_fit_their_width(name: str) -> None:
    deck = read_deck(name, pool()) if name else deck_from_text("", pool(), "", "empty")
    standing = count(judge(deck, find_format("ocg"), pool()), pool())
    for width in (38, 47, 58, 68, 77, 120):
        for page, draw in figures.PAGES.items():
            drawn: Text = draw(standing, width, True)
            widest = max(map(cell_len, drawn.plain.split("\n")))
            assert widest <= width, (page, width, drawn.plain)


def test_the_curve_counts_every_card() -> None:
    deck = read_deck("classic/phoenix-dragons", pool())
    standing = count(judge(deck, find_format("tcg"), pool()), pool())
    lines = figures.curve(standing, 60, True).plain.split("\n")[:-1]
    numbers = [line.split()[-1] for line in lines]
    assert sum(int(number) for number in numbers if number != "·") == deck.size


def test_a_screen_has_the_shape_that_fits_it() -> None:
    sizes = {(60, 20): "tiny", (80, 24): "small", (120, 40): "medium", (160, 50): "wide"}
    assert {size: shape_of(*size) for size in sizes} == sizes
    assert shape_of(200, 20) == "small"
    assert shape_of(200, 10) == "tiny"
