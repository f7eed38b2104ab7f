"""How far a release is from the truth if the labels are linear plus noise (Theorem 3.6)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.frozen import result
from hetdp_core.ridge.noise import Calibration, noise_rate
from hetdp_core.ridge.problem import RidgeProblem, check_lambdas
from hetdp_core.ridge.spectrum import weighted_spectrum
from hetdp_core.ridge.weights import personalised
from hetdp_core.validate import FloatArray

NOISE_FAILURE, LABEL_FAILURE = 0.05, 0.05
"""δ₁ and δ₂ by default: chances that noise or labels are worse than the bound allows for."""


@result
class AccuracyBound:
    """With the stated chance |θ̂ - θ*| is at most the sum of three terms, at each λ.

    Attributes:
        bias: (L,) λ |θ*| / (λ + σ_min), from shrinking.
        privacy: (L,) (d + sqrt(d / δ₁)) / η, from the noise.
        label_noise: (L,) σ |w| sqrt(d / δ₂) / (λ + σ_min), from the labels.
        confidence: 1 - δ₁ - δ₂.
        smallest_eigenvalue: σ_min of XᵀWX.
    """

    bias: FloatArray
    privacy: FloatArray
    label_noise: FloatArray
    confidence: float
    smallest_eigenvalue: float

    @property
    def total(self) -> FloatArray:
        """(L,) the bound."""
        return self.bias + self.privacy + self.label_noise


def accuracy_bound(
    problem: RidgeProblem,
    epsilon: ArrayLike,
    lams: ArrayLike,
    truth_norm: float,
    label_sigma: float,
    *,
    noise: str = "sharp",
    theta_bound: float | None = None,
    noise_failure: float = NOISE_FAILURE,
    label_failure: float = LABEL_FAILURE,
) -> AccuracyBound:
    """Return the bound of Theorem 3.6 for PDP-OP, when y = θ*ᵀx + N(0, σ²) (Assumption 3.5).

    The bound looks at the training data (σ_min), so it is not itself private.

    Args:
        problem: data and declared bounds.
        epsilon: (n,) levels.
        lams: λ > 0, one or (L,).
        truth_norm: |θ*| >= 0.
        label_sigma: σ >= 0.
        noise: a key of `NOISE_RULES`.
        theta_bound: see `Calibration`.
        noise_failure: δ₁ in (0, 1).
        label_failure: δ₂ in (0, 1); δ₁ + δ₂ < 1.

    Raises:
        InvalidInput: a rule above is broken.
    """
    levels = problem.training.levels(epsilon)
    weighting, lam = personalised(levels, problem.bounds.dimension), check_lambdas(lams)
    truth = validate.within(truth_norm, 0.0, math.inf, "truth_norm")
    sigma = validate.within(label_sigma, 0.0, math.inf, "label_sigma")
    first = validate.positive(noise_failure, "noise_failure")
    second = validate.positive(label_failure, "label_failure")
    if not first + second < 1.0:
        rule = "must be below 1 together"
        raise InvalidInput("noise_failure and label_failure", rule, f"{first + second:g}")
    spread = weighted_spectrum(problem.X, problem.y, weighting.weights).values
    rate = noise_rate(weighting.budget, lam, problem.bounds, Calibration(noise, theta_bound))
    d, least = problem.bounds.dimension, float(np.min(spread))
    return AccuracyBound(
        bias=lam * truth / (lam + least),
        privacy=(d + math.sqrt(d / first)) / rate,
        label_noise=sigma
        * float(np.linalg.norm(weighting.weights))
        * math.sqrt(d / second)
        / (lam + least),
        confidence=1.0 - first - second,
        smallest_eigenvalue=least,
    )
