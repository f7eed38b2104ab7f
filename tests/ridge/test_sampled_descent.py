"""Sampled gradient descent: its steps by a plain calculation, and an audit by simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import norm

from hetdp_core import ridge
from hetdp_core.profiles import ProfileSettings, dealt, make_profile
from hetdp_core.ridge.chances import spent_by
from hetdp_core.ridge.gradient_descent import FLAT, STEPS, descent_of
from hetdp_core.ridge.noisy_sums import DELTA
from hetdp_core.ridge.sampled_descent import sampled_descent_of
from tests.ridge.helpers import prepared_of, small_problem, training
from tests.tolerance import ROUNDING

KEY = "sampled_descent"
LEVELS = np.array([1.0, 5.0, 5.0, 10.0])


def gradients(problem, theta, clip):
    """(M, n, 2) clipped gradients at (M, 2) coefficients, by their definition."""
    residuals = problem.y - theta @ problem.X.T
    vectors = residuals[:, :, None] * problem.X
    lengths = np.linalg.norm(vectors, axis=2, keepdims=True)
    return vectors * np.minimum(1.0, clip / np.maximum(lengths, 1e-300))


def descend(problem, descent, lam, present, normal, beside=None):
    """θ of M runs, and the loss of the first record's pair of laws against the problem beside."""
    steep, flat = (problem.bounds.row_norm**2 / share + lam for share in (1.0, FLAT * 2))
    rate = 4.0 / (math.sqrt(steep) + math.sqrt(flat)) ** 2
    kept = ((math.sqrt(steep) - math.sqrt(flat)) / (math.sqrt(steep) + math.sqrt(flat))) ** 2
    theta = moved = np.zeros((present.shape[1], 2))
    loss, chance = np.zeros(len(theta)), descent.chances[0]
    for part, draw in zip(present, normal, strict=True):
        terms = gradients(problem, theta, descent.clip)
        total = np.sum(terms * part[:, :, None], axis=1) + descent.noise * draw
        if beside is not None:  # the adversary knows who else took part
            seen = total - np.sum((terms * part[:, :, None])[:, 1:], axis=1)
            without = np.prod(norm.pdf(seen / descent.noise), axis=1)
            laws = []
            for either in (problem, beside):
                first = gradients(either, theta, descent.clip)[:, 0]
                with_it = np.prod(norm.pdf((seen - first) / descent.noise), axis=1)
                laws.append((1 - chance) * without + chance * with_it)
            loss += np.log(laws[0] / laws[1])
        moved = kept * moved + rate * (total / np.sum(descent.chances) - lam * theta)
        theta = theta + moved
    return theta, loss


def with_first(record):
    """Three records behind this one."""
    records = np.array([record] + [[1.0, 0.3, -0.2]] * 3)
    return training(records[:, :2], records[:, 2])


@pytest.mark.parametrize("lam", [0.05, 1.0, 20.0])
def test_released_coefficients_are_those_of_the_steps_as_written(lam):
    problem, levels = small_problem(d=2), np.geomspace(0.1, 10.0, 40)
    descent = sampled_descent_of(problem, levels)
    rng = np.random.default_rng(2)
    found = ridge.sample_coefficients(problem, levels, lam, KEY, releases=3, rng=rng)
    again, present, normal = np.random.default_rng(2), [], []
    for _ in range(STEPS):
        present.append(descent.chances > again.random((40, 3)).T)
        normal.append(again.standard_normal((2, 1, 3))[:, 0].T)
    theta, _ = descend(problem, descent, lam, np.array(present), np.array(normal))
    np.testing.assert_allclose(found, theta, rtol=1e-9)


def test_nobody_spends_more_than_asked_and_the_most_relaxed_take_part_always():
    problem, levels = small_problem(d=2), np.append(np.geomspace(0.03, 3.0, 39), np.inf)
    descent = sampled_descent_of(problem, levels)
    shift = descent.clip / descent.noise
    assert np.all(spent_by(descent.chances[:-1], DELTA, shift, STEPS)[:-1] <= levels[:-2])
    assert np.all(np.diff(descent.chances) >= 0)
    assert descent.chances[0] < 0.1
    assert descent.chances[-1] == 1.0


def test_equal_levels_are_the_descent_in_which_all_take_part():
    problem, levels = small_problem(d=2), np.full(40, 3.0)
    descent, scaled = sampled_descent_of(problem, levels), descent_of(problem, levels)
    assert np.all(descent.chances == 1.0)
    assert descent.clip == pytest.approx(scaled.clips[0], rel=ROUNDING)
    assert descent.noise == pytest.approx(scaled.noise, rel=ROUNDING)


def test_the_worst_neighbours_have_the_trade_off_of_their_chance_and_others_less():
    """The privacy loss of all sums, simulated, at a δ that simulations can tell."""
    first, wanted = with_first([1.0, 1.0, 1.0]), 0.05
    descent = sampled_descent_of(first, LEVELS)
    shift = descent.clip / descent.noise
    assert 0.02 < descent.chances[0] < 0.9
    level = spent_by(descent.chances[:1], wanted, shift, STEPS)[0]
    # so strong a λ that θ stays near 0 and the first gradient is always clipped
    for other, is_worst in (([1.0, 1.0, -1.0], True), ([0.0, 0.0, 1.0], False)):
        rng = np.random.default_rng(1)
        present = rng.random((STEPS, 40_000, descent.chances.size)) < descent.chances
        normal = rng.standard_normal((STEPS, 40_000, 2))
        losses = descend(first, descent, 1e6, present, normal, with_first(other))[1]
        deltas = np.maximum(-np.expm1(level - losses), 0.0)
        excess = np.mean(deltas) - wanted
        error = 4.0 * np.std(deltas) / math.sqrt(losses.size)
        assert abs(excess) <= error if is_worst else excess < -error


@pytest.mark.parametrize(("high", "wins"), [(10.0, True), (1.0, False)])
def test_it_beats_clips_in_proportion_where_some_are_relaxed_and_not_where_all_are_strict(
    high, wins
):
    problem = prepared_of("nhefs", "sbp").problem
    levels = dealt(
        make_profile(ProfileSettings("log_uniform", low=0.01, high=high)), problem.rows, 0
    )
    curves = ridge.loss_curves(
        problem, levels, np.geomspace(1e-2, 1e2, 20), [KEY, "gradient_descent"]
    )
    apart = curves[KEY].least_loss - curves["gradient_descent"].least_loss
    both = [curves[key].unregularised.standard_error[curves[key].best] for key in curves]
    assert (apart < 0) == wins
    assert abs(apart) > 2.0 * math.hypot(*both)
