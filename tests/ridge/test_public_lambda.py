"""A regularisation from public numbers: what it may know, and what it costs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core import datasets, ridge
from hetdp_core.errors import InvalidInput
from hetdp_core.grids import preferred_numbers
from hetdp_core.profiles import make_profile
from hetdp_core.ridge.noise import Calibration, noise_rate
from hetdp_core.ridge.problem import DeclaredBounds
from hetdp_core.ridge.public_lambda import public_choice
from hetdp_core.ridge.records import Records, paper_profile, prepare
from hetdp_core.ridge.sweep import HIGHEST, LOWEST, REGRESSIONS
from tests.ridge.helpers import mixed_levels, small_problem
from tests.tolerance import LONG_FORMULA, ROUNDING

LAMS = preferred_numbers(LOWEST, HIGHEST)
SHARP = Calibration()


def chosen(problem, levels):
    return public_choice(levels, problem.bounds, LAMS, SHARP)


@pytest.mark.parametrize("key", datasets.available())
@pytest.mark.parametrize("factor", [1.0, 10.0])
def test_it_loses_little_against_the_best_in_hindsight(key, factor):
    """At the paper's levels, and at ten times those, the loss is little more than the least.

    Simulated losses are the same draws for both, so what is left of chance does not show.
    """
    settings = ridge.DesignSettings(datasets.info(key).default_target, centre_labels=True)
    problem = prepare(Records(key, settings), datasets.load(key)).problem
    profile = make_profile(paper_profile(problem.rows))
    levels = factor * profile.assigned(np.random.default_rng(0))
    curves = ridge.loss_curves(problem, levels, LAMS, REGRESSIONS)
    best = min(curves[method].least for method in REGRESSIONS)
    found = chosen(problem, levels)
    loss = curves[found.method].unregularised.mean[found.lam == LAMS][0]
    assert 1.0 <= loss / best <= 1.15


def test_no_record_is_looked_at():
    levels = mixed_levels(40)
    first, second = (small_problem(seed=seed) for seed in (0, 1))
    assert chosen(first, levels) == chosen(second, levels)


@given(st.integers(1, 30), st.integers(1, 400), st.floats(-3.0, 3.0), st.floats(0.1, 1.0))
def test_it_is_the_least_of_the_guesses_one_by_one(d, n, exponent, label):
    """Second road: the formulas of FORMULAS 5.3a in a loop."""
    bounds = DeclaredBounds(d, d**0.5 / 2.0 + 0.5, label)
    levels = np.full(n, 10.0**exponent)
    found, budget, R = (
        public_choice(levels, bounds, LAMS, SHARP),
        n * 10.0**exponent,
        bounds.row_norm,
    )
    guesses, h = {}, R**2 / (2 * d)
    for lam in LAMS:
        shrinking = label**2 / 3 * (lam / (lam + h)) ** 2
        rate = noise_rate(budget, lam, bounds, SHARP)
        guesses["pdp_op", lam] = (d + 1) * R**2 / rate**2 + shrinking
        rho = label / (2 * lam**0.5) if lam <= R**2 else label * R / (R**2 + lam)
        if budget > R**2 / lam * (1 + LONG_FORMULA):
            rate = (budget - R**2 / lam) / (2 * (R**2 * rho + 2 * R * label))
            noise = (d + 1) * R**2 / (4 * rate**2 * (lam + h) ** 2)
            guesses["objective", lam] = noise + shrinking
    least = min(guesses.values())
    near = 1.0 + LONG_FORMULA + 1e-9 * n  # the budget has a share set aside for rounding
    assert found.guess <= least * near
    assert guesses[found.method, found.lam] <= least * near


def test_what_noise_costs_is_an_upper_bound():
    """The first term alone, for output perturbation: no rows are longer than R."""
    problem, levels = small_problem(rows=30, d=4), mixed_levels(30)
    curves = ridge.loss_curves(problem, levels, LAMS, ["pdp_op"])
    added = curves["pdp_op"].unregularised.mean - _without_noise(problem, levels)
    bounds = problem.bounds
    rate = curves["pdp_op"].noise_rate
    assert np.all(added <= (bounds.dimension + 1) * bounds.row_norm**2 / rate**2 * (1 + ROUNDING))


def _without_noise(problem, levels):
    loss = problem.test_loss
    weights = levels / levels.sum()
    gram = problem.X.T @ (weights[:, None] * problem.X)
    cross = problem.X.T @ (weights * problem.y)
    theta = [np.linalg.solve(gram + lam * np.eye(len(gram)), cross) for lam in LAMS]
    return loss.at(np.array(theta))


def test_public_records_need_no_noise_and_hence_no_shrinking():
    found = public_choice([1.0, np.inf], DeclaredBounds(3, 1.0), LAMS, SHARP)
    assert found.lam == LOWEST


def test_smaller_budgets_are_shrunk_more():
    bounds = DeclaredBounds(10, 2.0)
    picked = [
        public_choice(np.full(100, level), bounds, LAMS, SHARP).lam for level in (100.0, 1.0, 0.01)
    ]
    assert picked == sorted(picked)
    assert picked[0] < picked[-1]


@pytest.mark.parametrize("levels", [[0.0], [np.nan], []])
def test_levels_that_are_none_are_refused(levels):
    with pytest.raises(InvalidInput, match="epsilon"):
        public_choice(levels, DeclaredBounds(3, 1.0), LAMS, SHARP)
