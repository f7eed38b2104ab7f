"""Filters with a δ that look at no output: what they promise, and how many queries they accept."""

import itertools
import math

import numpy as np
import pytest

from hetdp_core import odometer
from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.examples import coin_query
from hetdp_core.odometer.filters.unseen import composed_counts, composed_delta, concentrated_counts
from hetdp_core.odometer.levels import QuestionLevels
from hetdp_core.odometer.streams.stream import Trace
from hetdp_core.odometer.streams.sweep import DELTA, budget_sweep
from hetdp_core.odometer.streams.traces import TraceScenario
from hetdp_core.profiles import ProfileSettings

LEVELS = QuestionLevels(ProfileSettings("two_groups", users=4, low=0.15, high=0.4), "rising")
BUDGETS = np.array([0.2, 0.7, 1.5, 3.0])


def delta_by_enumeration(levels, epsilon):
    """Second road: the excess of one law over e^epsilon times the other, over all outputs."""
    high = 1 / (1 + np.exp(-np.asarray(levels)))
    outputs = np.array(list(itertools.product([True, False], repeat=len(levels))))
    first = np.prod(np.where(outputs, high, 1 - high), axis=1)
    second = np.prod(np.where(outputs, 1 - high, high), axis=1)
    return np.maximum(first - math.exp(epsilon) * second, 0).sum()


@pytest.mark.parametrize("epsilon", [0.0, 0.3, 1.0, 2.9])
def test_alike_levels_compose_exactly_and_others_to_a_bound_from_above(epsilon):
    alike = composed_delta(np.full(9, 0.3), epsilon)
    assert alike == pytest.approx(delta_by_enumeration([0.3] * 9, epsilon), abs=1e-14)
    levels = np.array([0.05, 0.9, 0.31, 0.47, 0.2, 0.6, 0.33])
    enumerated = delta_by_enumeration(levels, epsilon)
    assert enumerated - 1e-14 <= composed_delta(levels, epsilon) <= enumerated + 0.01
    assert composed_delta(np.empty(0), epsilon) == 0.0


def test_equal_queries_have_the_delta_that_kairouz_oh_and_viswanath_print():
    k, level = 12, 0.4
    for i in range(k // 2 + 1):
        terms = (
            math.comb(k, j) * (math.exp((k - j) * level) - math.exp((k - 2 * i + j) * level))
            for j in range(i)
        )
        printed = sum(terms) / (1 + math.exp(level)) ** k
        assert composed_delta(np.full(k, level), (k - 2 * i) * level) == pytest.approx(printed)


@pytest.mark.parametrize("delta", [1e-6, 0.01, 0.3])
@pytest.mark.parametrize("levels", [0.3, LEVELS])
def test_each_filter_keeps_its_promise_and_counts_are_those_of_filters_fed_one_by_one(
    levels, delta
):
    each = [levels.at(k) if isinstance(levels, QuestionLevels) else levels for k in range(1, 14)]
    kinds = {
        "composed": (odometer.ComposedFilter, (levels,), composed_counts),
        "concentrated": (odometer.ConcentratedFilter, (), concentrated_counts),
    }
    accepted: dict[str, list[int]] = {}
    for name, (kind, arguments, counts_of) in kinds.items():
        accepted[name] = []
        for budget in BUDGETS:
            guard = kind(budget, delta, *arguments)
            for level in each:
                if not guard.accepts(coin_query(level)):
                    break
                guard.record(coin_query(level), True)
            count = len(guard.history)
            assert guard.odometer.loss <= budget * (1 + 1e-9)
            assert delta_by_enumeration(each[:count], budget) <= delta + 1e-12
            accepted[name].append(count)
        counts = counts_of(levels, 13, BUDGETS, delta)
        assert np.all(counts <= accepted[name])
        assert np.all(counts >= np.array(accepted[name]) - (levels is LEVELS))
    assert np.all(np.array(accepted["composed"]) >= accepted["concentrated"])


def test_exact_composition_takes_no_level_that_was_not_fixed():
    assert odometer.ComposedFilter(5.0, 1e-6, LEVELS).accepts(coin_query(0.15))
    tight = odometer.ComposedFilter(0.3, 1e-6, LEVELS)
    assert not tight.accepts(coin_query(0.35))
    assert "above" in tight.decide(coin_query(0.35)).reason


def test_beside_the_advanced_composition_of_the_paper_the_rivals_accept_no_fewer():
    scenario = TraceScenario("powers", epsilon=0.05, ceiling=4.0)
    sweep = budget_sweep(scenario, [Trace(np.zeros(1), np.array([9.0]), True)], 2.0)
    assert np.all(sweep.basic <= sweep.concentrated)
    assert np.all(sweep.approximate <= sweep.concentrated)
    assert np.all(sweep.concentrated <= sweep.composed)
    count = int(sweep.composed[sweep.place(2.0)])
    fits, beyond = (composed_delta(np.full(k, 0.05), 2.0) for k in (count, count + 1))
    assert fits <= DELTA < beyond


@pytest.mark.parametrize("delta", [0.0, 1.0, math.nan])
def test_a_delta_that_is_none_is_refused(delta):
    with pytest.raises(InvalidInput, match="delta"):
        odometer.ConcentratedFilter(1.0, delta)
    with pytest.raises(InvalidInput, match="delta"):
        composed_counts(0.1, 5, BUDGETS, delta)
