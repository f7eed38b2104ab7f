"""A loss that is quadratic in the coefficients, and its exact moments under spherical noise.

The noise b of output perturbation has density proportional to e^{-rate |b|}: a uniform
direction times a length that is Gamma(d, 1/rate) (Remark 3.1).  A quadratic function of it
has a closed mean and variance through

    E |b|^2 = d (d+1) / rate^2,  E |b|^4 = d (d+1) (d+2) (d+3) / rate^4,
    E u_i u_j = δ_ij / d,  E u_i u_j u_k u_l = (δ_ij δ_kl + δ_ik δ_jl + δ_il δ_jk) / (d (d+2)).

In one dimension this is the Laplace distribution of scale 1/rate.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core.results import result
from hetdp_core.validate import FloatArray


@result
class QuadraticLoss:
    """θ ↦ θᵀ gram θ - 2 crossᵀ θ + constant, a mean of squares: what rounding leaves below 0 is 0.

    Attributes:
        gram: (d, d) symmetric.
        cross: (d,).
        constant: the loss at 0.
    """

    gram: FloatArray
    cross: FloatArray
    constant: float

    def at(self, theta: FloatArray) -> FloatArray:
        """Return losses of coefficients (..., d): shape (...)."""
        curved = theta @ self.gram - 2.0 * self.cross
        value: FloatArray = np.einsum("...i,...i->...", curved, theta) + self.constant
        return np.asarray(np.maximum(value, 0.0))

    def at_columns(self, theta: FloatArray) -> FloatArray:
        """Return (M,) losses of coefficients (d, M): the same where they lie in the columns."""
        value = self.curved(theta)
        value -= (2.0 * self.cross) @ theta
        value += self.constant
        np.maximum(value, 0.0, out=value)
        return value

    def curved(self, theta: FloatArray) -> FloatArray:
        """Return (M,) θᵀ gram θ of coefficients (d, M)."""
        turned = self.gram @ theta
        turned *= theta
        value: FloatArray = np.sum(turned, axis=0)
        return value

    def slope(self, theta: FloatArray) -> FloatArray:
        """Return half the gradient at coefficients (..., d): shape (..., d)."""
        half: FloatArray = theta @ self.gram - self.cross
        return half

    def rotated(self, vectors: FloatArray) -> QuadraticLoss:
        """Return the loss for coefficients given in the basis of these (d, d) columns."""
        return QuadraticLoss(vectors.T @ self.gram @ vectors, self.cross @ vectors, self.constant)


def mean_squared_error(features: FloatArray, labels: FloatArray) -> QuadraticLoss:
    """Return the mean over the rows of (label - θᵀ row)²."""
    rows = len(labels)
    return QuadraticLoss(
        features.T @ features / rows,
        labels @ features / rows,
        float(np.mean(labels**2)),
    )


@result
class LossMoments:
    """Mean and spread of a test loss over the randomness of a release, at each λ.

    Attributes:
        mean: expected loss.
        std: standard deviation of the loss of one release.
        standard_error: Monte-Carlo standard error of `mean`; 0 where it is exact.
    """

    mean: FloatArray
    std: FloatArray
    standard_error: FloatArray


def both_losses(
    loss: QuadraticLoss, theta: FloatArray, rate: ArrayLike, lams: ArrayLike
) -> tuple[LossMoments, LossMoments]:
    """Return exact moments of the loss of θ + b, and of that with λ |θ + b|² added.

    Args:
        loss: the unregularised loss, a mean of squares.
        theta: (..., L, d) coefficients without noise.
        rate: (..., L) rate of the noise; infinity means none.
        lams: (L,) λ of the regularised loss.

    Returns:
        Arrays of shape (..., L); infinite where they exceed the largest float.
    """
    d = theta.shape[-1]
    penalty = np.asarray(lams, dtype=np.float64)
    trace, trace_of_square = float(np.trace(loss.gram)), float(np.sum(loss.gram**2))
    squares = np.einsum("...i,...i->...", theta, theta)
    half_gradient = loss.slope(theta)
    value = np.einsum("...i,...i->...", half_gradient - loss.cross, theta) + loss.constant
    value = np.maximum(value, 0.0)  # where the fit is perfect, rounding alone would go below
    steep = half_gradient + penalty[..., None] * theta
    plain = noisy_moments(value, _length(half_gradient), trace, trace_of_square, d, rate)
    regular = noisy_moments(
        value + penalty * squares,
        _length(steep),
        trace + d * penalty,
        trace_of_square + 2.0 * penalty * trace + d * penalty**2,
        d,
        rate,
    )
    return plain, regular


def noisy_moments(
    value: ArrayLike,
    slope: ArrayLike,
    trace: ArrayLike,
    trace_of_square: ArrayLike,
    d: int,
    rate: ArrayLike,
) -> LossMoments:
    """Return moments of c + 2 gᵀb + bᵀAb for spherical b of this rate in d dimensions.

    Args:
        value: c.
        slope: |g|.
        trace: of A.
        trace_of_square: of A².
        d: dimension.
        rate: of the noise; infinity means none.

    The mean is c + (d+1) tr A / rate².  The two random terms are uncorrelated, because an odd power
    of b has mean 0.  The variance is 4 (d+1) |g|² / rate² + (d+1) ((d+3) (tr²A + 2 tr A²) - (d+1)
    tr²A) / rate⁴.
    """
    with np.errstate(over="ignore", divide="ignore"):
        scale = 1.0 / np.asarray(rate, dtype=np.float64)
        tr, tr2 = np.asarray(trace), np.asarray(trace_of_square)
        mean = np.asarray(value) + (d + 1.0) * tr * scale**2
        curved = (d + 1.0) * (2.0 * tr**2 + 2.0 * (d + 3.0) * tr2)
        linear = 2.0 * np.sqrt(d + 1.0) * np.asarray(slope) * scale
        std = np.hypot(linear, np.sqrt(curved) * scale**2)
    return LossMoments(mean, std, np.zeros_like(mean))


def mixture(parts: LossMoments) -> LossMoments:
    """Return moments over a first random choice, whose outcomes lie along the first axis.

    The variance is the mean of the conditional variances plus the variance of the
    conditional means; the standard error is that of an average of independent outcomes.
    """
    outcomes = len(parts.mean)
    with np.errstate(over="ignore", invalid="ignore"):
        mean = np.mean(parts.mean, axis=0)
        between = np.std(parts.mean, axis=0, ddof=1) if outcomes > 1 else np.zeros_like(mean)
        within = np.sqrt(np.mean(parts.std**2, axis=0))
        std = np.where(np.isfinite(mean), np.hypot(within, between), np.inf)
        error = np.where(np.isfinite(mean), between / np.sqrt(outcomes), np.inf)
    return LossMoments(mean, std, error)


def _length(vectors: FloatArray) -> FloatArray:
    length: FloatArray = np.sqrt(np.einsum("...i,...i->...", vectors, vectors))
    return length
