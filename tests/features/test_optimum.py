"""The optimised budgets: certified against dense grids and another minimiser, and steady."""

import itertools

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar
from scipy.special import gammaln

from hetdp_core import features
from hetdp_core.features.allocation import rules, search
from hetdp_core.features.allocation.certified import TIE
from hetdp_core.features.allocation.search import best_on_lines, budgets_at, top_range
from hetdp_core.features.channel import total_error
from tests.cases import first_and_in_studies
from tests.features.helpers import demands, total_of
from tests.tolerance import ROUNDING, UNMOVED, half_a_unit

TWO_VALLEYS = (np.repeat([0.0579, 0.0994, 0.7, 0.7422], [10, 3, 11, 8]), 0.7422, 0.0945, 128_707)
ONE_SENSITIVE = (np.append(0.5, np.ones(34)), 1.0, 0.1, 1000)


def plain_error(budgets, n):
    """sum_i min(variance_i, 1) for data at ±1, one feature and one query after the other."""
    total, ordered = 0.0, np.sort(budgets)
    precision, spent = 0.0, 0.0
    for place, budget in enumerate(ordered):
        size = ordered.size - place
        if budget > spent:
            factor = np.pi * np.exp(2 * (gammaln((size + 1) / 2) - gammaln(size / 2)))
            square = np.sinh((budget - spent) / 2) ** 2
            precision += square / (factor + (factor - 1) * square)
            spent = budget
        total += min(1 / (n * precision), 1.0) if precision > 0 else 1.0
    return total


def along(delta, epsilon, q, dropped, top):
    """(d,) largest budgets at a top, the strictest `dropped` levels left out."""
    capped = np.minimum(delta, epsilon)
    budgets = budgets_at(top, capped, q)
    left_out = np.isin(capped, np.unique(capped)[:dropped])
    return np.where(left_out, 0.0, budgets)


def random_demand(seed):
    """Few levels, many orders apart, with ties; one q; any number of users."""
    rng = np.random.default_rng(seed)
    levels = 10.0 ** rng.uniform(-2, 1, rng.integers(2, 5))
    delta = np.repeat(levels, rng.integers(1, 6, levels.size))
    epsilon, q = 10.0 ** rng.uniform(-1, 1), 10.0 ** rng.uniform(-3, 0)
    return delta, epsilon, q, int(10 ** rng.uniform(1, 6))


def least_by_another_road(delta, epsilon, q, n):
    """A grid of tops between all levels, then Brent's method around its best points."""
    capped = np.minimum(delta, epsilon)
    levels, (low, high) = np.unique(capped), top_range(capped, q)
    least = np.inf
    for dropped in range(levels.size):

        def error(top, dropped=dropped):
            return plain_error(along(delta, epsilon, q, dropped, top), n)

        ends = np.unique(np.clip([low, *levels, high], low, high))
        for left, right in itertools.pairwise(ends):
            tops = np.append(left + (right - left) * np.linspace(1e-9, 1, 60), left)
            found = np.array([error(top) for top in tops])
            best = tops[np.argmin(found)]
            step = (right - left) / 40
            around = (max(left, best - step), min(right, best + step))
            refined = minimize_scalar(error, bounds=around, method="bounded").fun
            least = min(least, found.min(), refined)
        least = min(least, error(low))
    return least


DEMANDS = [(demand,) for demand in (TWO_VALLEYS, ONE_SENSITIVE, *map(random_demand, range(12)))]


@pytest.mark.parametrize("demand", first_and_in_studies(DEMANDS, 8))
def test_no_top_budget_beats_the_optimum_by_more_than_is_certified(demand):
    delta, epsilon, q, n = demand
    alloc = features.allocate(delta, epsilon, q, n=n)
    least = least_by_another_road(delta, epsilon, q, n)
    assert alloc.gap is not None
    assert 0.0 < alloc.gap <= 1e-6
    error = plain_error(alloc.budgets, n)
    assert error * (1 - alloc.gap) <= least * (1 + 1e-9)
    assert error <= least * (1 + 1e-9)


def test_the_strictest_feature_without_a_budget_can_leave_the_others_more():
    delta, epsilon, q, n = ONE_SENSITIVE
    alloc = features.allocate(delta, epsilon, q, n=n)
    assert plain_error(alloc.budgets, n) == pytest.approx(9.344915, abs=half_a_unit(6))
    np.testing.assert_array_equal(alloc.budgets, [0.0, *[1.0] * 34])
    largest = [plain_error(along(delta, epsilon, q, 0, t), n) for t in np.linspace(0.5, 1, 999)]
    assert min(largest) == pytest.approx(15.79, abs=half_a_unit(2))


@pytest.mark.parametrize(
    ("levels", "counts", "q", "n", "largest", "found"),
    [
        ([0.206, 0.473, 2.166, 2.339, 4.101], [19, 7, 18, 3, 4], 0.5722, 1443, 45.7789, 44.383),
        ([0.119, 0.393, 0.419, 0.507], [1, 3, 14, 16], 0.023, 505_398, 0.178966, 0.173923),
        ([1.271, 7.837, 9.967, 12.779], [5, 7, 13, 13], 3.804e-11, 15, np.inf, 33.9436),
    ],
)
def test_smaller_budgets_below_the_top_are_found(levels, counts, q, n, largest, found):
    """Left out in the middle, no more than a stricter one, and in between."""
    delta = np.repeat(levels, counts)
    alloc = features.allocate(delta, np.max(delta), q, n=n)
    assert plain_error(alloc.budgets, n) <= found * (1 + 1e-3)
    assert found < largest
    assert np.all(alloc.bcdp_levels <= delta * (1 + 1e-12))


