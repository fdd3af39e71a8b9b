"""Our own plain form: what is written is read back as the same deck."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from dmcli.cards import load_pool
from dmcli.decks import Deck, Entry, deck_from_text, read_deck, write_deck
from dmcli.decks.forms.lines import plain
from dmcli.decks.model import ZONES

POOL = load_pool()

WORDS = st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), min_size=1, max_size=60)
TITLES = WORDS.map(lambda text: " ".join(plain(text).split())).filter(bool)
ENTRIES = st.lists(
    st.tuples(st.integers(1, 999), st.sampled_from(list(POOL.cards)), st.sampled_from(ZONES)),
    max_size=30,
)


@settings(max_examples=150, deadline=None)
@given(TITLES, st.none() | TITLES, st.lists(TITLES, max_size=3), ENTRIES)
def test_a_written_deck_reads_back_with_title_cards_zones_and_order(
    title: str, author: str | None, plans: list[str], rows: list[tuple[int, str, str]]
) -> None:
    deck = Deck(
        name=title,
        author=author or "",
        remarks=tuple(f"plan: {plan}" for plan in plans),
        entries=tuple(Entry(count, name, 1, zone) for count, name, zone in rows),
    )
    back = deck_from_text(write_deck(deck), POOL, "d.txt", "d")
    assert (back.name, back.author, back.remarks) == (deck.name, deck.author, deck.remarks)
    assert back.problems == ()
    assert back.hash == deck.hash
    for zone in ZONES:
        order = [(each.count, each.name) for each in deck.entries if each.zone == zone]
        assert [(each.count, each.name) for each in back.entries if each.zone == zone] == order


def test_a_bundled_deck_survives_being_written() -> None:
    deck = read_deck("starter/fire", POOL)
    back = deck_from_text(write_deck(deck), POOL, "d.txt", "d")
    assert (back.name, back.remarks, back.hash) == (deck.name, deck.remarks, deck.hash)


def test_the_written_form_is_what_people_write(small: object) -> None:
    deck = Deck(
        name="Liquid Beast",
        remarks=("plan: evolve.",),
        entries=(Entry(4, "Aqua Hulcus", 1), Entry(1, "Corile", 2, "sideboard")),
    )
    assert write_deck(deck) == (
        "# Liquid Beast\n# plan: evolve.\n\n4 Aqua Hulcus\n\nSideboard:\n1 Corile\n"
    )
