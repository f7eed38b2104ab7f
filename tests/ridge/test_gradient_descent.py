"""Gradient descent: nobody gets more than asked, by enumeration and by the law of its steps."""

import itertools
import math

import numpy as np
import pytest

from hetdp_core import datasets, ridge
from hetdp_core.conversions import gaussian_delta, gaussian_level
from hetdp_core.profiles import ProfileSettings, dealt, make_profile
from hetdp_core.ridge.gradient_descent import CLIP, FLAT, STEPS, clipped_sums, descent_of
from hetdp_core.ridge.noisy_sums import DELTA
from hetdp_core.ridge.records import Records, prepare
from tests.ridge.helpers import small_problem, training
from tests.tolerance import ROUNDING

KEY = "gradient_descent"
LEVELS = np.array([0.1, 2.0, 10.0, np.inf])
CORNERS = np.array(list(itertools.product([-1.0, 0.0, 1.0], repeat=3)))


def with_record(place, record):
    """Three records and another one at this place."""
    records = np.insert([[1.0, 0.3, -0.2]] * 3, place, record, axis=0)
    return training(records[:, :2], records[:, 2])


def sum_of(problem, theta, clips):
    """The sum of one step by its definition, a gradient at a time."""
    total = np.zeros_like(theta)
    for x, y, clip in zip(problem.X, problem.y, clips, strict=True):
        gradient = (y - theta @ x) * x
        total += gradient * min(1.0, clip / max(np.linalg.norm(gradient), 1e-300))
    return total


def descend(problem, epsilon, lam, normal, beside=None):
    """θ of all steps by a loop, and the privacy loss of their sums against the problem beside."""
    descent, theta, moved, loss = descent_of(problem, epsilon), np.zeros(2), np.zeros(2), 0.0
    steep, flat = (problem.bounds.row_norm**2 / share + lam for share in (1.0, FLAT * 2))
    rate = 4.0 / (math.sqrt(steep) + math.sqrt(flat)) ** 2
    kept = ((math.sqrt(steep) - math.sqrt(flat)) / (math.sqrt(steep) + math.sqrt(flat))) ** 2
    for draw in normal:
        total = sum_of(problem, theta, descent.clips)
        if beside is not None:
            apart = (total - sum_of(beside, theta, descent.clips)) / descent.noise
            loss += apart @ apart / 2.0 + apart @ draw
        moved = kept * moved
        moved += rate * ((total + descent.noise * draw) / problem.rows - lam * theta)
        theta = theta + moved
    return theta, loss


@pytest.mark.parametrize("place", range(4))
def test_replacing_a_record_moves_no_sum_by_more_than_two_clips_and_costs_its_level(place):
    """A public one, the last, counts as a private one of the level at which all saturate."""
    descent, moved = descent_of(with_record(place, CORNERS[0]), LEVELS), 0.0
    for at in np.random.default_rng(0).normal(size=(20, 2, 1)):
        sums = [clipped_sums(with_record(place, c), at, descent.clips)[:, 0] for c in CORNERS]
        moved = max(moved, *(math.dist(*pair) for pair in itertools.combinations(sums, 2)))
    assert moved == pytest.approx(2.0 * descent.clips[place], rel=ROUNDING)
    spent = math.sqrt(STEPS) * moved / descent.noise
    assert (1 - 1e-9) * descent.levels[place] <= spent <= descent.levels[place]
    if math.isfinite(LEVELS[place]):
        assert gaussian_delta(spent, LEVELS[place]) <= DELTA * (1 + 1e-6)


def test_the_worst_neighbours_have_exactly_the_trade_off_of_their_level_and_others_less():
    """The privacy loss of all sums, simulated: δ(ε) = E (1 - e^(ε - loss))⁺."""
    rng, levels, least = np.random.default_rng(1), np.array([1.0, 5.0, 5.0, 10.0]), 0.5
    first = with_record(3, [1.0, 1.0, 1.0])
    level = descent_of(first, levels).levels[3]
    noise = rng.normal(size=(1_500, STEPS, 2))
    # so strong a λ that θ stays near 0 and the last gradient is always clipped
    for other, is_worst in (([1.0, 1.0, -1.0], True), ([0.0, 0.0, 1.0], False)):
        beside = with_record(3, other)
        losses = np.array([descend(first, levels, 1e6, draw, beside)[1] for draw in noise])
        deltas = np.maximum(-np.expm1(least - losses), 0.0)
        excess = np.mean(deltas) - gaussian_delta(level, least)
        error = 4.0 * np.std(deltas) / math.sqrt(len(noise))
        assert abs(excess) <= error if is_worst else excess < -error


@pytest.mark.parametrize("lam", [0.05, 1.0, 20.0])
def test_equal_levels_are_ordinary_private_gradient_descent(lam):
    problem, levels = small_problem(d=2), np.full(40, 3.0)
    rng = np.random.default_rng(2)
    drawn = ridge.sample_coefficients(problem, levels, lam, KEY, releases=1, rng=rng)
    descent, level = descent_of(problem, levels), gaussian_level([3.0], DELTA)[0]
    assert descent.clips == pytest.approx(CLIP * math.sqrt(2))
    assert descent.noise == pytest.approx(2 * math.sqrt(STEPS) * descent.clips[0] / level)
    normal = np.random.default_rng(2).standard_normal((STEPS, 2))
    np.testing.assert_allclose(drawn[0], descend(problem, levels, lam, normal)[0], rtol=1e-9)


@pytest.mark.parametrize("key", [KEY, "sampled_descent"])
def test_where_all_are_public_it_is_ridge_regression(key):
    problem, public, lams = small_problem(), np.full(40, np.inf), np.array([0.3, 30.0])
    curve = ridge.loss_curves(problem, public, lams, [key])[key]
    exact = problem.test_loss.at(problem.uniform_spectrum.path(lams))
    assert curve.unregularised.mean == pytest.approx(exact, rel=1e-3)
    assert curve.unregularised.mean[1] == pytest.approx(exact[1], rel=1e-9)
    assert not curve.simulated


@pytest.mark.parametrize(("low", "wins"), [(0.01, True), (10.0, False)])
def test_between_simulated_lambdas_lie_lines_and_it_beats_sums_where_levels_are_strict(low, wins):
    settings = ridge.DesignSettings("sbp", centred=True)
    problem = prepare(Records("nhefs", settings), datasets.load("nhefs")).problem
    profile = make_profile(ProfileSettings("log_uniform", low=low, high=10.0))
    levels = dealt(profile, problem.rows, 0)
    lams, others = np.geomspace(1e-2, 1e2, 65), ("noisy_sums", "private_mean")
    curves = ridge.loss_curves(problem, levels, lams, [KEY, *others])
    found = curves[KEY]
    direct = ridge.loss_curves(problem, levels, lams[31:33], [KEY])[KEY].unregularised.mean
    np.testing.assert_allclose(found.unregularised.mean[31:33], direct, rtol=0.05)
    assert (found.least_loss < 0.95 * curves["noisy_sums"].least_loss) == wins
    assert found.least_loss < curves["private_mean"].least_loss
