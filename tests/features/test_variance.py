"""Exact errors: against Monte Carlo, numerical integration, and each other."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, stats

from hetdp_core import features
from hetdp_core.features.bounds import bound_sweep, reciprocal_weights
from hetdp_core.features.channel import grouped_variance
from tests.cases import first_and_in_studies
from tests.features.helpers import assert_average, demands
from tests.tolerance import LONG_FORMULA, ROUNDING, SEARCHED

DELTA = np.array([2.0, 0.3, 2.0, 1.0, 0.3])
"""In no order, with ties: three queries."""


def some_data(n=400, seed=0):
    """Skewed columns with means from about -0.8 to 0.8."""
    rng = np.random.default_rng(seed)
    return np.clip(rng.normal(np.linspace(-0.8, 0.8, DELTA.size), 0.4, (n, DELTA.size)), -1, 1)


def losses(x, alloc, trials, **options):
    rng = np.random.default_rng(9)
    found = [features.estimate_mean(x, alloc, rng=rng, **options) for _ in range(trials)]
    return (np.array(found) - x.mean(axis=0)) ** 2


@pytest.mark.parametrize("rule", first_and_in_studies(features.RULES))
@pytest.mark.parametrize("weights", first_and_in_studies(["inverse_variance", "paper"]))
@pytest.mark.parametrize("as_printed", [False, True])
@pytest.mark.parametrize("projection", [False, True])
def test_closed_form_equals_monte_carlo(rule, weights, as_printed, projection):
    """Exact before projection for any number of users and any data, after it for many users."""
    x = some_data(1_000 if projection else 400)
    alloc = features.allocate(DELTA, 2.0, 0.05, rule, n=len(x))
    moment = np.mean(x**2, axis=0)
    options = {"weights": weights, "second_moment": 0.8, "as_printed": as_printed}
    found = losses(x, alloc, 500, projection=projection, **options)
    setting = alloc, len(x), x.mean(axis=0), moment, weights
    expected = features.coordinate_mse(
        *setting, assumed=0.8, as_printed=as_printed, projection=projection
    )
    assert_average(found, expected)
    if not (as_printed or projection):
        variance = features.coordinate_variance(alloc, len(x), moment, weights, assumed=0.8)
        asked = alloc.budgets > 0  # without a budget 0 is answered, which no variance describes
        np.testing.assert_allclose(expected[asked], variance[asked])
        np.testing.assert_array_equal(np.isinf(variance), ~asked)


@given(demands(max_features=8), st.sampled_from([0.0, 0.5, 1.0]))
def test_two_roads_to_the_variance_agree(demand, moment):
    """Per coordinate through the matrix of weights, and per group through running sums."""
    delta, epsilon, q = demand
    alloc = features.allocate(delta, epsilon, q, "paper")
    for weights in ("inverse_variance", "paper"):
        grouped = grouped_variance(
            alloc.budgets, np.ones(delta.size, dtype=int), 50, moment, weights
        )
        direct = features.coordinate_variance(alloc, 50, moment, weights)
        np.testing.assert_allclose(direct, grouped, rtol=LONG_FORMULA)


@given(demands(), st.sampled_from([0.0, 0.5, 1.0]))
def test_inverse_variance_weights_are_never_worse_than_the_printed_ones(demand, moment):
    delta, epsilon, q = demand
    alloc = features.allocate(delta, epsilon, q, "paper")
    best = features.coordinate_variance(alloc, 10, moment)
    printed = features.coordinate_variance(alloc, 10, moment, "paper")
    assert np.all(best <= printed * (1 + 1e-9))


@given(demands())
def test_weights_of_each_coordinate_sum_to_one(demand):
    delta, epsilon, q = demand
    alloc = features.allocate(delta, epsilon, q, "paper")
    for weights in ("inverse_variance", "paper"):
        total = features.combination(alloc, weights).sum(axis=0)
        reported = alloc.budgets > 1e-12
        np.testing.assert_allclose(total, reported.astype(float), rtol=0, atol=ROUNDING)


@pytest.mark.parametrize("alpha", [0.1, 2.0, 40.0, 400.0])
def test_one_feature_is_randomised_response(alpha):
    """Variance of ±1 data: coth²(alpha/2) - 1 = 1/sinh²(alpha/2), without cancellation."""
    alloc = features.allocate([alpha], alpha, 0.0, "min_delta")
    variance = features.coordinate_variance(alloc, 7)
    expected = 1 / np.sinh(alpha / 2) ** 2 / 7
    assert variance[0] == pytest.approx(expected, rel=ROUNDING, abs=0)


def by_integration(centre, deviation, target):
    """Second road: the integral over the density, and the two ends by their chances."""
    law = stats.norm(centre, deviation)
    inside = integrate.quad(
        lambda y: (y - target) ** 2 * law.pdf(y),
        -1,
        1,
        points=np.clip([centre], -1, 1),
        limit=200,
        epsabs=1e-13,  # a tenth of the least difference that is told
    )[0]
    return inside + (1 + target) ** 2 * law.cdf(-1) + (1 - target) ** 2 * law.sf(1)


@given(st.floats(-1, 1), st.floats(-1.3, 2), st.floats(-1, 1), st.booleans())
def test_the_clipped_normal_error_is_its_integral(centre, exponent, target, printed):
    centre, deviation = (2 * target if printed else centre), 10.0**exponent
    expected = by_integration(centre, deviation, target)
    found = float(features.clipped_normal_mse(centre, deviation, target))
    assert found == pytest.approx(expected, rel=SEARCHED)


@pytest.mark.parametrize("target", [-1.0, 0.0, 0.4])
def test_the_clipped_normal_error_keeps_its_digits_at_both_ends(target):
    """Tiny noise: the variance (half of it on an end point).  Huge noise: a fair coin on ±1."""
    small = float(features.clipped_normal_mse(target, 1e-9, target))
    expected = (0.5 if target == -1.0 else 1.0) * 1e-18
    assert small == pytest.approx(expected, rel=LONG_FORMULA, abs=0)
    for deviation in (1e8, 1e200, np.inf):
        found = float(features.clipped_normal_mse(target, deviation, target))
        assert found == pytest.approx(1 + target**2, rel=1e-7)  # 1 / deviation is left, 1e-8
    assert float(features.clipped_normal_mse(target, 0.0, target)) == pytest.approx(0.0)


def test_a_coordinate_without_budget_is_answered_by_zero():
    alloc = features.allocate([0.2, 2.0], 2.0, 0.5, "paper", zeta=1.0)
    x = np.full((50, 2), 0.6)
    estimate = features.estimate_mean(x, alloc, rng=np.random.default_rng(0))
    assert estimate[0] == 0.0
    error = features.coordinate_mse(alloc, 50, 0.6, 0.36)
    assert error[0] == pytest.approx(0.36)


@given(demands())
def test_bound_17_holds_within_its_constant_while_increments_are_small(demand):
    """Where every increment is at most 2, the exact error is 4 to 11 times the bound."""
    delta, epsilon, q = demand
    alloc = features.allocate(delta, min(epsilon, 2.0), q, "paper")
    reported = alloc.budgets > 1e-12
    exact = features.coordinate_variance(alloc, 1, 0.0, "paper")[reported]
    ratio = exact / reciprocal_weights(alloc)[reported]
    assert np.all((ratio >= 4.0 * (1 - 1e-9)) & (ratio <= 11.0))


def test_bound_17_fails_for_large_increments():
    """The channel's error levels off; the bound keeps falling like 1/epsilon²."""
    alloc = features.allocate([50.0, 50.0], 50.0, 0.0, "min_delta")
    exact = np.sum(features.coordinate_variance(alloc, 10_000, 0.0))
    assert exact > 1000 * features.theorem_2_bound(alloc, 10_000)


