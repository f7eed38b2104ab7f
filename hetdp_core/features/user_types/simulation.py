"""The mechanism itself, run many times: what the exact errors are checked against.

Values are ±1, drawn anew each time from one law for all types, the prior (60) of the paper:
its mean is 0, where the errors are largest.  Noise from NumPy: a demonstration, no release.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hetdp_core import validate
from hetdp_core.features.allocation.budgets import Allocation
from hetdp_core.features.mechanism.reports import estimate_checked
from hetdp_core.features.mechanism.variance import combination
from hetdp_core.features.notions.examples import draw_signs
from hetdp_core.features.user_types.combining import precision_weights
from hetdp_core.features.user_types.crowd import Demand, Index
from hetdp_core.frozen import freeze_arrays
from hetdp_core.validate import FloatArray


@dataclass(frozen=True, eq=False)
class Simulated:
    """Squared distances from everybody's average in repeated releases, before projection.

    Attributes:
        squares: (R, d).
    """

    squares: FloatArray

    def __post_init__(self) -> None:
        """Make the array a read-only view."""
        freeze_arrays(self)

    @property
    def mean(self) -> FloatArray:
        """(d,) average squared distance."""
        return np.asarray(np.mean(self.squares, axis=0))

    @property
    def error(self) -> FloatArray:
        """(d,) its standard error."""
        return np.asarray(np.std(self.squares, axis=0, ddof=1) / np.sqrt(len(self.squares)))


def simulate(
    demand: Demand,
    kinds: Index,
    users: FloatArray,
    budgets: FloatArray,
    releases: int,
    *,
    rng: np.random.Generator,
) -> Simulated:
    """Release the mean of every feature from the reports of all users, several times.

    Args:
        demand: what the types ask for; data are ±1.
        kinds: (F,) type of each way to report.
        users: (F,) whole numbers of users who report so.
        budgets: (F, d) of each way.
        releases: R >= 2.
        rng: source of all randomness: data, and noise.
    """
    times = validate.count(releases, 2, 100_000, "releases")
    ways = np.flatnonzero((users > 0) & np.any(budgets > 0, axis=1))
    heads, told = users[ways].astype(np.int64), demand.precision(budgets[ways])
    weights = precision_weights(heads.astype(np.float64), told, 1.0)
    allocations = [_allocation(demand, int(kinds[way]), budgets[way]) for way in ways]
    shares = [combination(found) for found in allocations]
    idle = int(np.sum(users)) - int(np.sum(heads))
    squares = np.empty((times, budgets.shape[1]))
    for one in range(times):
        estimate, total = np.zeros(budgets.shape[1]), np.zeros(budgets.shape[1])
        for number, weight, found, share in zip(heads, weights, allocations, shares, strict=True):
            signs = draw_signs(int(number), budgets.shape[1], demand.q, rng)
            estimate += weight * estimate_checked(signs, found, share, rng, projection=False)
            total += np.sum(signs, axis=0)
        if idle:
            total += np.sum(draw_signs(idle, budgets.shape[1], demand.q, rng), axis=0)
        squares[one] = (estimate - total / np.sum(users)) ** 2
    return Simulated(squares)


def _allocation(demand: Demand, kind: int, budgets: FloatArray) -> Allocation:
    levels = demand.levels[kind]
    bounds = np.full(levels.size, demand.q)
    return Allocation("chosen", levels, float(np.max(levels)), bounds, budgets)
