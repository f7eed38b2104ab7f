"""What a release will guarantee to whom, and how large its noise will be: known beforehand."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from hetdp_core.errors import InvalidInput
from hetdp_core.frozen import freeze_arrays
from hetdp_core.mean import adpm
from hetdp_core.outcomes import Outcomes, noise_outcomes
from hetdp_core.release.fixed_point import STEPS, IntArray, whole_weights
from hetdp_core.release.groups import Group, grouped
from hetdp_core.release.request import ReleaseRequest
from hetdp_core.validate import FloatArray

CHANCE = 0.95
"""Chance with which the noise stays within the privacy interval, or better."""

_ROUND_UP = 1.0 + 2.0**-51


@dataclass(frozen=True, eq=False)
class ReleasePlan:
    """Weights, noise and guarantee of a release; nothing in it depends on the values.

    Neighbouring tables differ in one record's value; n, the levels, the bounds and the column
    are public.  The curator is trusted.  For user i, the chance of any set of answers changes
    by at most the factor e^{guaranteed_i}.

    Attributes:
        request: what was asked for.
        weights: (n,) whole weights; see `whole_weights`.
        scale: of the noise on the weighted sum, in steps times weight.
        guaranteed: (n,) min(epsilon, saturation level), each at least
            weights * STEPS / scale in exact arithmetic.
        saturation_level: tau of ADPM.
    """

    request: ReleaseRequest
    weights: IntArray
    scale: float
    guaranteed: FloatArray
    saturation_level: float

    def __post_init__(self) -> None:
        """Make every array read-only."""
        freeze_arrays(self)

    @property
    def noise_scale(self) -> float:
        """Scale of the noise on the mean, in the column's units."""
        low, high = self.request.bounds
        return (high - low) * self.scale / (int(np.sum(self.weights)) * STEPS)

    @property
    def half_width(self) -> float:
        """The noise and the rounding of values stay within this with chance `CHANCE`.

        -ln(1 - CHANCE) times the scale, the quantile of Laplace noise (that of the discrete
        noise is at most one step larger), and half a step for each value's rounding.
        """
        low, high = self.request.bounds
        total = int(np.sum(self.weights))
        rounding = (high - low) * (0.5 / STEPS + 1.0 / (total * STEPS))
        return -math.log1p(-CHANCE) * self.noise_scale + rounding

    def twenty_noises(self, rng: np.random.Generator) -> Outcomes:
        """Return how far twenty releases of this plan may lie from the mean without noise.

        From the plan alone, so no value enters.  Quantiles of Laplace noise; the discrete noise
        differs from it by at most one step, and values are rounded by half a step.  The release
        is clipped to the bounds, so these are upper bounds on its distance (`noise_outcomes`).

        Args:
            rng: puts them in an order; has no part in the noise of a release.
        """
        low, high = self.request.bounds
        unit = self.request.unit
        return noise_outcomes(self.noise_scale, rng=rng, most=high - low, unit=unit)

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """Users by the level they asked for, the strictest first."""
        return grouped(self.request.epsilon, self.guaranteed)


def prepare(request: ReleaseRequest) -> ReleasePlan:
    """Return ADPM's weights and the least noise with which every user's guarantee holds exactly.

    weights * STEPS is a float without rounding (38 bits times a power of two), the division
    is off by at most 2**-53 of itself and the product again; a factor 1 + 2**-51 makes up for
    both, so weights * STEPS <= scale * guaranteed holds for the numbers as they are stored.
    opendp rounds the quotient upwards to the next float, which is then at most `guaranteed`.

    Raises:
        InvalidInput: so much privacy is asked of so few that no answer beats the middle of
            the range (no value would be used), or so little that the noise is below one step.
    """
    solved = adpm(request.epsilon)
    if solved.answers_midpoint:
        rule = "must let an answer be better than the middle of the range"
        remedy = "larger levels or more users are needed"
        raise InvalidInput("epsilon", rule, f"{request.users:,} users with these levels", remedy)
    weights = whole_weights(solved.weights)
    scale = float(np.max(weights * float(STEPS) / solved.privacy_given)) * _ROUND_UP
    if not scale >= 1.0:
        most = f"{float(np.max(solved.privacy_given)):g}"
        remedy = "use levels of at most 10"
        raise InvalidInput("epsilon", "must leave some noise", most, remedy)
    return ReleasePlan(request, weights, scale, solved.privacy_given, solved.saturation_level)
