"""Curves of error against correlation: equal to what single calls give, smooth and honest."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core import features
from hetdp_core.errors import InvalidInput
from hetdp_core.features import FeatureScenario, compare_rules, correlation_sweep, pays_off_up_to
from hetdp_core.features.allocation.questions import best_questions
from hetdp_core.features.sweep import DRAWS, loss_spread
from hetdp_core.features.what_it_takes import optimised
from tests.features.helpers import demands, total_of
from tests.tolerance import LAST_PLACES, LONG_FORMULA, ROUNDING, SEARCHED

SCENARIO = FeatureScenario()
DEFAULT = 0.7355458009949, 0.5460107316164
"""Sum of variances, and level of the report, of the optimised budgets in the first setting."""


@pytest.fixture(scope="module")
def sweep():
    return correlation_sweep(SCENARIO)


@given(
    demands(max_features=6),
    st.sampled_from([100, 10_000]),
    st.sampled_from(["inverse_variance", "paper"]),
)
def test_every_point_of_a_curve_is_what_a_single_call_gives(demand, n, weights):
    """Second road: allocate and add up, one value of q at a time."""
    delta, epsilon, _ = demand
    scenario = FeatureScenario(tuple(delta), epsilon, n, 0.37, None, 0.3, 0.5, weights, points=3)
    sweep = correlation_sweep(scenario)
    projected = sweep.projected(as_printed=True)
    for index, q in enumerate(sweep.q):
        for rule, curve in sweep.curves.items():
            alone = features.allocate(
                delta, epsilon, q, rule, n=n, second_moment=0.5, weights=weights
            )
            variance = features.coordinate_variance(alone, n, 0.5, weights)
            if rule == "optimised" and curve.total[index] < total_of(variance) * (1 - SEARCHED):
                # a search that missed what is allowed at a larger q
                np.testing.assert_array_equal(curve.budgets[index], curve.budgets[index + 1])
                continue
            # where a flat optimum lies, rounding leaves open: to the root of 1e-16, times ten
            budgets = alone.budgets
            np.testing.assert_allclose(curve.budgets[index], budgets, rtol=1e-7, atol=LONG_FORMULA)
            assert curve.total[index] == pytest.approx(total_of(variance), rel=SEARCHED)
            errors = features.coordinate_mse(alone, n, 0.3, 0.5, weights, as_printed=True)
            expected = np.sum(np.where(np.isfinite(variance), errors, 1.0))
            assert projected[rule][index] == pytest.approx(expected, rel=SEARCHED)
            spread = (curve.spread.lower, curve.spread.median, curve.spread.upper)
            assert np.all(np.diff([row[index] for row in spread]) >= 0)
            assert spread[0][index] >= np.count_nonzero(variance > 1.0) * (1 - 1e-9)


def test_the_present_value_of_the_control_is_on_the_grid():
    sweep = correlation_sweep(replace(SCENARIO, q=0.12345, points=11))
    assert sweep.q[sweep.index(0.12345)] == 0.12345
    with pytest.raises(InvalidInput, match="q"):
        sweep.index(0.123456)
    assert sweep.q.size == 12
    assert (sweep.q[0], sweep.q[-1]) == (0.0, 1.0)


def test_copies_of_each_other_leave_no_piece_by_rounding_alone():
    """At q = 1 the top budget ends at the strictest level, give or take a last place."""
    delta = (0.00696528755, 0.501636783)
    sweep = correlation_sweep(FeatureScenario(delta, 0.5, 10**7, points=2))
    budgets = sweep.curves["optimised"].budgets[-1]
    np.testing.assert_allclose(budgets, min(delta), rtol=ROUNDING)


def test_the_default_setting_gives_the_same_figures_on_every_processor(sweep):
    curve = sweep.curves["optimised"]
    here = sweep.index(SCENARIO.q)
    found = curve.total[here], curve.ldp_level[here]
    # what is left of rounding when the root of a derivative is bisected
    assert found == pytest.approx(DEFAULT, rel=1e-7)
    alloc = features.allocate(SCENARIO.delta, SCENARIO.epsilon, SCENARIO.q, n=SCENARIO.n)
    np.testing.assert_allclose(curve.budgets[here], alloc.budgets, rtol=LONG_FORMULA)
    assert sweep.gap[here] == alloc.gap == 1e-6


def test_with_more_correlation_the_best_allocation_gets_no_better_and_the_baseline_stays(sweep):
    assert np.all(np.diff(sweep.curves["optimised"].total) >= -1e-9)
    assert np.ptp(sweep.curves["min_delta"].total) <= LAST_PLACES
    assert np.ptp(sweep.curves["min_delta"].spread.median) <= LAST_PLACES


@pytest.mark.parametrize(
    ("levels", "counts", "n"),
    [
        ([0.2, 2.0], [2, 8], 500),
        ([0.17, 0.4, 0.592, 5.065], [1, 3, 3, 1], 934),
        ([0.0404, 0.044, 0.0546], [1, 5, 4], 42_192),
    ],
)
def test_what_is_found_for_more_correlation_is_tried_for_less(levels, counts, n):
    """At one q alone what is found at q = 1 is tried: it is allowed everywhere."""
    few = FeatureScenario(delta=tuple(np.repeat(levels, counts)), epsilon=max(levels), n=n)
    total = correlation_sweep(few).curves["optimised"].total
    assert np.all(np.diff(total) >= -1e-9)
    alone = [optimised(replace(few, q=q)).total[0] for q in (0.54, 0.59, 0.98)]
    assert np.all(alone <= total[-1] * (1 + 1e-9))


def test_where_the_paper_loses_and_where_nothing_is_gained(sweep):
    assert sweep.paper_loses_from() == 0.3
    np.testing.assert_array_equal(sweep.gains, sweep.q < 0.345)  # one threshold
    assert not np.any(correlation_sweep(replace(SCENARIO, delta=(0.5,), epsilon=0.5)).gains)


def test_the_spread_belongs_to_the_expected_loss():
    """Quartiles of chi-square losses; a variance above 1 is answered by 0, which counts 1."""
    variance = np.array([[0.01] * 5, [0.04] * 5, [np.inf, 1.5, 3.0, 9.0, 2.0]])
    spread = loss_spread(variance, rng=np.random.default_rng(0))
    from scipy.stats import chi2

    shares = np.array([0.25, 0.5, 0.75])
    expected = chi2.ppf(shares, 5)
    error = np.sqrt(shares * (1 - shares) / DRAWS) / chi2.pdf(expected, 5)
    for row, scale in enumerate((0.01, 0.04)):
        found = np.array([spread.lower[row], spread.median[row], spread.upper[row]])
        assert np.all(np.abs(found / scale - expected) <= 4 * error)
    assert spread.lower[2] == spread.upper[2] == 5.0


def test_it_pays_off_up_to_the_named_q_and_not_one_step_further():
    delta, squares = SCENARIO.delta, np.linspace(0.2, 1.0, 10)
    end = pays_off_up_to(delta, 2.0, second_moment=squares)
    assert end is not None
    for q, pays in ((end, True), (end + 0.01, False)):
        for n in (100, 10_000):
            assert compare_rules(delta, 2.0, q, n, second_moment=squares).pays_off == pays
    assert pays_off_up_to((1.0, 1.0), 1.0) is None
    few = compare_rules((0.2, 2.0, 2.0, 2.0), 2.0, 0.66, 1_300)  # better without the strict one
    assert (few.pays_off, few.leaves_out.tolist()) == (False, [True, False, False, False])


@pytest.mark.parametrize("n", [442, 4_598, 10**7])
def test_whether_all_reported_gain_does_not_depend_on_how_many_people_there_are(sweep, n):
    scaled = correlation_sweep(replace(SCENARIO, n=n))
    np.testing.assert_array_equal(scaled.gains, sweep.gains)
    ours = sweep.curves["optimised"].variance[sweep.gains]  # no feature is left out
    np.testing.assert_allclose(scaled.whole.variance[sweep.gains], ours * SCENARIO.n / n, SEARCHED)
    assert scaled.leaves_out[25] == (n < SCENARIO.n)


def test_errors_of_one_question_a_person_are_those_of_such_answers():
    """Answers ±coth(a/2) with mean x_i; who is not asked about feature i counts as 0 there."""
    rng, runs, delta, q = np.random.default_rng(5), 4_000, np.array([2.0, 4.0, 4.0]), 0.01
    data = rng.uniform(-0.6, 0.9, (200, 3))
    n, second_moment = len(data), np.mean(data**2, axis=0)
    claimed = compare_rules(delta, 4.0, [0.0, q, q], n, second_moment=second_moment).questions
    drawn = best_questions(np.array([2.0, 4.0]), np.array([1, 2]), np.array([q]), n, 1.0)
    chances, size = drawn.chances[0, [0, 1, 1]], 1 / np.tanh(drawn.levels[0, [0, 1, 1]] / 2)
    squares = np.empty((runs, 3))
    for run in range(runs):
        asked = rng.choice(3, n, p=chances)[:, None] == np.arange(3)
        up = rng.random((n, 3)) < (1 + data / size) / 2
        found = np.mean(np.where(asked, np.where(up, size, -size) / chances, 0.0), axis=0)
        squares[run] = (found - np.mean(data, axis=0)) ** 2
    error = np.std(squares, axis=0) / np.sqrt(runs)
    assert np.all(np.abs(np.mean(squares, axis=0) - claimed) <= 4 * error)


@pytest.mark.parametrize("n", [100, 500, 3_000, 100_000])
@pytest.mark.parametrize("q", [0.0, 0.3, 0.75, 1.0])
def test_no_other_chances_of_a_question_have_less_error(q, n):
    levels, counts, rng = np.array([0.2, 0.5, 2.0]), np.array([2, 1, 8]), np.random.default_rng(n)
    found = best_questions(levels, counts, np.array([q]), n, 1.0)
    least = np.minimum(found.variance[0], 1.0) @ counts
    known = np.tanh(found.levels[0] / 2) ** 2  # one over the square of a report of ±1 / tanh(a/2)
    shares = rng.dirichlet(np.ones(3), 3_000) * (rng.random((3_000, 3)) < 0.7)
    shares = shares[shares.any(axis=1)]
    chances = shares / (shares @ counts)[:, None]
    with np.errstate(divide="ignore"):
        errors = np.minimum(1 / (n * chances * known) - 1 / n, 1.0) @ counts
    assert least <= np.min(errors) * (1 + ROUNDING)


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ({"delta": (0.0, 1.0)}, "delta"),
        ({"delta": (1.0,) * 300}, "number of features"),
        ({"epsilon": -1.0}, "epsilon"),
        ({"n": 0}, "number of people"),
        ({"q": 1.5}, "q"),
        ({"zeta": 0.0}, "zeta"),
        ({"mean": 1.5}, "mean"),
        ({"mean": (0.1, 0.2)}, "mean"),
        ({"second_moment": -0.1}, "second_moment"),
        ({"mean": 0.9, "second_moment": 0.5}, "second_moment"),
        ({"weights": "none"}, "weights"),
        ({"points": 1}, "points"),
        ({"seed": -1}, "seed"),
    ],
)
def test_impossible_scenarios_are_refused_with_a_sentence(change, name):
    with pytest.raises(InvalidInput, match=rf"^{name} must .*\.$"):
        replace(SCENARIO, **change)


def test_features_of_a_level_share_a_budget_and_the_miss_of_all_is_their_root_mean_square(sweep):
    for curve in sweep.curves.values():
        first = curve.budgets[:, sweep.groups.first]
        np.testing.assert_allclose(np.repeat(first, (2, 8), axis=1), curve.budgets)
        joined = np.sqrt(np.mean(curve.feature_misses**2, axis=1))
        np.testing.assert_allclose(joined, curve.miss, rtol=LONG_FORMULA)


@pytest.mark.parametrize("rule", ["optimised", "paper", "min_delta"])
@pytest.mark.parametrize("q", [0.0, 0.13, 0.5, 1.0])
def test_a_sweep_knows_the_allocation_at_each_q(rule, q):
    scenario = FeatureScenario(delta=(0.2, np.inf, 0.7, 0.2), q=q, zeta=0.8)
    alloc = correlation_sweep(scenario).allocation(rule, q)
    alone = features.allocate(
        scenario.delta, scenario.epsilon, q, rule, n=scenario.n, zeta=scenario.zeta
    )
    np.testing.assert_allclose(alloc.budgets, alone.budgets, rtol=SEARCHED)
    np.testing.assert_array_equal(alloc.q, alone.q)
    np.testing.assert_array_equal(alloc.delta, alone.delta)
    assert (alloc.gap is None) == (alone.gap is None)
    np.testing.assert_array_less(alloc.bcdp_levels, alone.capped + LONG_FORMULA)
