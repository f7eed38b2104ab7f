"""Twenty releases one might get are the quantiles of the law of a release, by two roads.

Quantiles by one sort are those of NumPy, and what is remembered is what was made.
"""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from hetdp_core.errors import InvalidInput
from hetdp_core.outcomes import (
    CHANCES,
    TWENTY,
    USUAL,
    laplace_outcomes,
    noise_outcomes,
    quantiles,
    simulated_outcomes,
)
from hetdp_core.results import Remembered
from tests.tolerance import LAST_PLACES

CENTRES = st.floats(-1e6, 1e6)
SCALES = st.floats(1e-6, 1e6)
DRAWS = 40_000

SAME = 1e-12
"""Relative, of a few float operations: logarithms here and in scipy differ in the last place."""


def rng():
    return np.random.default_rng(5)


@pytest.mark.parametrize("bounds", [None, (-0.5, 1.5), (0.2, 0.9)])
def test_as_many_simulated_releases_lie_below_each_value_as_its_level_says(bounds):
    """Four standard errors; at a bound, where many releases lie, from both of its sides."""
    outcomes = laplace_outcomes(0.4, 0.7, rng=rng(), bounds=bounds)
    drawn = 0.4 + np.random.default_rng(11).laplace(0.0, 0.7, DRAWS)
    if bounds is not None:
        drawn = np.clip(drawn, *bounds)
    error = 4 * np.sqrt(CHANCES * (1 - CHANCES) / DRAWS)
    below = np.array([np.mean(drawn < value) for value in outcomes.values])
    at_most = np.array([np.mean(drawn <= value) for value in outcomes.values])
    assert np.all(below - error <= CHANCES)
    assert np.all(at_most + error >= CHANCES)


@given(CENTRES, SCALES)
def test_values_are_scipys_quantiles_and_eighteen_of_twenty_lie_in_the_usual_range(centre, scale):
    outcomes = laplace_outcomes(centre, scale, rng=rng())
    law, (low, high) = stats.laplace(centre, scale), outcomes.usual
    size = abs(centre) + 10 * scale
    np.testing.assert_allclose(outcomes.values, law.ppf(CHANCES), atol=SAME * size, rtol=0)
    np.testing.assert_allclose((low, high), law.ppf([0.05, 0.95]), atol=SAME * size, rtol=0)
    assert np.count_nonzero((outcomes.values > low) & (outcomes.values < high)) == USUAL


@given(CENTRES, st.floats(0.0, 1e6) | st.just(math.inf), st.floats(-1e6, 1e6), st.floats(0.0, 1e6))
def test_clipped_values_ascend_within_the_bounds(centre, scale, low, width):
    outcomes = laplace_outcomes(centre, scale, rng=rng(), bounds=(low, low + width + 1e-3))
    assert outcomes.values.shape == (TWENTY,)
    assert np.all(np.diff(outcomes.values) >= 0)
    assert outcomes.values[0] >= low
    assert outcomes.values[-1] <= low + width + 1e-3


def test_noise_without_end_goes_to_either_bound_half_the_time():
    outcomes = laplace_outcomes(3.0, math.inf, rng=rng(), bounds=(0.0, 10.0))
    assert outcomes.values.tolist() == [0.0] * 10 + [10.0] * 10


@given(SCALES, st.floats(1e-3, 1e6))
def test_clipping_brings_no_release_farther_than_the_width_of_the_range(scale, width):
    """Whatever the answer within the range is: twenty clipped releases around it, in order."""
    told = noise_outcomes(scale, rng=rng(), most=width).values
    for share in (0.0, 0.3, 1.0):
        centre = share * width
        around = laplace_outcomes(centre, scale, rng=rng(), bounds=(0.0, width)).values - centre
        assert np.all(np.abs(around) <= np.abs(told) + SAME * (width + scale))


