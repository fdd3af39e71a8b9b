"""Exact chances, against scipy and against shuffled decks."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import hypergeom

from dmcli.decks.statistics import odds

GAMES = 20_000


@given(st.integers(1, 60), st.data())
def test_some_of_a_kind_agrees_with_scipy(deck: int, data: st.DataObject) -> None:
    kind = data.draw(st.integers(0, deck))
    seen = data.draw(st.integers(0, deck))
    expected = hypergeom(deck, kind, seen).sf(0)
    assert odds.some_of(deck, kind, seen) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("kind", "seen", "percent"),
    [(10, 6, 84.5), (13, 6, 92.3), (16, 6, 96.5), (4, 5, 42.7), (8, 5, 69.4), (12, 5, 85.1)],
)
def test_known_chances_of_a_40_card_deck(kind: int, seen: int, percent: float) -> None:
    assert 100 * odds.some_of(40, kind, seen) == pytest.approx(percent, abs=0.05)


def test_who_goes_first_sees_one_card_less() -> None:
    assert [odds.seen_by_turn(turn, first=True) for turn in (1, 2, 3)] == [5, 6, 7]
    assert [odds.seen_by_turn(turn, first=False) for turn in (1, 2, 3)] == [6, 7, 8]


def test_more_cards_seen_than_there_are_is_the_whole_deck() -> None:
    assert odds.some_of(30, 1, 99) == 1
    assert odds.none_of(30, 1, 99) == 0


def simulated(deck: list[str], seen: int, wanted: Callable[[list[str]], bool]) -> float:
    """How often a hand from a shuffled deck is a wanted one."""
    generator = random.Random(1)
    return sum(wanted(generator.sample(deck, seen)) for _ in range(GAMES)) / GAMES


def close(chance: float, share: float) -> bool:
    """Within four standard errors."""
    return abs(chance - share) <= 4 * (chance * (1 - chance) / GAMES) ** 0.5 + 1e-9


def united(counts: dict[str, int], both: int) -> odds.Counter:
    """Counts the cards of any of two kinds which share some cards."""

    def having(kinds: Collection[str]) -> int:
        return sum(counts[kind] for kind in kinds) - (both if len(kinds) == 2 else 0)

    return having


def test_all_civilizations_agree_with_shuffled_decks() -> None:
    """18 water and 14 fire cards, of which 4 are both."""
    deck = ["w"] * 14 + ["f"] * 10 + ["wf"] * 4 + ["-"] * 12
    chance = odds.some_of_each(40, ["w", "f"], united({"w": 18, "f": 14}, 4), 7)
    assert 100 * chance == pytest.approx(95.6, abs=0.05)
    assert close(chance, simulated(deck, 7, lambda hand: {"w", "f"} <= set("".join(hand))))


def test_a_card_on_curve_needs_another_of_its_civilization() -> None:
    """4 copies, 16 cards of the civilization, cost 3, going first."""
    chance = odds.on_curve(40, 4, ["w"], lambda kinds: 12, 7)
    assert 100 * chance == pytest.approx(52.3, abs=0.05)
    assert 100 * odds.given(chance, 40, 4, 7) == pytest.approx(94.8, abs=0.05)

    def castable(hand: list[str]) -> bool:
        return "X" in hand and hand.count("X") + hand.count("w") >= 2

    assert close(chance, simulated(["X"] * 4 + ["w"] * 12 + ["-"] * 24, 7, castable))


def test_a_rare_civilization_makes_a_card_hard_to_cast() -> None:
    chance = odds.on_curve(40, 4, ["w"], lambda kinds: 4, 7)
    assert 100 * odds.given(chance, 40, 4, 7) == pytest.approx(64.8, abs=0.05)


def test_a_card_of_two_civilizations_agrees_with_shuffled_decks() -> None:
    counts = {"w": 12, "f": 9}
    chance = odds.on_curve(40, 3, ["w", "f"], united(counts, 2), 8)

    def castable(hand: list[str]) -> bool:
        left = list(hand)
        if "X" not in left:
            return False
        left.remove("X")
        payers = "".join("wf" if card == "X" else card for card in left)
        return {"w", "f"} <= set(payers)

    deck = ["X"] * 3 + ["w"] * 10 + ["f"] * 7 + ["wf"] * 2 + ["-"] * 18
    assert close(chance, simulated(deck, 8, castable))


@pytest.mark.parametrize(("bases", "percent"), [(6, 44.7), (8, 51.0), (12, 57.6), (16, 59.9)])
def test_an_evolution_and_a_base(bases: int, percent: float) -> None:
    counts = {"evolution": 4, "base": bases}
    chance = odds.some_of_each(40, ["evolution", "base"], united(counts, 0), 8)
    assert 100 * chance == pytest.approx(percent, abs=0.06)


@given(st.integers(5, 60), st.data())
def test_chances_are_chances(deck: int, data: st.DataObject) -> None:
    copies = data.draw(st.integers(1, deck))
    others = data.draw(st.integers(0, deck - copies))
    seen = data.draw(st.integers(0, deck))
    chance = odds.on_curve(deck, copies, ["w"], lambda kinds: others, seen)
    assert -1e-9 <= chance <= odds.some_of(deck, copies, seen) + 1e-9
    assert -1e-9 <= odds.given(chance, deck, copies, seen) <= 1 + 1e-9
