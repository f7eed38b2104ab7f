"""Users as dots, one by one: what each asks for, and how much they count in the answer."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hetdp_core.frozen import result
from hetdp_core.mean.sweep import SaturationCurve, SaturationSweep, saturation_sweep
from hetdp_core.profiles import ProfileSettings
from hetdp_core.validate import FloatArray

MOST_DOTS = 200
"""Users drawn one by one; of more, those at evenly spaced places in the sorted order."""


@result
class People:
    """A dot for each user, at every setting of the profile's main control.

    Dots fill columns from the left, strictest first, so a user keeps their place whatever the
    setting.

    Attributes:
        sweep: ADPM at every setting.
        column, row: (P,) places of the dots, whole numbers from 0.
        asked: (F, P) epsilon asked, public users at the sweep's ceiling.
        weight: (F, P) weight times n: 1 is an equal share.
    """

    sweep: SaturationSweep
    column: FloatArray
    row: FloatArray
    asked: FloatArray
    weight: FloatArray

    def at(self, high: float) -> People:
        """Return the same users with another setting of the sweep as the present one."""
        return replace(self, sweep=self.sweep.at(high))

    @property
    def present(self) -> SaturationCurve:
        """All about the present setting."""
        return self.sweep.present

    @property
    def ease(self) -> FloatArray:
        """(F, P) where the epsilon asked lies between that setting's strictest, 0, and most
        relaxed, 1, by its logarithm; 0 where all ask for the same.
        """
        logs = np.log(self.asked)
        strictest = logs.min(axis=1, keepdims=True)
        width = logs.max(axis=1, keepdims=True) - strictest
        ease: FloatArray = (logs - strictest) / np.where(width > 0, width, 1.0)
        return ease


def people(settings: ProfileSettings) -> People:
    """Return the users of a profile as dots, for every setting of its main control.

    Args:
        settings: the profile; its `high` is the present setting.

    >>> found = people(ProfileSettings("two_groups", users=4, low=0.1, high=2.0))
    >>> found.present.asked
    array([0.1, 0.1, 2. , 2. ])
    >>> found.column, found.row
    (array([0., 1., 2., 3.]), array([0., 0., 0., 0.]))
    """
    sweep = saturation_sweep(settings, MOST_DOTS)
    dots = np.arange(sweep.present.share.size)
    rows = max(1, round(np.sqrt(dots.size / 2)))  # twice as wide as high
    return People(
        sweep,
        (dots // rows).astype(np.float64),
        (dots % rows).astype(np.float64),
        np.array([curve.asked for curve in sweep.curves]),
        np.array([curve.relative_weight for curve in sweep.curves]),
    )


def counts_more(curve: SaturationCurve) -> float:
    """Return how many times as much the most relaxed user counts as the strictest."""
    return float(curve.relative_weight[-1] / curve.relative_weight[0])
