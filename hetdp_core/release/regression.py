"""A real release of a ridge regression: noise on exact sums, coefficients computed from those.

Released are the weighted sums of products of a record's entries (`products`), with opendp's
discrete Gaussian noise on each.  Coefficients, their errors and the mean of the label follow from
them and from public numbers, so that floats there cost no privacy (post-processing).

Noise on the coefficients themselves (output perturbation) would have to count the error of a
solver, and is worse: its noise grows with 1 / λ, while noise on sums passes through
(XᵀWX + λI)⁻¹, which is small where the data say much.

Who pays.  Each record takes part in one release alone, and which one is drawn without looking at
it: either in the sums, at all of its rho, or, where the regression is to be judged, among those
held back, in the verdict at all of its rho.  The verdict depends on the other records through what
is released already.  So everybody spends their level once, for coefficients, mean and verdict.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from statistics import NormalDist

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hetdp_core import conversions
from hetdp_core.counted import counted
from hetdp_core.errors import InvalidInput
from hetdp_core.frozen import freeze_arrays
from hetdp_core.mean.promises import Promise
from hetdp_core.mean.several import Design, plan_several
from hetdp_core.release.fixed_point import IntArray, whole_weights
from hetdp_core.release.gaussian import add_gaussian
from hetdp_core.release.plan import CHANCE
from hetdp_core.release.private_mean import checked_release
from hetdp_core.release.products import TOTAL_WEIGHT, UNIT, Coding
from hetdp_core.release.promised import ConcentratedPromise
from hetdp_core.release.regression_request import RegressionRequest
from hetdp_core.release.regression_verdict import (
    Verdict,
    held_back,
    prepare_verdict,
    release_verdict,
)
from hetdp_core.release.several import SeveralReleasePlan, noise_scale
from hetdp_core.release.solution import Solution, noise_edge, solve
from hetdp_core.validate import FloatArray


@dataclass(frozen=True, eq=False)
class RegressionPlan(ConcentratedPromise):
    """Weights, noise, λ and guarantee of a released regression; no value enters.

    Neighbouring tables differ in one record, in all columns used; the number of records, the
    levels, the bounds and which rows are held back are public.  The curator is trusted.

    Attributes:
        request: what was asked for.
        fitted: (n,) whether a record is in the sums; the others are held back for the verdict.
        weights: (k,) whole weights of those that are.
        scale: of the noise on each sum, in whole numbers' units.
        guaranteed: (n,) rho of each user's zCDP; for those in the sums at least
            weights² · twice_moved_squared / (4 scale²) in exact arithmetic.
        verdict: of the held back records; None where there are none.
    """

    request: RegressionRequest
    fitted: NDArray[np.bool_]
    weights: IntArray
    scale: float
    guaranteed: FloatArray
    verdict: SeveralReleasePlan | None = None

    def __post_init__(self) -> None:
        """Make every array read-only."""
        freeze_arrays(self)

    @property
    def epsilon(self) -> FloatArray:
        """(n,) what each user asked for."""
        return self.request.epsilon

    @property
    def delta(self) -> float:
        """The chance with which each user's epsilon may fail."""
        return self.request.delta

    @property
    def coding(self) -> Coding:
        """How records become whole numbers."""
        return self.request.coding

    @cached_property
    def weight(self) -> int:
        """What the whole weights add up to."""
        return int(np.sum(self.weights))

    @property
    def spreads(self) -> tuple[float, float]:
        """Standard deviation of the noise on an average of products, without and with the label.

        Features and label lie on [-1, 1].
        """
        unit = self.scale / (self.weight * float(UNIT))
        return unit / UNIT, unit / self.coding.label_unit

    @property
    def lam(self) -> float:
        """λ, from the noise and the number of coefficients alone: see `noise_edge`."""
        return noise_edge(self.spreads[0], self.coding.dimension)

    @property
    def kept_at_most(self) -> float:
        """The share of its size that λ leaves a direction of the coefficients: a bound on average.

        a / (a + λ) is concave in an eigenvalue a of XᵀWX, and these d add up to at most R².
        """
        typical = self.coding.row_norm_squared / self.coding.dimension
        return typical / (typical + self.lam)

    @property
    def mean_half_width(self) -> float:
        """The mean of the label is released within this, with chance `CHANCE`, in its unit.

        A normal quantile of the noise, one step for its discreteness, and half a step for the
        rounding of labels.
        """
        low, high = self.request.target.bounds
        quantile = NormalDist().inv_cdf((1.0 + CHANCE) / 2.0)
        rounding = 0.5 / self.coding.label_unit + self.spreads[1] / self.scale
        return (high - low) / 2.0 * (quantile * self.spreads[1] + rounding)


