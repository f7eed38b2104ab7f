"""The cap channel: the best of its kind, private, and with the moments stated."""

import math

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import linprog

from hetdp_core.features.cap import best_cap, cap_precision, privatize_cap
from hetdp_core.features.channel import hemisphere_precision, report_radius
from hetdp_core.features.sweep import FeatureScenario, correlation_sweep
from tests.features.helpers import assert_average
from tests.tolerance import LONG_FORMULA


def least_radius_by_a_program(d, alpha, cells=4000):
    """Among all densities of <z, u> whose largest is at most e^alpha times the least.

    The density is lowest + extra; a cell of equal angles has the mass of a uniform direction.
    """
    angles = (np.arange(cells) + 0.5) * np.pi / cells
    mass = np.sin(angles) ** (d - 2)
    mass /= np.sum(mass)
    goal = -np.append(mass * np.cos(angles), 0.0)
    limits = np.hstack([np.eye(cells), -np.full((cells, 1), math.expm1(alpha))])
    total = [np.append(mass, 1.0)]
    found = linprog(goal, limits, np.zeros(cells), total, [1.0])
    return 1.0 / -found.fun


@pytest.mark.parametrize(("d", "alpha"), [(2, 1.0), (3, 4.0), (10, 2.0)])
def test_no_density_with_this_ratio_has_a_smaller_radius(d, alpha):
    least = least_radius_by_a_program(d, alpha, cells=600)
    assert 1.0 / best_cap(d, alpha).height == pytest.approx(least, rel=1e-4)  # the cells'


@pytest.mark.parametrize("alpha", [1e-6, 0.5, 3.0, 20.0])
@pytest.mark.parametrize("d", [1, 2, 10, 1000])
def test_audit_the_density_in_the_cap_is_e_to_alpha_times_that_outside(d, alpha):
    """Whatever the input, so no mixture of u and -u has a larger ratio."""
    cap = best_cap(d, alpha)
    inside = math.log(cap.chance / cap.share)
    outside = math.log((1.0 - cap.chance) / (1.0 - cap.share))
    assert inside - outside == pytest.approx(alpha, rel=1e-7)  # 1 - p cancels


@pytest.mark.parametrize(("d", "alpha"), [(2, 0.7), (3, 4.0), (10, 8.0)])
def test_chance_radius_and_second_moment_are_integrals_over_the_sphere(d, alpha):
    cap = best_cap(d, alpha)

    def integral(power, low):
        return quad(lambda angle: math.cos(angle) ** power * math.sin(angle) ** (d - 2), 0, low)[0]

    edge, all_round = math.acos(cap.height), quad(lambda t: math.sin(t) ** (d - 2), 0, math.pi)[0]
    assert cap.share == pytest.approx(integral(0, edge) / all_round)
    more = math.expm1(alpha) / (1.0 + math.expm1(alpha) * cap.share)
    assert cap.height == pytest.approx(more * integral(1, edge) / all_round)
    low = cap.chance / cap.share / math.exp(alpha)
    assert cap.along == pytest.approx(low / d + more * integral(2, edge) / all_round)


@pytest.mark.parametrize(("d", "alpha"), [(1, 1.0), (2, 3.0), (5, 4.0)])
def test_reports_have_the_moments_and_stay_on_their_sphere(d, alpha):
    rng, cap = np.random.default_rng(d), best_cap(d, alpha)
    v = rng.standard_normal(d)
    v *= 0.7 * np.sqrt(d) / np.linalg.norm(v)
    reports = privatize_cap(np.tile(v, (40_000, 1)), alpha, np.sqrt(d), rng=rng)
    size = np.sqrt(d) / cap.height
    np.testing.assert_allclose(np.linalg.norm(reports, axis=1), size, rtol=LONG_FORMULA)
    assert_average(reports, v)
    exact = cap.coordinate_variance(v**2, v**2 / np.sum(v**2))
    assert_average((reports - v) ** 2, exact)
    assert np.sum(exact) == pytest.approx(size**2 - np.sum(v**2))  # the trace


def test_the_hemisphere_needs_this_many_times_the_second_moment():
    """d = 10, V = B²/d; at α -> 0 both are the same."""
    levels = [1e-9, 0.2, 1.0, 2.0, 4.0, 8.0]
    times = [(report_radius(10, a, 1.0) * best_cap(10, a).height) ** 2 for a in levels]
    assert np.round(times, 2).tolist() == [1.0, 1.01, 1.15, 1.62, 3.44, 8.12]


def test_caps_are_never_worse_and_the_same_in_one_dimension():
    increments = np.array([[0.0, 1e-6, 1.0], [3.0, 12.0, 500.0]])
    for d in (1, 2, 7):
        dimensions = np.full((2, 3), d)
        cap = cap_precision(increments, dimensions, 1.0)
        hemisphere = hemisphere_precision(increments, dimensions, 1.0)
        assert np.all(cap >= hemisphere * (1.0 - LONG_FORMULA))
        assert (d == 1) == np.allclose(cap, hemisphere, rtol=1e-3)
    assert best_cap(4, 500.0).height < 1.0
    assert best_cap(1, 2.0).height == math.tanh(1.0)
    sweep = correlation_sweep(FeatureScenario(points=3))
    for rule, totals in sweep.projected(caps=True).items():
        assert np.all(totals < sweep.projected()[rule])
