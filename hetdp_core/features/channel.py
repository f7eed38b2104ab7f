"""The ℓ2 channel (Mechanism 2): one vector of a ball in, one point of a sphere out.

Local model: the user adds the noise, nobody is trusted.  Any two inputs are neighbours.

The information of one query of Mechanism 1 about a coordinate, and all queries together.

Query k sees D = d-k+1 coordinates at level a_k = c_k - c_{k-1}.  It tells coordinate i
with variance V_k - x_i², V_k = B_k²/D = coth²(a_k/2) g_D, where g_D is the square of
`sphere_factor`.  A precision is one over that variance.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit, gammaln

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.validate import FloatArray

MAX_LEVEL = 500.0
"""Largest privacy level of a report: beyond it nothing is protected, and exp overflows."""

_SNAP = 1.0 + 1e-12

PRINTED_FACTOR = 2.0
"""The radius printed in Mechanism 2 is this many times the unbiased one."""


def sphere_factor(dimension: ArrayLike) -> FloatArray:
    """Return sqrt(pi) Γ((d+1)/2) / Γ(d/2) = 1 / E|U_1|, U uniform on the unit sphere.

    Args:
        dimension: d >= 1, any shape; stable up to d = 10⁴ and far beyond.
            Exactly 1 for d = 1, where a report may be as good as noiseless: V - 1 is then
            1 / sinh²(alpha/2), and a unit in the last place would hide it.

    >>> np.round(sphere_factor([1, 2]), 4)
    array([1.    , 1.5708])
    """
    d = np.asarray(dimension, dtype=np.float64)
    ratio = np.exp(gammaln((d + 1.0) / 2.0) - gammaln(d / 2.0))
    return np.where(d == 1.0, 1.0, math.sqrt(math.pi) * ratio)


def report_radius(
    dimension: int, alpha: float, radius: float, *, as_printed: bool = False
) -> float:
    """Return the radius B of the sphere on which reports lie.

    Unbiased: B = r coth(alpha/2) sqrt(pi) Γ((d+1)/2) / Γ(d/2).

    Args:
        dimension, radius: d >= 1 and r > 0 of the ball that holds the input.
        alpha: level of the report, 0 < alpha <= `MAX_LEVEL`, natural log.
        as_printed: the radius of Mechanism 2 as printed; reports then average to twice the input.
    """
    dimension = validate.count(dimension, 1, None, "dimension")
    alpha = validate.within(validate.positive(alpha, "alpha"), 0.0, MAX_LEVEL, "alpha")
    radius = validate.positive(radius, "radius")
    unbiased = radius / np.tanh(alpha / 2.0) * float(sphere_factor(dimension))
    return float(unbiased * (PRINTED_FACTOR if as_printed else 1.0))


def privatize_l2(
    v: ArrayLike, alpha: float, radius: float, *, rng: np.random.Generator, as_printed: bool = False
) -> FloatArray:
    """Return one alpha-LDP report of each row.

    A report Z lies on the sphere of radius B = `report_radius`; E[Z|v] = v (2v as printed)
    and E[Z Zᵀ|v] = (B²/d) I, so Var(Z_i|v) = B²/d - v_i².

    Args:
        v: (n, d) inputs, each of length at most `radius`, which is not taken from the data.
        alpha, radius, as_printed: see `report_radius`.
        rng: source of all randomness (NumPy: for a demonstration, not for a release).
    """
    inputs = validate.matrix(v, "v")
    size = report_radius(inputs.shape[1], alpha, radius, as_printed=as_printed)
    lengths = _lengths(inputs)
    if not np.all(lengths <= radius * (1.0 + 1e-9)):
        rule = f"must lie in the ball of radius {radius:g}"
        raise InvalidInput("v", rule, f"a row of length {float(np.max(lengths)):g}")
    normal, scale = _directions(inputs, alpha, radius, rng)
    normal *= (size * scale)[:, None]
    return normal


def sum_of_reports(
    v: FloatArray, alpha: float, radius: float, *, rng: np.random.Generator
) -> FloatArray:
    """Return (d,) sums of `privatize_l2(v, alpha, radius, rng=rng)` without reports or checks."""
    normal, scale = _directions(v, alpha, radius, rng)
    return report_radius(v.shape[1], alpha, radius) * (scale @ normal)


def _directions(
    v: FloatArray, alpha: float, radius: float, rng: np.random.Generator
) -> tuple[FloatArray, FloatArray]:
    """Draw vectors (n, d) and factors (n,) whose products are uniform on the right half sphere.

    A uniform direction is turned into the half sphere that was drawn by changing its sign,
    so nothing is ever rejected.
    """
    normal = rng.standard_normal(v.shape)
    # Full length stays full in spite of rounding: at a large alpha, where the chance of the far
    # half sphere, (1 - share tanh(alpha/2)) / 2, is tiny, a last digit matters.
    share = np.minimum(_lengths(v) * (_SNAP / radius), 1.0)
    away = rng.random(len(v)) < 0.5 * (1.0 - share) + share * expit(-alpha)
    turn = (np.einsum("ij,ij->i", normal, v) < 0.0) != away
    return normal, np.where(turn, -1.0, 1.0) / _lengths(normal)


def _lengths(v: FloatArray) -> FloatArray:
    return np.asarray(np.sqrt(np.einsum("ij,ij->i", v, v)))


NEGLIGIBLE = 1e-12
"""An increment of budget below this buys no report."""

WEIGHTS = ("inverse_variance", "paper")
"""How the answers to several queries are combined: by precision, or by a_k²/(d-k+1)."""


def query_precision(
    increments: FloatArray, size: FloatArray, second_moment: float | FloatArray
) -> FloatArray:
    """Return 1 / (V_k - second_moment), 0 where the query has no budget; all broadcast together.

    Written with sinh²(a/2), which neither overflows for small a nor cancels for large a.  For D = 1
    and data at ±1, V_k - 1 = 1/sinh²(a/2) may be as small as 1e-200.

    Args:
        increments, size: levels a_k >= 0 of queries, and their g_D (`sphere_squares`).
        second_moment: mean of x_i², in [0, 1].
    """
    squares = np.where(increments > NEGLIGIBLE, np.sinh(increments / 2.0), 0.0) ** 2
    return np.asarray(squares / (size + (size - second_moment) * squares))


def hemisphere_precision(
    increments: FloatArray, dimensions: NDArray[np.intp], second_moment: float
) -> FloatArray:
    """Return `query_precision` of queries at these levels that see so many coordinates."""
    return query_precision(increments, sphere_squares(dimensions), second_moment)


def sphere_squares(dimensions: NDArray[np.intp]) -> FloatArray:
    """Return g_D, the square of `sphere_factor`, looked up once for each D that can occur."""
    return np.asarray(_sphere_table(int(np.max(dimensions)))[dimensions - 1])


@lru_cache(maxsize=64)
def _sphere_table(most: int) -> FloatArray:
    table: FloatArray = sphere_factor(np.arange(1, most + 1)) ** 2
    table.flags.writeable = False
    return table


def grouped_variance(
    budgets: FloatArray,
    counts: NDArray[np.intp],
    n: int,
    second_moment: float,
    weights: str,
    precision_of: Callable[..., FloatArray] = hemisphere_precision,
) -> FloatArray:
    """Return (..., G) variance of the estimated mean of a coordinate of each group.

    The n users' data have this second moment in every coordinate, and the weights know it.

    Infinite for a group without budget.

    Args:
        budgets: (..., G) budget shared by all coordinates of a group, in any order.
        counts: (G,) coordinates in each group.
        second_moment: mean of x_i², in [0, 1].
        weights: one of `WEIGHTS`.
    """
    places, increments, dimensions = _queries(budgets, counts)
    precision = precision_of(increments, dimensions, second_moment)
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
    places, increments, dimensions = _queries(budgets, counts)
    precision = hemisphere_precision(increments, dimensions, second_moment)
    return _as_given(np.cumsum(precision, axis=-1), places)


def _queries(
    budgets: FloatArray, counts: NDArray[np.intp]
) -> tuple[NDArray[np.intp], FloatArray, NDArray[np.intp]]:
    """Return where the budgets stand in ascending order, and each one's query.

    The places are those in the flat array; a query is an increment and a dimension.
    """
    order = np.argsort(budgets, axis=-1, kind="stable")
    starts = np.arange(0, order.size, order.shape[-1]).reshape(*order.shape[:-1], 1)
    places = starts + order
    ordered = budgets.reshape(-1)[places]
    increments = np.empty_like(ordered)
    increments[..., 0] = ordered[..., 0]
    np.subtract(ordered[..., 1:], ordered[..., :-1], out=increments[..., 1:])
    dimensions = np.cumsum(counts[order][..., ::-1], axis=-1)[..., ::-1]
    return places, increments, dimensions


def _as_given(ordered: FloatArray, places: NDArray[np.intp]) -> FloatArray:
    unsorted = np.empty_like(ordered)
    unsorted.reshape(-1)[places] = ordered
    return unsorted


def total_error(
    budgets: FloatArray, counts: NDArray[np.intp], n: int, second_moment: float, weights: str
) -> FloatArray:
    """Sum min(variance_i, 1) over all coordinates; arguments as in `grouped_variance`."""
    variance = grouped_variance(budgets, counts, n, second_moment, weights)
    return np.asarray(np.minimum(variance, 1.0) @ counts.astype(np.float64))


def printed_weights(increments: FloatArray, dimensions: NDArray[np.intp]) -> FloatArray:
    """Return weights of Mechanism 1 as printed: a_k² / (d-k+1), 0 where there is no budget."""
    a = np.where(increments > NEGLIGIBLE, increments, 0.0)
    return np.asarray(a**2 / dimensions)
