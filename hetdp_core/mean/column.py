"""One column of a real dataset: its true mean, one private estimate, and every method's error.

Levels are assigned to people at random, and errors are averages over that.  Or people state their
own levels, and only the noise is chance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.mean.empirical import EmpiricalPlan, empirical
from hetdp_core.mean.equal_levels import RIVALS
from hetdp_core.mean.estimate import (
    ROUNDING,
    centred,
    count_outside,
    estimate,
    noise_half_width,
    total_half_width,
)
from hetdp_core.mean.methods import METHODS, SamplingPlan, nodes, plan
from hetdp_core.mean.plan import WORST_VARIANCE, MeanPlan
from hetdp_core.mean.saturation import adpm
from hetdp_core.outcomes import Outcomes, laplace_outcomes
from hetdp_core.profiles import PrivacyProfile
from hetdp_core.results import result
from hetdp_core.validate import FloatArray


def mse_with_own_levels(plan: MeanPlan | EmpiricalPlan, centred: FloatArray) -> float:
    """Return the exact MSE against the mean of these values, each at its own level.

    The expectation is over the noise, and for "sampling" over the users kept.  The error of a
    weighted mean is its squared bias plus the noise's variance at these values.

    Args:
        plan: of any method, per user (not per level).
        centred: (n,) on [-1/2, 1/2], user i's value in the place of user i's level in the plan.
    """
    if plan.counts is not None or centred.size != plan.epsilon.size:
        rule = f"must have one value per user ({plan.users:,})"
        raise InvalidInput("values", rule, f"{centred.size:,}")
    mean = float(np.mean(centred))
    if isinstance(plan, EmpiricalPlan):
        leans = float(np.sum(plan.weights * (centred - mean))) - (1.0 - plan.total_weight) * mean
        return leans**2 + plan.noise_variance
    if plan.answers_midpoint:
        return mean**2
    if isinstance(plan, SamplingPlan):
        missed = _missed_by_samples(plan.keep_probability, centred - mean)
    else:
        missed = float(np.sum(plan.weights * (centred - mean))) ** 2
    return missed + plan.noise_at(centred**2) + plan.empty_probability * mean**2


def _missed_by_samples(keep: FloatArray, apart: FloatArray) -> float:
    """Return E[(mean of `apart` over the K users kept)²; K > 0].

    1/K² is the integral of x e^{-xK} dx over x > 0, so all that is needed is
    E[(sum over those kept)² e^{-xK}].  That is E[e^{-xK}] times the mean square of the sum when
    user i is kept by chance q_i = p_i e^{-x} / (1 - p_i + p_i e^{-x}), independently.
    """
    some = keep > 0  # nobody else is ever in the sum
    chances, apart = keep[some], apart[some]
    square_of_sum = 0.0
    for x, width in nodes(max(float(np.sum(chances)), 1.0)):
        left = (1.0 - chances) + chances * np.exp(-x)
        tilted = chances * np.exp(-x) / left
        spread = float(np.sum(apart**2 * tilted * (1.0 - tilted)))
        square = float(np.sum(apart * tilted)) ** 2
        square_of_sum += width * x * float(np.exp(np.sum(np.log(left)))) * (spread + square)
    return square_of_sum


LOCAL = ("local", "ldpe")
"""Methods without a curator: about these people other weights than theirs are better
(`hetdp_core.mean.local.local_among`), so they are not compared there."""

LEVEL = 0.95
"""Chance covered by both intervals."""

EVERYBODY = "empirical"
"""In place of a method's key: the weights that are best for these people alone."""

NAMED: Mapping[str, tuple[str, str]] = {
    EVERYBODY: (
        "Equal share",
        "Nobody gets more than an equal share. Of all weights these have the smallest worst-case "
        "error for these people.",
    ),
    **{key: (method.title, method.idea) for key, method in METHODS.items()},
    **RIVALS,
}


BARS = 40


