"""Runs of the odometer answer for every smaller budget, as the filters themselves would."""

import math

import numpy as np
import pytest

from hetdp_core.errors import InvalidInput
from hetdp_core.odometer import BayesianFilter, StreamScenario, TableQuery, run_stream
from hetdp_core.odometer.channel import chance
from hetdp_core.odometer.filters.decision import fits
from hetdp_core.odometer.streams.course import ceiling_for, odometer_course
from hetdp_core.odometer.streams.traces import (
    MOST_QUERIES,
    Trace,
    TraceScenario,
    power_traces,
)

BUDGETS = np.array([0.4, 1.0, 2.0, 3.3])
SMALL = TraceScenario(dimension=2, ceiling=3.3)


def traces(scenario, runs):
    return [Trace.of(run_stream(scenario.stream(run))) for run in range(runs)]


def test_a_run_up_to_a_ceiling_halts_where_streams_with_smaller_budgets_do():
    for run in range(3):
        trace = Trace.of(run_stream(SMALL.stream(run)))
        counts = trace.accepted_at(BUDGETS, SMALL.epsilon)
        for place, budget in enumerate(BUDGETS):
            alone = run_stream(StreamScenario(dimension=2, budget=budget, run=run))
            assert {name: column[place] for name, column in counts.items()} == alone.accepted


def test_runs_of_the_running_example_are_those_of_the_filter():
    scenario = TraceScenario("powers", epsilon=math.log(1.5), ceiling=2.0, seed=5)
    for run, trace in enumerate(power_traces(scenario, range(4))):
        rng = np.random.default_rng([5, run])
        record = int(rng.integers(11))
        guard = BayesianFilter(2.0, range(11))
        for power in range(1, trace.accepted + 2):
            query = TableQuery(chance((np.arange(11) / 10) ** power, scenario.epsilon))
            assert guard.decide(query).worst == pytest.approx(trace.worst[power - 1])
            if power > trace.accepted:
                assert not guard.accepts(query)
                break
            guard.record(query, rng.random() < query.chances[record])
            assert guard.odometer.loss == pytest.approx(trace.loss[power])


def query_by_query(scenario, run):
    """Ask one person one query after the other, as the definition says."""
    rng = np.random.default_rng([scenario.seed, run])
    record, logs, loss, worst = int(rng.integers(11)), np.zeros(11), [0.0], []
    for power in range(1, MOST_QUERIES + 1):
        high = chance((np.arange(11) / 10) ** power, scenario.epsilon)
        after = {True: logs + np.log(high), False: logs + np.log1p(-high)}
        worst.append(max(float(np.ptp(one)) for one in after.values()))
        if not fits(worst[-1], scenario.ceiling):
            break
        logs = after[bool(rng.random() < high[record])]
        loss.append(float(np.ptp(logs)))
    return Trace(np.array(loss), np.array(worst), True)


@pytest.mark.parametrize("epsilon", [0.01, 0.21, 1.0, 10.0])
@pytest.mark.parametrize("ceiling", [1.0, 12.0, 100.0])
def test_runs_asked_together_are_those_asked_query_by_query(epsilon, ceiling):
    scenario = TraceScenario("powers", epsilon=epsilon, ceiling=ceiling, seed=3)
    runs = [4, 0, 1]
    for run, trace in zip(runs, power_traces(scenario, runs), strict=True):
        alone = query_by_query(scenario, run)
        np.testing.assert_array_equal(trace.loss, alone.loss)
        np.testing.assert_array_equal(trace.worst, alone.worst)
        assert trace.complete
    assert power_traces(scenario, []) == []


def test_a_stream_that_is_never_refused_ends_and_says_so():
    scenario = TraceScenario("powers", epsilon=0.05, ceiling=100.0)
    (trace,) = power_traces(scenario, [0])
    assert trace.complete
    assert trace.accepted == MOST_QUERIES
    course = odometer_course(scenario, [trace], 90.0)
    assert course.at_least[course.current]


# --- the course -----------------------------------------------------------------------------


def test_no_path_exceeds_its_budget_and_the_filters_keep_their_order():
    course = odometer_course(SMALL, traces(SMALL, 5), 2.0)
    assert course.budgets[course.current] == 2.0
    ceilings = course.budgets[:, None, None] * (1 + 1e-9)
    assert np.all((course.paths <= ceilings) | np.isnan(course.paths))
    basic, simplified, full = (course.bands.counts[name] for name in course.bands.counts)
    assert np.all((basic <= simplified) & (simplified <= full))
    np.testing.assert_array_equal(basic[0], course.basic)


