"""The mechanism itself, run many times: what the exact errors are checked against.

Values are ±1, drawn anew each time from one law for all types, the prior (60) of the paper:
its mean is 0, where the errors are largest.  Noise from NumPy: a demonstration, no release.
"""

from __future__ import annotations

import numpy as np

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.features.allocation.rules import Allocation
from hetdp_core.features.mechanism import combination, estimate_checked
from hetdp_core.features.notions import draw_signs
from hetdp_core.features.sweep import typical_miss
from hetdp_core.features.user_types.budgets import Demand, Index, precision_weights
from hetdp_core.features.user_types.sweep import TypesSweep
from hetdp_core.results import result
from hetdp_core.validate import FloatArray


def simulate(
    demand: Demand,
    kinds: Index,
    users: FloatArray,
    budgets: FloatArray,
    releases: int,
    *,
    rng: np.random.Generator,
) -> FloatArray:
    """Return (R, d) squared distances from everybody's average in repeated releases.

    Of the mean of every feature from the reports of all users, before projection.

    Args:
        demand: what the types ask for; data are ±1.
        kinds: (F,) type of each way to report.
        users: (F,) whole numbers of users who report so.
        budgets: (F, d) of each way.
        releases: R >= 2.
    """
    times = validate.count(releases, 2, 100_000, "releases")
    ways = np.flatnonzero((users > 0) & np.any(budgets > 0, axis=1))
    heads, precision = users[ways].astype(np.int64), demand.precision(budgets[ways])
    weights = precision_weights(heads.astype(np.float64), precision, 1.0)
    allocations = []
    for way in ways:
        levels = demand.levels[kinds[way]]
        bounds, epsilon = np.full(levels.size, demand.q), float(np.max(levels))
        allocations.append(Allocation("chosen", levels, epsilon, bounds, budgets[way]))
    shares = [combination(allocation) for allocation in allocations]
    idle = int(np.sum(users)) - int(np.sum(heads))
    squares = np.empty((times, budgets.shape[1]))
    for release in range(times):
        estimate, total = np.zeros(budgets.shape[1]), np.zeros(budgets.shape[1])
        for number, weight, alloc, share in zip(heads, weights, allocations, shares, strict=True):
            signs = draw_signs(int(number), budgets.shape[1], demand.q, rng)
            estimate += weight * estimate_checked(signs, alloc, share, rng, projection=False)
            total += np.sum(signs, axis=0)
        if idle:
            total += np.sum(draw_signs(idle, budgets.shape[1], demand.q, rng), axis=0)
        squares[release] = (estimate - total / np.sum(users)) ** 2
    return squares


VALUES = 8_000_000
"""Reported values of each way in a check: a second or two."""

FEWEST_RELEASES, MOST_RELEASES = 16, 400


@result
class Check:
    """Typical misses before projection, in percent of the range, by way.

    Attributes:
        ways: (exact, simulated, low, high), each (G,), of "together" and "drawn": exact, root of
            the average square in the releases, and of that average two standard errors less
            and more.
    """

    ways: dict[str, tuple[FloatArray, FloatArray, FloatArray, FloatArray]]
    releases: int


def checked(sweep: TypesSweep, percent: float, *, rng: np.random.Generator) -> Check:
    """Release again and again at one of the shares: values ±1 with a mean of 0 in expectation.

    Raises:
        InvalidInput: too many users for that, or values with another second moment.
    """
    scenario, place = sweep.types.scenario, sweep.index(percent)
    d = sweep.types.demand.levels.shape[1]
    releases = min(MOST_RELEASES, VALUES // (scenario.n * d))
    if releases < FEWEST_RELEASES:
        rule = f"must be at most {VALUES // (FEWEST_RELEASES * d):,} to be simulated here"
        raise InvalidInput("number of people who report", rule, f"{scenario.n:,}")
    if scenario.second_moment != 1.0:
        raise InvalidInput("second_moment", "must be 1 to be simulated here", "another")
    kinds, counts = np.arange(sweep.users.shape[1]), sweep.plan.whole_users(place)
    reports = {
        "together": (kinds, sweep.users[place], sweep.budgets.together[place]),
        "drawn": (sweep.plan.kinds, counts, sweep.plan.budgets[place]),
    }
    ways = {}
    for way, of_way in reports.items():
        squares = simulate(sweep.types.demand, *of_way, releases, rng=rng)
        exact = sweep.ways[way].variance[place]
        each = np.column_stack([np.mean(squares[:, group], axis=1) for group in sweep.alike])
        mean, error = np.mean(each, axis=0), np.std(each, axis=0, ddof=1) / np.sqrt(releases)
        low, high = np.maximum(mean - 2.0 * error, 0.0), mean + 2.0 * error
        numbers = (exact[list(sweep.groups.first)], mean, low, high)
        exact_miss, mean_miss, low_miss, high_miss = (typical_miss(number, 1) for number in numbers)
        ways[way] = (exact_miss, mean_miss, low_miss, high_miss)
    return Check(ways, releases)
