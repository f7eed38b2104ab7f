"""Mechanism 1: several ℓ2 reports per user, each leaving out more of the sensitive features.

Local model.  Data are (n, d) on [-1, 1], one row a user; the server sees only reports.
The noise comes from NumPy: right for a demonstration, not for a release.  Errors are exact,
coordinate by coordinate, with nothing simulated.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import gammainc, ndtr

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.features.allocation.rules import Allocation
from hetdp_core.features.channel import (
    PRINTED_FACTOR,
    WEIGHTS,
    printed_weights,
    privatize_l2,
    query_precision,
    sphere_squares,
    sum_of_reports,
)
from hetdp_core.numerals import counted
from hetdp_core.results import result
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
        actual = f"{counted(outside, 'row')} outside"
        remedy = "scale by the declared bounds and clip"
        raise InvalidInput("x", "must lie between -1 and 1", actual, remedy)
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

    The average of the users' reports, in memory bounded by `CHUNK_VALUES`; 0 for a feature without
    budget.

    Args:
        x, alloc, rng, weights, second_moment: as in `privatize`.
        as_printed: use the radius as printed: twice the noise, and twice the mean.
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
    """Run `estimate_mean` on data known to be within [-1, 1]; share (K, d) from `combination`."""
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


LEFT_OUT = 1.0
"""Worst-case squared error of answering 0 for a mean in [-1, 1]: a feature without budget."""


def combination(
    alloc: Allocation, weights: str = "inverse_variance", second_moment: ArrayLike = 1.0
) -> FloatArray:
    """Return (K, d) weight of each query's answer in the estimate of each coordinate.

    A column sums to 1, or to 0 where the coordinate gets no budget and is in no query.
    They must not depend on the data: inverse variances use a declared second moment.

    Args:
        weights: "inverse_variance" (1 / (V_k - second_moment)) or "paper" (a_k²/(d-k+1)).
        second_moment: assumed mean of x_i², one number or (d,), in [0, 1].
    """
    validate.choice(weights, WEIGHTS, "weights")
    stages, assumed = alloc.stages, _moments(second_moment, alloc.dimension)
    if weights == "paper":
        raw = printed_weights(stages.increments, stages.dimensions)[:, None] * _seen(alloc)
    else:
        raw = _precision(alloc, assumed)
    total = np.sum(raw, axis=0)
    return np.asarray(np.divide(raw, total, out=np.zeros_like(raw), where=total > 0))


def coordinate_variance(
    alloc: Allocation,
    n: int,
    second_moment: ArrayLike = 1.0,
    weights: str = "inverse_variance",
    *,
    assumed: ArrayLike | None = None,
) -> FloatArray:
    """Return (d,) exact MSE of each coordinate before projection, with the unbiased radius.

    (1/n) sum_{k<=i} ω_ik² (V_k - mean_j x_ji²), given the data of n users; infinite for a
    coordinate without budget.

    Args:
        second_moment: true mean_j x_ji², one number or (d,), in [0, 1].
        weights: "inverse_variance" or "paper", see `combination`.
        assumed: second moment the weights assume; by default the true one.
    """
    users = validate.count(n, 1, None, "n")
    known = second_moment if assumed is None else assumed
    share = combination(alloc, weights, known)
    precision = _precision(alloc, _moments(second_moment, alloc.dimension))
    terms = np.divide(share**2, precision, out=np.zeros_like(share), where=precision > 0)
    return np.where(np.sum(share, axis=0) > 0, np.sum(terms, axis=0) / users, np.inf)


def coordinate_mse(
    alloc: Allocation,
    n: int,
    mean: ArrayLike = 0.0,
    second_moment: ArrayLike = 1.0,
    weights: str = "inverse_variance",
    *,
    as_printed: bool = False,
    projection: bool = True,
    assumed: ArrayLike | None = None,
) -> FloatArray:
    """Return (d,) MSE of each coordinate of the estimated mean, given the data of n users.

    Before projection it is exact.  After projection to [-1, 1] the average of n reports is
    taken as normal, which is exact in the limit of many users.

    Args:
        alloc, n, second_moment, weights, assumed: as in `coordinate_variance`.
        mean: true mean of each coordinate, one number or (d,), in [-1, 1].
    """
    target = validate.numbers_within(mean, alloc.dimension, -1.0, 1.0, "mean")
    variance = coordinate_variance(alloc, n, second_moment, weights, assumed=assumed)
    return mse_from_variance(variance, target, as_printed=as_printed, projection=projection)


def mse_from_variance(
    variance: FloatArray, mean: FloatArray, *, as_printed: bool, projection: bool
) -> FloatArray:
    """Return MSE from the variance of the unbiased estimate; infinite variance means "answer 0".

    Printed reports are the unbiased ones times two, so the bias of their average is the mean
    itself, and its variance is four times as large.
    """
    factor = PRINTED_FACTOR if as_printed else 1.0
    reported = np.isfinite(variance)
    spread = factor**2 * np.where(reported, variance, 0.0)
    if projection:
        error = clipped_normal_mse(factor * mean, np.sqrt(spread), mean)
    else:
        error = spread + (factor - 1.0) ** 2 * mean**2
    return np.where(reported, error, mean**2)


def clipped_normal_mse(centre: ArrayLike, deviation: ArrayLike, target: ArrayLike) -> FloatArray:
    """Return E (clip(Y, -1, 1) - target)² for Y normal; any broadcastable shapes.

    With a, b the standardised ends, the middle part needs the integral of z² φ(z) over
    [a, b]; as an incomplete gamma function it keeps its digits for any deviation.

    >>> float(clipped_normal_mse(0.0, 0.0, 0.25))
    0.0625
    """
    centre, target = np.asarray(centre, dtype=float), np.asarray(target, dtype=float)
    spread = np.clip(np.asarray(deviation, dtype=float), 1e-150, 1e100)  # same answer beyond
    a, b = (-1.0 - centre) / spread, (1.0 - centre) / spread
    offset = centre - target

    def density(z: FloatArray) -> FloatArray:
        return np.asarray(np.exp(-0.5 * np.minimum(np.abs(z), 1e3) ** 2) / np.sqrt(2.0 * np.pi))

    inside = ndtr(b) - ndtr(a)
    slope = density(a) - density(b)
    square = _half_second_moment(b) - _half_second_moment(a)
    middle = offset**2 * inside + 2.0 * offset * spread * slope + spread**2 * square
    ends = (1.0 + target) ** 2 * ndtr(a) + (1.0 - target) ** 2 * ndtr(-b)
    return np.asarray(middle + ends)


def _half_second_moment(z: FloatArray) -> FloatArray:
    """Return the integral of t² φ(t) from 0 to z, odd in z."""
    return 0.5 * np.sign(z) * gammainc(1.5, 0.5 * np.minimum(np.abs(z), 1e3) ** 2)


def _precision(alloc: Allocation, second_moment: FloatArray) -> FloatArray:
    """Return (K, d) what query k tells about coordinate i; 0 where it does not see it."""
    stages = alloc.stages
    if stages.starts.size == 0:
        return np.zeros((0, alloc.dimension))
    sizes = sphere_squares(stages.dimensions)[:, None]
    return query_precision(stages.increments[:, None], sizes, second_moment) * _seen(alloc)


def _seen(alloc: Allocation) -> FloatArray:
    """Return (K, d) 1 where query k sees coordinate i, else 0."""
    rank = np.empty(alloc.dimension)
    rank[alloc.order] = np.arange(alloc.dimension)
    return (alloc.stages.starts[:, None] <= rank).astype(np.float64)


def _moments(values: ArrayLike, size: int) -> FloatArray:
    return validate.numbers_within(values, size, 0.0, 1.0, "second_moment")


@result
class QueryShares:
    """The contribution of each query of Mechanism 1: Figure 2 with numbers.

    Attributes:
        features: (d,) 1-based numbers of the features in the caller's order, from the
            smallest budget to the largest, as texts.
        privacy: (K,) privacy of each query; they add up to the largest budget.
        shares: (K, d) share of each query in the estimate of each feature; columns in the
            order of `features`, each summing to 1, or to 0 for a feature without budget.
    """

    features: tuple[str, ...]
    privacy: FloatArray
    shares: FloatArray

    @property
    def gaps(self) -> FloatArray:
        return np.where(self.shares > 0, self.shares, np.nan)


def query_shares(alloc: Allocation, weights: str = "inverse_variance") -> QueryShares:
    """Return the triangle of an allocation; weights as in `combination`."""
    order = alloc.order
    return QueryShares(
        tuple(str(place + 1) for place in order),
        alloc.stages.increments,
        combination(alloc, weights)[:, order],
    )