def test_they_are_played_by_chance_and_each_once():
    outcomes = noise_outcomes(1.0, rng=rng())
    assert sorted(outcomes.order) == list(range(TWENTY))
    assert np.array_equal(np.sort(outcomes.played), outcomes.values)
    assert not np.array_equal(outcomes.played, outcomes.values)
    assert np.array_equal(noise_outcomes(1.0, rng=rng()).order, outcomes.order)
    other = noise_outcomes(1.0, rng=np.random.default_rng(6))
    assert not np.array_equal(other.order, outcomes.order)


def test_twenty_of_a_simulation_are_near_the_exact_ones_and_know_how_near():
    """Errors of the quantiles are those of scipy's density, and hold for fresh draws."""
    law = stats.laplace(2.0, 3.0)
    outcomes = simulated_outcomes(law.rvs(DRAWS, random_state=3), rng=rng(), unit="kg")
    exact = laplace_outcomes(2.0, 3.0, rng=rng())
    assert outcomes.draws == DRAWS
    assert np.all(np.abs(outcomes.values - exact.values) <= 4 * outcomes.errors)
    by_density = np.sqrt(CHANCES * (1 - CHANCES) / DRAWS) / law.pdf(exact.values)
    np.testing.assert_allclose(outcomes.errors, by_density, rtol=0.25)  # densities of 40,000 draws
    assert np.all(exact.errors == 0)
    assert exact.draws == 0


def test_without_noise_all_twenty_are_the_answer_and_of_ties_a_tie():
    exact = laplace_outcomes(3.25, 0.0, rng=rng())
    for outcomes in (exact, simulated_outcomes(np.full(2000, 3.25), rng=rng())):
        assert outcomes.all_the_same
        assert set(outcomes.values.tolist()) == {3.25}
        assert np.all(outcomes.errors == 0)
    assert exact.usual == (3.25, 3.25)


@pytest.mark.parametrize("scale", [-1.0, math.nan, math.inf])
def test_a_scale_that_is_none_or_without_bounds_endless_is_refused(scale):
    with pytest.raises(InvalidInput, match="noise scale"):
        laplace_outcomes(0.0, scale, rng=rng())


@pytest.mark.parametrize("drawn", [np.zeros(999), np.full(2000, np.inf), np.full(2000, np.nan)])
def test_too_few_draws_or_endless_ones_are_refused(drawn):
    with pytest.raises(InvalidInput, match="draws"):
        simulated_outcomes(drawn, rng=rng())


@given(
    draws=st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=30),
    chances=st.lists(st.floats(0.0, 1.0), min_size=1, max_size=6),
)
def test_quantiles_are_those_of_numpy(draws, chances):
    size = max(map(abs, draws))
    found = quantiles(draws, chances)
    expected = np.quantile(np.array(draws), np.array(chances))
    np.testing.assert_allclose(found, expected, rtol=0, atol=LAST_PLACES * size)


def test_levels_come_first_and_draws_stay_as_they_were():
    draws = np.random.default_rng(0).normal(size=(3, 5, 40))
    before = draws.copy()
    found = quantiles(draws, [0.25, 0.5])
    assert found.shape == (2, 3, 5)
    expected = np.quantile(draws, [0.25, 0.5], axis=-1)
    np.testing.assert_allclose(found, expected, rtol=0, atol=10 * LAST_PLACES)
    np.testing.assert_array_equal(draws, before)


def test_what_was_asked_for_last_is_remembered():
    made, memory = [], Remembered[int](2)

    def value(key):
        def make():
            made.append(key)
            return key

        return memory.value(key, make)

    assert [value(key) for key in (1, 2, 1, 3, 1, 2)] == [1, 2, 1, 3, 1, 2]
    assert made == [1, 2, 3, 2]
    assert len(memory) == 2


def test_an_error_is_not_remembered():
    memory = Remembered[int](2)
    with pytest.raises(ZeroDivisionError):
        memory.value("key", lambda: 1 // 0)
    assert memory.value("key", lambda: 5) == 5
