"""The largest and the least log-likelihood of very many logistic answers, both at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.search.allowance import Allowance
from hetdp_core.odometer.search.branching import Frontier, Nodes
from hetdp_core.odometer.search.certify import Extremum
from hetdp_core.odometer.search.moments import MOST_COORDINATES, MOST_NUMBERS, Moments
from hetdp_core.odometer.search.problem import admissible, as_maximum, uphill
from hetdp_core.odometer.search.terms import LOGISTIC, Terms, checked_box, checked_starts
from hetdp_core.validate import FloatArray

_BATCH = 64  # boxes cut at once
_ROUNDING = 1e-12  # of the sizes of the numbers added up


@dataclass(frozen=True)
class BothExtrema:
    """The largest and the least log-likelihood of the same answers.

    Attributes:
        maximum, minimum: certified, as `extremum` returns them.
    """

    maximum: Extremum
    minimum: Extremum

    def of(self, sense: str) -> Extremum:
        """Return the one or the other: "max" or "min"."""
        return self.maximum if sense == "max" else self.minimum


def can_pool(terms: Terms, integer: ArrayLike) -> bool:
    """Return whether `pooled_extrema` takes these terms: logistic, on few continuous coordinates.

    Args:
        terms: answered queries.
        integer: (d,) coordinates that take whole numbers only.
    """
    d = terms.dimension
    features = d * (d + 1) * (d + 2) // 6
    few = d <= MOST_COORDINATES and terms.size * features <= MOST_NUMBERS
    return bool(few and np.all(terms.kind == LOGISTIC) and not np.any(integer))


def pooled_extrema(
    terms: Terms,
    low: ArrayLike,
    high: ArrayLike,
    *,
    gap: float = 1e-3,
    max_nodes: int = 4_000,
    starts: ArrayLike | None = None,
    limit: float | None = None,
    allowance: Allowance | None = None,
) -> BothExtrema:
    """Return the largest and the least of `terms.log_likelihood` over a box, certified.

    All answers are pooled: on a box the sum of their log-likelihoods is bounded by its own value
    and derivatives in the middle (see `moments`), in which answers that contradict each other
    have cancelled, and boxes are cut in two where the bound is highest.  The work goes to
    whichever extremum is known less well.  The intervals are valid whenever it ends, up to a
    rounding error of about 1e-12 of the numbers added up.

    The work of a box grows with the number of answers; the boxes that it takes grow fast with
    the number of coordinates and with the steepness of the queries, hardly with that of answers.

    Args:
        terms: m >= 1 logistic terms of at most `MOST_COORDINATES` coordinates; see `can_pool`.
        low, high: (d,) ends of the box.
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
    if not can_pool(terms, [False]) or not terms.size:
        raise InvalidInput("terms", "must be logistic, on few coordinates", f"{terms.size} terms")
    ends = checked_box(terms, low, high, None)[:2]
    near, left = checked_starts(starts, terms.dimension), allowance or Allowance()
    with np.errstate(over="ignore", under="ignore"):
        most, least = (_Search(terms, *ends, sense, gap) for sense in ("max", "min"))
        for search in (most, least):
            search.begin(near, left)
        while most.nodes + least.nodes < max_nodes and not left.is_over():
            search = max(most, least, key=lambda one: one.open_width)
            if search.open_width <= 0.0 or _is_decided(most, least, limit):
                break
            search.go_on(min(_BATCH, max_nodes), left)
    return BothExtrema(most.extremum(), least.extremum())


def _is_decided(most: _Search, least: _Search, limit: float | None) -> bool:
    """Return whether the difference of the extrema is on one side of the limit for certain."""
    if limit is None:
        return False
    ends = most.extremum(), least.extremum()
    return not ends[0].lower - ends[1].upper <= limit < ends[0].upper - ends[1].lower


class _Search:
    """One extremum, as a maximum; `attained` at `point` and `bound` are true at any time."""

    def __init__(
        self, terms: Terms, low: FloatArray, high: FloatArray, sense: str, gap: float
    ) -> None:
        self._terms, self._gap, self.sense = terms, gap, sense
        whole = np.zeros(terms.dimension, dtype=np.bool_)
        self._problem = as_maximum(terms, low, high, whole, sense)
        self._moments = Moments(self._problem)
        self._closed = -np.inf  # the highest bound among boxes that were given up
        self.attained, self.point, self.nodes = -np.inf, admissible(self._problem, low), 0
        reach = np.sum(self._problem.profile.value(np.full((1, terms.size), np.inf)), axis=1)
        ends = np.array(low[None]), np.array(high[None])  # copies: the frontier writes into them
        self._frontier = Frontier(_boxes(*ends, reach))

    @property
    def bound(self) -> float:
        """Nowhere is the objective above it."""
        return max(self.attained, self._closed, self._frontier.highest)

    @property
    def open_width(self) -> float:
        """How far the bound of an open box exceeds what needs no further work; at least 0."""
        return max(self._frontier.highest - self.attained - self._gap / 2.0, 0.0)

    def begin(self, starts: FloatArray, allowance: Allowance) -> None:
        """Climb from each start, or from the middle; bound the whole box."""
        problem = self._problem
        middle = (problem.low + problem.high) / 2.0
        for x in admissible(problem, starts if len(starts) else middle[None]):
            self._try(x, allowance)
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
        """Return what is known."""
        sign, constant = (1.0 if self.sense == "max" else -1.0), self._problem.constant
        attained = float(self._terms.log_likelihood(self.point))
        bound = self.bound + constant
        bound = max(bound + _ROUNDING * (abs(bound) + abs(constant)), sign * attained)
        lower, upper = (attained, bound) if sign > 0 else (-bound, attained)
        return Extremum(lower, upper, self.point, self.nodes, upper - lower <= self._gap)

    def _put(
        self, low: FloatArray, high: FloatArray, known: FloatArray, allowance: Allowance
    ) -> None:
        """Bound boxes, look at the records they promise, and keep those still worth it."""
        self.nodes += len(low)
        allowance.spend(self._moments.cost(len(low)))
        found = self._moments.bounded(low, high)
        bound = np.fmin(found.bound, known)
        self._look_at(found.point, bound, allowance)
        live = bound > self.attained + self._gap / 2.0
        self._closed = max(self._closed, float(np.max(bound[~live], initial=-np.inf)))
        self._frontier.put(_boxes(low[live], high[live], bound[live]))

    def _look_at(self, points: FloatArray, bound: FloatArray, allowance: Allowance) -> None:
        """Climb from the record of the most promising box, if it is higher than all so far."""
        best = int(np.argmax(bound))
        allowance.spend(2.0 * self._problem.matrix.size)
        if float(self._problem.value(points[best])) > self.attained:
            self._try(points[best], allowance)

    def _try(self, x: FloatArray, allowance: Allowance) -> None:
        """Remember the top of the hill on which x stands, if it is higher than all so far."""
        value, point = float(self._problem.value(x)), x
        if not allowance.is_over():
            value, point = uphill(self._problem, x, allowance)
        if value > self.attained:
            self.attained, self.point = value, point


def _boxes(low: FloatArray, high: FloatArray, bound: FloatArray) -> Nodes:
    """Return boxes as nodes without intervals for their terms."""
    none = np.empty((len(low), 0))
    return Nodes(low, high, none, none, bound)
