"""Test losses of many releases at one λ, from noise that all λ and all settings have in common.

The noise of a release is noise of rate 1, divided by its rate η.  With θ the coefficients without
it, b the former, and the test loss L(θ) = θᵀGθ - 2cᵀθ + L(0), output perturbation has

    L(θ + b/η) = L(θ) + (2/η) (Gθ - c)ᵀb + (1/η²) bᵀGb.

Neither b nor bᵀGb depends on λ, on who asks for what, or on how noise is calibrated: the first is
remembered by its seed, the second by the problem, and a new λ takes one product with a vector.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from hetdp_core.frozen import result
from hetdp_core.remembered import Remembered
from hetdp_core.ridge.ball import losses_in_ball
from hetdp_core.ridge.fits import Fits
from hetdp_core.ridge.kept import CHUNK_VALUES, Kept
from hetdp_core.ridge.methods import METHODS, draw_predictor
from hetdp_core.ridge.noise import Calibration, draw_noise, noise_rate
from hetdp_core.ridge.objective import available_rate, ball_radius
from hetdp_core.ridge.problem import RidgeProblem
from hetdp_core.ridge.sampling import SAMPLERS, Sampler
from hetdp_core.ridge.spectrum import Spectrum
from hetdp_core.ridge.weights import Weighting
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


_noises = Remembered[UnitNoise](4)  # at most 24 MB each: MAX_DIMENSION times misses.DRAWS


def unit_noise(dimension: int, draws: int, seed: Seed) -> UnitNoise:
    """Return the draws of `draw_noise` at rate 1 from a generator of this seed; remembered."""

    def make() -> UnitNoise:
        drawn = draw_noise(1.0, (draws, dimension), np.random.default_rng(seed))
        return UnitNoise(np.ascontiguousarray(drawn.T), float(np.max(np.ptp(drawn, axis=0))))

    return _noises.value((dimension, draws, seed), make)


def losses_from_common_draws(
    method: str,
    problem: RidgeProblem,
    epsilon: FloatArray,
    lam: FloatArray,
    calibration: Calibration,
    draws: int,
    seed: Seed,
) -> FloatArray:
    """Return (draws,) test losses of releases: of those that `draw_predictor` has from this seed.

    Where the noise is no more than rounding all of them are exactly the same.

    Args:
        method: a key of `METHODS`.
        problem, epsilon, calibration: as for `draw_predictor`.
        lam: (1,) λ.
        draws: how many.
        seed: of the noise; where the method samples, of who is kept, too.

    Raises:
        InvalidInput: the method is not available at this λ.
    """
    asked = (problem, epsilon, lam, calibration)
    if method in _OUTPUT:
        return _output(_OUTPUT[method](problem.fits(epsilon)), *asked, draws, seed)
    if method == "objective":
        return _objective(*asked, draws, seed)
    rng = np.random.default_rng(seed)
    if method in _SAMPLERS and _few(draws, problem):
        drawn, loss = _sampled(_SAMPLERS[method], *asked, draws, seed), problem.test_loss
    else:
        drawn, loss = draw_predictor(METHODS[method], *asked, draws, rng)
    apart, largest = np.max(np.ptp(drawn, axis=0)), np.max(np.abs(drawn))
    return _one_if_alike(loss.at(drawn), float(apart), float(largest))


_OUTPUT: dict[str, Callable[[Fits], tuple[Weighting, Spectrum]]] = {
    "pdp_op": lambda fits: (fits.personalised, fits.personalised_spectrum),
    "non_personalised": lambda fits: (fits.uniform, fits.uniform_spectrum),
}


def _output(
    weighed: tuple[Weighting, Spectrum],
    problem: RidgeProblem,
    _epsilon: FloatArray,
    lam: FloatArray,
    calibration: Calibration,
    draws: int,
    seed: Seed,
) -> FloatArray:
    weighting, path = weighed
    size = float(1.0 / noise_rate(weighting.budget, lam, problem.bounds, calibration)[0])
    theta, loss = path.path(lam)[0], problem.test_loss
    unit = unit_noise(theta.size, draws, seed)
    curved = problem.remembered(("curved", draws, *seed), lambda: loss.curved(unit.columns))
    losses = curved * size**2
    losses += (2.0 * size * loss.slope(theta)) @ unit.columns
    losses += float(loss.at(theta))
    return _one_if_alike(losses, size * unit.widest, float(np.max(np.abs(theta))))


_SAMPLERS = {sampler.key: sampler for sampler in SAMPLERS}


def _few(draws: int, problem: RidgeProblem) -> bool:
    """Return whether samples are few enough to be drawn at once, and remembered."""
    rows, dimension = problem.training.rows, problem.bounds.dimension
    return draws * dimension**2 <= MOST_SAMPLED and draws * rows <= CHUNK_VALUES


def _sampled(
    sampler: Sampler,
    problem: RidgeProblem,
    epsilon: FloatArray,
    lam: FloatArray,
    calibration: Calibration,
    draws: int,
    seed: Seed,
) -> FloatArray:
    """Return (draws, d) coefficients: who is kept, and the noise, are the same for all λ."""

    def sample() -> tuple[Kept, FloatArray]:
        rng = np.random.default_rng(seed)
        kept = sampler.sample(problem, epsilon, draws, rng)
        return kept, draw_noise(1.0, (draws, problem.bounds.dimension), rng)

    name = (sampler.key, epsilon.tobytes(), draws, *seed)
    kept, unit = problem.remembered(name, sample)
    theta, rate = sampler.fits(kept, epsilon, lam, problem.bounds, calibration)
    return theta[:, 0] + unit / rate


def _objective(
    problem: RidgeProblem,
    epsilon: FloatArray,
    lam: FloatArray,
    calibration: Calibration,
    draws: int,
    seed: Seed,
) -> FloatArray:
    """Take the noise as it is for noise in the basis of XᵀWX, as its law is that of any basis."""
    fits, radius = problem.fits(epsilon), ball_radius(lam, problem.bounds, calibration)
    rate = available_rate(fits.personalised.budget, lam, radius, problem.bounds)
    path = fits.personalised_spectrum
    unit = unit_noise(path.values.size, draws, seed)
    rotated = problem.test_loss.rotated(path.vectors)
    losses = losses_in_ball(path, rotated, unit.columns, lam, rate, radius)[0][0]
    bent = path.values + lam
    apart = 0.5 * unit.widest / float(rate[0]) / float(np.min(bent))
    return _one_if_alike(losses, apart, float(np.max(np.abs(path.cross / bent))))


def _one_if_alike(losses: FloatArray, apart: float, largest: float) -> FloatArray:
    """Return the first loss for all, where coefficients lie no farther apart than rounding."""
    return np.full_like(losses, losses[0]) if apart <= ROUNDING * largest else losses
