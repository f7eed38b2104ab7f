"""Mechanism 1: unbiased, chunked, and as private as promised, output by output."""

import itertools

import numpy as np
import pytest

from hetdp_core import features
from hetdp_core.errors import InvalidInput
from hetdp_core.features.notions import FiniteMechanism, total_variation_bounds
from tests.cases import first_and_in_studies
from tests.features.helpers import assert_average, copied_prior, report_density
from tests.tolerance import ROUNDING

CORNER, FACE = 3 * np.arccos(1 / 3) / (4 * np.pi) - 0.25, 4 * np.arccos(-1 / 3) / (4 * np.pi) - 0.5
AXES = np.concatenate([np.eye(3), -np.eye(3)])
CELLS = {
    1: (np.array([[1.0], [-1.0]]), np.full(2, 1 / 2)),
    2: (AXES[[0, 1, 3, 4], :2], np.full(4, 1 / 4)),
    3: (
        np.concatenate([AXES, list(itertools.product((-1.0, 1.0), repeat=3))]),
        np.repeat([FACE, CORNER], [6, 8]),
    ),
}
"""Parts of the sphere on which the densities of all ±1 inputs are constant: a point of each, and
its share.  In three dimensions four great circles cut it as a cuboctahedron's faces would."""


def exact_mechanism(alloc, prior):
    """Mechanism 1 on two or three ±1 features as a table of all its outputs."""
    kernel = np.empty(prior.shape, dtype=object)
    for bits in itertools.product((0, 1), repeat=prior.ndim):
        x, law = (2.0 * np.array(bits) - 1.0)[alloc.order], np.ones(1)
        for level, d in zip(alloc.stages.increments, alloc.stages.dimensions, strict=True):
            points, shares = CELLS[d]
            density = report_density(points, x[prior.ndim - d :], level, np.sqrt(d))
            law = np.outer(law, density * shares).ravel()
        kernel[bits] = law
    return FiniteMechanism(prior, np.array(kernel.tolist()))


@pytest.mark.parametrize("rule", features.RULES)
@pytest.mark.parametrize("q", [0.0, 0.02, 0.3, 0.9, 1.0])
@pytest.mark.parametrize(
    "delta", [(0.5, 2.0), (2.0, 0.5), (1.0, 1.0), (0.05, 3.0), (0.3, 2.0, 0.6)]
)
def test_audit_of_every_output_finds_delta_bcdp_and_epsilon_ldp(rule, q, delta):
    alloc = features.allocate(delta, 2.5, q, rule, n=1000)
    table = exact_mechanism(alloc, copied_prior(len(delta), q))
    assert table.ldp_level == pytest.approx(alloc.ldp_level)
    assert table.ldp_level <= 2.5 * (1 + 1e-9)
    assert np.all(table.cdp_levels <= alloc.budgets * (1 + 1e-9))
    assert np.all(table.bcdp_levels <= alloc.bcdp_levels * (1 + 1e-9))
    assert np.all(table.bcdp_levels <= np.array(delta) * (1 + 1e-9))


@pytest.mark.parametrize("seed", first_and_in_studies(range(300), 60))
def test_no_prior_makes_mechanism_1_exceed_the_conversion(seed):
    rng = np.random.default_rng(seed)
    d = int(rng.integers(2, 4))
    prior = rng.dirichlet(np.full(2**d, rng.choice([0.2, 1.0]))).reshape((2,) * d)
    budgets = rng.uniform(0.0, 3.0, d) * (rng.random(d) < 0.9)
    q, levels = total_variation_bounds(prior), np.full(d, 9.0)
    alloc = features.Allocation("chosen", levels, 9.0, q, budgets)
    table = exact_mechanism(alloc, prior)
    assert np.all(table.bcdp_levels <= alloc.bcdp_levels + 1e-12)


