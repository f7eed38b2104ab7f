"""The (ε, δ) filter of Algorithm 4, and advanced composition."""

from __future__ import annotations

import math

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.domain import DomainLike
from hetdp_core.odometer.filters.decision import Decision, fits
from hetdp_core.odometer.filters.realised import BayesianFilter
from hetdp_core.odometer.queries import Question
from hetdp_core.odometer.search.allowance import SearchEffort


class ApproximateFilter(BayesianFilter):
    """(epsilon, delta) for the whole interaction (Algorithm 4).

    A query is accepted while the filter of Whitehouse, Ramdas, Rogers & Wu ("Fully-adaptive
    composition in differential privacy", ICML 2023) with the rate and constants of advanced
    composition, which looks at no output, accepts it:

        sqrt(2 log(1/delta) V) + V/2 <= epsilon,   V = sum of squared levels with the query,

    and otherwise as long as `BayesianFilter` does, at the same epsilon.

    For each pair of records x and x', the chance under x that log P(y|x)/P(y|x') exceeds
    epsilon at the end is at most delta, so the interaction is (epsilon, delta)-LDP: while the
    first rule holds, exp of lambda times that log ratio minus lambda (lambda + 1) V/2 is a
    supermartingale for every lambda > 0 (Bun & Steinke 2016, Prop. 3.3), so the ratio ever
    exceeds epsilon there with that chance at most; every later query is accepted only if the
    loss, over all pairs, stays at most epsilon.  The odometer, which looks at all pairs at
    once, may show more than epsilon.

    Args:
        epsilon: > 0, the budget.
        delta: in (0, 1).
        domain: what is known about the record, as in `as_domain`.
        effort: of the search that bounds losses of queries that are not linear.
    """

    def __init__(
        self,
        epsilon: float,
        delta: float,
        domain: DomainLike,
        *,
        effort: SearchEffort | None = None,
    ) -> None:
        super().__init__(epsilon, domain, effort=effort)
        self._delta = validate.positive(delta, "delta")
        if not self._delta < 1:
            raise InvalidInput("delta", "must be less than 1", f"{self._delta:g}")

    @property
    def delta(self) -> float:
        """Chance that the loss of a pair of records may exceed the budget."""
        return self._delta

    def _judge(self, query: Question) -> Decision:
        squares = math.fsum(asked.epsilon**2 for asked, _ in self.history) + query.epsilon**2
        bound = advanced_composition(squares, self._delta)
        if not fits(bound, self.budget):
            return super()._judge(query)
        after = self._losses_after(query)
        reason = (
            f"Accepted: advanced composition bounds the loss by {bound:.4g} with chance "
            f"1 - {self._delta:g}, within the budget of {self.budget:.4g}."
        )
        return self._decision(query, True, [loss.interval for loss in after.values()], reason)


def advanced_composition(squares: float, delta: float) -> float:
    """Return the level kept with chance 1 - delta by pure queries of this sum of squared levels.

    sqrt(2 log(1/delta) V) + V/2 (Whitehouse et al. 2023); it holds for queries and levels
    chosen adaptively, for any V that bounds the sum in every course.
    """
    return math.sqrt(2.0 * math.log(1.0 / delta) * squares) + 0.5 * squares


def squares_within(budget: float, delta: float) -> float:
    """Return the largest sum of squared levels with `advanced_composition` within the budget.

    >>> round(advanced_composition(squares_within(3.0, 1e-6), 1e-6), 12)
    3.0
    """
    twice = 2.0 * math.log(1.0 / delta)
    return float((2.0 * budget / (math.sqrt(twice) + math.sqrt(twice + 2.0 * budget))) ** 2)