@given(
    st.integers(2, 60),
    st.integers(1, 59),
    st.floats(-3, -0.3),
    st.floats(2.01, 100.0),
    st.floats(0.0, 1.0),
)
def test_corollary_1_is_bound_17_up_to_a_constant(d, k, exponent, factor, q):
    k, delta = min(k, d - 1), 10.0**exponent
    epsilon = factor * delta
    levels = np.where(np.arange(d) < k, delta, epsilon)
    alloc = features.allocate(levels, epsilon, q, "paper", zeta=0.5)
    exact = np.sum(reciprocal_weights(alloc)) / 1e9
    short = features.corollary_1_bound(delta, epsilon, k, d, q, 10**9)
    assert 0.2 <= exact / short <= 8.0


def test_the_second_case_of_corollary_1_is_the_formula_as_printed():
    d, k, delta, epsilon, q, n = 10, 2, 0.2, 2.0, 0.5, 1000
    top = np.log((np.exp(delta / 2) + q - 1) / q)
    others = (d - k) ** 2 / ((d - k) / d * delta**2 + (top - delta / 2) ** 2)
    bound = features.corollary_1_bound(delta, epsilon, k, d, q, n)
    assert bound == pytest.approx((d * k / delta**2 + others) / n)


def test_bounds_never_exceed_the_trivial_answer():
    alloc = features.allocate([0.01, 0.02], 0.02, 0.5, "paper")
    assert features.theorem_2_bound(alloc, 1) == 2.0
    assert features.theorem_3_bound(alloc, 1, 3.0) == pytest.approx((9 + 3) * 2)


@given(demands(), st.integers(1, 10_000), st.floats(-0.9, 0.9))
def test_theorem_2_with_our_constant_is_a_bound_while_increments_are_small(demand, n, mean):
    delta, epsilon, _ = demand
    scenario = features.FeatureScenario(
        tuple(delta), min(epsilon, 2.0), n, mean=mean, second_moment=mean**2, points=5
    )
    bounds = bound_sweep(scenario)
    assert np.all(bounds.error <= bounds.bound * (1 + 1e-9))


def test_bounds_are_drawn_for_small_increments_and_corollary_1_in_the_setting_of_the_paper_alone():
    large = bound_sweep(features.FeatureScenario((5.0, 5.0), 5.0, points=3))
    assert np.all(np.isnan(large.bound))
    assert large.corollary_1 is None
    bounds = bound_sweep(features.FeatureScenario(points=3))
    assert bounds.corollary_1 is not None
    assert bounds.corollary_1[1] == features.corollary_1_bound(0.2, 2.0, 2, 10, 0.5, 10_000)
    assert bound_sweep(features.FeatureScenario((0.2, 1.5, 2.0), points=3)).corollary_1 is None
