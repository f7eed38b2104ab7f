"""The (ε, δ) filter: over all transcripts, more than ε with chance at most δ."""

import itertools

import numpy as np
import pytest
from scipy.stats import binom

from hetdp_core import odometer
from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.filters.approximate import advanced_composition
from hetdp_core.odometer.paper.examples import coin_query
from hetdp_core.odometer.streams.course import DELTA, odometer_course
from hetdp_core.odometer.streams.traces import TraceScenario
from tests.odometer.helpers import exact_likelihood


def worst_divergence(laws, epsilon):
    """(hockey-stick divergence, chance that the log ratio exceeds epsilon), worst pair."""
    pairs = list(itertools.permutations(range(laws.shape[1]), 2))
    over = [laws[:, x] > np.exp(epsilon) * (1 + 1e-9) * laws[:, z] for x, z in pairs]
    stick = max(np.sum(np.maximum(laws[:, x] - np.exp(epsilon) * laws[:, z], 0)) for x, z in pairs)
    chance = max(np.sum(laws[bad, x]) for (x, _), bad in zip(pairs, over, strict=True))
    return stick, chance


@pytest.mark.parametrize(("epsilon", "level", "delta"), [(1.0, 0.25, 0.4), (0.6, 0.12, 0.4)])
def test_over_all_transcripts_the_loss_of_a_pair_exceeds_epsilon_with_chance_at_most_delta(
    epsilon, level, delta
):
    """An adaptive analyst who turns to another bit when the answers begin to balance."""
    leaves, longest = [], []
    coins = [
        odometer.RandomisedResponse(truth, level)
        for truth in ([False, True, True], [False, False, True])
    ]

    def walk(guard, depth):
        ones = sum(output for _, output in guard.history)
        query = coins[int(2 * ones < len(guard.history))]
        if depth == 0 or not guard.accepts(query):
            leaves.append(exact_likelihood(guard.history, 3))
            longest.append(len(guard.history))
            return
        for output in (False, True):
            branch = guard.copy()
            branch.record(query, output)
            walk(branch, depth - 1)

    walk(odometer.ApproximateFilter(epsilon, delta, range(3)), 11)
    laws = np.array(leaves)
    np.testing.assert_allclose(laws.sum(axis=0), 1.0)
    stick, chance = worst_divergence(laws, epsilon)
    assert 1e-3 < stick < chance <= delta
    assert max(longest) == 11
    assert np.log(laws.max(axis=1) / laws.min(axis=1)).max() > epsilon


@pytest.mark.parametrize("level", [0.05, 0.1, 0.3])
@pytest.mark.parametrize("delta", [1e-5, 1e-2])
def test_advanced_composition_bounds_the_tail_of_repeated_randomised_response(level, delta):
    """Exact: the log ratio after n answers is level (2 Bin(n, p) - n)."""
    p = np.exp(level) / (1 + np.exp(level))
    for n in (1, 10, 100, 1000):
        bound = advanced_composition(n * level**2, delta)
        ones = np.arange(n + 1)
        tail = binom.pmf(ones, n, p)[level * (2 * ones - n) > bound].sum()
        assert tail <= delta


def test_the_approximate_filter_accepts_more_than_basic_and_all_that_bayesian_does():
    rng = np.random.default_rng(0)
    loose, strict = (
        odometer.ApproximateFilter(1.0, 0.01, [0, 1]),
        odometer.BayesianFilter(1.0, [0, 1]),
    )
    for _ in range(60):
        query, output = coin_query(0.05), bool(rng.random() < 0.51)
        if strict.accepts(query):
            assert loose.accepts(query)
            strict.record(query, output)
        if loose.accepts(query):
            loose.record(query, output)
    always = odometer.ApproximateFilter(1.0, 0.01, [0, 1])
    basic = odometer.BasicFilter(1.0)
    counts = []
    for guard in (basic, always):
        while guard.accepts(coin_query(0.05)):
            guard.record(coin_query(0.05), True)
        counts.append(len(guard.history))
    assert counts[0] == 20
    assert counts[1] > 25
    assert always.odometer.loss > 1.0
    assert always.odometer.remaining == 0.0
    assert "advanced composition" not in always.decide(coin_query(0.05)).reason


@pytest.mark.parametrize("delta", [0.0, 1.0, -1.0, np.nan, np.inf])
def test_deltas_that_are_none_are_refused(delta):
    with pytest.raises(InvalidInput, match="delta"):
        odometer.ApproximateFilter(1.0, delta, range(3))


def test_the_course_counts_what_the_filter_with_delta_accepts_whatever_is_answered():
    scenario = TraceScenario("powers", epsilon=0.02, ceiling=2.0)
    course = odometer_course(scenario, (), 1.0)
    query = odometer.TableQuery([0.5 * np.exp(-0.02), 0.5])
    guard, accepted = odometer.ApproximateFilter(1.0, DELTA, [0, 1]), 0
    while guard.accepts(query):
        guard.record(query, True)  # each adds all of its level, so no later rule helps
        accepted += 1
    assert accepted == course.approximate[course.current] > 50
