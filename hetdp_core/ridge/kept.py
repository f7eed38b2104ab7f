"""Normal equations of many random samples of the same records at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hetdp_core.frozen import result
from hetdp_core.ridge.problem import TrainingSet
from hetdp_core.ridge.spectrum import Spectrum, spectrum
from hetdp_core.validate import FloatArray

CHUNK_VALUES = 4_000_000
"""Products of features, or marks of kept records, held at a time."""


@result
class Kept:
    """What each of M samples knows of the data.

    Attributes:
        sizes: (M,) number n_s of kept records.
        spectrum: of XᵀX and Xᵀy over the kept records, every weight 1; leading axis M.
    """

    sizes: FloatArray
    spectrum: Spectrum


def kept_records(masks: NDArray[np.bool_], data: TrainingSet) -> Kept:
    """Return the samples that (M, n) masks keep: one product with all products of two features."""
    d = data.bounds.dimension
    rows, columns = np.triu_indices(d)
    upper, cross = np.zeros((len(masks), rows.size)), np.zeros((len(masks), d))
    block = max(1, CHUNK_VALUES // rows.size)
    for start in range(0, data.rows, block):
        part = slice(start, start + block)
        features, kept = data.X[part], masks[:, part].astype(np.float64)
        upper += kept @ _products(features)
        cross += kept @ (features * data.y[part, None])
    gram = np.empty((len(masks), d, d))
    gram[:, rows, columns] = gram[:, columns, rows] = upper
    return Kept(np.count_nonzero(masks, axis=1).astype(np.float64), spectrum(gram, cross))


def _products(features: FloatArray) -> FloatArray:
    """Return (rows, d (d+1) / 2) products of two features, in the order of `np.triu_indices`."""
    rows, d = features.shape
    found, start = np.empty((rows, d * (d + 1) // 2)), 0
    for first in range(d):
        stop = start + d - first
        np.multiply(features[:, first:], features[:, first, None], out=found[:, start:stop])
        start = stop
    return found
