"""Who counts for how much: weights and the budget that they leave for the noise."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hetdp_core.frozen import freeze_arrays
from hetdp_core.validate import FloatArray


@dataclass(frozen=True, eq=False)
class Weighting:
    """Weights of the records in the training loss.

    Attributes:
        weights: (n,) on the simplex.
        budget: least ε_i / w_i; infinity when no record that counts is private.
    """

    weights: FloatArray
    budget: float

    def __post_init__(self) -> None:
        """Make the weights read-only."""
        freeze_arrays(self)


def personalised(epsilon: FloatArray) -> Weighting:
    """w_i = ε_i / Σε, budget Σε (Theorem 3.2); public records as the limit.

    With any public record only the public ones count, alike, and no noise is needed: what
    the formula tends to as their ε grows.

    >>> personalised(np.array([1.0, 3.0])).weights
    array([0.25, 0.75])
    """
    public = np.isinf(epsilon)
    if np.any(public):
        return Weighting(public / np.count_nonzero(public), np.inf)
    total = float(np.sum(epsilon))
    return Weighting(epsilon / total, total)


def non_personalised(epsilon: FloatArray) -> Weighting:
    """Everybody is given the strictest level: w_i = 1/n, budget n min ε."""
    return Weighting(np.full(epsilon.size, 1.0 / epsilon.size), epsilon.size * float(epsilon.min()))


def keep_probability(epsilon: FloatArray, threshold: float) -> FloatArray:
    """Jorgensen sampling: chance min(1, (e^{ε_i} - 1) / (e^t - 1)) that record i is kept.

    With an infinite threshold only public records are kept.  No ε overflows.

    >>> keep_probability(np.array([1.0, 2.0, 3000.0]), 2.0).round(4)
    array([0.2689, 1.    , 1.    ])
    """
    if np.isinf(threshold):
        return np.isinf(epsilon).astype(np.float64)
    chance: FloatArray = np.exp(np.minimum(_log_expm1(epsilon) - _log_expm1(threshold), 0.0))
    return chance


def _log_expm1(level: FloatArray | float) -> FloatArray:
    """log(e^level - 1) for level > 0, infinity included."""
    found: FloatArray = level + np.log(-np.expm1(-np.asarray(level)))
    return found
