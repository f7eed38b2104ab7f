"""Budgets of Mechanism 1, and the queries they pay for."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from hetdp_core import validate
from hetdp_core.features.precision import NEGLIGIBLE
from hetdp_core.frozen import result
from hetdp_core.validate import FloatArray


@dataclass(frozen=True, eq=False)
class Stages:
    """The queries of Mechanism 1 that are asked, in the order of growing budget.

    Attributes:
        increments: (K,) privacy a_k = c_k - c_{k-1} > 0 of each query.
        starts: (K,) how many coordinates, those of smaller budget, a query leaves out.
        dimensions: (K,) coordinates it sees: d - start.
    """

    increments: FloatArray
    starts: NDArray[np.intp]
    dimensions: NDArray[np.intp]


@result
class Allocation:
    """Budgets of Mechanism 1: (c_1, ..., c_d) in the caller's order.

    Local model.  The report of one person is `ldp_level`-LDP over all features together
    and, for every prior whose coordinate i keeps Assumption 1 with q_i, `bcdp_levels[i]`-BCDP
    for feature i: seeing the report changes the odds between any two sets of values of
    feature i by at most that factor (natural log).

    Attributes:
        rule: a key of `RULES`, or "chosen".
        delta: (d,) level asked for each feature; infinity means none of its own.
        epsilon: level asked for the whole report.
        q: (d,) bound on the total variation of the other features, given feature i.
        budgets: (d,) c_i.
        gap: for "optimised" with one q for all features and inverse-variance weights: no top
            budget, with budgets as large as it leaves and any number of the strictest levels
            left out, has an error smaller by more than this share; certified.  Else None.
    """

    rule: str
    delta: FloatArray
    epsilon: float
    q: FloatArray
    budgets: FloatArray
    gap: float | None = None

    @property
    def dimension(self) -> int:
        """Number of features d."""
        return self.budgets.size

    @property
    def capped(self) -> FloatArray:
        """(d,) δ̃_i = min(δ_i, ε)."""
        return np.minimum(self.delta, self.epsilon)

    @property
    def ldp_level(self) -> float:
        """Privacy of the whole report: the largest budget, at most ε."""
        return float(np.max(self.budgets))

    @property
    def bcdp_levels(self) -> FloatArray:
        """(d,) level proved for each feature by Proposition 4(2), at most δ_i."""
        leaked = np.log1p(self.q * np.expm1(self.ldp_level))
        levels: FloatArray = np.minimum(self.budgets + leaked, self.ldp_level)
        return levels

    @property
    def order(self) -> NDArray[np.intp]:
        """(d,) features from the smallest budget to the largest (ties as they come)."""
        return np.argsort(self.budgets, kind="stable")

    @property
    def stages(self) -> Stages:
        """The queries that get a budget."""
        increments = np.diff(self.budgets[self.order], prepend=0.0)
        starts = np.flatnonzero(increments > NEGLIGIBLE)
        return Stages(increments[starts], starts, self.dimension - starts)

    def split(self, copies: int) -> Allocation:
        """Return budgets of each of several independent reports that together keep the guarantee.

        BCDP itself does not compose, but LDP and CDP do, so it is c that is divided
        (Theorem 3).
        """
        copies = validate.count(copies, 1, None, "copies")
        return replace(self, budgets=self.budgets / copies, gap=None)
