"""Figure 1 and Propositions 3, 4 and 6, against mechanisms whose levels are enumerated."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core import features
from hetdp_core.errors import InvalidInput
from hetdp_core.features import notions
from tests.cases import first_and_in_studies
from tests.features.helpers import CORRELATION, assert_average, copied_prior, demands
from tests.tolerance import ROUNDING


def random_mechanism(seed):
    """A prior with gaps and a kernel, of two to four coordinates with two or three values."""
    rng = np.random.default_rng(seed)
    shape = tuple(rng.integers(2, 4, rng.integers(2, 5)))
    prior = rng.dirichlet(np.full(np.prod(shape), 0.7)).reshape(shape)
    prior[rng.random(shape) < 0.1] = 0.0
    prior /= prior.sum()
    kernel = rng.dirichlet(np.full(int(rng.integers(2, 6)), 3.0), size=shape)
    return notions.FiniteMechanism(prior, kernel)


def exhaustive_bcdp(table, coordinate):
    """Definition 4 over all sets of values and all sets of outputs, with nothing clever."""
    from itertools import chain, combinations

    def subsets(size):
        return chain.from_iterable(combinations(range(size), k) for k in range(1, size + 1))

    joint = np.moveaxis(table.prior[..., None] * table.kernel, coordinate, 0)
    mass = joint.reshape(joint.shape[0], -1, joint.shape[-1]).sum(axis=1)
    laws = [
        mass[list(s)].sum(axis=0) / mass[list(s)].sum()
        for s in subsets(mass.shape[0])
        if mass[list(s)].sum() > 0
    ]
    chances = np.array([[law[list(r)].sum() for r in subsets(mass.shape[1])] for law in laws])
    return float(np.max(np.log(chances.max(axis=0) / chances.min(axis=0))))


@pytest.mark.parametrize("seed", first_and_in_studies(range(60), 20))
def test_enumerated_levels_obey_every_arrow_of_figure_1(seed):
    table = random_mechanism(seed)
    ldp, cdp, bcdp = table.ldp_level, table.cdp_levels, table.bcdp_levels
    q = notions.total_variation_bounds(table.prior)
    tiny = 1e-9
    from_ldp = features.from_ldp(ldp, table.dimension)
    assert np.all(bcdp <= from_ldp.bcdp + tiny)
    assert np.all(cdp <= from_ldp.cdp + tiny)
    from_cdp = features.from_cdp(cdp, q)
    assert ldp <= from_cdp.ldp + tiny
    assert np.all(bcdp <= from_cdp.bcdp + tiny)
    assert np.all(bcdp <= features.cdp_to_bcdp(cdp, q, ldp) + tiny)


@pytest.mark.parametrize("seed", first_and_in_studies(range(15), 5))
def test_single_values_and_single_outputs_are_enough_for_bcdp(seed):
    table = random_mechanism(seed)
    for coordinate, level in enumerate(table.bcdp_levels):
        assert level == pytest.approx(exhaustive_bcdp(table, coordinate))


def test_copies_of_one_value_add_their_levels_up_and_reach_proposition_4():
    """The example below Proposition 4, with randomised response on each copy."""
    c = np.array([0.3, 0.9])
    responses = [np.array([[1.0, np.exp(-e)], [np.exp(-e), 1.0]]) / (1 + np.exp(-e)) for e in c]
    kernel = np.einsum("xy,vw->xvyw", *responses).reshape(2, 2, 4)
    table = notions.FiniteMechanism(np.diag([0.5, 0.5]), kernel)
    np.testing.assert_allclose(table.cdp_levels, c)
    np.testing.assert_allclose(table.bcdp_levels, c.sum())
    np.testing.assert_allclose(features.cdp_to_bcdp(c, 1.0), c.sum())


@given(st.lists(st.floats(0.0, 300.0), min_size=1, max_size=8), CORRELATION)
def test_part_1_lies_between_the_own_level_and_the_sum(c, q):
    levels = features.cdp_to_bcdp(c, q)
    assert np.all(levels >= np.array(c) * (1 - 1e-12))
    assert np.all(levels <= sum(c) * (1 + 1e-9) + 1e-12)
    assert np.all(features.cdp_to_bcdp(c, q, 5.0) <= 5.0)


@given(st.floats(1e-3, 60.0), CORRELATION, st.floats(1e-3, 60.0))
def test_the_level_is_the_exact_one_and_never_above_proposition_4(c, q, total):
    level = features.cdp_to_bcdp([c], q, total)[0]
    own = min(c, total)
    expected = own + np.log((1 - q) + q * np.exp(total - own))
    assert level == pytest.approx(expected, rel=ROUNDING)
    assert level <= min(c + np.log(1 + q * np.exp(total) - q), total) * (1 + ROUNDING)


@given(demands(max_features=8), st.integers(0, 10**6))
def test_proposition_6_is_sufficient_for_proposition_4(demand, seed):
    """Any budgets with A c <= 1, also on the boundary, have levels of at most delta."""
    delta, _, q = demand
    delta = np.minimum(delta, 1e3)
    rows = notions.cdp_constraints(delta, q)
    c = np.random.default_rng(seed).exponential(size=delta.size)
    c /= np.max(rows @ c)
    assert np.all(features.cdp_to_bcdp(c, q) <= delta * (1 + 1e-9))


@pytest.mark.parametrize("q", [1e-300, 2.9e-304, 5e-324])
def test_the_smallest_correlations_leave_room_that_is_large_and_finite(q):
    rows = notions.cdp_constraints([31.6, 0.1], q)
    expected = [math.log(math.expm1(level)) - math.log(q) for level in (31.6, 0.1)]
    assert 1.0 / rows[0, 1] == pytest.approx(expected[0], rel=ROUNDING)
    assert 1.0 / rows[1, 0] == pytest.approx(expected[1], rel=ROUNDING)
    assert notions.cdp_constraints([31.6, 0.1], 0.0)[0, 1] == 0.0


def test_bcdp_alone_promises_nothing_else():
    alone = features.from_bcdp([0.1, 0.2])
    assert alone.ldp == alone.bdp == np.inf
    assert np.all(np.isinf(alone.cdp))


@pytest.mark.parametrize("bad", [[-0.1], [np.nan], [np.inf], []])
def test_levels_and_tables_that_cannot_be_are_refused(bad):
    with pytest.raises(InvalidInput, match=r"^c must"):
        features.cdp_to_bcdp(bad, 0.1)
    with pytest.raises(InvalidInput, match="prior must hold probabilities"):
        notions.FiniteMechanism(np.array([0.5, 0.6]), np.array([[1.0], [1.0]]))
    with pytest.raises(InvalidInput, match="kernel must start like"):
        notions.FiniteMechanism(np.array([0.5, 0.5]), np.ones((3, 1)))


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


def test_example_1_is_log_2_bcdp_and_neither_ldp_nor_cdp_and_needs_more_than_positive_chances():
    """With b = c = 1 an output 0 proves x_1 = 0: the parameters cannot all be free in (0, 1]."""
    table = notions.example_1()
    np.testing.assert_allclose(table.bcdp_levels, np.log(2))
    assert table.ldp_level == np.inf
    assert np.all(np.isinf(table.cdp_levels))
    assert notions.example_1(0.5, 1.0, 1.0).bcdp_levels[0] == np.inf
    assert np.isfinite(notions.example_1(0.5, 1.0, 0.5).bcdp_levels[0])


@given(SMALL, SMALL, SMALL)
def test_example_1_by_hand(a, b, c):
    """P(M = 1 | x_1) is a/2 or (b + c)/2; P(M = 1 | x_2) is (a + b)/2 or c/2."""
    first, second = ([a / 2, (b + c) / 2], [(a + b) / 2, c / 2])
    expected = [max(abs(np.log(p / r)), abs(np.log((1 - p) / (1 - r)))) for p, r in (first, second)]
    np.testing.assert_allclose(notions.example_1(a, b, c).bcdp_levels, expected)


def test_example_2_one_copy_says_nothing_about_the_first_bit_and_two_can_prove_it():
    levels = notions.example_2().bcdp_levels
    assert levels[0] == pytest.approx(0.0, abs=ROUNDING)
    np.testing.assert_allclose(levels[1:], np.log(3))
    assert notions.example_2(2).bcdp_levels[0] == np.inf


@pytest.mark.parametrize("copies", [1, 2, 3, 5])
def test_example_2_reveals_as_often_as_said(copies):
    """Second road: add up the chances of all outputs that only x_1 = 1 can give."""
    zero, one = notions.example_2(copies).output_law(0)
    assert np.sum(one[zero == 0]) == pytest.approx(notions.reveal_chance(copies))


@pytest.mark.parametrize("q", [0.0, 0.2, 0.75, 1.0])
@pytest.mark.parametrize("d", [2, 3, 6])
def test_the_papers_prior_has_total_variation_q_for_every_feature(d, q):
    bounds = notions.total_variation_bounds(copied_prior(d, q))
    np.testing.assert_allclose(bounds, q, rtol=0, atol=ROUNDING)


@pytest.mark.parametrize("q", [0.0, 0.3, 1.0])
def test_draws_follow_the_papers_prior(q):
    signs = notions.draw_signs(40_000, 3, q, np.random.default_rng(0))
    cells = (signs > 0) @ np.array([4, 2, 1])
    assert_average(np.eye(8)[cells], copied_prior(3, q).ravel())


def test_impossible_parameters_are_refused():
    for call in (
        lambda: notions.example_1(a=0.0),
        lambda: notions.example_1(b=1.2),
        lambda: notions.example_2(9),
    ):
        with pytest.raises(InvalidInput):
            call()


@given(st.lists(st.tuples(SMALL, SMALL), min_size=2, max_size=6))
def test_the_best_test_stays_in_the_region_and_touches_it(pairs):
    """Theorem 1, both directions: the level of two laws is the tightest region around them."""
    p, r = np.array(pairs).T
    p, r = p / p.sum(), r / r.sum()
    level = notions.largest_log_ratio(np.stack([p, r]))
    if level < 1e-6:
        return
    rates = np.linspace(0, 1, 501)
    for first, second in ((p, r), (r, p)):
        corners = trade_off(first, second)
        best = np.interp(rates, corners[:, 0], corners[:, 1])
        assert np.all(best >= least_type_two(rates, level) - 1e-9)
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
