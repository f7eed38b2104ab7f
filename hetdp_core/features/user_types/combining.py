"""One estimate from the reports of several types of users: its exact error, and the best weights.

Local model.  The n_g users of type g report with precision P_g of a feature (`precision`), so
that the average of their reports misses the average of their own values with variance
1/(n_g P_g).  What is wanted is the average over all n users.

Weights w_g that add up to 1 keep the estimate unbiased as long as the types' values have the
same law, with mean μ and variance σ²: a type then says nothing of the value.  Its squared
distance from everybody's average is in expectation

    Σ_g w_g² / (n_g P_g)  +  σ² Σ_g (w_g - n_g/n)² / n_g ,

privacy noise, and that some users count more than others.  With r_g = 1/(1 + σ² P_g) it is
least for w_g ∝ n_g P_g r_g (Cauchy-Schwarz), and then

    v = (1/n) Σ_g n_g r_g / Σ_g n_g P_g r_g .

One type: 1/(n P).  σ = 0, when all users hold the same value: 1 / Σ_g n_g P_g, precisions
add; else that is a lower bound.  v grows with σ², so a mean of 0 is the worst case.

Weights n_g/n ("by head") are unbiased whatever the types' values are; they give away most of
what the less strict users tell.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core.validate import FloatArray


def combined_variance(users: FloatArray, precision: FloatArray, spread: ArrayLike) -> FloatArray:
    """Return (..., G) least expected squared distance from everybody's average, v above.

    Args:
        users: (..., T) users of each type, n_g >= 0, not all 0.
        precision: (..., T, G) of one report about each coordinate, P_g >= 0.
        spread: variance σ² >= 0 of the values, broadcast against (..., G).

    Returns:
        Variances, infinite where nobody reports a coordinate.
    """
    said, heard = _parts(users, precision, spread)
    with np.errstate(divide="ignore"):
        found: FloatArray = said.sum(axis=-2) / (users.sum(axis=-1)[..., None] * heard.sum(axis=-2))
    return found


def precision_weights(users: FloatArray, precision: FloatArray, spread: ArrayLike) -> FloatArray:
    """Return (..., T, G) weights w_g of `combined_variance`: they add up to 1.

    All 0 where nobody reports a coordinate.  Arguments as there.
    """
    _, heard = _parts(users, precision, spread)
    total = heard.sum(axis=-2, keepdims=True)
    found: FloatArray = np.divide(heard, total, out=np.zeros_like(heard), where=total > 0)
    return found


def weighted_variance(
    weights: FloatArray, users: FloatArray, precision: FloatArray, spread: ArrayLike
) -> FloatArray:
    """Return (..., G) expected squared distance from everybody's average, for any weights.

    Args:
        weights: (..., T, G), adding up to 1 over the types where somebody reports.
        users, precision, spread: as in `combined_variance`; this spread is the true one.

    Returns:
        The first formula above; infinite where the weights are 0 or rest on no report.
    """
    heads = users[..., None]
    share = heads / heads.sum(axis=-2, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        noise = np.where(weights > 0, weights**2 / (heads * precision), 0.0)
        uneven = np.where(heads > 0, (weights - share) ** 2 / heads, 0.0)
    found: FloatArray = noise.sum(axis=-2) + np.asarray(spread) * uneven.sum(axis=-2)
    return np.where(weights.sum(axis=-2) > 0, found, np.inf)


def head_weights(users: FloatArray, precision: FloatArray) -> FloatArray:
    """Return (..., T, G) weights n_g/n: each user counts the same, whatever was reported."""
    heads = users[..., None] / users.sum(axis=-1)[..., None, None]
    return np.broadcast_to(heads, precision.shape)


def _parts(
    users: FloatArray, precision: FloatArray, spread: ArrayLike
) -> tuple[FloatArray, FloatArray]:
    """Return (..., T, G) n_g r_g and n_g P_g r_g; without overflow for any precision."""
    rest = 1.0 / (1.0 + np.atleast_1d(spread)[..., None, :] * precision)
    heads = users[..., None]
    return heads * rest, heads * (precision * rest)
