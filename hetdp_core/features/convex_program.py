"""The best budgets of the CDP route, by a convex program: it has no closed form.

The CDP route (section 3.4): every feature reported on its own, with Laplace noise."""

from __future__ import annotations

from dataclasses import dataclass

import cvxpy as cp
import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.errors import SolverFailed
from hetdp_core.features.allocation.rules import allocate
from hetdp_core.features.channel import MAX_LEVEL
from hetdp_core.features.mechanism import coordinate_variance
from hetdp_core.features.notions import cdp_constraints, cdp_to_bcdp
from hetdp_core.results import result
from hetdp_core.validate import FloatArray


@result
class CoordinatewisePlan:
    """Budgets of d separate Laplace reports of one person, local model.

    Coordinate i alone is c_i-LDP, so all reports together are c-CDP and (sum c)-LDP.

    Attributes:
        delta, epsilon, q: what was asked, as in `Allocation`.
        budgets: (d,) c_i > 0.
    """

    delta: FloatArray
    epsilon: float
    q: FloatArray
    budgets: FloatArray

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
        return 2.0 * (2.0 / self.budgets) ** 2 / users  # the width of [-1, 1]


MOST_SEPARATE = 100
"""Features whose budgets are solved for: the program grows with their square."""


def allocate_coordinatewise(delta: ArrayLike, epsilon: float, q: ArrayLike) -> CoordinatewisePlan:
    """Return budgets c of one Laplace report per feature that minimise the total variance.

    Minimise sum_i 8 / c_i² under A_δ c <= 1 (Proposition 6, sufficient for δ-BCDP) and
    sum_i c_i <= ε.  Any number of users has the same solution.

    Args:
        delta: (d,) levels of at most `MOST_SEPARATE` features, each > 0; infinity for none.
        epsilon: 0 < ε <= `MAX_LEVEL`.
        q: bound on the total variation, one or (d,), in [0, 1].

    Raises:
        InvalidInput: a rule above is broken.
        SolverFailed: the solver did not reach an optimum.
    """
    levels = validate.epsilons(delta, "delta")
    total = validate.within(validate.positive(epsilon, "epsilon"), 0.0, MAX_LEVEL, "epsilon")
    bounds = validate.numbers_within(q, levels.size, 0.0, 1.0, "q")
    validate.count(levels.size, 1, MOST_SEPARATE, "number of features reported separately")
    rows = np.vstack([cdp_constraints(levels, bounds), np.full(levels.size, 1.0 / total)])
    inward = 1.0 - 1e-9  # every constraint holds in floating point, not only on paper
    return CoordinatewisePlan(levels, total, bounds, inward * _least_variance(rows))


def _least_variance(rows: FloatArray) -> FloatArray:
    """Minimise sum 1/c_i² under rows @ c <= 1, c > 0.

    Solved in the logarithms of c (a geometric program), each relative to the budget the
    coordinate could have alone: levels may then lie many orders of magnitude apart.
    """
    alone = 1.0 / np.max(rows, axis=0)
    costs, scaled = (np.min(alone) / alone) ** 2, (rows * alone)[np.any(rows > 0, axis=1)]
    logs = cp.Variable(alone.size)
    limits = [cp.log_sum_exp(np.log(row[row > 0]) + logs[row > 0]) <= 0.0 for row in scaled]
    problem = cp.Problem(cp.Minimize(cp.log_sum_exp(np.log(costs) - 2.0 * logs)), limits)
    try:
        problem.solve(solver=cp.CLARABEL)
    except cp.SolverError as error:
        text = f"The convex solver found no budgets for {alone.size} features."
        raise SolverFailed(text) from error
    if logs.value is None:
        raise SolverFailed(f"The convex solver stopped with status {problem.status}.")
    relative = np.exp(logs.value)
    relative /= max(1.0, float(np.max(scaled @ relative)))
    prices = np.array([float(limit.dual_value) for limit in limits])
    gap = float(np.sum(costs / relative**2)) / _lower_bound(costs, scaled, prices) - 1.0
    if not gap <= 1e-5:  # relative to the best
        raise SolverFailed(f"The budgets found may be {100 * gap:.2g} % from the best total error.")
    return np.asarray(alone * relative)


def _lower_bound(costs: FloatArray, rows: FloatArray, prices: FloatArray) -> float:
    """Bound by duality what budgets can reach: proves the solution without trusting the solver.

    For any multipliers λ >= 0 and g = rowsᵀλ, the least value of sum(costs / s²) + λᵀ(rows s - 1)
    is 3 sum(cbrt(costs g² / 4)) - sum(λ).  The best multiple of λ makes this 4 (sum cbrt(costs g² /
    4))³ / sum(λ)².
    """
    prices = np.maximum(prices, 0.0)
    worth = float(np.sum(np.cbrt(costs * (rows.T @ prices) ** 2 / 4.0)))
    return float(4.0 * worth**3 / np.sum(prices) ** 2)


@dataclass(frozen=True)
class RouteComparison:
    """Mechanism 1 and separate Laplace reports compared by the sum of variances, each at most 1."""

    mechanism: float
    coordinatewise: float
    coordinatewise_level: float

    @property
    def ratio(self) -> float:
        return self.coordinatewise / self.mechanism


def compare_routes(delta: ArrayLike, epsilon: float, q: ArrayLike, n: int) -> RouteComparison:
    """Compare both ways to δ-BCDP and ε-LDP for the same demand and number of users."""
    mechanism = coordinate_variance(allocate(delta, epsilon, q, n=n), n)
    separate = allocate_coordinatewise(delta, epsilon, q)
    return RouteComparison(
        float(np.sum(np.minimum(mechanism, 1.0))),
        float(np.sum(np.minimum(separate.variance(n), 1.0))),
        separate.ldp_level,
    )
