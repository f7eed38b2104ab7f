"""ADPM along a profile's main control: the least private level, `high`.

Worst-case error as the least private users' epsilon grows, next to that of other methods.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from hetdp_core.grids import Along, preferred_numbers, round_above
from hetdp_core.mean.empirical import EmpiricalPlan, empirical
from hetdp_core.mean.plan import (
    MIDPOINT_MSE,
    WORST_VARIANCE,
    MeanPlan,
    percent_error,
    sum_of_squares,
)
from hetdp_core.mean.saturation import adpm_of_sorted, least_error, two_group_saturation
from hetdp_core.profiles import PrivacyProfile, ProfileSettings, profiles_along
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

POINTS = 120
"""Most users drawn along a line, unless said otherwise."""

WORK = 4_000_000
"""Levels times settings that one sweep may cost."""

FEWEST_SETTINGS, MOST_SETTINGS = 12, 64


@result
class SaturationCurve:
    """Users in ascending order of epsilon, at one value of `high`.

    Attributes:
        share: (P,) place in the sorted order, in percent of all users.
        requested: (P,) epsilon asked, public users at the sweep's ceiling.
        granted: (P,) privacy given, public users without noise at the ceiling.
        relative_weight: (P,) weight times n: 1 is an equal share.
        level: saturation level tau, infinity when nobody saturates.
        saturated_share: percent of users given more privacy than they ask for.
        public_share: percent of public users.
        worst_case_mse: of the answer on [-1/2, 1/2].
        answers_midpoint: True when no answer beats the mid-point of the range.
    """

    high: float
    share: FloatArray
    requested: FloatArray
    granted: FloatArray
    relative_weight: FloatArray
    level: float
    saturated_share: float
    public_share: float
    users: int
    worst_case_mse: float
    answers_midpoint: bool

    @property
    def is_alike(self) -> bool:
        """Whether all users ask for the same, nobody of them public."""
        return self.public_share == 0 and self.requested[0] == self.requested[-1]

    @property
    def worst_case_error(self) -> float:
        """Root of the worst-case MSE, in percent of the range of the data."""
        return percent_error(self.worst_case_mse)

    @property
    def saturated_weight(self) -> float:
        """Weight times n of the users who saturate; NaN if nobody does."""
        return float(np.max(self.relative_weight)) if self.saturated_share > 0 else float("nan")

    @property
    def saturates_from(self) -> float:
        """Percent of users, from the strictest up, who get their own level exactly; NaN if all."""
        return 100.0 - self.saturated_share if self.saturated_share > 0 else float("nan")

    @property
    def weight_ratio(self) -> float:
        """The weight of the least private user over that of the strictest."""
        return float(self.relative_weight[-1] / self.relative_weight[0])


@result
class SaturationSweep(Along[SaturationCurve]):
    """A curve for each value of `high`.

    Attributes:
        ceiling: where public users are drawn, above every finite level of the sweep.
    """

    ceiling: float


def adpm_of(profile: PrivacyProfile) -> MeanPlan:
    """Return ADPM of a profile, per level where users share levels, else per user."""
    one_each = profile.levels.size == profile.users
    return adpm_of_sorted(profile.levels, None if one_each else profile.counts)


def empirical_of(profile: PrivacyProfile) -> EmpiricalPlan:
    """Return the plan about these users (`hetdp_core.mean.empirical`), likewise."""
    one_each = profile.levels.size == profile.users
    return empirical(profile.levels, None if one_each else profile.counts)


def saturation_sweep(
    settings: ProfileSettings,
    points: int = POINTS,
    solve: Callable[[PrivacyProfile], Any] = adpm_of,
) -> SaturationSweep:
    """Return ADPM, or another plan, for every value of `high`, that of the settings among them.

    The more users, the coarser the steps, so the whole sweep stays affordable.

    Args:
        points: most users drawn; more are shown at evenly spaced places in the sorted order.
        solve: makes the plan of a profile: a `MeanPlan`, `EmpiricalPlan` or `SeveralPlan`.
    """
    highs = np.union1d(stops(settings), [settings.high])
    curves, highest = [], 0.0
    for high, profile in zip(highs.tolist(), profiles_along(settings, highs), strict=True):
        curves.append(_curve(high, profile, solve(profile), points))
        if finite := int(np.searchsorted(profile.levels, np.inf)):
            highest = max(highest, float(profile.levels[finite - 1]))
    public = curves[0].public_share > 0
    ceiling = round_above((2.0 if public else 1.2) * (highest or 1.0))
    if public:
        curves = [
            replace(
                curve,
                requested=np.minimum(curve.requested, ceiling),
                granted=np.minimum(curve.granted, ceiling),
            )
            for curve in curves
        ]
    return SaturationSweep(highs, tuple(curves), ceiling)


def stops(settings: ProfileSettings) -> FloatArray:
    """Return values of `high`, for any present one, from the least sensible to saturation."""
    most = int(np.clip(WORK // settings.places, FEWEST_SETTINGS, MOST_SETTINGS))
    return preferred_numbers(settings.lowest_high, settings.highest_high, most)


def _curve(high: float, profile: PrivacyProfile, plan: Any, points: int) -> SaturationCurve:
    """Return the curve at one value, with infinite levels as they are."""
    users = profile.users
    points = min(users, points)
    place = (np.arange(points) + 0.5) / points
    index = (place * users).astype(np.int64)
    if profile.levels.size < users:
        index = np.searchsorted(np.cumsum(profile.counts), index, side="right")
    return SaturationCurve(
        high=high,
        share=100.0 * place,
        requested=profile.levels[index],
        granted=plan.privacy_given[index],
        relative_weight=plan.weights[index] * users,
        level=float(plan.saturation_level),
        saturated_share=100.0 * plan.users_saturated / users,
        public_share=100.0 * profile.public_users / users,
        users=users,
        worst_case_mse=plan.worst_case_mse,
        answers_midpoint=plan.answers_midpoint,
    )


NOISE_PER_SCALE = 2.0
"""Variance of Laplace noise of scale 1."""


@result
class ErrorCurve:
    """Worst-case error, in percent of the range, for every value of `high`.

    Attributes:
        highs: (F,) values, ascending.
        errors: (F,) by method: "adpm", and those of `COMPARED`.
        onset: the smallest value at which somebody saturates, in closed form for two
            groups, else the first of `highs` (None if nobody ever does).
        onset_is_exact: whether `onset` is the closed form.
    """

    highs: FloatArray
    errors: dict[str, FloatArray]
    onset: float | None
    onset_is_exact: bool

    @property
    def of_single_level(self) -> FloatArray:
        """(F,) error of the best single level over ADPM's, guessing the middle too."""
        least = np.minimum(self.errors["threshold"], percent_error(MIDPOINT_MSE))
        return np.maximum(1.0, least / self.errors["adpm"])


