"""A unit in the last place of a privacy level moves no number that is reported.

Processors round exponentials and sums differently in the last place; what is shown must not
depend on it.  1e-6: six digits, where a screen shows three.
"""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hetdp_core import mean
from tests.strategies import privacy_levels
from tests.tolerance import UNMOVED


@st.composite
def moved_profiles(draw):
    """(n,) levels, and the same with one of them moved by a unit in the last place."""
    levels = draw(privacy_levels())
    place = draw(st.integers(0, levels.size - 1))
    moved = levels.copy()
    if np.isfinite(moved[place]):
        moved[place] = np.nextafter(moved[place], draw(st.sampled_from([0.0, 1e9])))
    return levels, moved


JUST_SATURATED = np.array([2.0, 2.0, 4.0])
"""The second level is (S2 + 8) / S1 = 16 / 4 = 4: saturation begins exactly here."""


@given(moved_profiles())
@example((JUST_SATURATED, np.array([2.0, 2.0, np.nextafter(4.0, 5.0)])))
def test_the_plan_its_error_its_saturation_level_and_the_lower_bound_stay(pair):
    """Where saturation begins exactly at the largest level it may be that level or none.

    Both say the same: everybody gets what they ask for.
    """
    one, two = map(mean.adpm, pair)
    assert one.worst_case_mse == pytest.approx(two.worst_case_mse, rel=UNMOVED)
    assert one.affine_worst_case_mse == pytest.approx(two.affine_worst_case_mse, rel=UNMOVED)
    assert one.noise_scale == pytest.approx(two.noise_scale, rel=UNMOVED)
    np.testing.assert_allclose(one.weights, two.weights, rtol=UNMOVED)
    np.testing.assert_allclose(one.privacy_given, two.privacy_given, rtol=UNMOVED)
    one_bound, other = map(mean.lower_bound, pair)
    assert one_bound == pytest.approx(other, rel=UNMOVED)
    levels = one.saturation_level, two.saturation_level
    if np.isinf(levels[0]) == np.isinf(levels[1]):
        assert levels[0] == pytest.approx(levels[1], rel=UNMOVED)
    else:
        assert min(levels) == pytest.approx(np.max(pair[0]), rel=UNMOVED)


@pytest.mark.parametrize("method", ["uniform", "proportional", "local", "ldpe", "threshold"])
@given(pair=moved_profiles())
def test_the_worst_case_of_other_methods_stays(method, pair):
    """For "threshold" two levels may be equally good: then the error is the same with either."""
    one, two = (mean.plan(method, levels) for levels in pair)
    assert one.worst_case_mse == pytest.approx(two.worst_case_mse, rel=UNMOVED)
