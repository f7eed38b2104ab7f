"""Estimates in the units of the data, intervals, and data that misbehave."""

import numpy as np
import pytest

from hetdp_core import mean
from hetdp_core.errors import InvalidInput
from hetdp_core.mean.column import estimate_column, twenty_estimates
from hetdp_core.outcomes import CHANCES
from hetdp_core.profiles import ProfileSettings, make_profile

LEVELS = np.array([0.5, 1.0, 2.0, 4.0, np.inf] * 8)
DATA = np.linspace(60.0, 250.0, LEVELS.size)
BOUNDS = (60.0, 260.0)


@pytest.mark.parametrize("method", mean.METHODS)
def test_estimates_are_unbiased_or_nearly_so_in_the_units_of_the_data(method):
    rng = np.random.default_rng(1)
    plan = mean.plan(method, LEVELS)
    expected = float(plan.weights @ DATA)
    answers = [mean.estimate(DATA, plan, BOUNDS, rng=rng) for _ in range(1000)]
    assert abs(np.mean(answers) - expected) <= 4 * np.std(answers) / np.sqrt(1000) + 1e-9


@pytest.mark.parametrize("method", ["adpm", "uniform", "proportional", "fme", "threshold"])
def test_noise_stays_within_the_privacy_interval_as_often_as_said(method):
    plan = mean.plan(method, LEVELS[LEVELS < 3])
    data = DATA[LEVELS < 3]
    rng = np.random.default_rng(4)
    centre = float(plan.weights @ data)
    answers = np.array([mean.estimate(data, plan, BOUNDS, rng=rng) for _ in range(2000)])
    inside = np.mean(np.abs(answers - centre) <= mean.noise_half_width(plan, BOUNDS, 0.9))
    assert abs(inside - 0.9) <= 4 * np.sqrt(0.09 / 2000)


def test_the_midpoint_answer_has_no_noise_and_no_privacy_interval():
    plan = mean.adpm([1e-9, 1e-9])
    rng = np.random.default_rng(0)
    assert mean.estimate([70.0, 90.0], plan, BOUNDS, rng=rng) == 160.0
    assert mean.noise_half_width(plan, BOUNDS) == 0.0


def test_methods_without_a_single_laplace_variable_have_no_such_interval():
    with pytest.raises(InvalidInput, match="method"):
        mean.noise_half_width(mean.plan("sampling", LEVELS), BOUNDS)


def test_values_outside_the_bounds_are_clipped_and_counted():
    assert mean.count_outside([0.0, 60.0, 260.0, 300.0, np.nan], BOUNDS) == 3
    np.testing.assert_allclose(mean.centred([0.0, 160.0, 300.0], BOUNDS), [-0.5, 0.0, 0.5])


def test_values_outside_the_bounds_can_be_refused():
    with pytest.raises(InvalidInput, match="1 values outside; clip them or widen the bounds"):
        mean.centred([100.0, 300.0], BOUNDS, outside="refuse")
    rng = np.random.default_rng(0)
    with pytest.raises(InvalidInput, match="2 values outside"):
        mean.estimate([0.0, 100.0, 300.0], mean.adpm([1.0] * 3), BOUNDS, rng=rng, outside="refuse")
    profile = make_profile(ProfileSettings())
    with pytest.raises(InvalidInput, match="1 values outside"):
        estimate_column([100.0, 300.0], BOUNDS, profile, rng=rng, outside="refuse")


@pytest.mark.parametrize("bounds", [(1.0, 1.0), (2.0, 1.0), (0.0, np.inf), (np.nan, 1.0), (1.0,)])
def test_impossible_bounds_are_refused(bounds):
    with pytest.raises(InvalidInput, match="bounds"):
        mean.centred([1.0], bounds)


def test_missing_values_and_wrong_sizes_are_refused():
    with pytest.raises(InvalidInput, match="missing"):
        mean.centred([np.nan], BOUNDS)
    with pytest.raises(InvalidInput, match="one value per user"):
        mean.estimate([100.0], mean.adpm(LEVELS), BOUNDS, rng=np.random.default_rng(0))


