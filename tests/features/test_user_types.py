"""Users who differ, too: errors against enumeration and simulation, budgets against a grid."""

import itertools

import cvxpy as cp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hetdp_core.errors import InvalidInput
from hetdp_core.features import FeatureScenario, allocate, coordinate_variance, correlation_sweep
from hetdp_core.features.allocation.questions import best_questions, lone_levels
from hetdp_core.features.allocation.rules import Allocation
from hetdp_core.features.user_types.budgets import (
    Demand,
    best_budgets,
    combined_variance,
    head_weights,
    precision_weights,
    weighted_variance,
)
from hetdp_core.features.user_types.drawn import ENOUGH, drawn_plan
from hetdp_core.features.user_types.sweep import TypesScenario, simulate, types_sweep, worth
from tests.cases import first_and_in_studies
from tests.tolerance import LONG_FORMULA, ROUNDING, SOLVED

PAGE = np.array([0.2, 0.2, *[2.0] * 8])
TWO_TYPES = Demand(np.stack([PAGE, np.minimum(5 * PAGE, 2.0)]), 0.1)


def demand_of(*types, q=0.1):
    return Demand(np.array(types, dtype=float), q)


def errors(demand, users, budgets):
    """(S,) sum_i min(v_i, 1)."""
    return np.sum(np.minimum(demand.variance(users, budgets), 1.0), axis=-1)


def enumerated(levels, users, weights, means):
    """Mean and mean square of the distance from everybody's average: one feature at ±1.

    Over all values that the users may have, and all reports that they may send: of one
    feature, a report is ±coth(a/2), and has the value's sign with chance e^a / (1 + e^a).
    """
    kinds = np.repeat(np.arange(len(users)), users)
    first = second = 0.0
    for values in itertools.product([-1, 1], repeat=kinds.size):
        law = np.prod((1 + np.array(values) * means[kinds]) / 2)
        for signs in itertools.product([-1, 1], repeat=kinds.size):
            alike = np.array(signs) == np.array(values)
            right = 1 / (1 + np.exp(-levels[kinds]))
            chance = law * np.prod(np.where(alike, right, 1 - right))
            reports = np.array(signs) / np.tanh(levels[kinds] / 2)
            distance = np.sum((weights / users)[kinds] * reports) - np.mean(values)
            first, second = first + chance * distance, second + chance * distance**2
    return first, second


LEVELS, USERS = np.array([0.4, 1.7]), np.array([2, 1])
PRECISION = np.sinh(LEVELS / 2)[:, None] ** 2  # of one feature at ±1: 1 / (coth² - 1)


@pytest.mark.parametrize("mean", [0.0, 0.6, -1.0])
@pytest.mark.parametrize("share", [0.0, 0.3, 2 / 3, 1.0])
def test_the_error_of_any_weights_is_that_of_all_values_and_reports_enumerated(mean, share):
    weights = np.array([share, 1 - share])
    bias, square = enumerated(LEVELS, USERS, weights, np.full(2, mean))
    variance = weighted_variance(weights[:, None], USERS.astype(float), PRECISION, 1 - mean**2)
    assert bias == pytest.approx(0.0, abs=ROUNDING)
    assert variance == pytest.approx(square, rel=ROUNDING)


def test_weights_by_precision_have_the_combined_error_but_only_those_by_head_are_always_unbiased():
    """Where types differ in their values."""
    users, means = USERS.astype(float), np.array([-0.5, 0.9])
    by_head, by_precision = (
        weights[:, 0]
        for weights in (head_weights(users, PRECISION), precision_weights(users, PRECISION, 1.0))
    )
    square = enumerated(LEVELS, USERS, by_precision, np.zeros(2))[1]
    assert combined_variance(users, PRECISION, 1.0) == pytest.approx(square, rel=ROUNDING)
    assert enumerated(LEVELS, USERS, by_head, means)[0] == pytest.approx(0.0, abs=ROUNDING)
    assert abs(enumerated(LEVELS, USERS, by_precision, means)[0]) > 0.1


