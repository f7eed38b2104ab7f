"""Noise fit for a release: opendp's discrete Laplace measurement on whole numbers.

The only file that imports opendp, and only when noise is drawn: all else works without it.  Its
measurement adds k with probability proportional to
exp(-|k| / scale), sampled exactly (Canonne, Kamath and Steinke, "The Discrete Gaussian for
Differential Privacy", section 5.2) from a cryptographic generator; no float is added to the
number, so nothing leaks by the way in which floats are rounded (Mironov, "On significance of
the least significant bits for differential privacy").
"""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING

from hetdp_core import validate

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

    It is made anew each time: 0.1 ms, and nothing is shared.

    Raises:
        ModuleNotFoundError: opendp, the extra `[release]` of this package, is not installed.
    """
    import opendp.prelude as opendp

    opendp.enable_features("contrib")
    space = opendp.atom_domain(T="i64"), opendp.absolute_distance(T="i64")
    return opendp.m.make_laplace(*space, scale=validate.positive(scale, "noise scale"))
