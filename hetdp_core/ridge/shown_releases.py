"""Releases to look at: how coefficients scatter, and what one release predicts."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core.frozen import result
from hetdp_core.ridge.exploration import PRINTED, RidgeScenario
from hetdp_core.ridge.noise import Calibration
from hetdp_core.ridge.problem import RidgeProblem
from hetdp_core.ridge.records import Prepared
from hetdp_core.ridge.releases import sample_coefficients
from hetdp_core.validate import FloatArray

RELEASABLE = ("pdp_op", PRINTED, "objective", "non_personalised", "jorgensen_repaired")
"""Series with coefficients to look at."""


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


@result
class OneRelease:
    """What one release predicts for the test records, in units of the target.

    Attributes:
        true: (m,) labels.
        predicted: (m,) by the release.
        without_noise: (m,) by ridge regression with equal weights and no noise.
        mean_label: of the test records: what the best constant would predict.
        loss: mean squared error of the release in scaled units.
    """

    true: FloatArray
    predicted: FloatArray
    without_noise: FloatArray
    mean_label: float
    loss: float

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


def one_release(
    prepared: Prepared, epsilon: ArrayLike, scenario: RidgeScenario, method: str
) -> OneRelease:
    """Return the release that the scenario's seed gives."""
    problem = prepared.problem
    rng = np.random.default_rng((scenario.seed, 2))
    theta = _draw(problem, epsilon, scenario, method, 1, rng)[0]
    predicted = problem.X_test @ theta
    clean = problem.X_test @ _nonprivate(problem, scenario.lam)
    return OneRelease(
        prepared.in_units(problem.y_test),
        prepared.in_units(predicted),
        prepared.in_units(clean),
        float(np.mean(prepared.in_units(problem.y_test))),
        float(np.mean((predicted - problem.y_test) ** 2)),
    )


def _nonprivate(problem: RidgeProblem, lam: float) -> FloatArray:
    return np.asarray(problem.uniform_spectrum.path(np.array([lam]))[0])


def law(scenario: RidgeScenario, method: str) -> tuple[str, Calibration]:
    """Return the key in `METHODS` of a key of `RELEASABLE`, and how its noise is calibrated."""
    if method == PRINTED:
        return "pdp_op", Calibration("printed")
    return method, Calibration(scenario.noise, scenario.theta_bound)


def _draw(
    problem: RidgeProblem,
    epsilon: ArrayLike,
    scenario: RidgeScenario,
    method: str,
    releases: int,
    rng: np.random.Generator,
) -> FloatArray:
    key, calibration = law(scenario, method)
    return sample_coefficients(
        problem,
        epsilon,
        scenario.lam,
        key,
        calibration.rule,
        releases,
        rng=rng,
        theta_bound=calibration.theta_bound,
    )
