"""What neighbouring λ have in common gives the numbers that each λ has by itself."""

import numpy as np
import pytest

from hetdp_core import ridge
from hetdp_core.ridge.common_draws import losses_from_common_draws, unit_noise
from hetdp_core.ridge.methods import draw_predictor
from hetdp_core.ridge.noise import draw_noise, known_length
from hetdp_core.ridge.objective import objective_rate
from hetdp_core.ridge.problem import REMEMBERED
from hetdp_core.ridge.weights import personalised
from tests.ridge.helpers import SHARP, inputs, mixed_levels, small_problem, solve
from tests.tolerance import LONG_FORMULA, ROUNDING

METHODS_DRAWN = ("pdp_op", "objective", "non_personalised", "jorgensen_repaired")
LEVELS = {
    "mixed": mixed_levels(40),
    "alike": np.full(40, 0.3),
    "some public": np.where(np.arange(40) % 7 == 0, np.inf, 0.5),
    "hardly any noise": mixed_levels(40) * 1e6,
}


@pytest.mark.parametrize("levels", LEVELS.values(), ids=LEVELS)
@pytest.mark.parametrize("method", METHODS_DRAWN)
def test_losses_from_common_draws_are_those_of_the_releases_drawn_at_each_lambda(method, levels):
    """Second road: coefficients are drawn, and each predicts the test records."""
    problem = small_problem()
    for lam in (2.0, 1e3, 2.0):
        asked = inputs(problem, levels, lam)
        if method == "objective" and not asked.personalised[0] > 4.0 / lam:
            continue  # not available
        drawn, _ = draw_predictor(method, asked, 300, np.random.default_rng((7, 1)))
        missed = np.mean((drawn @ problem.X_test.T - problem.y_test) ** 2, axis=1)
        found = losses_from_common_draws(method, asked, 300, (7, 1))
        np.testing.assert_allclose(found, missed, rtol=LONG_FORMULA)


@pytest.mark.parametrize("method", METHODS_DRAWN)
def test_without_noise_and_with_less_than_rounding_all_losses_are_the_same_number(method):
    for levels in (np.full(40, np.inf), mixed_levels(40) * 1e18):
        if method == "jorgensen_repaired" and np.isfinite(levels[0]):
            continue  # who is kept is left to chance
        losses = losses_from_common_draws(method, inputs(small_problem(), levels, 1.0), 50, (0,))
        assert np.all(losses == losses[0])


def _ball(gram, cross, noise, lam, radius):
    """The released coefficients of objective perturbation, by bisecting μ with a linear solver."""

    def at(shift):
        return np.linalg.solve(gram + (lam + shift) * np.eye(len(cross)), cross - noise / 2.0)

    low, high = 0.0, 1.0
    if np.linalg.norm(at(0.0)) <= radius:
        return at(0.0)
    while np.linalg.norm(at(high)) > radius:
        high *= 2.0
    for _ in range(200):
        middle = (low + high) / 2.0
        low, high = (middle, high) if np.linalg.norm(at(middle)) > radius else (low, middle)
    return at(high)


@pytest.mark.parametrize("levels", LEVELS.values(), ids=LEVELS)
def test_the_curve_of_objective_perturbation_is_that_of_each_lambda_by_itself(levels):
    """Second road: no eigenvectors, no blocks; every draw at every λ by a linear solver."""
    problem, lams, draws = small_problem(), np.array([0.4, 3.0, 50.0]), 24
    curves = ridge.loss_curves(problem, levels, lams, ["objective"], draws=draws)
    found = curves["objective"]
    weights, budget = personalised(levels, problem.bounds.dimension)
    rows = problem.X * weights[:, None]
    gram, cross = rows.T @ problem.X, rows.T @ problem.y
    unit = draw_noise(1.0, (draws, 4), np.random.default_rng([0, 2]))
    for place, lam in enumerate(lams):
        radius = known_length(lams[[place]], problem.bounds, SHARP)
        rate = objective_rate(budget, lams[[place]], radius, problem.bounds)
        assert found.available[place] == (rate[0] > 0)
        if not found.available[place]:
            continue
        theta = np.array([_ball(gram, cross, one / rate[0], lam, radius[0]) for one in unit])
        plain = np.mean((theta @ problem.X_test.T - problem.y_test) ** 2, axis=1)
        both = plain, plain + lam * np.sum(theta**2, axis=1)
        for losses, moments in zip(both, (found.unregularised, found.regularised), strict=True):
            assert moments.mean[place] == pytest.approx(np.mean(losses), rel=LONG_FORMULA, abs=0)
            spread = np.std(losses, ddof=1)
            assert moments.std[place] == pytest.approx(spread, rel=LONG_FORMULA, abs=ROUNDING)


@pytest.mark.parametrize("method", METHODS_DRAWN)
def test_what_a_problem_remembers_is_asked_for_by_levels_seed_and_number(method):
    """The same problem under one setting after the other, and a fresh one for each."""
    known = small_problem()
    for levels in (mixed_levels(40), mixed_levels(40, 2)):
        for draws, seed in ((30, (1,)), (30, (2,)), (31, (1,))):
            found, fresh = (
                losses_from_common_draws(method, inputs(problem, levels, 20.0), draws, seed)
                for problem in (known, small_problem())
            )
            np.testing.assert_array_equal(found, fresh)


def test_what_is_remembered_belongs_to_its_own_levels():
    """More levels than are remembered, there and back again."""
    problem = small_problem()
    many = [mixed_levels(40, seed) for seed in range(REMEMBERED + 2)]
    for levels in (*many, *many):
        _, path = problem.personalised(levels)
        assert path is problem.personalised(levels.copy())[1]
        theta = path.path(np.array([0.7]))[0]
        expected = solve(problem.X, problem.y, levels / np.sum(levels), 0.7)
        np.testing.assert_allclose(theta, expected, rtol=LONG_FORMULA)


def test_the_unit_noise_of_a_seed_is_drawn_once():
    first = unit_noise(3, 50, (1, 1))
    assert first is unit_noise(3, 50, (1, 1))
    drawn = draw_noise(1.0, (50, 3), np.random.default_rng((1, 1)))
    np.testing.assert_array_equal(first.columns, drawn.T)
    assert not np.array_equal(first.columns, unit_noise(3, 50, (2, 1)).columns)
