"""From a plan and data to an answer, and what the answer may be off by."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.mean.plan import MeanPlan
from hetdp_core.validate import FloatArray


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
        name: what the values are called in errors.

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
    plan: MeanPlan,
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
        bounds: declared range (low, high) of the data.
        rng: source of all randomness.
        outside: what to do with values outside the bounds, "clip" or "refuse".

    Raises:
        InvalidInput: sizes do not match, or see `centred`.
    """
    _check_per_user(plan)
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
    validate.choice(plan.method, SINGLE_LAPLACE, "method")
    scale = 0.0 if plan.answers_midpoint else plan.noise_scale
    return (high - low) * scale * float(-np.log1p(-level))


SINGLE_LAPLACE = ("adpm", "uniform", "proportional", "fme", "threshold")
"""Methods whose answer is a weighted mean plus one Laplace variable."""


def total_half_width(plan: MeanPlan, bounds: Sequence[float], level: float = 0.95) -> float:
    """Return the half width of a confidence interval for the mean of the population.

    Noise and sampling together, as a bound that holds for any number of users and any
    distribution within the bounds: the failure chance is split evenly between the noise
    (exact Laplace quantile) and the sampling error (Hoeffding's inequality for a
    weighted sum, sqrt(log(2 / chance) * |w|**2 / 2)).

    Raises:
        InvalidInput: the method's noise is not one Laplace variable.
    """
    low, high = validate.interval(bounds)
    half_chance = (1.0 - validate.within(level, 0.0, 1.0 - 1e-12, "level")) / 2.0
    if plan.answers_midpoint:
        return (high - low) / 2.0
    sampling = float(np.sqrt(np.log(2.0 / half_chance) * plan.sum_of_squares / 2.0))
    return noise_half_width(plan, bounds, 1.0 - half_chance) + (high - low) * sampling


def _check_per_user(plan: MeanPlan) -> None:
    if plan.counts is not None:
        remedy = "make it with mean.plan, which takes one epsilon per user"
        raise InvalidInput("plan", "must be per user", "a plan per level", remedy)
