"""Whether mana pays: exact chances against the formula, scipy, and every way to charge."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import hypergeom

from dmcli.decks.statistics.odds import given as given_held
from dmcli.decks.statistics.odds import seen_by_turn
from dmcli.decks.statistics.paying import covers, enters_tapped, mask, on_its_turn, pays, turn_of

L, W, D, F = (mask([name]) for name in ("light", "water", "darkness", "fire"))
WF, WD, DF = W | F, W | D, D | F


def formula(deck: int, copies: int, civilization: int, seen: int) -> float:
    """The chance on curve without cards of two civilizations, with scipy's hypergeometric."""
    held = hypergeom(deck, copies, seen).sf(0)
    lonely = hypergeom(deck, civilization, seen).pmf(1) * copies / civilization
    return float(held - lonely)


@pytest.mark.parametrize(("mates", "percent"), [(16, 94.8), (8, 64.8)])
def test_a_card_on_curve_needs_another_of_its_civilization(mates: int, percent: float) -> None:
    """4 copies, cost 3, going first; the other cards have another civilization."""
    chance = on_its_turn(4, W, {W: mates - 4, F: 40 - mates}, 7, 3, drawn=True)
    assert chance == pytest.approx(formula(40, 4, mates, 7))
    assert 100 * given_held(chance, 40, 4, 7) == pytest.approx(percent, abs=0.05)
    if mates == 16:
        assert 100 * chance == pytest.approx(52.3, abs=0.05)


@given(st.integers(15, 60), st.integers(1, 8), st.booleans(), st.data())
def test_cards_of_one_civilization_follow_the_formula(
    deck: int, turn: int, first: bool, data: st.DataObject
) -> None:
    copies = data.draw(st.integers(1, deck))
    mates = data.draw(st.integers(0, deck - copies))
    seen = min(seen_by_turn(turn, first), deck - 5)
    if seen - 1 < turn:
        return
    others = {W: mates, F: deck - copies - mates}
    chance = on_its_turn(copies, W, others, seen, turn, drawn=True)
    assert chance == pytest.approx(formula(deck, copies, copies + mates, seen), abs=1e-9)


def ways_to_charge(cards: Sequence[int], held: int, turn: int) -> Iterator[list[tuple[int, int]]]:
    """Every way to charge one of the cards seen on each turn, without the held one.

    Of the cards, all but the last turns' draws are seen on the first turn.
    """
    places = [place for place in range(len(cards)) if place != held]
    hand = len(cards) - (turn - 1)
    for chosen in permutations(places, turn):
        if all(place < hand + at for at, place in enumerate(chosen)):
            yield [(at + 1, cards[place]) for at, place in enumerate(chosen)]


def untapped(charges: list[tuple[int, int]], turn: int) -> list[int]:
    return [card for at, card in charges if at < turn or not enters_tapped(card)]


def payable_somehow(cards: Sequence[int], copies: set[int], needed: int, turn: int) -> bool:
    """Whether some way to charge pays for some copy, tried one by one; cost is the turn."""
    for held in copies:
        for charges in ways_to_charge(cards, held, turn):
            mana = untapped(charges, turn)
            if len(mana) == turn and any(
                all(card & bit for card, bit in zip(chosen, bits_of(needed), strict=True))
                for chosen in permutations(mana, needed.bit_count())
            ):
                return True
    return False


def bits_of(civilizations: int) -> list[int]:
    return [1 << place for place in range(5) if civilizations >> place & 1]


CASES = [
    (W, 2, {W: 2, F: 5, WF: 9}),
    (W, 1, {W: 2, F: 5, WF: 9}),
    (W, 3, {WF: 5, WD: 3, F: 10, D: 6}),
    (WF, 2, {W: 4, F: 3, WF: 5, D: 6, WD: 5}),
    (WF, 3, {W: 4, F: 3, WF: 3, DF: 5, D: 9}),
    (WF, 3, {W: 2, D: 22}),
    (W | D | F, 3, {W: 6, D: 4, WF: 6, DF: 5, L: 3}),
]


