"""Who moves the result: what one more user, or users who ask for less, are worth to everybody.

With scaled weights s_i = min(epsilon_i, T), T = (S2 + 8) / S1 (the saturation level, or where
it would be if nobody saturates yet), sum of squared weights S = S2 / S1**2 and noise variance
N = 2 / S1**2, the worst case is a function U(S, N): J = S/4 + N as published, and shrunk

    (S/4 + N) / (1 + sqrt(S))**2  where N <= sqrt(S)/4,  else  N / (1 + 4 N).

Both pieces and their first derivatives agree where they meet.  T is the root of sum_i epsilon_i *
max(T - epsilon_i, 0) = 8.  So a change of users moves it by minus the change of the sum at a fixed
T, over the sum of the levels below T; S1 and S2 follow.

For J the move of T does not matter (T is where J is least).  One user who relaxes changes J by
-max(T - epsilon, 0) / (2 S1**2), one more user by -s (2 T - s) / (4 S1**2).  So J has no kink where
a user saturates.  The shrunk answer has ADPM's weights, which are not quite the best for it: its
worst case has a kink where epsilon = T.

All derivatives here are one-sided, towards more users and larger levels.  A user exactly at T
saturates when they relax, and stays below T when T rises because of others.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from hetdp_core.mean.plan import MIDPOINT_MSE, MeanPlan, shrunk
from hetdp_core.mean.saturation import NOISE_PRICE
from hetdp_core.mean.sweep import adpm_of
from hetdp_core.profiles import PrivacyProfile
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

STEP = 0.1
"""A group that relaxes by a step asks for an epsilon larger by this share."""

MOST_GROUPS = 5
"""Finite levels that are groups of their own; more are put together."""

QUARTERS = 4

ROUNDING = 1e-9
"""Share of the worst-case MSE below which a change of it says nothing."""


@result
class Worth:
    """By how much the worst-case MSE falls, for G groups of users who are not public.

    Attributes:
        low, high: (G,) ends of each group's levels.
        middle: (G,) its lower median: the level of one more user.
        users: (G,) how many there are.
        one_more: (G + 1,) derivative for more users of each group's middle level, a public
            volunteer last, per user.
        one_more_exactly: (G + 1,) the same for a whole user, recomputed.
        relaxed: (G,) derivative for all of a group relaxing together, times `STEP`.
        relaxed_exactly: (G,) the same for the whole step, recomputed.
    """

    low: FloatArray
    high: FloatArray
    middle: FloatArray
    users: FloatArray
    error: float
    one_more: FloatArray
    one_more_exactly: FloatArray
    relaxed: FloatArray
    relaxed_exactly: FloatArray

    @property
    def in_units(self) -> FloatArray:
        """(G + 1,) `one_more` in units of the least that is worth anything; NaN for the others."""
        gains = np.where(self.one_more > 0.0, self.one_more, np.nan)
        return np.asarray(gains / np.min(gains, initial=np.inf, where=~np.isnan(gains)))

    @property
    def most_by_relaxing(self) -> int | None:
        """Place of the group whose step lowers the MSE most; None if below `ROUNDING` of it."""
        if not np.any(self.relaxed_exactly > ROUNDING * self.error):
            return None
        return int(np.argmax(self.relaxed_exactly))

    def percent(self, lowered: FloatArray) -> FloatArray:
        """Return what is `lowered` in percent of the worst-case MSE as it is."""
        return np.asarray(100.0 * lowered / self.error)


def worth(profile: PrivacyProfile, shrinking: bool = True) -> Worth:
    """Return the worth of one more user and of one step of each group to ADPM's worst case.

    O(K) for K levels, for any number of users.

    Args:
        profile: the users; up to `MOST_GROUPS` finite levels are a group each, of more each
            quarter of the users who are not public (nobody's level is split).
        shrinking: whether the answer is shrunk to the middle of the range, before it is clipped to
            it; If not, U is ADPM as published; nobody moves its mid-point (where J >= 1/4) by a
            little.

    >>> gains = worth(PrivacyProfile(np.array([1.0, 50.0]), np.array([1.0, 1.0])), shrinking=False)
    >>> gains.relaxed[1]                                   # saturated: asking for less is free
    np.float64(0.0)
    """
    slopes = _Slopes(profile, shrinking)
    parts = list(_groups(profile))
    middle = np.array([_middle(profile, part) for part in parts])
    newcomers = [*middle.tolist(), math.inf]

    def fall_with(other: PrivacyProfile) -> float:
        return slopes.error - _worst_case(adpm_of(other), shrinking)

    return Worth(
        low=np.array([profile.levels[part.start] for part in parts]),
        high=np.array([profile.levels[part.stop - 1] for part in parts]),
        middle=middle,
        users=np.array([np.sum(profile.counts[part]) for part in parts]),
        error=slopes.error,
        one_more=np.array([slopes.of_one_more(level) for level in newcomers]),
        one_more_exactly=np.array([fall_with(_with(profile, level)) for level in newcomers]),
        relaxed=np.array([STEP * slopes.of_relaxing(part) for part in parts]),
        relaxed_exactly=np.array([fall_with(_relaxed(profile, part)) for part in parts]),
    )


def _groups(profile: PrivacyProfile) -> Iterator[slice]:
    """Yield the groups as slices of the levels, strictest first."""
    finite = profile.levels[: int(np.searchsorted(profile.levels, np.inf))]
    if not finite.size:
        return
    starts = np.flatnonzero(np.diff(finite, prepend=-np.inf))
    if starts.size > MOST_GROUPS:
        up_to = np.cumsum(profile.counts[: finite.size])
        cuts = np.searchsorted(up_to, up_to[-1] * np.arange(QUARTERS) / QUARTERS, side="right")
        starts = np.unique(np.searchsorted(finite, finite[cuts]))
    for start, stop in zip(starts, [*starts[1:], finite.size], strict=True):
        yield slice(int(start), int(stop))


def _middle(profile: PrivacyProfile, part: slice) -> float:
    up_to = np.cumsum(profile.counts[part])
    return float(profile.levels[part][np.searchsorted(up_to, up_to[-1] / 2.0)])


# --- a little more ---------------------------------------------------------------------------


class _Slopes:
    """Derivatives of the worst case at one profile, counted as its fall."""

    def __init__(self, profile: PrivacyProfile, shrinking: bool) -> None:
        plan = adpm_of(profile)
        self.levels, self.counts = profile.levels, profile.counts
        self.error = _worst_case(plan, shrinking)
        self.no_noise = bool(np.isinf(self.levels[0]))
        self._price = 0.0 if self.no_noise else NOISE_PRICE
        # S1 and S2 of the scaled weights; if all are public, of ones
        scaled = np.ones_like(plan.epsilon) if self.no_noise else plan.privacy_given
        self.first, self.second = float(self.counts @ scaled), float(self.counts @ scaled**2)
        self.top = 1.0 if self.no_noise else (self.second + self._price) / self.first
        self.by_spread, self.by_noise = self._of_the_error(plan, shrinking)

    def _of_the_error(self, plan: MeanPlan, shrinking: bool) -> tuple[float, float]:
        """Return the derivatives of U in S and in N."""
        spread, noise = self.second / self.first**2, self._price / 4.0 / self.first**2
        if not shrinking:
            stays = plan.answers_midpoint and plan.affine_worst_case_mse > MIDPOINT_MSE
            return (0.0, 0.0) if stays else (0.25, 1.0)
        root = math.sqrt(spread)
        if noise >= root / 4.0:
            return 0.0, 1.0 / (1.0 + 4.0 * noise) ** 2
        factor = 1.0 / (1.0 + root)
        return factor**2 / 4.0 - (spread / 4.0 + noise) * factor**3 / root, factor**2

    def of_one_more(self, level: float) -> float:
        scaled = min(level, self.top)
        rate = level * (self.top - level) if level < self.top else 0.0
        return self._falls(rate, scaled, scaled**2, moving=None)

    def of_relaxing(self, part: slice) -> float:
        """Return the fall of U as levels grow in proportion; those at T or above are saturated."""
        below = np.where(self.levels[part] < self.top, self.levels[part], 0.0)
        growth = self.counts[part] * below
        first, second = float(np.sum(growth)), float(growth @ below)
        rate = self.top * first - 2.0 * second
        return self._falls(rate, first, 2.0 * second, part)

    def _falls(self, rate: float, first: float, second: float, moving: slice | None) -> float:
        """Return the fall of U; the sum that sets T, S1 and S2 change at these rates for fixed T.

        Saturated users have a scaled weight that goes with T; users at T only if T falls or they
        move.
        """
        saturated = self.levels > self.top if rate < 0.0 else self.levels >= self.top
        if moving is not None:
            saturated[moving] = self.levels[moving] >= self.top
        below = float(np.sum((self.counts * self.levels)[~saturated]))
        if not self.no_noise and np.any(saturated):
            move = -rate / below
            users = float(np.sum(self.counts[saturated]))
            first, second = first + users * move, second + 2.0 * self.top * users * move
        spread = second / self.first**2 - 2.0 * self.second * first / self.first**3
        noise = -self._price / 2.0 * first / self.first**3
        return -(self.by_spread * spread + self.by_noise * noise) + 0.0


# --- a whole step ----------------------------------------------------------------------------


def _worst_case(plan: MeanPlan, shrinking: bool) -> float:
    return shrunk(plan).worst_case_mse if shrinking else plan.worst_case_mse


def _with(profile: PrivacyProfile, level: float) -> PrivacyProfile:
    at = int(np.searchsorted(profile.levels, level))
    return PrivacyProfile(np.insert(profile.levels, at, level), np.insert(profile.counts, at, 1.0))


def _relaxed(profile: PrivacyProfile, part: slice) -> PrivacyProfile:
    levels = profile.levels.copy()
    levels[part] *= 1.0 + STEP
    order = np.argsort(levels, kind="stable")  # linear in two ascending runs
    return PrivacyProfile(levels[order], profile.counts[order])
