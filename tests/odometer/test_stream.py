"""Streams of linear queries: what each filter accepts, and what one run says of many budgets."""

from dataclasses import replace

import numpy as np
import pytest

from hetdp_core import odometer
from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.streams.stream import FILTERS, Stream, random_query
from tests.odometer.helpers import accepted_bands, box
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
    accepted = odometer.run_stream(scenario).accepted
    assert accepted["basic"] == replayed(odometer.BasicFilter, scenario) == 4
    assert accepted["simplified"] == replayed(odometer.SimplifiedFilter, scenario, box(4))
    assert accepted["bayesian"] == replayed(odometer.BayesianFilter, scenario, box(4))


@pytest.mark.parametrize("run", range(4))
def test_one_stream_answers_for_every_smaller_budget(run):
    scenario = replace(SMALL, budget=5.0, run=run)
    result = odometer.run_stream(scenario)
    for budget in (0.5, 1.0, 2.7, 5.0):
        smaller = odometer.run_stream(replace(scenario, budget=budget))
        assert result.accepted_at(budget) == smaller.accepted
    with pytest.raises(InvalidInput):
        result.accepted_at(5.1)


def test_a_trace_starts_at_0_stays_below_basic_and_budget_and_ends_at_a_refusal():
    result = odometer.run_stream(SMALL)
    n = result.accepted["bayesian"]
    assert result.finished
    assert result.upper.size == n + 1 == result.worst.size == result.seconds.size
    assert result.upper[0] == 0
    assert np.all(result.lower <= result.upper)
    assert np.all(result.upper <= np.minimum(result.basic, SMALL.budget) + 1e-12)
    assert np.all(result.worst[:-1] <= SMALL.budget * (1 + 1e-9))
    assert result.worst[-1] > SMALL.budget
    assert np.all(result.upper[1:] <= result.worst[:-1] + 1e-8)
    assert np.any(np.diff(result.upper) < 0)


def test_the_same_seed_and_run_give_the_same_stream_and_others_do_not():
    first, again = odometer.run_stream(SMALL), odometer.run_stream(SMALL)
    np.testing.assert_array_equal(first.upper, again.upper)
    other = odometer.run_stream(replace(SMALL, run=1))
    assert not np.array_equal(first.upper[:5], other.upper[:5])


def test_a_stream_can_be_stopped_and_what_was_computed_stays():
    whole = odometer.run_stream(SMALL)
    seen: list[odometer.StreamStep] = []
    part = odometer.run_stream(SMALL, on_step=seen.append, stop=lambda: len(seen) >= 5)
    assert not part.finished
    assert [step.number for step in seen] == list(range(1, part.upper.size))
    np.testing.assert_array_equal(part.upper, whole.upper[: part.upper.size])
    assert 5 <= part.outputs.size <= 6
    assert odometer.run_stream(replace(SMALL, most_queries=3)).finished is False


def test_without_looking_ahead_the_stream_is_the_same_but_the_worst_case_is_coarser():
    close, coarse = (
        odometer.run_stream(SMALL),
        odometer.run_stream(replace(SMALL, look_ahead=False)),
    )
    assert close.accepted == coarse.accepted
    np.testing.assert_allclose(close.upper, coarse.upper, rtol=0, atol=CERTIFIED)
    assert np.all(coarse.worst >= close.worst - 1e-8)


def test_bands_are_percentiles_over_the_streams():
    results = [odometer.run_stream(replace(SMALL, run=run)) for run in range(5)]
    bands = accepted_bands(results, [1.0, 4.0])
    for name in FILTERS:
        counts = [result.accepted[name] for result in results]
        np.testing.assert_array_equal(bands.counts[name][:, 1], counts)
        assert bands.percentile(name, 50)[1] == np.median(counts)
    assert np.all(bands.counts["basic"] == [1, 4])


@pytest.mark.parametrize("kind", ["linear", "truncated", "logistic"])
def test_random_queries_belong_to_the_domain(kind):
    scenario = odometer.StreamScenario(kind=kind, dimension=5)
    rng = np.random.default_rng(0)
    for _ in range(50):
        query = random_query(scenario, rng)
        assert kind == query.KIND
        query.check_domain(scenario.domain)
        if kind == "linear":
            total = np.abs(query.slope).sum() + abs(query.intercept)
            assert total == pytest.approx(1.0)


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "cubic"},
        {"dimension": 0},
        {"dimension": 101},
        {"budget": 0.0},
        {"epsilon": np.nan},
        {"record": 1.5},
        {"most_queries": 0},
        {"seed": -1},
        {"run": -1},
    ],
)
def test_scenarios_out_of_range_are_refused(change):
    with pytest.raises(InvalidInput, match=next(iter(change))):
        odometer.StreamScenario(**change)