@pytest.mark.parametrize(("needed", "turn", "others"), CASES)
@pytest.mark.parametrize("first", [True, False])
def test_rainbow_cards_agree_with_every_way_to_charge(
    needed: int, turn: int, others: dict[int, int], first: bool
) -> None:
    """Shuffled decks, each hand charged in every order that there is."""
    copies, seen, hands = 3, seen_by_turn(turn, first), 500
    deck = [needed] * copies + [bits for bits, n in others.items() for _ in range(n)]
    generator = random.Random(seen)
    paid = 0
    for _ in range(hands):
        places = generator.sample(range(len(deck)), seen)
        held = {at for at, place in enumerate(places) if place < copies}
        paid += payable_somehow([deck[place] for place in places], held, needed, turn)
    chance = on_its_turn(copies, needed, others, seen, turn, drawn=not first or turn > 1)
    error = 4 * (chance * (1 - chance) / hands) ** 0.5
    assert abs(chance - paid / hands) <= error + 1e-9


def test_a_card_that_comes_tapped_helps_only_from_the_next_turn() -> None:
    """Ten cards; only cards of two civilizations give water."""
    others = {WF: 4, F: 5}
    on_turn_1 = on_its_turn(1, W, others, 5, 1, drawn=False)
    on_turn_2 = on_its_turn(1, W, others, 6, 2, drawn=True)
    early = on_its_turn(1, W, others, 6, 2, drawn=False)
    assert on_turn_1 == 0
    assert 0 < on_turn_2 < early


def test_one_card_serves_one_civilization() -> None:
    assert not covers(WF, [WF])
    assert covers(WF, [WF, W])
    assert not covers(W | D | F, [W, W, WF])
    assert covers(W | D | F, [WD, WD, WF])


@given(st.lists(st.integers(1, 31), max_size=5), st.integers(0, 31))
def test_covering_is_a_matching(mana: list[int], needed: int) -> None:
    wanted = bits_of(needed)
    matched = any(
        all(card & bit for card, bit in zip(chosen, wanted, strict=True))
        for chosen in permutations(mana, len(wanted))
    )
    assert covers(needed, mana) == matched


def test_a_card_waits_for_as_many_turns_as_it_has_civilizations() -> None:
    assert turn_of(0, W) == 1
    assert turn_of(1, WF) == 2
    assert turn_of(5, WF) == 5
    assert turn_of(0, 0) == 1


def test_the_last_card_charged_must_come_untapped() -> None:
    assert not pays(W, [WF, WF, WD], 3)
    assert pays(W, [WF, F, F], 3)
    assert not pays(WF, [WF, WF, D], 2)
    assert pays(WF, [WF, F], 2)


def test_a_card_without_civilization_needs_only_mana() -> None:
    assert on_its_turn(4, 0, {W: 36}, 7, 3, drawn=True) == pytest.approx(hypergeom(40, 4, 7).sf(0))
    assert on_its_turn(40, 0, {}, 7, 3, drawn=True) == 1


@pytest.mark.parametrize("seen", [0, 1, 2, 3])
def test_too_few_cards_pay_for_nothing(seen: int) -> None:
    assert on_its_turn(4, W, {}, seen, 3, drawn=True) == 0


@given(st.dictionaries(st.integers(0, 31), st.integers(1, 6), max_size=6), st.data())
def test_chances_are_chances_and_more_mana_never_hurts(
    others: dict[int, int], data: st.DataObject
) -> None:
    copies, needed = data.draw(st.integers(1, 4)), data.draw(st.integers(0, 31))
    size = copies + sum(others.values())
    turn = turn_of(data.draw(st.integers(0, 5)), needed)
    seen = data.draw(st.integers(0, min(size, 4 + turn)))
    chance = on_its_turn(copies, needed, others, seen, turn, drawn=True)
    assert 0 <= chance <= hypergeom(size, copies, seen).sf(0) + 1e-9
    more = Counter(others)
    if needed.bit_count() == 1 and more[F | W]:
        more[F | W] -= 1
        more[needed] += 1
        assert on_its_turn(copies, needed, more, seen, turn, drawn=True) >= chance - 1e-12
