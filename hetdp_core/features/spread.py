"""How much the loss of one run scatters: quartiles, drawn from the normal limit."""

from __future__ import annotations

import numpy as np

from hetdp_core.outcomes import quantiles
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

DRAWS = 1000
"""Runs drawn for each point: as many as the paper's experiment has."""

CHUNK_VALUES = 2**16
"""Numbers worked on at a time: few enough to stay in the cache of a processor."""


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


def loss_spread(variance: FloatArray, *, rng: np.random.Generator) -> LossSpread:
    """Return quartiles of the loss for (Q, d) variances of the unbiased estimate.

    A coordinate with a variance above 1 is answered by 0: it counts 1, and does not scatter.
    """
    squares = rng.standard_normal((DRAWS, variance.shape[1])).T ** 2
    answered = variance > 1.0
    scale, certain = np.where(answered, 0.0, variance), np.sum(answered, axis=1)
    rows = max(1, CHUNK_VALUES // DRAWS)
    parts = [
        quantiles(scale[i : i + rows] @ squares, [0.25, 0.5, 0.75])
        for i in range(0, len(scale), rows)
    ]
    return LossSpread(*(np.concatenate(parts, axis=1) + certain))
