"""ADPM as one knob moves: the most relaxed level `high` of a privacy profile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hetdp_core.grids import preferred_numbers, round_above, round_below
from hetdp_core.mean.plan import MeanPlan, percent_error
from hetdp_core.mean.saturation import adpm_of_sorted
from hetdp_core.profiles import PrivacyProfile, ProfileSettings, make_profile, sweep_high
from hetdp_core.validate import FloatArray

POINTS = 120
"""Most users drawn; more are shown at evenly spaced places in the sorted order."""

WORK = 4_000_000
"""Levels times settings that one sweep may cost."""

FEWEST_SETTINGS, MOST_SETTINGS = 12, 48


@dataclass(frozen=True, eq=False)
class SaturationCurve:
    """Users in ascending order of epsilon, at one setting of the knob.

    Attributes:
        high: the setting.
        share: (P,) place in the sorted order, in percent of all users.
        asked: (P,) epsilon asked, public users at `ceiling`.
        given: (P,) privacy given, public users without noise at `ceiling`.
        relative_weight: (P,) weight times n: 1 is an equal share.
        level: saturation level tau, infinity when nobody saturates.
        saturated_share: percent of users given more privacy than they ask for.
        public_share: percent of public users.
        users: number of users n.
        worst_case_mse: of the answer on [-1/2, 1/2].
        answers_midpoint: True when no answer beats the mid-point of the range.
    """

    high: float
    share: FloatArray
    asked: FloatArray
    given: FloatArray
    relative_weight: FloatArray
    level: float
    saturated_share: float
    public_share: float
    users: int
    worst_case_mse: float
    answers_midpoint: bool

    def __post_init__(self) -> None:
        """Arrays are read-only: a curve may be shared between sessions."""
        for array in (self.share, self.asked, self.given, self.relative_weight):
            array.flags.writeable = False

    @property
    def worst_case_error(self) -> float:
        """Root of the worst-case MSE, in percent of the range of the data."""
        return percent_error(self.worst_case_mse)

    @property
    def saturated_weight(self) -> float:
        """Weight times n of the users who saturate; NaN if nobody does."""
        return float(np.max(self.relative_weight)) if self.saturated_share > 0 else float("nan")

    @property
    def free_place(self) -> tuple[float, float]:
        """Middle of the area between asked and given (NaN where it is too small to label)."""
        if self.saturated_share < 14:
            return float("nan"), float("nan")
        middle = 100.0 - 0.5 * self.saturated_share
        index = int(np.argmin(np.abs(self.share - middle)))
        if self.asked[index] < 2.5 * self.level:
            return float("nan"), float("nan")
        return middle, float(np.sqrt(self.asked[index] * self.level))

    @property
    def saturates_from(self) -> float:
        """Percent of users, from the strictest up, who get exactly what they ask; NaN if all."""
        return 100.0 - self.saturated_share if self.saturated_share > 0 else float("nan")


@dataclass(frozen=True, eq=False)
class SaturationSweep:
    """The whole course of the knob, so that a figure can follow a drag.

    Attributes:
        highs: (F,) settings, ascending.
        curves: one per setting.
        current: index of the present setting.
        ceiling: where public users are drawn, above every finite level of the sweep.
    """

    highs: FloatArray
    curves: tuple[SaturationCurve, ...]
    current: int
    ceiling: float

    @property
    def present(self) -> SaturationCurve:
        """The curve at the present setting."""
        return self.curves[self.current]

    @property
    def level_range(self) -> tuple[float, float]:
        """Lowest and highest epsilon to draw: the same for all settings."""
        least = float(min(np.min(curve.given) for curve in self.curves))
        return round_below(least / 1.2), self.ceiling

    @property
    def largest_weight(self) -> float:
        """Top of the weight axis: the same for all settings."""
        return round_above(1.05 * max(np.max(curve.relative_weight) for curve in self.curves))


def saturation_sweep(settings: ProfileSettings) -> SaturationSweep:
    """ADPM for every setting of `high`, the present one among them.

    The more users, the coarser the steps, so that the whole sweep stays affordable.

    Args:
        settings: the profile; its `high` is the present setting.
    """
    size = make_profile(settings).levels.size
    highs = _course(settings, int(np.clip(WORK // size, FEWEST_SETTINGS, MOST_SETTINGS)))
    profiles = sweep_high(settings, highs.tolist())
    ceiling = _ceiling(profiles)
    plans = [adpm_of(profile) for profile in profiles]
    curves = tuple(
        _curve(float(high), profile, solved, ceiling)
        for high, profile, solved in zip(highs, profiles, plans, strict=True)
    )
    current = int(np.argmin(np.abs(highs - settings.high)))
    return SaturationSweep(highs, curves, current, ceiling)


def adpm_of(profile: PrivacyProfile) -> MeanPlan:
    """ADPM of a profile, per level where users share levels, else per user."""
    one_each = profile.levels.size == profile.users
    return adpm_of_sorted(profile.levels, None if one_each else profile.counts)


def _course(settings: ProfileSettings, most: int) -> FloatArray:
    """Settings from the lowest that makes sense to well past saturation."""
    grid = preferred_numbers(settings.lowest_high, settings.highest_high, most)
    return np.unique(np.append(grid, settings.high))


def _ceiling(profiles: Sequence[PrivacyProfile]) -> float:
    finite = [p.levels[np.isfinite(p.levels)] for p in profiles]
    highest = float(max((np.max(levels) for levels in finite if levels.size), default=1.0))
    return round_above((2.0 if any(p.public_users for p in profiles) else 1.2) * highest)


def _curve(
    high: float, profile: PrivacyProfile, solved: MeanPlan, ceiling: float
) -> SaturationCurve:
    users = profile.users
    points = min(users, POINTS)
    place = (np.arange(points) + 0.5) / points
    index = np.searchsorted(np.cumsum(profile.counts), place * users, side="right")
    return SaturationCurve(
        high=high,
        share=100.0 * place,
        asked=np.minimum(profile.levels[index], ceiling),
        given=np.minimum(solved.privacy_given[index], ceiling),
        relative_weight=solved.weights[index] * users,
        level=solved.saturation_level,
        saturated_share=100.0 * solved.users_saturated / users,
        public_share=100.0 * profile.public_users / users,
        users=users,
        worst_case_mse=solved.worst_case_mse,
        answers_midpoint=solved.answers_midpoint,
    )
