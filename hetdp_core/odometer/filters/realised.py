"""Filters that look at outputs: the loss, carried along a transcript (Algorithms 2 to 4)."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property

from hetdp_core.conversions import checked_delta
from hetdp_core.errors import InvalidInput
from hetdp_core.numerals import as_set
from hetdp_core.odometer.domain import Domain, DomainLike
from hetdp_core.odometer.filters.basic import Decision, Odometer, PrivacyFilter, fits
from hetdp_core.odometer.queries import Question, Value
from hetdp_core.odometer.search import SearchEffort
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
        self._after: tuple[Question, dict[Value, Transcript]] | None = None

    @cached_property
    def loss(self) -> RealisedLoss:
        return self.transcript.loss.capped(self.ceiling)

    @property
    def known(self) -> float:
        """The best upper end computed so far; asking costs nothing."""
        return self.loss.upper if "loss" in self.__dict__ else self.ceiling

    def after(self, query: Question) -> dict[Value, Transcript]:
        """Return the transcript after each output of the query, remembered for the next call."""
        if self._after is None or self._after[0] is not query:
            each = {output: extended(self.transcript, query, output) for output in counted(query)}
            self._after = query, each
        return self._after[1]


class RealisedFilter(PrivacyFilter):
    """A filter that carries the realised loss of its transcript on a domain.

    Args:
        budget: > 0, natural log.
        domain: public knowledge about the record, as in `as_domain`.
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
        return Odometer(spent, min(loss.lower, spent), self.budget, self.basic)

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
        last = self._decided
        if last is None or last[0] is not self._now or last[1] is not query:
            last = self._decided = self._now, query, self._judge(query)
        return last[2]

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
        after = self._now.after(query)
        return {output: transcript.loss.capped(ceiling) for output, transcript in after.items()}

    def _settled_after(self, query: Question) -> dict[Value, RealisedLoss]:
        """Bound the losses with more effort while that may still lead to acceptance."""
        losses = self._losses_after(query)
        if self._is_open(losses):
            after = self._now.after(query)
            losses = {
                output: after[output].settled(self.budget).capped(loss.upper)
                for output, loss in losses.items()
            }
        if self._is_open(losses):
            ceiling = self._added(query)[1]
            losses = {output: loss.capped(ceiling) for output, loss in losses.items()}
        return losses

    def _is_open(self, losses: dict[Value, RealisedLoss]) -> bool:
        """Return whether neither acceptance nor refusal is certain."""
        over = any(not fits(loss.lower, self.budget) for loss in losses.values())
        return not over and not all(fits(loss.upper, self.budget) for loss in losses.values())

    def _added(self, query: Question) -> Interval:
        """Return bounds on the loss after any output, from the loss so far and epsilon alone."""
        loss, limit = self._now.loss, self.budget - query.epsilon
        if loss.straddles(limit):
            loss = self._now.transcript.settled(limit).capped(loss.upper)
        return max(loss.lower - query.epsilon, 0.0), loss.upper + query.epsilon


class SimplifiedFilter(RealisedFilter):
    """Accept iff realised loss so far + epsilon of the query <= budget (Algorithm 3)."""

    def _judge(self, query: Question) -> Decision:
        lower, upper = self._added(query)
        accepted = fits(upper, self.budget)
        verdict, side = ("Accepted", "within") if accepted else ("Refused", "above")
        reason = (
            f"{verdict}: {upper - query.epsilon:.3g} is spent and the query can add "
            f"{query.epsilon:.3g}: together {side} the budget of {as_set(self.budget)}."
        )
        losses = ((lower, upper),) * len(counted(query))
        return Decision(accepted, losses, self.basic + query.epsilon, reason)


class BayesianFilter(RealisedFilter):
    """Accept iff after every output of the query the realised loss is <= budget (Algorithm 2).

    It accepts every query that `SimplifiedFilter` accepts after the same history.

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
        losses = tuple(loss.interval for loss in self._settled_after(query).values())
        accepted = all(fits(upper, self.budget) for _, upper in losses)
        reason = _reason(accepted, losses, self.budget)
        return Decision(accepted, losses, self.basic + query.epsilon, reason)


def _reason(accepted: bool, losses: Sequence[Interval], budget: float) -> str:
    """Say why, with the loss after the worst output."""
    place = max(range(len(losses)), key=lambda output: (losses[output][1], output))
    lower, upper = losses[place]
    if accepted:
        tail = f"within the budget of {as_set(budget)}"
        return f"Accepted: whichever answer comes, the loss stays at most {upper:.3g}, {tail}."
    if not fits(lower, budget):
        above = f"above the budget of {as_set(budget)}"
        return f"Refused: answer {place} would bring the loss to {lower:.3g}, {above}."
    between = f"is only known to lie between {lower:.3g} and {upper:.3g}"
    return f"Refused: the loss after answer {place} {between}; the budget is {as_set(budget)}."


class ApproximateFilter(BayesianFilter):
    """(epsilon, delta) for the whole interaction (Algorithm 4).

    A query is accepted while the filter of Whitehouse, Ramdas, Rogers & Wu ("Fully-adaptive
    composition in differential privacy", ICML 2023) with the rate and constants of advanced
    composition, which looks at no output, accepts it:

        sqrt(2 log(1/delta) V) + V/2 <= epsilon,   V = sum of squared levels with the query,

    and otherwise as long as `BayesianFilter` does, at the same epsilon.

    For each pair of records x and x', the chance under x that log P(y|x)/P(y|x') exceeds epsilon at
    the end is at most delta, so the interaction is (epsilon, delta)-LDP.  While the first rule
    holds, exp of lambda times that log ratio minus lambda (lambda + 1) V/2 is a supermartingale for
    every lambda > 0 (Bun & Steinke 2016, Prop. 3.3).  So the ratio ever exceeds epsilon there with
    that chance at most.  Every later query is accepted only if the loss, over all pairs, stays at
    most epsilon.  The odometer, which looks at all pairs at once, may show more than epsilon.

    Args:
        epsilon, delta: > 0, the budget; in (0, 1).
        domain, effort: see `RealisedFilter`.
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
        self.delta = checked_delta(delta)

    def _judge(self, query: Question) -> Decision:
        squares = math.fsum(known.epsilon**2 for known, _ in self.history) + query.epsilon**2
        bound = advanced_composition(squares, self.delta)
        if not fits(bound, self.budget):
            return super()._judge(query)
        losses = tuple(loss.interval for loss in self._losses_after(query).values())
        reason = (
            f"Accepted: advanced composition bounds the loss by {bound:.3g} with chance "
            f"1 - {self.delta:g}, within the budget of {as_set(self.budget)}."
        )
        return Decision(True, losses, self.basic + query.epsilon, reason)


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
