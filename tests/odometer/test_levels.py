"""Answers with k levels: chances, drawing, losses against grids, filters."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hetdp_core import odometer
from hetdp_core.errors import BudgetExhausted
from tests.odometer.helpers import LEVEL, box, dense_grid
from tests.odometer.wider_questions import DIMENSIONS, levels_query, log_likelihood_of
from tests.tolerance import LONG_FORMULA, ROUNDING


@given(LEVEL, st.integers(2, 12), st.floats(-2, 2), st.floats(-2, 2))
def test_chances_of_levels_add_up_to_one_and_no_two_records_differ_by_more_than_epsilon(
    epsilon, levels, here, there
):
    query = odometer.LevelsQuery([1.0], 0.0, -1.0, 1.0, epsilon, levels)
    chances = query.chances([[here], [there]])
    np.testing.assert_allclose(chances.sum(axis=1), 1.0, atol=ROUNDING)
    ratio = np.max(np.abs(np.diff(np.log(chances), axis=0)))
    assert ratio <= epsilon + ROUNDING


@given(LEVEL, st.integers(2, 12), st.floats(-1, 1))
def test_a_level_is_right_on_average_but_for_what_the_randomised_response_takes_off(
    epsilon, levels, value
):
    """Its mean is (p - q) share + q k / 2, in steps of 1/(k - 1): an estimate without bias."""
    query = odometer.LevelsQuery([1.0], 0.0, -1.0, 1.0, epsilon, levels)
    other = 1.0 / (math.exp(epsilon) + levels - 1)
    mean = query.chances([value]) @ np.linspace(0, 1, levels)
    expected = math.expm1(epsilon) * other * (value + 1) / 2 + other * levels / 2
    assert mean == pytest.approx(expected, abs=ROUNDING)


@given(LEVEL, st.floats(-1, 1), st.booleans())
def test_two_levels_are_the_question_of_the_paper(epsilon, value, output):
    two = odometer.LevelsQuery([1.0], 0.0, -1.0, 1.0, epsilon, 2)
    paper = odometer.LinearQuery([1.0], 0.0, -1.0, 1.0, epsilon)
    expected = paper.log_likelihood([value], output)
    assert two.log_likelihood([value], output) == pytest.approx(float(expected), abs=LONG_FORMULA)


@given(LEVEL, st.integers(2, 7), st.integers(0, 10**6))
def test_a_level_is_worth_the_truncated_answers_it_is_split_into(epsilon, levels, seed):
    rng = np.random.default_rng(seed)
    query = levels_query(rng, 2, epsilon, levels)
    domain, points = odometer.Box(*box(2)), dense_grid(2, 9)
    for level in query.outputs:
        parts = query.as_binary(level, domain)
        split = sum(one.log_likelihood(points, said) for one, said in parts)
        rest = query.log_likelihood(points, level) - split
        assert np.ptp(rest) <= 1e-14 * math.exp(epsilon) + ROUNDING  # of a chance near e^-epsilon


def test_levels_are_drawn_with_the_chances_stated():
    query = odometer.LevelsQuery([1.0], 0.0, -1.0, 1.0, 1.0, 4)
    drawn = query.draw(np.full((40_000, 1), 0.4), rng=np.random.default_rng(0))
    seen = np.bincount(drawn, minlength=4) / 40_000
    chances = query.chances([0.4])
    assert np.all(np.abs(seen - chances) <= 4 * np.sqrt(chances * (1 - chances) / 40_000))


@settings(max_examples=25)
@given(st.integers(0, 10**6), DIMENSIONS, st.integers(1, 6), LEVEL)
def test_no_record_of_a_grid_loses_more_by_levels_than_certified(seed, d, count, epsilon):
    rng = np.random.default_rng(seed)
    queries = [levels_query(rng, d, epsilon, int(rng.integers(2, 6))) for _ in range(count)]
    outputs = [int(rng.integers(query.levels)) for query in queries]
    loss = odometer.realized_loss(queries, outputs, box(d))
    seen = log_likelihood_of(queries, outputs, dense_grid(d, 21))
    assert np.ptp(seen) <= loss.upper + ROUNDING
    assert loss.upper <= count * epsilon * (1 + ROUNDING)
    ends = log_likelihood_of(
        queries, outputs, np.array([loss.most_likely, loss.least_likely], dtype=float)
    )
    slack = LONG_FORMULA * (1 + math.exp(epsilon))
    assert np.ptp(ends) >= loss.lower - slack
    assert np.max(seen) <= loss.maximum[1] + slack
    assert np.min(seen) >= loss.minimum[0] - slack
    assert loss.width <= 2 * 1e-3 + slack


def test_on_a_finite_domain_levels_are_exact():
    query = odometer.LevelsQuery([1.0], 0.0, 0.0, 2.0, math.log(2.0), 3)
    loss = odometer.realized_loss([query, query], [0, 2], [0.0, 1.0, 2.0])
    assert loss.method == "exact"
    chances = query.chances([[0.0], [1.0], [2.0]])
    product = chances[:, 0] * chances[:, 2]
    assert loss.upper == pytest.approx(math.log(product.max() / product.min()), abs=ROUNDING)


@pytest.mark.parametrize("levels", [2, 3, 5])
def test_a_filter_accepts_levels_only_if_each_of_them_keeps_the_budget(levels):
    """Against enumeration: whatever comes, the loss stays within, and basic stops sooner."""
    rng = np.random.default_rng(levels)
    guard = odometer.BayesianFilter(2.5, box(2))
    while True:
        query = levels_query(rng, 2, 1.0, levels)
        decision = guard.decide(query)
        history = guard.history
        worst = max(
            odometer.realized_loss(
                [one for one, _ in history] + [query],
                [said for _, said in history] + [level],
                box(2),
            ).upper
            for level in query.outputs
        )
        assert worst <= decision.worst + 5e-3
        if not decision.accepted:
            break
        output = int(query.draw(np.zeros(2), rng=rng))
        guard.record(query, output)
        assert guard.odometer.loss <= min(2.5, decision.after(output)[1] + LONG_FORMULA)
    assert len(guard.history) > 2
    assert decision.worst > 2.5
    with pytest.raises(BudgetExhausted):
        guard.record(query, 0)
    assert odometer.SimplifiedFilter(2.5, box(2)).decide(query).worst == pytest.approx(1.0)
