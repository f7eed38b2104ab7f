"""What a mean estimator will do, and how well: the plan, made before any data is seen.

A plan's answer may be shrunk towards the middle of the range afterwards (`Shrunk`): the same
privacy, and a smaller worst case.  c times an answer is computed from the answer alone, so it
keeps every guarantee (post-processing).
With S = sum of squared weights and noise variance N, its worst case on [-1/2, 1/2] is

    max( c**2 (S/4 + N),  c**2 N + (1 - c)**2 / 4 ),

least at c = min( (1/4) / (N + 1/4), 1 / (1 + sqrt(S)) ).  It is never worse than ADPM (c = 1) nor
than the middle (c = 0).  For public users it is the exact minimax value 1 / (4 (1 + sqrt(n))**2).

Clipped to the range as well, as every release is, it has a worst case of at most

    max over m of  E (clip(c m + noise) - m)**2 + c**2 S (1/4 - m**2),

which another c makes least (`clipped`).  Proofs: docs/beyond-the-papers.md, section 1.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import minimize_scalar

from hetdp_core.errors import InvalidInput
from hetdp_core.results import result
from hetdp_core.validate import FloatArray, real, within

WORST_VARIANCE = 0.25
"""Largest variance of a distribution on [-1/2, 1/2]."""

MIDPOINT_MSE = 0.25
"""Worst-case MSE of always answering the mid-point of the range."""

_ROUND_UP = 1.0 + 8.0 * sys.float_info.epsilon


@result
class MeanPlan:
    """Weights and noise of one estimator of a mean, for given privacy levels.

    Data are scaled to [-1/2, 1/2].  User i asks for epsilon_i-DP (natural log): replacing x_i alone
    changes the law of the answer by at most a factor e^{epsilon_i}.  The curator is trusted
    (central model), except for "local" and "ldpe".  The answer is sum_i weights_i x_i plus
    zero-mean noise.

    Attributes:
        method: name of the method, one of `hetdp_core.mean.METHODS`.
        epsilon: (n,) privacy asked, in the caller's order; infinity means public.
        weights: (n,) weight of each user; they sum to 1 (where `answers_midpoint` is True, the
            answer uses none of them).  With `counts`, the weight of *one* user at each level, so
            sum(counts * weights) is 1.
        noise_scale: scale eta of the Laplace noise, whose variance is 2 eta**2.
            For "local" and "ldpe": the scale of one Laplace variable with the same variance as
            all users' noises together.  For "sampling": at the expected sample size.
        saturation_level: tau, the largest privacy loss any user is exposed to;
            infinity when nobody saturates.
        privacy_given: (n,) the level each user really gets, at most epsilon; 0 for a
            user whose datum is not used.  For "sampling" it is not what users get but what
            its paper claims (see `privacy_as_claimed`).
        counts: None, or the number of users at each level.
        answers_midpoint: True when the affine answer could not beat the mid-point of
            the range: then the mid-point is answered and no datum is used.
    """

    method: str
    epsilon: FloatArray
    weights: FloatArray
    noise_scale: float
    saturation_level: float
    privacy_given: FloatArray
    counts: FloatArray | None = None
    answers_midpoint: bool = False

    @property
    def users(self) -> int:
        return self.epsilon.size if self.counts is None else int(np.sum(self.counts))

    @property
    def privacy_as_claimed(self) -> bool:
        """Whether `privacy_given` is its paper's claim alone: "sampling" (Erratum 4)."""
        return False

    @property
    def adds_one_laplace(self) -> bool:
        """Whether the answer is a weighted mean plus one Laplace variable."""
        return True

    @property
    def users_saturated(self) -> int:
        saturated = self.epsilon > self.saturation_level
        return int(np.sum(saturated if self.counts is None else self.counts[saturated]))

    @property
    def sum_of_squares(self) -> float:
        """Expected sum of squared weights: 1 / (effective number of users)."""
        return sum_of_squares(self.weights, self.counts)

    @property
    def noise_variance(self) -> float:
        """Exact variance of the noise; for "local" the largest."""
        return 2.0 * self.noise_scale**2

    def noise_at(self, squares: ArrayLike) -> float:
        """Return the exact variance of the noise at these squares; it differs in "local" only."""
        del squares
        return self.noise_variance

    @property
    def empty_probability(self) -> float:
        """Chance that no user is used at all, so 0 is answered."""
        return 0.0

    @property
    def affine_worst_case_mse(self) -> float:
        """J(w) of Eq. (8): worst-case MSE if the noisy answer is given; may exceed 1/4.

        The MSE v * sum_of_squares + noise_variance + empty_probability * m**2 is
        linear in m**2 along v = 1/4 - m**2, so its maximum is at one of the ends.
        """
        spread = max(self.sum_of_squares, self.empty_probability)
        return WORST_VARIANCE * spread + self.noise_variance

    @property
    def worst_case_mse(self) -> float:
        """Exact worst-case MSE over all distributions on [-1/2, 1/2].

        ADPM falls back on the mid-point where that is better, so this is
        min(J(w), 1/4); the other methods are taken as published: J(w).
        """
        return MIDPOINT_MSE if self.answers_midpoint else self.affine_worst_case_mse

    @property
    def affine_worst_case_mse_against_sample(self) -> float:
        """Worst-case MSE of the noisy answer against the mean of these n values.

        Over all values in [-1/2, 1/2] in any order: the worst ones go with the levels.  The
        weighted mean then differs from the plain one by `lean` (`mse_against_sample` takes levels
        to be assigned at random instead).
        """
        return self.lean**2 + self.noise_variance

    @property
    def lean(self) -> float:
        """How far the answer without noise may lie from the plain mean of these values; `lean`."""
        return lean(self.weights, self.counts)

    def mse(self, variance: float, mean: float = 0.0) -> float:
        """Return the exact MSE when the data are independent draws of one distribution.

        Args:
            variance: of the data on the [-1/2, 1/2] scale, from 0 to 1/4.
            mean: of the data on that scale; matters only where a method can
                fall back on answering 0.
        """
        variance = within(variance, 0.0, WORST_VARIANCE, "variance")
        mean = within(mean, -0.5, 0.5, "mean")
        return self._mse(variance * self.sum_of_squares, variance + mean**2, mean)

    def mse_against_sample(self, sample_variance: float, mean: float = 0.0) -> float:
        """Return the exact MSE against the mean of these n values: no sampling error.

        The expectation is over the noise and over a uniformly random assignment of privacy levels.
        Weights that sum to 1 then differ from the sample mean with a variance of S**2 * (sum of
        squared weights - 1/n).

        Args:
            sample_variance: S**2 with divisor n - 1, on the [-1/2, 1/2] scale.
            mean: sample mean on that scale.
        """
        if not real(sample_variance, "sample_variance") >= 0:
            raise InvalidInput("sample_variance", "must be zero or more", sample_variance)
        spread = self.sum_of_squares - (1.0 - self.empty_probability) / self.users
        squares = sample_variance * (1.0 - 1.0 / self.users) + mean**2
        return self._mse(sample_variance * max(spread, 0.0), squares, mean)

    def _mse(self, spread: float, squares: float, mean: float) -> float:
        if self.answers_midpoint:
            return mean**2
        return spread + self.noise_at(squares) + self.empty_probability * mean**2

    def release(
        self, centred: NDArray[np.floating], rng: np.random.Generator
    ) -> NDArray[np.float64]:
        """Return one answer per trial, (...), for data already scaled to [-1/2, 1/2].

        Args:
            centred: (..., n) data in the order of `epsilon`; leading axes are trials.
            rng: source of the noise (a simulation, not a hardened noise sampler).
        """
        trials = centred.shape[:-1]
        if self.answers_midpoint:
            return np.zeros(trials)
        return centred @ self.weights + laplace(self.noise_scale, rng, trials)


