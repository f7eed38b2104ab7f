"""Privacy filters: accept queries as long as the whole transcript stays within a budget.

Local model, fully adaptive: the analyst chooses each query from all earlier outputs, and may
ask beforehand whether it would be accepted.  Every transcript of accepted queries then has
realised loss at most the budget, so the interaction is budget-LDP (Theorem 4.1).
"""

from __future__ import annotations

import math

from hetdp_core import validate
from hetdp_core.accounting.decision import Decision, Odometer, fits, reason_of
from hetdp_core.accounting.domain import DomainLike
from hetdp_core.accounting.effort import SearchEffort
from hetdp_core.accounting.filtering import PrivacyFilter
from hetdp_core.accounting.queries import Query
from hetdp_core.accounting.realised_filter import RealisedFilter
from hetdp_core.errors import InvalidInput


class BasicFilter(PrivacyFilter):
    """Basic composition: accept while the sum of epsilon is at most the budget.

    It looks at neither outputs nor domain.

    >>> BasicFilter(2.0).odometer.remaining
    2.0
    """

    @property
    def odometer(self) -> Odometer:
        """The sum of epsilon so far."""
        spent = min(self.basic, self.budget)
        return Odometer(spent, 0.0, self.budget, self.basic, len(self.history))

    def decide(self, query: Query) -> Decision:
        """Whether the sum of epsilon stays within the budget; it bounds both losses."""
        after = (0.0, self.basic + query.epsilon)
        accepted = fits(after[1], self.budget)
        verdict, side = ("Accepted", "within") if accepted else ("Refused", "above")
        levels = f"the levels of all queries sum to {after[1]:.4g}"
        reason = f"{verdict}: {levels}, {side} the budget of {self.budget:.4g}."
        return Decision(accepted, (0.0, self.basic), after, after, after[1], self.budget, reason)


class SimplifiedFilter(RealisedFilter):
    """Accept iff realised loss so far + epsilon of the query <= budget (Algorithm 3)."""

    def _judge(self, query: Query) -> Decision:
        after = self._added(query)
        accepted = fits(after[1], self.budget)
        verdict, side = ("Accepted", "within") if accepted else ("Refused", "above")
        reason = (
            f"{verdict}: {after[1] - query.epsilon:.4g} is spent and the query can add "
            f"{query.epsilon:.4g}: together {side} the budget of {self.budget:.4g}."
        )
        return self._decision(query, accepted, after, after, reason)


class BayesianFilter(RealisedFilter):
    """Accept iff after every output of the query the realised loss is <= budget (Algorithm 2).

    It accepts whatever `SimplifiedFilter` accepts after the same history.

    >>> import numpy as np
    >>> from hetdp_core.accounting.queries import TableQuery
    >>> guard = BayesianFilter(2 * np.log(1.5), range(11))
    >>> for k, output in enumerate([1, 0, 1, 1], start=1):
    ...     guard.record(TableQuery(0.4 + 0.2 * (np.arange(11) / 10) ** k), output)
    ...     print(f"{np.exp(guard.odometer.loss):.2f}")
    1.50
    1.15
    1.50
    2.25
    >>> guard.accepts(TableQuery(0.4 + 0.2 * (np.arange(11) / 10) ** 5))
    False
    """

    def _judge(self, query: Query) -> Decision:
        after = self._settled_after(query)
        if_low, if_high = after[False].interval, after[True].interval
        accepted = fits(if_low[1], self.budget) and fits(if_high[1], self.budget)
        reason = reason_of(accepted, if_low, if_high, self.budget)
        return self._decision(query, accepted, if_low, if_high, reason)


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

    def _judge(self, query: Query) -> Decision:
        squares = math.fsum(asked.epsilon**2 for asked, _ in self.history) + query.epsilon**2
        bound = advanced_composition(squares, self._delta)
        if not fits(bound, self.budget):
            return super()._judge(query)
        after = self._losses_after(query)
        reason = (
            f"Accepted: advanced composition bounds the loss by {bound:.4g} with chance "
            f"1 - {self._delta:g}, within the budget of {self.budget:.4g}."
        )
        return self._decision(query, True, after[False].interval, after[True].interval, reason)


def advanced_composition(squares: float, delta: float) -> float:
    """Level that pure queries whose squared levels sum to this keep with chance 1 - delta.

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
