"""The sweep behind the live figure: every frame is the plan it claims to be."""

import numpy as np
import pytest

from hetdp_core import mean
from hetdp_core.errors import InvalidInput
from hetdp_core.mean.sweep import POINTS, saturation_sweep
from hetdp_core.profiles import KINDS, ProfileSettings, make_profile
from hetdp_core.uploads import UploadedLevels

FILE = UploadedLevels("digest", np.array([3.0, 0.2, np.inf, 0.7]))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("public", [0.0, 0.25, 1.0])
def test_every_curve_is_the_plan_of_its_profile(kind, public):
    settings = ProfileSettings(kind, uploaded=FILE, public_share=public)
    sweep = saturation_sweep(settings)
    assert sweep[settings.high].high == settings.high
    for curve in (sweep.points[0], sweep[settings.high], sweep.points[-1]):
        plan = mean.adpm(make_profile(settings.with_high(curve.high)).epsilon)
        assert curve.level == pytest.approx(plan.saturation_level)
        assert curve.worst_case_mse == pytest.approx(plan.worst_case_mse)
        assert curve.saturated_share == pytest.approx(100 * plan.users_saturated / plan.users)
        assert np.all(curve.given <= curve.asked)
        assert np.all(np.isfinite(curve.asked))
        assert curve.share.size == min(plan.users, POINTS)


def test_curves_of_few_users_show_each_of_them():
    settings = ProfileSettings("levels", levels=(0.5, 1.0, 9.0), counts=(1, 1, 1), high=9.0)
    curve = saturation_sweep(settings)[9.0]
    np.testing.assert_allclose(curve.asked, [0.5, 1.0, 9.0])
    np.testing.assert_allclose(np.sum(curve.relative_weight), 3.0)


def test_a_typed_setting_off_the_grid_becomes_a_frame_of_its_own():
    sweep = saturation_sweep(ProfileSettings(high=1.2345))
    assert sweep[1.2345].high == 1.2345
    assert np.all(np.diff(sweep.values) > 0)
    with pytest.raises(InvalidInput):
        sweep.index(1.23456)


@pytest.mark.parametrize("kind", ["two_groups", "segments", "uniform", "log_uniform"])
def test_the_default_lies_inside_a_sweep_that_goes_well_past_saturation(kind):
    sweep = saturation_sweep(ProfileSettings(kind, low=0.01, high=10.0))
    assert sweep.values[0] < 10.0 < sweep.values[-1] == 100.0
    assert sweep.points[-1].saturated_share > 40.0


def test_many_users_get_fewer_steps():
    few, many = (
        saturation_sweep(ProfileSettings("uniform", users=n)).values.size for n in (100, 200_000)
    )
    assert many < few
