"""The mean of these people: weights and noise when nothing is assumed about their values.

ADPM answers for a population from which people come, with requests that say nothing about values.
Here the question is the mean of n given values x in [-1/2, 1/2]**n, in any order.  The answer sum_i
w_i x_i + Laplace(eta) with w_i <= eta epsilon_i gives user i epsilon_i-DP, and over all tables its
largest mean squared error is

    f = (1/2 sum_i |1/n - w_i|)**2 + 2 eta**2,

attained where everybody has the same end of the range.  For a given eta the best weights are
min(1/n, eta epsilon_i): nobody counts more than an equal share.  With tau = 1 / (n eta), user i is
exposed to min(epsilon_i, tau).  So weights saturate again.  The missing weight pulls the answer
towards the middle of the range.

f is convex in eta.  Where the K strictest users stay below tau, with the sum E of their levels, its
derivative is 0 at tau_K = (8/E + E) / K.  The derivative at the strict end of a piece has the sign
of tau_K - epsilon_K.  So the optimum is in the last piece with epsilon_K < tau_K: at tau_K, or at
the next level if that comes first.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hetdp_core import validate
from hetdp_core.mean.plan import laplace, percent_error, rounded_up, sum_of_squares
from hetdp_core.mean.saturation import NOISE_PRICE
from hetdp_core.results import result
from hetdp_core.validate import FloatArray


@result
class EmpiricalPlan:
    """Weights and noise of an answer about n given people, on the [-1/2, 1/2] scale.

    Replacing user i's value alone changes the law of the answer by at most a factor
    e^{epsilon_i}; n and the levels are public, and the curator is trusted.

    Attributes:
        epsilon: (n,) privacy asked, in the caller's order; infinity means public.
        weights: (n,) of each user, at most 1/n.  With `counts`, of one user at each level.
        noise_scale: scale eta of the Laplace noise; 0 if everybody is public.
        saturation_level: tau, the largest privacy loss any user is exposed to; infinity where
            there is no noise.
        privacy_given: (n,) the level each user really gets, min(epsilon, tau).
        counts: None, or the number of users at each level.
    """

    epsilon: FloatArray
    weights: FloatArray
    noise_scale: float
    saturation_level: float
    privacy_given: FloatArray
    counts: FloatArray | None = None

    @property
    def users(self) -> int:
        return self.epsilon.size if self.counts is None else int(np.sum(self.counts))

    @property
    def users_saturated(self) -> int:
        saturated = self.epsilon > self.saturation_level
        return int(np.sum(saturated if self.counts is None else self.counts[saturated]))

    @property
    def answers_midpoint(self) -> bool:
        """Never: where levels are strict, weights shrink, and the answer with them."""
        return False

    @property
    def total_weight(self) -> float:
        """Sum of all weights, at most 1: the share kept of a mean's distance to the middle."""
        many = 1.0 if self.counts is None else self.counts
        return float(np.sum(many * self.weights))

    @property
    def lean(self) -> float:
        """How far the answer without noise may lie from the mean, in widths of the range."""
        if np.isinf(self.saturation_level):  # nothing is left over but rounding
            return 0.0
        return 0.5 * max(1.0 - self.total_weight, 0.0)

    @property
    def noise_variance(self) -> float:
        return 2.0 * self.noise_scale**2

    @property
    def worst_case_mse(self) -> float:
        """f: the exact largest mean squared error over all tables of n values."""
        return self.lean**2 + self.noise_variance

    @property
    def worst_case_error(self) -> float:
        """Its root, in percent of the range of the data."""
        return percent_error(self.worst_case_mse)

    def mse_against_sample(self, sample_variance: float, mean: float = 0.0) -> float:
        """Return the exact MSE against the mean of these n values, levels assigned at random.

        Args:
            sample_variance: with divisor n - 1, on the [-1/2, 1/2] scale.
        """
        total = self.total_weight  # differences first: sums of squares would cancel
        spread = sum_of_squares(self.weights - total / self.users, self.counts)
        return sample_variance * spread + ((1.0 - total) * mean) ** 2 + self.noise_variance

    def release(
        self, centred: NDArray[np.floating], rng: np.random.Generator
    ) -> NDArray[np.float64]:
        """Return answers for (..., n) data on [-1/2, 1/2] in the order of `epsilon`.

        rng : source of the noise (a simulation, not a hardened noise sampler).
        """
        return centred @ self.weights + laplace(self.noise_scale, rng, centred.shape[:-1])


def half_width(noise_scale: float, lean: float, chance: float) -> float:
    """Return the half width that noise and a lean of at most this keep together, with this chance.

    Exact for the worst values: then |noise + lean| exceeds h >= lean with chance
    e^{-h / scale} cosh(lean / scale).

    >>> round(half_width(1.0, 0.0, 0.95), 3), round(half_width(1.0, 0.5, 0.95), 3)
    (2.996, 3.116)
    """
    if noise_scale == 0.0:
        return lean
    above = math.log1p(math.exp(-2.0 * lean / noise_scale)) - math.log(2.0)
    return lean + noise_scale * (above - math.log1p(-chance))  # ln cosh is above + its argument


def empirical(epsilon: ArrayLike, counts: ArrayLike | None = None) -> EmpiricalPlan:
    """Return the weighted mean with Laplace noise whose largest error over all tables is least.

    O(n log n) for one sort, O(n) after it.

    Args:
        epsilon: (n,) levels > 0 in any order, or (K,) with `counts`; infinity means public.
        counts: (K,) users at each level, whole numbers >= 0, at least one positive.

    Raises:
        InvalidInput: epsilon is empty, not positive or NaN, or counts do not fit.

    >>> plan = empirical([0.5] * 400)      # equal levels: 2 / (8 + (n epsilon)**2)
    >>> round(plan.worst_case_mse * (8 + 200.0**2), 9)
    2.0
    >>> empirical([0.01, 1.0], [10, 90]).saturation_level
    1.0
    """
    levels = validate.epsilons(epsilon)
    users = None
    if counts is not None:
        users = validate.counts(counts, levels.size).astype(np.float64)
    many = np.ones(levels.size) if users is None else users
    total = float(np.sum(many))
    tau = _saturation_level(levels, many)
    noise_scale = 0.0 if np.isinf(tau) else rounded_up(1.0 / (total * tau))
    capped = np.minimum(levels, tau)
    weights = np.full(levels.size, 1.0 / total) if np.isinf(tau) else capped / (total * tau)
    return EmpiricalPlan(levels, weights, noise_scale, tau, capped, users)


def _saturation_level(epsilon: FloatArray, counts: FloatArray) -> float:
    """Return tau; infinity if everybody is public."""
    order = np.argsort(epsilon, kind="stable")
    order = order[(counts[order] > 0) & np.isfinite(epsilon[order])]
    if not order.size:
        return np.inf
    levels = epsilon[order]
    below = np.cumsum(counts[order])
    exposure = np.cumsum(counts[order] * levels)
    best = (NOISE_PRICE / exposure + exposure) / below
    # The strictest always are below theirs, if only by what rounding hides.
    last = int(np.max(np.flatnonzero(levels < best), initial=0))
    following = np.append(levels, np.inf)[last + 1]
    return float(min(best[last], following))
