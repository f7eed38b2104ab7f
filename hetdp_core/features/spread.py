"""How much the loss of one run scatters: quartiles, drawn from the normal limit."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hetdp_core.features.channel import PRINTED_FACTOR
from hetdp_core.frozen import result
from hetdp_core.outcomes import quantiles
from hetdp_core.validate import FloatArray

DRAWS = 1000
"""Runs drawn for each point: as many as the paper's experiment has."""

CHUNK_VALUES = 2**16
"""Numbers worked on at a time: few enough to stay in the cache of a processor."""

HUGE = 1e30
"""Variances from here on are one: every draw is cut, and single precision holds no more."""


Floats = NDArray[np.floating[Any]]
"""Of single or double precision."""


@result
class LossSpread:
    """Quartiles of the loss |estimate - mean|² over repeated runs on the same data.

    Simulated: `DRAWS` draws of the normal limit of the average report, coordinates taken
    as independent (their correlation is of order 1/V_k).  All points share the same draws,
    so that the quartiles move smoothly.

    Attributes:
        lower, median, upper: (Q,) the 25, 50 and 75 % quantiles.
    """

    lower: FloatArray
    median: FloatArray
    upper: FloatArray

    def part(self, start: int, stop: int) -> LossSpread:
        """Return the quartiles of some of the points."""
        return LossSpread(*(quartile[start:stop] for quartile in vars(self).values()))

    def raised(self, by: FloatArray) -> LossSpread:
        """Return the quartiles (Q,), all higher by a loss that does not scatter."""
        return LossSpread(self.lower + by, self.median + by, self.upper + by)


def loss_spread(
    variance: FloatArray,
    mean: FloatArray,
    *,
    as_printed: bool,
    projection: bool,
    rng: np.random.Generator,
) -> LossSpread:
    """Return quartiles of the loss for (Q, d) variances of the unbiased estimate.

    Args:
        variance: infinite where a coordinate is answered by 0.
        mean: (d,) true means.
        as_printed, projection: as in `coordinate_mse`.
        rng: source of the draws.
    """
    # Equal rows follow each other, where a rule does not depend on q; to sort all takes longer.
    new = np.ones(len(variance), dtype=np.bool_)
    np.any(variance[1:] != variance[:-1], axis=1, out=new[1:])
    distinct, place = variance[new], np.cumsum(new) - 1
    drawn = rng.standard_normal((DRAWS, variance.shape[1])).T
    normal: Floats = drawn.astype(np.float32 if projection else np.float64, order="C")
    rows = max(1, CHUNK_VALUES // (normal.size if np.any(mean) else DRAWS))
    parts = [
        _quartiles(distinct[i : i + rows], mean, normal, as_printed, projection)
        for i in range(0, len(distinct), rows)
    ]
    return LossSpread(*np.concatenate(parts, axis=1)[:, place])


def _quartiles(
    variance: FloatArray, mean: FloatArray, normal: Floats, as_printed: bool, projection: bool
) -> FloatArray:
    """Return (3, Q) quartiles of (Q, d) variances, from (d, DRAWS) normal numbers."""
    factor = PRINTED_FACTOR if as_printed else 1.0
    reported = np.isfinite(variance)
    spread = factor**2 * np.where(reported, variance, 0.0)
    if projection:
        spread = np.minimum(spread, HUGE)
    if np.any(mean):
        centre = np.where(reported, factor * mean, 0.0)
        losses = _losses(np.sqrt(spread), centre - mean, mean, normal, projection)
    else:
        losses = _losses_around_0(spread.astype(normal.dtype), normal * normal, projection)
    return quantiles(losses, [0.25, 0.5, 0.75])


def _losses(
    deviation: FloatArray, offset: FloatArray, mean: FloatArray, normal: Floats, projection: bool
) -> Floats:
    """Return (Q, DRAWS) squared distances from the means, estimates moved into [-1, 1] or not."""
    scale, centre, truth = (each.astype(normal.dtype) for each in (deviation, offset, mean))
    error = scale[:, :, None] * normal
    error += centre[:, :, None]
    if projection:
        np.maximum(error, (-1 - truth)[:, None], out=error)
        np.minimum(error, (1 - truth)[:, None], out=error)
    error *= error
    return np.asarray(np.sum(error, axis=1))


def _losses_around_0(spread: Floats, squares: Floats, projection: bool) -> Floats:
    """Return the same where all means are 0: then the square is what matters, cut at 1.

    Coordinates of which no draw is cut are one product of matrices.
    """
    cut = np.any(spread * np.max(squares, axis=1) > 1.0, axis=0) & projection
    losses: Floats = spread[:, ~cut] @ squares[~cut]
    for coordinate in np.flatnonzero(cut):
        losses += np.minimum(spread[:, coordinate, None] * squares[coordinate], 1)
    return losses
