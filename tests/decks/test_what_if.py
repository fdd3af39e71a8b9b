"""What a change of a list does to the chances of its cards: against lists counted by themselves."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dmcli.cards import Pool
from dmcli.core.errors import UsageMistake
from dmcli.decks import Deck, bundled_decks, deck_from_text, read_deck
from dmcli.decks.statistics.castability import castable
from dmcli.decks.statistics.counting import Cards
from dmcli.decks.statistics.whatif import (
    CHANCES,
    Shift,
    WhatIf,
    changed_deck,
    swaps,
    what_if,
    what_if_all,
)

FIRST = "classic/gencon-2004-first"
LISTS = sorted((Path(__file__).parent / "lists").glob("*.txt"))


def listed(pool: Pool, *rows: str) -> Deck:
    return deck_from_text("\n".join(rows), pool, "mine.txt", "mine")


def counted(deck: Deck, pool: Pool) -> dict[str, dict[str, float]]:
    """The chances of each card, from the list alone."""
    cards = Cards.of(deck, pool)
    found = {card.name: castable(cards, card, copies) for card, copies in cards.pairs}
    return {name: {key: getattr(each, key) for key in CHANCES} for name, each in found.items()}


def agrees(change: WhatIf, before: Deck, after: Deck, pool: Pool) -> None:
    """Before and after are what the two lists give when they are counted by themselves."""
    old, new = counted(before, pool), counted(after, pool)
    assert {each.card for each in change.cards} == {*old, *new}
    for each in change.cards:
        assert each.copies_before == dict(before.cards).get(each.card, 0)
        assert each.copies_after == dict(after.cards).get(each.card, 0)
        for key in CHANCES:
            shift = getattr(each, key)
            assert shift.before == old.get(each.card, {}).get(key)
            assert shift.after == new.get(each.card, {}).get(key)


def test_one_card_out_and_one_in_is_the_list_with_another_card(printed: Pool) -> None:
    before = read_deck(FIRST, printed)
    change = what_if(before, printed, "Aqua Vehicle", "Terror Pit")
    after = changed_deck(before, {"Aqua Vehicle": 1}, {"Terror Pit": 1})
    agrees(change, before, after, printed)
    rows = {each.card: each for each in change.cards}
    assert (rows["Aqua Vehicle"].copies_before, rows["Aqua Vehicle"].copies_after) == (4, 3)
    assert (rows["Terror Pit"].copies_before, rows["Terror Pit"].copies_after) == (4, 5)
    assert (rows["Terror Pit"].given_drawn_first.change or 0) > 0.1
    assert (rows["Aqua Vehicle"].given_drawn_first.change or 0) < 0
    assert change.cards_before == change.cards_after == 40


def test_many_cards_change_at_once(printed: Pool) -> None:
    before = read_deck(FIRST, printed)
    out, into = {"Mana Nexus": 4, "Corile": 1}, {"Natural Snare": 3}
    change = what_if_all(before, printed, out, into)
    agrees(change, before, changed_deck(before, out, into), printed)
    rows = {each.card: each for each in change.cards}
    assert rows["Mana Nexus"].first.after is None
    assert rows["Natural Snare"].first.before is None
    assert rows["Natural Snare"].first.change is None
    assert (change.cards_before, change.cards_after) == (40, 38)


def test_only_out_or_only_in_changes_the_size(printed: Pool) -> None:
    deck = read_deck(FIRST, printed)
    assert what_if(deck, printed, "Corile", None).cards_after == 39
    assert what_if(deck, printed, None, "Corile").cards_after == 41
    assert what_if(deck, printed, None, None).cards_after == 40


def test_the_mean_weighs_each_card_with_its_copies(printed: Pool) -> None:
    deck = read_deck(FIRST, printed)
    change = what_if(deck, printed, "Aqua Vehicle", "Terror Pit")
    for key, shift in change.mean.items():
        before = sum((getattr(row, key).before or 0) * row.copies_before for row in change.cards)
        after = sum((getattr(row, key).after or 0) * row.copies_after for row in change.cards)
        assert shift.before == pytest.approx(before / 40)
        assert shift.after == pytest.approx(after / 40)


def test_every_card_gone_leaves_nothing_to_count(printed: Pool) -> None:
    deck = listed(printed, "4 Aqua Hulcus")
    change = what_if_all(deck, printed, {"Aqua Hulcus": 4}, {})
    assert change.cards_after == 0
    assert change.mean["first"].after is None


def test_what_is_not_in_the_list_cannot_be_taken_out(printed: Pool) -> None:
    deck = read_deck(FIRST, printed)
    with pytest.raises(UsageMistake, match="'Holy Awe' is not in the list"):
        what_if(deck, printed, "Holy Awe", None)
    with pytest.raises(UsageMistake, match=r"only 3 of 'Corile', so 4 cannot"):
        what_if_all(deck, printed, {"Corile": 4}, {})


def test_a_list_is_not_changed_by_asking(printed: Pool) -> None:
    deck = read_deck(FIRST, printed)
    before = deck.hash
    what_if(deck, printed, "Corile", "Holy Awe")
    swaps(deck, printed)
    assert deck.hash == before


_NAMES = (
    "Aqua Vehicle",
    "Burning Mane",
    "Immortal Baron, Vorg",
    "Corile",
    "Melnia, the Aqua Shadow",
)


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.sampled_from(_NAMES), st.integers(1, 12), min_size=1), st.data())
def test_a_card_for_itself_changes_nothing(
    printed: Pool, copies: dict[str, int], data: st.DataObject
) -> None:
    deck = listed(printed, *(f"{count} {name}" for name, count in copies.items()))
    name = data.draw(st.sampled_from(sorted(copies)))
    change = what_if(deck, printed, name, name)
    for each in change.cards:
        assert all(getattr(each, key).change == 0 for key in CHANCES)
    assert all(shift.change == 0 for shift in change.mean.values())


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.sampled_from(_NAMES), st.integers(2, 12), min_size=2), st.data())
def test_a_change_and_its_reverse_mirror_each_other(
    printed: Pool, copies: dict[str, int], data: st.DataObject
) -> None:
    deck = listed(printed, *(f"{count} {name}" for name, count in copies.items()))
    out, into = data.draw(st.lists(st.sampled_from(sorted(copies)), min_size=2, max_size=2))
    there = what_if(deck, printed, out, into)
    back = what_if(changed_deck(deck, {out: 1}, {into: 1}), printed, into, out)
    for go, come in zip(there.cards, back.cards, strict=True):
        assert go.given_drawn_first == Shift(
            before=come.given_drawn_first.after, after=come.given_drawn_first.before
        )


# ---------------------------------------------------------------- swaps


def test_each_civilization_takes_the_place_of_the_most_frequent_other(printed: Pool) -> None:
    found = {each.civilization: each for each in swaps(read_deck(FIRST, printed), printed)}
    assert list(found) == ["water", "darkness", "nature"]
    assert found["water"].out == "Mana Nexus"  # nature, four copies, dearer than Bronze-Arm Tribe
    assert found["darkness"].out == found["nature"].out == "Crystal Lancer"


def test_a_swap_is_the_change_with_a_real_card(printed: Pool) -> None:
    deck = read_deck(FIRST, printed)
    for swap in swaps(deck, printed):
        new = next(
            card.name
            for card in printed.cards.values()
            if card.civilizations == (swap.civilization,) and card.name not in dict(deck.cards)
        )
        rows = {each.card: each for each in what_if(deck, printed, swap.out, new).cards}
        changes = {
            name: row.given_drawn_first.change
            for name, row in rows.items()
            if row.given_drawn_first.change is not None
        }
        assert swap.gains is not None
        assert swap.loses is not None
        assert swap.gains.given_drawn_first == rows[swap.gains.card].given_drawn_first
        assert swap.gains.given_drawn_first.change == max(changes.values())
        assert swap.loses.given_drawn_first.change == min(changes.values())


def test_more_of_a_civilization_never_harms_its_own_cards(printed: Pool) -> None:
    for name in bundled_decks():
        for swap in swaps(read_deck(name, printed), printed):
            if swap.loses is not None:
                card = printed.cards[swap.loses.card]
                assert card.civilizations != (swap.civilization,)


def test_a_single_civilization_has_nothing_to_swap(printed: Pool) -> None:
    assert swaps(listed(printed, "40 Aqua Hulcus"), printed) == ()


def test_cards_of_several_civilizations_make_no_room(printed: Pool) -> None:
    deck = listed(printed, "20 Melnia, the Aqua Shadow", "20 Aqua Hulcus")
    (only,) = swaps(deck, printed)
    assert (only.civilization, only.out) == ("darkness", "Aqua Hulcus")


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_swaps_of_real_lists_hold_chances(printed: Pool, path: Path) -> None:
    for swap in swaps(read_deck(path, printed), printed):
        for shift in swap.mean.values():
            assert 0 <= (shift.before or 0) <= 1
            assert 0 <= (shift.after or 0) <= 1
            assert abs(shift.change or 0) < 0.1
