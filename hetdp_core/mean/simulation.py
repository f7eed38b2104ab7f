"""Monte Carlo: the check on the closed forms, never their source."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.mean.plan import WORST_VARIANCE, MeanPlan, percent_error
from hetdp_core.validate import FloatArray

CHUNK_VALUES = 1_000_000
"""Data values held in memory at a time, whatever the number of trials."""

Draw = Callable[[np.random.Generator, tuple[int, int]], NDArray[np.floating]]
"""Makes (trials, users) independent values on [-1/2, 1/2] with mean 0."""


@dataclass(frozen=True)
class SimulatedMSE:
    """A simulated MSE and its spread.

    Attributes:
        mse: average squared error.
        standard_error: of that average.
        trials: how many were simulated.
    """

    mse: float
    standard_error: float
    trials: int

    @property
    def error(self) -> float:
        """Root of the MSE, in percent of the range of the data."""
        return percent_error(self.mse)

    @property
    def error_spread(self) -> float:
        """Four standard errors of `error`, by linearisation."""
        return 2.0 * self.error * self.standard_error / self.mse if self.mse > 0 else 0.0


def symmetric_beta(variance: float) -> Draw:
    """Return draws from a Beta(a, a) distribution moved to [-1/2, 1/2], of this variance.

    The variance of Beta(a, a) is 1 / (4 (2a + 1)); at 1/4 the two ends have half the
    mass each.
    """
    variance = validate.within(variance, 0.0, WORST_VARIANCE, "variance")
    if variance == 0.0:
        return lambda _rng, shape: np.zeros(shape)
    if variance == WORST_VARIANCE:
        return lambda rng, shape: rng.integers(0, 2, shape) - 0.5
    a = min((WORST_VARIANCE / variance - 1.0) / 2.0, 1e300)  # stays finite for tiny variances
    return lambda rng, shape: rng.beta(a, a, shape) - 0.5


def simulate(
    plans: Mapping[str, MeanPlan], draw: Draw, trials: int, rng: np.random.Generator
) -> dict[str, SimulatedMSE]:
    """Return the simulated MSE of several plans on the same data sets, with mean 0.

    Args:
        plans: per-user plans for the same number of users.
        draw: makes the data, see `symmetric_beta`.
        trials: number of data sets, at least 2.
        rng: source of data and noise.

    Memory is bounded by `CHUNK_VALUES`, not by trials * users.
    """
    trials = validate.count(trials, 2, None, "trials")
    users = _common_users(plans)
    per_chunk = max(1, CHUNK_VALUES // users)
    totals = {name: np.zeros(2) for name in plans}
    for start in range(0, trials, per_chunk):
        data = draw(rng, (min(per_chunk, trials - start), users))
        for name, plan in plans.items():
            totals[name] += _power_sums(plan.release(data, rng) ** 2)
    return {name: _summary(total, trials) for name, total in totals.items()}


def _common_users(plans: Mapping[str, MeanPlan]) -> int:
    sizes = {plan.users for plan in plans.values()}
    if len(sizes) != 1 or any(plan.counts is not None for plan in plans.values()):
        raise InvalidInput("plans", "must be per user and for the same users", f"sizes {sizes}")
    return sizes.pop()


def _power_sums(errors: FloatArray) -> FloatArray:
    return np.array([np.sum(errors), np.sum(errors**2)])


def _summary(total: FloatArray, trials: int) -> SimulatedMSE:
    average = float(total[0]) / trials
    variance = max(float(total[1]) / trials - average**2, 0.0)
    return SimulatedMSE(average, float(np.sqrt(variance / (trials - 1))), trials)
