"""The figures of a deck."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations, permutations

import pytest
from scipy.stats import hypergeom

from dmcli.cards import Pool
from dmcli.core.carddef import CardDef
from dmcli.core.errors import Refused
from dmcli.decks import Deck, bundled_decks, deck_from_text, read_deck
from dmcli.decks.statistics.castability import castability, target, verdict
from dmcli.decks.statistics.civilizations import civilizations
from dmcli.decks.statistics.evolution import bases_of, fits
from dmcli.decks.statistics.stats import Stats, stats

Count = Callable[..., Stats]


@pytest.fixture
def count(deck: Callable[..., Deck], small: Pool) -> Count:
    return lambda *rows: stats(deck(*rows), small)


def creature(name: str, cost: int, *races: str, base: str = "") -> CardDef:
    return CardDef(
        name=name,
        type="evolution creature" if base else "creature",
        civilizations=("nature",),
        races=races,
        cost=cost,
        power=1000,
        rarity="Common",
        rules=(base,) if base else (),
    )


@pytest.fixture
def mixed() -> Count:
    """Counts a list of elves and birds that evolve in odd ways."""
    pool = Pool(
        [
            creature("Night Imp", 2, "Imp"),
            creature("Root Elf", 2, "Elf"),
            creature("Sky Bird", 2, "Bird"),
            creature("Vine Bird", 2, "Bird", "Elf"),
            creature("Twin Phoenix", 5, "Phoenix", base="vortex evolution: Bird + Elf"),
            creature("Elder Elf", 3, "Elf", base="evolution: Elf"),
            creature("Prime Elf", 4, "Elf", base="evolution: Elf"),
        ],
        "mixed",
        [],
    )
    return lambda *rows: stats(deck_from_text("\n".join(rows), pool, "deck.txt", "deck"), pool)


MIXED = ("8 Ember Imp", "6 Ember Hound", "4 Ember Lord", "10 Tide Sprite", "8 Tide Wall")
WHOLE = (*MIXED, "4 Storm Drake")


def test_the_curve_counts_copies_by_cost(count: Count) -> None:
    counted = count(*WHOLE)
    assert counted.cards == 40
    assert counted.curve == {1: 8, 2: 24, 3: 4, 5: 4}
    assert counted.curve_by_type[2] == {"creature": 16, "evolution creature": 0, "spell": 8}
    assert counted.types == {"creature": 28, "evolution creature": 4, "spell": 8}


def test_bands_of_cost_are_the_official_ones(count: Count) -> None:
    bands = count(*WHOLE).bands
    assert {band: sum(types.values()) for band, types in bands.items()} == (
        {"0-3": 36, "4-6": 4, "7+": 0}
    )
    assert bands["0-3"] == {"creature": 24, "evolution creature": 4, "spell": 8}


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


def test_the_gap_is_supply_minus_demand(count: Count) -> None:
    for each in count(*WHOLE).civilizations.values():
        assert each.gap == pytest.approx(each.share - each.demand)


def test_civilizations_that_a_card_needs_together_are_named(count: Count) -> None:
    (both,) = count(*WHOLE).together
    assert (both.civilizations, both.cards) == (("water", "fire"), ("Storm Drake",))
    lacking = [hypergeom(40, kind, 7).pmf(0) for kind in (22, 22, 40)]
    assert both.first[3] == pytest.approx(1 - lacking[0] - lacking[1] + lacking[2])
    assert both.first == count(*WHOLE).all_civilizations_first


def test_a_pair_of_civilizations_stands_beside_all_of_the_deck(count: Count) -> None:
    three = count("4 Storm Drake", "10 Ember Imp", "10 Tide Wall", "16 Sage of Later").together
    assert [each.civilizations for each in three] == [
        *(("light", "water", "fire"), ("water", "fire")),
    ]
    assert three[0].first[2] < three[1].first[2]


def test_one_civilization_needs_no_other(count: Count) -> None:
    assert count("40 Ember Imp").together == ()


def test_seen_by_turn_agrees_with_scipy(count: Count) -> None:
    counted = count(*WHOLE)
    fire = counted.civilizations["fire"]
    assert fire.seen_first[2] == pytest.approx(hypergeom(40, 22, 6).sf(0))
    assert fire.seen_second[4] == pytest.approx(hypergeom(40, 22, 9).sf(0))


def payable(hand: list[str], card: CardDef, pool: Pool) -> bool:
    """Whether a hand in the order of drawing holds a card and what pays for it on its turn."""
    last = pool.cards[hand[-1]]
    rest = list(reversed(hand))
    rest.remove(card.name)
    if card.cost > 1 and len(last.civilizations) > 1 and last is not card:
        rest.pop(0)
    payers = [pool.cards[name].civilizations for name in rest]
    if all(len(each) > 1 for each in payers):
        return False
    if card.cost == 1:
        return any(each == card.civilizations for each in payers)
    return any(
        all(want in each for want, each in zip(card.civilizations, chosen, strict=True))
        for chosen in permutations(payers, len(card.civilizations))
    )


def test_castability_of_every_card_agrees_with_shuffled_decks(count: Count, small: Pool) -> None:
    counted = count(*WHOLE)
    cards = [row.split(" ", 1) for row in WHOLE]
    deck = [name for copies, name in cards for _ in range(int(copies))]
    generator = random.Random(5)
    games = 8000
    for each in counted.castability:
        card = small.cards[each.card]
        hands = [generator.sample(deck, 4 + card.cost) for _ in range(games)]
        held = [hand for hand in hands if each.card in hand]
        cast = sum(payable(hand, card, small) for hand in held)
        error = 4 * (each.first * (1 - each.first) / games) ** 0.5
        assert abs(each.first - cast / games) <= error
        given = each.given_drawn_first
        error = 4 * (given * (1 - given) / len(held)) ** 0.5
        assert abs(given - cast / len(held)) <= error + 1e-9


def test_a_verdict_is_measured_by_its_target(count: Count) -> None:
    by_card = {each.card: each for each in count(*WHOLE).castability}
    imp, drake = by_card["Ember Imp"], by_card["Storm Drake"]
    assert (imp.target, drake.target) == (0.91, 0.95)
    assert (target(9), target(0)) == (0.95, 0.9)
    assert [verdict(chance, 5) for chance in (0.95, 0.949, 0.8, 0.799)] == [
        *("good", "fair", "fair", "needs work"),
    ]


def test_all_castability_without_the_rest_is_the_same(count: Count, small: Pool) -> None:
    pairs = [(small.cards[row[2:].strip()], int(row[:2])) for row in WHOLE]
    counted = count(*WHOLE)
    assert castability(pairs) == counted.castability
    assert civilizations(pairs) == counted.civilizations


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


def test_triggers_are_split_by_what_they_do(printed: Pool) -> None:
    counted = stats(read_deck("classic/rainbow-connection", printed), printed)
    quality = counted.triggers.quality
    assert quality["removes or taps creatures"].cards["Terror Pit"] == 4
    assert quality["draws"].cards == {"Brain Serum": 3}
    split = {name for each in quality.values() for name in each.cards}
    assert split == counted.triggers.cards.keys()
    assert all(each.count == sum(each.cards.values()) for each in quality.values())


def test_an_evolution_counts_its_bases_and_when_it_can_stand(count: Count) -> None:
    (evolving,) = count(*WHOLE).evolution
    assert evolving.card == "Ember Lord"
    assert (evolving.bases, evolving.base_cards) == (8, ("Ember Imp",))
    assert evolving.bases_per_copy == 2
    assert (evolving.turn, evolving.bases_in_time) == (3, 8)
    both = 1 - hypergeom(40, 4, 7).pmf(0) - hypergeom(40, 8, 7).pmf(0) + hypergeom(40, 12, 7).pmf(0)
    assert evolving.ready_first == pytest.approx(both)


def test_an_evolution_waits_for_a_base_that_is_dearer(count: Count) -> None:
    """The king costs 4, its only Dragon 5: it stands on turn 6."""
    (evolving,) = count("4 Wyrm King", "4 Storm Drake", "32 Ember Imp").evolution
    assert evolving.turn == 6


def test_an_evolution_without_a_base_is_never_ready(count: Count) -> None:
    (evolving,) = count("4 Wyrm King", "36 Ember Imp").evolution
    assert (evolving.bases, evolving.ready_first) == (0, 0)


def test_bases_that_come_too_late_are_no_help(count: Count) -> None:
    """A Dragon of cost 5 is no base on turn 4, when the cheaper one has been there."""
    (evolving,) = count("4 Wyrm King", "4 Storm Drake", "4 Ash Drake", "28 Ember Imp").evolution
    assert (evolving.turn, evolving.bases, evolving.bases_in_time) == (4, 8, 4)
    alone = count("4 Wyrm King", "4 Ash Drake", "32 Ember Imp").evolution[0]
    assert evolving.ready_first == pytest.approx(alone.ready_first)


def test_an_evolution_creature_is_no_base_in_time(mixed: Count) -> None:
    """It needs a base of its own, which would do for both."""
    lord = mixed("4 Elder Elf", "3 Prime Elf", "8 Root Elf", "25 Night Imp").evolution[1]
    alone = mixed("3 Prime Elf", "8 Root Elf", "29 Night Imp").evolution[0]
    assert (lord.bases, lord.bases_in_time) == (12, 8)
    assert lord.ready_first == pytest.approx(alone.ready_first)
    assert not lord.stranded


def test_evolutions_that_only_evolve_each_other_are_never_ready(mixed: Count) -> None:
    for each in mixed("4 Elder Elf", "4 Prime Elf", "32 Night Imp").evolution:
        assert (each.bases, each.bases_in_time, each.ready_first) == (4, 0, 0)
        assert each.stranded


def test_a_vortex_evolution_with_one_of_two_bases_is_stranded(mixed: Count) -> None:
    (phoenix,) = mixed("4 Twin Phoenix", "8 Root Elf", "28 Night Imp").evolution
    assert (phoenix.bases, phoenix.ready_second) == (8, 0)
    assert phoenix.stranded


@pytest.mark.parametrize(
    "rows",
    [
        ("2 Twin Phoenix", "1 Vine Bird", "9 Night Imp"),
        ("2 Twin Phoenix", "2 Vine Bird", "8 Night Imp"),
        ("1 Twin Phoenix", "1 Vine Bird", "2 Root Elf", "1 Sky Bird", "7 Night Imp"),
    ],
)
def test_one_card_is_not_both_bases_of_a_vortex_evolution(
    mixed: Count, rows: tuple[str, ...]
) -> None:
    """Vine Bird fits each half; every hand that can be drawn of twelve cards."""
    (phoenix,) = mixed(*rows).evolution
    names = [row[2:] for row in rows for _ in range(int(row[0]))]
    hands = list(combinations(names, 7))
    ready = sum(
        "Twin Phoenix" in hand
        and any(
            a in ("Sky Bird", "Vine Bird") and b in ("Root Elf", "Vine Bird")
            for a, b in permutations(hand, 2)
        )
        for hand in hands
    )
    assert phoenix.ready_first == pytest.approx(ready / len(hands))


def test_power_is_weighed_by_copies_and_ranked_in_the_pool(count: Count, small: Pool) -> None:
    power = count("3 Ember Imp", "1 Ember Hound", "4 Tide Wall", "1 Tide Sprite").power
    assert power.per_cost == pytest.approx((3 * 1000 + 1000 + 500) / 5)
    assert list(power.by_cost) == [1, 2]
    two = power.by_cost[2]
    assert (two.creatures, two.mean, two.pool_mean) == (2, 1500, 1500)
    ranks = {each.card: each.percentile for each in power.creatures}
    assert ranks["Ember Imp"] == 0.5
    assert (ranks["Tide Sprite"], ranks["Ember Hound"]) == (0.25, 0.75)


def test_a_deck_of_spells_has_no_power(count: Count) -> None:
    power = count("4 Tide Wall").power
    assert (power.per_cost, power.by_cost, power.creatures) == (None, {}, ())


def test_roles_are_counted_with_the_cards(count: Count) -> None:
    roles = count(*WHOLE).roles
    assert (roles["draw"].count, roles["draw"].cards) == (8, {"Tide Wall": 8})
    assert "blocker" not in roles


def test_copies_and_how_surely_they_are_seen(count: Count) -> None:
    counted = count("4 Ember Imp", "4 Ember Hound", "1 Tide Wall", "31 Tide Sprite")
    assert counted.copies == {1: 1, 4: 2, 31: 1}
    assert list(counted.consistency) == [1, 2, 3, 4, 31]
    assert counted.consistency[4].cards == ("Ember Hound", "Ember Imp")
    for copies, each in counted.consistency.items():
        assert each.seen_first == pytest.approx(hypergeom(40, copies, 8).sf(0))
        assert each.seen_second == pytest.approx(hypergeom(40, copies, 9).sf(0))


def test_races_are_counted_most_first(count: Count) -> None:
    races = count(*WHOLE).races
    assert races == {"Imp": 12, "Sprite": 10, "Hound": 6, "Storm Dragon": 4}
    assert next(iter(races)) == "Imp"


def test_cards_that_are_not_playable_are_named(count: Count) -> None:
    assert count("4 Sage of Later", "4 Ember Imp").not_playable == ("Sage of Later",)


def test_the_main_deck_alone_is_counted(count: Count) -> None:
    assert count("4 Ember Imp", "Sideboard:", "4 Tide Wall").cards == 4


@pytest.mark.parametrize("row", ["1 Storm Drake", "4 Storm Drake", "7 Ember Hound", "40 Ember Imp"])
def test_a_deck_of_any_size_is_counted(count: Count, row: str) -> None:
    (castable,) = count(row).castability
    assert castable.first == castable.given_drawn_first == (row == "40 Ember Imp")


def test_nobody_sees_the_shields_of_a_small_deck(count: Count) -> None:
    """Eight cards: five are shields, so that three are seen and pay for a cost of two."""
    fire = count("4 Ember Hound", "4 Tide Sprite").civilizations["fire"]
    assert fire.seen_first[4] == fire.seen_second[2] == pytest.approx(hypergeom(8, 4, 3).sf(0))
    assert count("8 Ember Hound").castability[0].first == 1
    assert count("8 Wyrm King").castability[0].first == 0


def test_an_empty_deck_is_refused(count: Count) -> None:
    with pytest.raises(Refused, match="no card"):
        count("")


@pytest.mark.parametrize("name", bundled_decks())
def test_bundled_decks_are_counted(printed: Pool, name: str) -> None:
    deck = read_deck(name, printed)
    counted = stats(deck, printed)
    assert counted.cards == deck.size == sum(counted.curve.values())
    assert sum(sum(types.values()) for types in counted.bands.values()) == deck.size
    assert all(0 <= each.first <= each.given_drawn_first <= 1 for each in counted.castability)
    assert all(each.given_drawn_second >= each.given_drawn_first for each in counted.castability)


class Deals:
    """Many games dealt from a deck, and how often something is so, beside its exact chance."""

    def __init__(self, deck: Deck, games: int) -> None:
        names = [name for name, copies in deck.cards for _ in range(copies)]
        generator = random.Random(11)
        self.games = [generator.sample(names, len(names)) for _ in range(games)]

    def agrees(self, chance: float, wanted: Callable[[list[str]], bool]) -> bool:
        """Whether the share is within four standard errors of the chance."""
        share = sum(map(wanted, self.games)) / len(self.games)
        return abs(share - chance) <= 4 * (chance * (1 - chance) / len(self.games)) ** 0.5 + 1e-9


@pytest.mark.parametrize("name", ["classic/phoenix-dragons", "classic/gencon-2004-first"])
def test_every_exact_chance_agrees_with_dealt_games(printed: Pool, name: str) -> None:
    """Five shields, five cards in hand, then a draw each turn but on the first of all."""
    deck = read_deck(name, printed)
    counted = stats(deck, printed)
    deals = Deals(deck, 4000)
    civilizations = {card: set(printed.cards[card].civilizations) for card, _ in deck.cards}
    costs = {card: printed.cards[card].cost for card, _ in deck.cards}

    def seen(turn: int, first: bool) -> slice:
        return slice(5, 10 + turn - first)

    for first, seat in ((True, "first"), (False, "second")):
        for civ, each in counted.civilizations.items():
            for turn, chance in getattr(each, f"seen_{seat}").items():
                part = seen(turn, first)
                assert deals.agrees(
                    chance,
                    lambda game, p=part, c=civ: any(c in civilizations[card] for card in game[p]),
                )
        for several in counted.together:
            for turn, chance in getattr(several, seat).items():
                part, whole = seen(turn, first), set(several.civilizations)
                assert deals.agrees(
                    chance,
                    lambda game, p=part, w=whole: (
                        w <= set().union(*(civilizations[c] for c in game[p]))
                    ),
                )
        for copies, rank in counted.consistency.items():
            for card in rank.cards[:2]:
                part = seen(4, first)
                chance = getattr(rank, f"seen_{seat}")
                assert copies == dict(deck.cards)[card]
                assert deals.agrees(chance, lambda game, p=part, c=card: c in game[p])
        for evolving in counted.evolution:
            part, needs = seen(evolving.turn, first), bases_of(evolving.card, printed) or ()
            cheap = [card for card in evolving.base_cards if costs[card] < evolving.turn]
            plain = [card for card in cheap if not printed.cards[card].is_evolution]
            groups = [{c for c in plain if fits(printed.cards[c], need)} for need in needs]
            assert deals.agrees(
                getattr(evolving, f"ready_{seat}"),
                lambda game, p=part, e=evolving.card, g=groups: (
                    e in game[p] and all(not group.isdisjoint(game[p]) for group in g)
                ),
            )
    triggers = counted.triggers
    for broken, chance in triggers.hit_within_breaks.items():
        assert deals.agrees(
            chance, lambda game, b=broken: any(c in triggers.cards for c in game[:b])
        )
    mean = sum(card in triggers.cards for game in deals.games for card in game[:5]) / 4000
    assert mean == pytest.approx(triggers.mean_in_shields, abs=0.06)
