"""Opening hands: those of the games, and what can be played from them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from itertools import count, permutations, product

import pytest
from scipy.stats import hypergeom

from dmcli.cards import Pool
from dmcli.cli.luck import luck_of
from dmcli.decks import Deck, bundled_decks, read_deck
from dmcli.decks.statistics.dealing import Chance
from dmcli.decks.statistics.hands import Dealer, OpeningHand
from dmcli.engine.ruleset import Ruleset
from dmcli.engine.state import Table
from dmcli.play.position import table_of
from dmcli.play.trace import trace


@cache
def table(pool: Pool) -> Table:
    return table_of(pool)


def traced(pool: Pool, names: Sequence[str], seed: int, game: int) -> list[dict[str, object]]:
    """What happens in a game of the series between two decks."""
    cards = table(pool)
    decks = [read_deck(name, pool).cards for name in names]
    a, b = ([cards.index(name) for name, n in deck for _ in range(n)] for deck in decks)
    tcg = Ruleset.preset("tcg")
    return trace(cards, (a, b), ("random", "random"), tcg, True, seed, game).events


@pytest.mark.parametrize("game", range(6))
@pytest.mark.parametrize("other", ["starter/water", "classic/taste-the-rainbow"])
def test_a_hand_is_that_of_the_game(printed: Pool, game: int, other: str) -> None:
    """Hand K of a seed is what A holds when game K begins, and goes first where K is even."""
    name = "classic/rainbow-connection"
    hand = Dealer(read_deck(name, printed), printed, luck_of(7), 3).hand(game)
    events = traced(printed, (name, other), 7, game)
    (opening,) = [e["cards"] for e in events if e["event"] == "hand" and e["player"] == "A"]
    assert list(hand.cards) == opening
    begins = next(e["player"] for e in events if e["event"] == "turn")
    assert hand.first == (begins == "A")


@pytest.mark.parametrize("game", range(6))
def test_draws_are_those_of_the_game(printed: Pool, game: int) -> None:
    """No card of this deck moves cards of a deck in the first turns but by drawing for the turn."""
    name = "starter/fire"
    hand = Dealer(read_deck(name, printed), printed, luck_of(3), 3).hand(game)
    events = traced(printed, (name, name), 3, game)
    drawn = [
        event["card"]
        for event in events
        if event["event"] == "move" and event["player"] == "A" and event["from"] == "deck"
    ]
    assert list(hand.draws.values()) == drawn[: len(hand.draws)]
    assert list(hand.draws) == ([2, 3] if hand.first else [1, 2, 3])


class Draws:
    """A stream of luck from Python's own generator."""

    def __init__(self, seed: int) -> None:
        self.generator = random.Random(seed)

    def below(self, n: int, /) -> int:
        return self.generator.randrange(n)


def luck(game: int) -> Chance:
    return Draws(game)


def playable_somehow(hand: OpeningHand, place: int, turn: int, pool: Pool) -> bool:
    """Whether some way to charge a card every turn pays for this one, tried one by one."""
    seen = [(name, 1) for name in hand.cards] + [(name, t) for t, name in hand.draws.items()]
    card = pool.cards[seen[place][0]]
    if seen[place][1] > turn:
        return False
    others = [each for at, each in enumerate(seen) if at != place]
    for charged in permutations(range(len(others)), turn):
        charges = list(zip(range(1, turn + 1), (others[at] for at in charged), strict=True))
        if any(drawn > now for now, (_, drawn) in charges):
            continue
        mana = [
            pool.cards[name].civilizations
            for now, (name, _) in charges
            if now < turn or len(pool.cards[name].civilizations) == 1
        ]
        if len(mana) >= max(1, card.cost) and any(
            all(want in each for want, each in zip(card.civilizations, chosen, strict=True))
            for chosen in permutations(mana, len(card.civilizations))
        ):
            return True
    return False


@pytest.mark.parametrize("name", ["classic/phoenix-dragons", "classic/draft-dodgers"])
def test_what_is_playable_agrees_with_every_way_to_charge(printed: Pool, name: str) -> None:
    dealer = Dealer(read_deck(name, printed), printed, luck, 3)
    compared = 0
    for hand in map(dealer.hand, range(24)):
        names = [*hand.cards, *hand.draws.values()]
        for turn, place in product((1, 2, 3), range(len(names))):
            if printed.cards[names[place]].is_evolution:
                continue
            somehow = any(
                playable_somehow(hand, at, turn, printed)
                for at, other in enumerate(names)
                if other == names[place]
            )
            said = any(names[place] in hand.plays[soon] for soon in range(1, turn + 1))
            assert said == somehow, (hand, names[place], turn)
            compared += somehow
    assert compared > 50


