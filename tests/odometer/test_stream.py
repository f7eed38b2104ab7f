"""Streams of queries: what each filter accepts, at once or in blocks of questions."""

import math
import pickle
from dataclasses import replace

import numpy as np
import pytest

from hetdp_core import odometer
from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.levels import spent_upto
from hetdp_core.odometer.streams.stream import Stream, Trace, count_accepted
from hetdp_core.odometer.streams.traces import MOST_QUERIES, TraceScenario, block
from hetdp_core.validate import FloatArray
from tests.cases import first_and_in_studies
from tests.odometer.helpers import box
from tests.tolerance import CERTIFIED

SMALL = odometer.StreamScenario(dimension=4, budget=4.0)


def replayed(kind, scenario, *arguments):
    """Second road: the filter itself, fed with the same stream."""
    guard = kind(scenario.budget, *arguments)
    for step in Stream(replace(scenario, budget=scenario.budget + 20, most_queries=400)):
        if not guard.accepts(step.query):
            return len(guard.history)
        guard.record(step.query, step.output)
    return None


@pytest.mark.parametrize("run", range(4))
def test_each_filters_count_is_that_of_the_filter_alone(run):
    scenario = replace(SMALL, run=run)
    accepted = count_accepted(scenario)
    assert accepted["basic"] == replayed(odometer.BasicFilter, scenario) == 4
    assert accepted["simplified"] == replayed(odometer.SimplifiedFilter, scenario, box(4))
    assert accepted["bayesian"] == replayed(odometer.BayesianFilter, scenario, box(4))


def test_a_trace_starts_at_0_stays_below_basic_and_budget_and_ends_at_a_refusal():
    steps, trace = list(Stream(SMALL)), odometer.run_stream(SMALL)
    assert trace.complete
    assert trace.loss.size == len(steps) == trace.worst.size == trace.accepted + 1
    assert trace.loss[0] == 0
    assert [step.upper for step in steps[:-1]] == list(trace.loss[1:])
    assert all(step.lower <= step.upper for step in steps)
    basic = np.append(0.0, spent_upto(SMALL.epsilon, trace.accepted))
    assert np.all(trace.loss <= np.minimum(basic, SMALL.budget) + 1e-12)
    assert np.all(trace.worst[:-1] <= SMALL.budget * (1 + 1e-9))
    assert trace.worst[-1] > SMALL.budget
    assert np.all(trace.loss[1:] <= trace.worst[:-1] + 1e-8)
    assert np.any(np.diff(trace.loss) < 0)


def test_without_looking_ahead_the_stream_is_the_same_but_the_worst_case_is_coarser():
    near = replace(SMALL, look_ahead=False)
    close, coarse = odometer.run_stream(SMALL), odometer.run_stream(near)
    assert count_accepted(SMALL) == count_accepted(near)
    np.testing.assert_allclose(close.loss, coarse.loss, rtol=0, atol=CERTIFIED)
    assert np.all(coarse.worst >= close.worst - 1e-8)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("kind", "cubic"), ("dimension", 101), ("budget", 0.0), ("epsilon", np.nan)),
        *(("record", 1.5), ("most_queries", 0), ("seed", -1), ("run", -1)),
    ],
)
def test_scenarios_out_of_range_are_refused(name, value):
    with pytest.raises(InvalidInput, match=name):
        odometer.StreamScenario(**{name: value})


LINEAR = TraceScenario(dimension=2, ceiling=3.3)
WITH_SEARCHES = TraceScenario("logistic", dimension=1, ceiling=1.5)


def in_blocks(scenario, seconds):
    """The stream of run 1, sent from block to block as between processes; and their number."""
    rows: list[FloatArray] = []
    state = None
    while not rows or state is not None:
        state, more = block(scenario, 1, pickle.loads(pickle.dumps(state)), seconds)
        rows.append(more)
    return Trace.of(np.concatenate(rows), MOST_QUERIES), len(rows)


@pytest.mark.parametrize("scenario", first_and_in_studies([LINEAR, WITH_SEARCHES]))
def test_a_stream_in_blocks_is_the_stream_at_once(scenario):
    alone = odometer.run_stream(scenario.stream(1))
    for seconds, count in ((math.inf, 1), (0.0, alone.worst.size + 1)):
        whole, blocks = in_blocks(scenario, seconds)
        assert whole.complete
        assert blocks == count
        np.testing.assert_array_equal(whole.loss, alone.loss)
        np.testing.assert_array_equal(whole.worst, alone.worst)


def test_a_block_ends_after_its_seconds_and_shows_how_far_the_stream_is():
    ticks = iter(range(100))
    state, rows = block(LINEAR, 0, None, 3.0, lambda: float(next(ticks)))
    assert state is not None
    so_far = Trace.of(rows, MOST_QUERIES)
    assert (so_far.accepted, so_far.complete) == (3, False)


@pytest.mark.parametrize(("kind", "upto"), [("truncated", 8.0), ("logistic", 5.0)])
def test_a_smaller_budget_ends_a_stream_and_changes_nothing_of_it(kind, upto):
    """A search that tried more near the budget would let counts jump there."""
    larger, alone = (
        odometer.run_stream(TraceScenario(kind, ceiling=ceiling).stream(0))
        for ceiling in (upto + 0.5, upto)
    )
    ended = larger.upto(upto)
    assert ended is not None
    assert (ended.loss.tolist(), ended.worst.tolist()) == (
        alone.loss.tolist(),
        alone.worst.tolist(),
    )
