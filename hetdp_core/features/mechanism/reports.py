"""Mechanism 1: several ℓ2 reports per user, each leaving out more of the sensitive features.

Local model.  Data are (n, d) on [-1, 1], one row a user; the server sees only reports.
The noise comes from NumPy: right for a demonstration, not for a release.

Rows of data on [-1, 1]: the check at the door, and the chunks that bound memory.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.counted import counted
from hetdp_core.errors import InvalidInput
from hetdp_core.features.allocation.budgets import Allocation
from hetdp_core.features.channel import PRINTED_FACTOR, privatize_l2, sum_of_reports
from hetdp_core.features.mechanism.variance import combination
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


def privatize(
    x: ArrayLike,
    alloc: Allocation,
    *,
    rng: np.random.Generator,
    weights: str = "inverse_variance",
    second_moment: ArrayLike = 1.0,
) -> FloatArray:
    """Return (n, d) report of every user, combined into one unbiased row: E[row | x] = x.

    Args:
        x: (n, d) data on [-1, 1], columns in the order of the allocation's features.
        alloc: budgets, of the same d; the joint reports are δ-BCDP and ε-LDP (Theorem 2).
        rng: source of all randomness.
        weights, second_moment: see `combination`.

    Returns:
        Unbounded rows; a feature without budget is reported as 0.

    Raises:
        InvalidInput: missing values, values outside [-1, 1], or another number of columns.
    """
    data = checked(x, alloc.dimension)
    share = combination(alloc, weights, second_moment)
    reports = np.zeros(data.shape)
    for rows in chunks(*data.shape):
        for k, columns, seen, level in _queries(data[rows], alloc):
            answer = privatize_l2(seen, level, np.sqrt(columns.size), rng=rng)
            reports[rows, columns] += share[k, columns] * answer
    return reports


def estimate_mean(
    x: ArrayLike,
    alloc: Allocation,
    *,
    rng: np.random.Generator,
    weights: str = "inverse_variance",
    second_moment: ArrayLike = 1.0,
    as_printed: bool = False,
    projection: bool = True,
) -> FloatArray:
    """Return (d,) private estimate of the column means of x.

    The average of the users' reports, in memory bounded by `rows.CHUNK_VALUES`.

    Args:
        x, alloc, rng, weights, second_moment: as in `privatize`.
        as_printed: use the radius as printed: twice the noise, and twice the mean.
        projection: move the estimate into [-1, 1].

    Returns:
        Estimates in the caller's order; 0 for a feature without budget.

    Raises:
        InvalidInput: see `privatize`.
    """
    data = checked(x, alloc.dimension)
    return estimate_checked(
        data, alloc, combination(alloc, weights, second_moment), rng, as_printed, projection
    )


def estimate_checked(
    data: np.ndarray,
    alloc: Allocation,
    share: FloatArray,
    rng: np.random.Generator,
    as_printed: bool = False,
    projection: bool = True,
) -> FloatArray:
    """Run `estimate_mean` on data known to be within [-1, 1], any numeric type.

    Args:
        data: (n, d), one row a user.
        alloc: budgets.
        share: (K, d) weights from `combination`.
        rng, as_printed, projection: as in `estimate_mean`.
    """
    sums = np.zeros(share.shape)
    for rows in chunks(*data.shape):
        for k, columns, seen, level in _queries(data[rows], alloc):
            sums[k, columns] += sum_of_reports(seen, level, np.sqrt(columns.size), rng=rng)
    factor = (PRINTED_FACTOR if as_printed else 1.0) / len(data)
    estimate: FloatArray = factor * np.sum(share * sums, axis=0)
    return np.clip(estimate, -1.0, 1.0) if projection else estimate


def _queries(
    data: np.ndarray, alloc: Allocation
) -> Iterator[tuple[int, np.ndarray, FloatArray, float]]:
    """Return number, columns, data and level of each query of Mechanism 1."""
    order, stages = alloc.order, alloc.stages
    ordered = np.asarray(data[:, order], dtype=np.float64)
    for k, (level, start) in enumerate(zip(stages.increments, stages.starts, strict=True)):
        yield k, order[start:], ordered[:, start:], float(level)
