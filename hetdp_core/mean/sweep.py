"""ADPM as one knob moves: the most relaxed level `high` of a privacy profile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from hetdp_core.grids import place_of, preferred_numbers, round_above
from hetdp_core.mean.plan import MeanPlan, percent_error
from hetdp_core.mean.saturation import adpm_of_sorted
from hetdp_core.profiles import PrivacyProfile, ProfileSettings, sweep_high
from hetdp_core.validate import FloatArray

POINTS = 120
"""Most users drawn along a line, unless said otherwise."""

WORK = 4_000_000
"""Levels times settings that one sweep may cost."""

FEWEST_SETTINGS, MOST_SETTINGS = 12, 64


@dataclass(frozen=True, eq=False)
class SaturationCurve:
    """Users in ascending order of epsilon, at one setting of the knob.

    Attributes:
        high: the setting.
        share: (P,) place in the sorted order, in percent of all users.
        asked: (P,) epsilon asked, public users at `ceiling`.
        given: (P,) privacy given, public users without noise at `ceiling`.
        relative_weight: (P,) weight times n: 1 is an equal share.  All arrays are read-only.
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

    @property
    def worst_case_error(self) -> float:
        """Root of the worst-case MSE, in percent of the range of the data."""
        return percent_error(self.worst_case_mse)

    @property
    def saturated_weight(self) -> float:
        """Weight times n of the users who saturate; NaN if nobody does."""
        return float(np.max(self.relative_weight)) if self.saturated_share > 0 else float("nan")

    @property
    def weight_ceiling(self) -> float:
        """Top of the weight axis: a round number, the same for settings with like weights.

        One for the whole sweep would leave a flat line of most of them, because at the lowest
        settings a few public users outweigh all others a hundred times.
        """
        return round_above(1.05 * max(1.0, float(np.max(self.relative_weight))))

    @property
    def free_place(self) -> tuple[float, float]:
        """Where the area between asked and given has room for a label: where it is high.

        NaN where it is too small to label.
        """
        if self.saturated_share < 14:
            return float("nan"), float("nan")
        place = 100.0 - max(0.35 * self.saturated_share, 9.0)
        index = int(np.argmin(np.abs(self.share - place)))
        if self.asked[index] < 2.5 * self.level:
            return float("nan"), float("nan")
        return place, float(np.sqrt(self.asked[index] * self.level))

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

    def at(self, high: float) -> SaturationSweep:
        """Return the same sweep with another of its settings as the present one.

        Raises:
            InvalidInput: it is none of them.
        """
        return replace(self, current=place_of(high, self.highs, "high"))


class Solved(Protocol):
    """What is drawn of a plan."""

    @property
    def weights(self) -> FloatArray:
        """(K,) of one user at each level."""

    @property
    def privacy_given(self) -> FloatArray:
        """(K,) the epsilon that users really get."""

    @property
    def saturation_level(self) -> float:
        """The largest of them; infinity when nobody saturates."""

    @property
    def users_saturated(self) -> int:
        """How many users are given more privacy than they asked for."""

    @property
    def worst_case_mse(self) -> float:
        """In units of the range."""

    @property
    def answers_midpoint(self) -> bool:
        """Whether no value is used."""


def adpm_of(profile: PrivacyProfile) -> MeanPlan:
    """Return ADPM of a profile, per level where users share levels, else per user."""
    one_each = profile.levels.size == profile.users
    return adpm_of_sorted(profile.levels, None if one_each else profile.counts)


def saturation_sweep(
    settings: ProfileSettings,
    points: int = POINTS,
    solve: Callable[[PrivacyProfile], Solved] = adpm_of,
) -> SaturationSweep:
    """Return ADPM, or another plan, for every setting of `high`, the present one among them.

    The more users, the coarser the steps, so that the whole sweep stays affordable.

    Args:
        settings: the profile; its `high` is the present setting.
        points: most users drawn; more are shown at evenly spaced places in the sorted order.
        solve: makes the plan of a profile.
    """
    highs = np.union1d(stops(settings), [settings.high])
    curves: list[SaturationCurve] = []
    highest: list[float] = []
    for high, profile in zip(highs.tolist(), sweep_high(settings, highs.tolist()), strict=True):
        curves.append(_curve(high, profile, solve(profile), points))
        highest.append(profile.highest)
    public = curves[0].public_share > 0
    ceiling = round_above((2.0 if public else 1.2) * (max(highest) or 1.0))
    current = int(np.argmin(np.abs(highs - settings.high)))
    return SaturationSweep(highs, tuple(_below(c, ceiling) for c in curves), current, ceiling)


def stops(settings: ProfileSettings) -> FloatArray:
    """Return settings of `high` from the lowest that makes sense to well past saturation.

    They are the same whatever `high` is now.
    """
    most = int(np.clip(WORK // settings.places, FEWEST_SETTINGS, MOST_SETTINGS))
    return preferred_numbers(settings.lowest_high, settings.highest_high, most)


def _below(curve: SaturationCurve, ceiling: float) -> SaturationCurve:
    """Return the curve with infinite levels at the ceiling."""
    if not curve.public_share > 0:
        return curve
    asked, given = np.minimum(curve.asked, ceiling), np.minimum(curve.given, ceiling)
    return replace(curve, asked=_read_only(asked), given=_read_only(given))


def _curve(high: float, profile: PrivacyProfile, plan: Solved, points: int) -> SaturationCurve:
    """Return the curve at a setting, with infinite levels as they are."""
    users = profile.users
    points = min(users, points)
    place = (np.arange(points) + 0.5) / points
    index = _users_at(profile, place * users)
    return SaturationCurve(
        high=high,
        share=_read_only(100.0 * place),
        asked=_read_only(profile.levels[index]),
        given=_read_only(plan.privacy_given[index]),
        relative_weight=_read_only(plan.weights[index] * users),
        level=float(plan.saturation_level),
        saturated_share=100.0 * plan.users_saturated / users,
        public_share=100.0 * profile.public_users / users,
        users=users,
        worst_case_mse=plan.worst_case_mse,
        answers_midpoint=plan.answers_midpoint,
    )


def _read_only(array: FloatArray) -> FloatArray:
    """Make an array read-only: curves are shared between sessions."""
    array.flags.writeable = False
    return array


def _users_at(profile: PrivacyProfile, places: FloatArray) -> NDArray[np.int64]:
    """Index the levels of the users at places 0 <= place < n of the sorted order."""
    if profile.levels.size == profile.users:
        return places.astype(np.int64)
    return np.searchsorted(np.cumsum(profile.counts), places, side="right")
