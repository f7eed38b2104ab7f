"""How much the loss of one run scatters: quartiles, drawn from the normal limit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hetdp_core.features.channel import PRINTED_FACTOR
from hetdp_core.quantiles import quantiles
from hetdp_core.validate import FloatArray

DRAWS = 1000
"""Runs drawn for each point: as many as the paper's experiment has."""

CHUNK_VALUES = 1_000_000
"""Numbers held in memory at a time."""


@dataclass(frozen=True, eq=False)
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
    distinct, place = np.unique(variance, axis=0, return_inverse=True)
    normal = rng.standard_normal((DRAWS, variance.shape[1]))
    rows = max(1, CHUNK_VALUES // normal.size)
    parts = [
        _quartiles(distinct[i : i + rows], mean, normal, as_printed, projection)
        for i in range(0, len(distinct), rows)
    ]
    return LossSpread(*np.concatenate(parts, axis=1)[:, place])


def _quartiles(
    variance: FloatArray, mean: FloatArray, normal: FloatArray, as_printed: bool, projection: bool
) -> FloatArray:
    """Return (3, Q) quartiles."""
    factor = PRINTED_FACTOR if as_printed else 1.0
    reported = np.isfinite(variance)
    deviation = factor * np.sqrt(np.where(reported, variance, 0.0))
    centre = np.where(reported, factor * mean, 0.0)
    error = deviation[:, None, :] * normal
    error += (centre - mean)[:, None, :]
    if projection:
        np.clip(error, -1.0 - mean, 1.0 - mean, out=error)
    loss = np.einsum("qrd,qrd->qr", error, error)
    return quantiles(loss, [0.25, 0.5, 0.75])
