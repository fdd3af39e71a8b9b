"""How long cards wait in simulated games: the policy step by step, and against exact chances."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest

from dmcli.cards import Pool
from dmcli.core.carddef import CardDef
from dmcli.decks import Deck, read_deck
from dmcli.decks.statistics.counting import Cards
from dmcli.decks.statistics.dealing import Chance, dealt, goes_first
from dmcli.decks.statistics.delay import LONG, PATIENCE, SHORT, Delay, simulated
from dmcli.decks.statistics.stats import stats


class Draws:
    """A stream of luck from Python's own generator."""

    def __init__(self, seed: int) -> None:
        self.generator = Random(seed)

    def below(self, n: int, /) -> int:
        return self.generator.randrange(n)


class Unshuffled:
    """Leaves a deck as it is, so that it is dealt from its end."""

    def below(self, n: int, /) -> int:
        return n - 1


def luck(seed: int = 0) -> Callable[[int], Chance]:
    return lambda game: Draws(1_000_000 * seed + game)


def card(name: str, civilizations: Sequence[str], cost: int) -> CardDef:
    return CardDef(
        name=name,
        type="spell",
        civilizations=tuple(civilizations),
        cost=cost,
        rarity="Common",
        rules=(),
    )


def wait(seen: Sequence[tuple[Sequence[str], int]], kept: int, game: int = 0) -> Delay:
    """The one game in which these cards are drawn in this order, five of them as the hand."""
    shields = [(("light",), 9)] * 5
    order = [*seen, *[(("light",), 9)] * 12]
    below = [card(f"c{99 - at:02}", *facts) for at, facts in enumerate([*shields, *order])]
    cards = Cards(sorted(((each, 1) for each in below), key=lambda pair: pair[0].name))
    name = below[5 + kept].name
    both = [simulated(cards, lambda _: Unshuffled(), n)[1][name] for n in (game, game + 1)]
    before, after = (each.games for each in both)
    assert after - before in (0, 1)
    return both[1]


FIRE, WATER, BOTH = ("fire",), ("water",), ("water", "fire")
DEAR = (("light",), 9)


def test_a_deck_is_dealt_from_the_top_and_shields_come_first() -> None:
    hand, draws = dealt(list(range(14)), Unshuffled(), 9)
    assert hand == [8, 7, 6, 5, 4]
    assert draws == [3, 2, 1, 0]


def test_shuffling_reaches_every_order() -> None:
    orders = {tuple(dealt([0] * 5 + [1, 2, 3], Draws(seed), 0)[0]) for seed in range(2000)}
    assert len({order for order in orders if 0 not in order}) == 6


def test_games_of_even_number_go_first() -> None:
    assert [goes_first(game) for game in range(4)] == [True, False, True, False]


def test_a_card_whose_civilization_is_charged_in_time_does_not_wait() -> None:
    assert wait([(FIRE, 2), (FIRE, 3), DEAR, DEAR, DEAR, DEAR], kept=0).mean == 0


def test_a_card_waits_for_its_civilization_to_be_drawn() -> None:
    """Going first the sixth card is drawn on turn 2, the eighth on turn 4."""
    hand = [(FIRE, 2), DEAR, DEAR, DEAR, DEAR]
    assert wait([*hand, DEAR, DEAR, (FIRE, 5)], kept=0).mean == 2


def test_a_card_that_comes_tapped_is_a_turn_late() -> None:
    hand = [(FIRE, 2), DEAR, DEAR, DEAR, DEAR]
    assert wait([*hand, DEAR, (FIRE, 5)], kept=0).mean == 1
    assert wait([*hand, DEAR, (BOTH, 5)], kept=0).mean == 2


def test_a_card_that_comes_tapped_is_charged_while_no_mana_is_missed() -> None:
    """On turn 1 nothing could be played: the card of two civilizations is charged then."""
    others = [(("nature",), 9), (("darkness",), 9), DEAR]
    assert wait([(FIRE, 2), (BOTH, 5), *others, DEAR], kept=0).mean == 0


def test_a_card_that_comes_tapped_stays_on_a_turn_whose_mana_is_all_wanted() -> None:
    """All mana of turn 1 could be spent, so that it is charged on turn 2 and pays on turn 3."""
    others = [(("nature",), 9), (("darkness",), 9), DEAR]
    assert wait([(FIRE, 1), (BOTH, 5), *others, DEAR], kept=0).mean == 2


def test_nobody_waits_for_ever() -> None:
    assert wait([(FIRE, 1), *[DEAR] * 16], kept=0).mean == PATIENCE


def test_the_card_that_is_looked_at_stays_in_hand_however_dear() -> None:
    """Nothing else gives fire, so that it waits for ever with a copy kept."""
    assert wait([(FIRE, 10)], kept=0).mean == PATIENCE


def test_a_card_that_comes_too_late_does_not_count() -> None:
    assert wait([DEAR, DEAR, DEAR, DEAR, DEAR, (FIRE, 1)], kept=5).games == 0
    assert wait([DEAR, DEAR, DEAR, DEAR, DEAR, (FIRE, 2)], kept=5).games == 1


