"""Least squares from private reports (Algorithm 3), once or again and again."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import brentq

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.features.allocation.rules import RULES, Allocation, allocate
from hetdp_core.features.bounds import theorem_3_bound
from hetdp_core.features.mechanism import checked, chunks, privatize
from hetdp_core.results import result
from hetdp_core.validate import FloatArray


@result
class LeastSquaresFit:
    """Private and non-private coefficients over the same ball, and their losses.

    The loss is f(θ) = (1/2n) sum_j (θᵀz_j - l_j)² on the data, which only this
    demonstration can see.

    Attributes:
        coefficients: (d-1,) from private reports, columns in the caller's order without the label.
        nonprivate: (d-1,) the least f over the ball, without privacy.
        loss, best_loss, zero_loss: f at `coefficients`, at `nonprivate` and at 0.
        least_eigenvalue: of the private estimate of (1/n) sum z zᵀ; noise makes it
            negative more often than not, and then the private problem is not convex.
    """

    coefficients: FloatArray
    nonprivate: FloatArray
    loss: float
    best_loss: float
    zero_loss: float
    least_eigenvalue: float
    on_sphere: bool

    @property
    def excess_loss(self) -> float:
        """What privacy costs: loss - best_loss >= 0."""
        return self.loss - self.best_loss


@result
class Moments:
    """(1/n) sum z zᵀ, symmetric, and (1/n) sum l z: the two averages that least squares needs."""

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
) -> LeastSquaresFit:
    """Return coefficients that predict one column from the others, from private reports only.

    Every user sends two independent reports at half of each budget, so their products are
    unbiased.  c-CDP and c_d-LDP compose, so both together keep `alloc`'s guarantee (Theorem 3).
    Nothing is clipped, or the products would be biased.

    Args:
        x: (n, d) data on [-1, 1], d >= 2.
        alloc: budgets of all d columns, before the split.
        theta_radius: R > 0; coefficients are sought in |θ| <= R.

    Raises:
        InvalidInput: see `privatize`; no such column.
    """
    data, radius = checked(x, alloc.dimension), validate.positive(theta_radius, "theta_radius")
    if alloc.dimension < 2:
        raise InvalidInput("x", "must have a label and at least one feature", "one column")
    column = validate.count(label, -alloc.dimension, alloc.dimension - 1, "label")
    column %= alloc.dimension
    exact = moments(data, data, column)
    private = private_moments(data, alloc, column, rng=rng).solve(radius)
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
        private.least_eigenvalue,
        private.multiplier > 0,
    )


def private_moments(
    data: FloatArray, alloc: Allocation, label: int, *, rng: np.random.Generator
) -> Moments:
    """Return unbiased moments from two independent reports of every user, a chunk at a time."""
    half = alloc.split(2)
    total = Moments(np.zeros((alloc.dimension - 1,) * 2), np.zeros(alloc.dimension - 1))
    for rows in chunks(*data.shape):
        first, second = (privatize(data[rows], half, rng=rng) for _ in range(2))
        part, share = moments(first, second, label), len(first) / len(data)
        total = Moments(total.gram + share * part.gram, total.cross + share * part.cross)
    return total


def moments(first: FloatArray, second: FloatArray, label: int) -> Moments:
    """Return average products between two copies of the rows, over both orders of the copies.

    Algorithm 3 takes the order (first, second) alone.  For the matrix the average of both orders is
    the symmetric part, which is all the objective sees.  For the vector it is unbiased just as well
    and has less variance.
    """
    left, right = np.delete(first, label, axis=1), np.delete(second, label, axis=1)
    gram = left.T @ right / len(left)
    cross = (first[:, label] @ right + second[:, label] @ left) / (2.0 * len(left))
    return Moments((gram + gram.T) / 2.0, cross)


_SMALLEST_SHIFT = 1e-16
"""Relative to the largest possible shift; a smaller one is the hard case."""


@result
class BallMinimum:
    """Global minimum of ½ xᵀA x - bᵀx over |x| <= R.

    Attributes:
        x: (d,) a minimiser.
        multiplier: μ >= 0 with (A + μ I) x = b and A + μ I positive semidefinite; 0 inside.
        least_eigenvalue: of the symmetric part of A; negative when the quadratic is not convex.
        hard_case: whether b alone does not reach the sphere, so x was completed along
            the eigenvector of the least eigenvalue (then -x along it does as well).
    """

    x: FloatArray
    value: float
    multiplier: float
    least_eigenvalue: float
    hard_case: bool


def minimise_over_ball(matrix: ArrayLike, linear: ArrayLike, radius: float) -> BallMinimum:
    """Minimise ½ xᵀA x - bᵀx over the ball |x| <= R.

    In the eigenbasis of A the minimiser is b_i / (w_i + μ).  μ is 0 if that lies inside and A is
    positive definite, else the root of |x(μ)| = R above max(0, -w_1), found between bounds in log
    scale.

    Args:
        matrix: (d, d) A; only its symmetric part matters.
        linear, radius: (d,) b, and R > 0.
    """
    a, b = validate.matrix(matrix, "matrix"), validate.as_floats(linear, "linear")
    size = validate.positive(radius, "radius")
    if a.shape != (b.size, b.size) or not np.all(np.isfinite(b)):
        raise InvalidInput("linear", f"must hold {a.shape[0]} finite numbers", f"{b.size} numbers")
    w, basis = np.linalg.eigh((a + a.T) / 2.0)
    in_basis, multiplier, hard = _solve(w, basis.T @ b, size)
    value = float(0.5 * np.sum(w * in_basis**2) - (basis.T @ b) @ in_basis)
    return BallMinimum(basis @ in_basis, value, multiplier, float(w[0]), hard)


def _solve(w: FloatArray, b: FloatArray, radius: float) -> tuple[FloatArray, float, bool]:
    """Return the minimiser in the eigenbasis, multiplier, and whether it is the hard case."""
    floor = max(0.0, -float(w[0]))
    gaps = w + floor

    def at(shift: float) -> FloatArray:
        return np.divide(b, gaps + shift, out=np.zeros_like(b), where=gaps + shift > 0)

    def excess(log_shift: float) -> float:
        return float(1.0 / np.linalg.norm(at(np.exp(log_shift))) - 1.0 / radius)

    most = float(np.linalg.norm(b)) / radius
    lowest = np.log(most * _SMALLEST_SHIFT) if most > 0 else 0.0
    if most > 0 and excess(lowest) < 0:
        highest = np.log(most) + 1e-9
        shift = float(np.exp(brentq(excess, lowest, highest, xtol=1e-15, rtol=1e-14)))
        x = at(shift)
        return x * (radius / np.linalg.norm(x)), floor + shift, False
    x = at(most * _SMALLEST_SHIFT)
    if floor == 0.0:  # convex with its minimum inside; if flat, the shortest minimiser
        return x, 0.0, False
    # the first component costs least: it fills the gap to the sphere
    missing = max(radius**2 - float(np.sum(x[1:] ** 2)), 0.0)
    stretched = np.concatenate([[np.copysign(np.sqrt(missing), x[0])], x[1:]])
    return stretched, floor, True


MOST_CELLS = 8_000_000
"""Cells of data that all releases of one rule report together: a second or two for all rules."""

FEWEST = 5


@result
class Releases:
    """T repeated fits of one column, by rule; see `LeastSquaresFit`.

    Attributes:
        coefficients: (T, d-1) by rule.
        losses: (T,) by rule.
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
        return next(iter(self.losses.values())).size

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
    """Return how many releases of (n, d) data keep within `MOST_CELLS`; `FEWEST` if `most` allows.

    >>> affordable_releases(np.zeros((1_000, 5)), 40), affordable_releases(np.zeros((10**6, 2)), 40)
    (40, 5)
    """
    limit = validate.count(most, 1, 10_000, "most")
    return min(limit, max(FEWEST, MOST_CELLS // validate.matrix(x, "x").size))


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
        theta_radius, releases: R > 0, T >= 1.
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
        {rule: np.array([fit.coefficients for fit in of_rule]) for rule, of_rule in fits.items()},
        {rule: np.array([fit.loss for fit in of_rule]) for rule, of_rule in fits.items()},
        first.nonprivate,
        first.best_loss,
        first.zero_loss,
        bounds,
    )