PRECISIONS = st.one_of(st.just(0.0), st.floats(-12.0, 12.0).map(lambda e: 10.0**e))
CROWDS = st.integers(1, 4).flatmap(
    lambda types: st.tuples(
        st.lists(st.integers(0, 10**6), min_size=types, max_size=types).filter(any),
        st.lists(PRECISIONS, min_size=types, max_size=types),
    )
)


@given(CROWDS, st.sampled_from([0.0, 1e-3, 0.3, 1.0]), st.integers(0, 2**31 - 1))
def test_no_weights_are_better_than_those_by_precision(crowd, spread, seed):
    users, precision = np.array(crowd[0], dtype=float), np.array(crowd[1])[:, None]
    least = combined_variance(users, precision, spread)
    ours = precision_weights(users, precision, spread)
    if not np.any(users * precision[:, 0] > 0):
        assert np.isinf(least)
        assert not np.any(ours)
        return
    assert np.sum(ours) == pytest.approx(1.0, rel=ROUNDING)
    slack = 1e-9  # differences of weights far apart in size lose digits
    assert weighted_variance(ours, users, precision, spread) == pytest.approx(least, rel=slack)
    others = np.random.default_rng(seed).dirichlet(np.ones(users.size))[:, None]
    others = np.where(users[:, None] > 0, others, 0.0)
    if np.sum(others) > 0:
        others /= np.sum(others)
        assert weighted_variance(others, users, precision, spread) >= least * (1 - slack)


@given(CROWDS, st.sampled_from([0.0, 0.1, 1.0]))
def test_precisions_add_where_all_hold_the_same_value_and_else_that_is_a_lower_bound(crowd, spread):
    users, precision = np.array(crowd[0], dtype=float), np.array(crowd[1])[:, None]
    with np.errstate(divide="ignore"):
        added = 1.0 / np.sum(users[:, None] * precision, axis=0)
    variance = combined_variance(users, precision, spread)
    assert np.all(variance >= added * (1 - ROUNDING))
    assert combined_variance(users, precision, 0.0) == pytest.approx(added, rel=ROUNDING)


@pytest.mark.parametrize("n", [1, 300, 10_000])
def test_one_type_is_the_page_without_types(n):
    page = allocate(PAGE, 2.0, 0.1, n=n)
    one = Demand(PAGE[None], 0.1)
    budgets = best_budgets(one, [[n]])
    np.testing.assert_array_equal(budgets.together[0, 0], page.budgets)
    variance = one.variance(np.array([[float(n)]]), budgets.together)[0]
    np.testing.assert_allclose(variance, coordinate_variance(page, n), rtol=ROUNDING)
    both = best_budgets(TWO_TYPES, [[n, 0], [0, n]])
    np.testing.assert_array_equal(both.together[0, 0], page.budgets)
    relaxed = allocate(TWO_TYPES.levels[1], 2.0, 0.1, n=n)
    np.testing.assert_array_equal(both.together[1, 1], relaxed.budgets)


@st.composite
def crowds(draw):
    """A demand of up to four types on few levels, and several crowds of the same size."""
    types, groups = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    level = st.floats(-2.0, 1.0).map(lambda e: 10.0**e)
    rows = st.lists(level, min_size=groups, max_size=groups)
    levels = np.array(draw(st.lists(rows, min_size=types, max_size=types)))
    sizes = draw(st.lists(st.integers(1, 4), min_size=groups, max_size=groups))
    q = draw(st.sampled_from([0.0, 0.01, 0.1, 0.5, 1.0]))
    n = draw(st.sampled_from([1, 50, 10_000, 10**6]))
    parts = draw(st.lists(st.integers(0, 5), min_size=types, max_size=types).filter(any))
    users = np.floor(n * np.array(parts) / sum(parts))
    users[np.argmax(users)] += n - np.sum(users)
    return Demand(np.repeat(levels, sizes, axis=1), q), users[None]


