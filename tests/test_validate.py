"""Bounds are far enough apart for what is computed between them; results are frozen.

Messages of errors: one sentence that stays short, whatever it quotes.
"""

import pickle
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.release.whole_numbers import STEPS
from hetdp_core.results import result
from hetdp_core.validate import FloatArray, wide_interval


@pytest.mark.parametrize(
    "bounds", [(0.0, 1e-320), (0.0, 1e-101), (1e9, 1e9 + 1.0), (-1e100, -1e100 * (1 - 2e-16))]
)
def test_bounds_that_hardly_differ_are_refused(bounds):
    with pytest.raises(InvalidInput, match=r"bounds must be at least .* apart .given: .*.. Take"):
        wide_interval(bounds)


@pytest.mark.parametrize("bounds", [(0.0, 1e-100), (0.0, 1.0), (-1e100, 1e100), (1e9, 1e9 + 4.0)])
def test_bounds_far_enough_apart_stay_as_they_are(bounds):
    assert wide_interval(bounds) == bounds


@given(st.floats(-1e100, 1e100), st.floats(-1e100, 1e100))
def test_no_step_of_a_release_is_finer_than_the_floats_between_its_bounds(one, other):
    try:
        low, high = wide_interval((one, other))
    except InvalidInput:
        return
    assert (high - low) / STEPS >= np.spacing(max(abs(low), abs(high)))


@pytest.mark.parametrize("value", ["x", None, 1.5, np.nan, np.inf, True, [1, 2]])
def test_what_is_no_whole_number_is_refused_by_name(value):
    with pytest.raises(InvalidInput, match=r"^draws must be a whole number"):
        validate.count(value, 1, None, "draws")


def test_a_message_stays_short_and_the_error_keeps_what_was_given() -> None:
    long = "x" * 100_000
    error = InvalidInput(long, long, long, long)
    assert len(str(error)) < 1_000
    assert str(error).count("…") == 4
    assert error.value == long
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


@result
class Found:
    """A result as any other."""

    levels: FloatArray


def test_neither_a_result_nor_its_arrays_can_be_changed_but_what_was_given_can():
    own = np.zeros(2)
    found = Found(own)
    with pytest.raises(ValueError, match="read-only"):
        found.levels[0] = 1.0
    with pytest.raises(FrozenInstanceError):
        found.levels = own  # type: ignore[misc]
    own[0] = 1.0
    assert found != Found(own)