def error_curve(settings: ProfileSettings, sweep: SaturationSweep) -> ErrorCurve:
    """Return the errors that go with a sweep of these settings."""
    adpm = np.array([curve.worst_case_error for curve in sweep.points])
    profiles = profiles_along(settings, sweep.values)
    others = np.array([[mse(profile) for mse in COMPARED.values()] for profile in profiles])
    errors = {"adpm": adpm, **dict(zip(COMPARED, 100.0 * np.sqrt(others.T), strict=True))}
    exact = _exact_onset(settings)
    seen = next((curve.high for curve in sweep.points if curve.saturated_share > 0), None)
    return ErrorCurve(sweep.values, errors, seen if exact is None else exact, exact is not None)


# What `methods` plans user by user; by level, a curve takes a tenth of the time.


def _proportional(profile: PrivacyProfile) -> float:
    """Return the worst-case MSE of weights in proportion to epsilon."""
    if profile.public_users:
        return WORST_VARIANCE / profile.public_users
    squares = WORST_VARIANCE * sum_of_squares(profile.levels, profile.counts) + NOISE_PER_SCALE
    return squares / float(profile.counts @ profile.levels) ** 2


def _uniform(profile: PrivacyProfile) -> float:
    """Return the worst-case MSE where everybody is given the strictest level."""
    users, strictest = profile.users, float(profile.levels[0])
    return WORST_VARIANCE / users + NOISE_PER_SCALE / (users * strictest) ** 2


COMPARED = {"proportional": _proportional, "threshold": least_error, "uniform": _uniform}
"""Worst-case MSE by level of the methods drawn next to ADPM."""


def _exact_onset(settings: ProfileSettings) -> float | None:
    """Return the closed form, for two groups that are both there and nobody public."""
    strict = round(settings.strict_share * settings.users)
    has_both = 0 < strict < settings.users
    if settings.kind != "two_groups" or settings.public_share > 0 or not has_both:
        return None
    return two_group_saturation(settings.low, settings.users, strict / settings.users)
