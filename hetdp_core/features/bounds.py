"""The paper's error bounds: right up to a constant factor, which they do not give.

The constants are universal only while every increment a_k is at most about 1: below
a_k = 2 the factor against the exact error is under 11, but it grows like a_k² beyond,
because the error of the ℓ2 channel levels off where the bounds keep falling.
"""

from __future__ import annotations

import numpy as np

from hetdp_core.features.allocation.rules import Allocation, allocate
from hetdp_core.features.mechanism import coordinate_mse
from hetdp_core.features.regression import corollary_1_bound, theorem_2_bound
from hetdp_core.features.sweep import FeatureScenario
from hetdp_core.frozen import result
from hetdp_core.validate import FloatArray

ZETA = 0.5
"""ζ of Corollary 1."""

CONSTANT, LARGEST_INCREMENT = 11.0, 2.0
"""A constant with which Theorem 2 holds while no increment of the budgets exceeds the second.

A query of increment a over m features has variance at most m (π/2) coth²(a/2) for each, which
is (m/a²) (π/2) (a coth(a/2))²; what stands behind m/a² grows with a and is 10.84 at a = 2.
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
        allocate(scenario.delta, scenario.epsilon, float(one), "paper", zeta=ZETA) for one in q
    ]
    bare = np.array([theorem_2_bound(plan, scenario.n) for plan in plans])
    holds = np.array(
        [_largest_increment(plan) <= LARGEST_INCREMENT * (1 + 1e-12) for plan in plans]
    )
    return BoundSweep(
        q,
        np.array([_error(plan, scenario) for plan in plans]),
        bare,
        np.where(holds, CONSTANT * bare, np.nan),
        _corollary_1(scenario, q),
    )


def _error(plan: Allocation, scenario: FeatureScenario) -> float:
    found = coordinate_mse(
        plan, scenario.n, scenario.means, scenario.second_moment, scenario.weights
    )
    return float(np.sum(found))


def _largest_increment(plan: Allocation) -> float:
    return float(np.max(plan.stages.increments, initial=0.0))


def _corollary_1(scenario: FeatureScenario, q: FloatArray) -> FloatArray | None:
    levels, epsilon = scenario.capped, scenario.epsilon
    strict, d = float(np.min(levels)), levels.size
    sensitive = int(np.count_nonzero(levels == strict))
    others = levels[levels != strict]
    if others.size == 0 or np.any(others != epsilon) or not epsilon > 2.0 * strict:
        return None
    return np.array(
        [corollary_1_bound(strict, epsilon, sensitive, d, float(one), scenario.n) for one in q]
    )
