"""Figure 2 with numbers: which query feeds the estimate of which feature, and how much."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hetdp_core.features.allocation.budgets import Allocation
from hetdp_core.features.mechanism.variance import combination
from hetdp_core.validate import FloatArray


@dataclass(frozen=True, eq=False)
class QueryShares:
    """What each query of Mechanism 1 contributes.

    Attributes:
        features: (d,) 1-based numbers of the features in the caller's order, from the
            smallest budget to the largest, as texts.
        privacy: (K,) privacy of each query; they add up to the largest budget.
        shares: (K, d) share of each query in the estimate of each feature; columns in the
            order of `features`, each summing to 1, or to 0 for a feature without budget.
    """

    features: tuple[str, ...]
    privacy: FloatArray
    shares: FloatArray

    @property
    def gaps(self) -> FloatArray:
        """The shares with NaN where a query does not see a feature: the triangle."""
        return np.where(self.shares > 0, self.shares, np.nan)


def query_shares(alloc: Allocation, weights: str = "inverse_variance") -> QueryShares:
    """Return the triangle of an allocation.

    Args:
        alloc: budgets.
        weights: as in `combination`.
    """
    order = alloc.order
    return QueryShares(
        tuple(str(place + 1) for place in order),
        alloc.stages.increments,
        combination(alloc, weights)[:, order],
    )
