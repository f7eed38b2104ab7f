"""Many answers at once: their sum on a box from its derivatives in the middle.

Answers to different questions cancel.  Bounds that treat each answer by itself cannot see that;
the derivatives of the sum can, because they are added up with their signs first.  On the box
c + diag(r) u with u in [-1, 1]^D, Taylor's formula for each term gives

    f(c + r u)  =  f(c)  +  g.u  +  u.H u / 2  +  T(u)  +  R(u),
    |R(u)|  <=  sum_j m_j (a_j . r u)^4 / 24,        m_j = sup |f_j''''|,

with gradient g, second and third derivatives H and T of the sum.  The bound on R is convex and
even, so it is largest at a vertex, of which half are tried.

The largest and the least log-likelihood of very many logistic answers, both at once.
"""

from __future__ import annotations

import itertools
import math

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.domain import Box
from hetdp_core.odometer.search.branching import Frontier, Nodes
from hetdp_core.odometer.search.certify import Extremum, certified
from hetdp_core.odometer.search.interior_point import times
from hetdp_core.odometer.search.problem import Ascent, Problem, as_maximum
from hetdp_core.odometer.search.profiles import Sigmoid
from hetdp_core.odometer.search.terms import LOGISTIC, Allowance, Terms, check_box, checked_starts
from hetdp_core.validate import FloatArray

MOST_COORDINATES = 10
"""Of a box whose vertices are tried for each node."""

MOST_NUMBERS = 20_000_000
"""Third powers of the slopes that are kept at once: 160 MB."""

_THIRD, _FOURTH = 0.125, 0.1277
"""Largest |third| and |fourth| derivative of 1/(1 + e^-t): 1/8 at t = 0, and, rounded up, where
tanh(t/2)^2 = (15 - sqrt(105))/30.
"""

_ROUNDING = 1e-12  # of the numbers added up
_STEPS = 30  # of the ascent that looks for the largest quadratic; any place gives a bound
_WORK_A_TERM = 60  # of the exponentials, for each answer and node
_WORK_A_BATCH = 5_000_000  # for any nodes: the cost of calling so many functions


