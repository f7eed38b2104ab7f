"""Budgets: what the exact conversion allows, and which of those is best; the rule as printed."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hetdp_core import features
from hetdp_core.errors import InvalidInput
from hetdp_core.features.allocation.search import budgets_at, printed_budgets_at, top_range
from hetdp_core.features.notions import cdp_to_bcdp
from tests.features.helpers import demands, total_of
from tests.tolerance import LONG_FORMULA, ROUNDING

RULES = tuple(features.RULES)
FIGURE_3 = np.array([0.2, 0.2, *[2.0] * 8])


def listed_rule(delta, epsilon, q, zeta):
    """Theorem 2 as it is listed, for one q > 0: second road to the "paper" rule."""
    capped = [min(level, epsilon) for level in delta]
    top = min(np.log((np.exp(zeta * min(capped)) + q - 1) / q), max(capped))
    return [top if top <= c * (1 + 1e-12) else c - np.log(1 + q * np.exp(top) - q) for c in capped]


@pytest.mark.parametrize("rule", RULES)
@given(demand=demands(), n=st.sampled_from([1, 100, 10_000, 10**6]))
def test_every_allocation_keeps_each_level_and_stays_within_epsilon(rule, demand, n):
    delta, epsilon, q = demand
    alloc = features.allocate(delta, epsilon, q, rule, n=n)
    assert np.all(alloc.budgets >= 0)
    assert alloc.ldp_level <= epsilon * (1 + 1e-12)
    proved = cdp_to_bcdp(alloc.budgets, q, alloc.ldp_level)
    assert np.all(proved <= np.minimum(delta, epsilon) * (1 + 1e-9))
    np.testing.assert_allclose(alloc.bcdp_levels, proved, rtol=LONG_FORMULA)


@given(demands(), st.floats(0.05, 1.0))
def test_the_papers_rule_meets_proposition_4_for_every_zeta(demand, zeta):
    delta, epsilon, q = demand
    alloc = features.allocate(delta, epsilon, q, "paper", zeta=zeta)
    printed = alloc.budgets + np.log1p(alloc.q * np.expm1(alloc.ldp_level))
    assert np.all(np.minimum(printed, alloc.ldp_level) <= delta * (1 + 1e-9))


@given(demands(), st.floats(0.0, 1.0))
def test_largest_budgets_use_their_levels_up_and_are_never_below_those_of_proposition_4(
    demand, share
):
    delta, epsilon, q = demand
    capped = np.minimum(delta, epsilon)
    low, high = top_range(capped, q)
    top = low + share * (high - low)
    budgets = budgets_at(top, capped, q)
    assert np.all(budgets >= printed_budgets_at(top, capped, q) - ROUNDING * capped)
    used = cdp_to_bcdp(budgets, q, top)
    spent = (budgets < capped) & (budgets > 0.0)
    np.testing.assert_allclose(used[spent], np.minimum(capped, top)[spent], rtol=ROUNDING)


@given(demands(), st.floats(0.05, 1.0))
def test_the_papers_rule_is_theorem_2_as_listed(demand, zeta):
    delta, epsilon, q = demand
    assume(isinstance(q, float) and q > 1e-6 and epsilon > 1e-2 and np.min(delta) > 1e-2)
    alloc = features.allocate(delta, epsilon, q, "paper", zeta=zeta)
    listed = listed_rule(delta, epsilon, q, zeta)
    np.testing.assert_allclose(alloc.budgets, listed, rtol=LONG_FORMULA, atol=LONG_FORMULA)


@given(
    demands(max_features=8),
    st.sampled_from([10, 10_000, 10**6, 10**9]),
    st.sampled_from(["inverse_variance", "paper"]),
    st.sampled_from([0.0, 1 / 3, 1.0]),
)
def test_optimised_is_never_worse_than_both_others(demand, n, weights, moment):
    delta, epsilon, q = demand
    costs = {}
    for rule in RULES:
        allocated = features.allocate(
            delta, epsilon, q, rule, n=n, weights=weights, second_moment=moment
        )
        costs[rule] = total_of(features.coordinate_variance(allocated, n, moment, weights))
    assert costs["optimised"] <= min(costs["paper"], costs["min_delta"]) * (1 + 1e-9)


@pytest.mark.parametrize(
    ("delta", "epsilon", "q", "n", "moment", "weights"),
    [
        ([np.inf, 3.654], 391.1, 1e-300, 1, 0.0, "inverse_variance"),  # rises, then falls far away
        ([np.inf, 0.6935, 0.7568, np.inf], 137.36, 1e-100, 100, 0.3, "inverse_variance"),
        ([1.337, np.inf, 3.864, 0.5136], 0.6468, 0.5, 100, 0.0, "paper"),
    ],
)
def test_optimised_is_never_worse_where_the_error_hides_its_valley(
    delta, epsilon, q, n, moment, weights
):
    best, paper = (
        features.coordinate_variance(allocated, n, moment, weights)
        for rule in ("optimised", "paper")
        for allocated in [
            features.allocate(delta, epsilon, q, rule, n=n, second_moment=moment, weights=weights)
        ]
    )
    assert total_of(best) <= total_of(paper) * (1 + 1e-9)


@given(demands())
def test_neither_the_order_of_the_features_nor_saying_the_same_bound_for_each_matters(demand):
    delta, epsilon, q = demand
    assume(np.isscalar(q))
    order = np.random.default_rng(0).permutation(delta.size)
    for rule in RULES:
        plain = features.allocate(delta, epsilon, q, rule, n=1000)
        mixed = features.allocate(delta[order], epsilon, q, rule, n=1000)
        np.testing.assert_allclose(mixed.budgets, plain.budgets[order], rtol=ROUNDING)
        np.testing.assert_array_equal(mixed.delta, delta[order])
        each = features.allocate(delta, epsilon, np.full(delta.size, q), rule, n=1000)
        np.testing.assert_array_equal(each.budgets, plain.budgets)


def test_features_may_have_bounds_of_their_own():
    """A feature that gives nothing away keeps its whole level."""
    delta, q = np.array([0.2, 0.2, 2.0]), np.array([0.0, 0.04, 0.04])
    alloc = features.allocate(delta, 2.0, q, "paper", zeta=0.5)
    leaked = np.log1p(0.04 * np.expm1(alloc.ldp_level))
    np.testing.assert_allclose(alloc.budgets[:2], [0.2, 0.2 - leaked])
    alloc = features.Allocation("chosen", delta, 2.0, q, budgets_at(0.5, delta, q))
    assert alloc.budgets[0] == 0.2 > alloc.budgets[1]
    np.testing.assert_allclose(alloc.bcdp_levels[1], 0.2)


@pytest.mark.parametrize("rule", RULES)
def test_full_correlation_gives_everyone_the_strictest_level(rule):
    alloc = features.allocate(FIGURE_3, 2.0, 1.0, rule, n=10_000)
    np.testing.assert_allclose(alloc.budgets, 0.2, rtol=ROUNDING)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("q", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("d", [1, 5])
def test_equal_levels_give_the_homogeneous_mechanism(rule, q, d):
    """Except that the paper's rule with ζ < 1 may spend less than it could."""
    alloc = features.allocate(np.full(d, 0.7), 3.0, q, rule, n=1000)
    assert np.ptp(alloc.budgets) <= 1e-12
    if rule != "paper" or q in (0.0, 1.0):
        np.testing.assert_allclose(alloc.budgets, 0.7, rtol=ROUNDING)
    np.testing.assert_array_equal(alloc.stages.dimensions, [d])


