"""A weighted mean in whole numbers, so what one user can change is known exactly.

A sum of floats depends on their order and is rounded at every step, so one user may change it by
more than on paper.  Here each value becomes a whole number of steps from 0 to `STEPS` (a function
of this value alone), and each weight a whole number.  The sum of their products is exact in 64
bits: replacing one user's value changes it by at most weight * `STEPS`, not by one more.

Noise fit for a release: opendp's discrete Laplace measurement on whole numbers.

The only file that imports opendp, and only when noise is drawn: all else works without it.  Its
measurement adds k with probability proportional to exp(-|k| / scale), sampled exactly (Canonne,
Kamath and Steinke, "The Discrete Gaussian for Differential Privacy", section 5.2) from a
cryptographic generator.  No float is added to the number, so nothing leaks by the way in which
floats are rounded (Mironov, "On significance of the least significant bits for differential
privacy").
"""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING

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

    Rounded down, so nobody counts for more than their privacy level allows.  A weight
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

    Values outside the bounds are moved to the nearest bound.  A missing one (NaN) counts as the
    middle of the range, so the number of users stays public.
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

    Its distance to the middle of the bounds is multiplied by `shrink`.  A result outside is then
    moved to the nearest bound: the answer only gets closer.  Both steps use the noisy sum and
    public facts only, so they cost no privacy.
    """
    low, high = validate.interval(bounds)
    share = 0.5 + shrink * (total / (int(np.sum(weights)) * STEPS) - 0.5)
    return float(np.clip(low + (high - low) * share, low, high))


if TYPE_CHECKING:
    import opendp.prelude as opendp

LARGEST = 2**63 - 1
"""Largest number that the noise can be added to; sums that reach it stay there."""


def library() -> str:
    """Return name and version of what draws the noise."""
    return f"opendp {version('opendp')}"


def add_laplace(number: int, scale: float) -> int:
    """Add discrete Laplace noise of this scale to a whole number; never seeded, never the same.

    An answer beyond 64 bits is set to the nearest of -2**63 and 2**63 - 1.

    Args:
        number: from -`LARGEST` to `LARGEST`.
        scale: > 0 and finite, in the number's own units.

    Raises:
        InvalidInput: the scale is not positive (0 would be no noise), or the number too large.
    """
    checked = validate.count(number, -LARGEST, LARGEST, "number")
    return int(measurement(scale)(checked))


def measurement(scale: float) -> opendp.Measurement:
    """Return opendp's measurement: adds the noise, and maps a change to the ε it costs.

    It is made again each time: 0.1 ms, and nothing is shared.

    Raises:
        ModuleNotFoundError: opendp, the extra `[release]` of this package, is not installed.
    """
    import opendp.prelude as opendp

    opendp.enable_features("contrib")
    space = opendp.atom_domain(T="i64"), opendp.absolute_distance(T="i64")
    return opendp.m.make_laplace(*space, scale=validate.positive(scale, "noise scale"))
