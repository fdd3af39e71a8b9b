"""The page of a deck: one file, offline, readable by everybody, whatever the deck is called."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from html.parser import HTMLParser

import pytest

from dmcli.cards import Pool, load_pool
from dmcli.cli.luck import luck_of
from dmcli.cli.stats import SECTIONS
from dmcli.core.carddef import CardDef
from dmcli.decks import Deck, Entry, bundled_decks, read_deck
from dmcli.decks.statistics.stats import stats
from dmcli.decks.statistics.whatif import swaps
from dmcli.reports.deck_page import deck_page

HOSTILE = '</title><script>alert("1")</script>&<img src=x onerror=y>'
VOID = {"meta", "img", "br", "hr", "input", "link", "rect", "line", "circle"}


class Outline(HTMLParser):
    """Every element with its attributes, and whether each is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def pool() -> Pool:
    return load_pool()


@pytest.fixture
def page(pool: Pool) -> Callable[..., str]:
    """The page of a deck, by name or as a deck of some pool."""

    def written(deck: str | Deck, sections: tuple[str, ...] = SECTIONS, cards: Pool = pool) -> str:
        read = read_deck(deck, cards) if isinstance(deck, str) else deck
        counted = stats(read, cards, luck_of(0), 50)
        return deck_page(read, counted, swaps(read, cards), 0, sections)

    return written


def test_the_page_loads_nothing_and_runs_nothing(page: Callable[..., str]) -> None:
    text = page("classic/liquid-beast")
    elements = Outline(text).elements
    assert not {"script", "link", "img", "iframe", "object"} & {tag for tag, _ in elements}
    assert "http:" not in text
    assert "https:" not in text
    assert "url(" not in text
    assert not [name for _, attributes in elements for name in attributes if name.startswith("on")]


@pytest.mark.parametrize("name", list(bundled_decks())[::4])
def test_every_element_is_closed_and_every_link_leads_somewhere(
    page: Callable[..., str], name: str
) -> None:
    outline = Outline(page(name))
    assert outline.open == []
    ids = [attributes["id"] for _, attributes in outline.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    links = [a["href"] or "" for tag, a in outline.elements if tag == "a"]
    assert len(links) >= 7
    assert [link[1:] for link in links] == ids


def test_every_picture_says_what_it_shows_and_every_column_has_a_head(
    page: Callable[..., str],
) -> None:
    text = page("classic/liquid-beast")
    elements = Outline(text).elements
    pictures = [a for tag, a in elements if tag == "svg" and a.get("aria-hidden") != "true"]
    assert len(pictures) == 5
    assert all(picture["role"] == "img" and picture["aria-label"] for picture in pictures)
    assert all("scope" in attributes for tag, attributes in elements if tag == "th")
    assert text.count("<table>") == text.count("<caption>")


class Rows(HTMLParser):
    """The number of cells in each row of each table."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tables: list[list[int]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append(0)
        elif tag in ("td", "th"):
            self.tables[-1][-1] += 1


@pytest.mark.parametrize("name", ["classic/liquid-beast", "classic/phoenix-dragons"])
def test_every_row_has_a_cell_for_each_head(page: Callable[..., str], name: str) -> None:
    tables = Rows(page(name)).tables
    assert len(tables) >= 9
    assert all(len(set(cells)) == 1 and len(cells) > 1 for cells in tables)


def test_figures_are_those_of_the_deck(page: Callable[..., str]) -> None:
    text = page("classic/liquid-beast")
    for part in ("<strong>40 cards</strong>", "28 creatures", "65.5 %", "94.8 %", "seed 0"):
        assert part in text


def test_a_section_alone(page: Callable[..., str]) -> None:
    text = page("classic/liquid-beast", ("curve",))
    assert text.count("<section") == 1
    assert 'id="curve"' in text


def test_what_is_exact_and_what_is_simulated_says_so(page: Callable[..., str]) -> None:
    text = page("classic/liquid-beast")
    assert "Exact, with no effect that draws." in text
    assert "Simulated: 50 games of seed 0" in text
    assert text.count("95 % interval") == 2
    assert "On average a card waits" in text


def test_names_are_only_words(page: Callable[..., str]) -> None:
    card = CardDef(
        name=HOSTILE,
        type="creature",
        civilizations=("fire",),
        races=(HOSTILE,),
        cost=3,
        power=1000,
        rarity="Common",
        rules=(),
    )
    own = Pool([card], "own", ())
    deck = Deck(name=HOSTILE, author=HOSTILE, entries=(Entry(40, HOSTILE, 1),))
    text = page(deck, SECTIONS, own)
    assert "<script" not in text
    assert "<img" not in text
    assert Outline(text).open == []


def test_a_missing_base_stands_at_the_top(page: Callable[..., str]) -> None:
    entries = (Entry(4, "Crystal Lancer", 1), Entry(36, "Fear Fang", 2))
    text = page(Deck(name="mine", entries=entries))
    head = text[: text.index("<main>")]
    assert "Crystal Lancer can evolve from no creature of this deck." in head


def test_a_page_of_a_deck_needs_no_pandas() -> None:
    program = "import sys, dmcli.reports.deck_page; print('pandas' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"
