"""S-shaped functions, the envelopes above them, and the bounds one relaxation gives."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from hetdp_core.odometer.search import profiles
from hetdp_core.odometer.search.interior_point import Programs, dual_bound, relax

EPSILON = np.array([1e-6, 0.01, 0.3, 1.0, 3.0, 20.0])
PROFILES: dict[str, profiles.Profile] = {
    "sigmoid": profiles.Sigmoid(EPSILON / 2),
    "rising": profiles.Rising(np.expm1(EPSILON)),
    "falling": profiles.Falling(np.expm1(EPSILON)),
    "mixed": profiles.Mixed(
        profiles.Sigmoid(EPSILON[:3] / 2), profiles.Rising(np.expm1(EPSILON[3:])), 3
    ),
}
ends = st.tuples(st.floats(-30, 30), st.floats(1e-3, 40))


def interval(profile, pair):
    """(1, m) both ends, the right one at most the cap."""
    left = np.full((1, EPSILON.size), pair[0])
    right = np.minimum(left + pair[1], profile.cap)
    left = np.minimum(left, right - min(pair[1], 1.0))
    return left, right


def across(left, right, points=2001):
    """(points, m) from left to right."""
    return left + np.linspace(0, 1, points)[:, None] * (right - left)


@pytest.mark.parametrize("name", PROFILES)
@settings(max_examples=15)
@given(ends)
def test_the_envelope_is_the_hull(name, pair):
    """Second road: the upper hull of many points of the graph, term by term."""
    profile = PROFILES[name]
    left, right = interval(profile, pair)
    t = across(left, right, 201)
    exact, value = profiles.exact_envelope(profile, left, right).value(t), profile.value(t)
    for j in range(3, 5):  # epsilon 1 and 3
        hull = upper_hull(t[:, j], value[:, j])
        assert np.max(exact[:, j] - hull) <= 2e-3 * (1.0 + np.ptp(value[:, j]))
        assert np.min(exact[:, j] - hull) >= -1e-9


def upper_hull(t, value):
    """Least concave function above the points, at the points."""
    kept: list[int] = []
    for i in range(t.size):
        while len(kept) > 1 and (value[kept[-1]] - value[kept[-2]]) * (t[i] - t[kept[-2]]) <= (
            value[i] - value[kept[-2]]
        ) * (t[kept[-1]] - t[kept[-2]]):
            kept.pop()
        kept.append(i)
    return np.interp(t, t[kept], value[kept])


@pytest.mark.parametrize("name", PROFILES)
@given(ends, st.floats(-0.5, 2.0))
@example((-1e-10, 2e-3), 0.0)
def test_envelopes_are_concave_and_above_and_so_is_every_line_by_their_conjugate(
    name, pair, steepness
):
    profile = PROFILES[name]
    left, right = interval(profile, pair)
    envelope, t = profiles.exact_envelope(profile, left, right), across(left, right)
    above, value = envelope.value(t), profile.value(t)
    tolerance = 1e-9 * (1.0 + np.abs(value).max(axis=0))
    assert np.all(above >= value - tolerance)
    assert np.all(np.diff(above, n=2, axis=0) <= tolerance)
    slope = steepness * profile.derivatives(np.zeros((1, EPSILON.size)))[0]
    size = 1.0 + np.abs(slope[0]) * np.abs(left[0])
    assert np.all(envelope.conjugate(slope)[0] >= np.max(value - slope * t, axis=0) - 1e-13 * size)


@pytest.fixture
def nodes():
    """Twelve random relaxations of five sigmoids in three coordinates."""
    rng = np.random.default_rng(1)
    profile = profiles.Sigmoid(np.array([0.15, 0.5, 0.5, 1.0, 2.0]))
    matrix, offset = 4 * rng.normal(size=(12, 5, 3)), rng.normal(size=(12, 5))
    least = np.minimum(matrix, 0).sum(axis=2) + offset
    most = np.maximum(matrix, 0).sum(axis=2) + offset
    middle = matrix.sum(axis=2) / 2 + offset
    width = rng.uniform(0.1, 1.0, (12, 5)) * (most - least) / 2
    left, right = np.maximum(least, middle - width), np.minimum(most, middle + width)
    return profile, matrix, offset, np.full(5, 30.0), left, right


def relaxed(nodes, envelope, attained=-1e-9, cutoff=-np.inf):
    _, matrix, offset, reach, left, right = nodes
    known = np.full(len(matrix), np.inf)
    with np.errstate(all="ignore"):
        programs = Programs(envelope, matrix, offset, reach, left, right, known)
        return relax(programs, attained, cutoff)


def value_by_linear_program(envelope, matrix, offset, left, right, cuts=400):
    """The relaxation of one node with each envelope given by its tangents: at most 1e-4 more."""
    t = across(left, right, cuts + 2)[1:-1]
    at, slope = envelope.value(t), envelope.derivatives(t)[0]
    terms, dimension = matrix.shape
    rows, sides = [], []
    for j in range(terms):
        unit = np.eye(terms)[j] * np.ones((cuts, 1))
        rows.append(np.hstack([-slope[:, j, None] * matrix[j], unit]))
        sides.append(at[:, j] + slope[:, j] * (offset[j] - t[:, j]))
    inside = np.hstack([np.vstack([matrix, -matrix]), np.zeros((2 * terms, terms))])
    sides.append(np.concatenate([right - offset, offset - left]))
    solution = linprog(
        np.concatenate([np.zeros(dimension), -np.ones(terms)]),
        A_ub=np.vstack([*rows, inside]),
        b_ub=np.concatenate(sides),
        bounds=[(0, 1)] * dimension + [(None, None)] * terms,
    )
    return np.sum(np.asarray(solution.x)[dimension:])


def test_any_slopes_bound_the_node_and_the_best_ones_meet_the_relaxations_value(nodes):
    """Second road: a linear program of tangents."""
    profile, matrix, offset, reach, left, right = nodes
    envelope = profiles.exact_envelope(profile, left, right)
    rng = np.random.default_rng(2)
    for n in range(len(matrix)):
        alone = envelope.take(np.arange(len(matrix)) == n)
        best = value_by_linear_program(alone, matrix[n], offset[n], left[n], right[n])
        single = (matrix[n : n + 1], offset[n : n + 1], reach)
        for slopes in rng.normal(size=(50, 1, 5)):
            assert dual_bound(alone, *single, slopes)[0] >= best - 1e-4
        part = tuple(item[n : n + 1] if np.ndim(item) > 1 else item for item in nodes[1:])
        relaxation = relaxed((profile, *part), alone, attained=best - 1e-3)
        # relaxing stops a tenth of 1e-3 above the optimum, and the tangents lie up to 1e-4 higher
        assert relaxation.bound[0] == pytest.approx(best, abs=2e-4)
        assert dual_bound(alone, *single, relaxation.slopes)[0] == relaxation.bound[0]


def test_an_empty_node_is_recognised_by_a_bound_that_falls_without_end(nodes):
    profile, matrix, offset, reach, left, right = nodes
    matrix, offset, left, right = map(np.copy, (matrix, offset, left, right))
    matrix[:, 1], offset[:, 1] = matrix[:, 0], offset[:, 0]
    left[:, 0], right[:, 0] = 0.5, 2.0
    left[:, 1], right[:, 1] = -2.0, 0.4
    envelope = profiles.exact_envelope(profile, left, right)
    relaxation = relaxed((profile, matrix, offset, reach, left, right), envelope, cutoff=-50.0)
    assert np.all(relaxation.bound < -50.0)
