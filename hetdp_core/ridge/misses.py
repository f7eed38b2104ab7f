"""How far a release's predictions typically miss, in units of the target: twenty releases."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core.outcomes import LEAST_DRAWS, Outcomes, simulated_outcomes
from hetdp_core.ridge.common_draws import losses_from_common_draws
from hetdp_core.ridge.exploration import RidgeScenario
from hetdp_core.ridge.problem import check_lambda
from hetdp_core.ridge.records import Prepared
from hetdp_core.ridge.shown_releases import law
from hetdp_core.validate import FloatArray

DRAWS = 10_000
"""Releases from whose misses the twenty are taken."""

FEWER_DRAWS = {"jorgensen_repaired": LEAST_DRAWS}
"""Where each release solves a problem of its own, for who is kept by chance."""


@dataclass(frozen=True)
class TypicalMisses:
    """Typical misses: roots of the mean squared error on the test records, in the target's units.

    Attributes:
        outcomes: of twenty releases, simulated: the miss is a quadratic form in noise whose law
            has no closed form, so each value comes with its standard error.
        without_privacy: of ridge regression with equal weights and no noise, at the same λ.
        one_number: of the mean label of the test records, said of everybody: the least miss that
            one number can have.
    """

    outcomes: Outcomes
    without_privacy: float
    one_number: float

    @property
    def better(self) -> int:
        """How many of the twenty miss by less than one number for everybody."""
        return int(np.count_nonzero(self.outcomes.values < self.one_number))


def typical_misses(
    prepared: Prepared,
    epsilon: ArrayLike,
    scenario: RidgeScenario,
    method: str,
    draws: int | None = None,
) -> TypicalMisses:
    """Return the typical misses of twenty releases of one method at the scenario's λ.

    The expectation is over the test records of this split; only the noise (and, where the method
    samples, who is kept) differs from release to release.

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
    key, calibration = law(scenario, method)
    levels, lam = problem.training.levels(epsilon), check_lambda(scenario.lam)
    losses = losses_from_common_draws(
        key, problem, levels, lam, calibration, releases, (scenario.seed, 1)
    )

    def miss(squared: ArrayLike) -> FloatArray:
        return prepared.typical_misses(np.maximum(squared, 0.0))

    outcomes = simulated_outcomes(
        miss(losses),
        rng=np.random.default_rng((scenario.seed, 3)),
        unit=prepared.unit,
    )
    without = float(miss(problem.test_loss.at(problem.uniform_spectrum.path(lam)[0])))
    return TypicalMisses(outcomes, without, float(miss(np.var(problem.y_test))))
