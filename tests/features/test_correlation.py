"""The measured q: exact priors, the null, and tables that misbehave."""

import itertools

import numpy as np
import pandas as pd
import pytest

from hetdp_core import datasets, features
from hetdp_core.errors import InvalidInput
from hetdp_core.features.notions import FiniteMechanism, draw_signs, total_variation_bounds
from tests.features.helpers import report_density
from tests.tolerance import ROUNDING, half_a_unit


def table_of(data, sizes):
    """Share of the rows in each cell: the prior of which the plug-in q is the exact q."""
    prior = np.zeros(sizes)
    np.add.at(prior, tuple(np.asarray(data).T), 1.0)
    return prior / len(data)


@pytest.mark.parametrize("seed", range(8))
def test_the_plug_in_q_is_the_exact_q_of_the_observed_table(seed):
    """Second road: enumerate the whole table instead of sorting codes."""
    rng = np.random.default_rng(seed)
    sizes = tuple(rng.integers(1, 5, rng.integers(1, 5)))
    data = np.column_stack([rng.integers(0, size, 40) for size in sizes])
    data[:, -1] = np.minimum(data[:, 0], data[:, -1])
    measured = features.total_variation(data)
    expected = total_variation_bounds(table_of(data, sizes))
    np.testing.assert_allclose(measured.q, expected, rtol=0, atol=ROUNDING)
    for i, j in itertools.permutations(range(len(sizes)), 2):
        pair = table_of(data[:, [i, j]], (sizes[i], sizes[j]))
        assert measured.pairs[i, j] == pytest.approx(total_variation_bounds(pair)[0], abs=ROUNDING)
    assert np.all(measured.pairs.max(axis=1) <= measured.q + 1e-12)


def test_the_null_shows_the_bias_of_independent_features():
    """With nine binary companions the plug-in q of independent features is far from 0."""
    rng = np.random.default_rng(0)
    signs = draw_signs(5_000, 10, 0.0, rng)
    null = features.permutation_null(signs, 10, rng=rng)
    assert null.shape == (10, 10)
    found = features.total_variation(signs).q
    assert np.all(found > 0.15)
    assert np.all(np.abs(found - null.mean(axis=0)) <= 6 * null.std(axis=0) + 0.01)


def test_labels_and_frames_are_welcome():
    frame = pd.DataFrame({"smoker": ["yes", "no"] * 50, "cough": ["often", "never"] * 50})
    measured = features.total_variation(frame)
    np.testing.assert_array_equal(measured.q, [1.0, 1.0])
    np.testing.assert_array_equal(measured.values, [2, 2])
    np.testing.assert_array_equal(measured.rarest, [50, 50])


BIT, WIDE = np.arange(30) % 2, np.random.default_rng(0).integers(0, 30, (300, 40))


@pytest.mark.parametrize(
    ("data", "q"),
    [
        ([np.zeros(30), BIT, BIT], [0.0, 1.0, 1.0]),  # one value gives nothing away
        ([np.arange(5)], [0.0]),  # there is no other feature
        ([*WIDE.T, WIDE[:, 0]], [1.0] * 41),  # 30^40 combinations of codes do not overflow
    ],
)
def test_the_plug_in_q_at_its_ends(data, q):
    np.testing.assert_array_equal(features.total_variation(np.column_stack(data)).q, q)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([[1.0, np.nan], [0.0, 1.0]], "missing values .given: 1 row with some"),
        ([["a", None], ["b", "c"]], "missing values"),
        (np.empty((0, 3)), "at least one row"),
    ],
)
def test_bad_tables_are_refused_with_a_sentence(data, message):
    with pytest.raises(InvalidInput, match=message):
        features.total_variation(np.array(data, dtype=object))


def test_too_many_values_are_refused_before_memory_runs_out(monkeypatch):
    monkeypatch.setattr("hetdp_core.features.correlation.MOST_CELLS", 100)
    rng = np.random.default_rng(0)
    with pytest.raises(InvalidInput, match="Use bins"):
        features.total_variation(rng.integers(0, 20, (500, 2)))


def test_bins_are_equally_full_and_keep_heavy_values_apart():
    rng = np.random.default_rng(0)
    spread = rng.normal(size=4_000)
    heavy = np.where(rng.random(4_000) < 0.8, 0.0, rng.uniform(1, 2, 4_000))
    high = -heavy
    few = rng.integers(0, 3, 4_000).astype(float)
    bins = features.binned(np.column_stack([spread, heavy, high, few]), 4)
    edges = np.unique(bins[:, 0])
    for middle in edges:
        inside = spread[bins[:, 0] == middle]
        assert inside.size == 1000
        assert middle == pytest.approx((inside.min() + inside.max()) / 2)
    assert edges.size == 4
    for column, original in ((bins[:, 1], heavy), (bins[:, 2], high)):
        zero = set(column[original == 0.0])
        assert len(zero) == 1
        assert zero.isdisjoint(column[original != 0.0])
    np.testing.assert_array_equal(bins[:, 3], few)


def test_more_bins_never_show_less_dependence():
    """Nested bins: what coarse bins give away, fine ones do as well."""
    x = np.random.default_rng(0).normal(size=(8_192, 2))
    x[:, 1] += x[:, 0]
    coarse, fine = (features.total_variation(features.binned(x, b)).q for b in (4, 8))
    assert np.all(fine >= coarse - 1e-12)


HALVES = np.array([[-1.0, -0.01], [0.01, 1.0]])
"""Values of the second feature: two in each of two bins."""


