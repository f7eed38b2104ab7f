"""Linear queries on a box: each chance of an output as an affine function on a cube."""

from __future__ import annotations

import math

import numpy as np

from hetdp_core.odometer.channel import low_chance
from hetdp_core.odometer.domain import Box
from hetdp_core.odometer.queries import LinearQuery
from hetdp_core.validate import FloatArray

MOST_EXACT_DIMENSIONS = 14
"""Most coordinates of non-zero width for which all vertices are kept."""


def is_exact(domain: Box) -> bool:
    """Return whether linear queries on this box have an exact loss: continuous, few coordinates."""
    free = domain.free
    return free.size <= MOST_EXACT_DIMENSIONS and not np.any(domain.integer[free])


def affine_chance(query: LinearQuery, output: bool, domain: Box) -> tuple[FloatArray, float]:
    """Return P(output | x) = offset + slope·z for z in [-1, 1]^d, z the place of x in the box.

    Here d counts the coordinates of non-zero width.

    Args:
        query: whose result stays in its range on the box.
        output: reported.
        domain: the box.

    Returns:
        (d,) slope, and the offset: more than the sum of |slope|.
    """
    contrast = math.tanh(0.5 * query.epsilon)
    slope = contrast / (query.high - query.low) * (query.slope * domain.half_width)[domain.free]
    share = (query.slope @ domain.centre + query.intercept - query.low) / (query.high - query.low)
    reach = float(np.sum(np.abs(slope))) + low_chance(query.epsilon)
    offset = low_chance(query.epsilon) + contrast * (share if output else 1.0 - share)
    return slope if output else -slope, max(float(offset), reach)


def at_vertices(slope: FloatArray, offset: float) -> FloatArray:
    """Return (2^d,) values of offset + slope·z at the vertices of [-1, 1]^d."""
    values = np.array([offset])
    for part in slope:
        values = np.add.outer(values, np.array([-part, part])).ravel()
    return values


def vertex(index: int, dimension: int) -> FloatArray:
    """Return (d,) the vertex whose value `at_vertices` puts at this index."""
    bits = np.unravel_index(index, (2,) * dimension)
    return 2.0 * np.array(bits, dtype=np.float64) - 1.0


def record_at(cube: FloatArray, domain: Box) -> FloatArray:
    """Return (d,) the record at this place of the cube."""
    record = np.array(domain.centre)
    record[domain.free] += domain.half_width[domain.free] * cube
    return np.clip(record, domain.low, domain.high)