def test_levels_above_epsilon_and_without_end_are_cut_off_at_epsilon():
    capped = features.allocate([0.5, 5.0, np.inf], 1.0, 0.1, n=1000)
    plain = features.allocate([0.5, 1.0, 1.0], 1.0, 0.1, n=1000)
    np.testing.assert_array_equal(capped.budgets, plain.budgets)
    np.testing.assert_array_equal(capped.capped, plain.delta)


def test_without_correlation_all_get_their_level_and_at_zeta_one_the_strictest_gets_nothing():
    for zeta in (0.1, 1.0):
        alloc = features.allocate(FIGURE_3, 2.0, 0.0, "paper", zeta=zeta)
        np.testing.assert_array_equal(alloc.budgets, FIGURE_3)
    alloc = features.allocate(FIGURE_3, 2.0, 0.5, "paper", zeta=1.0)
    np.testing.assert_allclose(alloc.budgets[:2], 0.0, atol=ROUNDING)
    assert np.all(np.isinf(features.coordinate_variance(alloc, 100)[:2]))


def test_ten_thousand_features_are_no_trouble():
    delta = np.where(np.arange(10_000) < 100, 0.5, 4.0)
    alloc = features.allocate(delta, 4.0, 0.01, n=10**6)
    assert alloc.stages.increments.size <= 2
    assert np.all(np.isfinite(features.coordinate_variance(alloc, 10**6)))


def test_where_nothing_can_be_learnt_ties_go_to_the_baseline():
    alloc = features.allocate([0.3, 0.01, 0.1], 1.0, 0.02, n=1)
    np.testing.assert_array_equal(alloc.budgets, 0.01)


def test_splitting_divides_the_budgets():
    alloc = features.allocate(FIGURE_3, 2.0, 0.1, n=1000)
    np.testing.assert_array_equal(alloc.split(2).budgets, alloc.budgets / 2)


BAD = [
    ({"delta": [0.0, 1.0]}, "delta"),
    ({"epsilon": np.inf}, "epsilon"),
    ({"epsilon": 1e6}, "epsilon"),
    ({"q": 1.1}, "q"),
    ({"q": [0.1, 0.2, 0.3]}, "q"),
    ({"rule": "magic"}, "rule"),
    ({"n": None}, "n"),
    ({"n": 0}, "n"),
    ({"zeta": 0.0, "rule": "paper"}, "zeta"),
    ({"second_moment": 2.0}, "second_moment"),
    ({"weights": "magic"}, "weights"),
]


@pytest.mark.parametrize(("change", "name"), BAD)
def test_bad_input_is_refused_with_a_sentence(change, name):
    good = {"delta": [0.5, 1.0], "epsilon": 2.0, "q": 0.1, "rule": "optimised", "n": 100}
    with pytest.raises(InvalidInput, match=rf"^{name} must .*\.$"):
        features.allocate(**(good | change))
