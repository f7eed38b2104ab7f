"""Functions on the cube [-1, 1]^d, and their extrema: affine chances and concave quadratics."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hetdp_core.odometer.channel import low_chance
from hetdp_core.odometer.domain import Box
from hetdp_core.odometer.queries import LinearQuery
from hetdp_core.odometer.search import Extremum
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

MOST_EXACT_DIMENSIONS = 14
"""Most coordinates of non-zero width for which all vertices are kept."""

MOST_STEPS = 200
"""Newton steps at most; a stop before the gap is met leaves a wider, still valid interval."""

IsOpen = Callable[[FloatArray, FloatArray], NDArray[np.bool_]]
"""(lower, upper) -> whether a row's ends are to come closer; both (R,)."""

_SUFFICIENT, _HALVINGS, _NOISE = 1e-4, 40, 1e-15
_FOLLOWED = 4_096  # beginnings of a vertex followed at once, where not all can be tried
_ROUNDING = 1e-12  # of the sizes of the numbers added up


# --- the cube of a box ---------------------------------------------------------------------


def is_exact(domain: Box) -> bool:
    """Return whether linear queries on this box have an exact loss: continuous, few coordinates."""
    free = domain.free
    return free.size <= MOST_EXACT_DIMENSIONS and not np.any(domain.integer[free])


def affine_chance(query: LinearQuery, output: bool, domain: Box) -> tuple[FloatArray, float]:
    """Return P(output | x) = offset + slope·z for z in [-1, 1]^d, z the place of x in the box.

    Here d counts the coordinates of non-zero width, and the query's result stays in its range.

    Returns:
        (d,) slope, and the offset: more than the sum of |slope|.
    """
    contrast = math.tanh(0.5 * query.epsilon)
    slope = contrast / (query.high - query.low) * (query.slope * domain.half_width)[domain.free]
    share = (query.slope @ domain.centre + query.intercept - query.low) / (query.high - query.low)
    reach = float(np.sum(np.abs(slope))) + low_chance(query.epsilon)
    offset = low_chance(query.epsilon) + contrast * (share if output else 1.0 - share)
    return slope if output else -slope, max(float(offset), reach)


def record_at(cube: FloatArray, domain: Box) -> FloatArray:
    """Return (d,) the record at this place of the cube."""
    record = np.array(domain.centre)
    record[domain.free] += domain.half_width[domain.free] * cube
    return np.clip(record, domain.low, domain.high)


def on_box(cubic: Extremum, domain: Box, constant: float = 0.0) -> Extremum:
    """Return an extremum on the cube as that on the box, with a constant added to it."""
    lower, upper = cubic.lower + constant, cubic.upper + constant
    return Extremum(lower, upper, record_at(cubic.point, domain))


# --- vertices ------------------------------------------------------------------------------


def at_vertices(slope: FloatArray, offset: float) -> FloatArray:
    """Return (2^d,) values of offset + slope·z at the vertices; the last coordinate runs fastest.

    >>> at_vertices(np.array([1.0, 0.25]), 2.0)
    array([0.75, 1.25, 2.75, 3.25])
    """
    values = np.array([offset])
    for part in slope:
        values = np.add.outer(values, np.array([-part, part])).ravel()
    return values


def lowest_vertex(values: FloatArray) -> Extremum:
    """Return the least of (2^d,) values, in the order of `at_vertices`."""
    lowest, dimension = int(np.argmin(values)), values.size.bit_length() - 1
    bits = np.unravel_index(lowest, (2,) * dimension)
    value = float(values[lowest])
    return Extremum(value, value, 2.0 * np.array(bits, dtype=np.float64) - 1.0)


@result
class Quadratic:
    """constant + linear · z - z · curvature z / 2 on the cube; however many answers made it.

    Attributes:
        curvature: (d, d) symmetric, no negative eigenvalue: a sum of squares.
        linear: (d,).
    """

    curvature: FloatArray
    linear: FloatArray
    constant: float = 0.0

    @classmethod
    def none(cls, dimension: int) -> Quadratic:
        """Start with 0 everywhere."""
        return cls(np.zeros((dimension, dimension)), np.zeros(dimension))

    def minus_square(self, slope: FloatArray, offset: float) -> Quadratic:
        """Return it less (offset - slope · z)^2 / 2."""
        return Quadratic(
            self.curvature + np.outer(slope, slope),
            self.linear + offset * slope,
            self.constant - 0.5 * offset**2,
        )

    def value(self, z: FloatArray) -> FloatArray:
        """Return it at places z (..., d)."""
        bend = np.sum((z @ self.curvature) * z, axis=-1)
        return np.asarray(self.constant + z @ self.linear - 0.5 * bend)

    def at_vertices(self) -> FloatArray:
        """Return (2^d,) its values at all vertices, in the order of `at_vertices`."""
        d = self.linear.size
        places = np.indices((2,) * d, dtype=np.float64).reshape(d, 2**d).T
        return self.value(2.0 * places - 1.0)


