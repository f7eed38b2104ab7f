"""What a private mean of a column is off by, in the column's own unit."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.counted import counted
from hetdp_core.errors import InvalidInput
from hetdp_core.mean.estimate import centred
from hetdp_core.mean.saturation import adpm, adpm_from_levels
from hetdp_core.profiles import PrivacyProfile


@dataclass(frozen=True)
class MeanDecision:
    """Roots of mean squared errors of a mean over a profile's users, in the column's unit.

    All are distances from the mean of the population that the users are drawn from, so the
    sampling error, which is there without privacy too, is in all of them.

    Attributes:
        users: n.
        typical: of ADPM, for values that vary as the column does; not private.  Exact, but to
            first order in 1/n where values go with levels.
        worst: of ADPM, for the worst values within the bounds; known before any value is seen.
            Exact, but an upper bound to first order in 1/n where values go with levels.
        without_privacy: of the plain mean of as many values that vary as the column does.
        go_with_levels: whether each value has its own person's level; else levels have nothing to
            do with values.
    """

    users: int
    typical: float
    worst: float
    without_privacy: float
    go_with_levels: bool = False


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


def decide_by_levels(
    values: ArrayLike, bounds: tuple[float, float], levels: ArrayLike, outside: str = "clip"
) -> MeanDecision:
    """Return what the mean is off by where each person of a column says what they ask for.

    Typically: people are drawn with their value and their level, as in this table.  Then
    sum_i w_i**2 (x_i - sum_j w_j x_j)**2 is the variance of the weighted mean to first order in
    1/n (the saturation level is taken as it is), and besides its noise it is off by what it
    differs from the plain mean here.  At the worst: `affine_worst_case_mse_with_levels`.

    Args:
        values: (N,) of the column, without missing ones.
        bounds: declared range of the column.
        levels: (N,) what the person of each value asks for, > 0; infinity for nothing.
        outside: "clip" or "refuse" values beyond the bounds.

    Raises:
        InvalidInput: no values, not as many levels, one of them is not positive, or see `centred`.

    >>> found = decide_by_levels([0.0, 10.0] * 50, (0.0, 10.0), [0.1, 2.0] * 50)
    >>> round(found.typical, 2), round(found.worst, 2), round(found.without_privacy, 2)
    (4.45, 4.5, 0.5)
    """
    scaled = centred(values, bounds, outside, "values of the column")
    asked = validate.epsilons(levels)
    if asked.size != scaled.size:
        rule = f"must be given for each of {counted(scaled.size, 'value')}"
        raise InvalidInput("epsilon", rule, f"{asked.size:,}")
    alone = decide(PrivacyProfile(np.sort(asked), np.ones(asked.size)), values, bounds, outside)
    plan, low, high = adpm(asked), *validate.interval(bounds)
    if plan.answers_midpoint:
        return replace(alone, go_with_levels=True)
    middle = float(np.sum(plan.weights * scaled))
    sampling = float(np.sum(np.square(plan.weights * (scaled - middle))))
    pulled = middle - float(np.mean(scaled))
    return replace(
        alone,
        typical=(high - low) * math.sqrt(sampling + plan.noise_variance + pulled**2),
        worst=(high - low) * math.sqrt(plan.affine_worst_case_mse_with_levels),
        go_with_levels=True,
    )
