"""The lower bound: a dense search finds nothing much better, and it behaves in the limits."""

import numpy as np
import pytest
from hypothesis import given

from hetdp_core import mean
from hetdp_core.mean.bounds import lower_bounds
from tests.strategies import privacy_levels
from tests.tolerance import SEARCHED


def dense_search(levels, gaps=3000):
    """Second road: every k and a fine grid of t, by brute force."""
    levels = np.sort(levels)
    coupled = np.concatenate([[0.0], np.cumsum(np.tanh(levels / 2))])
    rest = levels.size - np.arange(levels.size + 1)
    t = np.exp(np.linspace(np.log(1e-8), np.log(1 - 1e-9), gaps))[:, None]
    distance = t * coupled + np.sqrt(rest * t * np.log((1 + t) / (1 - t)) / 2)
    return float(np.max(t[:, 0] ** 2 / 4 * np.clip(1 - distance.min(axis=1), 0, None)))


@given(privacy_levels(max_users=60))
def test_the_search_finds_what_a_dense_grid_finds(levels):
    found, dense = lower_bounds(np.sort(levels)).le_cam, dense_search(levels)
    assert found >= dense * (1 - 1e-9)
    assert found == pytest.approx(dense, rel=1e-3)  # between two points of the grid, 0.6 % apart


def test_two_points_alone_stay_between_one_and_seventeen_for_log_uniform_levels():
    rng = np.random.default_rng(5)
    for users in (10, 100, 1000):
        levels = 10.0 ** rng.uniform(-6, 3, users)
        ratio = mean.adpm(levels).worst_case_mse / lower_bounds(np.sort(levels)).le_cam
        assert 1.0 < ratio < 17.0


@given(privacy_levels(max_users=40))
def test_the_bound_is_the_largest_of_three(levels):
    found = lower_bounds(np.sort(levels))
    assert mean.lower_bound(levels) == max(found.le_cam, found.information, found.public)


def test_total_privacy_leaves_only_a_guess():
    assert mean.lower_bound([1e-12]) == pytest.approx(0.25, rel=SEARCHED)


def test_public_data_still_has_sampling_error():
    assert 0 < mean.lower_bound([np.inf] * 10) < 0.25 / 10
