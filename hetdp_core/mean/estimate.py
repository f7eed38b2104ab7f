"""From a plan and data to an answer and its possible error."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.mean.empirical import EmpiricalPlan, empirical, half_width
from hetdp_core.mean.plan import MeanPlan
from hetdp_core.mean.saturation import adpm_from_levels
from hetdp_core.numerals import counted
from hetdp_core.profiles import PrivacyProfile
from hetdp_core.validate import FloatArray

ROUNDING = 1e-12
"""Share of the range by which two sums of the same values may differ."""


def count_outside(x: ArrayLike, bounds: Sequence[float]) -> int:
    """Count the values outside the declared bounds (NaN counts as outside)."""
    low, high = validate.interval(bounds)
    values = validate.as_floats(x, "x")
    return int(np.count_nonzero(~((values >= low) & (values <= high))))


def centred(
    x: ArrayLike, bounds: Sequence[float], outside: str = "clip", name: str = "x"
) -> FloatArray:
    """Return data scaled from declared bounds to [-1/2, 1/2].

    Args:
        x: (n,) values.
        bounds: declared range (low, high), not taken from the data: bounds that
            follow the data would leak them.
        outside: "clip" moves values outside to the nearest bound, "refuse" raises.

    Raises:
        InvalidInput: NaN among the values, or values outside with "refuse".
    """
    low, high = validate.interval(bounds)
    values = validate.as_floats(x, name)
    validate.choice(outside, ("clip", "refuse"), "outside")
    if np.any(np.isnan(values)):
        raise InvalidInput(name, "must have no missing values", f"{np.isnan(values).sum()} NaN")
    beyond = count_outside(values, bounds)
    if beyond and outside == "refuse":
        rule = f"must lie within the declared bounds ({low:g}, {high:g})"
        remedy = "clip them or widen the bounds"
        raise InvalidInput(name, rule, f"{beyond:,} values outside", remedy)
    return (np.clip(values, low, high) - low) / (high - low) - 0.5


def estimate(
    x: ArrayLike,
    plan: MeanPlan | EmpiricalPlan,
    bounds: Sequence[float],
    *,
    rng: np.random.Generator,
    outside: str = "clip",
) -> float:
    """Return one private estimate of the mean, in the units of the data.

    Neighbouring data sets replace one user's datum; the levels, n and the bounds are
    public.  The noise comes from NumPy: right for a demonstration, not for a release.

    Args:
        x: (n,) values, user i's datum in the place of user i's epsilon in the plan.
        plan: of any method, per user (not per level).
        bounds, outside: as in `centred`; its errors too.
    """
    if plan.counts is not None:
        remedy = "make it with mean.plan, which takes one epsilon per user"
        raise InvalidInput("plan", "must be per user", "a plan per level", remedy)
    scaled = centred(x, bounds, outside)
    if scaled.size != plan.users:
        raise InvalidInput(
            "x", f"must have one value per user ({plan.users:,})", f"{scaled.size:,}"
        )
    low, high = validate.interval(bounds)
    return low + (high - low) * (float(plan.release(scaled, rng)) + 0.5)


def noise_half_width(plan: MeanPlan, bounds: Sequence[float], level: float = 0.95) -> float:
    """Return half the interval within which the noise alone stays with this chance.

    Exact for methods whose noise is one Laplace variable: scale * log(1 / (1 - level)).

    Raises:
        InvalidInput: the method's noise is not one Laplace variable ("local", "sampling").
    """
    low, high = validate.interval(bounds)
    level = validate.within(level, 0.0, 1.0 - 1e-12, "level")
    if not plan.adds_one_laplace:
        raise InvalidInput("method", "must add one Laplace variable", repr(plan.method))
    scale = 0.0 if plan.answers_midpoint else plan.noise_scale
    return (high - low) * scale * float(-np.log1p(-level))


def total_half_width(
    plan: MeanPlan | EmpiricalPlan, bounds: Sequence[float], level: float = 0.95
) -> float:
    """Return the half width of a confidence interval for the mean that is asked for.

    About these people see `hetdp_core.mean.empirical.half_width`.  About a population it covers
    noise and sampling together, a bound for any number of users and any distribution within the
    bounds.  The failure chance is split evenly between the noise (exact Laplace quantile) and the
    sampling error (Hoeffding's inequality for a weighted sum, sqrt(log(2 / chance) * |w|**2 / 2)).

    Raises:
        InvalidInput: the method's noise is not one Laplace variable.
    """
    low, high = validate.interval(bounds)
    if isinstance(plan, EmpiricalPlan):
        return (high - low) * half_width(plan.noise_scale, plan.lean, level)
    half_chance = (1.0 - validate.within(level, 0.0, 1.0 - 1e-12, "level")) / 2.0
    if plan.answers_midpoint:
        return (high - low) / 2.0
    sampling = float(np.sqrt(np.log(2.0 / half_chance) * plan.sum_of_squares / 2.0))
    return noise_half_width(plan, bounds, 1.0 - half_chance) + (high - low) * sampling


@dataclass(frozen=True)
class MeanDecision:
    """Roots of mean squared errors of a mean over a profile's users, in the column's unit.

    Attributes:
        users: n.
        typical: for values that vary as the column does; not private.
        worst: for the worst values within the bounds; known before any value is seen.
        without_privacy: of the plain mean of as many values that vary as the column does.
    """

    users: int
    typical: float
    worst: float
    without_privacy: float


def decide(
    profile: PrivacyProfile, values: ArrayLike, bounds: tuple[float, float], outside: str = "clip"
) -> MeanDecision:
    """Return the error of a population's mean, by ADPM over users who are drawn from it.

    The sampling error, which is there without privacy too, is in all three.  Levels say nothing
    about values.

    Args:
        profile: the requested levels; the column says how values vary, not how many there are.
        values: (N,) of the column.
        bounds, outside: as in `centred`; its errors too.

    >>> public = PrivacyProfile(np.array([np.inf]), np.array([100.0]))
    >>> decide(public, [0.0, 10.0], (0.0, 10.0)).without_privacy
    0.5
    """
    scaled = centred(values, bounds, outside, "values of the column")
    low, high = validate.interval(bounds)
    plan = adpm_from_levels(profile.levels, profile.counts)
    variance = float(np.var(scaled))
    squares = (plan.mse(variance, float(np.mean(scaled))), plan.worst_case_mse)
    typical, worst = ((high - low) * math.sqrt(square) for square in squares)
    alone = (high - low) * math.sqrt(variance / profile.users)
    return MeanDecision(profile.users, typical, worst, alone)


def decide_these(
    profile: PrivacyProfile,
    values: ArrayLike,
    bounds: tuple[float, float],
    levels: ArrayLike | None = None,
    outside: str = "clip",
) -> MeanDecision:
    """Return the error of the mean of these users (`hetdp_core.mean.empirical`).

    Nobody is drawn, and nothing is assumed about whose values go with which levels.

    Args:
        profile, values, bounds, outside: as in `decide`.
        levels: (N,) requested by the person of each value; None where the profile's levels are
            assigned at random, over which `typical` is then a mean too.

    Raises:
        InvalidInput: not as many levels as values, one is not positive, or see `centred`.

    >>> these = decide_these(PrivacyProfile([1.0], [100.0]), [0.0, 10.0] * 50, (0.0, 10.0))
    >>> these.without_privacy, round(these.typical, 3), round(these.worst, 3)
    (0.0, 0.141, 0.141)
    """
    scaled = centred(values, bounds, outside, "values of the column")
    low, high = validate.interval(bounds)
    mean = float(np.mean(scaled))
    if levels is None:
        plan = empirical(profile.levels, profile.counts)
        variance = float(np.var(scaled, ddof=1)) if scaled.size > 1 else 0.0
        typical = plan.mse_against_sample(variance, mean)
    else:
        plan = empirical(levels)
        if plan.users != scaled.size:
            rule = f"must be given for each of {counted(scaled.size, 'value')}"
            raise InvalidInput("epsilon", rule, f"{plan.users:,}")
        off = float(np.sum(plan.weights * scaled)) - mean
        typical = off**2 * (abs(off) > ROUNDING) + plan.noise_variance
    typical, worst = ((high - low) * math.sqrt(square) for square in (typical, plan.worst_case_mse))
    return MeanDecision(plan.users, typical, worst, 0.0)
