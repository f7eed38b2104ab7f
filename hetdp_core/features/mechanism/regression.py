"""Least squares from private reports (Algorithm 3)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.features.allocation.budgets import Allocation
from hetdp_core.features.mechanism.reports import checked, chunks, privatize
from hetdp_core.features.mechanism.trust_region import BallMinimum, minimise_over_ball
from hetdp_core.frozen import result
from hetdp_core.validate import FloatArray


@result
class LeastSquaresFit:
    """Private and non-private coefficients over the same ball, and what they lose.

    The loss is f(θ) = (1/2n) sum_j (θᵀz_j - l_j)² on the data, which only this
    demonstration can see.

    Attributes:
        coefficients: (d-1,) from private reports, columns in the caller's order without
            the label.
        nonprivate: (d-1,) the least f over the ball, without privacy.
        loss, best_loss, zero_loss: f at `coefficients`, at `nonprivate` and at 0.
        theta_radius: R of the ball.
        least_eigenvalue: of the private estimate of (1/n) sum z zᵀ; noise makes it
            negative more often than not, and then the private problem is not convex.
        on_sphere: whether the private solution lies on the boundary of the ball.
    """

    coefficients: FloatArray
    nonprivate: FloatArray
    loss: float
    best_loss: float
    zero_loss: float
    theta_radius: float
    least_eigenvalue: float
    on_sphere: bool

    @property
    def excess_loss(self) -> float:
        """What privacy costs: loss - best_loss >= 0."""
        return self.loss - self.best_loss


@dataclass(frozen=True, eq=False)
class Moments:
    """The two averages least squares needs.

    Attributes:
        gram: (d-1, d-1) symmetric estimate of (1/n) sum z zᵀ.
        cross: (d-1,) estimate of (1/n) sum l z.
    """

    gram: FloatArray
    cross: FloatArray

    def solve(self, radius: float) -> BallMinimum:
        """Minimise ½ θᵀ gram θ - crossᵀθ over |θ| <= radius."""
        return minimise_over_ball(self.gram, self.cross, radius)


def least_squares(
    x: ArrayLike,
    alloc: Allocation,
    theta_radius: float,
    *,
    rng: np.random.Generator,
    label: int = -1,
    weights: str = "inverse_variance",
    second_moment: ArrayLike = 1.0,
) -> LeastSquaresFit:
    """Return coefficients that predict one column from the others, from private reports only.

    Every user sends two independent reports at half of each budget: their products are
    unbiased, and c-CDP and c_d-LDP compose, so both together keep `alloc`'s guarantee
    (Theorem 3).  Nothing is clipped, or the products would be biased.

    Args:
        x: (n, d) data on [-1, 1], d >= 2.
        alloc: budgets of all d columns, before the split.
        theta_radius: R > 0; coefficients are sought in |θ| <= R.
        rng: source of all randomness.
        label: column to predict.
        weights, second_moment: see `combination`.

    Raises:
        InvalidInput: see `privatize`; no such column.
    """
    data, radius = checked(x, alloc.dimension), validate.positive(theta_radius, "theta_radius")
    column = _column(label, alloc.dimension)
    exact = moments(data, data, column)
    private = private_moments(
        data, alloc, column, rng=rng, weights=weights, second_moment=second_moment
    ).solve(radius)
    nonprivate = exact.solve(radius).x
    power = float(np.mean(data[:, column] ** 2))

    def loss(theta: FloatArray) -> float:
        return float(0.5 * (theta @ exact.gram @ theta + power) - exact.cross @ theta)

    return LeastSquaresFit(
        private.x,
        nonprivate,
        loss(private.x),
        loss(nonprivate),
        0.5 * power,
        radius,
        private.least_eigenvalue,
        private.multiplier > 0,
    )


def private_moments(
    data: FloatArray,
    alloc: Allocation,
    label: int,
    *,
    rng: np.random.Generator,
    weights: str = "inverse_variance",
    second_moment: ArrayLike = 1.0,
) -> Moments:
    """Return unbiased moments from two independent reports of every user, a chunk at a time."""
    half = alloc.split(2)
    total = Moments(np.zeros((alloc.dimension - 1,) * 2), np.zeros(alloc.dimension - 1))
    for rows in chunks(*data.shape):
        first, second = (
            privatize(data[rows], half, rng=rng, weights=weights, second_moment=second_moment)
            for _ in range(2)
        )
        part, share = moments(first, second, label), len(first) / len(data)
        total = Moments(total.gram + share * part.gram, total.cross + share * part.cross)
    return total


def moments(first: FloatArray, second: FloatArray, label: int) -> Moments:
    """Return average products between two copies of the rows, over both orders of the copies.

    Algorithm 3 takes the order (first, second) alone.  For the matrix the average of both
    orders is the symmetric part, which is all the objective sees; for the vector it is
    unbiased just as well and has less variance.
    """
    one, two = np.delete(first, label, axis=1), np.delete(second, label, axis=1)
    gram = one.T @ two / len(one)
    cross = (first[:, label] @ two + second[:, label] @ one) / (2.0 * len(one))
    return Moments((gram + gram.T) / 2.0, cross)


def _column(label: int, dimension: int) -> int:
    if dimension < 2:
        raise InvalidInput("x", "must have a label and at least one feature", "one column")
    return validate.count(label, -dimension, dimension - 1, "label") % dimension
