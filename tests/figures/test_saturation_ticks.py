"""The axis of privacy levels always has ticks, and says where infinity is."""

import pytest

from hetdp_core.figures.mean.saturation import saturation
from hetdp_core.mean.sweep import saturation_sweep
from hetdp_core.profiles import ProfileSettings
from tests.plotlys import checked


@pytest.mark.parametrize("public", [0.0, 0.1, 1.0])
def test_public_users_stand_at_infinity_above_finite_ticks(public):
    sweep = saturation_sweep(ProfileSettings("log_uniform", public_share=public))
    figure, _ = saturation(sweep, "ε", 1.0)
    axis = checked(figure).layout.yaxis
    assert len(axis.tickvals) >= 2
    assert ("∞" in axis.ticktext) == (public > 0)
    if public:
        assert axis.tickvals[-1] == sweep.ceiling > 2 * axis.tickvals[-2]


def test_a_single_user_is_drawn_from_end_to_end():
    profile = ProfileSettings("log_uniform", users=1, low=0.01, high=1.0)
    figure, frames = saturation(saturation_sweep(profile), "ε", 1.0)
    drawn = {trace.name: trace for trace in checked(figure).data}
    for name in ("given", "asked", "weight in the estimate"):
        assert [*drawn[name].x] == [0.0, 100.0]
        assert len({*drawn[name].y}) == 1
    assert frames.labels  # it still moves
