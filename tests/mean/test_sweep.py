"""The sweep behind the live figure: every frame is the plan it claims to be."""

import numpy as np
import pytest

from hetdp_core import mean
from hetdp_core.errors import InvalidInput
from hetdp_core.mean.methods import plan
from hetdp_core.mean.plan import percent_error
from hetdp_core.mean.sweep import COMPARED, POINTS, error_curve, saturation_sweep
from hetdp_core.profiles import KINDS, ProfileSettings, make_profile
from tests.strategies import FILE
from tests.tolerance import ROUNDING


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
        assert np.all(curve.granted <= curve.requested)
        assert np.all(np.isfinite(curve.requested))
        assert curve.share.size == min(plan.users, POINTS)


def test_curves_of_few_users_show_each_of_them():
    settings = ProfileSettings("levels", levels=(0.5, 1.0, 9.0), counts=(1, 1, 1), high=9.0)
    curve = saturation_sweep(settings)[9.0]
    np.testing.assert_allclose(curve.requested, [0.5, 1.0, 9.0])
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


def curve_of(settings):
    return error_curve(settings, saturation_sweep(settings))


def test_the_onset_is_remark_3_for_two_groups_and_else_the_first_setting_where_somebody_saturates():
    curve = curve_of(ProfileSettings(users=1000, low=0.1, strict_share=0.5))
    assert curve.onset == pytest.approx(0.1 + 8 / (1000 * 0.5 * 0.1))
    assert curve.onset_is_exact
    settings = ProfileSettings("log_uniform", low=0.01, high=10.0)
    sweep, other = saturation_sweep(settings), curve_of(settings)
    assert not other.onset_is_exact
    assert other.onset is not None
    before = [c.saturated_share for c in sweep.points if c.high < other.onset]
    assert before == [0] * len(before) != []


SETTINGS = [
    ProfileSettings(),
    ProfileSettings("log_uniform", users=50, public_share=0.1),
    ProfileSettings("levels", users=7, levels=(0.5, 0.05, 0.5), counts=(2, 1, 4)),
    ProfileSettings(users=1),
    ProfileSettings(public_share=1.0),
]


@pytest.mark.parametrize("settings", SETTINGS)
def test_errors_of_the_others_by_level_are_those_of_their_plans_user_by_user(settings):
    curve = curve_of(settings)
    for place in (0, len(curve.highs) // 2, -1):
        levels = make_profile(settings.with_high(float(curve.highs[place]))).epsilon
        for method in COMPARED:
            alone = percent_error(plan(method, levels).worst_case_mse)
            assert curve.errors[method][place] == pytest.approx(alone, rel=ROUNDING)
