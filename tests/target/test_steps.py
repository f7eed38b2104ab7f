"""Steps: ascending values of few digits, each found again by its place."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core.errors import InvalidInput
from hetdp_core.target.steps import Steps

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


@pytest.mark.parametrize(
    ("low", "high", "digits"),
    [(2, 1, 0), (0.2, 0.8, 0), (0.0, 1.0, 3), (float("nan"), 1, 0), (1, float("inf"), 3)],
)
def test_ends_without_steps_between_them_are_refused(low, high, digits):
    with pytest.raises(InvalidInput):
        Steps(low, high, digits)
