"""The CDP route (section 3.4): every feature reported on its own, with Laplace noise."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hetdp_core import validate
from hetdp_core.features.notions.conversions import cdp_to_bcdp
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
        """Return (d,) exact MSE of each estimated mean before projection: 2 (2/c_i)² / n."""
        users = validate.count(n, 1, None, "n")
        return 2.0 * (SENSITIVITY / self.budgets) ** 2 / users
