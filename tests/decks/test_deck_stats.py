"""The figures of a deck."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from scipy.stats import hypergeom

from dmcli.cards import Pool
from dmcli.core.errors import Refused
from dmcli.decks import Deck, read_deck
from dmcli.decks.statistics.stats import Stats, stats

Count = Callable[..., Stats]


@pytest.fixture
def count(deck: Callable[..., Deck], small: Pool) -> Count:
    return lambda *rows: stats(deck(*rows), small)


MIXED = ("8 Ember Imp", "6 Ember Hound", "4 Ember Lord", "10 Tide Sprite", "8 Tide Wall")
WHOLE = (*MIXED, "4 Storm Drake")


def test_the_curve_counts_copies_by_cost(count: Count) -> None:
    counted = count(*WHOLE)
    assert counted.cards == 40
    assert counted.curve == {1: 8, 2: 24, 3: 4, 5: 4}
    assert counted.curve_by_type[2] == {"creature": 16, "evolution creature": 0, "spell": 8}
    assert counted.types == {"creature": 28, "evolution creature": 4, "spell": 8}


def test_averages(count: Count) -> None:
    counted = count("2 Ember Imp", "1 Ember Hound", "1 Tide Wall")
    assert counted.average_cost == pytest.approx(6 / 4)
    assert counted.median_cost == 1.5
    assert counted.average_power == pytest.approx(4000 / 3)
    assert count("4 Tide Wall").average_power is None


def test_a_card_of_two_civilizations_counts_in_both(count: Count) -> None:
    counted = count(*WHOLE)
    water, fire = counted.civilizations["water"], counted.civilizations["fire"]
    assert (water.cards, fire.cards, counted.multicolored) == (22, 22, 4)
    assert water.share == pytest.approx(22 / 40)
    assert list(counted.civilizations) == ["water", "fire"]


def test_demand_is_the_share_of_the_cost(count: Count) -> None:
    counted = count("4 Ember Imp", "4 Tide Sprite")
    assert counted.civilizations["fire"].demand == pytest.approx(4 / 12)
    assert counted.civilizations["water"].demand == pytest.approx(8 / 12)


def test_seen_by_turn_agrees_with_scipy(count: Count) -> None:
    counted = count(*WHOLE)
    fire = counted.civilizations["fire"]
    assert fire.seen_first[2] == pytest.approx(hypergeom(40, 22, 6).sf(0))
    assert fire.seen_second[4] == pytest.approx(hypergeom(40, 22, 9).sf(0))


def test_castability_of_every_card_agrees_with_shuffled_decks(count: Count, small: Pool) -> None:
    counted = count(*WHOLE)
    cards = [row.split(" ", 1) for row in WHOLE]
    deck = [name for copies, name in cards for _ in range(int(copies))]
    generator = random.Random(5)
    games = 8000
    for each in counted.castability:
        card = small.cards[each.card]
        drawn = cast = 0
        for _ in range(games):
            hand = generator.sample(deck, 4 + card.cost)
            if each.card in hand:
                drawn += 1
                hand.remove(each.card)
                payers = {civ for name in hand for civ in small.cards[name].civilizations}
                cast += payers.issuperset(card.civilizations)
        error = 4 * (each.first * (1 - each.first) / games) ** 0.5
        assert abs(each.first - cast / games) <= error
        given = each.given_drawn_first
        error = 4 * (given * (1 - given) / drawn) ** 0.5
        assert abs(given - cast / drawn) <= error + 1e-9


def test_going_second_is_a_card_more(count: Count) -> None:
    for each in count(*WHOLE).castability:
        assert each.second >= each.first
        assert each.given_drawn_second >= each.given_drawn_first


def test_shield_triggers_are_read_from_the_rules(count: Count) -> None:
    triggers = count(*WHOLE).triggers
    assert triggers.cards == {"Tide Wall": 8}
    assert triggers.count == 8
    assert triggers.mean_in_shields == pytest.approx(1.0)
    assert triggers.at_least_one_in_shields == pytest.approx(0.694, abs=5e-4)
    assert triggers.hit_within_breaks[1] == pytest.approx(0.2)
    assert triggers.hit_within_breaks[3] == pytest.approx(0.498, abs=5e-4)


def test_an_evolution_counts_its_bases_and_when_it_can_stand(count: Count) -> None:
    (evolving,) = count(*WHOLE).evolution
    assert evolving.card == "Ember Lord"
    assert (evolving.bases, evolving.base_cards) == (8, ("Ember Imp",))
    assert evolving.bases_per_copy == 2
    assert evolving.turn == 3
    both = 1 - hypergeom(40, 4, 7).pmf(0) - hypergeom(40, 8, 7).pmf(0) + hypergeom(40, 12, 7).pmf(0)
    assert evolving.ready_first == pytest.approx(both)


def test_an_evolution_waits_for_a_base_that_is_dearer(count: Count) -> None:
    """The king costs 4, its only Dragon 5: it stands on turn 6."""
    (evolving,) = count("4 Wyrm King", "4 Storm Drake", "32 Ember Imp").evolution
    assert evolving.turn == 6


def test_an_evolution_without_a_base_is_never_ready(count: Count) -> None:
    (evolving,) = count("4 Wyrm King", "36 Ember Imp").evolution
    assert (evolving.bases, evolving.ready_first) == (0, 0)


def test_races_are_counted_most_first(count: Count) -> None:
    races = count(*WHOLE).races
    assert races == {"Imp": 12, "Sprite": 10, "Hound": 6, "Storm Dragon": 4}
    assert next(iter(races)) == "Imp"


def test_cards_that_are_not_playable_are_named(count: Count) -> None:
    assert count("4 Sage of Later", "4 Ember Imp").not_playable == ("Sage of Later",)


def test_the_main_deck_alone_is_counted(count: Count) -> None:
    assert count("4 Ember Imp", "Sideboard:", "4 Tide Wall").cards == 4


def test_a_deck_smaller_than_a_hand_is_counted(count: Count) -> None:
    counted = count("1 Storm Drake")
    assert counted.castability[0].first == 0
    assert count("2 Storm Drake").castability[0].first == pytest.approx(1)


def test_an_empty_deck_is_refused(count: Count) -> None:
    with pytest.raises(Refused, match="no card"):
        count("")


def test_a_bundled_deck_is_counted(printed: Pool) -> None:
    counted = stats(read_deck("classic/liquid-beast", printed), printed)
    assert counted.cards == 40
    assert sum(counted.curve.values()) == 40
