"""A weighted mean in whole numbers, so that what one user can change is known exactly.

A sum of floats depends on their order and is rounded at every step, so that one user may
change it by more than on paper.  Here each value becomes a whole number of steps from 0 to
`STEPS` (a function of this value alone), each weight a whole number, and the sum of their
products is exact in 64 bits: replacing one user's value changes it by at most
weight * `STEPS`, not by one more.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.validate import FloatArray

IntArray = NDArray[np.int64]

STEPS = 2**24
"""Steps from the lower to the upper bound: values are rounded to 6e-8 of the range."""

TOTAL_WEIGHT = 2**38
"""What whole weights add up to, or a little less.  STEPS * TOTAL_WEIGHT = 2**62 leaves one
bit of 64 for the noise on either side."""


def whole_weights(weights: FloatArray) -> IntArray:
    """Return (n,) weights rounded down to multiples of 1 / `TOTAL_WEIGHT`, in these multiples.

    Rounded down, so that nobody counts for more than their privacy level allows.  A weight
    below one multiple becomes 0: that user's value is not used.

    Args:
        weights: (n,) each >= 0, with sum 1.
    """
    ok = weights >= 0
    if not (np.all(ok) and abs(float(np.sum(weights)) - 1.0) < 1e-6):
        raise InvalidInput("weights", "must be zero or more and add up to 1", np.sum(weights))
    return np.floor(weights * TOTAL_WEIGHT).astype(np.int64)


def steps_of(values: FloatArray, bounds: tuple[float, float]) -> IntArray:
    """Return (n,) values as steps from 0 to `STEPS`, in the order given.

    Values outside the bounds are moved to the nearest bound; a missing one (NaN) counts as
    the middle of the range, so that the number of users stays public.
    """
    low, high = validate.interval(bounds)
    middle = 0.5 * low + 0.5 * high
    present = np.where(np.isnan(values), middle, np.clip(values, low, high))
    steps = np.rint((present - low) / (high - low) * STEPS)
    return np.clip(steps, 0, STEPS).astype(np.int64)


def exact_sum(weights: IntArray, steps: IntArray) -> int:
    """Return the sum of weights * steps, exact and the same in any order.

    No part of the sum is negative and all of it at most sum(weights) * `STEPS`.
    """
    total, most = int(np.sum(weights)), 2**63 // STEPS
    if not total < most:
        raise InvalidInput("weights", f"must add up to less than {most:,}", f"{total:,}")
    return int(np.sum(weights * steps))


def mean_of(
    total: int, weights: IntArray, bounds: tuple[float, float], shrink: float = 1.0
) -> float:
    """Return a sum, noise included, as a weighted mean within the bounds.

    Its distance to the middle of the bounds is multiplied by `shrink`.  Whatever then lies
    outside is moved to the nearest bound: the answer only gets closer.  Both are computed from
    the noisy sum and from what is public, so they cost no privacy.
    """
    low, high = validate.interval(bounds)
    share = 0.5 + shrink * (total / (int(np.sum(weights)) * STEPS) - 0.5)
    return float(np.clip(low + (high - low) * share, low, high))
