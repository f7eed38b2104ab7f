"""The comparison behind the hero figure: consistent with the mechanisms, honest in its verdict."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core import ridge
from hetdp_core.errors import InvalidInput
from hetdp_core.figures.ridge.hero import loss_range
from hetdp_core.ridge.public_choice import public_choice
from hetdp_core.ridge.records import synthetic_problem
from hetdp_core.ridge.sweep import CLEARLY, PRINTED, SERIES, RidgeScenario, loss_sweep
from tests.tolerance import UNMOVED, moved


def problem(records=60, d=4, seed=0):
    return synthetic_problem(np.random.default_rng(seed), records, d)


def levels(made, seed=0):
    return np.random.default_rng(seed).uniform(0.1, 2.0, made.rows)


@pytest.mark.parametrize(
    "changes", [{}, {"seed": 1}, {"lam": 0.37}, {"noise": "printed"}, {"points": 7}]
)
def test_what_a_problem_remembers_of_other_settings_changes_no_curve(changes):
    """The slow road: a problem that has never been looked at."""
    used, scenario = problem(), RidgeScenario(series=tuple(SERIES))
    for seed in (0, 1):
        loss_sweep(used, levels(used, seed), scenario)
    sweep, anew = (
        loss_sweep(made, levels(made, 2), replace(scenario, **changes))
        for made in (used, problem())
    )
    pairs = [(sweep.curves[key], anew.curves[key]) for key in SERIES]
    for curve, other in (*pairs, (sweep.nonprivate, anew.nonprivate)):
        np.testing.assert_array_equal(curve.unregularised.mean, other.unregularised.mean)
        np.testing.assert_array_equal(curve.regularised.std, other.regularised.std)
        np.testing.assert_array_equal(curve.noise_rate, other.noise_rate)


def test_the_printed_series_keeps_the_printed_noise_whatever_the_others_use():
    made = problem()
    asked = levels(made)
    both = ("pdp_op", PRINTED)
    sharp = loss_sweep(made, asked, RidgeScenario(both, noise="sharp"))
    bounded = loss_sweep(made, asked, RidgeScenario(both, noise="bounded", theta_bound=0.1))
    np.testing.assert_array_equal(sharp.mean_loss(PRINTED), bounded.mean_loss(PRINTED))
    assert np.all(sharp.mean_loss(PRINTED) >= sharp.mean_loss("pdp_op"))


@pytest.mark.parametrize("level", [1e-3, 1.0, 1e3])
def test_without_a_choice_the_regression_to_release_stands_beside_what_it_is_measured_against(
    level,
):
    made = problem(records=400)
    asked = np.full(made.rows, level)
    everything = loss_sweep(made, asked, RidgeScenario(tuple(SERIES)))
    least = {key: np.nanmin(everything.mean_loss(key)) for key in SERIES}
    settings = RidgeScenario()
    choice = public_choice(asked, made.bounds, settings.stops, settings.calibration)
    single = min(("private_mean", "zero"), key=least.__getitem__)
    assert set(loss_sweep(made, asked, settings).series) == {choice.method, PRINTED, single}


def test_the_verdict_prefers_the_mean_when_privacy_is_strict_and_regression_when_it_is_not():
    ridge_problem = problem(records=400)
    strict = loss_sweep(ridge_problem, np.full(ridge_problem.rows, 1e-3), RidgeScenario())
    relaxed = loss_sweep(ridge_problem, np.full(ridge_problem.rows, 1e3), RidgeScenario())
    assert strict.verdict.loss > (1 - CLEARLY) * strict.verdict.trivial_loss
    assert relaxed.verdict.loss < (1 - CLEARLY) * relaxed.verdict.trivial_loss
    assert relaxed.verdict.loss >= relaxed.verdict.nonprivate_loss


def test_every_lambda_that_a_drag_can_reach_is_short_in_a_link():
    ridge_problem = problem()
    for scenario in (RidgeScenario(), RidgeScenario(points=31, lam=1.0)):
        lams = loss_sweep(ridge_problem, levels(ridge_problem), scenario).lams
        assert (lams[0], lams[-1]) == (0.001, 1000.0)
        assert 20 <= lams.size <= scenario.points
        assert max(len(repr(float(lam))) for lam in lams) <= 6


@given(
    share=st.floats(0.0, 1.0),
    rows=st.integers(3, 12),
    d=st.integers(1, 14),
    regularised=st.booleans(),
)
def test_nothing_is_nan_where_it_is_drawn_with_few_records_and_public_ones(
    share, rows, d, regularised
):
    ridge_problem = problem(rows, d)
    levels = np.full(ridge_problem.rows, 0.1)
    levels[: round(share * levels.size)] = np.inf
    sweep = loss_sweep(ridge_problem, levels, RidgeScenario(points=7, regularised=regularised))
    for key in sweep.series:
        assert not np.any(np.isnan(sweep.mean_loss(key)[sweep.curves[key].available]))
    low, high = loss_range(sweep)
    assert low < high


@given(
    seed=st.integers(0, 2**32 - 1),
    rows=st.integers(4, 60),
    d=st.integers(1, 12),
    unequal=st.floats(0.0, 6.0),
    equal_columns=st.booleans(),
)
def test_a_unit_in_the_last_place_moves_no_reported_optimum(seed, rows, d, unequal, equal_columns):
    """Room for a thousand times what the worst condition (λ = 0.01) makes of a unit."""
    rng = np.random.default_rng(seed)
    X, y = rng.uniform(-1.0, 1.0, (rows, d)), rng.uniform(-1.0, 1.0, rows)
    if equal_columns:
        X[:, 0] = X[:, -1]
    epsilon = 10.0 ** rng.uniform(-2.0, unequal - 2.0, rows)
    moved_X, moved_y = (np.clip(moved(one, seed), -1.0, 1.0) for one in (X, y))
    scenario = RidgeScenario(points=26, lam=0.5)
    before, after = (
        loss_sweep(ridge.RidgeProblem(X, y, X, y), levels, scenario)
        for X, y, levels in ((X, y, epsilon), (moved_X, moved_y, moved(epsilon, seed)))
    )
    for name in ("loss", "trivial_loss", "nonprivate_loss"):
        found, expected = getattr(after.verdict, name), getattr(before.verdict, name)
        assert found == pytest.approx(expected, rel=UNMOVED), name
    for key in before.series:
        best = np.nanmin(before.mean_loss(key))
        assert np.nanmin(after.mean_loss(key)) == pytest.approx(best, rel=UNMOVED), key


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"lam": 0.0}, "lambda must be positive"),
        ({"lam": 1e-31}, "lambda must lie between"),
        ({"noise": "none"}, "noise must be one of"),
        ({"noise": "bounded"}, "theta_bound must be given"),
        ({"series": ("adpm",)}, "series must be one of"),
        ({"points": 1}, "points must lie"),
    ],
)
def test_bad_controls_are_refused_in_one_sentence(changes, says):
    with pytest.raises(InvalidInput, match=says):
        RidgeScenario(**changes)


@pytest.mark.parametrize("label", [-1.0, -1.0 / 3.0, 0.0, 0.1, 0.7])
def test_c15_a_constant_label_without_noise_is_met_and_no_loss_is_below_zero(label):
    """What is left is rounding, which has no say in the verdict."""
    features = np.random.default_rng(0).uniform(-1.0, 1.0, (40, 3))
    features[:, -1] = 1.0
    labels = np.full(40, label)
    made = ridge.RidgeProblem(features[:30], labels[:30], features[30:], labels[30:])
    sweep = loss_sweep(made, np.full(30, np.inf), RidgeScenario(series=tuple(SERIES)))
    for key in SERIES:
        assert np.all(sweep.curves[key].unregularised.mean >= 0.0), key
    assert sweep.curves["private_mean"].least_loss == pytest.approx(0.0, abs=1e-15)
    assert sweep.curves["zero"].least_loss == pytest.approx(label**2)
