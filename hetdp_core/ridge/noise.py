"""How far one record can move the coefficients, and the noise that hides it.

θ_w minimises Σ w_i (y_i - θᵀx_i)² + λ|θ|², which is 2λ-strongly convex.  Replacing record i
moves its gradient at θ_w by 2 w_i |(x xᵀ - x'x'ᵀ) θ_w - (x y - x'y')|, so θ_w itself by at
most that over 2λ (Lemma A.3):

    as printed (Theorem 3.2):  2 w_i (d B + sqrt d) / λ,   B = min(1 / sqrt λ, sqrt d / λ)
    sharp:                     w_i (R² B + 2 R L) / λ,     B = L max_{0<=s<=R} s / (s² + λ)

Sharp is smaller for two reasons.  B bounds |θ_w| = |(AᵀA + λ)⁻¹ Aᵀ v| with A = sqrt(W) X and
v = sqrt(W) y: the singular values of A are at most R, |v| at most L.  And x xᵀ - x'x'ᵀ is a
difference of two positive semidefinite matrices of norm at most R², so its norm is at most R²,
not 2 R².  With a known bound B₀ on |θ_w| (Theorem 3.4), B becomes min(B, B₀).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.ridge.problem import ROUNDING, DeclaredBounds
from hetdp_core.validate import FloatArray

NOISE_RULES: dict[str, str] = {
    "sharp": "Sharp (ours, proved)",
    "printed": "As printed (Theorem 3.2)",
    "bounded": "As printed, with a known bound on the coefficients (Theorem 3.4)",
}
"""Ways to calibrate the noise, all valid; titles by key."""

SAFETY = 1.0 - 10.0 * ROUNDING
"""Share of a budget that is used: the rest is for rounding."""


@dataclass(frozen=True)
class Calibration:
    """Which bound on the influence of one record sets the noise.

    Attributes:
        rule: a key of `NOISE_RULES`.
        theta_bound: B₀ > 0 with |θ_w| <= B₀ for every data set that could occur (it holds
            when the unregularised solution obeys it, Assumption 3.3): needed by "bounded",
            optional for "sharp".  The guarantee rests on it.
    """

    rule: str = "sharp"
    theta_bound: float | None = None

    def __post_init__(self) -> None:
        validate.choice(self.rule, NOISE_RULES, "noise")
        if self.theta_bound is not None:
            validate.positive(self.theta_bound, "theta_bound")
        if self.rule == "bounded" and self.theta_bound is None:
            raise InvalidInput("theta_bound", "must be given for noise='bounded'", "none")
        if self.rule == "printed" and self.theta_bound is not None:
            remedy = "use noise='bounded'"
            raise InvalidInput("theta_bound", "is not used by noise='printed'", "one", remedy)

    @property
    def cap(self) -> float:
        """B₀, or infinity."""
        return math.inf if self.theta_bound is None else self.theta_bound


def solution_bound(lams: ArrayLike, bounds: DeclaredBounds) -> FloatArray:
    """Return B: no data set within the bounds has longer coefficients θ_w; attained.

    L / (2 sqrt λ) where λ <= R², else L R / (R² + λ).
    """
    lam = np.asarray(lams, dtype=np.float64)
    s = np.minimum(np.sqrt(lam), bounds.row_norm)
    length: FloatArray = bounds.label * s / (s**2 + lam)
    return length


def known_length(lams: ArrayLike, bounds: DeclaredBounds, calibration: Calibration) -> FloatArray:
    """Return the smaller of the sharp bound on the length of θ_w and the known one, at each λ."""
    length: FloatArray = np.minimum(solution_bound(lams, bounds), calibration.cap)
    return length


def gradient_change(length: FloatArray, bounds: DeclaredBounds) -> FloatArray:
    """Return R² B + 2 R L: replacing record i moves the gradient of its loss at a θ of at most
    this length B by at most 2 w_i times as much (Lemma A.3)."""
    return bounds.row_norm**2 * length + 2.0 * bounds.row_norm * bounds.label


def influence(lams: ArrayLike, bounds: DeclaredBounds, calibration: Calibration) -> FloatArray:
    """Return C: replacing record i moves θ_w by at most w_i C (Euclidean norm), at each λ."""
    lam = np.asarray(lams, dtype=np.float64)
    if calibration.rule == "sharp":
        moved = gradient_change(known_length(lam, bounds, calibration), bounds)
    else:
        d = bounds.dimension
        unknown = np.minimum(1.0 / np.sqrt(lam), math.sqrt(d) / lam)
        length = np.minimum(unknown, calibration.cap)
        moved = 2.0 * (d * length + math.sqrt(d))
    influence: FloatArray = moved / lam
    return influence


def noise_rate(
    budget: ArrayLike, lams: ArrayLike, bounds: DeclaredBounds, calibration: Calibration
) -> FloatArray:
    """Return the rate η of the noise, whose density is proportional to e^{-η |b|}.

    Args:
        budget: ε_i / w_i, the same for every record (Σε when w_i = ε_i / Σε); infinity
            means that no record needs noise.
        lams: λ > 0.
        bounds: declared.
        calibration: which bound on the influence is used.

    Returns:
        budget / C, less a hair for rounding.  It vanishes with λ: noise without bound.
    """
    rate: FloatArray = np.asarray(budget) * SAFETY / influence(lams, bounds, calibration)
    return rate


def draw_noise(rates: ArrayLike, shape: tuple[int, ...], rng: np.random.Generator) -> FloatArray:
    """Return vectors (*shape) of density proportional to e^{-rate |b|}, the last axis being d.

    Args:
        rates: > 0, of a shape that broadcasts against shape[:-1]; infinity gives exactly 0.
        shape: of the result.
        rng: source of all randomness (NumPy: for a demonstration, not for a release).
    """
    direction = rng.standard_normal(shape)
    direction /= np.linalg.norm(direction, axis=-1, keepdims=True)
    length = rng.standard_gamma(shape[-1], shape[:-1]) / np.asarray(rates)
    noise: FloatArray = direction * length[..., None]
    return noise
