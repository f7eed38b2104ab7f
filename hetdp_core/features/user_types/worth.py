"""Who moves the result: what one more user of each type is worth, at the present share.

With questions drawn, sum_i v_i = sum_i (1/K_i - σ²/n), K_i = Σ_f n_f Q_fi, Q = P / (1 + σ² P).
One more user of type g, asked as the others of that type are, changes it by

    Σ_i (σ²/n² - Σ_{f of g} p_f Q_fi / K_i²) ,

p_f the share of the type that reports so; features with v_i > 1 count 0, since they are answered
by 0.  At the best shares nothing else has to be counted (envelope theorem): they cannot be moved
to any gain.  A public volunteer hides nothing: Q = 1/σ² for every feature.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hetdp_core.features.user_types.course import TypesCourse
from hetdp_core.frozen import freeze_arrays
from hetdp_core.validate import FloatArray


@dataclass(frozen=True, eq=False)
class Worth:
    """By how much one more user lowers the sum of variances, as derivatives.

    Attributes:
        types: (T,) one more user of each type that has users, NaN for the others.
        volunteer: one more user who hides nothing.
    """

    types: FloatArray
    volunteer: float

    def __post_init__(self) -> None:
        """Make the array read-only."""
        freeze_arrays(self)

    @property
    def in_units(self) -> FloatArray:
        """(T + 1,) all, the volunteer last, in units of the least that is worth anything.

        NaN for whoever is worth nothing: somebody whose report tells less than it takes to know
        one value more.
        """
        everybody = np.append(self.types, self.volunteer)
        gains = np.where(everybody > 0.0, everybody, np.nan)
        return np.asarray(gains / np.min(gains, initial=np.inf, where=~np.isnan(gains)))


def worth(course: TypesCourse) -> Worth:
    """Return what one more user is worth where questions are drawn, values with a mean of 0."""
    demand, plan, here = course.asked.demand, course.plan, course.current
    spread, users = demand.second_moment, plan.users[here]
    precision = demand.precision(plan.budgets[here])
    told = precision / (1.0 + spread * precision)
    known, n = users @ told, float(np.sum(users))
    with np.errstate(divide="ignore"):
        counted = 1.0 / known - spread / n <= 1.0
    types = np.full(course.users.shape[1], np.nan)
    for kind in np.flatnonzero(course.users[here]):
        ways = plan.kinds == kind
        mean = users[ways] @ told[ways] / np.sum(users[ways])
        types[kind] = _lowered(mean[counted], known[counted], spread, n)
    public = np.full(known.size, 1.0 / spread) if spread > 0 else np.full(known.size, np.inf)
    return Worth(types, _lowered(public[counted], known[counted], spread, n))


def _lowered(told: FloatArray, known: FloatArray, spread: float, n: float) -> float:
    return float(np.sum(told / known**2 - spread / n**2))