@pytest.mark.parametrize("q", [0.01, 0.3, 1.0])
@pytest.mark.parametrize(("c", "top"), [(0.1, 0.5), (0.0, 2.0), (1.0, 4.0)])
def test_mechanism_1_attains_the_conversion(q, c, top):
    """The second bit is 1 only where the first is, and then with chance q."""
    prior = np.array([[0.5, 0.0], [0.5 * (1 - q), 0.5 * q]])
    assert total_variation_bounds(prior)[0] == pytest.approx(q, abs=ROUNDING)
    alloc = features.Allocation("chosen", np.full(2, 9.0), 9.0, np.full(2, q), np.array([c, top]))
    exact = exact_mechanism(alloc, prior).bcdp_levels[0]
    assert exact == pytest.approx(np.log((1 - q) * np.exp(c) + q * np.exp(top)), rel=ROUNDING)
    assert alloc.bcdp_levels[0] == pytest.approx(exact, rel=ROUNDING)


def test_the_average_of_rows_is_unbiased_in_the_callers_order_and_has_the_law_of_the_estimate():
    alloc = features.allocate([2.0, 0.4, 1.0], 2.0, 0.1, "paper")
    x = np.random.default_rng(1).uniform(-1, 1, (300, 3))
    rng = np.random.default_rng(2)
    rows = [features.privatize(x, alloc, rng=rng).mean(axis=0) for _ in range(600)]
    expected = features.coordinate_variance(alloc, 300, np.mean(x**2, axis=0), assumed=1.0)
    assert_average(rows, x.mean(axis=0))
    assert_average((np.array(rows) - x.mean(axis=0)) ** 2, expected)


def test_estimates_do_not_depend_on_the_size_of_the_chunks(monkeypatch):
    """In law: the same data in chunks of 7 rows and at once."""
    alloc = features.allocate([1.0, 0.4], 1.0, 0.1, "paper")
    x = np.random.default_rng(1).uniform(-1, 1, (50, 2))
    expected = features.coordinate_variance(alloc, 50, np.mean(x**2, axis=0), assumed=1.0)
    for chunk in (14, 10**6):
        monkeypatch.setattr("hetdp_core.features.mechanism.CHUNK_VALUES", chunk)
        rng = np.random.default_rng(3)
        found = [features.estimate_mean(x, alloc, rng=rng, projection=False) for _ in range(250)]
        assert_average(np.array(found), x.mean(axis=0))
        assert_average((np.array(found) - x.mean(axis=0)) ** 2, expected)


def test_projection_keeps_estimates_in_range_and_the_seed_fixes_them():
    alloc = features.allocate([0.1, 0.1], 0.1, 0.1, "min_delta")
    x = np.ones((20, 2))
    first, second = (
        features.estimate_mean(x, alloc, rng=np.random.default_rng(4), projection=False)
        for _ in range(2)
    )
    np.testing.assert_array_equal(first, second)
    projected = features.estimate_mean(x, alloc, rng=np.random.default_rng(4))
    np.testing.assert_array_equal(projected, np.clip(first, -1, 1))


@pytest.mark.parametrize(
    ("x", "message"),
    [
        (np.full((5, 3), 0.5), "one column per feature"),
        (np.full((5, 2), 1.5), "5 rows outside.. Scale by the declared bounds"),
        ([[0.5, np.nan], [0.1, 0.1]], "given: 1 row with some.. Leave these rows out"),
        (np.empty((0, 2)), "table"),
    ],
)
def test_bad_data_are_refused_with_a_sentence(x, message):
    alloc = features.allocate([1.0, 0.4], 1.0, 0.1, "paper")
    for function in (features.estimate_mean, features.privatize):
        with pytest.raises(InvalidInput, match=message):
            function(x, alloc, rng=np.random.default_rng(0))


def test_a_million_rows_pass_in_bounded_memory():
    import tracemalloc

    alloc = features.allocate([1.0, 0.4], 1.0, 0.1, "paper")
    x = np.zeros((1_000_000, 2))
    tracemalloc.start()
    features.estimate_mean(x, alloc, rng=np.random.default_rng(0))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 3 * x.nbytes
