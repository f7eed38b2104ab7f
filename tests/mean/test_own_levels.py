"""A column whose persons say what they ask for: levels stay with values, noise alone is chance."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from hetdp_core import mean
from hetdp_core.errors import InvalidInput
from hetdp_core.mean.column import (
    EVERYBODY,
    LOCAL,
    estimate_column,
    estimate_column_by_levels,
    mse_with_own_levels,
)
from hetdp_core.mean.empirical import empirical
from hetdp_core.mean.methods import sampling
from hetdp_core.profiles import PrivacyProfile
from hetdp_core.release import ReleaseRequest, prepare
from hetdp_core.release.plan import expected_error
from tests.tolerance import LONG_FORMULA, ROUNDING

BOUNDS = (0.0, 100.0)
LEVELS = np.geomspace(0.2, 5.0, 40)[np.arange(40) * 7 % 40]
"""No two alike: FME sets equal ones apart by their order."""

STRICTEST = np.full(LEVELS.size, LEVELS.min())

VALUES = np.random.default_rng(3).uniform(0.0, 100.0, LEVELS.size) * np.sqrt(LEVELS / 5.0)
"""Whoever asks for less privacy has larger values: to whom a level belongs matters."""


def estimated(values=VALUES, levels=LEVELS, seed=0, everybody=False):
    rng = np.random.default_rng(seed)
    return estimate_column_by_levels(values, BOUNDS, levels, rng=rng, everybody=everybody)


def test_each_value_has_the_weight_of_its_own_persons_level():
    """The other road: the plan for these levels in this order, and the estimate made with it."""
    plan, found = mean.adpm(LEVELS), estimated(seed=7)
    again = mean.estimate(VALUES, plan, BOUNDS, rng=np.random.default_rng(7))
    assert found.private_estimate == again
    assert found.without_noise == pytest.approx(float(plan.weights @ VALUES), rel=ROUNDING)


def test_rows_in_another_order_with_their_levels_change_nothing_exact():
    order = np.random.default_rng(1).permutation(LEVELS.size)
    found, moved = estimated(), estimated(VALUES[order], LEVELS[order])
    assert moved.rms_error == pytest.approx(found.rms_error, rel=LONG_FORMULA)
    for name in ("true_mean", "without_noise", "noise_scale", "tuned_error"):
        assert getattr(moved, name) == pytest.approx(getattr(found, name), rel=LONG_FORMULA)


@pytest.mark.parametrize("method", mean.METHODS)
def test_errors_agree_with_repeated_releases_of_the_same_rows(method):
    """Four standard errors of the mean square; levels stay where they are."""
    scaled, rng = mean.centred(VALUES, BOUNDS), np.random.default_rng(5)
    plan = mean.plan(method, LEVELS)
    answers = plan.release(np.broadcast_to(scaled, (20_000, scaled.size)), rng)
    squared = (answers - np.mean(scaled)) ** 2
    exact = (estimated().rms_error[method] / 100.0) ** 2
    assert abs(np.mean(squared) - exact) <= 4 * np.std(squared) / np.sqrt(squared.size)


@pytest.mark.parametrize("levels", [[0.4, 1.0, 2.5, 0.1], [0.4, np.inf, 2.5, np.inf], [9.0] * 4])
def test_sampling_misses_what_all_samples_there_may_be_miss_on_average(levels):
    values, plan = np.array([-0.5, 0.1, 0.4, 0.3]), sampling(levels)
    keep, centre = plan.keep_probability, float(np.mean(values))
    expected = plan.noise_variance
    for kept in product([False, True], repeat=4):
        chance = float(np.prod(np.where(kept, keep, 1.0 - keep)))
        answer = float(np.mean(values[list(kept)])) if any(kept) else 0.0
        expected += chance * (answer - centre) ** 2
    assert mse_with_own_levels(plan, values) == pytest.approx(expected, rel=LONG_FORMULA)


def test_where_all_ask_for_the_same_it_is_the_error_of_levels_dealt_out_by_chance():
    alike = PrivacyProfile(np.array([0.8]), np.array([float(LEVELS.size)]))
    dealt = estimate_column(VALUES, BOUNDS, alike, rng=np.random.default_rng(0))
    found = estimated(levels=np.full(LEVELS.size, 0.8))
    for method in set(mean.METHODS) - {"sampling", "fme"}:  # chance anyway; and see `LEVELS`
        assert found.rms_error[method] == pytest.approx(dealt.rms_error[method], rel=LONG_FORMULA)


def test_about_these_very_people_it_is_as_near_as_a_release_says_and_best_in_the_worst_case():
    these = estimated(everybody=True)
    request = ReleaseRequest("x", "", BOUNDS, LEVELS, "column", everybody=True)
    released = prepare(request).half_width
    assert 0.0 <= released - these.privacy_half_width <= 1e-4  # values are rounded there
    assert these.confidence_half_width == these.privacy_half_width  # nobody is sampled
    plan, scaled = empirical(LEVELS), mean.centred(VALUES, BOUNDS)
    assert these.without_noise == pytest.approx(100.0 * (scaled @ plan.weights + 0.5))
    of_methods = {key: e for key, e in estimated().rms_error.items() if key not in LOCAL}
    own = {key: these.rms_error[key] for key in (EVERYBODY, "uniform")}
    assert these.rms_error == {**of_methods, **own}
    for_all = prepare(replace(request, epsilon=STRICTEST, levels_from="strictest"))
    assert these.worst_error["uniform"] == pytest.approx(expected_error(for_all).together, rel=1e-4)
    assert these.rms_error[EVERYBODY] == 100.0 * mse_with_own_levels(plan, scaled) ** 0.5
    assert mse_with_own_levels(plan, np.full(40, 0.5)) == pytest.approx(plan.worst_case_mse)


def test_the_worst_case_of_each_method_is_attained_by_a_table_and_exceeded_by_none():
    worst = estimated(everybody=True).worst_error
    assert np.isnan(worst.pop("sampling"))  # no closed form is known
    for key, error in worst.items():
        levels = STRICTEST if key == "uniform" else LEVELS
        plan = empirical(levels) if key in (EVERYBODY, "uniform") else mean.plan(key, LEVELS)
        leaning = np.where(plan.weights < 1.0 / LEVELS.size, -0.5, 0.5)
        tables = [leaning, np.full(40, 0.5), *np.random.default_rng(1).uniform(-0.5, 0.5, (9, 40))]
        tried = max(100.0 * mse_with_own_levels(plan, table) ** 0.5 for table in tables)
        assert tried <= error * (1.0 + LONG_FORMULA)
        assert tried == pytest.approx(error, rel=LONG_FORMULA)
    assert estimated().worst_error["adpm"] == 100.0 * mean.adpm(LEVELS).worst_case_mse ** 0.5


def test_too_strict_levels_answer_the_middle_of_the_range():
    estimate = estimated(levels=np.full(LEVELS.size, 1e-6))
    assert estimate.without_noise == 50.0
    assert estimate.rms_error["adpm"] == pytest.approx(abs(estimate.true_mean - 50.0), rel=ROUNDING)


def test_a_usable_level_for_each_value_is_needed():
    with pytest.raises(InvalidInput, match="epsilon must be positive"):
        estimated(levels=np.append(LEVELS[1:], np.nan))
    with pytest.raises(InvalidInput, match=r"each of 40 values .given: 39"):
        estimated(levels=LEVELS[1:])
    with pytest.raises(InvalidInput, match=r"one value per user \(40; given: 39"):
        mse_with_own_levels(mean.adpm(LEVELS), np.zeros(39))
