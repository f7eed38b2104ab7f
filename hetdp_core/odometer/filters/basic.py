"""Privacy filters: accept queries as long as the whole transcript stays within a budget.

Local model, fully adaptive: the analyst chooses each query from all earlier outputs, and may
ask beforehand whether it would be accepted.  Every transcript of accepted queries then has
realised loss at most the budget, so the interaction is budget-LDP (Theorem 4.1).

Here what all filters share, and basic composition; `realised` has those that look at outputs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from copy import copy
from dataclasses import dataclass
from typing import Self

import numpy as np

from hetdp_core import validate
from hetdp_core.errors import BudgetExhausted
from hetdp_core.numerals import as_set
from hetdp_core.odometer.queries import Question, RandomisedResponse, Value
from hetdp_core.odometer.transcripts.loss import Answer, Interval, Output
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

ROUNDING = 1e-9
"""Share of the budget by which a loss may exceed it: sums of logarithms are not exact."""


def fits(loss: float, budget: float) -> bool:
    """Return whether a certified loss is within the budget, up to rounding."""
    return loss <= budget * (1.0 + ROUNDING)


@dataclass(frozen=True)
class Odometer:
    """The loss of the accepted queries, in units of epsilon (natural log).

    Attributes:
        loss: certified upper end of the realised loss; starts at 0, may fall.
        lower: certified lower end of it; 0 for a filter that knows no domain.
        basic: what basic composition says was spent, the sum of the queries' epsilon.
    """

    loss: float
    lower: float
    budget: float
    basic: float

    @property
    def remaining(self) -> float:
        """Budget minus loss: a query of at most this epsilon is sure to be accepted."""
        return max(self.budget - self.loss, 0.0)


@dataclass(frozen=True)
class Decision:
    """Whether a query is accepted, from bounds on the loss after each of its outputs.

    Attributes:
        losses: interval of the loss after each output, from the lowest to the highest.
    """

    accepted: bool
    losses: tuple[Interval, ...]
    basic: float
    reason: str

    @property
    def worst(self) -> float:
        """Certified upper end of the loss, whichever output comes."""
        return max(upper for _, upper in self.losses)

    def after(self, output: Value) -> Interval:
        """Return the interval of the loss after this output, one that can be counted."""
        return self.losses[int(output)]


class PrivacyFilter(ABC):
    """What all filters share.  It changes only through `record`; a `copy` goes its own way.

    Attributes:
        budget: most realised loss allowed, natural log.
        history: accepted queries and their outputs, oldest first.
    """

    def __init__(self, budget: float) -> None:
        self.budget = validate.positive(budget, "budget")
        self.history: tuple[Answer, ...] = ()
        self.basic = 0.0

    @property
    @abstractmethod
    def odometer(self) -> Odometer:
        """What was spent so far."""

    @abstractmethod
    def decide(self, query: Question) -> Decision:
        """Decide whether `record` would take this query, with bounds on the loss and a reason.

        Raises:
            InvalidInput: the query does not belong to the domain.
        """

    def accepts(self, query: Question) -> bool:
        """Return the answer of `decide` alone, often sooner."""
        return self.decide(query).accepted

    def record(self, query: Question, output: Output) -> None:
        """Add an answered query.

        Raises:
            BudgetExhausted: the filter does not accept the query; nothing is recorded.
            InvalidInput: the query is not of the domain, or the output neither true nor false.
        """
        reported = query.read(output)
        if not self.accepts(query):
            raise BudgetExhausted(self.decide(query).reason)
        self._remember(query, reported)

    def copy(self) -> Self:
        """Return a filter with the same history, on which queries can be tried."""
        return copy(self)

    def _remember(self, query: Question, output: Value) -> None:
        self.history = (*self.history, (query, output))
        self.basic += query.epsilon


class BasicFilter(PrivacyFilter):
    """Basic composition: accept while the sum of epsilon is at most the budget.

    It looks at neither outputs nor domain.

    >>> BasicFilter(2.0).odometer.remaining
    2.0
    """

    @property
    def odometer(self) -> Odometer:
        return Odometer(min(self.basic, self.budget), 0.0, self.budget, self.basic)

    def decide(self, query: Question) -> Decision:
        """Decide whether the sum of epsilon stays within the budget."""
        total = self.basic + query.epsilon
        accepted = fits(total, self.budget)
        verdict, side = ("Accepted", "within") if accepted else ("Refused", "above")
        levels = f"the levels of all queries sum to {total:.3g}"
        reason = f"{verdict}: {levels}, {side} the budget of {as_set(self.budget)}."
        return Decision(accepted, ((0.0, total), (0.0, total)), total, reason)


@result
class Spending:
    """The queries that a budget has paid for.

    Attributes:
        after: (K,) sum of the levels after each question, had all been answered.
        answered: how many the filter accepts; the others are refused.
    """

    budget: float
    epsilon: float
    after: FloatArray
    answered: int


def spending(budget: float, epsilon: float, questions: int) -> Spending:
    """Ask at most so many questions of one level, until basic composition refuses.

    >>> spending(2.0, 0.5, 6).answered, spending(0.3, 0.1, 6).answered
    (4, 3)
    """
    count = validate.count(questions, 1, 1_000, "questions")
    guard, query = BasicFilter(budget), RandomisedResponse([False, True], epsilon)
    while len(guard.history) < count and guard.accepts(query):
        guard.record(query, True)
    return Spending(budget, epsilon, epsilon * np.arange(1.0, count + 1.0), len(guard.history))
