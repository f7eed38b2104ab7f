"""The CDP route: budgets of Proposition 6, its Laplace reports, and their guarantee."""

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, minimize

from hetdp_core import features
from hetdp_core.errors import InvalidInput, SolverFailed
from hetdp_core.features import convex_program
from hetdp_core.features.notions import cdp_constraints
from tests.cases import first_and_in_studies
from tests.tolerance import SEARCHED, SOLVED


def demand(seed):
    rng = np.random.default_rng(seed)
    delta = 10.0 ** rng.uniform(-3, 1.5, int(rng.integers(1, 8)))
    epsilon = 10.0 ** rng.uniform(-2, 1.5)
    q = [0.0, 1.0, rng.random(), 10.0 ** rng.uniform(-9, 0)][seed % 4]
    return delta, float(epsilon), q


# Where nothing ties the features together the solver reports "almost solved" now and then;
# the certificate decides all the same.
@pytest.mark.filterwarnings("ignore:Solution may be inaccurate")
@pytest.mark.parametrize("seed", first_and_in_studies(range(40), 8))
def test_budgets_keep_delta_bcdp_and_epsilon_ldp(seed):
    delta, epsilon, q = demand(seed)
    plan = convex_program.allocate_coordinatewise(delta, epsilon, q)
    assert np.all(plan.budgets > 0)
    assert plan.ldp_level <= epsilon
    assert np.all(plan.bcdp_levels <= delta * (1 + 1e-12))


@pytest.mark.filterwarnings("ignore:Solution may be inaccurate")
@pytest.mark.parametrize("seed", first_and_in_studies(range(16), 4))
def test_no_other_solver_finds_better_budgets(seed):
    """Second road: a general solver under the same constraints, from two starts."""
    delta, epsilon, q = demand(seed)
    delta, epsilon = np.maximum(delta, 0.05), max(epsilon, 0.05)
    rows = np.vstack([cdp_constraints(delta, q), np.full(delta.size, 1 / epsilon)])
    alone = 1 / rows.max(axis=0)
    scale = np.min(alone)
    plan = convex_program.allocate_coordinatewise(delta, epsilon, q)

    def cost(c: np.ndarray) -> float:
        return float(np.sum((scale / c) ** 2))

    for start in (plan.budgets * 0.9, alone / (2 * delta.size)):
        other = minimize(
            cost,
            np.asarray(start, dtype=np.float64),
            method="SLSQP",
            bounds=Bounds(1e-6 * alone, alone),
            constraints=LinearConstraint(rows, ub=1.0),
            tol=1e-12,
            options={"maxiter": 500},
        )
        feasible = other.x / max(1.0, np.max(rows @ other.x))
        assert cost(plan.budgets) <= cost(feasible) * (1 + 1e-4)


@pytest.mark.parametrize(
    ("delta", "epsilon", "q", "budgets"),
    [
        ([1.0, 2.0, 3.0], 50.0, 0.0, [1.0, 2.0, 3.0]),
        ([0.6], 9.0, 1.0, [0.6]),
        ([0.6] * 4, 9.0, 1.0, [0.15] * 4),
        ([np.inf, np.inf], 3.0, 0.5, [1.5, 1.5]),
    ],
)
def test_budgets_at_the_ends_are_each_level_an_equal_part_of_one_or_of_epsilon(
    delta, epsilon, q, budgets
):
    plan = convex_program.allocate_coordinatewise(delta, epsilon, q)
    np.testing.assert_allclose(plan.budgets, budgets, rtol=SOLVED)


def test_the_tightest_constraint_is_met_with_equality():
    delta, epsilon, q = np.array([0.2, 0.2, 2.0, 2.0]), 2.0, 0.1
    plan = convex_program.allocate_coordinatewise(delta, epsilon, q)
    rows = np.vstack([cdp_constraints(delta, q), np.full(4, 1 / epsilon)])
    assert np.max(rows @ plan.budgets) == pytest.approx(1.0, abs=SEARCHED)


def test_the_certificate_refuses_budgets_that_are_not_the_best(monkeypatch):
    monkeypatch.setattr(convex_program, "_lower_bound", lambda *_: 0.5)
    with pytest.raises(SolverFailed, match="from the best total error"):
        convex_program.allocate_coordinatewise([0.5, 1.0], 1.0, 0.1)


def test_the_sampled_noise_has_the_scale_its_level_needs():
    """c_i-LDP of coordinate i: sensitivity 2 over the Laplace scale is c_i."""
    plan = convex_program.allocate_coordinatewise([0.5, 2.0], 2.0, 0.05)
    np.testing.assert_allclose(2.0 / np.sqrt(plan.variance(1) / 2), plan.budgets)


def test_separate_reports_win_without_correlation_and_lie_between_two_rules_with_it():
    """At q = 0.1 the CDP route lies between the optimised allocation and plain min-δ."""
    delta, n = np.array([0.2, 0.2, *[2.0] * 8]), 10_000
    route = np.sum(
        np.minimum(convex_program.allocate_coordinatewise(delta, 2.0, 0.1).variance(n), 1.0)
    )
    best = features.coordinate_variance(features.allocate(delta, 2.0, 0.1, n=n), n).sum()
    plain = features.coordinate_variance(features.allocate(delta, 2.0, 0.1, "min_delta"), n).sum()
    assert best < route < plain
    assert convex_program.compare_routes(tuple(delta), 2.0, 0.0, n).ratio < 1.0
    assert convex_program.compare_routes(tuple(delta), 2.0, 0.5, n).ratio > 1.0


@pytest.mark.parametrize(
    ("delta", "epsilon", "q", "says"),
    [
        ([0.0], 1.0, 0.1, "^delta must"),
        ([1.0], np.nan, 0.1, "^epsilon must"),
        ([1.0], 1.0, 2.0, "^q must"),
        ([0.5] * (convex_program.MOST_SEPARATE + 1), 2.0, 0.1, "reported separately"),
    ],
)
def test_bad_input_and_more_features_than_a_page_can_wait_for_are_refused(delta, epsilon, q, says):
    with pytest.raises(InvalidInput, match=says):
        convex_program.allocate_coordinatewise(delta, epsilon, q)
