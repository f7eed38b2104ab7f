"""Filters that look at outputs: the realised loss, carried along a transcript (Algorithms 2, 3)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property

from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.domain import Domain, DomainLike
from hetdp_core.odometer.filters.base import PrivacyFilter
from hetdp_core.odometer.filters.decision import Decision, Odometer, fits, reason_of
from hetdp_core.odometer.queries import Question, Value
from hetdp_core.odometer.search.allowance import SearchEffort
from hetdp_core.odometer.transcripts.loss import Interval, RealisedLoss, Transcript
from hetdp_core.odometer.transcripts.realised import empty_transcript, extended


def counted(query: Question) -> tuple[Value, ...]:
    """Return all outputs of a query; `InvalidInput` where they cannot be counted.

    With Gaussian noise an output far away tells more than any budget, so no filter that holds
    for every output can accept the query.  What such answers told can still be read off the
    transcript's loss, and the sum of mu^2 can be kept within a limit.
    """
    if query.outputs is None:
        rule = "must have outputs that can be counted, for a filter that holds for every one"
        raise InvalidInput("query", rule, "Gaussian noise", "limit the sum of mu squared instead")
    return query.outputs


class _State:
    """A transcript, and a bound on its loss that the filter knows from having accepted it."""

    def __init__(self, transcript: Transcript, ceiling: float) -> None:
        self.transcript, self.ceiling = transcript, ceiling
        self._made: tuple[Question, dict[Value, Transcript]] | None = None

    @cached_property
    def loss(self) -> RealisedLoss:
        """Of the transcript."""
        return self.transcript.loss.capped(self.ceiling)

    @property
    def known(self) -> float:
        """The best upper end computed so far; asking costs nothing."""
        return self.loss.upper if "loss" in self.__dict__ else self.ceiling

    def settled(self, limit: float) -> RealisedLoss:
        """Return the loss, searched harder where it straddles the limit."""
        return self.transcript.settled(limit).capped(self.loss.upper)

    def after(self, query: Question) -> dict[Value, Transcript]:
        """Return the transcript after each output of the query; kept for the next call."""
        if self._made is None or self._made[0] is not query:
            made = {output: extended(self.transcript, query, output) for output in counted(query)}
            self._made = query, made
        return self._made[1]


class RealisedFilter(PrivacyFilter):
    """A filter that carries the realised loss of its transcript on a domain.

    Args:
        budget: > 0, natural log.
        domain: what is known about the record, as in `as_domain`.
        effort: of the search that bounds losses of queries that are not linear.
    """

    def __init__(
        self, budget: float, domain: DomainLike, *, effort: SearchEffort | None = None
    ) -> None:
        super().__init__(budget)
        self._now = _State(empty_transcript(domain, effort), 0.0)
        self._decided: tuple[_State, Question, Decision] | None = None

    @property
    def domain(self) -> Domain:
        """What is known about the record."""
        return self._now.transcript.domain

    @property
    def loss(self) -> RealisedLoss:
        """The realised loss of the accepted queries, in full."""
        return self._now.loss

    @property
    def odometer(self) -> Odometer:
        """Certified realised loss so far (Definition 4.5)."""
        loss = self._now.loss
        spent = min(loss.upper, self.budget) if fits(loss.upper, self.budget) else loss.upper
        lower = min(loss.lower, spent)
        return Odometer(spent, lower, self.budget, self.basic, len(self.history))

    def accepts(self, query: Question) -> bool:
        """Return whether every output is certified to keep the loss within the budget."""
        query.check_domain(self.domain)
        return fits(self.basic + query.epsilon, self.budget) or self.decide(query).accepted

    def simplified_accepts(self, query: Question) -> bool:
        """Return whether `SimplifiedFilter` would accept after this history (Algorithm 3)."""
        query.check_domain(self.domain)
        if fits(self.basic + query.epsilon, self.budget):
            return True
        return fits(self._added(query)[1], self.budget)

    def decide(self, query: Question) -> Decision:
        """Decide, with the loss after either output and a reason."""
        query.check_domain(self.domain)
        known = self._decided
        if known is None or known[0] is not self._now or known[1] is not query:
            known = self._decided = self._now, query, self._judge(query)
        return known[2]

    def _remember(self, query: Question, output: Value) -> None:
        ceiling = self._now.known + query.epsilon
        if not fits(self.basic + query.epsilon, self.budget):
            ceiling = self.decide(query).after(output)[1]
        self._now = _State(self._now.after(query)[output], ceiling)
        super()._remember(query, output)

    @abstractmethod
    def _judge(self, query: Question) -> Decision:
        """Decide on a query that belongs to the domain."""

    def _losses_after(self, query: Question) -> dict[Value, RealisedLoss]:
        """Return the loss after each output; at most the loss so far plus epsilon."""
        ceiling = self._now.loss.upper + query.epsilon
        made = self._now.after(query)
        return {output: transcript.loss.capped(ceiling) for output, transcript in made.items()}

    def _settled_after(self, query: Question) -> dict[Value, RealisedLoss]:
        """Bound the losses with more effort while that may still lead to acceptance."""
        after = self._losses_after(query)
        if self._is_open(after):
            made = self._now.after(query)
            after = {
                output: made[output].settled(self.budget).capped(loss.upper)
                for output, loss in after.items()
            }
        if self._is_open(after):
            ceiling = self._added(query)[1]
            after = {output: loss.capped(ceiling) for output, loss in after.items()}
        return after

    def _is_open(self, after: dict[Value, RealisedLoss]) -> bool:
        """Return whether neither acceptance nor refusal is certain."""
        over = any(not fits(loss.lower, self.budget) for loss in after.values())
        return not over and not all(fits(loss.upper, self.budget) for loss in after.values())

    def _added(self, query: Question) -> Interval:
        """Return bounds on the loss after any output, from the loss so far and epsilon alone."""
        loss, limit = self._now.loss, self.budget - query.epsilon
        if loss.straddles(limit):
            loss = self._now.settled(limit)
        return max(loss.lower - query.epsilon, 0.0), loss.upper + query.epsilon

    def _decision(
        self, query: Question, accepted: bool, each: Sequence[Interval], reason: str
    ) -> Decision:
        loss, basic = self._now.loss, self.basic + query.epsilon
        current = loss.lower, loss.upper
        first, *between, last = each
        return Decision(accepted, current, first, last, basic, self.budget, reason, tuple(between))


class SimplifiedFilter(RealisedFilter):
    """Accept iff realised loss so far + epsilon of the query <= budget (Algorithm 3)."""

    def _judge(self, query: Question) -> Decision:
        after = self._added(query)
        accepted = fits(after[1], self.budget)
        verdict, side = ("Accepted", "within") if accepted else ("Refused", "above")
        reason = (
            f"{verdict}: {after[1] - query.epsilon:.4g} is spent and the query can add "
            f"{query.epsilon:.4g}: together {side} the budget of {self.budget:.4g}."
        )
        return self._decision(query, accepted, [after] * len(counted(query)), reason)


class BayesianFilter(RealisedFilter):
    """Accept iff after every output of the query the realised loss is <= budget (Algorithm 2).

    It accepts whatever `SimplifiedFilter` accepts after the same history.

    >>> import numpy as np
    >>> from hetdp_core.odometer.queries import TableQuery
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

    def _judge(self, query: Question) -> Decision:
        after = self._settled_after(query)
        each = [loss.interval for loss in after.values()]
        accepted = all(fits(interval[1], self.budget) for interval in each)
        return self._decision(query, accepted, each, reason_of(accepted, each, self.budget))
