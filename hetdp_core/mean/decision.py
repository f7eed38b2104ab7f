"""What a private mean of a column is off by, in the column's own unit."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.mean.estimate import centred
from hetdp_core.mean.saturation import adpm_from_levels
from hetdp_core.profiles import PrivacyProfile


@dataclass(frozen=True)
class MeanDecision:
    """Roots of mean squared errors of a mean over a profile's users, in the column's unit.

    All are distances from the mean of the population that the users are drawn from, so the
    sampling error, which is there without privacy too, is in all of them.

    Attributes:
        users: n.
        typical: of ADPM, for values that vary as the column does; exact, and not private.
        worst: of ADPM, for the worst values within the bounds; exact, and known before any
            value is seen.
        without_privacy: of the plain mean of as many values that vary as the column does.
    """

    users: int
    typical: float
    worst: float
    without_privacy: float


def decide(
    profile: PrivacyProfile, values: ArrayLike, bounds: tuple[float, float], outside: str = "clip"
) -> MeanDecision:
    """Return what the mean of a column over the users of a profile is off by.

    Args:
        profile: who asks for how much; the column says how values vary, not how many there are.
        values: (N,) of the column, without missing ones.
        bounds: declared range of the column.
        outside: "clip" or "refuse" values beyond the bounds.

    Raises:
        InvalidInput: no values, or see `centred`.

    >>> public = PrivacyProfile(np.array([np.inf]), np.array([100.0]))
    >>> decide(public, [0.0, 10.0], (0.0, 10.0)).without_privacy
    0.5
    """
    scaled = centred(values, bounds, outside, "values of the column")
    low, high = validate.interval(bounds)
    plan = adpm_from_levels(profile.levels, profile.counts)
    variance = float(np.var(scaled))
    squares = (plan.mse(variance, float(np.mean(scaled))), plan.worst_case_mse)
    typical, worst = ((high - low) * math.sqrt(square) for square in squares)
    alone = (high - low) * math.sqrt(variance / profile.users)
    return MeanDecision(profile.users, typical, worst, alone)