def sum_of_squares(values: FloatArray, counts: FloatArray | None = None) -> float:
    """Return sum(counts * values**2); `values @ values` would start threads of BLAS."""
    if counts is None:
        return float(np.einsum("i,i->", values, values))
    return float(np.einsum("i,i,i->", counts, values, values))


def lean(weights: FloatArray, counts: FloatArray | None = None) -> float:
    """Return how far a weighted mean may lie from the plain one, in widths of the range.

    The sum of (w_i - 1/n)_+.  It is attained where all users with more than an equal share have one
    end of the range and all others the other.  0 where everybody weighs the same.

    Args:
        weights: (n,) weights that sum to 1; with `counts`, those of one user at each level.
        counts: None, or the number of users at each level.

    >>> lean(np.array([0.5, 0.25, 0.25]))
    0.16666666666666669
    """
    many = np.ones_like(weights) if counts is None else counts
    return float(np.sum(many * np.maximum(weights - 1.0 / np.sum(many), 0.0)))


_Scale = TypeVar("_Scale", float, FloatArray)


def rounded_up(scale: _Scale) -> _Scale:
    """Return a slightly larger scale: w_i <= eta * epsilon_i holds in floating point too."""
    return scale * _ROUND_UP


def percent_error(mse: float) -> float:
    """Return an MSE on [-1/2, 1/2] as a typical error: its root, in percent of the range."""
    return 100.0 * math.sqrt(mse)


def laplace(scale: float, rng: np.random.Generator, size: tuple[int, ...]) -> NDArray[np.float64]:
    """Return Laplace noise of this scale; scale 0 (only public users) is exactly no noise."""
    return rng.laplace(0.0, scale, size) if scale > 0 else np.zeros(size)


