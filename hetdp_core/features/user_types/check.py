"""Exact errors beside those of the mechanism itself, run many times at the present share."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hetdp_core.errors import InvalidInput
from hetdp_core.features.curves.sweep import typical_miss
from hetdp_core.features.user_types.course import TypesCourse
from hetdp_core.features.user_types.simulation import simulate
from hetdp_core.validate import FloatArray

VALUES = 8_000_000
"""Reported values of each way in a check: a second or two."""

FEWEST_RELEASES, MOST_RELEASES = 16, 400


@dataclass(frozen=True, eq=False)
class Check:
    """Typical misses before projection, in percent of the range, by way.

    Attributes:
        ways: (exact, simulated, low, high), each (G,), of "together" and "drawn": exact, root of
            the average square in the releases, and of that average two standard errors less
            and more.
        releases: behind each simulated miss.
    """

    ways: dict[str, tuple[FloatArray, FloatArray, FloatArray, FloatArray]]
    releases: int


def checked(course: TypesCourse, *, rng: np.random.Generator) -> Check:
    """Release again and again at the present share: values ±1 with a mean of 0 in expectation.

    Raises:
        InvalidInput: too many users for that, or values with another mean or second moment.
    """
    scenario, here = course.asked.scenario, course.current
    d = course.asked.demand.levels.shape[1]
    releases = min(MOST_RELEASES, VALUES // (scenario.n * d))
    if releases < FEWEST_RELEASES:
        rule = f"must be at most {VALUES // (FEWEST_RELEASES * d):,} to be simulated here"
        raise InvalidInput("number of people who report", rule, f"{scenario.n:,}")
    if np.any(scenario.means != 0.0) or scenario.second_moment != 1.0:
        raise InvalidInput("true mean", "must be 0 to be simulated here", "another")
    kinds, whole = np.arange(course.users.shape[1]), course.plan.whole(here)
    asked = {
        "together": (kinds, course.users[here], course.budgets.together[here]),
        "drawn": (course.plan.kinds, whole, course.plan.budgets[here]),
    }
    found = {}
    for way, reports in asked.items():
        squares = simulate(course.asked.demand, *reports, releases, rng=rng).squares
        exact = course.ways[way].variance[here]
        each = np.column_stack([np.mean(squares[:, group], axis=1) for group in course.alike])
        mean, error = np.mean(each, axis=0), np.std(each, axis=0, ddof=1) / np.sqrt(releases)
        low, high = np.maximum(mean - 2.0 * error, 0.0), mean + 2.0 * error
        numbers = (exact[list(course.groups.first)], mean, low, high)
        one, two, three, four = (typical_miss(number, 1) for number in numbers)
        found[way] = (one, two, three, four)
    return Check(found, releases)
