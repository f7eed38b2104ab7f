"""Noises for one level: their variances, and the best there is by a second road."""

import numpy as np
import pytest

from hetdp_core import mean
from hetdp_core.figures.mean import tables
from hetdp_core.figures.mean.methods import comparison
from hetdp_core.mean.comparison import compare
from hetdp_core.mean.equal_levels import MOST_REMAPPED, NEAR, geometric, rivals, staircase_mse
from tests.mean.test_bounds import least_worst_case
from tests.plotlys import checked


def staircase_variance(epsilon, share, most=400):
    """Second road: the density, step by step; `share` of each unit is as likely as its start."""
    b, places = np.exp(-epsilon), np.arange(most)
    density = (1 - b) / (2 * (share + b * (1 - share))) * b**places
    thirds = [places**3, (places + share) ** 3, (places + 1.0) ** 3]
    return 2 / 3 * np.sum(density * ((thirds[1] - thirds[0]) + b * (thirds[2] - thirds[1])))


@pytest.mark.parametrize("epsilon", [0.2, 1.0, 6.0])
def test_the_staircase_has_the_least_variance_of_all_staircases(epsilon):
    tried = [staircase_variance(epsilon, share) for share in np.linspace(0.0, 1.0, 2001)]
    variance = staircase_mse(1, epsilon) - 0.25
    assert variance == pytest.approx(min(tried), rel=1e-5)  # the grid's
    assert variance < 2 / epsilon**2


@pytest.mark.parametrize(("users", "epsilon"), [(1, 0.5), (4, 0.01), (5, 2.0), (12, 0.5)])
def test_remapped_geometric_noise_is_the_best_of_all_mechanisms(users, epsilon):
    """A linear program over all mechanisms, whose answers stand on a grid."""
    found, best = geometric(users, epsilon), least_worst_case([epsilon], [users])
    assert found.lower <= best + 1e-7
    assert best <= found.worst_case_mse + (1 / 24) ** 2 / 4
    assert 1.0 <= found.worst_case_mse / found.lower <= 1.0 + NEAR


@pytest.mark.parametrize("users", [1, 30, 900])
def test_of_public_values_it_is_hodges_and_lehmanns_estimate(users):
    exact = 0.25 / (1 + users**0.5) ** 2
    assert geometric(users, np.inf).worst_case_mse == pytest.approx(exact, rel=NEAR)


def test_it_is_not_below_the_bounds_and_answers_the_middle_in_the_limit():
    assert mean.lower_bound([0.4] * 50) <= geometric(50, 0.4).worst_case_mse
    assert geometric(9, 1e-100).worst_case_mse == pytest.approx(0.25)


def test_they_stand_beside_the_methods_where_all_ask_for_the_same():
    assert compare([0.5, 1.0], 0.25).worst_case_mse.keys() == mean.METHODS.keys()
    found = compare([0.5] * 40, 0.25)
    worst = found.worst_case_mse
    assert (found.safest, compare([0.5, 1.0], 0.25).safest) == ("geometric", "adpm")
    assert list(worst) == [*mean.METHODS, "staircase", "geometric"]
    assert worst["geometric"] <= found.certificate.shrunk.worst_case_mse * (1 + NEAR)
    assert worst["staircase"] <= worst["adpm"]
    assert list(rivals(MOST_REMAPPED + 1, 0.5)) == ["staircase"]
    shown = tables.comparison(found, {}), checked(comparison(found, {})).data[0].y
    assert [len(one) for one in shown] == [len(worst)] * 2
