"""The whole path λ ↦ θ_λ from one eigendecomposition of XᵀWX."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.frozen import freeze_arrays
from hetdp_core.ridge.problem import check_lambdas
from hetdp_core.ridge.weights import after_rounding
from hetdp_core.validate import FloatArray

CHUNK_ROWS = 16_384
"""Rows that are worked on at a time."""


@dataclass(frozen=True, eq=False)
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

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze_arrays(self)

    def path(self, lams: FloatArray) -> FloatArray:
        """(..., L, d) coefficients (XᵀWX + λI)⁻¹ XᵀWy at each of (L,) λ."""
        shrunk = self.cross[..., None, :] / (self.values[..., None, :] + lams[:, None])
        theta: FloatArray = shrunk @ np.swapaxes(self.vectors, -1, -2)
        return theta

    def scaled(self, factor: FloatArray | float) -> Spectrum:
        """The same with every weight multiplied by a factor (...) > 0."""
        times = np.asarray(factor)[..., None]
        return Spectrum(self.values * times, self.vectors, self.cross * times)


def spectrum(gram: FloatArray, cross: FloatArray) -> Spectrum:
    """Eigendecomposition of (..., d, d) XᵀWX, with (..., d) XᵀWy in its basis.

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


@dataclass(frozen=True, eq=False)
class NormalEquations:
    """What weighted ridge regression needs to know of the data, for every λ.

    Attributes:
        gram: (d, d) XᵀWX.
        cross: (d,) XᵀWy.
        label_square: yᵀWy.
        rows: number of records read.
        public_rows: records among them with infinite ε.
        budget: Σε, less the share for rounding; infinite if any record is public.
    """

    gram: FloatArray
    cross: FloatArray
    label_square: float
    rows: int
    public_rows: int
    budget: float

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze_arrays(self)

    def coefficients(self, lams: ArrayLike) -> FloatArray:
        """(L, d) non-private θ_w at each λ."""
        return spectrum(self.gram, self.cross).path(check_lambdas(lams))


Chunk = tuple[ArrayLike, ArrayLike, ArrayLike]
"""Features (r, d), labels (r,), privacy levels (r,) of some records."""


def weighted_ridge(chunks: Iterable[Chunk]) -> NormalEquations:
    """Normal equations with weights ε_i / Σε in one pass over chunks of records.

    Memory holds one chunk and a few (d, d) matrices, however many records there are.  With
    any public record (ε = ∞) only the public ones count, alike: the limit of the weights.

    Args:
        chunks: features, labels and levels of some records at a time, in any split; see
            `in_chunks` for arrays.

    Raises:
        InvalidInput: no records, chunks that do not match, or levels too unequal for floats.
    """
    private, public = _Sums(), _Sums()
    for features, labels, epsilon in chunks:
        table = validate.matrix(features, "X")
        column, levels = validate.as_floats(labels, "y"), validate.epsilons(epsilon)
        if not len(table) == column.size == levels.size:
            found = f"{len(table):,}, {column.size:,} and {levels.size:,}"
            raise InvalidInput("chunk", "must have as many labels and levels as rows", found)
        free = np.isinf(levels)
        if not np.all(free):
            private.add(table, column, np.where(free, 0.0, levels))
        if np.any(free):
            public.add(table, column, free.astype(np.float64))
        private.rows += len(table)
        public.rows += int(np.count_nonzero(free))
    if private.rows == 0:
        raise InvalidInput("chunks", "must hold at least one record", "none")
    sums = public if public.rows else private
    return NormalEquations(
        sums.gram / sums.total,
        sums.cross / sums.total,
        sums.label_square / sums.total,
        private.rows,
        public.rows,
        np.inf if public.rows else _budget(private),
    )


def _budget(private: _Sums) -> float:
    share = private.least / private.total
    return after_rounding(private.total, share, private.rows, private.cross.size)


def in_chunks(
    X: FloatArray, y: FloatArray, epsilon: FloatArray, rows: int = CHUNK_ROWS
) -> Iterator[tuple[FloatArray, FloatArray, FloatArray]]:
    """Views of so many rows at a time, for `weighted_ridge`."""
    rows = validate.count(rows, 1, None, "rows")
    for start in range(0, len(y), rows):
        part = slice(start, start + rows)
        yield X[part], y[part], epsilon[part]


class _Sums:
    """Running sums over the records seen so far."""

    def __init__(self) -> None:
        self.gram: FloatArray = np.zeros((0, 0))
        self.cross: FloatArray = np.zeros(0)
        self.label_square = self.total = 0.0
        self.least = np.inf
        self.rows = 0

    def add(self, features: FloatArray, labels: FloatArray, weights: FloatArray) -> None:
        if self.gram.size == 0:
            self.gram = np.zeros((features.shape[1], features.shape[1]))
            self.cross = np.zeros(features.shape[1])
        if features.shape[1] != self.cross.size:
            rule = f"must have as many columns as the chunk before ({self.cross.size})"
            raise InvalidInput("X", rule, f"{features.shape[1]}")
        gram, cross, label_square = weighted_sums(features, labels, weights)
        self.gram += gram
        self.cross += cross
        self.label_square += label_square
        self.total += float(np.sum(weights))
        self.least = min(self.least, float(np.min(weights)))


def weighted_sums(
    X: FloatArray, y: FloatArray, weights: FloatArray
) -> tuple[FloatArray, FloatArray, float]:
    """XᵀWX, XᵀWy and yᵀWy for (n,) weights >= 0.

    Through the root of W, because a matrix times its own transpose costs half a product.
    """
    root = np.sqrt(weights)
    rows, labels = X * root[:, None], y * root
    return rows.T @ rows, labels @ rows, float(labels @ labels)


def weighted_spectrum(X: FloatArray, y: FloatArray, weights: FloatArray) -> Spectrum:
    """`spectrum` of XᵀWX and XᵀWy for (n,) weights."""
    gram, cross, _ = weighted_sums(X, y, weights)
    return spectrum(gram, cross)
