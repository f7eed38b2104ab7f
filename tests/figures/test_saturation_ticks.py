"""The axis of privacy levels always has ticks, and says where infinity is."""

import pytest

from hetdp_core.figures.mean.saturation import saturation
from hetdp_core.mean.sweep import saturation_sweep
from hetdp_core.profiles import ProfileSettings


@pytest.mark.parametrize("public", [0.0, 0.1, 1.0])
def test_public_users_stand_at_infinity_above_finite_ticks(public):
    sweep = saturation_sweep(ProfileSettings("log_uniform", public_share=public))
    figure, _ = saturation(sweep, "ε")
    axis = figure.layout.yaxis
    assert len(axis.tickvals) >= 2
    assert ("∞" in axis.ticktext) == (public > 0)
    if public:
        assert axis.tickvals[-1] == sweep.ceiling > 2 * axis.tickvals[-2]