def test_the_civilization_that_most_cards_want_comes_first() -> None:
    """Two fire cards of cost 1 and a water card: water is charged on turn 2 only."""
    hand = [(WATER, 1), (WATER, 8), (FIRE, 2), (FIRE, 4), (FIRE, 7)]
    assert wait(hand, kept=0).mean == 1


def test_equal_luck_means_equal_delays(printed: Pool) -> None:
    deck = read_deck("classic/rainbow-connection", printed)
    once, again, other = (stats(deck, printed, luck(seed), 60) for seed in (1, 1, 2))
    assert once == again
    assert once.castability != other.castability
    assert once.simulated
    assert once.simulated.games == 60


def test_no_luck_means_no_delay(printed: Pool) -> None:
    counted = stats(read_deck("starter/fire", printed), printed)
    assert counted.simulated is None
    assert all(each.delay is None for each in counted.castability)


def test_one_civilization_never_waits(printed: Pool) -> None:
    counted = stats(read_deck("starter/fire", printed), printed, luck(), 100)
    assert all(each.delay and each.delay.mean == 0 for each in counted.castability)
    assert counted.simulated
    assert counted.simulated.mean_delay == 0


def test_what_is_charged_for_one_card_alone_agrees_with_the_exact_chance(
    deck: Callable[..., Deck], small: Pool
) -> None:
    """Only the water cards ask for anything but fire, and nothing is played before turn 5."""
    counted = stats(deck("2 Storm Drake", "6 Tide Wall", "32 Ember Lord"), small, luck(3), 3000)
    drake = next(each for each in counted.castability if each.card == "Storm Drake")
    assert drake.delay
    assert drake.delay.on_time is not None
    exact = (drake.given_drawn_first + drake.given_drawn_second) / 2
    error = 4 * (exact * (1 - exact) / drake.delay.games) ** 0.5
    assert abs(drake.delay.on_time - exact) <= error


@pytest.mark.parametrize("name", ["classic/liquid-beast", "classic/taste-the-rainbow"])
def test_no_card_is_ready_more_often_than_the_best_charging_allows(
    printed: Pool, name: str
) -> None:
    for each in stats(read_deck(name, printed), printed, luck(7), 800).castability:
        assert each.delay
        assert each.delay.on_time is not None
        assert each.delay.games > 50
        best = (each.given_drawn_first + each.given_drawn_second) / 2
        error = 4 * (best * (1 - best) / each.delay.games) ** 0.5
        assert each.delay.on_time <= best + error + 1e-9


def test_an_interval_holds_the_mean_of_many_games(printed: Pool) -> None:
    deck = read_deck("classic/past-my-bedtime", printed)
    many = stats(deck, printed, luck(1), 4000).castability
    few = stats(deck, printed, luck(2), 400).castability
    inside = [
        a.delay.interval[0] <= b.delay.mean <= a.delay.interval[1]
        for a, b in zip(few, many, strict=True)
        if a.delay and b.delay and a.delay.interval and b.delay.mean is not None
    ]
    assert len(inside) == len(few)
    assert sum(inside) >= 0.8 * len(inside)


def test_what_never_happened_is_not_sure(printed: Pool) -> None:
    """No game of a deck of one civilization waits; the interval says how few games there were."""
    few, many = (stats(read_deck("starter/fire", printed), printed, luck(), n) for n in (40, 400))
    for a, b in zip(few.castability, many.castability, strict=True):
        ends = [each.delay.interval for each in (a, b) if each.delay and each.delay.interval]
        assert [low for low, _ in ends] == [0, 0]
        assert 0 < ends[1][1] < ends[0][1]


def test_the_mean_of_all_cards_lies_in_its_interval(printed: Pool) -> None:
    deck = read_deck("classic/past-my-bedtime", printed)
    truth = stats(deck, printed, luck(1), 4000).simulated
    tries = [stats(deck, printed, luck(seed), 100).simulated for seed in range(2, 22)]
    assert truth
    mean = truth.mean_delay or 0
    inside = [
        each.interval[0] <= mean <= each.interval[1] for each in tries if each and each.interval
    ]
    assert len(inside) == 20
    assert sum(inside) >= 17


def test_the_verdict_of_a_delay() -> None:
    words = [
        Delay(games=9, mean=mean, interval=(0, 1), on_time=1).verdict
        for mean in (0, SHORT, SHORT + 0.01, LONG)
    ]
    assert words == ["good", "good", "fair", "needs work"]


def test_a_deck_without_a_hand_has_no_delay(deck: Callable[..., Deck], small: Pool) -> None:
    counted = stats(deck("3 Ember Imp"), small, luck(), 20)
    assert counted.castability[0].delay == Delay(games=0, mean=None, interval=None, on_time=None)
    assert counted.simulated
    assert counted.simulated.mean_delay is None
    assert counted.simulated.interval is None
