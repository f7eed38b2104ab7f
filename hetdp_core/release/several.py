"""A real release of the means of several columns at once, with Gaussian noise and in zCDP.

Each user asks for (epsilon_i, delta), which is kept through rho_i-zCDP: the discrete Gaussian has
that exactly, and rho_i of releases from the same people add up.  The weights are the best for
Gaussian noise (`hetdp_core.mean.several`), sums are exact in whole numbers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import conversions, validate
from hetdp_core.counted import counted
from hetdp_core.errors import InvalidInput
from hetdp_core.frozen import freeze_arrays
from hetdp_core.mean.noises import MOST_COLUMNS
from hetdp_core.mean.promises import Promise
from hetdp_core.mean.several import Design, SeveralPlan, plan_several
from hetdp_core.release.fixed_point import (
    STEPS,
    IntArray,
    exact_sum,
    mean_of,
    steps_of,
    whole_weights,
)
from hetdp_core.release.gaussian import add_gaussian
from hetdp_core.release.plan import CHANCE
from hetdp_core.release.private_mean import checked_release
from hetdp_core.release.promised import ConcentratedPromise
from hetdp_core.release.request import ReleaseRequest
from hetdp_core.validate import FloatArray

_ROUND_UP = 1.0 + 2.0**-49


@dataclass(frozen=True, eq=False)
class SeveralRequest:
    """Means to be released together; all of this is public.

    Attributes:
        columns: a request for each column, all with the same levels.
        delta: the chance with which each user's epsilon may fail, the same for all.
    """

    columns: tuple[ReleaseRequest, ...]
    delta: float

    def __post_init__(self) -> None:
        """Check that the columns fit together."""
        conversions.checked_delta(self.delta)
        validate.count(len(self.columns), 1, MOST_COLUMNS, "number of columns")
        names = [one.column for one in self.columns]
        if len(set(names)) < len(names):
            raise InvalidInput("columns", "must differ", ", ".join(map(repr, names)))
        if not all(np.array_equal(one.epsilon, self.epsilon) for one in self.columns):
            raise InvalidInput("epsilon", "must be the same for all columns", "different ones")

    @property
    def epsilon(self) -> FloatArray:
        """(n,) what each user asks for, for all columns together."""
        return self.columns[0].epsilon

    @property
    def users(self) -> int:
        """Number of users n, which is public."""
        return self.epsilon.size


@dataclass(frozen=True, eq=False)
class SeveralReleasePlan(ConcentratedPromise):
    """Weights, noise and guarantee of a release of several columns; no value enters.

    Neighbouring tables differ in the values of one record, in all columns; the rest is public.

    Attributes:
        request: what was asked for.
        weights: (n,) whole weights; see `whole_weights`.
        scale: of the noise on each weighted sum, in steps times weight.
        guaranteed: (n,) rho of each user's zCDP, each at least
            (weights * STEPS)**2 * columns / (2 scale**2) in exact arithmetic.
        saturation_level: the largest rho that anybody could be exposed to.
    """

    request: SeveralRequest
    weights: IntArray
    scale: float
    guaranteed: FloatArray
    saturation_level: float

    def __post_init__(self) -> None:
        """Make every array read-only."""
        freeze_arrays(self)

    def noise_scale(self, column: ReleaseRequest) -> float:
        """Return the scale of the noise on a column's mean, in its unit."""
        low, high = column.bounds
        return (high - low) * self.scale / (int(np.sum(self.weights)) * STEPS)

    def half_width(self, column: ReleaseRequest) -> float:
        """Return what noise and rounding stay within in *all* columns, with chance `CHANCE`.

        Independent noises, so each stays within its quantile with chance CHANCE**(1/d).  The tail
        of the discrete Gaussian is at most one step longer than that of the normal law (Canonne,
        Kamath and Steinke, Proposition 25); each value is rounded by half a step.
        """
        low, high = column.bounds
        each = CHANCE ** (1.0 / len(self.request.columns))
        quantile = NormalDist().inv_cdf((1.0 + each) / 2.0)
        total = int(np.sum(self.weights))
        rounding = (high - low) * (0.5 / STEPS + 1.0 / (total * STEPS))
        return quantile * self.noise_scale(column) + rounding

    @property
    def epsilon(self) -> FloatArray:
        """(n,) what each user asked for."""
        return self.request.epsilon

    @property
    def delta(self) -> float:
        """The chance with which each user's epsilon may fail."""
        return self.request.delta


