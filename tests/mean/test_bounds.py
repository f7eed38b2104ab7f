"""The lower bounds: against dense searches, and mechanisms that are written down in full."""

import itertools

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.optimize import linprog
from scipy.stats import betabinom, binom

from hetdp_core import mean
from hetdp_core.mean.bounds import (
    MOST_BLOCKS,
    blocks_of,
    coupled_affinity,
    information_bound,
    lower_bounds,
)
from hetdp_core.mean.certificate import certify
from hetdp_core.profiles import PrivacyProfile
from tests.strategies import privacy_levels
from tests.tolerance import ROUNDING, SEARCHED


def dense_search(levels, gaps=3000):
    """Second road: every user as k and a fine grid of t, by brute force."""
    levels = np.sort(levels)
    coupled = levels[np.isfinite(levels)]
    rest = levels.size - np.arange(coupled.size + 1)
    t = np.exp(np.linspace(np.log(1e-8), np.log(1 - 1e-9), gaps))[:, None]
    sums, squares = (np.append(0.0, np.cumsum(part)) for part in (coupled, coupled**2))
    affinity = coupled_affinity(t * sums, t * (1 - t) * squares)
    return float(np.max(t**2 / 4 * (1 - t**2) ** rest * affinity**2))


@given(privacy_levels(max_users=60))
def test_the_search_finds_what_a_dense_grid_finds(levels):
    found, dense = lower_bounds(np.sort(levels)).le_cam, dense_search(levels)
    assert found == pytest.approx(dense, rel=1e-2)  # it climbs one of several hills


@given(st.lists(st.floats(0.01, 20.0), min_size=1, max_size=7), st.floats(0.001, 0.999))
@example([3.0], 0.7257)  # a line to a point before the tangent's lies above
def test_the_affinity_of_coupled_users_is_at_least_its_bound(levels, chance):
    """Second road: every set of coupled users."""
    exact = 0.0
    for taken in itertools.product((0, 1), repeat=len(levels)):
        weight = np.prod([chance if one else 1 - chance for one in taken])
        exact += weight / np.cosh(np.dot(taken, levels) / 2)
    mean_of_sum = np.array(chance * np.sum(levels))
    variance = np.array(chance * (1 - chance) * np.sum(np.square(levels)))
    assert coupled_affinity(mean_of_sum, variance) <= exact * (1 + ROUNDING)


def least_worst_case(levels, counts, answers=25, thetas=41):
    """Second road: the least worst case of any mechanism, by a linear program.

    Data are how many of each level hold +1/2: an average over users of one level is as private and
    as good.  Answers stand on a grid, which makes it a little larger.
    """
    states = list(itertools.product(*(range(count + 1) for count in counts)))
    each, one = np.eye(len(states)), np.eye(answers)
    rows = []
    for here, there in itertools.permutations(range(len(states)), 2):
        steps = np.abs(np.subtract(states[here], states[there]))
        level = levels[int(np.argmax(steps))]
        if np.sum(steps) == 1 and np.isfinite(level):
            rows.append(np.kron(each[here] - np.exp(level) * each[there], one))
    values = np.linspace(-0.5, 0.5, answers)
    errors = []
    for theta in np.linspace(-1.0, 1.0, thetas):
        chances = np.prod(binom.pmf(states, counts, (1 + theta) / 2), axis=1)
        errors.append(np.append(np.outer(chances, (values - theta / 2) ** 2), -1.0))
    private = np.concatenate(rows)
    private = np.concatenate([private, np.zeros((len(private), 1))], axis=1)
    adds_up = np.concatenate([np.kron(each, np.ones(answers)), np.zeros((len(states), 1))], axis=1)
    limits = np.concatenate([private, errors])
    goal = np.append(np.zeros(len(states) * answers), 1.0)
    return linprog(goal, limits, np.zeros(len(limits)), adds_up, np.ones(len(states))).fun


@pytest.mark.parametrize(
    ("levels", "counts"),
    [
        ([0.01], [4]),
        ([0.5], [1]),
        ([0.5], [12]),
        ([2.0], [5]),
        ([0.2, 1.0, 3.0], [1, 1, 1]),
        ([0.1, 0.8], [4, 4]),
        ([0.5, np.inf], [5, 2]),
    ],
)
def test_no_bound_exceeds_the_best_of_all_mechanisms_and_the_upper_one_does(levels, counts):
    """The grid of answers adds less than its squared distance."""
    best = least_worst_case(levels, counts)
    bounds = lower_bounds(np.array(levels), np.array(counts, dtype=float))
    assert max(bounds) <= best + 1e-7  # the solver's
    profile = PrivacyProfile(np.array(levels), np.array(counts, dtype=float))
    assert best <= certify(profile).shrunk.worst_case_mse + (1 / 24) ** 2 / 4


def geometric(users, epsilon):
    """Return P(answer | count) of geometric noise on a count, moved into 0 to n."""
    ratio, places = np.exp(-epsilon), np.arange(users + 1)
    law = (1 - ratio) / (1 + ratio) * ratio ** np.abs(places[:, None] - places)
    law[:, [0, -1]] = ratio ** np.abs(places[:, None] - places[[0, -1]]) / (1 + ratio)
    return law


