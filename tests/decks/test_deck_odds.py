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
    [
        *((10, 6, 84.5), (13, 6, 92.3), (16, 6, 96.5)),
        *((4, 5, 42.7), (8, 5, 69.4), (12, 5, 85.1), (16, 5, 93.5)),
        *((8, 1, 20.0), (8, 2, 36.4), (8, 3, 49.8)),
    ],
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


@pytest.mark.parametrize(("bases", "percent"), [(6, 44.7), (8, 51.0), (12, 57.6), (16, 59.9)])
def test_an_evolution_and_a_base(bases: int, percent: float) -> None:
    counts = {"evolution": 4, "base": bases}
    chance = odds.some_of_each(40, ["evolution", "base"], united(counts, 0), 8)
    assert 100 * chance == pytest.approx(percent, abs=0.06)
    none = [hypergeom(40, kind, 8).pmf(0) for kind in (4, bases, 4 + bases)]
    assert chance == pytest.approx(1 - none[0] - none[1] + none[2])
    deck = ["E"] * 4 + ["b"] * bases + ["-"] * (36 - bases)
    assert close(chance, simulated(deck, 8, lambda hand: "E" in hand and "b" in hand))


@given(st.integers(5, 60), st.data())
def test_a_chance_given_the_card_is_a_chance(deck: int, data: st.DataObject) -> None:
    copies = data.draw(st.integers(0, deck))
    seen = data.draw(st.integers(0, deck))
    held = odds.some_of(deck, copies, seen)
    assert odds.given(held, deck, copies, seen) == pytest.approx(1 if held else 0)