def prepare_regression(request: RegressionRequest) -> RegressionPlan:
    """Return weights for Gaussian noise, and the least noise that keeps every user's rho exactly.

    Replacing user i's record moves the sums by at most weight_i sqrt(T / 2) in ℓ2, T the
    `twice_moved_squared` of the coding.  Weights are those with the least worst-case error of that
    many sums at once (`hetdp_core.mean.several`).

    Raises:
        InvalidInput: the noise would drown every sum, or is below one step; or nothing could be
            said of the held back records.
    """
    fitted, coding = np.ones(request.users, dtype=bool), request.coding
    given, verdict = np.empty(request.users), None
    if request.judged:
        fitted = ~held_back(request.users)
        verdict = prepare_verdict(request.target, ~fitted, request.delta)
        given[~fitted] = verdict.guaranteed
    asked = conversions.concentrated_level(request.epsilon[fitted], request.delta)
    sums = coding.pairs[0].size
    solved = plan_several(asked, Design("gaussian", Promise("concentrated"), sums))
    if solved.answers_midpoint:
        rule = "must leave something of the sums under their noise"
        found = f"{counted(asked.size, 'user')} with these levels, {counted(sums, 'sum')}"
        remedy = "larger levels, more users or fewer features are needed"
        raise InvalidInput("epsilon", rule, found, remedy)
    weights = whole_weights(solved.weights, TOTAL_WEIGHT)
    scale = noise_scale(weights * np.sqrt(coding.twice_moved_squared / 2.0), solved)
    given[fitted] = solved.privacy_given
    return RegressionPlan(request, fitted, weights, scale, given, verdict)


@dataclass(frozen=True, eq=False)
class RegressionRelease:
    """What was released: noisy sums, and what follows from them.

    Attributes:
        plan: by which it was made.
        sums: (m,) weighted averages of the products in `Coding.pairs`, noise included: any other
            λ, or fewer features, can be had from them at no further cost.
        solution: coefficients and their errors.
        mean: of the label, from the same sums, within its bounds.
        verdict: None where no record was held back.
        identifier, time: of this release.
    """

    plan: RegressionPlan
    sums: FloatArray
    solution: Solution
    mean: float
    verdict: Verdict | None
    identifier: str
    time: str

    def __post_init__(self) -> None:
        """Make every array read-only."""
        freeze_arrays(self)

    @property
    def guaranteed(self) -> FloatArray:
        """(n,) rho of each user in this release, in the order of the rows."""
        return self.plan.guaranteed


def release_regression(
    plan: RegressionPlan, frame: pd.DataFrame, *, when: datetime, identifier: str
) -> RegressionRelease:
    """Release a regression once.  Each call spends every user's guaranteed rho anew.

    Args:
        plan: see `prepare_regression`.
        frame: n rows in the order of the plan's users, with the features and the label; see
            `Coding.records` for values outside the bounds and missing ones.  Neither is counted.
        when: time of the release, with its time zone.
        identifier: of this release; must not be made from the values.

    Raises:
        InvalidInput: not one row for each user, a time without time zone, no identifier.
    """
    if len(frame) != plan.request.users:
        rule = f"must be one for each user ({plan.request.users:,})"
        raise InvalidInput("rows", rule, f"{len(frame):,}")
    time = checked_release(when, identifier)
    coding, target = plan.coding, plan.request.target
    exact = coding.sums(plan.weights, frame[plan.fitted], target.column, target.bounds)
    noisy = add_gaussian(exact, plan.scale)
    averages = coding.averages(noisy, plan.weight)
    solution = solve(coding, averages, plan.lam, plan.spreads, target.bounds)
    share = float(averages[1][-1])
    verdict = None
    if plan.verdict is not None:
        held = coding.records(frame[~plan.fitted], target.column, target.bounds)
        verdict = release_verdict(
            plan.verdict, coding, held, solution.scaled, share, when=when, identifier=identifier
        )
    first, second = coding.pairs
    whole = np.column_stack([averages[0], averages[1]])
    low, high = target.bounds
    mean = low + (high - low) * (share + 1.0) / 2.0
    return RegressionRelease(plan, whole[first, second], solution, mean, verdict, identifier, time)
