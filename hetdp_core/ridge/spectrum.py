"""The whole path λ ↦ θ_λ from one eigendecomposition of XᵀWX."""

from __future__ import annotations

import numpy as np

from hetdp_core.frozen import result
from hetdp_core.validate import FloatArray


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

    Nothing that could be more than rounding is left out: eigenvalues below 0 are 0, and so
    are components of XᵀWy below d u |XᵀWy|, which moves the path by no more than rounding
    does (see `weights`).  Then neither a constant column, a repeated one, nor more features
    than rows lets rounding blow up as λ vanishes.
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
