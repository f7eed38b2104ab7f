"""The paper's error bounds: right up to a constant factor, which they do not give.

The constants are universal only while every increment a_k is at most about 1.  Below a_k = 2 the
factor against the exact error is under 11.  Beyond, it grows like a_k², because the error of the ℓ2
channel levels off where the bounds keep falling.
"""

from __future__ import annotations

import numpy as np

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.features.allocation.rules import Allocation, allocate
from hetdp_core.features.mechanism import coordinate_mse
from hetdp_core.features.sweep import FeatureScenario
from hetdp_core.results import result
from hetdp_core.validate import FloatArray


def reciprocal_weights(alloc: Allocation) -> FloatArray:
    """Return (d,) 1 / sum_{k<=i} a_k²/(d-k+1) in the caller's order; infinite without budget."""
    stages = alloc.stages
    precision = np.zeros(alloc.dimension)
    precision[stages.starts] = stages.increments**2 / stages.dimensions
    values = np.empty(alloc.dimension)
    with np.errstate(divide="ignore"):
        values[alloc.order] = 1.0 / np.cumsum(precision)
    return values


def theorem_2_bound(alloc: Allocation, n: int) -> float:
    """Return min(d, (1/n) sum_i `reciprocal_weights`): (17) without its constant."""
    users = validate.count(n, 1, None, "n")
    return float(min(np.sum(reciprocal_weights(alloc)) / users, alloc.dimension))


def corollary_1_bound(
    delta: float, epsilon: float, sensitive: int, dimension: int, q: float, n: int
) -> float:
    """Return the right side of (18) or (19) without its constant: two groups of features, ζ = 1/2.

    Args:
        epsilon: ε > 2δ of the others, and of the whole report.
        sensitive: 1 <= k < d sensitive features.
        dimension, q, n: d, bound on the total variation in [0, 1], number of users.
    """
    delta, epsilon = validate.positive(delta, "delta"), validate.positive(epsilon, "epsilon")
    if not epsilon > 2.0 * delta:
        raise InvalidInput("epsilon", f"must exceed twice delta ({2 * delta:g})", f"{epsilon:g}")
    d = validate.count(dimension, 2, None, "dimension")
    k = validate.count(sensitive, 1, d - 1, "sensitive")
    users, q = validate.count(n, 1, None, "n"), validate.within(q, 0.0, 1.0, "q")
    rest = d - k
    if q <= np.expm1(delta / 2.0) / np.expm1(epsilon):
        others = rest**2 / epsilon**2
    else:
        top = np.log1p(np.expm1(delta / 2.0) / q)
        others = rest**2 / (rest / d * delta**2 + (top - delta / 2.0) ** 2)
    return float((d * k / delta**2 + others) / users)


def theorem_3_bound(alloc: Allocation, n: int, theta_radius: float) -> float:
    """Return the right side of (22) without its constant, for a ball of coefficients.

    (R² + R) min(d, (r² + r d) log(d) / sqrt(n)), r² = sum_i `reciprocal_weights` of the budgets of
    all d columns, before they are split over two copies; R is `theta_radius`.
    """
    users, size = validate.count(n, 1, None, "n"), validate.positive(theta_radius, "theta_radius")
    d, square = alloc.dimension, float(np.sum(reciprocal_weights(alloc)))
    rate = (square + np.sqrt(square) * d) * np.log(d) / np.sqrt(users)
    return float((size**2 + size) * min(rate, d))


ZETA = 0.5
"""ζ of Corollary 1."""

CONSTANT, LARGEST_INCREMENT = 11.0, 2.0
"""A constant with which Theorem 2 holds while no increment of the budgets exceeds the second.

A query of increment a over m features has variance at most m (π/2) coth²(a/2) for each, which is
(m/a²) (π/2) (a coth(a/2))²; the factor of m/a² grows with a and is 10.84 at a = 2.
"""


@result
class BoundSweep:
    """Bounds and error of the paper's rule with ζ = 1/2 and the unbiased, projected estimate.

    Attributes:
        q: (Q,) ascending from 0 to 1.
        error: (Q,) expected squared distance of the estimated mean.
        theorem_2: (Q,) right side of (17), without its constant.
        bound: (Q,) `CONSTANT` times that; NaN where an increment exceeds `LARGEST_INCREMENT`.
        corollary_1: (Q,) right side of (18) or (19), without its constant; None unless features
            ask for δ or ε, and ε > 2δ.
    """

    q: FloatArray
    error: FloatArray
    theorem_2: FloatArray
    bound: FloatArray
    corollary_1: FloatArray | None


def bound_sweep(scenario: FeatureScenario) -> BoundSweep:
    """Return bounds and error at the scenario's values of q; its ζ and radius are not used."""
    q = np.linspace(0.0, 1.0, scenario.points)
    plans = [
        allocate(scenario.delta, scenario.epsilon, float(bound), "paper", zeta=ZETA) for bound in q
    ]
    data = scenario.n, scenario.means, scenario.second_moment, scenario.weights
    bare = np.array([theorem_2_bound(plan, scenario.n) for plan in plans])
    increments = np.array([np.max(plan.stages.increments, initial=0.0) for plan in plans])
    holds = increments <= LARGEST_INCREMENT * (1 + 1e-12)
    return BoundSweep(
        q,
        np.array([np.sum(coordinate_mse(plan, *data)) for plan in plans]),
        bare,
        np.where(holds, CONSTANT * bare, np.nan),
        _corollary_1(scenario, q),
    )


def _corollary_1(scenario: FeatureScenario, q: FloatArray) -> FloatArray | None:
    levels, epsilon = scenario.capped, scenario.epsilon
    strict, d = float(np.min(levels)), levels.size
    sensitive = int(np.count_nonzero(levels == strict))
    others = levels[levels != strict]
    if others.size == 0 or np.any(others != epsilon) or not epsilon > 2.0 * strict:
        return None
    return np.array(
        [corollary_1_bound(strict, epsilon, sensitive, d, float(bound), scenario.n) for bound in q]
    )
