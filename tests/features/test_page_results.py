"""Results made for figures: the triangle, repeated releases, ideas along a control."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core import datasets
from hetdp_core.errors import InvalidInput
from hetdp_core.features import allocate, mixed_delta, two_group_delta
from hetdp_core.features.mechanism import query_shares
from hetdp_core.features.notions import copies_sweep, region_sweep
from hetdp_core.features.regression import (
    FEWEST,
    MOST_CELLS,
    affordable_releases,
    repeated_least_squares,
)
from pages.inside.features.results import RELEASES
from pages.shared.controls.catalog.features import MOST_INPUTS


def test_queries_share_out_each_estimate_and_form_a_triangle():
    alloc = allocate([2.0, 0.3, 0.9, 0.1], 2.0, 0.02, "paper")
    shares = query_shares(alloc)
    assert shares.features[0] == "4"  # the strictest feature comes first
    np.testing.assert_allclose(np.sum(shares.shares, axis=0), 1.0)
    assert np.sum(shares.privacy) == pytest.approx(alloc.ldp_level)
    seen = shares.shares > 0
    assert np.all(seen[0])  # the first query sees every feature, later ones ever fewer
    assert np.all(np.diff(np.sum(seen, axis=1)) < 0)
    assert np.array_equal(np.isnan(shares.gaps), ~seen)


def test_repeated_fits_scatter_around_each_other_and_know_the_plain_fit():
    rng = np.random.default_rng(2)
    x = rng.choice([-1.0, 1.0], (4000, 2))
    data = np.column_stack([x, np.clip(0.5 * x[:, 0] + 0.2 * rng.standard_normal(4000), -1, 1)])
    fits = repeated_least_squares(data, [50.0] * 3, 40.0, 0.5, 1.0, 5, rng=rng)
    assert fits.coefficients["optimised"].shape == (5, 2)
    error = 0.2 / np.sqrt(4000)
    assert fits.nonprivate[0] == pytest.approx(0.5, abs=4 * error)
    assert all(np.all(losses >= fits.best_loss - 1e-12) for losses in fits.losses.values())
    assert fits.better_than_nothing["optimised"] == 100.0
    assert np.median(fits.losses["optimised"]) < fits.zero_loss


def test_the_best_test_errs_less_the_more_a_feature_is_revealed():
    sweep = region_sweep(0.53)
    assert 0.53 in sweep.deltas
    np.testing.assert_allclose(sweep.least_error, 1.0 / (1.0 + np.exp(sweep.deltas)))
    np.testing.assert_array_equal(sweep.outlines[:, 0], sweep.outlines[:, -1])


def test_more_reports_prove_more():
    sweep = copies_sweep()
    assert sweep.levels[0] == 0.0
    assert np.all(np.isinf(sweep.levels[1:]))
    np.testing.assert_allclose(sweep.proved, 1.0 - 2.0 ** (1.0 - sweep.copies))


@pytest.mark.parametrize("arguments", [(0, 0, 0.1, 1.0), (3, 4, 0.1, 1.0), (3, 1, -1.0, 1.0)])
def test_levels_go_to_the_features_that_ask_and_impossible_groups_are_refused(arguments):
    assert two_group_delta(3, 2, 0.1, 1.0) == (0.1, 0.1, 1.0)
    assert mixed_delta(["a", "b", "c"], ["b"], 0.1, 1.0) == (1.0, 0.1, 1.0)
    with pytest.raises(InvalidInput):
        two_group_delta(*arguments)


@given(st.integers(1, 5_000), st.integers(2, 30), st.integers(1, 100))
def test_releases_are_as_many_as_the_data_afford(rows, columns, most):
    times = affordable_releases(np.zeros((rows, columns)), most)
    assert 1 <= times <= most
    assert times == most or times * rows * columns <= max(MOST_CELLS, FEWEST * rows * columns)
    assert times >= min(most, FEWEST)


def test_every_shipped_dataset_affords_all_releases_of_the_page():
    for key in datasets.available():
        rows = len(datasets.load(key).frame)
        assert affordable_releases(np.zeros((rows, MOST_INPUTS + 1)), RELEASES) == RELEASES
