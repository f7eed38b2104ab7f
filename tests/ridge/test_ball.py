"""Losses in the ball, found for all draws and all λ at once, are those found one by one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core.ridge import ball
from hetdp_core.ridge.ball import losses_in_ball
from hetdp_core.ridge.quadratic import QuadraticLoss
from hetdp_core.ridge.weights import Spectrum
from tests.tolerance import LONG_FORMULA


def one_by_one(path, loss, unit, lams, rate, radius):
    """The plain road: each release by itself, by bisection for the shift where the ball binds."""
    losses, squares = np.empty((2, lams.size, unit.shape[1]))
    for row, (lam, eta, most) in enumerate(zip(lams, rate, radius, strict=True)):
        for column, noise in enumerate(unit.T):
            theta = shifted(path.cross - 0.5 * noise / eta, path.values + lam, most)
            losses[row, column] = loss.at(theta)
            squares[row, column] = theta @ theta
    return losses, squares


def shifted(target, curvature, radius):
    if np.linalg.norm(target / curvature) <= radius:
        return target / curvature
    low, high = 0.0, np.linalg.norm(target) / radius
    for _ in range(300):
        middle = 0.5 * (low + high)
        longer = np.linalg.norm(target / (curvature + middle)) > radius
        low, high = (middle, high) if longer else (low, middle)
    return target / (curvature + high)


def settings(rng, d, rows, draws, alike):
    """A spectrum with ties and zeros, and a loss whose values are of the size of 1 in the ball."""
    values = np.sort(rng.choice([0.0, 1e-9, 0.3, 0.3, 5.0], d) * (1.0 if alike else rng.random(d)))
    cross = rng.choice([0.0, 1.0, -0.5], d) * np.sqrt(values)
    root = rng.normal(size=(d, d)) / d
    loss = QuadraticLoss(root.T @ root, rng.normal(size=d) / d, 1.0)
    lams = 10.0 ** rng.uniform(-3.0, 3.0, rows)
    rate = 10.0 ** rng.uniform(-4.0, 6.0, rows)
    rate[rng.random(rows) < 0.2] = np.inf
    return Spectrum(values, np.eye(d), cross), loss, rng.normal(size=(d, draws)), lams, rate


@given(
    seed=st.integers(0, 2**32 - 1),
    d=st.sampled_from([1, 2, 3, 9, 17]),
    rows=st.integers(1, 6),
    draws=st.integers(1, 5),
    reach=st.floats(-3.0, 2.0),
    alike=st.booleans(),
)
def test_losses_for_all_draws_at_once_are_those_of_each_by_itself(
    seed, d, rows, draws, reach, alike
):
    """Few λ and many, balls that hold all draws, some, and none; no noise, and far too much."""
    rng = np.random.default_rng(seed)
    path, loss, unit, lams, rate = settings(rng, d, rows, draws, alike)
    radius = 10.0**reach * np.ones(rows)
    losses, squares = losses_in_ball(path, loss, unit, lams, rate, radius)
    expected, lengths = one_by_one(path, loss, unit, lams, rate, radius)
    size = (1.0 + radius[:, None]) ** 2  # of what is added up to make a loss
    np.testing.assert_allclose(losses / size, expected / size, rtol=0, atol=LONG_FORMULA)
    most = np.maximum(radius, np.linalg.norm(path.cross / (path.values + lams[:, None]), axis=1))
    np.testing.assert_allclose(
        squares / most[:, None] ** 2, lengths / most[:, None] ** 2, rtol=0, atol=LONG_FORMULA
    )


@pytest.mark.parametrize("name", ["BLOCK", "PAIRS"])
def test_how_much_is_held_at_a_time_changes_nothing(monkeypatch, name):
    rng = np.random.default_rng(3)
    path, loss, unit, lams, rate = settings(rng, 5, 6, 40, alike=False)
    asked = path, loss, unit, lams, rate, np.full(6, 0.4)
    losses, squares = losses_in_ball(*asked)
    monkeypatch.setattr(ball, name, 20)
    again, lengths = losses_in_ball(*asked)
    np.testing.assert_allclose(again, losses, rtol=LONG_FORMULA)
    np.testing.assert_array_equal(lengths, squares)
    assert np.any(squares < 0.4**2)
    assert np.any(squares == 0.4**2)


def test_a_start_beyond_the_sphere_comes_back_to_it():
    """The start is a guess: from the right of the root the first step goes to its left."""
    rng = np.random.default_rng(1)
    target, values = rng.normal(size=(4, 50)), np.array([[0.0], [0.1], [2.0], [30.0]])
    radius, least = np.full(50, 0.3), np.full(50, 1e-3)
    near = ball._on_sphere(target, values, radius, least, least)
    far = ball._on_sphere(target, values, radius, least, np.full(50, 1e3))
    np.testing.assert_allclose(far, near, rtol=LONG_FORMULA)
    np.testing.assert_allclose(np.linalg.norm(far, axis=0), radius, rtol=LONG_FORMULA)
