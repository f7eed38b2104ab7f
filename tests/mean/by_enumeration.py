"""The comparator: find the saturation index by trying every one of them.

This is the approach of Cummings et al. (2023), who solve the same program: O(n) work
for each of n candidates.  It exists to show the cost that `saturation` avoids.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.mean.plan import WORST_VARIANCE
from hetdp_core.mean.saturation import NOISE_PRICE
from hetdp_core.validate import FloatArray


def adpm_by_enumeration(epsilon: ArrayLike) -> FloatArray:
    """Return optimal weights by brute force over the saturation index, O(n**2).

    Args:
        epsilon: (n,) finite privacy levels > 0, in any order.

    Returns:
        (n,) weights in the caller's order.
    """
    asked = validate.epsilons(epsilon)
    order = np.argsort(asked, kind="stable")
    ascending = asked[order]
    candidates = (_candidate(ascending, k) for k in range(1, asked.size + 1))
    best = min(candidates, key=lambda weights: _objective(weights, ascending))
    return best[np.argsort(order)]


def _candidate(ascending: FloatArray, k: int) -> FloatArray:
    """Return weights if exactly the first k users keep their own level."""
    exact = ascending[:k]
    shared = (exact @ exact + NOISE_PRICE) / np.sum(exact)
    scaled = np.concatenate([exact, np.full(ascending.size - k, shared)])
    weights: FloatArray = scaled / np.sum(scaled)
    return weights


def _objective(weights: FloatArray, epsilon: FloatArray) -> float:
    """Return J(w) of Eq. (8)."""
    return float(WORST_VARIANCE * weights @ weights + 2.0 * np.max(weights / epsilon) ** 2)
