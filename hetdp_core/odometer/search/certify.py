"""Certified largest and least values of a log-likelihood over a box: branch and bound."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hetdp_core import validate
from hetdp_core.odometer.domain import Box
from hetdp_core.odometer.search import branching
from hetdp_core.odometer.search.branching import Frontier, Nodes
from hetdp_core.odometer.search.interior_point import Programs, Relaxed, relax
from hetdp_core.odometer.search.problem import Ascent, Problem, admissible, as_maximum
from hetdp_core.odometer.search.profiles import Envelope, EnvelopeOf, exact_envelope
from hetdp_core.odometer.search.terms import Allowance, Terms, check_box, checked_starts
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

_BATCH = 64  # nodes bounded at once
_CLOSED = 0.98  # of the gap: the rest is left to rounding
_DROP = 0.5  # of the gap: what cannot exceed the attained value by more is dropped
_ROUNDING = 1e-12  # of the sizes of the numbers added up; a bound is never tighter


@result
class Extremum:
    """The largest or the least log-likelihood lies in [lower, upper], natural log.

    One end is attained at `point`: `lower` of a maximum, `upper` of a minimum.  The other is
    certified: the log-likelihood is nowhere beyond it.

    Attributes:
        point: (d,) a record of the box; on a finite domain, its position.
        closed: whether upper - lower is at most the gap asked for.
    """

    lower: float
    upper: float
    point: NDArray[Any]
    nodes: int = 0
    closed: bool = True

    @property
    def width(self) -> float:
        return self.upper - self.lower


def extremum(
    terms: Terms,
    box: Box,
    *,
    sense: str = "max",
    gap: float = 1e-3,
    max_nodes: int = 20_000,
    start: ArrayLike | None = None,
    threshold: float | None = None,
    allowance: Allowance | None = None,
    envelope_of: EnvelopeOf = exact_envelope,
) -> Extremum:
    """Return the largest or least of `terms.log_likelihood` over a box, between certain bounds.

    Branch and bound as in the paper's Appendix D, but with the exact concave envelope of each term
    (Udell and Boyd 2013).  The interval is valid whenever the search ends, up to a rounding error
    of about 1e-12 of the numbers added up.  It says nothing about the loss of a *result* that
    rounding moves.  For epsilon = 20, a result known to 1e-12 of its range moves log P by 5e-4
    where P is least.  The interval may stay so wide, however small the gap.

    Args:
        sense: "max" or "min".
        gap: width of the interval at which the search ends, > 0.
        max_nodes: most parts of the box that are bounded, at least 1.
        start: (d,) or (k, d) records near which to look first, e.g. an earlier answer's
            `point`; moved into the box, rounded where whole numbers are asked.
        threshold: end as soon as the interval lies on one side of it: upper <= threshold or
            lower > threshold for "max", lower >= threshold or upper < threshold for "min".
        allowance: work that is left for this search and others; without limit by default.

    Raises:
        InvalidInput: an argument breaks its rule; a LINEAR term's result leaves its range.

    >>> tilted = Terms([[2.0]], [0.0], [2], [1.0], [0.0], [1.0], [True])
    >>> found = extremum(tilted, Box([-1.0], [1.0]), sense="min")
    >>> found.point, found.closed
    (array([-1.]), True)
    """
    validate.choice(sense, ("max", "min"), "sense")
    validate.positive(gap, "gap")
    validate.count(max_nodes, 1, None, "max_nodes")
    check_box(terms, box)
    starts = checked_starts(start, terms.dimension)
    sign = 1.0 if sense == "max" else -1.0
    limit = -np.inf if threshold is None else sign * validate.real(threshold, "threshold")
    with np.errstate(all="ignore"):
        problem = as_maximum(terms, box, sense)
        # So far below the limit that a bound at most this is at most the limit after rounding too.
        limit -= 4.0 * _ROUNDING * (1.0 + abs(limit)) if np.isfinite(limit) else 0.0
        search = BranchAndBound(problem, envelope_of, gap, limit - problem.constant)
        search.run(starts, max_nodes, allowance or Allowance())
    return certified(terms, problem, sense, search.bound, search.point, search.nodes, gap)


def certified(
    terms: Terms,
    problem: Problem,
    sense: str,
    bound: float,
    point: FloatArray,
    nodes: int,
    gap: float,
) -> Extremum:
    """Return the bounds of a search on an extremum: a bound on the problem, and its best point."""
    sign, attained = 1.0 if sense == "max" else -1.0, float(terms.log_likelihood(point))
    d, bound = problem.dimension, bound + problem.constant
    if np.array_equal(problem.low[:d], problem.high[:d]):
        bound = sign * attained  # of one record, whose value the problem's own rounding moves
    bound = max(bound + _ROUNDING * (abs(bound) + abs(problem.constant)), sign * attained)
    lower, upper = (attained, bound) if sense == "max" else (-bound, attained)
    return Extremum(lower, upper, point, nodes, upper - lower <= gap)


class BranchAndBound(Ascent):
    """Maximises a problem; `attained` at `point` and `bound` are true at any time."""

    def __init__(
        self, problem: Problem, envelope_of: EnvelopeOf, gap: float, threshold: float
    ) -> None:
        super().__init__(problem)
        self._envelope_of, self._gap, self._threshold = envelope_of, gap, threshold
        self._frontier = Frontier(branching.root(problem))
        self._left_out = -np.inf  # the highest bound among parts that were given up
        self.nodes = 0

    @property
    def bound(self) -> float:
        """Nowhere is the objective above it."""
        return max(self.attained, self._left_out, self._frontier.highest)

    @property
    def _cutoff(self) -> float:
        """Parts with a bound at most this need no further work."""
        return max(self.attained + _CLOSED * self._gap, self._threshold)

    def run(self, starts: FloatArray, max_nodes: int, allowance: Allowance) -> None:
        """Search until the gap is closed, the threshold passed, or the allowance is over."""
        self._try_all(starts, allowance)
        while self._frontier.highest > self._cutoff and self.nodes < max_nodes:
            if self.attained > self._threshold > -np.inf or allowance.is_over():
                break
            nodes = self._frontier.pop(min(_BATCH, max_nodes - self.nodes))
            self._bound_and_cut(nodes, allowance)

    def _bound_and_cut(self, nodes: Nodes, allowance: Allowance) -> None:
        problem = self._problem
        first = self.nodes == 0
        self.nodes += len(nodes)
        width = nodes.high - nodes.low
        envelope = self._envelope_of(problem.profile, nodes.left, nodes.right)
        programs = Programs(
            envelope=envelope,
            matrix=problem.matrix * width[:, None, :],
            offset=nodes.low @ problem.matrix.T + problem.offset,
            reach=problem.reach,
            left=nodes.left,
            right=nodes.right,
            known=nodes.bound,
        )
        relaxed = relax(programs, self.attained, self._cutoff, allowance)
        points = nodes.low + np.clip(np.nan_to_num(relaxed.point, nan=0.5), 0.0, 1.0) * width
        records = admissible(problem, points)  # relaxed solutions are good records to start from
        values = problem.value(records)
        best = int(np.argmax(values))
        if first or values[best] > self.attained:
            self._try(records[best], allowance)
        self._put_parts(nodes, relaxed, envelope, points)

    def _put_parts(
        self, nodes: Nodes, relaxed: Relaxed, envelope: Envelope, points: FloatArray
    ) -> None:
        """Cut the nodes that are still worth it, after dropping what their slopes exclude."""
        d = self._problem.dimension
        single = np.all(nodes.low[:, :d] == nodes.high[:, :d], axis=1)
        of_single = np.where(single, self._problem.value(nodes.low[:, :d]), np.inf)
        bound = np.fmin(np.fmin(nodes.bound, relaxed.bound), of_single)
        live = bound > self._cutoff
        self._left_out = max(self._left_out, float(np.max(bound[~live], initial=-np.inf)))
        if not live.any():
            return
        worth = max(self.attained + _DROP * self._gap, self._threshold)
        self._left_out = max(self._left_out, worth)
        problem, result = self._problem, relaxed.result[live]
        gap = envelope.take(live).value(result) - problem.profile.value(result)
        nodes = branching.drop_what_slopes_exclude(
            problem,
            replace(nodes, bound=bound).take(live),
            relaxed.slopes[live],
            relaxed.bound[live],
            worth,
        )
        parts = branching.cut(problem, nodes, points[live], result, np.nan_to_num(gap))
        self._frontier.put(branching.narrowed(problem, parts))
