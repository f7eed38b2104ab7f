"""Functions on the cube [-1, 1]^d, and their extrema: affine chances and concave quadratics."""

from __future__ import annotations

import math

import numpy as np

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

_SUFFICIENT = 1e-4
_HALVINGS = 40
_NOISE = 1e-15
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
        values = at_vertices(self.linear, self.constant - 0.5 * float(np.trace(self.curvature)))
        for i in range(d):
            for j in range(i + 1, d):
                signs = np.array([-1.0, 1.0])
                shape = [1] * d
                shape[i] = shape[j] = 2
                product = np.outer(signs, signs).reshape(shape) * self.curvature[i, j]
                values = (values.reshape((2,) * d) - product).ravel()
        return values


def least_vertex(quadratic: Quadratic) -> Extremum:
    """Return the least value of a concave quadratic on the cube: it is at a vertex.

    Up to 2^14 vertices are all tried.  Above, signs are chosen one coordinate after the other,
    the heaviest first; of the beginnings, those are followed that may still lead lowest, and
    what the others may at best lead to limits the interval from below.  That bound of the rest
    is linear in it, less half the smaller of the sum of |curvature| and its largest eigenvalue
    times the number of coordinates.
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
    """Maximise sum_j log(offsets_j + slopes_j · z) over z in the cube, certified.

    Projected Newton steps with a line search (Bertsekas 1982): coordinates at a bound that
    the gradient pushes against stay fixed, the others take a Newton step, clipped to the
    cube.  The function g is concave, so g(z) + max over v of grad g(z)·(v - z) bounds it
    everywhere (the Frank-Wolfe gap), at whatever z the steps end.

    Args:
        slopes: (m, d).
        offsets: (m,), each larger than sum |slopes_j|: all arguments are positive.
        start: (d,) where to begin, in the cube.
        gap: stop when the certified gap is at most this.
    """
    point = np.clip(start, -1.0, 1.0)
    added = Quadratic.none(point.size) if quadratic is None else quadratic
    arguments = offsets + slopes @ point
    value = float(np.sum(np.log(arguments)) + added.value(point))
    for step in range(MOST_STEPS + 1):
        ratios = slopes / arguments[:, None]
        gradient = np.sum(ratios, axis=0) + (added.linear - added.curvature @ point)
        certified = max(float(np.sum(np.abs(gradient)) - gradient @ point), 0.0)
        if certified <= gap or step == MOST_STEPS:
            break
        newton = _newton(point, gradient, ratios, added)
        moved = _line_search(point, value, gradient, newton, slopes, offsets, added)
        moved = moved or _line_search(point, value, gradient, gradient, slopes, offsets, added)
        if moved is None:
            break
        point, arguments, value = moved
    return Extremum(value, value + certified, point, closed=certified <= gap)


def _newton(
    point: FloatArray, gradient: FloatArray, ratios: FloatArray, added: Quadratic
) -> FloatArray:
    """Return the Newton direction in the coordinates that are free to move, 0 in the others.

    A sum of few terms is flat in some directions; there a small multiple of the identity
    keeps the system solvable, and the gradient is 0.
    """
    pushed = ((point >= 1.0) & (gradient >= 0)) | ((point <= -1.0) & (gradient <= 0))
    free = np.flatnonzero(~pushed)
    direction = np.zeros_like(point)
    if free.size:
        inside = ratios[:, free]
        curvature = inside.T @ inside + added.curvature[np.ix_(free, free)]
        diagonal = np.einsum("ii->i", curvature)
        diagonal += 1e-10 * float(np.max(diagonal)) + 1e-300
        direction[free] = np.linalg.solve(curvature, gradient[free])
    return direction


def _line_search(
    point: FloatArray,
    value: float,
    gradient: FloatArray,
    direction: FloatArray,
    slopes: FloatArray,
    offsets: FloatArray,
    added: Quadratic,
) -> tuple[FloatArray, FloatArray, float] | None:
    """Return the first of the steps 1, 1/2, 1/4 ... along the clipped direction that gains enough.

    Close to the maximum the gain drowns in rounding, which is why that much is forgiven: the
    gap, not the value, tells when to stop.
    """
    length, noise = 1.0, _NOISE * (offsets.size + abs(value))
    for _ in range(_HALVINGS):
        trial = np.clip(point + length * direction, -1.0, 1.0)
        arguments = offsets + slopes @ trial
        reached = float(np.sum(np.log(arguments)) + added.value(trial))
        promised = float(gradient @ (trial - point))
        if promised > 0 and reached >= value + _SUFFICIENT * promised - noise:
            return trial, arguments, reached
        length *= 0.5
    return None
