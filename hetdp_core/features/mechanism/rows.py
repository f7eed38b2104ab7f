"""Rows of data on [-1, 1]: the check at the door, and the chunks that bound memory."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.counted import counted
from hetdp_core.errors import InvalidInput
from hetdp_core.validate import FloatArray

CHUNK_VALUES = 1 << 16
"""Data values worked on at a time: half a megabyte stays in the cache of one core."""


def checked(x: ArrayLike, dimension: int) -> FloatArray:
    """Return x as an (n, dimension) array on [-1, 1], or `InvalidInput`."""
    data = validate.matrix(x, "x")
    if data.shape[1] != dimension:
        rule = f"must have one column per feature of the allocation ({dimension})"
        raise InvalidInput("x", rule, f"{data.shape[1]} columns")
    outside = int(np.count_nonzero(np.any(np.abs(data) > 1.0, axis=1)))
    if outside:
        remedy = "scale by the declared bounds and clip"
        raise InvalidInput(
            "x", "must lie between -1 and 1", f"{counted(outside, 'row')} outside", remedy
        )
    return data


def chunks(n: int, d: int) -> Iterator[slice]:
    """Return slices of rows that hold about `CHUNK_VALUES` values each."""
    rows = max(1, CHUNK_VALUES // d)
    return (slice(start, min(start + rows, n)) for start in range(0, n, rows))
