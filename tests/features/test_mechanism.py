"""Mechanism 1: unbiased, chunked, and as private as promised, output by output."""

import itertools

import numpy as np
import pytest

from hetdp_core import features
from hetdp_core.errors import InvalidInput
from hetdp_core.features.notions import FiniteMechanism
from tests.features.helpers import assert_average, copied_prior, report_density


def exact_mechanism(alloc, q):
    """Mechanism 1 on two ±1 features as a table: its outputs matter only through signs.

    The circle of a query of both falls into four quarters on which all densities are
    constant; a query of one feature has two outputs.
    """
    cells = {
        2: np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]]),
        1: np.array([[1.0], [-1.0]]),
    }
    kernel = np.empty((2, 2), dtype=object)
    for bits in itertools.product((0, 1), repeat=2):
        x, law = (2.0 * np.array(bits) - 1.0)[alloc.order], np.ones(1)
        for level, d in zip(alloc.stages.increments, alloc.stages.dimensions, strict=True):
            density = report_density(cells[d], x[2 - d :], level, np.sqrt(d))
            law = np.outer(law, density / len(cells[d])).ravel()
        kernel[bits] = law
    return FiniteMechanism(copied_prior(2, q), np.array(kernel.tolist()))


@pytest.mark.parametrize("rule", features.RULES)
@pytest.mark.parametrize("q", [0.0, 0.02, 0.3, 0.9, 1.0])
@pytest.mark.parametrize("delta", [(0.5, 2.0), (2.0, 0.5), (1.0, 1.0), (0.05, 3.0)])
def test_audit_of_every_output_finds_delta_bcdp_and_epsilon_ldp(rule, q, delta):
    alloc = features.allocate(delta, 2.5, q, rule, n=1000)
    table = exact_mechanism(alloc, q)
    assert table.ldp_level == pytest.approx(alloc.ldp_level)
    assert table.ldp_level <= 2.5 * (1 + 1e-9)
    assert np.all(table.cdp_levels <= alloc.budgets * (1 + 1e-9))
    assert np.all(table.bcdp_levels <= alloc.bcdp_levels * (1 + 1e-9))
    assert np.all(table.bcdp_levels <= np.array(delta) * (1 + 1e-9))


def test_rows_are_unbiased_in_the_callers_order():
    alloc = features.allocate([8.0, 3.0, 5.0], 8.0, 0.001, "paper")
    assert alloc.stages.increments.size == 3
    x = np.tile([0.9, -0.5, 0.1], (60_000, 1))
    rows = features.privatize(x, alloc, rng=np.random.default_rng(0))
    assert_average(rows, x[0])


def test_the_average_of_rows_has_the_law_of_the_estimate():
    alloc = features.allocate([2.0, 0.4, 1.0], 2.0, 0.1, "paper")
    x = np.random.default_rng(1).uniform(-1, 1, (300, 3))
    rng = np.random.default_rng(2)
    rows = [features.privatize(x, alloc, rng=rng).mean(axis=0) for _ in range(600)]
    expected = features.coordinate_variance(alloc, 300, np.mean(x**2, axis=0), assumed=1.0)
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
        (np.full((5, 2), 1.5), "5 rows outside; scale by the declared bounds"),
        ([[0.5, np.nan], [0.1, 0.1]], "got 1 row with some; leave these rows out"),
        ([[0.5, np.inf]], "missing or infinite"),
        ([0.5, 0.5], "table"),
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
