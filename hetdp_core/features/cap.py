"""The cap channel (PrivUnit): of all alpha-LDP reports on a sphere that with the least radius.

Local model, any two inputs are neighbours.  A vector v of the ball of radius r in R^D is moved to r
u or -r u, u = v/|v|, so its mean stays.  The report is uniform on the cap {z: <z, u> >= B h} of
share A with chance p = e^alpha A / (1 - A + e^alpha A), else on the rest of the sphere of radius
B.  Its density is e^alpha times as large on the cap as elsewhere.  With M(h) = E[t; t >= h] of one
coordinate t of a uniform direction, and B = r / g,

    E<z, u> = B g(h),   g(h) = (e^alpha - 1) M(h) / (1 + (e^alpha - 1) A(h)),

so reports are unbiased; g is largest where g(h) = h.  The hemisphere of Mechanism 2 is h = 0.

The variances of a report's coordinates add up to B^2 - |v|^2.  A single one depends on v, unless
|v_1| = ... = |v_D|: then it is B^2/D - v_i^2, as with the hemisphere.  Mechanism 1 needs of its
channel only that it is alpha-LDP.  Proofs and sources: docs/beyond-the-papers.md, section 3.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import betainc, gammaln

from hetdp_core import validate
from hetdp_core.features.channel import MAX_LEVEL, NEGLIGIBLE, hemisphere_precision
from hetdp_core.validate import FloatArray

_BELOW_ONE = math.nextafter(1.0, 0.0)


class Cap(NamedTuple):
    """The best cap: its height h in [0, 1], its share A of the sphere, and the chance p of it."""

    height: float
    share: float
    chance: float


@lru_cache(maxsize=4096)
def best_cap(dimension: int, alpha: float) -> Cap:
    """Return the cap with the least radius B = r / height: D >= 1, 0 < alpha <= `MAX_LEVEL`.

    >>> round(best_cap(10, 8.0).height, 3), best_cap(1, 2.0).height == math.tanh(1.0)
    (0.737, True)
    """
    d = validate.count(dimension, 1, None, "dimension")
    alpha = validate.within(validate.positive(alpha, "alpha"), 0.0, MAX_LEVEL, "alpha")
    if d == 1:
        height = min(math.tanh(alpha / 2.0), _BELOW_ONE)
        return Cap(height, 0.5, 1.0 / (1.0 + math.exp(-alpha)))
    least, gain, power = math.exp(-alpha), -math.expm1(-alpha), (d - 1) / 2.0
    half_moment = math.exp(gammaln(d / 2.0) - gammaln(power + 1.0)) / math.sqrt(4.0 * math.pi)

    def share(height: float) -> float:
        return 0.5 * float(betainc(power, 0.5, (1.0 - height) * (1.0 + height)))

    def excess(height: float) -> float:
        """Return g(h) - h, times a positive number that keeps it from overflowing."""
        moment = half_moment * ((1.0 - height) * (1.0 + height)) ** power
        return float(gain * moment - height * (least + gain * share(height)))

    height = min(float(brentq(excess, 0.0, 1.0, xtol=1e-300, rtol=1e-14)), _BELOW_ONE)
    return Cap(height, share(height), share(height) / (least + gain * share(height)))


def cap_precision(
    increments: FloatArray, dimensions: NDArray[np.intp], second_moment: float
) -> FloatArray:
    """Return `hemisphere_precision` with the best caps; exact for features of one size."""
    precision = hemisphere_precision(increments, dimensions, second_moment)  # right for D = 1
    for place in zip(*np.nonzero((increments > NEGLIGIBLE) & (dimensions > 1)), strict=True):
        square = best_cap(int(dimensions[place]), float(increments[place])).height ** 2
        precision[place] = square / (1.0 - second_moment * square)
    return precision