def least_vertex(quadratic: Quadratic) -> Extremum:
    """Return the least value of a concave quadratic on the cube: it is at a vertex.

    Up to 2^14 vertices are all tried.  Above, signs are chosen one coordinate after the other, the
    heaviest first.  Only the beginnings that may still lead lowest are followed; the best that the
    others may lead to limits the interval from below.  That bound of the rest is linear in it, less
    half the smaller of the sum of |curvature| and its largest eigenvalue times the number of
    coordinates.
    """
    d = quadratic.linear.size
    if d <= MOST_EXACT_DIMENSIONS:
        return lowest_vertex(quadratic.at_vertices())
    weight = np.abs(quadratic.linear) + np.sum(np.abs(quadratic.curvature), axis=0)
    order = np.argsort(-weight, kind="stable")
    curvature = quadratic.curvature[np.ix_(order, order)]
    linear = quadratic.linear[order]
    begun, dropped = np.zeros((1, 0)), np.inf
    for chosen in range(1, d + 1):
        signs = np.concatenate([np.ones((len(begun), 1)), -np.ones((len(begun), 1))])
        begun = np.concatenate([np.tile(begun, (2, 1)), signs], axis=1)
        reached = begun @ linear[:chosen] - 0.5 * np.sum(
            (begun @ curvature[:chosen, :chosen]) * begun, axis=1
        )
        slope = linear[chosen:] - begun @ curvature[:chosen, chosen:]
        most = _largest_bend(curvature[chosen:, chosen:])
        at_best = reached - np.sum(np.abs(slope), axis=1) - 0.5 * most
        best_first = np.argsort(at_best, kind="stable")
        followed, left_out = best_first[:_FOLLOWED], best_first[_FOLLOWED:]
        dropped = min(dropped, float(np.min(at_best[left_out], initial=np.inf)))
        begun, reached = begun[followed], reached[followed]
    point = np.empty(d)
    point[order] = begun[int(np.argmin(reached))]
    value = float(quadratic.value(point))
    size = abs(quadratic.constant) + float(np.sum(weight))
    lower = min(value, dropped + quadratic.constant - _ROUNDING * size)
    return Extremum(lower, value, point)


def _largest_bend(curvature: FloatArray) -> float:
    """Return a bound on z · curvature z over a cube."""
    if not curvature.size:
        return 0.0
    largest = float(np.linalg.eigvalsh(curvature)[-1]) * (1.0 + _ROUNDING)
    return min(float(np.sum(np.abs(curvature))), max(largest, 0.0) * len(curvature))


# --- the largest sum of logarithms of affine functions -------------------------------------


def maximise_log_affine(
    slopes: FloatArray,
    offsets: FloatArray,
    start: FloatArray,
    gap: float = 1e-9,
    quadratic: Quadratic | None = None,
) -> Extremum:
    """Maximise sum_j log(offsets_j + slopes_j · z) and a quadratic over z in the cube, certified.

    Args:
        slopes: (m, d).
        offsets: (m,), each larger than sum |slopes_j|: all arguments are positive.
        start: (d,) where to begin, in the cube.
        gap: stop when the certified gap is at most this.
    """
    sums = LogSums(np.ones((1, offsets.size)), offsets[None], slopes, quadratic)
    begin = np.clip(start, -1.0, 1.0)[None]
    (lower,), (upper,), (point,) = sums.largest(begin, lambda low, high: high - low > gap)
    return Extremum(float(lower), float(upper), point, closed=bool(upper - lower <= gap))


