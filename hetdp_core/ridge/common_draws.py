"""Test losses of many releases at one λ, from noise that all λ and all settings have in common.

The noise of a release is noise of rate 1, divided by its rate η.  With θ the coefficients without
it, b the former, and the test loss L(θ) = θᵀGθ - 2cᵀθ + L(0), output perturbation has

    L(θ + b/η) = L(θ) + (2/η) (Gθ - c)ᵀb + (1/η²) bᵀGb.

Neither b nor bᵀGb depends on λ, on who asks for what, or on how noise is calibrated: the first is
remembered by its seed, the second by the problem, and a new λ takes one product with a vector.
"""

from __future__ import annotations

import numpy as np

from hetdp_core.frozen import result
from hetdp_core.remembered import Remembered
from hetdp_core.ridge.ball import losses_in_ball
from hetdp_core.ridge.loss_inputs import CHUNK_VALUES, LossInputs, Subsamples
from hetdp_core.ridge.methods import OUTPUT, draw_predictor
from hetdp_core.ridge.noise import draw_noise, noise_rate
from hetdp_core.ridge.objective import objective_law
from hetdp_core.ridge.sampling import SAMPLERS, Sampler
from hetdp_core.validate import FloatArray

MOST_SAMPLED = 500_000
"""Numbers in the eigenvectors of all samples, up to which they are remembered (4 MB)."""

ROUNDING = 1e-12
"""Of coefficients that are the same but for the order in which they were added up."""

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
        seed: of the noise; where the method samples, of who is kept, too.

    Raises:
        InvalidInput: the method is not available at this λ.
    """
    if method in OUTPUT:
        return _output(method, inputs, draws, seed)
    if method == "objective":
        return _objective(inputs, draws, seed)
    loss = inputs.problem.test_loss
    if method in _SAMPLERS and _few(draws, inputs):
        drawn = _sampled(_SAMPLERS[method], inputs, draws, seed)
    else:
        drawn, loss = draw_predictor(method, inputs, draws, np.random.default_rng(seed))
    apart, largest = np.max(np.ptp(drawn, axis=0)), np.max(np.abs(drawn))
    return _one_if_alike(loss.at(drawn), float(apart), float(largest))


def _output(method: str, inputs: LossInputs, draws: int, seed: Seed) -> FloatArray:
    (budget, path), problem = OUTPUT[method](inputs), inputs.problem
    size = float(1.0 / noise_rate(budget, inputs.lams, problem.bounds, inputs.calibration)[0])
    theta, loss = path.path(inputs.lams)[0], problem.test_loss
    unit = unit_noise(theta.size, draws, seed)
    curved = problem.remembered(("curved", draws, *seed), lambda: loss.curved(unit.columns))
    losses = curved * size**2
    losses += (2.0 * size * loss.slope(theta)) @ unit.columns
    losses += float(loss.at(theta))
    return _one_if_alike(losses, size * unit.widest, float(np.max(np.abs(theta))))


_SAMPLERS = {sampler.key: sampler for sampler in SAMPLERS}


def _few(draws: int, inputs: LossInputs) -> bool:
    """Return whether samples are few enough to be drawn at once, and remembered."""
    rows, dimension = inputs.problem.rows, inputs.problem.bounds.dimension
    return draws * dimension**2 <= MOST_SAMPLED and draws * rows <= CHUNK_VALUES


def _sampled(sampler: Sampler, inputs: LossInputs, draws: int, seed: Seed) -> FloatArray:
    """Return (draws, d) coefficients: who is kept, and the noise, are the same for all λ."""
    problem = inputs.problem

    def sample() -> tuple[Subsamples, FloatArray]:
        rng = np.random.default_rng(seed)
        drawn = sampler.sample(inputs, draws, rng)
        return drawn, draw_noise(1.0, (draws, problem.bounds.dimension), rng)

    name = (sampler.key, inputs.epsilon.tobytes(), draws, *seed)
    drawn, unit = problem.remembered(name, sample)
    theta, rate = sampler.fits(drawn, inputs)
    return theta[:, 0] + unit / rate


def _objective(inputs: LossInputs, draws: int, seed: Seed) -> FloatArray:
    """Take the noise as it is for noise in the basis of XᵀWX, as its law is that of any basis."""
    path, rate, radius = objective_law(inputs, refuse=True)
    unit = unit_noise(path.values.size, draws, seed)
    rotated = inputs.problem.test_loss.rotated(path.vectors)
    losses = losses_in_ball(path, rotated, unit.columns, inputs.lams, rate, radius)[0][0]
    bent = path.values + inputs.lams
    apart = 0.5 * unit.widest / float(rate[0]) / float(np.min(bent))
    return _one_if_alike(losses, apart, float(np.max(np.abs(path.cross / bent))))


def _one_if_alike(losses: FloatArray, apart: float, largest: float) -> FloatArray:
    """Return the first loss for all, where coefficients lie no farther apart than rounding."""
    return np.full_like(losses, losses[0]) if apart <= ROUNDING * largest else losses
