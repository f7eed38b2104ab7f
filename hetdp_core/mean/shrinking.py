"""ADPM's answer, shrunk towards the middle of the range: the same privacy, a smaller worst case.

c times an answer is computed from the answer alone, so it keeps every guarantee (post-processing).
With S = sum of squared weights and noise variance N, data of mean m and variance v <= 1/4 - m**2
on [-1/2, 1/2] make it miss by

    c**2 (v S + N) + (1 - c)**2 m**2,

which is linear in m**2 along v = 1/4 - m**2.  So the worst case is at one of the ends,

    max( c**2 (S/4 + N),  c**2 N + (1 - c)**2 / 4 ).

The first grows with c; the second is least at c = (1/4) / (N + 1/4) and lies above the first
exactly while (1 - c)**2 > c**2 S, that is for c < 1 / (1 + sqrt(S)).  So the best c is the smaller
of the two.  The worst case is then less than 1/4, whatever the noise: it replaces "answer the
middle where J >= 1/4" by a rule without a jump, is never worse than ADPM (c = 1) nor than the
middle (c = 0), and for public users it is the exact minimax value 1 / (4 (1 + sqrt(n))**2).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from hetdp_core.mean.plan import WORST_VARIANCE, MeanPlan


@dataclass(frozen=True)
class Shrunk:
    """A weighted mean with noise, shrunk towards the middle of the range.

    Attributes:
        factor: c, from 0 to 1: by what the distance to the middle is multiplied.
        worst_case_mse: exact, over all distributions on [-1/2, 1/2].
    """

    factor: float
    worst_case_mse: float

    @property
    def percent_off(self) -> float:
        """How much is taken off the distance to the middle, in percent."""
        return 100.0 * (1.0 - self.factor)


def shrunk(plan: MeanPlan) -> Shrunk:
    """Return ADPM's affine answer shrunk by the factor with the smallest worst case.

    Args:
        plan: a weighted mean with weights that sum to 1 and noise of mean 0; whether it would
            answer the mid-point has no part in it.

    >>> from hetdp_core.mean.saturation import adpm
    >>> round(shrunk(adpm([float("inf")] * 100)).worst_case_mse * 4 * (1 + 10) ** 2, 9)
    1.0
    """
    spread, noise = plan.sum_of_squares, plan.noise_variance
    factor = min(WORST_VARIANCE / (noise + WORST_VARIANCE), 1.0 / (1.0 + math.sqrt(spread)))
    return Shrunk(factor, shrunk_mse(factor, spread, noise))


def shrunk_mse(factor: float, sum_of_squares: float, noise_variance: float) -> float:
    """Return the exact worst-case MSE of `factor` times a weighted mean with noise.

    Args:
        factor: c, from 0 to 1.
        sum_of_squares: of the weights, which sum to 1.
        noise_variance: on the [-1/2, 1/2] scale.
    """
    noise = factor**2 * noise_variance
    at_the_ends = (1.0 - factor) ** 2 * WORST_VARIANCE  # all values alike, at a bound
    return noise + max(factor**2 * sum_of_squares * WORST_VARIANCE, at_the_ends)