@result
class ColumnEstimate:
    """One private estimate of a column's mean, in the units of the column.

    About a population by ADPM, about these people by `hetdp_core.mean.empirical`.

    Attributes:
        true_mean: mean of the clipped values; known here because this is a
            demonstration, never part of a release.
        privacy_half_width: the noise alone stays within this with probability `LEVEL` (exact);
            about these people, noise and the pull to the middle together (a bound), as in a
            release.
        confidence_half_width: noise and sampling together, a bound; about these people the
            same as the other, because nobody is sampled.
        without_noise: the weighted mean that noise is added to (the middle of the range where
            that is answered); not to be released.
        histogram_edges, histogram_share: values within the bounds, in percent of them.
        spread: variance of the clipped values, as a share of the largest one within the bounds,
            0 to 1; not to be released.
        tuned_error: the error of ADPM if the column's variance were public knowledge and the
            weights tuned to it; over the same chances as `rms_error`.
        rms_error: root mean squared error against the true mean, by method, exact over the noise;
            and over the assignment of levels, where it is random. About these people the first one
            is `EVERYBODY`, by which they are estimated, and those of `LOCAL` are left out.
        worst_error: the same over all values within the bounds: with sampling where people are
            drawn, else over all orders of the values.  NaN for "sampling" then: no closed form is
            known.
        everybody: whether it is about these people.
    """

    users: int
    outside: int
    bounds: tuple[float, float]
    true_mean: float
    private_estimate: float
    privacy_half_width: float
    confidence_half_width: float
    without_noise: float
    noise_scale: float
    histogram_edges: FloatArray
    histogram_share: FloatArray
    spread: float
    tuned_error: float
    rms_error: dict[str, float]
    worst_error: dict[str, float]
    everybody: bool = False

    @property
    def privacy_interval(self) -> tuple[float, float]:
        """Where the answer would have been without noise, with probability `LEVEL`."""
        return self._around(self.privacy_half_width)

    @property
    def confidence_interval(self) -> tuple[float, float]:
        """Where the population mean lies, with at least this confidence."""
        return self._around(self.confidence_half_width)

    @property
    def lean(self) -> float:
        """Noiseless answer off the true mean, 0 where only by rounding; not to be released."""
        apart, width = abs(self.without_noise - self.true_mean), self.bounds[1] - self.bounds[0]
        return apart if apart > ROUNDING * width else 0.0

    @property
    def close_up(self) -> tuple[float, float]:
        """A range that holds both intervals and the true mean, with a margin."""
        low = min(self.confidence_interval[0], self.true_mean)
        high = max(self.confidence_interval[1], self.true_mean)
        margin = 0.06 * (high - low)
        return low - margin, high + margin

    @property
    def typical_error(self) -> float:
        """The root mean squared error of the estimate."""
        return self.rms_error[EVERYBODY if self.everybody else "adpm"]

    @property
    def best(self) -> str:
        return min(self.rms_error, key=lambda method: self.rms_error[method])

    def _around(self, half_width: float) -> tuple[float, float]:
        return self.private_estimate - half_width, self.private_estimate + half_width


def estimate_column(
    values: ArrayLike,
    bounds: tuple[float, float],
    profile: PrivacyProfile,
    *,
    rng: np.random.Generator,
    outside: str = "clip",
    everybody: bool = False,
) -> ColumnEstimate:
    """Estimate a column's mean and give every method's exact error.

    Args:
        values: (N,) of the column.
        bounds, outside: as in `centred`; its errors too.
        profile: the requested levels; stretched or shrunk to N users and assigned at random.
    """
    data = validate.as_floats(values, "values")
    scaled = centred(data, bounds, outside, "values of the column")
    levels = profile.resized(data.size).assigned(rng)
    mean, variance = float(np.mean(scaled)), _sample_variance(scaled)

    def error(plan: MeanPlan | EmpiricalPlan) -> float:
        return plan.mse_against_sample(variance, mean)

    return _estimate(data, scaled, bounds, levels, error, rng, outside, everybody)


