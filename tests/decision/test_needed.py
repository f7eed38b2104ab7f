"""What a tolerable error takes: by formulas of equal weights, and by the decision's own options."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hetdp_core.decision import Subject, error_alike, level_needed, releasing, users_needed
from hetdp_core.errors import InvalidInput

AGES = Subject("Age", "years", (0.0, 100.0), 1000)

subjects = st.builds(
    Subject,
    column=st.just("Age"),
    unit=st.just("years"),
    bounds=st.sampled_from([(0.0, 1.0), (-3.0, 5.0), (0.0, 1e6)]),
    users=st.integers(1, 3000),
    everybody=st.booleans(),
)
levels = st.floats(1e-4, 1e3)


@given(subject=subjects, level=levels)
def test_the_error_is_that_of_the_option_with_this_level_for_all(subject, level):
    option = releasing("x", subject, np.full(subject.users, level), assigned=True)
    assert error_alike(subject, level) == pytest.approx(option.typical_error, rel=1e-9)


@given(subject=subjects, share=st.floats(0.02, 0.9), now=levels)
def test_the_level_suffices_and_one_step_less_does_not(subject, share, now):
    tolerable = share * subject.half_range
    needed = level_needed(subject, tolerable, now)
    if needed.reached:
        assert error_alike(subject, needed.value) <= tolerable
        step = 10.0 ** (np.floor(np.log10(needed.value)) - 2)
        assert error_alike(subject, needed.value - 1.01 * step) > tolerable
    else:
        assert not subject.everybody
        assert error_alike(subject, 1e6) > tolerable
        assert needed.best == pytest.approx(subject.sampling_error, rel=1e-4)


@given(subject=subjects, share=st.floats(0.02, 0.9), level=levels)
def test_so_many_users_suffice_and_one_less_does_not(subject, share, level):
    tolerable = share * subject.half_range
    needed = users_needed(subject, tolerable, level)
    assume(needed.reached)
    there = int(needed.value)
    assert error_alike(replace(subject, users=there), level) <= tolerable
    assert there == 1 or error_alike(replace(subject, users=there - 1), level) > tolerable


def test_the_level_is_that_of_the_formula_for_equal_weights():
    """Far from the middle nothing is shrunk: t² = 1/(4n) + 2/(nε)², t in parts of the range."""
    users, t = AGES.users, 0.017
    level = np.sqrt(2.0 / (t**2 - 0.25 / users)) / users
    assert level_needed(AGES, 100 * t, 0.1).value == pytest.approx(level, rel=0.02)


@pytest.mark.parametrize("level", [0.0, -1.0, float("nan")])
def test_a_level_that_is_none_is_refused(level):
    with pytest.raises(InvalidInput, match="epsilon"):
        error_alike(AGES, level)