@pytest.mark.parametrize("weights", ["inverse_variance", "paper"])
@given(demand=demands(max_features=8), n=st.sampled_from([10, 10_000, 10**6]))
@example(demand=(np.array([np.inf, np.inf]), 1.0, [0.0, np.finfo(float).tiny]), n=10)
def test_what_is_not_certified_says_so(weights, demand, n):
    delta, epsilon, q = demand
    alloc = features.allocate(delta, epsilon, q, n=n, weights=weights)
    shared = np.max(q) <= np.min(q) * (1 + 1e-12) + np.finfo(float).tiny  # up to rounding
    assert (alloc.gap is not None) == (shared and weights == "inverse_variance")
    assert alloc.split(2).gap is None
    assert features.allocate(delta, epsilon, q, "min_delta").gap is None


@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_a_point_that_differs_by_rounding_alone_does_not_close_the_bracket(side):
    """What lies beyond it would be lost for good, and the answer depend on the processor."""
    target = 0.5 + 0.03 * side

    def cost(points):
        return np.round((points - target) ** 2, 12)  # floats cannot tell the twins apart

    grid = np.array([[0.0, 0.5, np.nextafter(0.5, target), 0.2, 0.8, 1.0]])
    # costs are rounded to 1e-12, so places are known to its root: times ten
    assert best_on_lines(cost, grid)[0] == pytest.approx(target, abs=1e-5)


@pytest.mark.parametrize("seed", first_and_in_studies(range(12), 4))
def test_points_and_costs_that_round_differently_lead_to_the_same_optimum(seed, monkeypatch):
    """One q for each feature: found by comparing values, each off by a unit in the last place."""
    rng = np.random.default_rng(seed)
    delta, q = np.array([0.2, 0.2, *[2.0] * 8]), rng.uniform(0.09, 0.1, 10)
    exact = features.allocate(delta, 2.0, q, n=10_000)

    def off(function):
        def rounded(*given):
            value = function(*given)
            return np.nextafter(value, rng.choice([-np.inf, np.inf], value.shape))

        return rounded

    for module in (search, rules):
        monkeypatch.setattr(module, "total_error", off(total_error))
    monkeypatch.setattr(search, "between", off(search.between))
    moved = features.allocate(delta, 2.0, q, n=10_000)
    totals = [total_of(features.coordinate_variance(alloc, 10_000)) for alloc in (exact, moved)]
    assert totals[0] == pytest.approx(totals[1], rel=search.WORTH_WHILE)


@st.composite
def moved_demands(draw):
    """A demand, and the same with one of its numbers moved by a unit in the last place."""
    delta, epsilon, q = draw(demands(max_features=8))
    towards = draw(st.sampled_from([0.0, 1e9]))
    moved = [delta.copy(), np.array([epsilon]), np.array(q, ndmin=1, dtype=float)]
    one = draw(st.sampled_from(moved))
    place = draw(st.integers(0, one.size - 1))
    if np.isfinite(one[place]):
        one[place] = np.nextafter(one[place], towards)
    moved[2] = np.minimum(moved[2], 1.0)
    bounds = moved[2] if np.ndim(q) else float(moved[2][0])
    return (delta, epsilon, q), (moved[0], float(moved[1][0]), bounds)


@given(
    moved_demands(),
    st.sampled_from([1, 100, 10_000, 10**7]),
    st.sampled_from(["inverse_variance", "paper"]),
    st.sampled_from([0.0, 0.3, 1.0]),
)
def test_a_unit_in_the_last_place_of_an_input_moves_no_number(pair, n, weights, moment):
    """Neither the error, nor the budgets, nor the variance of any feature.

    Where two splits are equally good the budgets may change from one to the other (ties go to
    min-δ, then to fewer features left out, then to the smaller top): then the error is the
    same, and the other split is far away.
    """
    one, two = (
        features.allocate(*asked, n=n, weights=weights, second_moment=moment) for asked in pair
    )
    variances = [features.coordinate_variance(a, n, moment, weights) for a in (one, two)]
    assert total_of(variances[0]) == pytest.approx(total_of(variances[1]), rel=UNMOVED)
    apart = np.max(np.abs(one.budgets - two.budgets)) / np.max(one.budgets)
    if apart > 1e-3:
        assert total_of(variances[0]) == pytest.approx(total_of(variances[1]), rel=3 * TIE)
        return
    assert apart <= UNMOVED
    first, second = variances
    np.testing.assert_array_equal(np.isfinite(first), np.isfinite(second))
    kept = np.isfinite(first)
    np.testing.assert_allclose(first[kept], second[kept], rtol=UNMOVED)


def test_a_bound_of_one_less_a_unit_in_the_last_place_is_a_bound_of_one():
    delta, q = [0.19, 0.19, 0.19, 0.18, 0.03, 0.19], np.array([1.0, 0.0, 0.0, 0.0, 0.0, 1.0])
    near = np.append(q[:-1], np.nextafter(1.0, 0.0))
    one, two = (
        features.allocate(delta, 0.19, bounds, n=10**7, second_moment=0.0) for bounds in (q, near)
    )
    np.testing.assert_array_equal(one.budgets, two.budgets)


def test_levels_that_are_equal_but_for_rounding_share_a_budget():
    """0.1 + 0.2 is not 0.3 in floats."""
    plain = features.allocate([0.3, 0.3, 2.0], 2.0, 0.05, n=10_000)
    near = features.allocate([0.3, 0.1 + 0.2, 2.0], 2.0, 0.05, n=10_000)
    np.testing.assert_allclose(near.budgets, plain.budgets, rtol=ROUNDING)
    assert near.budgets[0] == near.budgets[1]
    bounds = features.allocate([0.3, 0.3, 2.0], 2.0, [0.3, 0.1 + 0.2, 0.3], n=10_000)
    assert bounds.gap is not None
