"""Figures of what ε means and of why weights saturate: what is drawn is what was found."""

import numpy as np
import pytest

from hetdp_core.figures import meaning as meaning_figures
from hetdp_core.figures.mean import cap_tradeoff as figures
from hetdp_core.mean.cap_tradeoff import cap_curves
from hetdp_core.mean.sweep import saturation_sweep
from hetdp_core.meaning import meaning
from hetdp_core.profiles import KINDS, ProfileSettings
from hetdp_core.uploads import UploadedLevels
from tests.plotlys import checked

FILE = UploadedLevels("digest", np.array([3.0, 0.2, np.inf, 0.7]))


def traces(figure):
    return {trace.name: trace for trace in checked(figure).data}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("public", [0.0, 0.5, 1.0])
def test_the_upper_edge_is_the_sum_and_the_diamond_lies_on_it(kind, public):
    settings = ProfileSettings(kind, uploaded=FILE, public_share=public)
    found = cap_curves(settings, saturation_sweep(settings))
    figure, frames = figures.cap_curves(found, "ε", settings.high)
    drawn, place = traces(figure), frames.current
    both = found.noise[place] + found.sampling[place]
    np.testing.assert_array_equal(drawn["noise for privacy"].y, both)
    np.testing.assert_array_equal(drawn["saturation level τ"].y, [found.least[place]])
    low, high = checked(figure).layout.yaxis.range
    assert low <= found.least[place] < high


@pytest.mark.parametrize(("before", "epsilon"), [(50.0, 1.0), (10.0, 3.0), (99.0, 0.01)])
def test_filled_dots_add_up_to_bets_that_are_right(before, epsilon):
    found = meaning(epsilon, before)
    figure, frames = meaning_figures.bets(found, "ε")
    sizes = [trace.marker.size for trace in checked(figure).data if trace.name == "right"]
    np.testing.assert_allclose([np.sum(one) for one in sizes], [before, found.right])
    assert (
        frames.layout["xaxis2.title.text"][frames.current]
        == checked(figure).layout.xaxis2.title.text
    )
