"""What a release will be off by, in the column's unit, before any value is looked at."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from hetdp_core.mean.plan import drawn_with_levels, shrunk_mse
from hetdp_core.release.plan import ReleasePlan
from hetdp_core.release.request import is_asked


@dataclass(frozen=True)
class ExpectedError:
    """Roots of mean squared errors of a release; no value of the table enters.

    Attributes:
        noise: of the noise alone; a bound that is attained but for rounding.
        sampling: of the weighted mean of these users, as an estimate for the population that
            they are drawn from; the most that any values within the bounds can make it.
        bias: by how much shrinking may move the answer, if all values are at one bound; 0 if it
            is not shrunk.
        together: the root of the worst-case mean squared error; a bound.  For values that have
            nothing to do with levels.
        pull: how far the answer may lie from the mean in which all weigh the same, whoever has
            which value, without any noise; 0 where levels are not the users' own or all weigh the
            same.
        with_levels: `together` where values may go with levels, `pull` among it; a bound.
    """

    noise: float
    sampling: float
    bias: float
    together: float
    pull: float
    with_levels: float


def expected_error(plan: ReleasePlan) -> ExpectedError:
    """Return what the noise and the choice of users make a released mean off by.

    Noise: the variance of Laplace noise is 2 scale**2, and that of the discrete noise in its
    place is smaller by less than a step.  Sampling: values in an interval of width h have at
    most the variance h**2 / 4, and weights w that sum to 1 leave h**2 / 4 times the sum of w**2.
    Shrinking by c multiplies both roots by c and adds a bias of at most (1 - c) h / 2; they are not
    at their largest together (`hetdp_core.mean.plan`).
    Where each user says what they ask for, values may go with levels: the answer is then pulled,
    and it varies more (`hetdp_core.mean.plan.drawn_with_levels`).
    Rounding values to steps (at most half a step each) is left out.

    Args:
        plan: of the release: bounds, weights and scale are used, all of them public.
    """
    low, high = plan.request.bounds
    shares = plan.weights.astype(np.float64)
    shares /= np.sum(shares)
    width, spread = high - low, float(np.sum(shares**2))
    noise = math.sqrt(2.0) * plan.noise_scale
    sampling = width / 2.0 * math.sqrt(spread)
    together = width * math.sqrt(shrunk_mse(plan.shrink, spread, (noise / width) ** 2))
    bias = (1.0 - plan.shrink) * width / 2.0
    pull, with_levels = 0.0, together
    if is_asked(plan.request.levels_from) and np.ptp(shares) > 0.0:
        pull = plan.shrink * plan.most_lean
        drawn = plan.shrink * width * math.sqrt(drawn_with_levels(shares))
        with_levels = math.hypot(plan.shrink * noise, drawn, pull + bias)
    return ExpectedError(
        plan.shrink * noise, plan.shrink * sampling, bias, together, pull, with_levels
    )
