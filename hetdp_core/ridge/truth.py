"""How far releases are from the true coefficients, where these are known: bound and exact."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core.errors import InvalidInput
from hetdp_core.frozen import result
from hetdp_core.ridge.accuracy import AccuracyBound, accuracy_bound
from hetdp_core.ridge.exploration import RidgeScenario, lambdas
from hetdp_core.ridge.noise import Calibration, noise_rate
from hetdp_core.ridge.records import Prepared
from hetdp_core.ridge.spectrum import weighted_spectrum
from hetdp_core.ridge.weights import personalised
from hetdp_core.validate import FloatArray


@result
class Distances:
    """|θ̂ - θ*| of PDP-OP along λ, for labels that are exactly linear.

    Attributes:
        lams: (L,) ascending.
        bound: of Theorem 3.6.
        exact: (L,) root of the expected squared distance over the noise, for these records.
        without_noise: (L,) distance of θ_λ before noise.
    """

    lams: FloatArray
    bound: AccuracyBound
    exact: FloatArray
    without_noise: FloatArray


def distances_to_truth(
    prepared: Prepared, epsilon: ArrayLike, scenario: RidgeScenario
) -> Distances:
    """Return the distances along the scenario's λ, with its noise.

    E|θ_λ + b - θ*|² = |θ_λ - θ*|² + d (d + 1) / η², as b points nowhere in particular and
    its length is Gamma(d) / η.

    Args:
        prepared: records whose labels are y = θ*ᵀx, with θ* known.
        epsilon: (n,) levels of the training records, > 0; infinity = public.
        scenario: λ and noise are used.

    Raises:
        InvalidInput: θ* is not known; a rule of these is broken.
    """
    if prepared.truth is None:
        remedy = "choose synthetic records"
        raise InvalidInput("truth", "must be known", "records without it", remedy)
    lams, _ = lambdas(scenario)
    problem, truth = prepared.problem, prepared.truth
    levels, d = problem.training.levels(epsilon), problem.bounds.dimension
    weighting = personalised(levels, d)
    path = weighted_spectrum(problem.X, problem.y, weighting.weights).path(lams)
    calibration = Calibration(scenario.noise, scenario.theta_bound)
    rate = noise_rate(weighting.budget, lams, problem.bounds, calibration)
    before = np.linalg.norm(path - truth, axis=-1)
    bound = accuracy_bound(
        problem,
        levels,
        lams,
        float(np.linalg.norm(truth)),
        0.0,
        noise=scenario.noise,
        theta_bound=scenario.theta_bound,
    )
    return Distances(lams, bound, np.hypot(before, math.sqrt(d * (d + 1.0)) / rate), before)
