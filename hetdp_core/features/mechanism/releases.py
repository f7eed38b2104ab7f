"""Private least squares repeated, to show how far single releases scatter.

The paper's error bounds: right up to a constant factor, which they do not give.

The constants are universal only while every increment a_k is at most about 1: below
a_k = 2 the factor against the exact error is under 11, but it grows like a_k² beyond,
because the error of the ℓ2 channel levels off where the bounds keep falling.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.features.allocation.budgets import Allocation
from hetdp_core.features.allocation.rules import RULES, allocate
from hetdp_core.features.mechanism.regression import LeastSquaresFit, least_squares
from hetdp_core.validate import FloatArray


def reciprocal_weights(alloc: Allocation) -> FloatArray:
    """Return (d,) 1 / sum_{k<=i} a_k²/(d-k+1) in the caller's order; infinite without budget."""
    stages = alloc.stages
    told = np.zeros(alloc.dimension)
    told[stages.starts] = stages.increments**2 / stages.dimensions
    values = np.empty(alloc.dimension)
    with np.errstate(divide="ignore"):
        values[alloc.order] = 1.0 / np.cumsum(told)
    return values


def theorem_2_bound(alloc: Allocation, n: int) -> float:
    """Return min(d, (1/n) sum_i `reciprocal_weights`): (17) without its constant."""
    users = validate.count(n, 1, None, "n")
    return float(min(np.sum(reciprocal_weights(alloc)) / users, alloc.dimension))


def corollary_1_bound(
    delta: float, epsilon: float, sensitive: int, dimension: int, q: float, n: int
) -> float:
    """Return the right side of (18) or (19) without its constant: two groups of features, ζ = 1/2.

    Args:
        delta: δ of each sensitive feature.
        epsilon: ε > 2δ of the others, and of the whole report.
        sensitive: 1 <= k < d sensitive features.
        dimension: d.
        q: bound on the total variation, in [0, 1].
        n: number of users.
    """
    delta, epsilon = validate.positive(delta, "delta"), validate.positive(epsilon, "epsilon")
    if not epsilon > 2.0 * delta:
        raise InvalidInput("epsilon", f"must exceed twice delta ({2 * delta:g})", f"{epsilon:g}")
    d = validate.count(dimension, 2, None, "dimension")
    k = validate.count(sensitive, 1, d - 1, "sensitive")
    users, q = validate.count(n, 1, None, "n"), validate.within(q, 0.0, 1.0, "q")
    rest = d - k
    if q <= np.expm1(delta / 2.0) / np.expm1(epsilon):
        others = rest**2 / epsilon**2
    else:
        top = np.log1p(np.expm1(delta / 2.0) / q)
        others = rest**2 / (rest / d * delta**2 + (top - delta / 2.0) ** 2)
    return float((d * k / delta**2 + others) / users)


def theorem_3_bound(alloc: Allocation, n: int, theta_radius: float) -> float:
    """Return the right side of (22) without its constant, for a ball of coefficients.

    (R² + R) min(d, (r² + r d) log(d) / sqrt(n)), r² = sum_i `reciprocal_weights`.

    Args:
        alloc: budgets c of all d columns, before they are split over two copies.
        n: number of users.
        theta_radius: R.
    """
    users, size = validate.count(n, 1, None, "n"), validate.positive(theta_radius, "theta_radius")
    d, square = alloc.dimension, float(np.sum(reciprocal_weights(alloc)))
    rate = (square + np.sqrt(square) * d) * np.log(d) / np.sqrt(users)
    return float((size**2 + size) * min(rate, d))


MOST_CELLS = 8_000_000
"""Cells of data that all releases of one rule report together: a second or two for all rules."""

FEWEST = 5


@dataclass(frozen=True, eq=False)
class Releases:
    """Repeated fits of one column, by rule.

    Attributes:
        coefficients: (T, d-1) by rule: private coefficients.
        losses: (T,) by rule: loss on the data.
        nonprivate: (d-1,) the best coefficients over the same ball.
        best_loss: their loss.
        zero_loss: the loss of predicting 0.
        theorem_3: by rule: right side of (22), without its constant.
    """

    coefficients: dict[str, FloatArray]
    losses: dict[str, FloatArray]
    nonprivate: FloatArray
    best_loss: float
    zero_loss: float
    theorem_3: dict[str, float]

    @property
    def number(self) -> int:
        """How many under each rule."""
        return next(iter(self.losses.values())).size

    @property
    def median_loss(self) -> dict[str, float]:
        """Median loss by rule."""
        return {rule: float(np.median(losses)) for rule, losses in self.losses.items()}

    @property
    def mean_excess(self) -> dict[str, float]:
        """Average over the releases, by rule, of the loss above the best one."""
        return {rule: float(np.mean(loss)) - self.best_loss for rule, loss in self.losses.items()}

    @property
    def better_than_nothing(self) -> dict[str, float]:
        """Percent of the releases, by rule, that lose less than predicting 0."""
        return {
            rule: 100.0 * float(np.mean(losses < self.zero_loss))
            for rule, losses in self.losses.items()
        }


def affordable_releases(x: ArrayLike, most: int) -> int:
    """Return how many releases keep within `MOST_CELLS`, from `FEWEST` to the most.

    Args:
        x: (n, d) data.
        most: >= 1; the answer where it is less than `FEWEST`.

    >>> affordable_releases(np.zeros((1_000, 5)), 40), affordable_releases(np.zeros((10**6, 2)), 40)
    (40, 5)
    """
    asked = validate.count(most, 1, 10_000, "most")
    return min(asked, max(FEWEST, MOST_CELLS // validate.matrix(x, "x").size))


def repeated_least_squares(
    x: ArrayLike,
    delta: ArrayLike,
    epsilon: float,
    q: float,
    theta_radius: float,
    releases: int,
    *,
    rng: np.random.Generator,
) -> Releases:
    """Fit the last column from the others, several times under each rule.

    Args:
        x: (n, d) data on [-1, 1], d >= 2, the label last.
        delta, epsilon, q: as in `allocate`.
        theta_radius: R > 0.
        releases: T >= 1.
        rng: source of all randomness.
    """
    data = validate.matrix(x, "x")
    times = validate.count(releases, 1, 10_000, "releases")
    fits: dict[str, list[LeastSquaresFit]] = {}
    bounds: dict[str, float] = {}
    for rule in RULES:
        alloc = allocate(delta, epsilon, q, rule, n=len(data))
        bounds[rule] = theorem_3_bound(alloc, len(data), theta_radius)
        fits[rule] = [least_squares(data, alloc, theta_radius, rng=rng) for _ in range(times)]
    first = fits["optimised"][0]
    return Releases(
        {rule: np.array([fit.coefficients for fit in made]) for rule, made in fits.items()},
        {rule: np.array([fit.loss for fit in made]) for rule, made in fits.items()},
        first.nonprivate,
        first.best_loss,
        first.zero_loss,
        bounds,
    )
