"""Intervals against independent sources, and their coverage by simulation."""

import random
from collections import Counter

import numpy
import pytest
from scipy import stats

from dmcli.sim.statistics import mean, newcombe, paired, quantile, rate, wilson


@pytest.mark.parametrize(
    ("wins", "games"), [(0, 10), (10, 10), (1, 3), (50, 100), (612, 1000), (3, 100_000)]
)
def test_wilson_agrees_with_scipy(wins, games):
    oracle = stats.binomtest(wins, games).proportion_ci(0.95, method="wilson")
    assert wilson(wins, games) == pytest.approx((oracle.low, oracle.high), abs=1e-12)


def test_intervals_stay_between_nought_and_one():
    assert wilson(0, 7)[0] == 0.0
    assert wilson(7, 7)[1] == 1.0
    assert paired({2.0: 50})[1] == 1.0
    assert paired({0.0: 50})[0] == 0.0


def test_of_nothing_there_is_neither_rate_nor_interval():
    assert rate(0, 0) is None
    assert wilson(0, 0) is None
    assert paired({2.0: 0, 0.0: 0}) is None
    assert newcombe(0, 0, 1, 2) is None
    assert mean({}) is None
    assert quantile({}, 0.5) is None


def test_newcombe_gives_the_example_of_his_paper():
    # 56 of 70 against 48 of 80, method 10 of Newcombe 1998: 0.0524 to 0.3339
    assert newcombe(56, 70, 48, 80) == pytest.approx((0.0524, 0.3339), abs=5e-5)


def test_after_won_pairs_only_the_lower_end_follows_the_rule_of_three():
    low, high = paired({2.0: 1000})
    assert 1 - low == pytest.approx(3 / 1000, rel=0.05)
    assert high == 1.0


def test_two_shared_pairs_prove_nothing():
    low, high = paired({1.0: 2})
    assert low < 0.2
    assert high > 0.8


@pytest.mark.parametrize("luck_shared", [0.0, 0.3, 0.9])
@pytest.mark.parametrize("strength", [0.5, 0.7, 0.95])
@pytest.mark.parametrize(("pairs", "most"), [(50, 1.0), (500, 0.975)])
def test_the_paired_interval_covers_95_percent(luck_shared, strength, pairs, most):
    random_source = numpy.random.default_rng([pairs, int(10 * luck_shared), int(100 * strength)])
    trials = 1500
    covered = sum(covers(random_source, luck_shared, strength, pairs) for _ in range(trials))
    assert 0.935 <= covered / trials <= most  # few pairs: rather too wide than too narrow


def covers(random_source, luck_shared, strength, pairs):
    """Whether the interval of a run holds the truth; the seat's luck is shared by a pair."""
    seat = numpy.where(random_source.random(pairs) < 0.5, 1, -1) * luck_shared * (1 - strength)
    first = random_source.random(pairs) < strength + seat
    second = random_source.random(pairs) < strength - seat
    points = Counter((first.astype(int) + second).tolist())
    low, high = paired({float(value): count for value, count in points.items()})
    return low <= strength <= high


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 1.0])
def test_quantiles_agree_with_numpy(share):
    values = [random.Random(4).randrange(5, 40) for _ in range(101)]
    assert quantile(Counter(values), share) == pytest.approx(numpy.quantile(values, share))
    assert mean(Counter(values)) == pytest.approx(numpy.mean(values))
