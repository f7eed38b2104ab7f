"""All methods side by side on one profile, in closed form and, if asked, simulated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.mean.bounds import LowerBounds, lower_bounds
from hetdp_core.mean.methods import METHODS, plan
from hetdp_core.mean.plan import MeanPlan, Shrunk, percent_error, shrunk
from hetdp_core.mean.saturation import adpm
from hetdp_core.mean.simulation import SimulatedMSE, simulate, symmetric_beta

MAX_DRAWS = 20_000_000
"""Most data values one simulation may draw."""


@dataclass(frozen=True, eq=False)
class Comparison:
    """Exact errors of every method, for data on [-1/2, 1/2].

    Attributes:
        plans: by method, in the order of `METHODS`.
        variance: of the data.
        mse: exact MSE at that variance, by method.
        worst_case_mse: over all distributions, by method.
        bounds: no private estimator has a smaller worst-case MSE.
        shrunk: ADPM's answer, shrunk towards the middle of the range.
    """

    plans: dict[str, MeanPlan]
    variance: float
    mse: dict[str, float]
    worst_case_mse: dict[str, float]
    bounds: LowerBounds
    shrunk: Shrunk

    @property
    def errors(self) -> dict[str, float]:
        """Typical error at this variance, in percent of the range, by method."""
        return {method: percent_error(mse) for method, mse in self.mse.items()}

    @property
    def worst_case_errors(self) -> dict[str, float]:
        """Typical error in the worst case, in percent of the range, by method."""
        return {method: percent_error(mse) for method, mse in self.worst_case_mse.items()}

    @property
    def lower_bound(self) -> float:
        """L: the largest of the lower bounds."""
        return self.bounds.best

    @property
    def lower_bound_error(self) -> float:
        """Root of the lower bound, in percent of the range."""
        return percent_error(self.lower_bound)

    @property
    def tuned_error(self) -> float:
        """Error of ADPM if this variance were public knowledge and the weights tuned to it."""
        known = max(self.variance, 1e-9)
        return percent_error(adpm(self.plans["adpm"].epsilon, known).mse(self.variance))

    @property
    def shrunk_error(self) -> float:
        """Typical error of the shrunk answer in the worst case, in percent of the range."""
        return percent_error(self.shrunk.worst_case_mse)

    @property
    def certificate(self) -> float:
        """U / L: the worst case of the shrunk answer is at most this times the best possible."""
        return self.shrunk.worst_case_mse / self.lower_bound

    @property
    def published_certificate(self) -> float:
        """U / L of ADPM as published."""
        return self.worst_case_mse["adpm"] / self.lower_bound

    @property
    def two_point_certificate(self) -> float:
        """The same with Le Cam's lower bound alone."""
        return self.worst_case_mse["adpm"] / self.bounds.le_cam

    @property
    def best(self) -> str:
        """The method with the smallest MSE at this variance."""
        return min(self.mse, key=lambda method: self.mse[method])

    def among(self, methods: Sequence[str]) -> Comparison:
        """Return the same of these methods alone; unknown ones are left out."""
        kept = [method for method in self.plans if method in methods]
        return replace(
            self,
            plans={method: self.plans[method] for method in kept},
            mse={method: self.mse[method] for method in kept},
            worst_case_mse={method: self.worst_case_mse[method] for method in kept},
        )


def compare(epsilon: ArrayLike, variance: float) -> Comparison:
    """Return the exact errors of all methods for (n,) levels and data of this variance."""
    levels = validate.epsilons(epsilon)
    plans = {method: plan(method, levels) for method in METHODS}
    return Comparison(
        plans,
        variance,
        {method: made.mse(variance) for method, made in plans.items()},
        {method: made.worst_case_mse for method, made in plans.items()},
        lower_bounds(np.sort(levels)),
        shrunk(plans["adpm"]),
    )


def affordable_trials(users: int, wanted: int) -> int:
    """Return trials that stay within `MAX_DRAWS` data values, at least 20."""
    return max(20, min(wanted, MAX_DRAWS // users))


def check_by_simulation(
    comparison: Comparison, trials: int, rng: np.random.Generator
) -> dict[str, SimulatedMSE]:
    """Return Monte-Carlo MSE of every method at the comparison's variance (mean 0)."""
    return simulate(comparison.plans, symmetric_beta(comparison.variance), trials, rng)
