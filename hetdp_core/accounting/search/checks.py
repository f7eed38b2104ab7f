"""The box and the starting points of a search, checked."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hetdp_core import validate
from hetdp_core.accounting.search.terms import Terms
from hetdp_core.errors import InvalidInput
from hetdp_core.validate import FloatArray


def checked_box(
    terms: Terms, low: ArrayLike, high: ArrayLike, integer: ArrayLike | None
) -> tuple[FloatArray, FloatArray, NDArray[np.bool_]]:
    """Return the box, its ends rounded inwards where whole numbers are asked."""
    ends = [_point(end, terms.dimension, name) for end, name in ((low, "low"), (high, "high"))]
    whole = np.zeros(terms.dimension, dtype=np.bool_)
    if integer is not None:
        whole = _point(integer, terms.dimension, "integer").astype(np.bool_)
    if not np.all(ends[0] <= ends[1]):
        raise InvalidInput("low", "must not be above high", ends[0])
    least, most = (
        np.where(whole, np.ceil(ends[0]), ends[0]),
        np.where(whole, np.floor(ends[1]), ends[1]),
    )
    if not np.all(least <= most):
        rule = "must leave a whole number between them where one is asked"
        raise InvalidInput("low and high", rule, (ends[0], ends[1]))
    return least, most, whole


def _point(values: ArrayLike, dimension: int, name: str) -> FloatArray:
    array = validate.as_floats(values, name)
    if array.size != dimension or not np.all(np.isfinite(array)):
        rule = f"must be one finite number per coordinate ({dimension})"
        raise InvalidInput(name, rule, array)
    return array


def checked_starts(start: ArrayLike | None, dimension: int) -> FloatArray:
    """Return (k, d) records, k = 0 without a start."""
    if start is None:
        return np.empty((0, dimension))
    starts = validate.matrix(np.atleast_2d(np.asarray(start)), "start")
    if starts.shape[1] != dimension:
        rule = f"must have one number per coordinate ({dimension})"
        raise InvalidInput("start", rule, f"{starts.shape[1]}")
    return starts