def test_a_plan_per_level_cannot_estimate():
    plan = mean.adpm_from_levels([1.0, 2.0], [1, 1])
    with pytest.raises(InvalidInput, match="per user"):
        mean.estimate([100.0, 100.0], plan, BOUNDS, rng=np.random.default_rng(0))


def test_column_errors_agree_with_repeated_releases():
    """The exact root mean squared error of ADPM against many seeds."""
    profile = make_profile(ProfileSettings("log_uniform", users=200, low=0.05, high=5.0))
    estimates = [
        estimate_column(DATA, BOUNDS, profile, rng=np.random.default_rng(seed)).private_estimate
        for seed in range(100)
    ]
    exact = estimate_column(DATA, BOUNDS, profile, rng=np.random.default_rng(0))
    squared = np.square(np.array(estimates) - exact.true_mean)
    deviation = np.mean(squared) - exact.rms_error["adpm"] ** 2
    assert abs(deviation) <= 4 * np.std(squared) / np.sqrt(squared.size)


def test_a_columns_spread_is_a_share_of_the_largest_variance_within_the_bounds():
    profile = make_profile(ProfileSettings())
    for values, share in (([110.0, 210.0] * 50, 0.25 * 100 / 99), ([60.0, 260.0] * 50, 1.0)):
        column = estimate_column(values, BOUNDS, profile, rng=np.random.default_rng(0))
        assert column.spread == pytest.approx(share)


def test_column_reports_clipping_and_the_mean_of_the_clipped_values():
    profile = make_profile(ProfileSettings())
    estimate = estimate_column([0.0, 100.0, 1000.0], BOUNDS, profile, rng=np.random.default_rng(0))
    assert estimate.outside == 2
    assert estimate.true_mean == pytest.approx((60 + 100 + 260) / 3)


def test_the_confidence_interval_covers_the_population_mean_at_least_as_often_as_said():
    """Worst data for it: a coin, with a level far from one half."""
    plan = mean.adpm(LEVELS)
    rng = np.random.default_rng(8)
    covered = 0
    for _ in range(2000):
        data = np.where(rng.random(LEVELS.size) < 0.2, 260.0, 60.0)
        answer = mean.estimate(data, plan, BOUNDS, rng=rng)
        covered += abs(answer - 100.0) <= mean.total_half_width(plan, BOUNDS, 0.95)
    assert covered / 2000 >= 0.95


def test_twenty_estimates_are_quantiles_of_repeated_estimates():
    """The same users with the same levels, noise drawn anew; four standard errors of a share."""
    profile = make_profile(ProfileSettings())
    estimate = estimate_column(DATA, BOUNDS, profile, rng=np.random.default_rng(2))
    levels = profile.resized(DATA.size).assigned(np.random.default_rng(2))
    plan, rng = mean.plan("adpm", levels), np.random.default_rng(8)
    drawn = np.array([mean.estimate(DATA, plan, BOUNDS, rng=rng) for _ in range(2000)])
    twenty = twenty_estimates(estimate, "mmHg", rng=np.random.default_rng(0))
    below = np.mean(drawn[:, None] <= twenty.values, axis=0)
    assert np.all(np.abs(below - CHANCES) <= 4 * np.sqrt(CHANCES * (1 - CHANCES) / drawn.size))
    assert twenty.unit == "mmHg"
    assert twenty.centre == pytest.approx(float(plan.weights @ DATA))


def test_twenty_estimates_that_are_the_middle_of_the_range_are_all_the_same():
    strict = make_profile(ProfileSettings(kind="log_uniform", users=3, low=0.001, high=0.002))
    estimate = estimate_column(DATA[:3], BOUNDS, strict, rng=np.random.default_rng(2))
    twenty = twenty_estimates(estimate, rng=np.random.default_rng(0))
    assert twenty.all_the_same
    assert twenty.centre == (BOUNDS[0] + BOUNDS[1]) / 2
