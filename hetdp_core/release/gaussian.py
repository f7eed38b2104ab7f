"""Noise fit for a release of several numbers: opendp's discrete Gaussian on whole numbers.

Independent noises add k with probability proportional to exp(-k**2 / (2 scale**2)), sampled
exactly from a cryptographic generator.  They keep the zCDP of continuous Gaussian noise for whole
numbers, rho = distance**2 / (2 scale**2) with the distance in ℓ2 (Canonne, Kamath and Steinke, "The
Discrete Gaussian for Differential Privacy", Theorem 14).
"""

from __future__ import annotations

from collections.abc import Sequence

import opendp.prelude as opendp

from hetdp_core import validate
from hetdp_core.release.laplace import LARGEST

opendp.enable_features("contrib")


def add_gaussian(numbers: Sequence[int], scale: float) -> list[int]:
    """Add discrete Gaussian noise of this scale to each number; never seeded, never the same.

    An answer beyond 64 bits is set to the nearest of -2**63 and 2**63 - 1.

    Args:
        numbers: each from -`LARGEST` to `LARGEST`.
        scale: > 0 and finite, in the numbers' own units: about a standard deviation.

    Raises:
        InvalidInput: the scale is not positive (0 would be no noise), or a number too large.
    """
    checked = [validate.count(number, -LARGEST, LARGEST, "number") for number in numbers]
    return [int(one) for one in gaussian_measurement(len(checked), scale)(checked)]


def gaussian_measurement(size: int, scale: float) -> opendp.Measurement:
    """Return opendp's measurement: adds the noise, and maps an ℓ2 distance to the rho it costs."""
    domain = opendp.vector_domain(opendp.atom_domain(T="i64"), size=size)
    space = domain, opendp.l2_distance(T="f64")
    return opendp.m.make_gaussian(*space, scale=validate.positive(scale, "noise scale"))
