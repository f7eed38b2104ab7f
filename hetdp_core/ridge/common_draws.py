"""Test losses of many releases, from noise that all λ and all settings have in common.

The noise of a release is noise of rate 1, divided by its rate η.  With θ the coefficients without
it, b the former, and the test loss L(θ) = θᵀGθ - 2cᵀθ + L(0), output perturbation has

    L(θ + b/η) = L(θ) + (2/η) (Gθ - c)ᵀb + (1/η²) bᵀGb.

Neither b nor bᵀGb depends on λ, on the levels, or on how noise is calibrated: the first is
remembered by its seed, the second by the problem, and a new λ takes one product with a vector.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hetdp_core.outcomes import ENDS, quantiles
from hetdp_core.results import Remembered, result
from hetdp_core.ridge.loss_inputs import LossInputs
from hetdp_core.ridge.methods import OUTPUT_PERTURBATION, draw_predictor
from hetdp_core.ridge.noise import draw_noise, noise_rate
from hetdp_core.ridge.objective import losses_in_ball, objective_law
from hetdp_core.validate import FloatArray

ROUNDING = 1e-12
"""Of coefficients that are the same except for the order in which they were added up."""

Seed = tuple[int, ...]


@result
class UnitNoise:
    """M draws of noise of rate 1.

    Attributes:
        columns: (d, M) one in each column.
        widest: the most that two of them differ in one coordinate.
    """

    columns: FloatArray
    widest: float


_noises = Remembered[UnitNoise](4)  # at most 24 MB each: MAX_DIMENSION times example_releases.DRAWS


def unit_noise(dimension: int, draws: int, seed: Seed) -> UnitNoise:
    """Return the draws of `draw_noise` at rate 1 from a generator of this seed; remembered."""

    def make() -> UnitNoise:
        drawn = draw_noise(1.0, (draws, dimension), np.random.default_rng(seed))
        return UnitNoise(np.ascontiguousarray(drawn.T), float(np.max(np.ptp(drawn, axis=0))))

    return _noises.value((dimension, draws, seed), make)


def losses_from_common_draws(method: str, inputs: LossInputs, draws: int, seed: Seed) -> FloatArray:
    """Return (draws,) test losses of releases: of those that `draw_predictor` has from this seed.

    Where the noise is no more than rounding all of them are exactly the same.

    Args:
        method: a key of `METHODS`.
        inputs: at one λ.
        draws: how many.
        seed: of the noise; where the method samples, of the kept records too.

    Raises:
        InvalidInput: the method is not available at this λ.
    """
    if method in OUTPUT_PERTURBATION:
        return _output(method, inputs, draws, seed)
    if method == "objective":
        return _objective(inputs, draws, seed)
    drawn, loss = draw_predictor(method, inputs, draws, np.random.default_rng(seed))
    apart, largest = np.max(np.ptp(drawn, axis=0)), np.max(np.abs(drawn))
    return _one_if_alike(loss.at(drawn), float(apart), float(largest))


def usual_losses(method: str, inputs: LossInputs, draws: int, seed: Seed) -> FloatArray:
    """Return (2, L) test losses between which 18 of 20 releases lie, at each λ of the inputs."""
    each = (replace(inputs, lams=lam) for lam in inputs.lams[:, None])
    return quantiles([losses_from_common_draws(method, one, draws, seed) for one in each], ENDS)


def _output(method: str, inputs: LossInputs, draws: int, seed: Seed) -> FloatArray:
    (budget, path), problem = OUTPUT_PERTURBATION[method](inputs), inputs.problem
    size = float(1.0 / noise_rate(budget, inputs.lams, problem.bounds, inputs.calibration)[0])
    theta, loss = path.path(inputs.lams)[0], problem.test_loss
    unit = unit_noise(theta.size, draws, seed)
    curved = problem.remembered(("curved", draws, *seed), lambda: loss.curved(unit.columns))
    losses = curved * size**2
    losses += (2.0 * size * loss.slope(theta)) @ unit.columns
    losses += float(loss.at(theta))
    np.maximum(losses, 0.0, out=losses)  # a mean of squares, but for rounding
    return _one_if_alike(losses, size * unit.widest, float(np.max(np.abs(theta))))


def _objective(inputs: LossInputs, draws: int, seed: Seed) -> FloatArray:
    """Turn the noise into the basis of XᵀWX: signs of eigenvectors are a matter of rounding."""
    path, rate, radius = objective_law(inputs, refuse=True)
    unit = unit_noise(path.values.size, draws, seed)
    rotated = inputs.problem.test_loss.rotated(path.vectors)
    turned = np.ascontiguousarray(path.vectors.T @ unit.columns)
    losses = losses_in_ball(path, rotated, turned, inputs.lams, rate, radius)[0][0]
    bent = path.values + inputs.lams
    apart = 0.5 * unit.widest / float(rate[0]) / float(np.min(bent))
    return _one_if_alike(losses, apart, float(np.max(np.abs(path.cross / bent))))


def _one_if_alike(losses: FloatArray, apart: float, largest: float) -> FloatArray:
    """Return the first loss for all, where coefficients lie no farther apart than rounding."""
    return np.full_like(losses, losses[0]) if apart <= ROUNDING * largest else losses
