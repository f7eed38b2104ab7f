"""The best affine mean of several columns at once, for any noise and any accounting.

The closed form of `saturation`, with the price of the noise in place of 8; in one column with
Laplace noise and pure epsilon it is ADPM.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.frozen import result
from hetdp_core.mean.noises import NOISES, Noise
from hetdp_core.mean.plan import MIDPOINT_MSE, WORST_VARIANCE, rounded_up, sum_of_squares
from hetdp_core.mean.promises import Promise
from hetdp_core.mean.saturation import saturation_level
from hetdp_core.mean.sweep import SaturationSweep, saturation_sweep
from hetdp_core.profiles import PrivacyProfile, ProfileSettings
from hetdp_core.validate import FloatArray


@dataclass(frozen=True)
class Design:
    """What is released, and how: all but who asks for how much.

    Attributes:
        noise: a key of `NOISES`.
        promise: what the users' levels mean.
        columns: number of columns d, from 1.
        shape: a key of `noises.SHAPES`: what the users' points may fill.
    """

    noise: str = "gaussian"
    promise: Promise = field(default_factory=lambda: Promise("approximate"))
    columns: int = 5
    shape: str = "cube"

    def __post_init__(self) -> None:
        """Check noise, columns and shape; whether the noise keeps the promise is checked in use."""
        validate.choice(self.noise, NOISES, "noise")
        self.kind.price(self.columns, self.shape)

    @property
    def kind(self) -> Noise:
        """The noise itself."""
        return NOISES[self.noise]

    @property
    def price(self) -> float:
        """What stands in the place of ADPM's 8."""
        return self.kind.price(self.columns, self.shape)


@result
class SeveralPlan:
    """Weights and noise for the mean of several columns; no value has been seen.

    Neighbours differ in one user's point, replaced by any other of the cube or ball; the number
    of users is public; the curator is trusted.  Errors are in units of the diameter of that shape
    (for the cube: the root of the mean squared error over the columns, in units of their range).

    Attributes:
        design: what is released, and how.
        asked: (n,) levels in the design's accounting, in the caller's order; infinity is public.
        weights: (n,) of each user; they sum to 1.  With `counts`, of one user at each level.
        noise_scale: of the noise, in diameters.
        saturation_level: tau in the design's accounting; infinity when nobody saturates.
        privacy_given: (n,) the level each user really gets: min(asked, tau).
        counts: None, or the number of users at each level.
    """

    design: Design
    asked: FloatArray
    weights: FloatArray
    noise_scale: float
    saturation_level: float
    privacy_given: FloatArray
    counts: FloatArray | None = None

    @property
    def users_saturated(self) -> int:
        """How many users are given more privacy than they asked for."""
        saturated = self.asked > self.saturation_level
        return int(np.sum(saturated if self.counts is None else self.counts[saturated]))

    @property
    def affine_worst_case_mse(self) -> float:
        """Worst-case squared error of the noisy answer: sampling and noise; may exceed 1/4."""
        sampling = sum_of_squares(self.weights, self.counts)
        return WORST_VARIANCE * (sampling + self.design.price * self.noise_scale**2)

    @property
    def answers_midpoint(self) -> bool:
        """Whether the middle of the shape is a better answer, so that no value is used."""
        return self.affine_worst_case_mse >= MIDPOINT_MSE

    @property
    def worst_case_mse(self) -> float:
        """Worst-case squared error, in squared diameters."""
        return min(self.affine_worst_case_mse, MIDPOINT_MSE)


def plan_several(asked: ArrayLike, design: Design, counts: ArrayLike | None = None) -> SeveralPlan:
    """Return the weights that minimise the worst-case squared error, for any noise.

    Args:
        asked: (n,) levels in the accounting of the design's promise, each > 0; infinity is public.
        design: noise, promise, columns, shape.
        counts: (n,) users at each level, at least one at each; None for one each.

    Raises:
        InvalidInput: a level is not positive, or the noise cannot keep the promise.

    >>> plan_several([0.5, 1.0], Design("laplace", Promise("pure"), columns=1)).weights
    array([0.33333333, 0.66666667])
    """
    levels = validate.epsilons(asked, "levels")
    users = None
    if counts is not None:
        users = validate.counts(counts, levels.size).astype(np.float64)
        validate.count(int(np.min(users)), 1, None, "fewest users at a level")
    bought = design.kind.levels(design.promise, levels, design.columns)
    ascending, ascending_users = np.sort(bought), None
    if users is not None:
        order = np.argsort(bought, kind="stable")
        ascending_users = users[order]
    if math.isinf(ascending[0]):
        total = float(levels.size if users is None else np.sum(users))
        weights = np.full(levels.size, 1.0 / total)
        return SeveralPlan(design, levels, weights, 0.0, math.inf, levels, users)
    tau = saturation_level(ascending, ascending_users, design.price)
    scaled = np.minimum(bought, tau)
    total = float(np.sum(scaled) if users is None else users @ scaled)
    limit = math.inf if math.isinf(tau) else design.kind.kept(design.promise, tau, design.columns)
    return SeveralPlan(
        design,
        levels,
        scaled / total,
        rounded_up(1.0 / total),
        limit,
        np.minimum(levels, limit),
        users,
    )


def plan_of_profile(profile: PrivacyProfile, design: Design) -> SeveralPlan:
    """Return the plan of a profile with all levels said in the profile's own epsilon.

    Each epsilon is read as what it implies in the design's accounting, and the saturation level
    is said as the epsilon that would imply it.
    """
    promise = design.promise
    solved = plan_several(promise.implied_by(profile.levels), design, profile.counts)
    level = float(promise.as_pure(np.array([solved.saturation_level]))[0])
    given = np.minimum(profile.levels, level)
    return replace(solved, asked=profile.levels, saturation_level=level, privacy_given=given)


def several_sweep(settings: ProfileSettings, design: Design) -> SaturationSweep:
    """Return the saturation of a design along the profile's main control.

    Args:
        settings: the profile; its `high` is the present setting.
        design: noise, promise, columns, shape.
    """
    return saturation_sweep(settings, solve=partial(plan_of_profile, design=design))
