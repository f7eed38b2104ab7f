"""What runs of the odometer say of every smaller budget, and what budget some answers take."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core.errors import InvalidInput
from hetdp_core.odometer import StreamScenario
from hetdp_core.odometer.streams.stream import FILTERS, Trace, count_accepted
from hetdp_core.odometer.streams.sweep import (
    QUARTERS,
    STOPS,
    budget_sweep,
    budget_target,
    ceiling_for,
)
from hetdp_core.odometer.streams.traces import (
    MOST_QUERIES,
    TraceScenario,
    power_traces,
    whole_traces,
)
from hetdp_core.target_search import Steps

BUDGETS = np.array([0.4, 1.0, 2.0, 3.3])
SMALL = TraceScenario(dimension=2, ceiling=3.3)


def test_a_run_up_to_a_ceiling_halts_where_streams_with_smaller_budgets_do():
    for run, trace in enumerate(whole_traces(SMALL, range(3))):
        counts = trace.accepted_at(BUDGETS, SMALL.epsilon)
        for place, budget in enumerate(BUDGETS):
            alone = count_accepted(StreamScenario(dimension=2, budget=budget, run=run))
            assert {name: column[place] for name, column in counts.items()} == alone


def test_no_path_exceeds_its_budget_and_the_filters_keep_their_order():
    sweep = budget_sweep(SMALL, whole_traces(SMALL, range(5)), 2.0)
    assert sweep.budgets[sweep.place(2.0)] == 2.0
    ceilings = sweep.budgets[:, None] * (1 + 1e-9)
    assert all(np.all(sweep.path(quarter)[1] <= ceilings) for quarter in QUARTERS)
    basic, simplified, full = sweep.counts.values()
    assert np.all((basic <= simplified) & (simplified <= full))
    np.testing.assert_array_equal(basic[0], sweep.basic)
    with pytest.raises(InvalidInput, match="budget"):
        sweep.place(2.001)


@pytest.mark.parametrize("runs", [1, 2, 5])
@pytest.mark.parametrize("quarter", QUARTERS)
def test_a_quartile_is_that_of_the_streams_until_its_halt_within_the_budget(runs, quarter):
    traces = whole_traces(SMALL, range(runs))
    sweep = budget_sweep(SMALL, traces, 2.0)
    halts = np.percentile(sweep.counts["bayesian"], 100 - 25 * quarter, axis=0)
    every = zip(*sweep.path(quarter), halts, sweep.budgets, strict=True)
    for questions, losses, halt, budget in every:
        assert questions[-1] == halt
        if runs == 1:
            assert losses[-1] == pytest.approx(traces[0].loss[int(halt)])
        for question, loss in zip(questions, losses, strict=True):
            going = [t.loss[int(question)] for t in traces if question <= t.accepted]
            if question < halt and len(going) == runs:
                assert loss == pytest.approx(np.percentile(going, 25 * quarter))
            else:
                assert loss <= budget * (1 + 1e-9)


def test_runs_under_way_are_not_counted_and_without_any_medians_are_unknown():
    whole = whole_traces(SMALL, range(3))
    cut = Trace(whole[0].loss[:3], whole[0].worst[:2], False)
    sweep = budget_sweep(SMALL, [cut, *whole[1:]], 3.0)
    assert (sweep.runs, sweep.complete) == (3, 2)
    none = budget_sweep(SMALL, [], 1.0)
    assert np.all(np.isnan(none.accepted("bayesian")))
    assert np.all(np.isnan(none.times_as_many))
    assert not np.any(none.cut_off("bayesian"))
    assert none.basic[none.place(1.0)] == 1


def test_budgets_that_all_runs_under_way_have_passed_are_answered_as_when_they_have_ended():
    whole = whole_traces(SMALL, range(4))
    ended = budget_sweep(SMALL, whole, 1.0, 4)
    under_way = [Trace(one.loss[:-2], one.worst[:-2], False) for one in whole[:-1]]
    now = budget_sweep(SMALL, [*under_way, whole[-1]], 1.0, 4)
    assert (now.is_whole, now.is_final, ended.is_final) == (True, False, True)
    assert 1.0 <= now.ceiling == now.budgets[-1] < min(one.worst.max() for one in under_way)
    shown = np.isin(ended.budgets, now.budgets)
    for name in FILTERS:
        np.testing.assert_array_equal(now.accepted(name), ended.accepted(name)[shown])
    np.testing.assert_array_equal(now.stopped, ended.stopped[:, shown])
    asked = (SMALL, [*under_way, whole[-1]], "bayesian", 3, 1.0)
    answer = budget_target(*asked)
    assert answer.end == now.ceiling
    assert answer.value == budget_target(SMALL, whole, *asked[2:]).value
    fewer = budget_sweep(SMALL, under_way, 1.0, 4)  # of one nothing is known yet
    assert not fewer.is_whole


def test_a_run_that_has_ended_counts_as_above_all_others_in_the_median():
    losses = [(0.0, 5.0), (0.0, 1.0, 2.0), (0.0, 2.0, 4.0)]
    traces = [Trace(np.array(loss), np.array(loss), True) for loss in losses]
    sweep = budget_sweep(TraceScenario(ceiling=8.0), traces, 8.0)
    np.testing.assert_allclose(sweep.quartiles[1], [0.0, 2.0, 4.0])


@pytest.mark.parametrize("budget", [0.05, 0.3, 3.0, 12.0, 12.5, 24.0, 99.0])
def test_the_slider_has_the_same_stops_whichever_is_the_present_budget(budget):
    scenario = TraceScenario("powers", ceiling=ceiling_for(budget))
    budgets = budget_sweep(scenario, [], budget).budgets
    assert np.isin([*STOPS, budget], budgets).all()
    beyond = budgets[~np.isin(budgets, [*STOPS, budget])]  # a tenth more, where no stop follows
    assert all(budget > STOPS[-1] and 1.0999 * budget < more < 1.12 * budget for more in beyond)
    assert scenario.ceiling == 12.0 or budget > 12.0  # no new streams for a smaller budget


def test_what_a_larger_budget_brings_is_counted_stream_by_stream():
    traces = whole_traces(SMALL, range(5))
    now = budget_sweep(SMALL, traces, 2.0)
    gained = now.relaxed(2.0)
    assert gained is not None
    assert gained.budget >= 2.2
    budgets = np.array([2.0, gained.budget])
    pairs = [trace.accepted_at(budgets, SMALL.epsilon)["bayesian"] for trace in traces]
    assert gained.more == tuple(np.percentile([b - a for a, b in pairs], (25, 50, 75)))
    assert gained.basic == np.diff(now.basic[[now.place(budget) for budget in budgets]])


def test_it_is_counted_how_many_streams_end_before_a_larger_budget_does():
    scenario = TraceScenario("powers", epsilon=0.00199, ceiling=2.0)
    traces = power_traces(scenario, range(2))
    gained = budget_sweep(scenario, traces, 1.55).relaxed(1.55)
    assert gained is not None
    assert gained.ended == sum(trace.accepted == MOST_QUERIES for trace in traces) > 0
    assert not gained.basic_ends
    assert gained.basic == math.floor(gained.budget / 0.00199) - math.floor(1.55 / 0.00199)
    over = TraceScenario("powers", epsilon=0.0015, ceiling=2.0)
    many = budget_sweep(over, power_traces(over, range(1)), 1.5).relaxed(1.5)
    few = budget_sweep(SMALL, whole_traces(SMALL, range(3)), 1.0).relaxed(1.0)
    assert many is not None
    assert few is not None
    assert many.basic_ends
    assert (few.ended, few.basic_ends) == (0, False)


def test_at_the_ceiling_and_without_streams_nothing_is_said_of_a_larger_budget():
    assert (
        budget_sweep(SMALL, whole_traces(SMALL, range(2)), SMALL.ceiling).relaxed(SMALL.ceiling)
        is None
    )
    assert budget_sweep(SMALL, [], 1.0).relaxed(1.0) is None


POWERS = TraceScenario("powers", 1, 0.4, 4.0)
RUNS = power_traces(POWERS, range(7))


def answered(name, budget, scenario=POWERS, traces=RUNS):
    """The median at a budget, by the road of the page's first figure."""
    sweep = budget_sweep(scenario, traces, budget)
    return sweep.accepted(name)[sweep.place(budget)]


