"""What all privacy filters share: history, undo, odometer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from copy import copy
from typing import Self

from hetdp_core import validate
from hetdp_core.accounting.filters.decision import Decision, Odometer
from hetdp_core.accounting.queries import Question, Value
from hetdp_core.accounting.transcripts.loss import Answer, Output
from hetdp_core.errors import BudgetExhausted


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
