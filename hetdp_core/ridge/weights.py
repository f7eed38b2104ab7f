"""Who counts for how much, the budget that this leaves for the noise, and θ_w along λ.

The cost of rounding.  In floats of unit u, XᵀWX, XᵀWy and the eigenvectors of `spectrum` come out
with errors of at most γ R², γ R L and γ, where γ = c u (sqrt n + d): sums of n terms are made in
blocks, of which sqrt n is the size that is best and about the one in use.  Eigenvalues clipped at 0
keep the computed matrix positive semidefinite, so for every λ > 0

    |computed θ_w - θ_w| <= γ (R² |θ_w| + R L) / λ <= γ C,

C the influence of a record (`noise`).  Two neighbouring tables differ by twice that beyond their
exact distance w_i C.  Noise of rate budget / C turns it into 2 γ budget, which is 2 γ / w_i times
ε_i: the same for every λ, and the most for the strictest.  The determinant of objective
perturbation costs no more: its log moves by at most γ R² / λ, less than γ budget. So the budget is
reduced by the share 2 γ / min w, and the guarantee holds for the computed numbers.  Levels so
unequal that the share would exceed `MOST_RESERVED` are refused.  The largest error found, for
tables of up to 1,000 rows, 100 features and weights over nine orders of magnitude, is .45 u (sqrt n
+ d) C; the reserve takes c = 2.
"""

from __future__ import annotations

import math

import numpy as np

from hetdp_core.errors import InvalidInput
from hetdp_core.mean.saturation import saturation_level
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

MOST_APART = 1e6
"""How many times the strictest level a saturated one may be, so floats can tell them."""

LESS_SPREAD = 30.0
"""Moves the saturation level of few public records alone, never a promise: see `personalised`."""

MOST_RESERVED = 0.01
"""Largest share of the budget that may be set aside for rounding."""

_UNIT = float(np.finfo(np.float64).eps) / 2.0
_ERROR = 2.0 * _UNIT


def personalised(epsilon: FloatArray, dimension: int) -> tuple[FloatArray, float]:
    """Return w_i = ε_i / Σε and the budget Σε (Theorem 3.2), and what public records make of it.

    The budget of (n,) weights on the simplex is the least ε_i / w_i, less the share for rounding.
    It is infinity when no record that counts is private.

    With d public records or more only these count, alike, and no noise is needed: the limit of the
    formula as their ε grows.  The others then weigh exactly nothing, however strict they are. Fewer
    cannot tell d coefficients: they count as private ones of the level τ at which a mean of d
    numbers saturates with this noise (`mean.noises`), where records spread less than the worst
    case: Σ ε_i (τ - ε_i)⁺ = 4 d (d + 1) `LESS_SPREAD`.  Any public τ keeps every promise.

    Args:
        epsilon: (n,) levels > 0.
        dimension: d, number of features.

    Raises:
        InvalidInput: levels are finite and too unequal for floats, see `after_rounding`.

    >>> personalised(np.array([1.0, 3.0]), 1)[0]
    array([0.25, 0.75])
    """
    public = np.isinf(epsilon)
    if np.count_nonzero(public) >= dimension or np.all(public):
        return public / np.count_nonzero(public), np.inf
    if np.any(public):
        ordered, price = np.sort(epsilon), 4.0 * dimension * (dimension + 1.0) * LESS_SPREAD
        top = saturation_level(ordered, noise_price=price)
        epsilon = np.minimum(epsilon, min(top, MOST_APART * ordered[0]))
    total = float(np.sum(epsilon))
    budget = after_rounding(total, float(epsilon.min()) / total, epsilon.size, dimension)
    return epsilon / total, budget


def uniform_budget(level: float, records: int, dimension: int) -> float:
    """Return n times the level that all n records get, of equal weights, less the share for
    rounding."""
    return after_rounding(records * level, 1.0 / records, records, dimension)


