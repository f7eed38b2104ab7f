"""The shrunk answer: its worst case by brute force and by simulation, and never below L."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given

from hetdp_core import mean
from hetdp_core.mean.certificate import BEST, certificate_curve, certificate_scatter, certify
from hetdp_core.mean.plan import clipped, clipped_mse, shrunk
from hetdp_core.mean.sweep import saturation_sweep
from hetdp_core.profiles import PrivacyProfile, ProfileSettings, make_profile
from tests.strategies import privacy_levels, profile_of
from tests.tolerance import LONG_FORMULA, ROUNDING

CHANCES = np.linspace(0.0, 1.0, 101)
"""Of the upper end: coins of every bias, constants among them."""


def worst_over_coins(plan, factor):
    """Second road: bias and variance of the shrunk answer, coin by coin."""
    mean_of_coin, variance = CHANCES - 0.5, CHANCES * (1 - CHANCES)
    bias = (factor - 1.0) * mean_of_coin
    noise = 2.0 * plan.noise_scale**2
    spread = variance * np.sum(plan.weights**2)
    return float(np.max(bias**2 + factor**2 * (spread + noise)))


@given(privacy_levels())
@example(np.array([1e-12]))
@example(np.array([np.inf]))
@example(np.array([1e-100, np.inf]))
@example(np.array([700.0] * 3))
def test_the_factor_is_the_best_of_a_grid(levels):
    plan = mean.adpm(levels)
    found = shrunk(plan)
    grid = [worst_over_coins(plan, factor) for factor in np.linspace(0.0, 1.0, 101)]
    assert found.worst_case_mse == pytest.approx(
        worst_over_coins(plan, found.factor), rel=LONG_FORMULA
    )
    assert found.worst_case_mse <= min(grid) * (1 + LONG_FORMULA)


@given(privacy_levels())
@example(np.array([1e-12]))
@example(np.array([1e-12] * 40))
@example(np.array([np.inf]))
@example(np.array([np.inf] * 40))
@example(np.array([1e-100, np.inf]))
@example(np.array([1e6]))
def test_the_lower_bound_never_exceeds_the_upper(levels):
    """No tolerance: what floats may have rounded up is taken off."""
    certificate = certify(profile_of(levels))
    assert certificate.bounds.best <= certificate.shrunk.worst_case_mse
    assert certificate.ratio >= 1.0
    assert certificate.published_ratio >= certificate.ratio * (1 - ROUNDING)
    assert all(bound >= 0 for bound in certificate.bounds)


@pytest.mark.parametrize("users", [1, 2, 10, 1000, 10**9])
def test_public_users_have_the_minimax_value_of_hodges_and_lehmann(users):
    certificate = certify(PrivacyProfile(np.array([np.inf]), np.array([float(users)])))
    exact = 0.25 / (1.0 + users**0.5) ** 2
    assert certificate.shrunk.worst_case_mse == pytest.approx(exact, rel=ROUNDING)
    assert certificate.bounds.best == pytest.approx(exact, rel=LONG_FORMULA)
    assert 1.0 <= certificate.ratio <= BEST


@pytest.mark.parametrize("levels", [[0.5] * 4, [0.05, 0.1, 0.2], [0.3, 1.0, 3.0, 10.0], [3.0]])
def test_no_simulated_coin_misses_by_more_than_the_clipped_answer_may(levels):
    plan = replace(mean.adpm(levels), answers_midpoint=False)
    answer, rng, trials = clipped(plan), np.random.default_rng(7), 40_000
    for chance in np.linspace(0.5, 1.0, 11):
        data = (rng.random((trials, len(levels))) < chance) - 0.5
        answers = np.clip(answer.factor * plan.release(data, rng), -0.5, 0.5)
        squares = (answers - (chance - 0.5)) ** 2
        spread = np.std(squares) / np.sqrt(trials)
        assert np.mean(squares) <= answer.worst_case_mse + 4 * spread


def test_without_sampling_the_clipped_worst_case_is_attained():
    """The largest of many means, each the average of a simulation within 4 standard errors."""
    factor, scale, trials = 0.7, 0.2, 400_000
    noise = np.random.default_rng(3).laplace(0.0, scale, trials)
    errors = [
        (np.clip(factor * (m + noise), -0.5, 0.5) - m) ** 2 for m in np.linspace(0.0, 0.5, 21)
    ]
    worst = max(errors, key=np.mean)
    four = 4 * np.std(worst) / np.sqrt(trials)
    assert clipped_mse(factor, 0.0, scale) == pytest.approx(np.mean(worst), abs=four)


@given(privacy_levels())
@example(np.array([1e-100]))
@example(np.array([0.5] * 30))
def test_clipping_is_never_worse_and_near_the_best_of_a_grid(levels):
    plan = mean.adpm(levels)
    found, spread, scale = clipped(plan), plan.sum_of_squares, plan.noise_scale
    assert found.worst_case_mse <= shrunk(plan).worst_case_mse
    assert 0.0 < found.factor <= 1.0 or found == shrunk(plan)
    grid = [clipped_mse(factor, spread, scale) for factor in np.linspace(0.01, 1.0, 100)]
    assert found.worst_case_mse <= min(grid) * (1 + 1e-4)  # both are bounds to about that


def test_the_certificate_is_near_one_over_profiles_of_all_kinds():
    scatter = certificate_scatter(250, np.random.default_rng(0))
    assert np.all(scatter.ratio >= 1.0)
    assert np.all(scatter.upper <= 0.25)
    assert np.median(scatter.ratio) < 1.15
    assert np.quantile(scatter.ratio, 0.9) < 1.6
    assert np.max(scatter.ratio) < 2.6
    assert np.median(scatter.loose_ratio) > 2.0
    assert np.all(scatter.ratio <= scatter.loose_ratio * (1 + ROUNDING))


def test_the_curve_follows_the_control_and_counts_as_well_as_users():
    settings = ProfileSettings(users=200)
    curve = certificate_curve(settings, saturation_sweep(settings))
    here = curve[settings.high]
    assert here.ratio == certify(make_profile(settings)).ratio
    for point in curve.points:
        assert point.bounds.le_cam <= point.bounds.best <= point.shrunk.worst_case_mse
        assert point.ratio <= point.published_ratio * (1 + ROUNDING)
    users = certify(profile_of(make_profile(settings).epsilon))
    assert users.ratio == pytest.approx(here.ratio, rel=1e-6)  # searches stop by themselves
