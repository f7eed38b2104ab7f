"""What it takes to bring the typical error of the optimised budgets down to a target.

One thing is unknown, all else stays.  More users, a larger ε or δ and a smaller q only allow more
budgets, or shrink every variance.  So the least sum of variances, each at most 1, never rises.  But
smaller budgets are searched without proof, and the sum found may rise a little.  So the answer is
found on a grid, and refined there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from hetdp_core import validate
from hetdp_core.errors import NextStep
from hetdp_core.features.allocation.rules import optimum, zeta_or_default
from hetdp_core.features.channel import MAX_LEVEL
from hetdp_core.features.sweep import ErrorCurve, FeatureScenario, variances
from hetdp_core.target_search import Answer, Steps, solve

UNKNOWNS = ("users", "epsilon", "delta", "q")
"""Number of users; level of the report; level of the most sensitive features; correlation."""

MOST_USERS = 10_000_000
LOWEST_LEVEL, HIGHEST_LEVEL = 1e-3, min(50.0, MAX_LEVEL)

DIGITS = 3

PARTS = 1000
"""Steps of q from 0 to 1."""

POINTS = 25
"""Points of the grid; the budgets are optimised again at each."""


def miss_target(
    scenario: FeatureScenario,
    unknown: str,
    target: float,
    others_follow: bool = True,
    stop: Callable[[], bool] | None = None,
) -> Answer:
    """Return what it takes for the typical error of the optimised budgets to be at most a target.

    Args:
        unknown: one of `UNKNOWNS`.
        target: root mean square error over all features, in percent of their range.
        others_follow: whether features with δ >= ε ask for the ε that is tried; else every δ stays
            as given when ε is unknown.

    Returns:
        An `Answer` on a grid, whose measure is that error, as in `RuleCurve.miss` of "optimised".

    Raises:
        InvalidInput: unknown or target is not usable.
        NextStep: no feature asks for less than ε.
        OutOfTime: it was stopped.
    """
    validate.choice(unknown, UNKNOWNS, "unknown")
    target = validate.positive(target, "target")
    steps, now = _range(scenario, unknown)
    return solve(
        lambda value: float(optimised(changed(scenario, unknown, value, others_follow)).miss[0]),
        steps,
        target,
        now,
        helps="less" if unknown == "q" else "more",
        certain=False,
        points=POINTS,
        stop=stop,
    )


def optimised(scenario: FeatureScenario) -> ErrorCurve:
    """Return the errors of the optimised budgets at the present q, as the only one.

    >>> optimised(FeatureScenario()).miss.round(2)          # the first setting of the page
    array([13.56])
    """
    best = optimum(
        scenario.capped,
        np.array([[scenario.q]]),
        scenario.n,
        np.array([zeta_or_default(scenario.zeta, scenario.q)]),
        scenario.second_moment,
        scenario.weights,
    )
    return ErrorCurve(variances(scenario, best.budgets))


def changed(
    scenario: FeatureScenario, unknown: str, value: float, others_follow: bool = True
) -> FeatureScenario:
    """Return the scenario with one thing changed; see `miss_target`."""
    if unknown == "users":
        return replace(scenario, n=int(value))
    if unknown == "q":
        return replace(scenario, q=value)
    if unknown == "epsilon":
        delta = tuple(value if level >= scenario.epsilon else level for level in scenario.delta)
        return replace(scenario, epsilon=value, delta=delta if others_follow else scenario.delta)
    strictest = min(scenario.delta)
    delta = tuple(value if level == strictest else level for level in scenario.delta)
    return replace(scenario, delta=delta)


def _range(scenario: FeatureScenario, unknown: str) -> tuple[Steps, float]:
    if unknown == "users":
        return Steps(1, max(MOST_USERS, scenario.n)), float(scenario.n)
    if unknown == "q":
        return Steps(0.0, 1.0, parts=PARTS), scenario.q
    if unknown == "epsilon":
        return Steps(LOWEST_LEVEL, HIGHEST_LEVEL, DIGITS), scenario.epsilon
    strictest = min(scenario.delta)
    if not strictest < scenario.epsilon:
        raise NextStep("Give at least one feature a level δ below ε.")
    lowest = min(LOWEST_LEVEL, strictest)
    return Steps(lowest, scenario.epsilon, DIGITS), strictest