@pytest.mark.parametrize("name", FILTERS)
@pytest.mark.parametrize("questions", [1, 2, 5, 9])
def test_put_in_the_budget_is_enough_and_one_step_less_is_not(name, questions):
    answer = budget_target(POWERS, RUNS, name, questions, 1.0)
    assert answer.certain
    assert answer.reached
    assert answered(name, answer.value) == answer.measure >= questions
    steps = Steps(0.05, 4.0, 3)
    assert answered(name, steps.at(steps.place_of(answer.value) - 1)) < questions


@given(st.lists(st.lists(st.floats(0, 3), min_size=1, max_size=30), min_size=1, max_size=5))
def test_on_fixed_streams_a_larger_budget_never_answers_fewer(losses):
    traces = [Trace(np.array([0.0, *one]), np.array([*one, 5.0]), True) for one in losses]
    scenario = TraceScenario("linear", 2, 0.5, 4.0)
    for name in FILTERS:
        answer = budget_target(scenario, traces, name, 1000, 2.0)
        assert np.all(np.diff(answer.measures) >= 0)
        assert not answer.reached


def test_streams_under_way_do_not_count():
    begun = Trace(np.zeros(900), np.zeros(899), False)
    answer = budget_target(POWERS, [*RUNS, begun], "bayesian", 5, 1.0)
    assert answer.value == budget_target(POWERS, RUNS, "bayesian", 5, 1.0).value
    with pytest.raises(InvalidInput, match="Wait a little"):
        budget_target(POWERS, [begun], "bayesian", 5, 1.0)


@pytest.mark.parametrize(
    ("call", "given"),
    [
        *((ceiling_for, (budget,)) for budget in (0.0, -1.0, math.nan, math.inf, 101.0)),
        *((TraceScenario, wrong) for wrong in (("cubic",), ("linear", 0), ("linear", 20))),
        (TraceScenario, ("linear", 2, math.nan)),
        (budget_target, (POWERS, RUNS, "luck", 5, 1.0)),
        (budget_target, (POWERS, RUNS, "basic", 0, 1.0)),
        (budget_target, (POWERS, RUNS, "basic", 1001, 1.0)),
        (budget_target, (POWERS, RUNS, "basic", 5, math.nan)),
    ],
)
def test_budgets_scenarios_and_questions_that_cannot_be_are_refused(call, given):
    with pytest.raises(InvalidInput):
        call(*given)


def test_where_a_person_stops_stands_the_loss_of_their_answers():
    traces = whole_traces(SMALL, range(3))
    sweep = budget_sweep(SMALL, traces, 2.0)
    for trace, counts, losses in zip(traces, sweep.counts["bayesian"], sweep.stopped, strict=True):
        assert losses.tolist() == [trace.loss[count] for count in counts]
    assert np.all(sweep.stopped <= sweep.budgets * (1 + 1e-9))
    assert budget_sweep(SMALL, [], 2.0).stopped.shape == (0, sweep.budgets.size)