def after_rounding(budget: float, least_weight: float, records: int, dimension: int) -> float:
    """Return the budget less the share 2 γ / min w that rounding may cost the strictest record.

    Args:
        budget: least ε_i / w_i, before.
        least_weight: min w, of the records that count.
        records, dimension: n and d.

    Raises:
        InvalidInput: 1 / min w is above the power of ten at which the share is `MOST_RESERVED`
            or a little less.
    """
    loss = 2.0 * _ERROR * (math.sqrt(records) + dimension)
    most = 10 ** math.floor(math.log10(MOST_RESERVED / loss))
    if not most * least_weight >= 1.0:
        rule = f"must add up to at most {most:,} times the strictest level, for rounding"
        actual = f"more than {10 ** math.floor(-math.log10(max(least_weight, 1e-18))):,} times"
        remedy = "raise the strictest level, or make the least private records public (ε = ∞)"
        raise InvalidInput("epsilon", rule, actual, remedy)
    return budget * (1.0 - loss / least_weight)


def keep_probability(epsilon: FloatArray, threshold: float) -> FloatArray:
    """Return the chance min(1, (e^{ε_i} - 1) / (e^t - 1)) that sampling keeps record i.

    With an infinite threshold only public records are kept.  No ε overflows.

    >>> keep_probability(np.array([1.0, 2.0, 3000.0]), 2.0).round(4)
    array([0.2689, 1.    , 1.    ])
    """
    if np.isinf(threshold):
        return np.isinf(epsilon).astype(np.float64)
    chance: FloatArray = np.exp(np.minimum(_log_expm1(epsilon) - _log_expm1(threshold), 0.0))
    return chance


def _log_expm1(level: FloatArray | float) -> FloatArray:
    """Return log(e^level - 1) for level > 0, infinity included."""
    log: FloatArray = level + np.log(-np.expm1(-np.asarray(level)))
    return log


@result
class Spectrum:
    """XᵀWX in its own basis; leading axes, if any, are different weightings.

    Attributes:
        values: (..., d) eigenvalues, >= 0.
        vectors: (..., d, d) eigenvectors in the columns.
        cross: (..., d) XᵀWy in that basis.
    """

    values: FloatArray
    vectors: FloatArray
    cross: FloatArray

    def path(self, lams: FloatArray) -> FloatArray:
        """Return (..., L, d) coefficients (XᵀWX + λI)⁻¹ XᵀWy at each of (L,) λ."""
        shrunk = self.cross[..., None, :] / (self.values[..., None, :] + lams[:, None])
        theta: FloatArray = shrunk @ np.swapaxes(self.vectors, -1, -2)
        return theta

    def scaled(self, factor: FloatArray | float) -> Spectrum:
        """Return the sums with every weight multiplied by a factor (...) > 0."""
        times = np.asarray(factor)[..., None]
        return Spectrum(self.values * times, self.vectors, self.cross * times)


def spectrum(gram: FloatArray, cross: FloatArray) -> Spectrum:
    """Return the eigendecomposition of (..., d, d) XᵀWX, with (..., d) XᵀWy in its basis.

    Nothing that could be more than rounding is left out.  Eigenvalues below 0 are 0, and so are
    components of XᵀWy below d u |XᵀWy|; this moves the path by no more than rounding does (see
    above).  Then neither a constant column, a repeated one, nor more features than rows lets
    rounding blow up as λ vanishes.
    """
    values, vectors = np.linalg.eigh(gram)
    projected = np.einsum("...ij,...i->...j", vectors, cross)
    size = np.abs(projected)
    rounding = gram.shape[-1] * np.finfo(np.float64).eps * np.max(size, axis=-1, keepdims=True)
    return Spectrum(np.maximum(values, 0.0), vectors, np.where(size > rounding, projected, 0.0))


def weighted_spectrum(X: FloatArray, y: FloatArray, weights: FloatArray) -> Spectrum:
    """Return `spectrum` of XᵀWX and XᵀWy for (n,) weights >= 0.

    Through the root of W, because a matrix times its own transpose costs half a product.
    """
    root = np.sqrt(weights)
    rows = X * root[:, None]
    return spectrum(rows.T @ rows, (y * root) @ rows)
