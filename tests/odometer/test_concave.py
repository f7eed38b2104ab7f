"""The largest sum of logs of affine functions: certified, against a convex program."""

import cvxpy as cp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hetdp_core.odometer.transcripts import concave
from hetdp_core.odometer.transcripts.concave import maximise_log_affine
from tests.tolerance import LONG_FORMULA, SEARCHED


def instance(seed, d, m, epsilon):
    """Chances of m random linear queries with random outputs."""
    rng = np.random.default_rng(seed)
    k = rng.uniform(-1, 1, (m, d + 1))
    k /= np.abs(k).sum(axis=1, keepdims=True)
    signed = k * rng.choice([-1.0, 1.0], (m, 1)) * np.tanh(epsilon / 2) / 2
    return signed[:, :d], 0.5 + signed[:, d]


def value(slopes, offsets, z):
    return np.sum(np.log(offsets + slopes @ z))


@pytest.mark.parametrize(("d", "m"), [(1, 1), (2, 5), (9, 4), (9, 60)])
def test_the_maximum_is_that_of_a_convex_program(d, m):
    slopes, offsets = instance(d + m, d, m, 2.0)
    z = cp.Variable(d)
    problem = cp.Problem(cp.Maximize(cp.sum(cp.log(offsets + slopes @ z))), [cp.abs(z) <= 1])
    problem.solve()
    found = maximise_log_affine(slopes, offsets, np.zeros(d))
    assert found.value == pytest.approx(problem.value, abs=SEARCHED)
    assert found.gap <= 1e-9


@settings(max_examples=60)
@given(
    st.integers(0, 10**6),
    st.integers(1, 10),
    st.integers(1, 120),
    st.sampled_from([1e-4, 0.1, 1.0, 8.0, 20.0, 30.0]),
)
def test_the_certificate_closes_and_holds_at_random_points_from_any_start(seed, d, m, epsilon):
    slopes, offsets = instance(seed, d, m, epsilon)
    rng = np.random.default_rng(seed)
    found = maximise_log_affine(slopes, offsets, rng.uniform(-1, 1, d))
    assert found.gap <= 1e-9 * max(1.0, np.exp(epsilon - 15))
    assert np.all(np.abs(found.point) <= 1)
    assert value(slopes, offsets, found.point) == pytest.approx(found.value, abs=LONG_FORMULA)
    others = [value(slopes, offsets, z) for z in rng.uniform(-1, 1, (50, d))]
    assert max(others) <= found.upper


def test_stopped_before_it_is_done_the_certificate_still_holds(monkeypatch):
    slopes, offsets = instance(3, 9, 80, 3.0)
    done = maximise_log_affine(slopes, offsets, np.zeros(9))
    monkeypatch.setattr(concave, "MOST_STEPS", 1)
    cut = maximise_log_affine(slopes, offsets, np.zeros(9))
    assert cut.gap > 1e-6
    assert cut.value <= done.value <= cut.upper


def test_a_function_that_does_not_depend_on_some_coordinates():
    slopes = np.zeros((5, 3))
    slopes[:, 1] = [0.1, -0.2, 0.05, 0.3, -0.1]
    found = maximise_log_affine(slopes, np.full(5, 0.5), np.full(3, 0.5))
    assert found.gap <= 1e-9
