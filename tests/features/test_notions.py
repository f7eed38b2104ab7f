"""Figure 1 and Propositions 3, 4 and 6, against mechanisms whose levels are enumerated."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core import features
from hetdp_core.errors import InvalidInput
from hetdp_core.features.notions import FiniteMechanism, cdp_constraints, total_variation_bounds
from tests.cases import first_and_in_studies
from tests.features.helpers import CORRELATION, demands
from tests.tolerance import ROUNDING


def random_mechanism(seed):
    """A prior with gaps and a kernel, of two to four coordinates with two or three values."""
    rng = np.random.default_rng(seed)
    shape = tuple(rng.integers(2, 4, rng.integers(2, 5)))
    prior = rng.dirichlet(np.full(np.prod(shape), 0.7)).reshape(shape)
    prior[rng.random(shape) < 0.1] = 0.0
    prior /= prior.sum()
    kernel = rng.dirichlet(np.full(int(rng.integers(2, 6)), 3.0), size=shape)
    return FiniteMechanism(prior, kernel)


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
    q = total_variation_bounds(table.prior)
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
    table = FiniteMechanism(np.diag([0.5, 0.5]), kernel)
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
    rows = cdp_constraints(delta, q)
    c = np.random.default_rng(seed).exponential(size=delta.size)
    c /= np.max(rows @ c)
    assert np.all(features.cdp_to_bcdp(c, q) <= delta * (1 + 1e-9))


@pytest.mark.parametrize("q", [1e-300, 2.9e-304, 5e-324])
def test_the_smallest_correlations_leave_room_that_is_large_and_finite(q):
    rows = cdp_constraints([31.6, 0.1], q)
    expected = [math.log(math.expm1(level)) - math.log(q) for level in (31.6, 0.1)]
    assert 1.0 / rows[0, 1] == pytest.approx(expected[0], rel=ROUNDING)
    assert 1.0 / rows[1, 0] == pytest.approx(expected[1], rel=ROUNDING)
    assert cdp_constraints([31.6, 0.1], 0.0)[0, 1] == 0.0


def test_bcdp_alone_promises_nothing_else():
    alone = features.from_bcdp([0.1, 0.2])
    assert alone.ldp == alone.bdp == np.inf
    assert np.all(np.isinf(alone.cdp))


@pytest.mark.parametrize("bad", [[-0.1], [np.nan], [np.inf], []])
def test_levels_and_tables_that_cannot_be_are_refused(bad):
    with pytest.raises(InvalidInput, match=r"^c must"):
        features.cdp_to_bcdp(bad, 0.1)
    with pytest.raises(InvalidInput, match="prior must hold probabilities"):
        FiniteMechanism(np.array([0.5, 0.6]), np.array([[1.0], [1.0]]))
    with pytest.raises(InvalidInput, match="kernel must start like"):
        FiniteMechanism(np.array([0.5, 0.5]), np.ones((3, 1)))
