"""Gradient descent with noise, where each record's gradient is clipped to a length of its own.

Variant "Scale" of Boenisch, Mühl, Dziedzic, Rinberg and Papernot 2023, "Have it your way:
individualized privacy assignment for DP-SGD", for ridge regression with all records in each step.

Promise: (ε_i, δ)-DP for record i with δ = `DELTA`, when that record is replaced, as for noisy sums.
With r = y_i - θᵀx_i, the half gradient of a record is -r x_i.  Step t = 1 ... T, T = `STEPS`, makes

    S_t = Σ clip(r x_i, c_i) + N(0, σ² I),   clip(v, c) = v min(1, c / |v|),
    m_t = β m_{t-1} + α (S_t / n - λ θ_{t-1}),   θ_t = θ_{t-1} + m_t,   θ_0 = m_0 = 0,

and θ_T is released.  Let μ_i be the largest Gaussian level within (ε_i, δ), s_i = min(μ_i, τ) and
c_i = s_i σ / (2 sqrt T).  Replacing record i moves a sum by at most 2 c_i, for any θ.  Given the
steps before, a step has Gaussian level 2 c_i / σ, and T steps have sqrt T times as much (Dong, Roth
and Su 2022, Corollary 3.3), that is s_i exactly.  All else is computed from the noisy sums.

T, α, β, λ, n, τ and all c_i are public: no choice looks at a record.  The largest c_i is `CLIP`
times R L, the longest half gradient at θ = 0.  α and β are those of the heavy ball (Polyak 1964)
for curvatures from h + λ to R² + λ, h = R² / (`FLAT` d): stable, as none exceeds R² + λ. τ is that
of a mean of d numbers with Gaussian noise (`mean.noises`: Σ μ_i (τ - μ_i)⁺ = 4 d). Without privacy
nothing is clipped, and θ_T is about plain ridge regression; clipping biases it.

Their variant "Sample" stands in `sampled_descent`, and takes its steps from here.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from hetdp_core.conversions import gaussian_level
from hetdp_core.results import result
from hetdp_core.ridge.loss_inputs import LossInputs, MethodCurve
from hetdp_core.ridge.noise import SAFETY
from hetdp_core.ridge.noisy_sums import DELTA, FEWEST_DRAWS, saturated
from hetdp_core.ridge.objective import moments_of_draws
from hetdp_core.ridge.problem import DeclaredBounds, RidgeProblem
from hetdp_core.ridge.quadratic import LossMoments
from hetdp_core.ridge.weights import after_rounding
from hetdp_core.validate import FloatArray

STEPS = 20
"""T.  With `CLIP` and `FLAT` about the best in simulations on five datasets, moving no promise."""

CLIP = 0.2

FLAT = 8.0

MOST_LAMBDAS = 20
"""λ at which descent is simulated; losses in between lie on lines in log λ."""

MOST_WORK = 200_000_000
"""Of runs times steps times features, so a curve takes about 150 ms."""

BLOCK = 2**17
"""Residuals held at a time."""

Released = Callable[[LossInputs, FloatArray, int, np.random.Generator], FloatArray]
"""(draws, L, d) coefficients at (L,) λ, each draw's with the same randomness at every λ."""


@result
class Descent:
    """The sums and the noise of each step.

    Attributes:
        levels: (n,) s_i, the Gaussian level that each record gets in all steps together.
        clips: (n,) c_i, the longest half gradient that each record may add to a sum.
        noise: σ, the standard deviation of the noise on each entry of a sum.
    """

    levels: FloatArray
    clips: FloatArray
    noise: float


def descent_of(problem: RidgeProblem, epsilon: FloatArray) -> Descent:
    """Return clipping and noise for (n,) checked levels; neither if all records are public.

    Raises:
        InvalidInput: levels are too unequal for floats, see `after_rounding`.
    """
    bounds = problem.bounds
    levels = saturated(gaussian_level(epsilon, DELTA), 4.0 * bounds.dimension)
    if np.isinf(levels[0]):
        return Descent(levels, levels, 0.0)
    clips = CLIP * bounds.row_norm * bounds.label * (levels / np.max(levels))
    share = float(np.min(levels) / np.sum(levels))
    used = SAFETY * after_rounding(1.0, share, levels.size, bounds.dimension)
    noise = 2.0 * math.sqrt(STEPS) * float(np.max(clips) / np.max(levels)) / used
    return Descent(levels, clips, noise)


