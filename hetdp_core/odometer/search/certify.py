"""Certified largest and least values of a log-likelihood over a box."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.frozen import result
from hetdp_core.odometer.search.allowance import Allowance
from hetdp_core.odometer.search.branch_and_bound import BranchAndBound
from hetdp_core.odometer.search.envelopes import EnvelopeOf, exact_envelope
from hetdp_core.odometer.search.problem import as_maximum
from hetdp_core.odometer.search.terms import Terms, checked_box, checked_starts
from hetdp_core.validate import FloatArray

_ROUNDING = 1e-12  # of the sizes of the numbers added up; a bound is never tighter


@result
class Extremum:
    """The largest or the least log-likelihood lies in [lower, upper].

    One end is attained at `point`: `lower` of a maximum, `upper` of a minimum.  The other is
    certified: the log-likelihood is nowhere beyond it.

    Attributes:
        lower: natural log.
        upper: natural log.
        point: (d,) a record, in the box, with whole numbers where asked.
        nodes: parts of the box that were bounded.
        closed: upper - lower is at most the gap asked for.
    """

    lower: float
    upper: float
    point: FloatArray
    nodes: int
    closed: bool

    @property
    def width(self) -> float:
        """upper - lower."""
        return self.upper - self.lower

    def certified(self, sense: str) -> float:
        """Return the end that is certified: `upper` of a "max", `lower` of a "min"."""
        return self.upper if sense == "max" else self.lower


def extremum(
    terms: Terms,
    low: ArrayLike,
    high: ArrayLike,
    *,
    sense: str = "max",
    integer: ArrayLike | None = None,
    gap: float = 1e-3,
    max_nodes: int = 20_000,
    start: ArrayLike | None = None,
    threshold: float | None = None,
    allowance: Allowance | None = None,
    envelope_of: EnvelopeOf = exact_envelope,
) -> Extremum:
    """Return the largest or least of `terms.log_likelihood` over a box, between certain bounds.

    Branch and bound as in the paper's Appendix D, but with the exact concave envelope of each
    term (Udell and Boyd 2013).  The interval is valid whenever the search ends, up to a rounding
    error of about 1e-12 of the numbers added up.  It says nothing about the loss of a *result*
    that rounding moves: for epsilon = 20, a result known to 1e-12 of its range moves log P by
    5e-4 where P is least.

    Args:
        terms: answered queries, any mixture of kinds.
        low: (d,) lower ends of the box.
        high: (d,) upper ends, at least low; equal ends fix a coordinate.
        sense: "max" or "min".
        integer: (d,) True for coordinates that take whole numbers only; none by default.
        gap: width of the interval at which the search ends, > 0.
        max_nodes: most parts of the box that are bounded, at least 1.
        start: (d,) or (k, d) records near which to look first, e.g. an earlier answer's
            `point`; moved into the box, rounded where whole numbers are asked.
        threshold: end as soon as the interval lies on one side of it: upper <= threshold or
            lower > threshold for "max", lower >= threshold or upper < threshold for "min".
        allowance: work that is left for this search and others; without limit by default.
        envelope_of: bounds each term from above on a part of the box.

    Raises:
        InvalidInput: the box, gap or another argument breaks its rule; a LINEAR term's result
            leaves its range on the box; no whole number lies in a coordinate's interval.

    >>> tilted = Terms([[2.0]], [0.0], [2], [1.0], [0.0], [1.0], [True])
    >>> found = extremum(tilted, [-1.0], [1.0], sense="min")
    >>> found.point, found.closed
    (array([-1.]), True)
    """
    validate.choice(sense, ("max", "min"), "sense")
    validate.positive(gap, "gap")
    validate.count(max_nodes, 1, None, "max_nodes")
    box = checked_box(terms, low, high, integer)
    starts = checked_starts(start, terms.dimension)
    sign = 1.0 if sense == "max" else -1.0
    limit = -np.inf if threshold is None else sign * validate.real(threshold, "threshold")
    with np.errstate(all="ignore"):
        problem = as_maximum(terms, *box, sense)
        search = BranchAndBound(
            problem, envelope_of, gap, _a_little_below(limit) - problem.constant
        )
        search.run(starts, max_nodes, allowance or Allowance())
    attained = float(terms.log_likelihood(search.point))
    bound = search.bound + problem.constant
    bound += _ROUNDING * (abs(bound) + abs(problem.constant))
    certified = max(bound, sign * attained)
    lower, upper = (attained, certified) if sense == "max" else (-certified, attained)
    return Extremum(lower, upper, search.point, search.nodes, upper - lower <= gap)


def _a_little_below(limit: float) -> float:
    """Lower a limit so that a bound at most this is at most `limit` after rounding, too."""
    return limit - 4.0 * _ROUNDING * (1.0 + abs(limit)) if np.isfinite(limit) else limit
