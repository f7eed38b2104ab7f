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
    assert estimate([70.0, 90.0], plan) == 160.0
    assert mean.noise_half_width(plan, BOUNDS) == 0.0


def estimate(values, plan, **options):
    return mean.estimate(values, plan, BOUNDS, rng=np.random.default_rng(0), **options)


def column(values, **options):
    profile = make_profile(ProfileSettings())
    return estimate_column(values, BOUNDS, profile, rng=np.random.default_rng(0), **options)


OUTSIDE = [0.0, 100.0, 300.0]
REFUSE = "2 values outside.. Clip them or widen the bounds"


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: mean.noise_half_width(mean.plan("sampling", LEVELS), BOUNDS), "method"),
        (lambda: mean.centred(OUTSIDE, BOUNDS, outside="refuse"), REFUSE),
        (lambda: estimate(OUTSIDE, mean.adpm([1.0] * 3), outside="refuse"), REFUSE),
        (lambda: column(OUTSIDE, outside="refuse"), REFUSE),
        (lambda: mean.centred([1.0], (1.0, 1.0)), "bounds"),
        (lambda: mean.centred([1.0], (1.0,)), "bounds"),
        (lambda: mean.centred([np.nan], BOUNDS), "missing"),
        (lambda: estimate([100.0], mean.adpm(LEVELS)), "one value per user"),
        (lambda: estimate([100.0], mean.adpm_from_levels([1.0, 2.0], [1, 1])), "per user"),
    ],
)
def test_bounds_values_and_plans_that_do_not_fit_are_refused(call, says):
    with pytest.raises(InvalidInput, match=says):
        call()


def test_a_columns_spread_is_a_share_of_the_largest_variance_within_the_bounds():
    for values, share in (([110.0, 210.0] * 50, 0.25 * 100 / 99), ([60.0, 260.0] * 50, 1.0)):
        assert column(values).spread == pytest.approx(share)


def test_values_outside_the_bounds_are_clipped_and_counted_and_a_column_has_the_mean_of_these():
    assert mean.count_outside([0.0, 60.0, 260.0, 300.0, np.nan], BOUNDS) == 3
    np.testing.assert_allclose(mean.centred([0.0, 160.0, 300.0], BOUNDS), [-0.5, 0.0, 0.5])
    found = column([0.0, 100.0, 1000.0])
    assert found.outside == 2
    assert found.true_mean == pytest.approx((60 + 100 + 260) / 3)


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
