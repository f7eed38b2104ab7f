"""Examples 1 and 2, the prior (60), and the error region of Theorem 1."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core import features
from hetdp_core.errors import InvalidInput
from hetdp_core.features.notions import (
    draw_signs,
    example_1,
    example_2,
    largest_log_ratio,
    reveal_chance,
    total_variation_bounds,
)
from tests.features.helpers import assert_average, copied_prior
from tests.tolerance import ROUNDING

SMALL = st.floats(0.05, 0.95)


def least_type_two(type_one, delta):
    """Smallest type II error that δ-BCDP allows a test with these type I errors.

    The lower edge of Theorem 1's region: max(0, 1 - e^δ α, e^{-δ} (1 - α)).
    """
    rates = np.asarray(type_one, dtype=np.float64)
    decay = np.exp(-delta)
    steep = np.divide(decay - rates, decay, out=np.full(rates.shape, -1.0), where=decay > 0)
    steep = np.where(rates == 0.0, 1.0, steep)
    return np.maximum(np.maximum(steep, decay * (1.0 - rates)), 0.0)


def trade_off(null, alternative):
    """(K, 2) corners (α, β) of the best tests between two laws on finitely many outputs.

    Neyman and Pearson: reject the outputs in falling order of likelihood ratio; tests that
    flip a coin fill the edges between the corners.
    """
    p, q = np.asarray(null, dtype=float), np.asarray(alternative, dtype=float)
    possible = (p > 0) | (q > 0)
    p, q = p[possible], q[possible]
    with np.errstate(divide="ignore"):
        order = np.argsort(-(np.log(q) - np.log(p)), kind="stable")
    type_one = np.concatenate([[0.0], np.cumsum(p[order])])
    type_two = 1.0 - np.concatenate([[0.0], np.cumsum(q[order])])
    return np.column_stack([np.minimum(type_one, 1.0), np.maximum(type_two, 0.0)])


def test_example_1_is_log_2_bcdp_and_neither_ldp_nor_cdp():
    table = example_1()
    np.testing.assert_allclose(table.bcdp_levels, np.log(2))
    assert table.ldp_level == np.inf
    assert np.all(np.isinf(table.cdp_levels))


@given(SMALL, SMALL, SMALL)
def test_example_1_by_hand(a, b, c):
    """P(M = 1 | x_1) is a/2 or (b + c)/2; P(M = 1 | x_2) is (a + b)/2 or c/2."""
    first, second = ([a / 2, (b + c) / 2], [(a + b) / 2, c / 2])
    expected = [max(abs(np.log(p / r)), abs(np.log((1 - p) / (1 - r)))) for p, r in (first, second)]
    np.testing.assert_allclose(example_1(a, b, c).bcdp_levels, expected)


def test_example_1_needs_more_than_positive_chances():
    """With b = c = 1 an output 0 proves x_1 = 0: the parameters cannot all be free in (0, 1]."""
    assert example_1(0.5, 1.0, 1.0).bcdp_levels[0] == np.inf
    assert np.isfinite(example_1(0.5, 1.0, 0.5).bcdp_levels[0])


def test_example_2_one_copy_says_nothing_about_the_first_bit_and_two_can_prove_it():
    levels = example_2().bcdp_levels
    assert levels[0] == pytest.approx(0.0, abs=ROUNDING)
    np.testing.assert_allclose(levels[1:], np.log(3))
    assert example_2(2).bcdp_levels[0] == np.inf


@pytest.mark.parametrize("copies", [1, 2, 3, 5])
def test_example_2_reveals_as_often_as_said(copies):
    """Second road: add up the chances of all outputs that only x_1 = 1 can give."""
    zero, one = example_2(copies).output_law(0)
    assert np.sum(one[zero == 0]) == pytest.approx(reveal_chance(copies))


@pytest.mark.parametrize("q", [0.0, 0.2, 0.75, 1.0])
@pytest.mark.parametrize("d", [2, 3, 6])
def test_the_papers_prior_has_total_variation_q_for_every_feature(d, q):
    bounds = total_variation_bounds(copied_prior(d, q))
    np.testing.assert_allclose(bounds, q, rtol=0, atol=ROUNDING)


@pytest.mark.parametrize("q", [0.0, 0.3, 1.0])
def test_draws_follow_the_papers_prior(q):
    signs = draw_signs(40_000, 3, q, np.random.default_rng(0))
    cells = (signs > 0) @ np.array([4, 2, 1])
    assert_average(np.eye(8)[cells], copied_prior(3, q).ravel())


def test_impossible_parameters_are_refused():
    for call in (lambda: example_1(a=0.0), lambda: example_1(b=1.2), lambda: example_2(9)):
        with pytest.raises(InvalidInput):
            call()


def lowest(corners, type_one):
    return np.interp(type_one, corners[:, 0], corners[:, 1])


@given(st.lists(st.tuples(SMALL, SMALL), min_size=2, max_size=6))
def test_the_best_test_stays_in_the_region_and_touches_it(pairs):
    """Theorem 1, both directions: the level of two laws is the tightest region around them."""
    p, r = np.array(pairs).T
    p, r = p / p.sum(), r / r.sum()
    level = largest_log_ratio(np.stack([p, r]))
    if level < 1e-6:
        return
    rates = np.linspace(0, 1, 501)
    for first, second in ((p, r), (r, p)):
        corners = trade_off(first, second)
        assert np.all(lowest(corners, rates) >= least_type_two(rates, level) - 1e-9)
    tighter = level * (1 - 1e-3)
    slack = [
        np.min(corners[:, 1] - least_type_two(corners[:, 0], tighter))
        for corners in (trade_off(p, r), trade_off(r, p))
    ]
    assert min(slack) < 0


def test_corners_of_the_region():
    corners = features.error_region(np.log(3))
    np.testing.assert_allclose(corners, np.array([[0, 1], [0.25, 0.25], [1, 0], [0.75, 0.75]]))
    np.testing.assert_allclose(features.error_region(np.inf)[1], 0.0)