def exact_levels(rows, alloc):
    """(2,) BCDP levels of Mechanism 1, every output enumerated, the rows equally likely.

    The densities on the circle of the first query are constant between the directions at
    right angles to the rows.
    """
    assert list(alloc.stages.dimensions) == [2, 1]
    turned = np.arctan2(rows[:, 1], rows[:, 0])[:, None] + np.array([-0.5, 0.5]) * np.pi
    ends = np.unique(np.round(np.mod(turned, 2 * np.pi), 12))
    arcs = np.diff(ends, append=ends[0] + 2 * np.pi)
    angle = ends + arcs / 2
    circle, line = np.column_stack([np.cos(angle), np.sin(angle)]), np.array([[1.0], [-1.0]])
    first, second = alloc.stages.increments
    kernel = [
        np.outer(
            report_density(circle, x, first, np.sqrt(2)) * arcs / (2 * np.pi),
            report_density(line, x[1:], second, 1.0) / 2,
        ).ravel()
        for x in rows[:, alloc.order]
    ]
    values = [np.unique(column, return_inverse=True) for column in rows.T]
    shape = tuple(distinct.size for distinct, _ in values)
    prior, table = np.zeros(shape), np.full((*shape, len(kernel[0])), 1 / len(kernel[0]))
    for row, law in enumerate(kernel):
        place = tuple(codes[row] for _, codes in values)
        prior[place] += 1 / len(rows)
        table[place] = law
    return FiniteMechanism(prior, table).bcdp_levels


@pytest.mark.parametrize("rule", ["paper", "optimised"])
def test_only_the_q_of_features_that_ask_for_less_than_the_report_limits_budgets(rule):
    first, *others = (
        features.allocate([0.2, 2.0], 2.0, [0.1, q], rule, n=1000, zeta=0.55).budgets
        for q in (0.1, 0.0, 1.0)
    )
    for budgets in others:
        np.testing.assert_allclose(budgets, first, rtol=1e-7)


def test_reported_bins_keep_the_level_that_their_q_promises_and_reported_values_do_not():
    """Of a fair bit and a fair bin, in which stands the upper value iff the bit is 1."""
    pairs = itertools.product((0, 1), (0, 1))
    rows = np.array([[2.0 * bit - 1.0, HALVES[half, bit]] for bit, half in pairs] * 2)
    reported = features.binned(rows, 2)
    q = features.total_variation(reported).largest([0])
    assert q == 0.0
    assert features.total_variation(rows).largest([0]) == 1.0
    alloc = features.allocate([0.2, 2.0], 2.0, q, "paper")
    np.testing.assert_array_equal(alloc.budgets, [0.2, 2.0])
    assert exact_levels(rows, alloc)[0] == pytest.approx(0.907, abs=half_a_unit(3))
    assert np.all(exact_levels(reported, alloc) <= [0.2 * (1 + 1e-9), 2.0])


@pytest.mark.parametrize("seed", range(6))
def test_the_q_of_reported_bins_holds_for_every_output(seed):
    rng = np.random.default_rng(seed)
    values = np.column_stack([rng.choice([-1.0, 1.0], 40), rng.uniform(-1, 1, 40)])
    values[:, 1] = np.clip(values[:, 1] + 0.3 * values[:, 0] * rng.random(), -1, 1)
    reported = features.binned(values, 3)
    q = features.total_variation(reported).q
    alloc = features.allocate([0.3, 2.0], 2.0, q, "paper", zeta=0.5)
    assert np.all(exact_levels(reported, alloc) <= alloc.bcdp_levels * (1 + 1e-9))


def test_a_binned_table_has_the_moments_of_its_bins():
    table = features.feature_table(datasets.load("nhefs"), ["age", "bmi", "sex"])
    reported = table.binned(4)
    cells = pd.DataFrame(reported.values).round(12)
    assert list(cells.nunique()) == [4, 4, 2]
    np.testing.assert_array_equal(reported.values[:, 2], table.values[:, 2])
    np.testing.assert_allclose(reported.mean, cells.mean())
    np.testing.assert_allclose(reported.second_moment, (cells**2).mean())
    assert np.all(np.abs(reported.values) <= 1.0)
    assert np.any(np.abs(reported.mean - table.mean) > 1e-3)


def test_columns_are_scaled_by_their_declared_bounds_and_counted():
    dataset = datasets.load("nhefs")
    table = features.feature_table(dataset, ["age", "sbp", "wt82_71"])
    assert len(table.values) + table.incomplete == len(dataset.frame)
    assert table.incomplete >= 77
    assert np.all(np.abs(table.values) <= 1)
    complete = dataset.frame[["age", "sbp", "wt82_71"]].dropna().mean()
    low, high = np.array([dataset.info.column(name).bounds for name in complete.index]).T
    np.testing.assert_allclose(low + (high - low) * (table.mean + 1) / 2, complete, rtol=ROUNDING)
    np.testing.assert_array_equal(table.outside, 0)


def test_values_outside_the_bounds_are_counted_and_a_constant_column_gives_nothing_away():
    dataset = datasets.load("diabetes")
    first, second = dataset.numeric_columns()[:2]
    dataset.frame.loc[:2, first] = 1e6
    dataset.frame[second] = dataset.frame[second].iloc[0]
    table = features.feature_table(dataset, [first, second])
    np.testing.assert_array_equal(table.outside, [3, 0])
    assert np.all(np.abs(table.values) <= 1)
    assert features.total_variation(features.binned(table.values, 4)).q[1] == 0.0


@pytest.mark.parametrize("columns", [[], ["age", "age"], ["nobody"], ["exercise"]])
def test_impossible_columns_and_tables_without_a_complete_row_are_refused(columns):
    dataset = datasets.load("nhefs")
    with pytest.raises(InvalidInput, match="column"):
        features.feature_table(dataset, columns)
    dataset.frame["sbp"] = np.nan
    with pytest.raises(InvalidInput, match="without missing values"):
        features.feature_table(dataset, ["age", "sbp"])