def prepare_several(request: SeveralRequest) -> SeveralReleasePlan:
    """Return weights for Gaussian noise, and the least noise that keeps every user's rho exactly.

    Replacing user i's values moves the sums by at most weight_i * STEPS in each of d columns, so
    weight_i * STEPS * sqrt(d) in ℓ2.  With scale = max_i of this by sqrt(2 rho_i), two roots, a
    product and a quotient are each off by at most 2**-53 of themselves; a factor 1 + 2**-49 makes
    up for them, so (weight_i * STEPS)**2 d <= 2 rho_i scale**2 holds for the numbers as stored.

    Raises:
        InvalidInput: no answer beats the middle of the ranges, or the noise is below one step.
    """
    columns = len(request.columns)
    asked = conversions.concentrated_level(request.epsilon, request.delta)
    solved = plan_several(asked, Design("gaussian", Promise("concentrated"), columns))
    if solved.answers_midpoint:
        rule = "must let an answer be better than the middle of the range"
        found = f"{counted(request.users, 'user')} with these levels, {counted(columns, 'column')}"
        raise InvalidInput(
            "a private answer", rule, found, "larger levels, more users or fewer columns"
        )
    weights = whole_weights(solved.weights)
    moved = weights.astype(np.float64) * float(STEPS) * math.sqrt(columns)
    scale = noise_scale(moved, solved)
    given = solved.privacy_given
    return SeveralReleasePlan(request, weights, scale, given, solved.saturation_level)


def noise_scale(moved: FloatArray, solved: SeveralPlan) -> float:
    """Return the least noise that keeps every user's rho exactly: see `prepare_several`.

    Args:
        moved: (n,) how far each user may move the sums, in ℓ2 and whole numbers' units; off by at
            most three units in the last place.
        solved: what each user is given.

    Raises:
        InvalidInput: the noise is below one step.
    """
    scale = float(np.max(moved / np.sqrt(2.0 * solved.privacy_given))) * _ROUND_UP
    if not scale >= 1.0:
        most = f"{float(np.max(solved.asked)):g}"
        raise InvalidInput("epsilon", "must leave some noise", most, "use levels of at most 10")
    return scale


@dataclass(frozen=True)
class ReleasedMean:
    """One of the means released together: see `Receipt` of a single one."""

    column: str
    unit: str
    bounds: tuple[float, float]
    released: float
    half_width: float
    noise_scale: float


@dataclass(frozen=True, eq=False)
class SeveralRelease:
    """What was released, and what each user was given, for adding up over several releases.

    Attributes:
        plan: by which it was made.
        means: in the order of the request.
        identifier, time: of this release.
    """

    plan: SeveralReleasePlan
    means: tuple[ReleasedMean, ...]
    identifier: str
    time: str

    @property
    def guaranteed(self) -> FloatArray:
        """(n,) rho of each user in this release, in the order of the rows."""
        return self.plan.guaranteed


def release_means(
    plan: SeveralReleasePlan, values: ArrayLike, *, when: datetime, identifier: str
) -> SeveralRelease:
    """Release all means once.  Each call spends every user's guaranteed rho anew.

    Args:
        plan: see `prepare_several`.
        values: (n, d) in the order of the plan's users and columns; values outside the bounds are
            clipped, missing ones (NaN) count as the middle of the range.  Neither is counted.
        when: time of the release, with its time zone.
        identifier: of this release; must not be made from the values.

    Raises:
        InvalidInput: not one value for each user and column, a time without time zone, no
            identifier.
    """
    table = np.asarray(values, dtype=np.float64)
    columns = plan.request.columns
    if table.shape != (plan.request.users, len(columns)):
        rule = f"must be {plan.request.users:,} × {len(columns)}: users × columns"
        raise InvalidInput("values", rule, " × ".join(map(str, table.shape)))
    time = checked_release(when, identifier)
    pairs = list(zip(table.T, columns, strict=True))
    sums = [exact_sum(plan.weights, steps_of(one, column.bounds)) for one, column in pairs]
    noisy = add_gaussian(sums, plan.scale)
    means = tuple(
        ReleasedMean(
            column.column,
            column.unit,
            column.bounds,
            mean_of(total, plan.weights, column.bounds),
            plan.half_width(column),
            plan.noise_scale(column),
        )
        for total, column in zip(noisy, columns, strict=True)
    )
    return SeveralRelease(plan, means, identifier, time)