def clipped_sums(
    problem: RidgeProblem,
    theta: FloatArray,
    clips: FloatArray,
    present: NDArray[np.bool_] | None = None,
) -> FloatArray:
    """Return (d, K) sums of clipped half gradients, turned downhill, at (d, K) coefficients.

    Clipping r x to length c is clipping r to c / |x|.  Of (n, M) records those present are summed,
    M a divisor of K: in columns M apart they are the same.
    """
    lengths = np.sqrt(np.einsum("ij,ij->i", problem.X, problem.X))
    most = np.divide(clips, lengths, out=np.full_like(lengths, np.inf), where=lengths > 0)
    sums, together = np.zeros_like(theta), max(1, BLOCK // theta.shape[1])
    for start in range(0, problem.rows, together):
        part = slice(start, start + together)
        rows, bound = problem.X[part], most[part, None]
        residuals = rows @ theta
        np.subtract(problem.y[part, None], residuals, out=residuals)
        np.clip(residuals, -bound, bound, out=residuals)
        if present is not None:
            columns = residuals.reshape(len(rows), -1, present.shape[1])
            columns *= present[part, None, :]
        sums += rows.T @ residuals
    return sums


def descend(
    bounds: DeclaredBounds,
    lams: FloatArray,
    draws: int,
    mean_gradient: Callable[[FloatArray], FloatArray],
) -> FloatArray:
    """Return (draws, L, d) coefficients after all steps.

    mean_gradient: of half gradients, turned downhill, with noise, at (d, L, draws) coefficients.
    """
    steepest, penalty = bounds.row_norm**2, lams[:, None]
    steep, flat = (
        np.sqrt(steepest + penalty),
        np.sqrt(steepest / (FLAT * bounds.dimension) + penalty),
    )
    rate, kept = (2.0 / (steep + flat)) ** 2, ((steep - flat) / (steep + flat)) ** 2
    theta = np.zeros((bounds.dimension, lams.size, draws))
    moved = np.zeros_like(theta)
    for _ in range(STEPS):
        moved = kept * moved + rate * (mean_gradient(theta) - penalty * theta)
        theta = theta + moved
    return theta.transpose(2, 1, 0)


def _released(
    inputs: LossInputs, lams: FloatArray, draws: int, rng: np.random.Generator
) -> FloatArray:
    problem, d = inputs.problem, inputs.problem.bounds.dimension
    descent = descent_of(problem, inputs.epsilon)

    def mean_gradient(theta: FloatArray) -> FloatArray:
        sums = clipped_sums(problem, theta.reshape(d, -1), descent.clips).reshape(theta.shape)
        return (sums + descent.noise * rng.standard_normal((d, 1, draws))) / problem.rows

    return descend(problem.bounds, lams, draws, mean_gradient)


def curve_of(released: Released, inputs: LossInputs, rate: float) -> MethodCurve:
    """Return both losses, simulated at `MOST_LAMBDAS` λ at most with draws that these share.

    rate: of the noise in a mean gradient, one over its standard deviation.
    """
    problem, lams = inputs.problem, inputs.lams
    order = np.unique(lams)
    some = np.unique(np.linspace(0, order.size - 1, MOST_LAMBDAS).round().astype(np.intp))
    nodes = order[some]
    runs = MOST_WORK // (problem.X.size * STEPS)
    draws = max(FEWEST_DRAWS, min(inputs.draws, runs // nodes.size))
    theta = released(inputs, nodes, draws, inputs.generator(5))
    plain = problem.test_loss.at(theta).T
    penalty = nodes[:, None] * np.sum(theta**2, axis=-1).T

    def along(losses: FloatArray) -> LossMoments:
        found = moments_of_draws(losses, np.full(nodes.size, rate))
        values = (found.mean, found.std, found.standard_error)
        return LossMoments(*(np.interp(np.log(lams), np.log(nodes), each) for each in values))

    return MethodCurve(
        lams,
        along(plain),
        along(plain + penalty),
        np.full(lams.size, rate),
        np.ones(lams.shape, dtype=np.bool_),
    )


def descent_curve(inputs: LossInputs) -> MethodCurve:
    """Return both losses along λ; see `curve_of`."""
    noise = descent_of(inputs.problem, inputs.epsilon).noise
    return curve_of(_released, inputs, inputs.problem.rows / noise if noise > 0 else math.inf)


def descent_coefficients(inputs: LossInputs, releases: int, rng: np.random.Generator) -> FloatArray:
    """Return (releases, d) released coefficients at one λ."""
    return _released(inputs, inputs.lams, releases, rng)[:, 0]