@settings(max_examples=10)
@given(crowds())
def test_budgets_together_are_never_worse_and_keep_what_each_type_asked_for(drawn):
    demand, users = drawn
    found = best_budgets(demand, users)
    types = len(demand.levels)
    strictest = allocate(demand.strictest, 400.0, demand.q, n=int(np.sum(users))).budgets
    ours = errors(demand, users, found.together)
    for other in (found.alone, found.full[None], np.tile(strictest, (1, types, 1))):
        assert np.all(ours <= errors(demand, users, other) * (1 + LONG_FORMULA))
    plan = drawn_plan(demand, users, found.together)
    assert np.all(errors(demand, plan.users, plan.budgets) <= ours * (1 + LONG_FORMULA))
    assert np.sum(plan.users) == pytest.approx(np.sum(users), rel=ROUNDING)
    for kind, budgets in zip(plan.kinds, plan.budgets[0], strict=True):
        keeps(demand, kind, budgets)
    for kind, *ways in zip(range(types), found.alone[0], found.full, strict=True):
        for budgets in ways:
            keeps(demand, kind, budgets)


def keeps(demand, kind, budgets):
    """Theorem 2 proves the levels of this type for a report with these budgets."""
    levels = demand.levels[kind]
    q = np.full(levels.size, demand.q)
    report = Allocation("chosen", levels, float(np.max(levels)), q, budgets)
    assert np.all(report.bcdp_levels <= levels * (1 + LONG_FORMULA))


def test_a_lone_report_keeps_the_levels_of_all_features_exactly():
    """Second road: the odds of every bit under the prior that copies one bit with chance q."""
    for levels in ([0.2, 2.0, 1.0], [3.0, 0.01, 0.02], [0.5, 0.5, 0.5]):
        for q in (0.05, 0.5, 1.0):
            told = lone_levels(np.array(levels), np.array([q]))
            for feature, level in enumerate(told):
                same = np.where(np.arange(3) == feature, 1.0, (1 + q) / 2)
                yes, no = same * np.exp(level) + 1 - same, (1 - same) * np.exp(level) + same
                assert np.all(np.log(yes / no) <= np.array(levels) * (1 + LONG_FORMULA))
                full = np.isclose(level, levels[feature]) or np.any(
                    np.isclose(np.log1p(q * np.expm1(level)), np.delete(levels, feature))
                )
                assert full  # and no more could be told


@pytest.mark.parametrize("q", [0.02, 0.1, 0.4])
@pytest.mark.parametrize("share", [0.05, 0.3, 0.8])
def test_no_point_of_a_grid_over_all_budgets_of_two_types_is_better(q, share):
    demand = demand_of([0.2, 1.5], [0.8, 1.5], q=q)
    users = np.array([1 - share, share]) * 5000
    menus = [allowed(levels, q) for levels in demand.levels]
    told = [demand.precision(menu) for menu in menus]
    rest = [1 / (1 + precision) for precision in told]
    heard = users[0] * (told[0] * rest[0])[:, None] + users[1] * (told[1] * rest[1])[None]
    said = users[0] * rest[0][:, None] + users[1] * rest[1][None]
    least = np.min(np.sum(np.minimum(said / (5000 * np.maximum(heard, 1e-300)), 1.0), axis=-1))
    found = best_budgets(demand, users[None]).together
    assert errors(demand, users[None], found)[0] <= least * (1 + LONG_FORMULA)


def allowed(levels, q, points=31):
    """(M, 2) budgets on a grid that keep both levels."""
    axis = np.linspace(0.0, np.max(levels), points)
    pairs = np.array(list(itertools.product(axis, axis)))
    top = np.max(pairs, axis=1, keepdims=True)
    proved = np.log((1 - q) * np.exp(pairs) + q * np.exp(top))
    return pairs[np.all(proved <= levels, axis=1)]


def test_few_who_mind_less_spare_everybody_else_the_sensitive_question():
    """5 % who mind less: the others then need not be asked, and tell more of the rest."""
    users = np.array([[9500.0, 500.0]])
    found = best_budgets(TWO_TYPES, users).together
    strict, relaxed = found[0]
    assert np.all(strict[:2] < 1e-9)  # what is left of a search to 0
    assert np.all(relaxed[2:] < 1e-9)
    total = errors(TWO_TYPES, users, found)[0]
    page = np.sum(np.minimum(coordinate_variance(allocate(PAGE, 2.0, 0.1, n=10_000), 10_000), 1))
    assert total < 0.12 * page