def test_an_evolution_creature_waits_for_a_base(deck: Callable[..., Deck], small: Pool) -> None:
    """The lord costs 3 and stands on an imp of turn 1; with no imp it is never playable."""
    dealer = Dealer(deck("20 Ember Lord", "20 Ember Imp"), small, luck, 3)
    seen = 0
    for hand in map(dealer.hand, range(200)):
        cards = {*hand.cards, *hand.draws.values()}
        lord = "Ember Lord" in hand.plays[3]
        assert "Ember Lord" not in (*hand.plays[1], *hand.plays[2])
        imp = "Ember Imp" in (*hand.plays[1], *hand.plays[2])
        assert lord == ("Ember Lord" in cards and imp)
        seen += lord
    assert seen > 0
    alone = Dealer(deck("40 Ember Lord"), small, luck, 5).hand(0)
    assert alone.first_play is None


def test_the_first_play_is_the_first_turn_with_a_card(printed: Pool) -> None:
    dealer = Dealer(read_deck("classic/walls", printed), printed, luck, 4)
    for hand in map(dealer.hand, range(50)):
        turns = [turn for turn, names in hand.plays.items() if names]
        assert hand.first_play == (min(turns) if turns else None)
        assert ("no play" in hand.failures) == (not turns)


def test_failures_are_seen_in_the_five_cards(printed: Pool) -> None:
    dealer = Dealer(read_deck("classic/bolshack-control", printed), printed, luck, 3)
    for hand in map(dealer.hand, range(300)):
        cards = [printed.cards[name] for name in hand.cards]
        assert ("all heavy" in hand.failures) == all(card.cost >= 5 for card in cards)
        kinds = {civ for card in cards for civ in card.civilizations}
        assert ("one civilization" in hand.failures) == (len(kinds) == 1)
        assert set(hand.civilizations) == kinds


def test_a_deck_of_one_civilization_cannot_fail_by_it(printed: Pool) -> None:
    dealer = Dealer(read_deck("starter/fire", printed), printed, luck, 3)
    sample = dealer.sample(50, count())
    assert "one civilization" not in sample.rates
    assert "one civilization" not in dealer.hand(0).failures


@pytest.mark.parametrize("name", ["classic/bolshack-control", "classic/rainbow-connection"])
def test_rates_agree_with_the_exact_chances(printed: Pool, name: str) -> None:
    deck = read_deck(name, printed)
    cards = [printed.cards[card] for card, n in deck.cards for _ in range(n)]
    heavy = hypergeom(len(cards), sum(card.cost >= 5 for card in cards), 5).pmf(5)
    lone = sum(
        hypergeom(len(cards), sum(card.civilizations == (civ,) for card in cards), 5).pmf(5)
        for civ in ("light", "water", "darkness", "fire", "nature")
    )
    hands = 3000
    sample = Dealer(deck, printed, luck, 3).sample(hands, count())
    for failure, exact in (("all heavy", heavy), ("one civilization", lone)):
        rate = sample.rates[failure]
        assert rate.exact == pytest.approx(exact)
        error = 4 * (exact * (1 - exact) / hands) ** 0.5
        assert abs(rate.hands / hands - exact) <= error
    assert sample.rates["no play"].exact is None


def test_a_sample_adds_up_and_shows_the_first_hand_of_each_failure(printed: Pool) -> None:
    dealer = Dealer(read_deck("classic/rainbow-connection", printed), printed, luck, 3)
    sample = dealer.sample(501, count())
    assert (sample.hands, sample.first, sample.second) == (501, 251, 250)
    assert sum(sample.first_plays_first.values()) == 251
    assert sum(sample.first_plays_second.values()) == 250
    for failure, rate in sample.rates.items():
        failing = [hand for hand in map(dealer.hand, range(501)) if failure in hand.failures]
        assert rate.hands == len(failing) == rate.first + rate.second
        assert rate.example == (failing[0] if failing else None)
    later = sample.first_plays_first["later"] + sample.first_plays_second["later"]
    assert later == sample.rates["no play"].hands


def test_equal_luck_deals_equal_hands_whatever_the_order_of_the_list(printed: Pool) -> None:
    deck = read_deck("classic/origins", printed)
    other = Deck(name="turned", entries=tuple(reversed(deck.entries)))
    for game in range(5):
        one, two = (Dealer(each, printed, luck_of(9), 3).hand(game) for each in (deck, other))
        assert one == two
    hands = {Dealer(deck, printed, luck_of(seed), 3).hand(0).cards for seed in range(9)}
    assert len(hands) > 7


@pytest.mark.parametrize("row", ["1 Ember Imp", "5 Ember Imp", "7 Ember Imp", "11 Ember Imp"])
def test_small_decks_are_dealt_as_far_as_they_go(
    deck: Callable[..., Deck], small: Pool, row: str
) -> None:
    dealer = Dealer(deck(row), small, luck, 3)
    hand = dealer.hand(1)
    size = int(row.split()[0])
    assert len(hand.cards) == max(0, min(5, size - 5))
    assert len(hand.draws) == max(0, min(3, size - 10))
    assert dealer.sample(4, count()).hands == 4


def test_bundled_decks_deal_hands(printed: Pool) -> None:
    for name in bundled_decks():
        hand = Dealer(read_deck(name, printed), printed, luck_of(0), 3).hand(0)
        assert len(hand.cards) == 5
