"""What budget it takes for so many answers: put in, it is enough, and one step less is not."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.streams.course import odometer_course
from hetdp_core.odometer.streams.stream import FILTERS
from hetdp_core.odometer.streams.target import budget_target
from hetdp_core.odometer.streams.traces import Trace, TraceScenario, power_traces
from hetdp_core.target.steps import Steps

POWERS = TraceScenario("powers", 1, 0.4, 4.0)
RUNS = power_traces(POWERS, range(7))


def answered(name, budget, scenario=POWERS, traces=RUNS):
    """The median at a budget, by the road of the page's first figure."""
    course = odometer_course(scenario, traces, budget)
    return course.accepted(name)[course.current]


@pytest.mark.parametrize("name", FILTERS)
@pytest.mark.parametrize("questions", [1, 2, 5, 9])
def test_put_in_the_budget_is_enough_and_one_step_less_is_not(name, questions):
    found = budget_target(POWERS, RUNS, name, questions, 1.0)
    assert found.certain
    assert found.reached
    assert answered(name, found.value) == found.measure >= questions
    steps = Steps(0.05, 4.0, 3)
    assert answered(name, steps.at(steps.place_of(found.value) - 1)) < questions


@given(st.lists(st.lists(st.floats(0, 3), min_size=1, max_size=30), min_size=1, max_size=5))
def test_on_fixed_streams_a_larger_budget_never_answers_fewer(losses):
    traces = [Trace(np.array([0.0, *one]), np.array([*one, 5.0]), True) for one in losses]
    scenario = TraceScenario("linear", 2, 0.5, 4.0)
    for name in FILTERS:
        found = budget_target(scenario, traces, name, 1000, 2.0)
        assert np.all(np.diff(found.measures) >= 0)
        assert not found.reached


@pytest.mark.parametrize("questions", [1, 4, 10])
def test_basic_composition_takes_its_epsilon_for_each_answer(questions):
    found = budget_target(POWERS, RUNS, "basic", questions, 1.0)
    assert found.value == pytest.approx(0.4 * questions)


def test_streams_under_way_do_not_count():
    begun = Trace(np.zeros(900), np.zeros(899), False)
    found = budget_target(POWERS, [*RUNS, begun], "bayesian", 5, 1.0)
    assert found.value == budget_target(POWERS, RUNS, "bayesian", 5, 1.0).value
    with pytest.raises(InvalidInput, match="wait a little"):
        budget_target(POWERS, [begun], "bayesian", 5, 1.0)


@pytest.mark.parametrize(
    ("name", "questions", "budget"),
    [("luck", 5, 1.0), ("basic", 0, 1.0), ("basic", 1001, 1.0), ("basic", 5, float("nan"))],
)
def test_bad_questions_are_refused(name, questions, budget):
    with pytest.raises(InvalidInput):
        budget_target(POWERS, RUNS, name, questions, budget)
