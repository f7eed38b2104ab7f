"""The CDP route (section 3.4): every feature reported on its own, with Laplace noise."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.features.notions import cdp_to_bcdp
from hetdp_core.features.rows import checked, chunks
from hetdp_core.validate import FloatArray

SENSITIVITY = 2.0
"""Width of [-1, 1]."""


@dataclass(frozen=True, eq=False)
class CoordinatewisePlan:
    """Budgets of d separate Laplace reports of one person, local model.

    Coordinate i alone is c_i-LDP, so all reports together are c-CDP and (sum c)-LDP.

    Attributes:
        delta: (d,) level asked for each feature.
        epsilon: level asked for the whole report.
        q: (d,) bound on the total variation of the other features, given feature i.
        budgets: (d,) c_i > 0.
    """

    delta: FloatArray
    epsilon: float
    q: FloatArray
    budgets: FloatArray

    def __post_init__(self) -> None:
        """Make the arrays read-only views."""
        for name in ("delta", "q", "budgets"):
            view = getattr(self, name).view()
            view.flags.writeable = False
            object.__setattr__(self, name, view)

    @property
    def ldp_level(self) -> float:
        """Privacy of the whole report: the sum of all budgets, at most ε."""
        return float(np.sum(self.budgets))

    @property
    def bcdp_levels(self) -> FloatArray:
        """(d,) level proved for each feature by Proposition 4(1), at most δ_i."""
        return cdp_to_bcdp(self.budgets, self.q)

    def variance(self, n: int) -> FloatArray:
        """(d,) exact MSE of each estimated mean before projection: 2 (2/c_i)² / n."""
        users = validate.count(n, 1, None, "n")
        return 2.0 * (SENSITIVITY / self.budgets) ** 2 / users


def estimate_mean_coordinatewise(
    x: ArrayLike, plan: CoordinatewisePlan, *, rng: np.random.Generator, projection: bool = True
) -> FloatArray:
    """(d,) column means of the users' Laplace reports.

    Args:
        x: (n, d) data on [-1, 1].
        plan: budgets of the d columns.
        rng: source of the noise.
        projection: move the estimate into [-1, 1].
    """
    data = checked(x, plan.budgets.size)
    total = np.zeros(plan.budgets.size)
    for rows in chunks(*data.shape):
        part = data[rows]
        total += np.sum(part + rng.laplace(0.0, SENSITIVITY / plan.budgets, part.shape), axis=0)
    estimate = total / len(data)
    return np.clip(estimate, -1.0, 1.0) if projection else estimate
