"""How far a release is from the true coefficients: the bound of Theorem 3.6, and exactly."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.frozen import result
from hetdp_core.ridge.noise import Calibration, noise_rate
from hetdp_core.ridge.problem import RidgeProblem, check_lambdas
from hetdp_core.ridge.records import Prepared
from hetdp_core.ridge.sweep import RidgeScenario
from hetdp_core.ridge.weights import personalised, weighted_spectrum
from hetdp_core.validate import FloatArray

NOISE_FAILURE, LABEL_FAILURE = 0.05, 0.05
"""δ₁ and δ₂: chances that noise or labels are worse than the bound allows for."""


@result
class AccuracyBound:
    """With chance `confidence` |θ̂ - θ*| is at most the sum of three terms, at each λ.

    Attributes:
        bias: (L,) λ |θ*| / (λ + σ_min), from shrinking; σ_min the least eigenvalue of XᵀWX.
        privacy: (L,) (d + sqrt(d / δ₁)) / η, from the noise.
        label_noise: (L,) σ |w| sqrt(d / δ₂) / (λ + σ_min), from the labels.
    """

    bias: FloatArray
    privacy: FloatArray
    label_noise: FloatArray

    @property
    def total(self) -> FloatArray:
        """(L,) the bound."""
        return self.bias + self.privacy + self.label_noise

    @property
    def confidence(self) -> float:
        """1 - δ₁ - δ₂."""
        return 1.0 - NOISE_FAILURE - LABEL_FAILURE


def accuracy_bound(
    problem: RidgeProblem,
    epsilon: ArrayLike,
    lams: ArrayLike,
    truth_norm: float,
    label_sigma: float,
    calibration: Calibration,
) -> AccuracyBound:
    """Return the bound of Theorem 3.6 for PDP-OP, when y = θ*ᵀx + N(0, σ²) (Assumption 3.5).

    The bound looks at the training data (σ_min), so it is not itself private.

    Args:
        problem: data and declared bounds.
        epsilon: (n,) levels.
        lams: λ > 0, one or (L,).
        truth_norm: |θ*| >= 0.
        label_sigma: σ >= 0.
        calibration: of the noise.

    Raises:
        InvalidInput: a rule above is broken.
    """
    d, lam = problem.bounds.dimension, check_lambdas(lams)
    weights, budget = personalised(problem.levels(epsilon), d)
    truth = validate.within(truth_norm, 0.0, math.inf, "truth_norm")
    sigma = validate.within(label_sigma, 0.0, math.inf, "label_sigma")
    shrunk = lam + float(np.min(weighted_spectrum(problem.X, problem.y, weights).values))
    rate = noise_rate(budget, lam, problem.bounds, calibration)
    return AccuracyBound(
        lam * truth / shrunk,
        (d + math.sqrt(d / NOISE_FAILURE)) / rate,
        sigma * float(np.linalg.norm(weights)) * math.sqrt(d / LABEL_FAILURE) / shrunk,
    )


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
    problem, truth, lams = prepared.problem, prepared.truth, scenario.lams
    levels, d = problem.levels(epsilon), problem.bounds.dimension
    weights, budget = personalised(levels, d)
    path = weighted_spectrum(problem.X, problem.y, weights).path(lams)
    rate = noise_rate(budget, lams, problem.bounds, scenario.calibration)
    before = np.linalg.norm(path - truth, axis=-1)
    length = float(np.linalg.norm(truth))
    bound = accuracy_bound(problem, levels, lams, length, 0.0, scenario.calibration)
    return Distances(lams, bound, np.hypot(before, math.sqrt(d * (d + 1.0)) / rate), before)
