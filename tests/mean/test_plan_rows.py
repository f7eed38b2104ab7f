"""Many settings at once are the plans of each setting by itself."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from hetdp_core.mean import saturation
from hetdp_core.mean.plan_rows import adpm_rows
from hetdp_core.mean.saturation import (
    adpm,
    adpm_from_levels,
    saturation_level,
    saturation_levels,
)
from hetdp_core.profiles import (
    KINDS,
    ProfileRows,
    ProfileSettings,
    make_profile,
    making,
    sweep_high_together,
)
from hetdp_core.uploads import UploadedLevels
from tests.tolerance import ROUNDING

FILE = UploadedLevels("digest", np.array([3.0, 0.2, np.inf, 0.7]))
HIGHS = np.array([0.5, 1.0, 7.0])


@st.composite
def rows(draw):
    """Some populations in the same places: ties, single users, public users, tiny levels."""
    shape = draw(st.tuples(st.integers(1, 4), st.integers(1, 6)))
    finite = draw(npst.arrays(np.float64, shape, elements=st.floats(1e-6, 1e6)))
    finite = finite[:, : draw(st.sampled_from([0, shape[1], shape[1]]))]
    public = draw(st.integers(0 if finite.size else 1, 2))
    levels = np.hstack([np.sort(finite, axis=1), np.full((shape[0], public), np.inf)])
    counts = draw(npst.arrays(np.int64, levels.shape[1], elements=st.integers(1, 10**6)))
    return ProfileRows(levels, draw(st.sampled_from([counts, np.ones(counts.size)])) + 0.0)


@given(rows())
def test_each_row_is_the_plan_of_its_levels(rows):
    found = adpm_rows(rows)
    for row, levels in enumerate(rows.levels):
        plan = adpm_from_levels(levels, rows.counts)
        assert found.saturation_level[row] == pytest.approx(plan.saturation_level, rel=ROUNDING)
        assert found.worst_case_mse[row] == pytest.approx(plan.worst_case_mse, rel=ROUNDING)
        np.testing.assert_allclose(found.weights[row], plan.weights, rtol=ROUNDING)
        np.testing.assert_allclose(found.privacy_given[row], plan.privacy_given, rtol=ROUNDING)
        assert found.users_saturated[row] == np.sum(rows.counts[levels > plan.saturation_level])
        assert found.answers_midpoint[row] == plan.answers_midpoint


@given(rows())
def test_each_row_is_the_plan_user_by_user(rows):
    few = ProfileRows(rows.levels, np.minimum(rows.counts, 3.0))
    found = adpm_rows(few)
    for row in range(len(few.levels)):
        plan = adpm(few.profile(row).epsilon)
        assert found.worst_case_mse[row] == pytest.approx(plan.worst_case_mse, rel=ROUNDING)
        assert found.users_saturated[row] == plan.users_saturated


def test_rows_longer_than_a_block_saturate_where_each_does(monkeypatch):
    monkeypatch.setattr(saturation, "_BLOCK", 16)
    levels = np.sort(np.random.default_rng(0).uniform(0.01, 3.0, (5, 200)), axis=1)
    long = saturation_levels(levels)
    monkeypatch.setattr(saturation, "_BLOCK", 1000)
    np.testing.assert_allclose(long, saturation_levels(levels), rtol=ROUNDING)
    np.testing.assert_allclose(long, [saturation_level(row) for row in levels], rtol=ROUNDING)


@pytest.mark.parametrize("kind", KINDS)
def test_blocks_hold_the_profiles_of_a_sweep(kind, monkeypatch):
    together = 120
    monkeypatch.setattr(making, "TOGETHER", together)
    settings = ProfileSettings(kind, users=50, uploaded=FILE, public_share=0.25)
    blocks = list(sweep_high_together(settings, HIGHS))
    assert [high for highs, _ in blocks for high in highs] == HIGHS.tolist()
    assert all(rows.levels.size <= max(together, rows.counts.size) for _, rows in blocks)
    for highs, rows in blocks:
        for row, high in enumerate(highs):
            alone = make_profile(settings.with_high(float(high)))
            np.testing.assert_array_equal(rows.profile(row).epsilon, alone.epsilon)
            assert rows.public_users == alone.public_users


@pytest.mark.parametrize("highs", [[0.05, 1.0], [1.0, np.nan], [1.0, np.inf], [1e7]])
def test_a_setting_that_does_not_fit_the_other_knobs_is_refused(highs):
    with pytest.raises(ValueError, match="must"):
        list(sweep_high_together(ProfileSettings(low=0.1), np.array(highs)))