@pytest.mark.parametrize(("users", "epsilon"), [(3, 1.0), (50, 0.4), (200, 0.2), (400, 0.02)])
def test_the_added_up_bound_is_below_the_best_for_a_prior_and_near_it(users, epsilon):
    """Geometric noise and a remap is the best for every prior (Ghosh et al. 2009, equal levels)."""
    ones = np.arange(users + 1)
    risks = []
    for alpha in np.geomspace(0.3, users, 32):
        joint = betabinom.pmf(ones, users, alpha, alpha)[:, None] * geometric(users, epsilon)
        theta = (2 * ones[:, None] - users) / (users + 2 * alpha)  # its mean, given the count
        seen = np.sum(joint, axis=0)
        told = np.sum(joint * theta, axis=0) ** 2 / np.where(seen > 0, seen, 1.0)
        risks.append((1 / (2 * alpha + 1) - np.sum(told)) / 4)
    bound = lower_bounds(np.array([epsilon]), np.array([float(users)])).sampling
    assert bound <= max(*risks, 0.25 / (1 + users**0.5) ** 2)
    if epsilon * users > 10:
        assert bound >= 0.75 * max(risks)


@pytest.mark.parametrize(("users", "most"), [(100, 1.2), (1000, 1.07), (10**6, 1.003)])
@pytest.mark.parametrize("share", [1.8, 2.8, 3.2, 5.0])
def test_where_noise_and_sampling_are_alike_little_is_left_to_gain(users, most, share):
    """Of many equal levels ADPM is the best there is: the ratio tends to 1."""
    profile = PrivacyProfile(np.array([share / users**0.5]), np.array([float(users)]))
    assert certify(profile).ratio < most + (0.1 if share < 2 else 0.02)


@given(privacy_levels(max_users=40))
def test_the_bound_is_the_largest_of_four(levels):
    assert mean.lower_bound(levels) == max(lower_bounds(np.sort(levels)))


def test_total_privacy_leaves_only_a_guess():
    assert mean.lower_bound([1e-12]) == pytest.approx(0.25, rel=SEARCHED)


def by_quadrature(levels, widths=60, points=400):
    """Second road: the same bound with I at the middle of many cells, not an upper sum."""
    told = np.tanh(np.sort(levels) / 2)
    rest = levels.size - np.arange(levels.size + 1.0)
    middles = (np.arange(points) + 0.5) / points
    density = 2 * np.cos(np.pi * middles / 2) ** 2 / points
    best = 0.0
    for width in np.geomspace(0.01, 0.98, widths):
        theta = width * middles[:, None]
        sums = np.cumsum(told / (1 - theta * told), axis=1)
        sums = np.concatenate([np.zeros((points, 1)), sums], axis=1)
        limit = np.min(sums**2 + rest / (1 - theta**2), axis=1)
        best = max(best, 0.25 / (density @ limit + (np.pi / width) ** 2))
    return best


@given(privacy_levels(max_users=30))
def test_the_bound_lies_just_below_that_of_a_fine_quadrature(levels):
    found, fine = information_bound(blocks_of(np.sort(levels))), by_quadrature(levels)
    assert found <= fine * 1.01  # between two widths of the coarse grid of the quadrature
    assert found >= fine * 0.99  # 16 cells


@given(privacy_levels(max_users=12), st.data())
def test_levels_and_counts_are_as_good_as_users(levels, data):
    levels = np.sort(levels)
    counts = np.array(
        data.draw(st.lists(st.integers(1, 9), min_size=levels.size, max_size=levels.size))
    )
    together, apart = lower_bounds(levels, counts), lower_bounds(np.repeat(levels, counts))
    for one, other in zip(together, apart, strict=True):
        assert one == pytest.approx(other, rel=1e-6)  # the searches stop by themselves


@pytest.mark.parametrize("public", [0, 10, 1500])
@pytest.mark.parametrize("ends", [(-6.0, 3.0), (0.0, 1.0), (-3.0, -3.0)])
def test_blocks_of_many_users_lose_a_thousandth_and_never_gain(public, ends, monkeypatch):
    drawn = 10.0 ** np.random.default_rng(public).uniform(ends[0], ends[1], 3000 - public)
    levels = np.sort(np.append(drawn, np.full(public, np.inf)))
    assert blocks_of(levels).low.size <= MOST_BLOCKS
    bounds = lower_bounds(levels)
    monkeypatch.setattr("hetdp_core.mean.bounds.MOST_BLOCKS", 10_000)
    for one, other in zip(bounds, lower_bounds(levels), strict=True):
        assert one <= other * (1 + 1e-6)  # the searches stop by themselves
        assert one >= other * (1 - 1e-3)  # what is promised in `blocks`


def test_billions_of_users_have_a_bound():
    bounds = lower_bounds(np.array([0.1, 1.0]), np.array([1e9, 2e9]))
    assert 0 < bounds.best < 1e-8
