"""Noisy sums: all sums of products with Gaussian noise, and ridge regression from these alone.

Known as sufficient statistics perturbation (Vu & Slavkovic 2009), with ridge and a noisy matrix
kept positive semidefinite as in AdaSSP (Wang 2018); here with personal weights.

Promise: (ε_i, δ)-DP for record i with δ = `DELTA`, when that record is replaced; the other private
methods keep pure ε_i.  With s_i = min(μ_i, τ), μ_i the largest Gaussian level within (ε_i, δ), and
w_i = s_i / Σs, let z = (x, a y), so |z|² <= K = R² + a² L² for every record.  Released are

    XᵀWX + E and XᵀWy + e,  E symmetric, sd σ off its diagonal and sqrt(2) σ on it,  sd of e: σ / a,

that is, entries of Σ w_i z zᵀ with noise of sd sqrt(2) σ in the Frobenius norm, in which an entry
off the diagonal counts twice.  Replacing record i moves them by at most w_i |z zᵀ - z'z'ᵀ| <=
w_i sqrt(2) K, since |z zᵀ - z'z'ᵀ|² = |z|⁴ + |z'|⁴ - 2 (zᵀz')² <= 2 K².  So σ = K / Σs gives
record i exactly Gaussian level w_i K / σ = s_i <= μ_i, for any τ that is public.  All that is
fitted from the sums, at every λ, costs nothing more.

τ is that of a mean of m numbers with Gaussian noise (`mean.noises`: Σ μ_i (τ - μ_i)⁺ = 4 m), at a
price `LESS_SPREAD` times as high, because products of records spread less than the worst case.

With an intercept the last of the diagonal is known to be 1, and the last of XᵀWy is the mean
label m.  Then ridge may also shrink towards m in place of 0, from the same sums:

    θ = m e + (A⁺ + λ I)⁻¹ (c - A m e),   e the intercept.
"""

from __future__ import annotations

import math

import numpy as np

from hetdp_core.conversions import gaussian_level
from hetdp_core.mean.saturation import saturation_level
from hetdp_core.results import result
from hetdp_core.ridge.loss_inputs import CHUNK_VALUES, LossInputs, MethodCurve
from hetdp_core.ridge.noise import SAFETY
from hetdp_core.ridge.objective import moments_of_draws
from hetdp_core.ridge.problem import RidgeProblem
from hetdp_core.ridge.weights import MOST_APART, after_rounding, spectrum
from hetdp_core.validate import FloatArray

DELTA = 1e-6
"""δ of the promise."""

LESS_SPREAD = 10.0
"""Moves τ alone, never the promise: in simulations on five datasets about the best."""

MOST_WORK = 4_000_000
"""Of draws times d³, so a curve takes a fraction of a second; at least `FEWEST_DRAWS`."""

FEWEST_DRAWS = 8


@result
class Sums:
    """The released sums, before noise.

    Attributes:
        gram: (d, d) XᵀWX.
        cross: (d,) XᵀWy.
        noise: σ, the standard deviation of the noise on a product of two features.
        label_noise: σ / a, of that on a product with the label.
        levels: (n,) s_i, the Gaussian level that each record gets.
    """

    gram: FloatArray
    cross: FloatArray
    noise: float
    label_noise: float
    levels: FloatArray


def sums_of(problem: RidgeProblem, epsilon: FloatArray) -> Sums:
    """Return the weighted sums and their noise for (n,) checked levels.

    Raises:
        InvalidInput: levels are too unequal for floats, see `after_rounding`.
    """
    bounds, d = problem.bounds, problem.bounds.dimension
    sums = d * (d + 3) // 2 - problem.intercept
    levels = saturated(gaussian_level(epsilon, DELTA), 4.0 * sums * LESS_SPREAD)
    weights, budget = np.full(levels.size, 1.0 / levels.size), math.inf
    if np.isfinite(levels[0]):
        weights = levels / np.sum(levels)
        least = float(np.min(weights))
        budget = SAFETY * after_rounding(float(np.sum(levels)), least, levels.size, d + 1)
    longest = 1.5 * bounds.row_norm**2  # K with a label as long as R / sqrt(2)
    noise, scale = longest / budget, bounds.row_norm / (math.sqrt(2.0) * bounds.label)
    weighted = problem.X.T * weights
    return Sums(weighted @ problem.X, weighted @ problem.y, noise, noise / scale, levels)


def saturated(levels: FloatArray, price: float) -> FloatArray:
    """Return min(μ_i, τ), Σ μ_i (τ - μ_i)⁺ = price: finite if any is, and within `MOST_APART` of
    the strictest."""
    ordered = np.sort(levels)
    if np.isinf(ordered[0]):
        return levels
    top = saturation_level(ordered, noise_price=price)
    return np.minimum(levels, min(top, MOST_APART * ordered[0]))


def _sums(inputs: LossInputs) -> Sums:
    problem, levels = inputs.problem, inputs.epsilon
    return problem.remembered(("sums", levels.tobytes()), lambda: sums_of(problem, levels))


def _released(
    inputs: LossInputs, towards_mean: bool, draws: int, rng: np.random.Generator
) -> FloatArray:
    """Return (draws, L, d) coefficients, each draw's from the same noisy sums at every λ."""
    problem, sums = inputs.problem, _sums(inputs)
    d = sums.cross.size
    noise = rng.standard_normal((draws, d, d))
    gram = sums.gram + sums.noise / math.sqrt(2.0) * (noise + noise.swapaxes(1, 2))
    cross = sums.cross + sums.label_noise * rng.standard_normal((draws, d))
    start = np.zeros((draws, d))
    if problem.intercept:
        gram[:, -1, -1] = 1.0
        if towards_mean:
            start[:, -1] = np.clip(cross[:, -1], *problem.label_range)
    rest = cross - np.einsum("mij,mj->mi", gram, start)
    theta: FloatArray = start[:, None, :] + spectrum(gram, rest).path(inputs.lams)
    return theta


def sums_curve(inputs: LossInputs, towards_mean: bool) -> MethodCurve:
    """Return both losses averaged over draws of the noise, which all λ share.

    towards_mean: shrink towards the released mean label, where there is an intercept.
    """
    d, lams, loss = inputs.problem.bounds.dimension, inputs.lams, inputs.problem.test_loss
    draws = max(FEWEST_DRAWS, min(inputs.draws, MOST_WORK // d**3))
    theta = _released(inputs, towards_mean, draws, inputs.generator(4))
    plain = loss.at(theta).T
    penalty = lams[:, None] * np.sum(theta**2, axis=-1).T
    noise = _sums(inputs).noise
    rate = np.full(lams.size, 1.0 / noise if noise > 0 else np.inf)
    return MethodCurve(
        lams,
        moments_of_draws(plain, rate),
        moments_of_draws(plain + penalty, rate),
        rate,
        np.ones(lams.shape, dtype=np.bool_),
    )


def sums_coefficients(
    inputs: LossInputs, towards_mean: bool, releases: int, rng: np.random.Generator
) -> FloatArray:
    """Return (releases, d) released coefficients at one λ."""
    together = max(1, CHUNK_VALUES // inputs.problem.bounds.dimension**2)
    parts = [
        _released(inputs, towards_mean, min(together, releases - first), rng)[:, 0]
        for first in range(0, releases, together)
    ]
    return np.concatenate(parts)
