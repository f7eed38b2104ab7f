"""Least squares from private reports (Algorithm 3), once or again and again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import brentq

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.features.allocation.rules import RULES, Allocation, allocate
from hetdp_core.features.mechanism import checked, chunks, privatize
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


_SMALLEST_SHIFT = 1e-16
"""Relative to the largest possible shift; a smaller one is the hard case."""


@dataclass(frozen=True, eq=False)
class BallMinimum:
    """Global minimum of ½ xᵀA x - bᵀx over |x| <= R.

    Attributes:
        x: (d,) a minimiser.
        value: the objective there.
        multiplier: μ >= 0 with (A + μ I) x = b and A + μ I positive semidefinite; 0 inside.
        least_eigenvalue: of the symmetric part of A; negative when the quadratic is not
            convex.
        hard_case: whether b alone does not reach the sphere, so that x was completed along
            the eigenvector of the least eigenvalue (then -x along it does as well).
    """

    x: FloatArray
    value: float
    multiplier: float
    least_eigenvalue: float
    hard_case: bool


def minimise_over_ball(matrix: ArrayLike, linear: ArrayLike, radius: float) -> BallMinimum:
    """Minimise ½ xᵀA x - bᵀx over the ball |x| <= R.

    In the eigenbasis of A the minimiser is b_i / (w_i + μ); μ is 0 if that lies inside and
    A is positive definite, else the root of |x(μ)| = R above max(0, -w_1), found between
    bounds in log scale.

    Args:
        matrix: (d, d) A; only its symmetric part matters.
        linear: (d,) b.
        radius: R > 0.

    Raises:
        InvalidInput: shapes do not fit, or numbers are not finite.
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
    if most > 0 and excess(np.log(most * _SMALLEST_SHIFT)) < 0:
        shift = _root(excess, most)
        x = at(shift)
        return x * (radius / np.linalg.norm(x)), floor + shift, False
    x = at(most * _SMALLEST_SHIFT)
    if floor == 0.0:  # convex with its minimum inside; if flat, the shortest minimiser
        return x, 0.0, False
    return _stretched(x, radius), floor, True


def _root(excess: Callable[[float], float], most: float) -> float:
    low, high = np.log(most * _SMALLEST_SHIFT), np.log(most) + 1e-9
    return float(np.exp(brentq(excess, low, high, xtol=1e-15, rtol=1e-14)))


def _stretched(x: FloatArray, radius: float) -> FloatArray:
    """Return x with its first component, which costs least, changed so that |x| = radius."""
    missing = max(radius**2 - float(np.sum(x[1:] ** 2)), 0.0)
    return np.concatenate([[np.copysign(np.sqrt(missing), x[0])], x[1:]])


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
