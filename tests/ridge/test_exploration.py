"""The comparison behind the hero figure: consistent with the mechanisms, honest in its verdict."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core import ridge
from hetdp_core.errors import InvalidInput
from hetdp_core.ridge.exploration import PRINTED, SERIES, RidgeScenario, explore
from hetdp_core.ridge.settings import synthetic_problem


def problem(records=60, d=4, seed=0):
    return synthetic_problem(np.random.default_rng(seed), records, d)


def levels(made, seed=0):
    return np.random.default_rng(seed).uniform(0.1, 2.0, made.training.rows)


def test_the_present_lambda_is_among_those_drawn():
    made = problem()
    sweep = explore(made, levels(made), RidgeScenario(lam=0.37))
    assert sweep.lams[sweep.current] == 0.37
    assert np.all(np.diff(sweep.lams) > 0)


@pytest.mark.parametrize("key", ["pdp_op", "non_personalised", "private_mean"])
def test_a_curve_equals_the_expected_loss_at_each_lambda(key):
    made = problem()
    asked = levels(made)
    sweep = explore(made, asked, RidgeScenario(lam=0.5))
    found = ridge.expected_loss(
        made.X, made.y, asked, 0.5, made.X_test, made.y_test, key, noise="sharp"
    )
    np.testing.assert_allclose(sweep.mean_loss(key)[sweep.current], found.mean)


def test_the_printed_series_keeps_the_printed_noise_whatever_the_others_use():
    made = problem()
    asked = levels(made)
    sharp = explore(made, asked, RidgeScenario(noise="sharp"))
    bounded = explore(made, asked, RidgeScenario(noise="bounded", theta_bound=0.1))
    np.testing.assert_array_equal(sharp.mean_loss(PRINTED), bounded.mean_loss(PRINTED))
    assert np.all(sharp.mean_loss(PRINTED) >= sharp.mean_loss("pdp_op"))


def test_the_verdict_prefers_the_mean_when_privacy_is_strict_and_regression_when_it_is_not():
    made = problem(records=400)
    strict = explore(made, np.full(made.training.rows, 1e-3), RidgeScenario())
    relaxed = explore(made, np.full(made.training.rows, 1e3), RidgeScenario())
    assert not strict.verdict.worth_releasing
    assert relaxed.verdict.worth_releasing
    assert relaxed.verdict.loss >= relaxed.verdict.nonprivate_loss


def test_equal_levels_gain_nothing_by_personalisation():
    made = problem()
    sweep = explore(made, np.full(made.training.rows, 0.5), RidgeScenario(series=tuple(SERIES)))
    np.testing.assert_allclose(sweep.improvement("pdp_op"), 1.0)


@given(
    share=st.floats(0.0, 1.0),
    rows=st.integers(3, 12),
    d=st.integers(1, 14),
    regularised=st.booleans(),
)
def test_nothing_is_nan_where_it_is_drawn_with_few_records_and_public_ones(
    share, rows, d, regularised
):
    made = problem(rows, d)
    asked = np.full(made.training.rows, 0.1)
    asked[: round(share * asked.size)] = np.inf
    sweep = explore(made, asked, RidgeScenario(points=7, regularised=regularised))
    for key, curve in sweep.series.items():
        assert not np.any(np.isnan(sweep.mean_loss(key)[curve.available]))
    assert np.all(sweep.noise_spread >= 0)
    low, high = sweep.loss_range
    assert 0 < low < high


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"lam": 0.0}, "lambda must be positive"),
        ({"lam": float("nan")}, "lambda must be positive"),
        ({"lam": -1.0}, "lambda must be positive"),
        ({"noise": "none"}, "noise must be one of"),
        ({"noise": "bounded"}, "theta_bound must be given"),
        ({"series": ("adpm",)}, "series must be one of"),
        ({"points": 1}, "points must lie"),
    ],
)
def test_bad_knobs_are_refused_in_one_sentence(changes, says):
    with pytest.raises(InvalidInput, match=says):
        RidgeScenario(**changes)
