"""Steps: ascending values of few digits, each found again by its place.

Asked backwards: the first value that is enough, checked against looking at every one.
"""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core.errors import InvalidInput, OutOfTime
from hetdp_core.target_search import Steps, solve

POSITIVE = st.floats(-6, 6).map(lambda power: 10.0**power)


@given(POSITIVE, POSITIVE, st.integers(1, 4))
def test_between_their_ends_steps_are_all_numbers_of_so_many_digits(one, other, digits):
    low, high = sorted([one, other])
    steps = Steps(low, high, digits)
    middle = steps.count // 2
    places = {*range(min(steps.count, 30)), middle, *range(max(steps.count - 30, 0), steps.count)}
    values = [steps.at(place) for place in sorted(places)]
    assert values == sorted(set(values))
    assert (values[0], values[-1]) == (low, high)
    assert all(value == float(f"{value:.{digits - 1}e}") for value in values[1:-1])
    exponent = int(np.floor(np.log10(low)))
    some = [lead * 10.0**exponent for lead in np.arange(1, 10)]
    inside = {float(f"{one:.0e}") for one in some if low < one < high}
    assert all(steps.at(steps.place_of(one)) == one for one in inside)


@given(st.integers(-50, 50), st.integers(0, 200), st.sampled_from([1, 10, 1000]))
def test_even_steps_are_the_multiples_between_their_ends(low, length, parts):
    steps = Steps(low, low + length, parts=parts)
    assert steps.count == length * parts + 1
    assert steps.at(0) == low
    assert steps.at(steps.count - 1) == low + length
    assert steps.at(steps.count // 2) == (low * parts + steps.count // 2) / parts


@given(POSITIVE, POSITIVE, POSITIVE)
def test_the_place_of_a_value_is_that_of_the_last_step_up_to_it(one, other, value):
    low, high = sorted([one, other])
    steps = Steps(low, high, 3)
    place = steps.place_of(value)
    assert steps.at(place) <= value or place == 0
    assert place == steps.count - 1 or steps.at(place + 1) > value
    assert steps.place_of(steps.at(place)) == place


@given(POSITIVE, POSITIVE, st.sampled_from([0, 3]))
def test_what_is_drawn_are_steps_with_both_ends(one, other, digits):
    low, high = sorted([1.0 + one, 2.0 + other])
    steps = Steps(low, high + 1.0, digits)
    values = steps.drawn(low, high + 1.0, 20).tolist()
    assert values == sorted(set(values))
    assert len(values) <= 20
    assert [steps.at(steps.place_of(value)) for value in values] == values
    assert (values[0], values[-1]) == (steps.at(0), steps.at(steps.count - 1))


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
        assert answer.enough_at_start == (enough == order)
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


def test_on_a_bumpy_way_the_answer_is_enough_one_step_less_not_and_the_present_moves_it_not():
    heights = 100.0 - np.arange(200) / 2 + np.random.default_rng(3).normal(0, 3, 200)

    def measure(value):
        return float(heights[int(value)])

    found, again = (
        solve(measure, Steps(0, 199), 50.0, now, certain=False, points=5) for now in (0.0, 108.0)
    )
    assert found.measure <= 50.0 < heights[int(found.value) - 1]
    assert not found.certain
    assert again.value == found.value


@pytest.mark.parametrize(
    ("low", "high", "digits"),
    [(2, 1, 0), (0.2, 0.8, 0), (0.0, 1.0, 3), (float("nan"), 1, 0), (1, float("inf"), 3)],
)
def test_ends_without_steps_between_them_and_bad_questions_are_refused(low, high, digits):
    with pytest.raises(InvalidInput):
        Steps(low, high, digits)
    for target, helps in ((float("nan"), "more"), (1.0, "maybe")):
        with pytest.raises(InvalidInput):
            solve(lambda value: value, Steps(1, 2), target, 1.0, helps=helps)


def test_a_search_that_is_stopped_says_so_and_measures_no_more():
    asked, measured = itertools.count(), []

    def measure(value):
        measured.append(value)
        return 50.0 / value**0.5

    with pytest.raises(OutOfTime, match="takes too long for a page"):
        solve(measure, Steps(1, 10**6), 1.0, 1000, stop=lambda: next(asked) >= 4)
    assert len(measured) == 4
    whole = solve(measure, Steps(1, 10**6), 1.0, 1000, stop=lambda: False)
    assert (whole.reached, whole.value) == (True, 2500.0)