@pytest.mark.parametrize("way", first_and_in_studies(["together", "drawn"]))
def test_the_mechanism_itself_has_the_exact_error(way):
    """4 standard errors, fixed seed."""
    demand = demand_of([0.5, 0.5, 3.0], [2.0, 2.0, 3.0], q=0.2)
    users = np.array([[240.0, 160.0]])
    budgets = best_budgets(demand, users).together
    kinds, heads, ways = np.arange(2), users[0], budgets[0]
    if way == "drawn":
        plan = drawn_plan(demand, users, budgets)
        kinds, heads, ways = plan.kinds, plan.whole_users(0), plan.budgets[0]
        np.testing.assert_array_equal(np.bincount(kinds, heads), users[0])
    exact = demand.variance(heads[None], ways[None])[0]
    squares = simulate(demand, kinds, heads, ways, 700, rng=np.random.default_rng(7))
    error = np.std(squares, axis=0, ddof=1) / np.sqrt(len(squares))
    assert np.all(np.abs(np.mean(squares, axis=0) - exact) <= 4 * error)
    assert np.all(error < 0.09 * exact)


def best_total(told, kinds, users, extra=0.0):
    """Least Σ_i (1/K_i - 1/n) over all shares, by a convex program; `extra` users hide nothing."""
    heads = cp.Variable(len(told), nonneg=True)
    split = [cp.sum(heads[kinds == kind]) == number for kind, number in enumerate(users)]
    program = cp.Problem(cp.Minimize(cp.sum(cp.inv_pos(heads @ told + extra))), split)
    return program.solve() - told.shape[1] / (np.sum(users) + extra)


def test_shares_are_the_best_and_what_one_more_user_is_worth_is_the_slope_of_their_error():
    """Second road: convex programs, and differences between two."""
    scenario = FeatureScenario(delta=(0.3, 1.0, 2.0), n=1000, q=0.05)
    sweep = types_sweep(TypesScenario(scenario, (4.0,), (30.0,)))
    found, here = worth(sweep, 30.0), sweep.index(30.0)
    precision = sweep.types.demand.precision(sweep.plan.budgets[here])
    told, kinds, users = precision / (1 + precision), sweep.plan.kinds, sweep.users[here]
    ours = np.sum(1 / (sweep.plan.users[here] @ told)) - told.shape[1] / np.sum(users)
    assert ours == pytest.approx(best_total(told, kinds, users), rel=ENOUGH + SOLVED)
    assert sweep.plan.gap[here] <= ENOUGH
    step = 3.0  # of 1000 users: small beside the curvature, large beside the solver's 1e-8
    slopes = []
    for change in ([step, 0, 0], [0, step, 0], [0, 0, step]):
        ends = [
            best_total(told, kinds, users + sign * np.array(change[:2]), sign * change[2])
            for sign in (-1, 1)
        ]
        slopes.append((ends[0] - ends[1]) / (2 * step))
    # The shares are the best up to ENOUGH = 1e-4 in value, so a slope up to about its root.
    np.testing.assert_allclose([*found.types, found.volunteer], slopes, rtol=0.02)
    assert np.min(found.in_units) == 1.0
    assert np.all(np.diff(found.in_units) > 0)  # the stricter, the less


def test_where_every_feature_is_answered_by_0_nobody_is_worth_anything():
    worths = worth(types_sweep(TypesScenario(FeatureScenario(n=1))), 20.0)
    assert worths.volunteer == 0.0
    assert np.all(np.isnan(worths.in_units))


@pytest.mark.parametrize("levels", [(1e-13, 0.5), (1e-100, 0.5), (1e-13, 1e-13)])
def test_levels_that_tell_nothing_leave_a_gap_that_is_a_number(levels):
    demand, users = demand_of([levels[0]] * 2, [levels[1]] * 2), np.array([[500.0, 500.0]])
    plan = drawn_plan(demand, users, best_budgets(demand, users).together)
    assert 0.0 <= plan.gap[0] <= ENOUGH
    assert np.sum(plan.users) == pytest.approx(1000.0)