def estimate_column_by_levels(
    values: ArrayLike,
    bounds: tuple[float, float],
    levels: ArrayLike,
    *,
    rng: np.random.Generator,
    outside: str = "clip",
    everybody: bool = False,
) -> ColumnEstimate:
    """Estimate a column's mean where each person says what she asks for.

    Nothing is assigned: levels go with values, and errors are over the noise alone.

    Args:
        values, bounds, outside, everybody: as in `estimate_column`.
        levels: (N,) level of the person of each value, > 0; infinity means public.

    Raises:
        InvalidInput: a level is not usable, there is not one for each value, or see `centred`.
    """
    data, epsilon = validate.as_floats(values, "values"), validate.epsilons(levels)
    if epsilon.size != data.size:
        rule = f"must be given for each of {data.size:,} values"
        raise InvalidInput("epsilon", rule, f"{epsilon.size:,}")
    scaled = centred(data, bounds, outside, "values of the column")

    def error(plan: MeanPlan | EmpiricalPlan) -> float:
        return mse_with_own_levels(plan, scaled)

    return _estimate(data, scaled, bounds, epsilon, error, rng, outside, everybody)


def _estimate(
    data: FloatArray,
    scaled: FloatArray,
    bounds: tuple[float, float],
    levels: FloatArray,
    error: Callable[[MeanPlan | EmpiricalPlan], float],
    rng: np.random.Generator,
    outside: str,
    everybody: bool,
) -> ColumnEstimate:
    """Return the estimate where person i has value i and level i; `error`: a plan's MSE."""
    solved = empirical(levels) if everybody else plan("adpm", levels)
    variance = float(np.clip(_sample_variance(scaled), 1e-9, WORST_VARIANCE))
    before_noise = 0.0 if solved.answers_midpoint else float(scaled @ solved.weights)
    low, high = validate.interval(bounds)
    within = noise_alone = total_half_width(solved, bounds, LEVEL)
    if isinstance(solved, MeanPlan):
        noise_alone = noise_half_width(solved, bounds, LEVEL)
    counts, edges = np.histogram(np.clip(data, low, high), BARS, (low, high))
    plans: dict[str, MeanPlan | EmpiricalPlan] = {EVERYBODY: solved} if everybody else {}
    plans |= {key: plan(key, levels) for key in METHODS if not (everybody and key in LOCAL)}
    if everybody:  # as a release with one level for all
        plans["uniform"] = empirical(np.full(levels.size, np.min(levels)))
    errors = {key: error(one) for key, one in plans.items()}
    errors = {key: mse if mse > ROUNDING**2 else 0.0 for key, mse in errors.items()}
    return ColumnEstimate(
        users=data.size,
        outside=count_outside(data, bounds),
        bounds=(low, high),
        true_mean=low + (high - low) * (float(np.mean(scaled)) + 0.5),
        private_estimate=estimate(data, solved, bounds, rng=rng, outside=outside),
        privacy_half_width=noise_alone,
        confidence_half_width=within,
        without_noise=low + (high - low) * (before_noise + 0.5),
        noise_scale=0.0 if solved.answers_midpoint else (high - low) * solved.noise_scale,
        histogram_edges=edges,
        histogram_share=100.0 * counts / data.size,
        spread=variance / WORST_VARIANCE,
        tuned_error=(high - low) * error(adpm(levels, variance)) ** 0.5,
        rms_error={method: (high - low) * mse**0.5 for method, mse in errors.items()},
        worst_error={key: (high - low) * _worst_mse(plans[key], everybody) ** 0.5 for key in plans},
        everybody=everybody,
    )


def _worst_mse(plan: MeanPlan | EmpiricalPlan, everybody: bool) -> float:
    """Return the largest MSE over all values within the bounds; NaN where it is not known."""
    if isinstance(plan, EmpiricalPlan) or plan.answers_midpoint or not everybody:
        return plan.worst_case_mse
    is_known = not isinstance(plan, SamplingPlan)
    return plan.affine_worst_case_mse_against_sample if is_known else np.nan


def twenty_estimates(
    estimate: ColumnEstimate, unit: str = "", *, rng: np.random.Generator
) -> Outcomes:
    """Return twenty estimates one might get from these values and levels; exact.

    Only the noise differs from one to the next, not the levels; `rng` puts them in an order, and
    `unit` is that of the column.
    """
    return laplace_outcomes(estimate.without_noise, estimate.noise_scale, rng=rng, unit=unit)


def _sample_variance(scaled: FloatArray) -> float:
    return float(np.var(scaled, ddof=1)) if scaled.size > 1 else 0.0
