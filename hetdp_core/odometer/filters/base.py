"""What all privacy filters share: history, undo, odometer.

Basic composition: the sum of the levels.

A budget that questions of one level use up: basic composition, question by question.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from copy import copy
from typing import Self

import numpy as np

from hetdp_core import validate
from hetdp_core.errors import BudgetExhausted
from hetdp_core.frozen import result
from hetdp_core.odometer.filters.decision import Decision, Odometer, fits
from hetdp_core.odometer.queries import Question, RandomisedResponse, Value
from hetdp_core.odometer.transcripts.loss import Answer, Output
from hetdp_core.validate import FloatArray


class PrivacyFilter(ABC):
    """What all filters share: the history, and what basic composition says.

    A filter changes only through `record`; a `copy` goes its own way at no cost.
    """

    def __init__(self, budget: float) -> None:
        self._budget = validate.positive(budget, "budget")
        self._history: tuple[Answer, ...] = ()
        self._basic = 0.0

    @property
    def budget(self) -> float:
        """Most realised loss allowed, natural log."""
        return self._budget

    @property
    def history(self) -> tuple[Answer, ...]:
        """Accepted queries and their outputs, oldest first."""
        return self._history

    @property
    def basic(self) -> float:
        """Sum of epsilon of the accepted queries."""
        return self._basic

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
            InvalidInput: the query does not belong to the domain, or the output is neither
                true nor false.
        """
        reported = query.read(output)
        if not self.accepts(query):
            raise BudgetExhausted(self.decide(query).reason)
        self._remember(query, reported)

    def copy(self) -> Self:
        """Return a filter with the same history, on which queries can be tried."""
        return copy(self)

    def _remember(self, query: Question, output: Value) -> None:
        self._history = (*self._history, (query, output))
        self._basic += query.epsilon


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

    def decide(self, query: Question) -> Decision:
        """Decide whether the sum of epsilon stays within the budget; it bounds both losses."""
        after = (0.0, self.basic + query.epsilon)
        accepted = fits(after[1], self.budget)
        verdict, side = ("Accepted", "within") if accepted else ("Refused", "above")
        levels = f"the levels of all queries sum to {after[1]:.4g}"
        reason = f"{verdict}: {levels}, {side} the budget of {self.budget:.4g}."
        return Decision(accepted, (0.0, self.basic), after, after, after[1], self.budget, reason)


@result
class Spending:
    """What a budget has paid for.

    Attributes:
        budget: of all answers together.
        epsilon: level of each question.
        after: (K,) sum of the levels after each question, had all been answered.
        answered: how many the filter accepts; the others are refused.
    """

    budget: float
    epsilon: float
    after: FloatArray
    answered: int


def spending(budget: float, epsilon: float, questions: int) -> Spending:
    """Ask questions of one level until basic composition refuses.

    Args:
        budget: > 0.
        epsilon: of each question.
        questions: how many are asked, at least 1.

    Raises:
        InvalidInput: one of them is out of its range.

    >>> spending(2.0, 0.5, 6).answered, spending(0.3, 0.1, 6).answered
    (4, 3)
    """
    asked = validate.count(questions, 1, 1_000, "questions")
    guard, query = BasicFilter(budget), RandomisedResponse([False, True], epsilon)
    while len(guard.history) < asked and guard.accepts(query):
        guard.record(query, True)
    return Spending(budget, epsilon, epsilon * np.arange(1.0, asked + 1.0), len(guard.history))
