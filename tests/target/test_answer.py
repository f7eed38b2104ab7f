"""Asked backwards: the first value that is enough, checked against looking at every one."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core.errors import InvalidInput, OutOfTime
from hetdp_core.target.answer import solve
from hetdp_core.target.steps import Steps

COURSE = st.lists(st.integers(0, 6), min_size=1, max_size=60)
"""By how much a measure improves from each value to the next: often not at all."""


def measured(drops, more_is_better, helps):
    """A measure that never gets worse towards the helpful end, on 1, 2, ..., and all it gives."""
    heights = np.cumsum(drops) if more_is_better else 100.0 - np.cumsum(drops)
    heights = heights if helps == "more" else heights[::-1]
    return lambda value: float(heights[int(value) - 1])


@given(
    COURSE, st.floats(-1, 101), st.integers(1, 60), st.booleans(), st.sampled_from(["more", "less"])
)
def test_the_answer_is_the_first_of_all_values_that_is_enough(drops, target, now, upwards, helps):
    measure = measured(drops, upwards, helps)
    values = [float(one) for one in range(1, len(drops) + 1)]
    answer = solve(
        measure,
        Steps(1, len(drops)),
        target,
        float(min(now, len(drops))),
        more_is_better=upwards,
        helps=helps,
    )
    order = values if helps == "more" else values[::-1]
    enough = [
        one for one in order if (measure(one) >= target if upwards else measure(one) <= target)
    ]
    assert answer.reached == bool(enough)
    assert answer.end == order[-1]
    assert answer.best == measure(order[-1])
    if enough:
        assert answer.value == enough[0]
        assert answer.measure == measure(answer.value)
        assert answer.best_at == order[-1]
    else:
        assert np.isnan(answer.value)
        assert answer.best_at == next(one for one in order if measure(one) == answer.best)
        assert answer.settles == (answer.best_at != order[-1])  # 1.7 % apart or more
    assert answer.enough_now == (answer.now in enough)


@given(COURSE, st.floats(-1, 101), st.integers(1, 60))
def test_the_curve_holds_the_measure_at_every_value_of_interest(drops, target, now):
    measure, now = measured(drops, False, "more"), float(min(now, len(drops)))
    answer = solve(measure, Steps(1, len(drops)), target, now)
    assert np.all(np.diff(answer.values) > 0)
    assert answer.measures.tolist() == [measure(value) for value in answer.values]
    interesting = {now, answer.value if answer.reached else answer.best_at}
    assert interesting <= set(answer.values.tolist())


def test_each_value_is_measured_once_and_few_are():
    seen = []

    def measure(users):
        seen.append(users)
        return 50.0 / users**0.5

    answer = solve(measure, Steps(1, 10**10), 0.001, 1000.0, points=10)
    assert (answer.value, answer.measure) == (50_000.0**2, 0.001)
    assert len(seen) == len(set(seen)) < 90


def test_a_present_value_outside_of_the_range_is_told_but_not_drawn():
    answer = solve(lambda share: 100.0 - share, Steps(10, 20), 85.0, 5.0)
    assert (answer.value, answer.now_measure) == (15.0, 95.0)
    assert answer.values.min() == 10.0


def test_on_a_bumpy_way_the_answer_is_enough_and_the_step_before_is_not():
    rng = np.random.default_rng(3)
    heights = 100.0 - np.arange(200) / 2 + rng.normal(0, 3, 200)
    found = solve(lambda value: float(heights[int(value)]), Steps(0, 199), 50.0, 7.0, certain=False)
    assert found.measure <= 50.0 < heights[int(found.value) - 1]
    assert not found.certain


@pytest.mark.parametrize("wrong", [{"target": float("nan")}, {"helps": "maybe"}])
def test_bad_questions_are_refused(wrong):
    asked = {"target": 1.0, "now": 1.0, **wrong}
    with pytest.raises(InvalidInput):
        solve(lambda value: value, Steps(1, 2), **asked)


def test_a_search_that_is_stopped_says_so_and_measures_no_more():
    asked, measured = itertools.count(), []

    def measure(value):
        measured.append(value)
        return 50.0 / value**0.5

    with pytest.raises(OutOfTime, match="longer than a page may compute"):
        solve(measure, Steps(1, 10**6), 1.0, 1000, stop=lambda: next(asked) >= 4)
    assert len(measured) == 4
    whole = solve(measure, Steps(1, 10**6), 1.0, 1000, stop=lambda: False)
    assert (whole.reached, whole.value) == (True, 2500.0)