@dataclass(frozen=True)
class LogSums:
    """g = sum_j log(bases_j + signs_j slopes_j · z) on the cube, in each of R rows.

    The function is concave, so g(z) + max over v of grad g(z)·(v - z) bounds it everywhere (the
    Frank-Wolfe gap), for any z at which the steps end:

        g(z)  <=  max g  <=  g(z) + |grad g(z)|_1 - grad g(z)·z .

    Attributes:
        signs, bases: (R, m).
        slopes: (m, d) of all rows.
        added: to g in all rows.
    """

    signs: FloatArray
    bases: FloatArray
    slopes: FloatArray
    added: Quadratic | None = None

    def largest(self, start: FloatArray, is_open: IsOpen) -> tuple[FloatArray, ...]:
        """Return (R,) both ends of max g and (R, d) where the lower one is, once no row is open.

        Projected Newton steps with a line search (Bertsekas 1982), for all open rows at once;
        a row that no step takes further is left as it is.
        """
        points, moves = start.copy(), np.ones(len(start), dtype=np.bool_)
        lower, upper, *slopes = self._ends(points)
        for _ in range(MOST_STEPS):
            rows = np.flatnonzero(is_open(lower, upper) & moves)
            if not rows.size:
                break
            some = self if rows.size == len(points) else self._take(rows)
            moved = some._climbed(points[rows], lower[rows], *(slope[rows] for slope in slopes))
            moves[rows], points[rows] = np.any(moved != points[rows], axis=1), moved
            lower[rows], reached, slopes[0][rows], slopes[1][rows] = some._ends(moved)
            upper[rows] = np.minimum(upper[rows], reached)
        return lower, np.maximum(upper, lower), points

    def _take(self, rows: NDArray[np.int64]) -> LogSums:
        return LogSums(self.signs[rows], self.bases[rows], self.slopes, self.added)

    def _value(self, points: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return (R,) g at points (R, d), and (R, m) the arguments of the logs."""
        arguments = self.bases + self.signs * (points @ self.slopes.T)
        value = np.sum(np.log(arguments), axis=1)
        return value if self.added is None else value + self.added.value(points), arguments

    def _ends(self, points: FloatArray) -> tuple[FloatArray, ...]:
        """Return (R,) g at points (R, d), and the largest value of its tangent there.

        Next to them (R, d) its gradient, and (R, m) the signs over the arguments of the logs.
        """
        value, arguments = self._value(points)
        ratios = self.signs / arguments
        gradient = ratios @ self.slopes
        if self.added is not None:
            gradient = gradient + self.added.linear - points @ self.added.curvature
        gap = np.sum(np.abs(gradient) - gradient * points, axis=1)
        return value, value + np.maximum(gap, 0.0), gradient, ratios

    def _climbed(
        self, points: FloatArray, value: FloatArray, gradient: FloatArray, ratios: FloatArray
    ) -> FloatArray:
        """Take the first of the steps 1, 1/2, 1/4 ... that gains enough, by Newton or uphill.

        Close to the maximum the gain drowns in rounding, which is why that much is forgiven: the
        gap, not the value, tells when to stop.
        """
        newton = self._newton(points, gradient, ratios)
        noise = _NOISE * (len(self.slopes) + np.abs(value))
        reached, left = points.copy(), np.arange(len(points))
        for halving in range(2 * _HALVINGS):
            direction = newton if halving < _HALVINGS else gradient
            step = 0.5 ** (halving % _HALVINGS) * direction[left]
            trial = np.clip(points[left] + step, -1.0, 1.0)
            some = self._take(left) if halving else self
            gained = some._value(trial)[0] - value[left]
            promised = np.sum(gradient[left] * (trial - points[left]), axis=1)
            good = (promised > 0.0) & (gained >= _SUFFICIENT * promised - noise[left])
            reached[left[good]], left = trial[good], left[~good]
            if not left.size:
                break
        return reached

    def _newton(self, points: FloatArray, gradient: FloatArray, ratios: FloatArray) -> FloatArray:
        """Return (R, d) Newton directions; 0 where the gradient pushes against an end.

        A sum of few terms is flat in some directions; there a small multiple of the identity
        keeps the system solvable, and the gradient is 0.
        """
        held = (np.abs(points) >= 1.0) & (gradient * points >= 0.0)
        inside = ratios[:, None, :] * self.slopes.T
        curvature = inside @ np.swapaxes(inside, 1, 2)
        if self.added is not None:
            curvature += self.added.curvature
        curvature *= ~(held[:, :, None] | held[:, None, :])
        diagonal = np.einsum("rii->ri", curvature)
        diagonal += 1e-10 * np.max(diagonal, axis=1, keepdims=True) + 1e-300 + held
        free = np.where(held, 0.0, gradient)[:, :, None]
        return np.asarray(np.linalg.solve(curvature, free)[..., 0])
