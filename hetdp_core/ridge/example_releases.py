"""Releases to look at: how coefficients scatter, what one release predicts, how far twenty miss.

Test losses of many releases at one λ, from noise that all λ and all settings have in common.

The noise of a release is noise of rate 1, divided by its rate η.  With θ the coefficients without
it, b the former, and the test loss L(θ) = θᵀGθ - 2cᵀθ + L(0), output perturbation has

    L(θ + b/η) = L(θ) + (2/η) (Gθ - c)ᵀb + (1/η²) bᵀGb.

Neither b nor bᵀGb depends on λ, on who asks for what, or on how noise is calibrated: the first is
remembered by its seed, the second by the problem, and a new λ takes one product with a vector.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.outcomes import LEAST_DRAWS, Outcomes, simulated_outcomes
from hetdp_core.results import Remembered, result
from hetdp_core.ridge.loss_inputs import LossInputs
from hetdp_core.ridge.methods import METHODS, OUTPUT_PERTURBATION, draw_predictor
from hetdp_core.ridge.noise import Calibration, draw_noise, noise_rate
from hetdp_core.ridge.objective import losses_in_ball, objective_law
from hetdp_core.ridge.problem import RidgeProblem, check_lambda
from hetdp_core.ridge.records import Prepared
from hetdp_core.ridge.sweep import PRINTED, RidgeScenario
from hetdp_core.validate import FloatArray

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
    if method in OUTPUT_PERTURBATION:
        return _output(method, inputs, draws, seed)
    if method == "objective":
        return _objective(inputs, draws, seed)
    drawn, loss = draw_predictor(method, inputs, draws, np.random.default_rng(seed))
    apart, largest = np.max(np.ptp(drawn, axis=0)), np.max(np.abs(drawn))
    return _one_if_alike(loss.at(drawn), float(apart), float(largest))


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


RELEASABLE = (
    *("pdp_op", PRINTED, "objective", "noisy_sums", "centred_sums"),
    *("non_personalised", "jorgensen_repaired"),
)
"""Series with coefficients to look at."""

DRAWS = 10_000
"""Releases from whose misses the twenty are taken."""

FEWER_DRAWS = dict.fromkeys(("jorgensen_repaired", "noisy_sums", "centred_sums"), LEAST_DRAWS)
"""Where each release solves a problem of its own."""


@result
class ReleasedCoefficients:
    """Repeated releases of one method at one λ.

    Attributes:
        nonprivate: (d,) ridge regression with equal weights and no noise.
        released: (releases, d) independent releases.
    """

    nonprivate: FloatArray
    released: FloatArray

    @property
    def quartiles(self) -> FloatArray:
        """(3, d) quartiles of the releases."""
        return np.quantile(self.released, [0.25, 0.5, 0.75], axis=0)


def spread_out(
    problem: RidgeProblem,
    epsilon: ArrayLike,
    scenario: RidgeScenario,
    method: str,
    releases: int,
) -> ReleasedCoefficients:
    """Return independent releases of one method at the scenario's λ.

    Args:
        problem: data and declared bounds.
        epsilon: (n,) levels.
        scenario: λ, noise and seed are used.
        method: a key of `RELEASABLE`.
        releases: how many.
    """
    rng = np.random.default_rng((scenario.seed, 1))
    released = _draw(problem, epsilon, scenario, method, releases, rng)
    return ReleasedCoefficients(_nonprivate(problem, scenario.lam), released)


@result
class OneRelease:
    """What one release predicts for the test records, in units of the target.

    Attributes:
        true: (m,) labels.
        predicted: (m,) by the release.
        without_privacy: (m,) by ridge regression with equal weights and no noise.
        loss: mean squared error of the release in scaled units.
    """

    true: FloatArray
    predicted: FloatArray
    without_privacy: FloatArray
    loss: float

    @property
    def mean_label(self) -> float:
        """Of the test records: what the best constant would predict."""
        return float(np.mean(self.true))

    @property
    def window(self) -> tuple[float, float]:
        """An axis for labels and predictions without noise; a release may leave it."""
        low, high = float(np.min(self.true)), float(np.max(self.true))
        room = 0.25 * (high - low) or 1.0
        return low - room, high + room

    @property
    def outside_window(self) -> int:
        """How many predictions of the release lie outside it."""
        low, high = self.window
        return int(np.count_nonzero((self.predicted < low) | (self.predicted > high)))


def one_release(
    prepared: Prepared,
    epsilon: ArrayLike,
    scenario: RidgeScenario,
    method: str,
    nonprivate_lam: float,
) -> OneRelease:
    """Return the release that the scenario's seed gives, beside a regression at a λ of its own."""
    problem = prepared.problem
    rng = np.random.default_rng((scenario.seed, 2))
    predicted = problem.X_test @ _draw(problem, epsilon, scenario, method, 1, rng)[0]
    clean = problem.X_test @ _nonprivate(problem, nonprivate_lam)
    return OneRelease(
        prepared.in_units(problem.y_test),
        prepared.in_units(predicted),
        prepared.in_units(clean),
        float(np.mean((predicted - problem.y_test) ** 2)),
    )


def better_than(misses: Outcomes, miss: float) -> int:
    """Return how many of twenty releases miss by less than this."""
    return int(np.count_nonzero(misses.values < miss))


def typical_misses(
    prepared: Prepared,
    epsilon: ArrayLike,
    scenario: RidgeScenario,
    method: str,
    draws: int | None = None,
) -> Outcomes:
    """Return the typical misses of twenty releases of one method at the scenario's λ.

    Roots of the mean squared error on the test records, in the target's unit.  Simulated: the miss
    is a quadratic form in noise whose law has no closed form.  The expectation is over the test
    records of this split; only the noise (and, where the method samples, who is kept) differs.

    Args:
        prepared: records and problem.
        epsilon: (n,) levels of the training records.
        scenario: λ, noise and seed are used.
        method: a key of `RELEASABLE`.
        draws: how many releases are simulated; by default as many as the method affords.

    Raises:
        InvalidInput: see `sample_coefficients`.
    """
    problem = prepared.problem
    releases = FEWER_DRAWS.get(method, DRAWS) if draws is None else draws
    key, inputs = _law(problem, epsilon, scenario, method)
    losses = losses_from_common_draws(key, inputs, releases, (scenario.seed, 1))
    misses = prepared.typical_misses(np.maximum(losses, 0.0))
    rng = np.random.default_rng((scenario.seed, 3))
    return simulated_outcomes(misses, rng=rng, unit=prepared.unit_of_errors)


def _nonprivate(problem: RidgeProblem, lam: float) -> FloatArray:
    return np.asarray(problem.without_privacy(np.array([lam]))[0])


def _law(
    problem: RidgeProblem, epsilon: ArrayLike, scenario: RidgeScenario, method: str
) -> tuple[str, LossInputs]:
    """Return the key in `METHODS` of a key of `RELEASABLE`, and its inputs at the scenario's λ."""
    printed = validate.choice(method, RELEASABLE, "method") == PRINTED
    calibration = Calibration("printed") if printed else scenario.calibration
    lams = check_lambda(scenario.lam)
    inputs = LossInputs(problem, problem.levels(epsilon), lams, calibration)
    return "pdp_op" if printed else method, inputs


def _draw(
    problem: RidgeProblem,
    epsilon: ArrayLike,
    scenario: RidgeScenario,
    method: str,
    releases: int,
    rng: np.random.Generator,
) -> FloatArray:
    key, inputs = _law(problem, epsilon, scenario, method)
    draw = METHODS[key].coefficients
    assert draw is not None  # it is releasable
    return draw(inputs, releases, rng)
