"""Releases to look at: scatter of coefficients, predictions of one release, errors of twenty."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.outcomes import LEAST_DRAWS, Outcomes, simulated_outcomes
from hetdp_core.results import result
from hetdp_core.ridge.common_draws import losses_from_common_draws
from hetdp_core.ridge.loss_inputs import LossInputs
from hetdp_core.ridge.methods import METHODS
from hetdp_core.ridge.noise import Calibration
from hetdp_core.ridge.problem import RidgeProblem, check_lambda
from hetdp_core.ridge.records import Prepared
from hetdp_core.ridge.sweep import PRINTED, RidgeScenario
from hetdp_core.validate import FloatArray

RELEASABLE = (
    *("pdp_op", PRINTED, "objective", "noisy_sums", "centred_sums"),
    *("non_personalised", "jorgensen_repaired"),
)
"""Series with coefficients to look at."""

DRAWS = 10_000
"""Releases from whose errors the twenty are taken."""

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
    """The predictions of one release for the test records, in units of the target.

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
        """Of the test records: the prediction of the best constant."""
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
    """Return the release that the scenario's seed gives, and a regression at a λ of its own."""
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


def typical_misses(
    prepared: Prepared,
    epsilon: ArrayLike,
    scenario: RidgeScenario,
    method: str,
    draws: int | None = None,
) -> Outcomes:
    """Return the typical errors of twenty releases of one method at the scenario's λ.

    Roots of the mean squared error on the test records, in the target's unit.  Simulated: the
    squared error is a quadratic form in noise whose law has no closed form.  The expectation is
    over the test records of this split; only the noise (and the sample, if there is one) differs.

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
