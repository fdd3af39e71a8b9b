"""What differs between two lists, by their cards."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dmcli.cards import load_pool
from dmcli.decks import Deck, Entry, deck_from_text
from dmcli.decks.editing.difference import Difference, difference
from dmcli.decks.model import HYPERSPATIAL, MAIN, SIDEBOARD, ZONES

POOL = load_pool()
FEW = ("Corile", "Emeral", "Terror Pit", "Bolshack Dragon", "Crystal Lancer", "Aqua Hulcus")


def deck(*rows: str) -> Deck:
    return deck_from_text("\n".join(rows), POOL, "d.txt", "d")


def compare(old: Deck, new: Deck) -> Difference:
    return difference(old, new, POOL)


def figures(found: Difference) -> dict[str, tuple[float, float]]:
    return {each.figure: (each.old, each.new) for each in found.figures if each.old != each.new}


ENTRIES = st.lists(
    st.tuples(st.integers(1, 9), st.sampled_from(FEW), st.sampled_from(ZONES)), max_size=12
).map(lambda rows: Deck(name="d", entries=tuple(Entry(n, name, 1, z) for n, name, z in rows)))


@settings(max_examples=150, deadline=None)
@given(ENTRIES, ENTRIES)
def test_the_old_list_with_the_changes_is_the_new_list(old: Deck, new: Deck) -> None:
    found = compare(old, new)
    cards = Counter({(zone, name): n for zone in ZONES for name, n in old.zone(zone)})
    for each in found.cards:
        assert each.change != 0
        cards[each.zone, each.card] += each.change
    assert +cards == Counter({(zone, name): n for zone in ZONES for name, n in new.zone(zone)})
    assert found.same == (old.hash == new.hash)


@settings(max_examples=60, deadline=None)
@given(ENTRIES)
def test_a_list_does_not_differ_from_itself(deck: Deck) -> None:
    found = compare(deck, deck)
    assert found.same
    assert figures(found) == {}
    assert found.castability == ()


def test_order_spelling_and_lines_make_no_difference() -> None:
    old = deck("4 Corile", "2 Bronze-Arm Tribe", "Sideboard:", "1 Emeral")
    new = deck("bronze arm tribe x2", "2 Corile", "2 Corile", "Sideboard:", "1 emeral")
    assert compare(old, new).same


def test_a_card_that_moves_to_another_zone_goes_out_here_and_comes_in_there() -> None:
    found = compare(deck("4 Corile"), deck("2 Corile", "Sideboard:", "2 Corile"))
    assert [(each.zone, each.change) for each in found.cards] == [(MAIN, -2), (SIDEBOARD, 2)]


def test_what_goes_stands_before_what_comes_and_zones_stay_in_their_order() -> None:
    old = deck("4 Terror Pit", "4 Corile", "Hyperspatial zone:", "1 Emeral")
    new = deck("4 Aqua Hulcus", "2 Terror Pit")
    rows = [(each.zone, each.card, each.old, each.new) for each in compare(old, new).cards]
    assert rows == [
        (MAIN, "Corile", 4, 0),
        (MAIN, "Terror Pit", 4, 2),
        (MAIN, "Aqua Hulcus", 0, 4),
        (HYPERSPATIAL, "Emeral", 1, 0),
    ]


def test_totals_civilizations_types_and_curve_are_compared() -> None:
    found = compare(deck("4 Corile", "2 Terror Pit"), deck("4 Corile", "4 Bolshack Dragon"))
    assert figures(found) == {
        "main cards": (6, 8),
        "darkness": (2, 0),
        "fire": (0, 4),
        "creature": (4, 8),
        "spell": (2, 0),
        "cost 6": (2, 4),
        "average cost": (pytest.approx(32 / 6), pytest.approx(5.5)),
    }


def test_the_chance_to_pay_falls_where_the_colour_gets_rarer() -> None:
    old = deck("20 Aqua Hulcus", "20 Bolshack Dragon")
    new = deck("8 Aqua Hulcus", "32 Bolshack Dragon")
    rows = {each.card: each for each in compare(old, new).castability}
    assert rows["Aqua Hulcus"].new < rows["Aqua Hulcus"].old
    assert rows["Aqua Hulcus"].cost == 3


def test_cards_that_no_pool_knows_are_compared_by_name() -> None:
    found = compare(deck("4 Rhapsody, Guard of Hope"), deck("3 Rhapsody, Guard of Hope"))
    (change,) = found.cards
    assert (change.change, change.type, change.cost) == (-1, None, None)
