"""Moments of 1/K against the whole distribution of K."""

import numpy as np
import pytest

from hetdp_core.mean.methods import inverse_moments
from tests.tolerance import LONG_FORMULA


def moments_from_the_distribution(probability):
    """Second road: convolve the coin flips into the law of K."""
    law = np.array([1.0])
    for p in probability:
        law = np.convolve(law, [1.0 - p, p])
    sizes = np.arange(1, law.size)
    return np.sum(law[1:] / sizes), np.sum(law[1:] / sizes**2), law[0]


@pytest.mark.parametrize("users", [1, 2, 5, 50, 800])
@pytest.mark.parametrize("scale", [1e-9, 1e-3, 0.1, 0.9, 1.0])
@pytest.mark.parametrize("sure", [False, True])
def test_quadrature_equals_the_exact_distribution(users, scale, sure):
    probability = np.random.default_rng(users).random(users) * scale
    if sure:
        probability[0] = 1.0
    found = inverse_moments(probability)
    first, second, empty = moments_from_the_distribution(probability)
    assert found.first == pytest.approx(first, rel=LONG_FORMULA, abs=0)
    assert found.second == pytest.approx(second, rel=LONG_FORMULA, abs=0)
    # below 1e-300 floats lose their digits
    assert found.empty == pytest.approx(empty, rel=LONG_FORMULA, abs=1e-300)


def test_users_never_kept_do_not_matter():
    assert inverse_moments(np.array([0.0, 0.4])) == inverse_moments(np.array([0.4]))
