"""What one query of Mechanism 1 tells about a coordinate, and all queries together.

Query k sees D = d-k+1 coordinates at level a_k = c_k - c_{k-1}.  It tells coordinate i
with variance V_k - x_i², V_k = B_k²/D = coth²(a_k/2) g_D, where g_D is the square of
`sphere_factor`.  A precision is one over that variance.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from hetdp_core.features.channel import sphere_factor
from hetdp_core.validate import FloatArray

NEGLIGIBLE = 1e-12
"""An increment of budget below this buys no report."""

WEIGHTS = ("inverse_variance", "paper")
"""How the answers to several queries are combined: by precision, or by a_k²/(d-k+1)."""


def query_precision(
    increments: FloatArray, size: FloatArray, second_moment: float | FloatArray
) -> FloatArray:
    """Return 1 / (V_k - second_moment), 0 where the query has no budget; all broadcast together.

    Written with sinh²(a/2), which neither overflows for small a nor cancels for large a:
    for D = 1 and data at ±1, V_k - 1 = 1/sinh²(a/2) may be as small as 1e-200.

    Args:
        increments: levels a_k >= 0.
        size: g_D of the query, see `sphere_squares`.
        second_moment: mean of x_i², in [0, 1].
    """
    squares = np.where(increments > NEGLIGIBLE, np.sinh(increments / 2.0), 0.0) ** 2
    precision: FloatArray = squares / (size + (size - second_moment) * squares)
    return precision


def sphere_squares(dimensions: NDArray[np.intp]) -> FloatArray:
    """Return g_D, the square of `sphere_factor`, looked up once for each D that can occur."""
    found: FloatArray = _sphere_table(int(np.max(dimensions)))[dimensions - 1]
    return found


@lru_cache(maxsize=64)
def _sphere_table(most: int) -> FloatArray:
    table: FloatArray = sphere_factor(np.arange(1, most + 1)) ** 2
    table.flags.writeable = False
    return table


def grouped_variance(
    budgets: FloatArray, counts: NDArray[np.intp], n: int, second_moment: float, weights: str
) -> FloatArray:
    """Return (..., G) variance of the estimated mean of a coordinate of each group.

    The n users' data have this second moment in every coordinate, and the weights know it.

    Args:
        budgets: (..., G) budget shared by all coordinates of a group, in any order.
        counts: (G,) coordinates in each group.
        n: number of users.
        second_moment: mean of x_i², in [0, 1].
        weights: one of `WEIGHTS`.

    Returns:
        Variances, infinite for a group without budget.
    """
    places, increments, dimensions, precision = _queries(budgets, counts, second_moment)
    with np.errstate(divide="ignore", invalid="ignore"):
        if weights == "paper":
            w = printed_weights(increments, dimensions)
            spread = np.cumsum(np.where(w > 0, w**2 / precision, 0.0), axis=-1)
            ordered = np.where(spread > 0, spread / (n * np.cumsum(w, axis=-1) ** 2), np.inf)
        else:
            ordered = 1.0 / (n * np.cumsum(precision, axis=-1))
    return _as_given(ordered, places)


def grouped_precision(
    budgets: FloatArray, counts: NDArray[np.intp], second_moment: float
) -> FloatArray:
    """Return (..., G) precision of one user's report about a coordinate of each group.

    The answers of all queries together, weighted by precision; 0 for a group without budget.
    Arguments as in `grouped_variance`.
    """
    places, _, _, precision = _queries(budgets, counts, second_moment)
    return _as_given(np.cumsum(precision, axis=-1), places)


def _queries(
    budgets: FloatArray, counts: NDArray[np.intp], second_moment: float
) -> tuple[NDArray[np.intp], FloatArray, NDArray[np.intp], FloatArray]:
    """Return where the budgets stand in ascending order, and each one's query.

    The places are those in the flat array; a query is an increment, a dimension, a precision.
    """
    order = np.argsort(budgets, axis=-1, kind="stable")
    starts = np.arange(0, order.size, order.shape[-1]).reshape(*order.shape[:-1], 1)
    places = starts + order
    ordered = budgets.reshape(-1)[places]
    increments = np.empty_like(ordered)
    increments[..., 0] = ordered[..., 0]
    np.subtract(ordered[..., 1:], ordered[..., :-1], out=increments[..., 1:])
    dimensions = np.cumsum(counts[order][..., ::-1], axis=-1)[..., ::-1]
    precision = query_precision(increments, sphere_squares(dimensions), second_moment)
    return places, increments, dimensions, precision


def _as_given(ordered: FloatArray, places: NDArray[np.intp]) -> FloatArray:
    given = np.empty_like(ordered)
    given.reshape(-1)[places] = ordered
    return given


def total_error(
    budgets: FloatArray, counts: NDArray[np.intp], n: int, second_moment: float, weights: str
) -> FloatArray:
    """Sum min(variance_i, 1) over all coordinates: what the optimised rule minimises.

    Arguments as in `grouped_variance`.
    """
    variance = grouped_variance(budgets, counts, n, second_moment, weights)
    total: FloatArray = np.minimum(variance, 1.0) @ counts.astype(np.float64)
    return total


def printed_weights(increments: FloatArray, dimensions: NDArray[np.intp]) -> FloatArray:
    """Return weights of Mechanism 1 as printed: a_k² / (d-k+1), 0 where there is no budget."""
    a = np.where(increments > NEGLIGIBLE, increments, 0.0)
    weights: FloatArray = a**2 / dimensions
    return weights