@dataclass(frozen=True)
class Shrunk:
    """A weighted mean with noise, its distance to the middle of the range times a factor c.

    Attributes:
        factor: c, from 0 to 1.
        worst_case_mse: exact from `shrunk`, an upper bound from `clipped`.
    """

    factor: float
    worst_case_mse: float

    @property
    def percent_off(self) -> float:
        """How much is taken off the distance to the middle, in percent."""
        return 100.0 * (1.0 - self.factor)


def shrunk(plan: MeanPlan) -> Shrunk:
    """Return ADPM's affine answer, not clipped, shrunk by the factor with the least worst case.

    Whether the plan would answer the mid-point has no part in it.

    >>> from hetdp_core.mean.saturation import adpm
    >>> round(shrunk(adpm([float("inf")] * 100)).worst_case_mse * 4 * (1 + 10) ** 2, 9)
    1.0
    """
    spread, noise = plan.sum_of_squares, plan.noise_variance
    factor = min(WORST_VARIANCE / (noise + WORST_VARIANCE), 1.0 / (1.0 + math.sqrt(spread)))
    return Shrunk(factor, shrunk_mse(factor, spread, noise))


def shrunk_mse(factor: float, sum_of_squares: float, noise_variance: float) -> float:
    """Return the exact worst-case MSE of `factor` (0 to 1) times a noisy weighted mean."""
    noise = factor**2 * noise_variance
    at_the_ends = (1.0 - factor) ** 2 * WORST_VARIANCE  # all values alike, at a bound
    return noise + max(factor**2 * sum_of_squares * WORST_VARIANCE, at_the_ends)


_MEANS, _ALL_MEANS = np.linspace(0.0, 0.5, 65), np.linspace(0.0, 0.5, 4097)


def clipped(plan: MeanPlan) -> Shrunk:
    """Return ADPM's affine answer, shrunk and clipped to the range, by about the best factor.

    >>> from hetdp_core.mean.saturation import adpm
    >>> plan = adpm([0.5] * 10)
    >>> clipped(plan).worst_case_mse < shrunk(plan).worst_case_mse
    True
    """
    known, spread, scale = shrunk(plan), plan.sum_of_squares, plan.noise_scale
    if not _clipping_matters(known.worst_case_mse, scale):
        return known
    factors = np.geomspace(known.factor / 4.0, 1.0, 33)
    worst = np.max(_at_means(factors[:, None], spread, scale, _MEANS), axis=-1)
    best = int(np.argmin(worst))
    search = minimize_scalar(
        lambda factor: float(np.max(_at_means(np.asarray(factor), spread, scale, _MEANS))),
        bounds=(factors[max(best - 1, 0)], factors[min(best + 1, factors.size - 1)]),
        method="bounded",
        options={"xatol": 1e-6},
    )
    mse = clipped_mse(float(search.x), spread, scale)
    return Shrunk(float(search.x), mse) if mse < known.worst_case_mse else known


def clipped_mse(factor: float, sum_of_squares: float, noise_scale: float) -> float:
    """Return an upper bound on the worst-case MSE of such an answer, clipped to the range.

    Between two means tried, a distance d apart, the bound exceeds the larger of both by at most
    d**2 / 8 times minus its least second derivative.

    Args:
        factor, sum_of_squares: see `shrunk_mse`, which is never exceeded.
        noise_scale: of the Laplace noise.
    """
    plain = shrunk_mse(factor, sum_of_squares, 2.0 * noise_scale**2)
    if not _clipping_matters(plain, noise_scale):
        return plain
    tried = _at_means(np.asarray(factor), sum_of_squares, noise_scale, _ALL_MEANS)
    bend = factor * (1.0 + factor) / math.e + 2.0 * factor**2 * sum_of_squares
    between = (0.5 / (_ALL_MEANS.size - 1)) ** 2 / 8.0 * bend
    return min(plain, float(np.max(tried)) + between)


def _clipping_matters(mse: float, noise_scale: float) -> bool:
    return mse > 1e-4 and 0.0 < noise_scale < 100.0  # else clipping brings next to nothing


def _at_means(
    factor: FloatArray, sum_of_squares: float, noise_scale: float, means: FloatArray
) -> FloatArray:
    """Return E (clip(c m + noise) - m)**2 + c**2 S (1/4 - m**2) at means m of 0 or more."""
    scale = factor * noise_scale
    above, below = (0.5 - factor * means) / scale, (0.5 + factor * means) / scale
    bias = (1.0 - factor) * means
    cut_above, cut_below = np.exp(-above), np.exp(-below)
    squared = 2.0 - (1.0 + above) * cut_above - (1.0 + below) * cut_below
    moved = cut_below - cut_above
    sampled = factor**2 * sum_of_squares * (0.25 - means**2)
    return np.asarray(scale**2 * squared - bias * scale * moved + bias**2 + sampled)