def test_one_drawn_question_each_beats_a_report_about_all_features():
    """At one level, ±1: coth² (2/π-wise) more; the closed form is (Σ 1/sqrt(Q_i))² / n."""
    demand, n = Demand(np.full((1, 6), 0.4), 0.0), 6000.0
    users = np.array([[n]])
    plan = drawn_plan(demand, users, best_budgets(demand, users).together)
    total = float(np.sum(demand.variance(plan.users, plan.budgets)))
    q_lone = np.tanh(0.2) ** 2  # P/(1 + P) with P = sinh²
    closed = 6 * (6 / (n * q_lone) - 1 / n)
    assert total <= closed * (1 + ENOUGH)


def test_more_users_who_mind_less_never_hurt_questions_drawn_and_one_type_is_the_first_screen():
    """Where all at once would not help, shares by steps are those of the closed form."""
    scenario = FeatureScenario()
    sweep, alone = types_sweep(TypesScenario(scenario)), correlation_sweep(scenario)
    found = alone.questions.total[alone.index(scenario.q)]
    assert sweep.ways["drawn"].total[0] == pytest.approx(found, rel=ENOUGH)
    drawn, together = sweep.ways["drawn"], sweep.ways["together"]
    total = np.sum(np.minimum(drawn.variance, 1.0), axis=1)
    assert np.all(np.diff(total) <= ENOUGH * total[:-1])
    assert np.all(total <= np.sum(np.minimum(together.variance, 1.0), axis=1) * (1 + LONG_FORMULA))
    np.testing.assert_array_equal(np.sum(sweep.users, axis=1), 10_000)
    assert together.miss[0] == pytest.approx(sweep.ways["strictest"].miss[0], rel=ROUNDING)
    assert 20.0 in sweep.percent


@pytest.mark.parametrize(("n", "q"), [(10_000, 0.1), (40, 0.1), (12, 0.0), (200, 1.0)])
def test_no_chances_of_one_question_a_person_do_better(n, q):
    """Second road: a grid of chances for each group, some of them never asked."""
    levels, counts = np.array([0.2, 0.9, 2.0]), np.array([2, 3, 1])
    found = best_questions(levels, counts, np.array([q]), n, 1.0)
    told = 1 / np.tanh(found.levels[0] / 2) ** 2  # 1/Q: the square of a report's size
    shares = np.array(list(itertools.product(np.linspace(0.0, 1.0, 51), repeat=2)))
    shares = np.column_stack([shares, 1.0 - shares.sum(axis=1)])
    shares = shares[shares[:, 2] >= 0.0] / counts
    with np.errstate(divide="ignore"):
        variance = told / (n * shares) - 1.0 / n
    grid = np.min(np.minimum(variance, 1.0) @ counts)
    error = np.minimum(found.variance[0], 1.0) @ counts
    assert error <= grid * (1 + ROUNDING)
    assert error >= grid * 0.98  # the grid is that coarse
    assert found.chances[0] @ counts == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("factors", "percents", "says"),
    [
        ((5.0,), (20.0, 10.0), "one share per further type"),
        ((5.0, 2.0), (60.0, 50.0), "add up to more than 100 %"),
        ((0.0,), (20.0,), "factor must be positive"),
        ((5.0,), (float("nan"),), "share of a group"),
        ((2.0,) * 4, (1.0,) * 4, "number of further types"),
    ],
)
def test_types_and_numbers_of_users_that_make_no_crowd_are_refused(factors, percents, says):
    with pytest.raises(InvalidInput, match=says):
        TypesScenario(FeatureScenario(), factors, percents)
    for users in ([[1.0]], [[-1.0, 2.0]], [[0.0, 0.0]], [[1.0, 1.0], [1.0, 2.0]]):
        with pytest.raises(InvalidInput, match="users"):
            best_budgets(TWO_TYPES, users)
