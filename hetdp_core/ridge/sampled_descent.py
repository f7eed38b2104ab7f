"""Gradient descent with noise, where each record takes part in a step with a chance of its own.

Variant "Sample" of Boenisch, Mühl, Dziedzic, Rinberg and Papernot 2023; `gradient_descent` has
"Scale", and says what both share: the steps, T, α, β and the limit τ of levels.  Here step t makes

    S_t = Σ B_it clip(r x_i, c) + N(0, σ² I),   B_it = 1 with chance p_i, else 0, all independent,

with one length c for all, and takes S_t / Σp for the mean gradient.  So a step expects the gradient
of the regression with weights p_i / Σp, as their plain sampling does.  Dividing each term by its
p_i would weigh all alike, at the price of noise that strict records make large.

Promise: (ε_i, δ)-DP for record i with δ = `DELTA`, when that record is replaced.  Neither who took
part nor how many is released.  s = c / σ is that of a record which always takes part and has
Gaussian level 2 s sqrt T = max min(μ_i, τ): records of that level, public ones too, take part in
each step. For all others `chances` finds p_i for s and T.  Both look at levels alone, which are
public. c is the longest of "Scale": with equal levels all always take part, and both are alike.
"""

from __future__ import annotations

import math

import numpy as np

from hetdp_core.conversions import gaussian_level
from hetdp_core.results import result
from hetdp_core.ridge.chances import chances
from hetdp_core.ridge.gradient_descent import CLIP, STEPS, clipped_sums, curve_of, descend
from hetdp_core.ridge.loss_inputs import CHUNK_VALUES, LossInputs, MethodCurve
from hetdp_core.ridge.noise import SAFETY
from hetdp_core.ridge.noisy_sums import DELTA, saturated
from hetdp_core.ridge.problem import RidgeProblem
from hetdp_core.ridge.weights import after_rounding
from hetdp_core.validate import FloatArray

LEAST_NOISE = 1.0
"""σ over c, at least: with less, chances of strict records would be rounded down too far."""


@result
class SampledDescent:
    """Who takes part, and what hides them.

    Attributes:
        chances: (n,) p_i, with which each record takes part in a step.
        clip: c, the longest half gradient that a record may add to a sum.
        noise: σ, the standard deviation of the noise on each entry of a sum.
    """

    chances: FloatArray
    clip: float
    noise: float


def sampled_descent_of(problem: RidgeProblem, epsilon: FloatArray) -> SampledDescent:
    """Return chances and noise for (n,) checked levels; no noise if all records are public.

    Raises:
        InvalidInput: more records than floats can add up, see `after_rounding`.
    """
    bounds, n = problem.bounds, problem.rows
    levels, always = saturated(gaussian_level(epsilon, DELTA), 4.0 * bounds.dimension), np.ones(n)
    if np.isinf(levels[0]):
        return SampledDescent(always, math.inf, 0.0)
    most = min(float(np.max(levels)), 2.0 * math.sqrt(STEPS) / LEAST_NOISE)
    shift = most / (2.0 * math.sqrt(STEPS))
    rarer = levels < most
    if np.any(rarer):
        always[rarer] = chances(epsilon[rarer], DELTA, shift, STEPS)
    clip = CLIP * bounds.row_norm * bounds.label
    used = SAFETY * after_rounding(1.0, 1.0 / n, n, bounds.dimension)
    return SampledDescent(always, clip, clip / (shift * used))


def _descent(inputs: LossInputs) -> SampledDescent:
    problem, levels = inputs.problem, inputs.epsilon
    key = ("sampled descent", levels.tobytes())
    return problem.remembered(key, lambda: sampled_descent_of(problem, levels))


def _released(
    inputs: LossInputs, lams: FloatArray, draws: int, rng: np.random.Generator
) -> FloatArray:
    """Return (draws, L, d) coefficients, each draw's with the same randomness at every λ."""
    problem, d, descent = inputs.problem, inputs.problem.bounds.dimension, _descent(inputs)
    clips, expected = np.full(problem.rows, descent.clip), float(np.sum(descent.chances))

    def mean_gradient(theta: FloatArray) -> FloatArray:
        present = rng.random((problem.rows, draws)) < descent.chances[:, None]
        sums = clipped_sums(problem, theta.reshape(d, -1), clips, present).reshape(theta.shape)
        return (sums + descent.noise * rng.standard_normal((d, 1, draws))) / expected

    return descend(problem.bounds, lams, draws, mean_gradient)


def sampled_curve(inputs: LossInputs) -> MethodCurve:
    """Return both losses along λ; see `curve_of`."""
    descent = _descent(inputs)
    expected = float(np.sum(descent.chances))
    return curve_of(_released, inputs, expected / descent.noise if descent.noise else math.inf)


def sampled_coefficients(inputs: LossInputs, releases: int, rng: np.random.Generator) -> FloatArray:
    """Return (releases, d) released coefficients at one λ."""
    together = max(1, CHUNK_VALUES // inputs.problem.rows)
    parts = [
        _released(inputs, inputs.lams, min(together, releases - first), rng)[:, 0]
        for first in range(0, releases, together)
    ]
    return np.concatenate(parts)
