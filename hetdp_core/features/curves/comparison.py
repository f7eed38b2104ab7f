"""The three rules side by side at one correlation: what does per-feature privacy cost here?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core.features.allocation.budgets import Allocation
from hetdp_core.features.allocation.rules import RULES, allocate
from hetdp_core.features.curves.sweep import typical_miss
from hetdp_core.features.mechanism.variance import coordinate_mse, coordinate_variance
from hetdp_core.validate import FloatArray

WORTH_WHILE = 0.01
"""Smallest saving that is called one."""


@dataclass(frozen=True, eq=False)
class RuleComparison:
    """Budgets and exact errors of every rule, each by key in the order of `RULES`.

    Attributes:
        allocations: budgets.
        variance: (d,) MSE of each coordinate before projection, infinite without budget.
        mse: (d,) MSE of each coordinate as asked.
        total: its sum.
    """

    allocations: dict[str, Allocation]
    variance: dict[str, FloatArray]
    mse: dict[str, FloatArray]
    total: dict[str, float]

    @property
    def misses(self) -> dict[str, FloatArray]:
        """(d,) typical miss of each coordinate: root of `mse` in percent of the range."""
        return {rule: typical_miss(errors, 1) for rule, errors in self.mse.items()}

    @property
    def saving(self) -> float:
        """Share of sum_i min(variance_i, 1) that the optimised budgets save over plain min-δ."""
        least, plain = (
            float(np.sum(np.minimum(self.variance[rule], 1.0)))
            for rule in ("optimised", "min_delta")
        )
        return 1.0 - least / plain

    @property
    def percent_saved(self) -> float:
        """That saving in percent."""
        return 100.0 * self.saving

    @property
    def pays_off(self) -> bool:
        """Whether that saving is at least `WORTH_WHILE`."""
        return self.saving >= WORTH_WHILE


def compare_rules(
    delta: ArrayLike,
    epsilon: float,
    q: ArrayLike,
    n: int,
    *,
    mean: ArrayLike = 0.0,
    second_moment: ArrayLike = 1.0,
    assumed: float = 1.0,
    zeta: float | None = None,
    weights: str = "inverse_variance",
    as_printed: bool = False,
    projection: bool = True,
) -> RuleComparison:
    """Compare every rule for the same demand, users and data.

    Args:
        delta, epsilon, q, zeta: as in `allocate`; q may be one bound per feature, as
            `total_variation` measures it.
        n: number of users.
        mean, second_moment: of the data, one number or (d,).
        assumed: second moment that budgets and weights assume, since neither may follow
            the data.
        weights, as_printed, projection: as in `coordinate_mse`.
    """
    made = {
        rule: allocate(
            delta, epsilon, q, rule, n=n, zeta=zeta, second_moment=assumed, weights=weights
        )
        for rule in RULES
    }
    variance = {
        rule: coordinate_variance(alloc, n, second_moment, weights, assumed=assumed)
        for rule, alloc in made.items()
    }
    mse = {
        rule: coordinate_mse(
            alloc,
            n,
            mean,
            second_moment,
            weights,
            as_printed=as_printed,
            projection=projection,
            assumed=assumed,
        )
        for rule, alloc in made.items()
    }
    return RuleComparison(
        made, variance, mse, {rule: float(np.sum(errors)) for rule, errors in mse.items()}
    )
