"""A level that moves in its last place, as another processor may move it, moves no release."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hetdp_core import mean
from hetdp_core.release import ReleaseRequest, prepare
from tests.tolerance import UNMOVED, moved

LEVELS = st.lists(
    st.floats(0.02, 8.0) | st.sampled_from([0.1, 1.0, math.inf]), min_size=2, max_size=12
).filter(lambda levels: not all(map(math.isinf, levels)))


@given(levels=LEVELS, copies=st.integers(20, 400), seed=st.integers(0, 2**32 - 1))
def test_a_moved_unit_in_the_last_place_moves_no_release(levels, copies, seed):
    plain = np.repeat(levels, copies)
    other = moved(plain, seed)
    assume(not mean.adpm(plain).answers_midpoint)
    assume(not mean.adpm(other).answers_midpoint)
    first, second = (
        prepare(ReleaseRequest("age", "years", (0.0, 120.0), epsilon, "column"))
        for epsilon in (plain, other)
    )
    for name in ("noise_scale", "half_width", "saturation_level"):
        assert getattr(second, name) == pytest.approx(getattr(first, name), rel=UNMOVED), name
    np.testing.assert_allclose(second.guaranteed, first.guaranteed, rtol=UNMOVED)
    total = np.sum(first.weights)
    np.testing.assert_allclose(second.weights / total, first.weights / total, rtol=UNMOVED)