def test_every_path_and_their_median_go_as_far_as_the_budget_lets_them():
    found = traces(SMALL, 4)
    course = odometer_course(SMALL, found, 2.0)
    asked = course.queries.astype(int)
    median_halt = np.median(course.bands.counts["bayesian"], axis=0)
    for frame in range(course.budgets.size):
        for run, trace in enumerate(found):
            halt = course.bands.counts["bayesian"][run, frame]
            seen = [trace.loss[query] if query <= halt else np.nan for query in asked]
            np.testing.assert_array_equal(course.paths[frame, run], seen)
        middle = np.where(course.queries <= median_halt[frame], course.middle, np.nan)
        np.testing.assert_array_equal(course.median[frame], middle)


def test_runs_under_way_are_drawn_but_not_counted():
    whole = traces(SMALL, 3)
    cut = Trace(whole[0].loss[:3], whole[0].worst[:2], False)
    course = odometer_course(SMALL, [cut, *whole[1:]], 3.0)
    assert (course.runs, course.complete) == (3, 2)
    assert course.paths.shape[1] == 3
    assert course.bands.counts["bayesian"].shape[0] == 2


def test_without_any_run_medians_are_unknown():
    course = odometer_course(SMALL, [], 1.0)
    assert np.all(np.isnan(course.accepted("bayesian")))
    assert np.all(np.isnan(course.times_as_many))
    assert course.basic[course.current] == 1


def test_a_run_that_has_ended_counts_as_above_all_others_in_the_median():
    def line(*losses):
        return Trace(np.array(losses), np.array([9.0] * len(losses)), True)

    scenario = TraceScenario(ceiling=8.0)
    many = [line(0.0, 5.0), line(0.0, 1.0, 2.0), line(0.0, 2.0, 4.0)]
    course = odometer_course(scenario, [Trace(t.loss, t.loss, True) for t in many], 8.0)
    np.testing.assert_allclose(course.median[-1], [0.0, 2.0, 4.0])


@pytest.mark.parametrize("budget", [0.0, -1.0, math.nan, math.inf, 101.0])
def test_a_budget_that_cannot_be_is_refused(budget):
    with pytest.raises(InvalidInput, match="budget"):
        ceiling_for(budget)


def test_the_slider_reaches_beyond_the_present_budget():
    assert all(ceiling_for(budget) > budget for budget in (0.05, 1.0, 10.0, 12.0, 99.0))


@pytest.mark.parametrize(
    "wrong", [{"kind": "cubic"}, {"dimension": 0}, {"dimension": 20}, {"epsilon": math.nan}]
)
def test_a_scenario_that_cannot_be_is_refused(wrong):
    with pytest.raises(InvalidInput):
        TraceScenario(**wrong)


def test_what_a_larger_budget_brings_is_counted_stream_by_stream():
    found = traces(SMALL, 5)
    now = odometer_course(SMALL, found, 2.0)
    gained = now.relaxed()
    assert gained is not None
    assert gained.budget >= 2.2
    later = odometer_course(SMALL, found, gained.budget)
    pairs = [
        one.accepted_at(np.array([2.0, gained.budget]), SMALL.epsilon)["bayesian"] for one in found
    ]
    assert gained.more == tuple(np.percentile([b - a for a, b in pairs], (25, 50, 75)))
    assert gained.basic == later.basic[later.current] - now.basic[now.current]


def test_it_is_counted_how_many_streams_end_before_a_larger_budget_does():
    scenario = TraceScenario("powers", epsilon=0.00199, ceiling=2.0)
    found = list(power_traces(scenario, range(2)))
    gained = odometer_course(scenario, found, 1.7).relaxed()
    assert gained is not None
    assert gained.ended == sum(one.accepted == MOST_QUERIES for one in found) > 0
    assert not gained.basic_ends
    assert gained.basic == math.floor(gained.budget / 0.00199) - math.floor(1.7 / 0.00199)
    over = TraceScenario("powers", epsilon=0.0015, ceiling=2.0)
    many = odometer_course(over, list(power_traces(over, range(1))), 1.5).relaxed()
    few = odometer_course(SMALL, traces(SMALL, 3), 1.0).relaxed()
    assert many is not None
    assert few is not None
    assert many.basic_ends
    assert (few.ended, few.basic_ends) == (0, False)


def test_at_the_ceiling_and_without_streams_nothing_is_said_of_a_larger_budget():
    assert odometer_course(SMALL, traces(SMALL, 2), SMALL.ceiling).relaxed() is None
    assert odometer_course(SMALL, [], 1.0).relaxed() is None