class Moments:
    """Bounds a sum of logistic terms on boxes, with all that is the same for every box.

    Args:
        problem: logistic terms only, at most `MOST_COORDINATES` coordinates, all continuous.
    """

    def __init__(self, problem: Problem) -> None:
        profile, matrix = problem.profile, problem.matrix
        if not isinstance(profile, Sigmoid):
            raise TypeError("only logistic terms have these derivatives")
        self._problem, self._half = problem, profile.half_epsilon
        self._second, self._third, self._fourth = (
            _Powers(problem.dimension, degree) for degree in (2, 3, 4)
        )
        self._second_powers = self._second.of(matrix)
        self._third_powers = self._third.of(matrix) * self._third.counts / 6.0
        steepest = np.minimum(2.0 * _THIRD, 2.0 * self._half * _FOURTH)
        parts = (slice(row, row + 4_096) for row in range(0, max(steepest.size, 1), 4_096))
        weighted = sum(steepest[rows] @ self._fourth.of(matrix[rows]) for rows in parts)
        self._rest = np.asarray(weighted) * self._fourth.counts / 24.0
        # The vertices of [-1, 1]^D whose first coordinate is 1.
        signs = itertools.product((1.0,), *[(-1.0, 1.0)] * (problem.dimension - 1))
        self._vertices = self._fourth.of(np.array(list(signs)).reshape(-1, problem.dimension))
        self._margin = _ROUNDING * float(np.sum(problem.reach))
        self._weight = np.sqrt(steepest @ matrix**2)

    def cost(self, nodes: int) -> float:
        """Return the work, in multiplications, of bounding this many boxes."""
        terms, features = self._half.size, self._second.size + self._third.size
        a_node = terms * (self._problem.dimension + features + _WORK_A_TERM) + self._vertices.size
        return float(_WORK_A_BATCH + nodes * a_node)

    def size(self, low: FloatArray, high: FloatArray) -> FloatArray:
        """Return (N, D) how much each side of a box adds to what the derivatives leave open."""
        return np.asarray((high - low) * self._weight)

    def bounded(self, low: FloatArray, high: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return (N,) bounds of the objective on boxes (N, D), and (N, D) promising records."""
        centre, radius = (low + high) / 2.0, (high - low) / 2.0
        # Rounding may put an end outside of centre +- radius by its last place.
        radius = radius * (1.0 + _ROUNDING) + _ROUNDING * (np.abs(centre) > 0.0) * np.abs(centre)
        radius = np.where(high > low, radius, 0.0)
        results = self._problem.results(centre)
        first, second, third = _derivatives(results, self._half)
        gradient = (first @ self._problem.matrix) * radius
        hessian = self._second.symmetric(second @ self._second_powers)
        hessian *= radius[:, :, None] * radius[:, None, :]
        cubic = (third @ self._third_powers) * self._third.of(radius)
        quadratic, place = _largest_quadratic(gradient, hessian)
        rest = (self._fourth.of(radius) * self._rest) @ self._vertices.T
        value = np.sum(self._problem.profile.value(results), axis=1)
        bound = value + quadratic + self._largest_cubic(cubic) + np.max(rest, axis=1)
        return bound + self._margin, np.clip(centre + radius * place, low, high)

    def _largest_cubic(self, coefficients: FloatArray) -> FloatArray:
        """Return (N,) a bound on cubic forms (N, K) over [-1, 1]^D.

        The better of the sum of coefficients and the norm of the form read as a D x D^2 matrix,
        which meets vectors of squared lengths at most D and D^2.
        """
        d = self._problem.dimension
        spread = (coefficients / self._third.counts)[:, self._third.places]
        unfolded = spread.reshape(-1, d, d * d)
        squared = np.linalg.eigvalsh(unfolded @ np.swapaxes(unfolded, 1, 2))[:, -1]
        size = np.sum(np.abs(coefficients), axis=1)
        norm = np.sqrt(np.maximum(squared, 0.0)) * d**1.5 + _ROUNDING * size
        return np.asarray(np.minimum(size, norm))


class _Powers:
    """Products of `degree` coordinates, each once: those of D choose with repetition."""

    def __init__(self, dimension: int, degree: int) -> None:
        chosen = itertools.combinations_with_replacement(range(dimension), degree)
        self.index = np.array(list(chosen), dtype=np.int64).reshape(-1, degree)
        self.size = len(self.index)
        self.counts = np.array([_orders(row) for row in self.index.tolist()])
        known = {tuple(row): place for place, row in enumerate(self.index.tolist())}
        every = itertools.product(range(dimension), repeat=degree) if degree < 4 else ()
        self.places = np.array([known[tuple(sorted(row))] for row in every], dtype=np.int64)
        self.dimension = dimension

    def of(self, values: FloatArray) -> FloatArray:
        """Return (N, size) the products for each row of values (N, D)."""
        products = np.array(values[:, self.index[:, 0]])
        for column in self.index.T[1:]:
            products *= values[:, column]
        return products

    def symmetric(self, values: FloatArray) -> FloatArray:
        """Return (N, D, D) matrices from their entries (N, size) of degree 2."""
        shape = (len(values), self.dimension, self.dimension)
        return np.array(values[:, self.places].reshape(shape))


def _orders(row: list[int]) -> float:
    """Return in how many orders the same factors can stand."""
    repeated = math.prod(math.factorial(row.count(coordinate)) for coordinate in set(row))
    return float(math.factorial(len(row)) // repeated)


def _derivatives(t: FloatArray, half: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return f', f'' and f''' of f(t) = softplus(t + h) - softplus(t - h)."""
    above, below = expit(t + half), expit(t - half)
    spread_above, spread_below = above * expit(-t - half), below * expit(half - t)
    second = spread_above - spread_below
    third = spread_above * (1.0 - 2.0 * above) - spread_below * (1.0 - 2.0 * below)
    return above - below, second, third


def _largest_quadratic(gradient: FloatArray, hessian: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return (N,) bounds on g.u + u.H u / 2 over [-1, 1]^D, and (N, D) good places.

    What keeps H from being concave, its largest eigenvalue, is taken off and added in full.  The
    rest lies below each of its tangents.
    """
    nodes, dimension = gradient.shape
    values = np.linalg.eigvalsh(hessian)
    largest = np.max(np.abs(values), axis=1)
    lifted = np.maximum(values[:, -1], 0.0) + _ROUNDING * largest
    concave = hessian - lifted[:, None, None] * np.eye(dimension)
    step = 1.0 / np.maximum(lifted + largest, 1e-300)[:, None]
    place, ahead, speed = np.zeros((nodes, dimension)), np.zeros((nodes, dimension)), 1.0
    for _ in range(_STEPS):
        moved = np.clip(ahead + step * (gradient + times(concave, ahead)), -1.0, 1.0)
        faster = (1.0 + math.sqrt(1.0 + 4.0 * speed**2)) / 2.0
        ahead = moved + (speed - 1.0) / faster * (moved - place)
        place, speed = moved, faster
    bend = times(concave, place)
    slope = gradient + bend
    value = np.sum((gradient + 0.5 * bend) * place, axis=1)
    beyond = np.sum(np.abs(slope) - slope * place, axis=1)
    size = np.sum(np.abs(gradient), axis=1) + dimension * (largest + lifted)
    return value + beyond + 0.5 * dimension * lifted + _ROUNDING * size, place


_BATCH = 64  # boxes cut at once


def can_pool(terms: Terms, integer: ArrayLike) -> bool:
    """Return whether `pooled_extrema` takes these terms: logistic, few continuous coordinates."""
    d = terms.dimension
    features = d * (d + 1) * (d + 2) // 6
    few = d <= MOST_COORDINATES and terms.size * features <= MOST_NUMBERS
    return bool(few and np.all(terms.kind == LOGISTIC) and not np.any(integer))


def pooled_extrema(
    terms: Terms,
    box: Box,
    *,
    gap: float = 1e-3,
    max_nodes: int = 4_000,
    starts: ArrayLike | None = None,
    limit: float | None = None,
    allowance: Allowance | None = None,
) -> dict[str, Extremum]:
    """Return the largest ("max") and the least ("min") of `terms.log_likelihood` over a box.

    All answers are pooled: on a box the sum of their log-likelihoods is bounded by its own value
    and derivatives in the middle (see `Moments`).  In these, answers that contradict each other
    have cancelled.  Boxes are cut in two where the bound is highest.  The work goes to the extremum
    that is known less well.  The intervals are valid whenever it ends, up to a rounding error of
    about 1e-12 of the numbers added up.

    The work of a box grows with the number of answers.  The number of boxes grows fast with the
    number of coordinates and the steepness of the queries, hardly with the number of answers.

    Args:
        terms: m >= 1 logistic terms of at most `MOST_COORDINATES` coordinates; see `can_pool`.
        gap: width at which an extremum counts as found, > 0.
        max_nodes: boxes that are bounded, of both extrema together, at least 1.
        starts: (d,) or (k, d) records near which to look first.
        limit: end as soon as largest less least is certain to lie on one side of it.
        allowance: work that is left for this search and others; without limit by default.

    Raises:
        InvalidInput: the terms cannot be pooled, or an argument breaks its rule.
    """
    validate.positive(gap, "gap")
    validate.count(max_nodes, 1, None, "max_nodes")
    check_box(terms, box)
    if not can_pool(terms, box.integer) or not terms.size:
        raise InvalidInput("terms", "must be logistic, on few coordinates", f"{terms.size} terms")
    near, left = checked_starts(starts, terms.dimension), allowance or Allowance()
    with np.errstate(over="ignore", under="ignore"):
        most, least = (_Search(terms, box, sense, gap) for sense in ("max", "min"))
        for search in (most, least):
            search.begin(near, left)
        while most.nodes + least.nodes < max_nodes and not left.is_over():
            search = max(most, least, key=lambda each: each.open_width)
            if search.open_width <= 0.0 or _is_decided(most, least, limit):
                break
            search.go_on(min(_BATCH, max_nodes), left)
    return {"max": most.extremum(), "min": least.extremum()}


def _is_decided(most: _Search, least: _Search, limit: float | None) -> bool:
    """Return whether the difference of the extrema is on one side of the limit for certain."""
    if limit is None:
        return False
    ends = most.extremum(), least.extremum()
    return not ends[0].lower - ends[1].upper <= limit < ends[0].upper - ends[1].lower


class _Search(Ascent):
    """One extremum, as a maximum; `attained` at `point` and `bound` are true at any time."""

    def __init__(self, terms: Terms, box: Box, sense: str, gap: float) -> None:
        self._terms, self._gap, self.sense = terms, gap, sense
        super().__init__(as_maximum(terms, box, sense))
        self._moments = Moments(self._problem)
        self._closed = -np.inf  # the highest bound among boxes that were given up
        self.nodes = 0
        reach = np.sum(self._problem.profile.value(np.full((1, terms.size), np.inf)), axis=1)
        ends = np.array(box.low[None]), np.array(box.high[None])  # the frontier writes into them
        self._frontier = Frontier(_boxes(*ends, reach))

    @property
    def bound(self) -> float:
        return max(self.attained, self._closed, self._frontier.highest)

    @property
    def open_width(self) -> float:
        """How far the bound of an open box exceeds what needs no further work; at least 0."""
        return max(self._frontier.highest - self.attained - self._gap / 2.0, 0.0)

    def begin(self, starts: FloatArray, allowance: Allowance) -> None:
        """Climb from each start, or from the middle; bound the whole box."""
        self._try_all(starts, allowance)
        root = self._frontier.pop(1)
        self._put(root.low, root.high, root.bound, allowance)

    def go_on(self, most: int, allowance: Allowance) -> None:
        """Cut the boxes with the highest bounds in two, across their most telling side."""
        boxes = self._frontier.pop(most)
        every = np.arange(len(boxes))
        side = np.argmax(self._moments.size(boxes.low, boxes.high), axis=1)
        middle = (boxes.low + boxes.high)[every, side] / 2.0
        lower_high, upper_low = boxes.high.copy(), boxes.low.copy()
        lower_high[every, side] = upper_low[every, side] = middle
        low, high = (
            np.concatenate(pair) for pair in ((boxes.low, upper_low), (lower_high, boxes.high))
        )
        self._put(low, high, np.tile(boxes.bound, 2), allowance)

    def extremum(self) -> Extremum:
        """Return the bounds so far."""
        return certified(
            self._terms, self._problem, self.sense, self.bound, self.point, self.nodes, self._gap
        )

    def _put(
        self, low: FloatArray, high: FloatArray, known: FloatArray, allowance: Allowance
    ) -> None:
        """Bound boxes, look at the records they promise, and keep those still worth it."""
        self.nodes += len(low)
        allowance.spend(self._moments.cost(len(low)))
        bound, points = self._moments.bounded(low, high)
        bound = np.fmin(bound, known)
        best = int(np.argmax(bound))
        allowance.spend(2.0 * self._problem.matrix.size)
        if float(self._problem.value(points[best])) > self.attained:
            self._try(points[best], allowance)
        live = bound > self.attained + self._gap / 2.0
        self._closed = max(self._closed, float(np.max(bound[~live], initial=-np.inf)))
        self._frontier.put(_boxes(low[live], high[live], bound[live]))


def _boxes(low: FloatArray, high: FloatArray, bound: FloatArray) -> Nodes:
    none = np.empty((len(low), 0))
    return Nodes(low, high, none, none, bound)
