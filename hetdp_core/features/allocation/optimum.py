"""The optimised budgets: the top certified where it can be, then the budgets below it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hetdp_core import validate
from hetdp_core.features.allocation.below import lowered
from hetdp_core.features.allocation.certified import best_largest_budgets
from hetdp_core.features.allocation.family import EQUAL, budgets_at
from hetdp_core.features.allocation.search import best_tops
from hetdp_core.features.precision import WEIGHTS, total_error
from hetdp_core.validate import FloatArray

PROMISED = 1e-6
"""Gap that is stated where the certified one is no larger: its own digits mean nothing."""


@dataclass(frozen=True, eq=False)
class Optimum:
    """Optimised budgets of Q problems.

    Attributes:
        budgets: (Q, d) in the caller's order.
        gap: (Q,) certified: no top budget, with budgets as large as it leaves and any number
            of the strictest levels left out, has an error smaller by more than this share.
            None where nothing is certified.
    """

    budgets: FloatArray
    gap: FloatArray | None


def optimum(
    capped: FloatArray,
    q: FloatArray,
    n: int,
    zeta: FloatArray,
    second_moment: float,
    weights: str,
) -> Optimum:
    """Return budgets with the least sum_i min(variance_i, 1) that is found.

    Args:
        capped: (d,) δ̃_i.
        q: (Q, 1) bounds for all features, or (Q, d) one each.
        n: number of users.
        zeta: (Q,) the ζ whose point is always tried.
        second_moment, weights: as in `allocate`.
    """
    second_moment = validate.within(second_moment, 0.0, 1.0, "second_moment")
    validate.choice(weights, WEIGHTS, "weights")
    levels, place, counts, bounds = _groups(capped, q)
    asked = (n, second_moment, weights)

    def error(_: NDArray[np.intp], tried: FloatArray) -> FloatArray:
        return total_error(tried, counts, *asked)

    if bounds.shape[1] == 1 and weights == "inverse_variance":
        found = best_largest_budgets(levels, counts, bounds[:, 0], n, second_moment)
        budgets = lowered(found.budgets, levels, bounds, error)
        gap = np.maximum(1.0 - found.lower / total_error(budgets, counts, *asked), PROMISED)
        return Optimum(budgets[:, place], gap)
    tops = best_tops(levels, counts, bounds, n, zeta, second_moment, weights)
    budgets = lowered(budgets_at(tops, levels, bounds), levels, bounds, error)
    return Optimum(budgets[:, place], None)


def _groups(
    capped: FloatArray, q: FloatArray
) -> tuple[FloatArray, NDArray[np.intp], NDArray[np.intp], FloatArray]:
    """Group like features: the levels, each feature's group, their sizes and bounds."""
    strictest = np.max(q, axis=1, keepdims=True)
    bounds = strictest if np.all(strictest <= q * EQUAL) else q
    levels = _without_near_ties(capped)
    alike = levels[None] if bounds.shape[1] == 1 else np.concatenate([levels[None], bounds])
    groups, place, counts = np.unique(alike, axis=1, return_inverse=True, return_counts=True)
    return groups[0], place.ravel(), counts, bounds if bounds.shape[1] == 1 else groups[1:]


def _without_near_ties(levels: FloatArray) -> FloatArray:
    """Return levels that differ by rounding alone as one, the strictest of them."""
    distinct, place = np.unique(levels, return_inverse=True)
    new = np.diff(distinct, prepend=0.0) > distinct * (EQUAL - 1.0)
    merged: FloatArray = distinct[new][np.cumsum(new) - 1][place]
    return merged
