"""Reports without a curator about these very people: nobody counts more than an equal share."""

import cvxpy as cp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

from hetdp_core.mean.local import local, local_among

LEVELS = st.lists(st.sampled_from([0.1, 0.3, 1.0, 3.0, np.inf]), min_size=2, max_size=60)


def error(plan):
    return plan.affine_worst_case_mse_against_sample**0.5


@given(LEVELS)
def test_it_is_no_worse_than_before_some_loosen_than_weights_for_a_population_or_the_middle(levels):
    found, strictest = local_among(levels), np.full(len(levels), min(levels))
    assert error(found) <= error(local_among(strictest)) * 1.001 + 1e-12
    assert error(found) <= min(error(local(levels)), 0.5) * (1 + 1e-9) + 1e-12
    assert np.all(found.weights <= 1 / len(levels) * (1 + 1e-12))


def less(values, gap, held):
    """What the error of these values lacks to that of the noise where all are 0."""
    return held @ values**2 - (gap @ values) ** 2


@pytest.mark.parametrize(
    ("levels", "people"), [((0.3, 1.0, 3.0), (100, 100, 113)), ((0.3,), (313,)), ((1, 8), (10, 10))]
)
def test_the_best_weights_by_a_convex_program_are_hardly_better(levels, people):
    """Second road: weights against the worst of ever more values, which are added in turn."""
    square, share = np.tanh(np.divide(levels, 2)) ** 2, np.divide(people, sum(people))
    users, worst = sum(people), [np.full(len(levels), 0.5)]
    for _ in range(15):
        part, bound = cp.Variable(len(levels)), cp.Variable()  # of an equal share
        away = cp.multiply(share, cp.abs(1 - part))
        losses = [
            cp.sum(cp.multiply(share / users * (0.25 / square - values**2), part**2))
            + cp.square(values @ away)
            for values in worst
        ]
        cp.Problem(cp.Minimize(bound), [loss <= bound for loss in losses]).solve(cp.CLARABEL)
        gap, held = share * np.abs(1 - part.value), share / users * part.value**2
        tries = [
            minimize(
                less, np.full(len(levels), start), (gap, held), bounds=[(0, 0.5)] * len(levels)
            )
            for start in (0.1, 0.3, 0.5)
        ]
        worst.append(min(tries, key=lambda found: found.fun).x)
    found = error(local_among(np.repeat(levels, people)))
    assert bound.value**0.5 * (1 - 1e-4) <= found <= bound.value**0.5 * 1.02


def test_it_is_the_error_of_many_releases_of_the_worst_values():
    levels = np.repeat([0.3, 3.0], [20, 30])
    plan, values = local_among(levels), np.full((40_000, 50), 0.5)
    squares = (plan.release(values, np.random.default_rng(3)) - 0.5) ** 2
    standard_error = np.std(squares) / np.sqrt(squares.size)
    assert np.mean(squares) <= error(plan) ** 2 + 4 * standard_error
