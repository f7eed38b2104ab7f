"""The cap channel: the best of its kind, private, and with the moments stated."""

import math

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import linprog
from scipy.special import betainc

from hetdp_core.features.cap import best_cap, cap_precision
from hetdp_core.features.channel import hemisphere_precision, report_radius
from hetdp_core.features.sweep import FeatureScenario, correlation_sweep
from tests.features.helpers import assert_average
from tests.tolerance import LONG_FORMULA


def height_by_a_program(d, alpha, cells=600):
    """Least mean of -<z, u> over all densities whose largest is at most e^alpha times the least.

    The density is lowest + extra; a cell of equal angles has the mass of a uniform direction.
    """
    angles = (np.arange(cells) + 0.5) * np.pi / cells
    mass = np.sin(angles) ** (d - 2)
    mass /= np.sum(mass)
    goal = -np.append(mass * np.cos(angles), 0.0)
    limits = np.hstack([np.eye(cells), -np.full((cells, 1), math.expm1(alpha))])
    return linprog(goal, limits, np.zeros(cells), [np.append(mass, 1.0)], [1.0]).fun


@pytest.mark.parametrize(("d", "alpha"), [(2, 1.0), (3, 4.0), (10, 2.0)])
def test_no_density_with_this_ratio_has_a_smaller_radius(d, alpha):
    assert -best_cap(d, alpha).height == pytest.approx(height_by_a_program(d, alpha), rel=1e-4)


@pytest.mark.parametrize("alpha", [1e-6, 0.5, 3.0, 20.0])
@pytest.mark.parametrize("d", [1, 2, 10, 1000])
def test_audit_the_density_in_the_cap_is_e_to_alpha_times_that_outside(d, alpha):
    """Whatever the input, so no mixture of u and -u has a larger ratio."""
    cap = best_cap(d, alpha)
    inside = math.log(cap.chance / cap.share)
    outside = math.log((1.0 - cap.chance) / (1.0 - cap.share))
    assert inside - outside == pytest.approx(alpha, rel=1e-7)  # 1 - p cancels


@pytest.mark.parametrize(("d", "alpha"), [(2, 0.7), (3, 4.0), (10, 8.0)])
def test_share_height_and_chance_are_integrals_over_the_sphere(d, alpha):
    cap = best_cap(d, alpha)

    def integral(power, low):
        return quad(lambda angle: math.cos(angle) ** power * math.sin(angle) ** (d - 2), 0, low)[0]

    edge, all_round = math.acos(cap.height), quad(lambda t: math.sin(t) ** (d - 2), 0, math.pi)[0]
    assert cap.share == pytest.approx(integral(0, edge) / all_round)
    more = math.expm1(alpha) / (1.0 + math.expm1(alpha) * cap.share)
    assert cap.height == pytest.approx(more * integral(1, edge) / all_round)
    assert cap.chance == pytest.approx((1.0 + more * (1.0 - cap.share)) * cap.share)


def variances(cap, v, alpha):
    """B²(a u_i² + b(1 - u_i²)) - v_i²: the second moment is a along u, and b across it."""
    d, shares = v.size, v**2 / np.sum(v**2)
    low = cap.chance / cap.share * math.exp(-alpha)
    in_cap = betainc((d - 1) / 2, 1.5, 1 - cap.height**2) / (2 * d) if d > 1 else 0.5
    a = low * (1 / d + math.expm1(alpha) * in_cap)
    b = (1 - a) / max(d - 1, 1)
    return d / cap.height**2 * (a * shares + b * (1 - shares)) - v**2


def reports_by_rejection(v, alpha, n, rng):
    """n reports of v, whose ball has the radius √d: uniform directions, kept by where they lie."""
    cap, d = best_cap(v.size, alpha), v.size
    axis = v / np.linalg.norm(v)
    found = rng.standard_normal((40 * n, d))
    found /= np.linalg.norm(found, axis=1)[:, None]
    toward = np.where(rng.random(len(found)) < 0.5 + np.linalg.norm(v) / 2 / np.sqrt(d), 1.0, -1.0)
    inside = toward * (found @ axis) >= cap.height
    density = np.where(inside, cap.chance / cap.share, (1.0 - cap.chance) / (1.0 - cap.share))
    kept = found[rng.random(len(found)) < density * cap.share / cap.chance]
    return np.sqrt(d) / cap.height * kept


@pytest.mark.parametrize(("d", "alpha"), [(1, 1.0), (2, 3.0), (5, 4.0)])
def test_reports_have_the_moments_and_stay_on_their_sphere(d, alpha):
    rng, cap = np.random.default_rng(d), best_cap(d, alpha)
    v = rng.standard_normal(d)
    v *= 0.7 * np.sqrt(d) / np.linalg.norm(v)
    reports = reports_by_rejection(v, alpha, 10_000, rng)
    assert len(reports) > 10_000
    size = np.sqrt(d) / cap.height
    np.testing.assert_allclose(np.linalg.norm(reports, axis=1), size, rtol=LONG_FORMULA)
    assert_average(reports, v)
    assert_average((reports - v) ** 2, variances(cap, v, alpha))
    assert np.sum(variances(cap, v, alpha)) == pytest.approx(size**2 - np.sum(v**2))  # the trace
    assert np.allclose(variances(cap, np.sign(v), alpha), 1.0 / cap.height**2 - 1.0)


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
