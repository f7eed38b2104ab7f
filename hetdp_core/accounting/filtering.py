"""What all privacy filters share: history, undo, odometer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from copy import copy
from typing import Self

from hetdp_core import validate
from hetdp_core.accounting.decision import Decision, Odometer
from hetdp_core.accounting.loss import (
    Answer,
    Output,
    as_output,
)
from hetdp_core.accounting.queries import Query
from hetdp_core.errors import BudgetExhausted, InvalidInput


class PrivacyFilter(ABC):
    """What all filters share: the history, undo, and what basic composition says.

    A filter changes only through `record` and `undo`; a `copy` goes its own way at no cost.
    """

    def __init__(self, budget: float) -> None:
        self._budget = validate.positive(budget, "budget")
        self._history: tuple[Answer, ...] = ()
        self._spent: tuple[float, ...] = (0.0,)

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
        return self._spent[-1]

    @property
    @abstractmethod
    def odometer(self) -> Odometer:
        """What was spent so far."""

    @abstractmethod
    def decide(self, query: Query) -> Decision:
        """Whether `record` would take this query, with bounds on the loss and a reason.

        Raises:
            InvalidInput: the query does not belong to the domain.
        """

    def accepts(self, query: Query) -> bool:
        """The same answer alone, often sooner."""
        return self.decide(query).accepted

    def record(self, query: Query, output: Output) -> None:
        """Add an answered query.

        Raises:
            BudgetExhausted: the filter does not accept the query; nothing is recorded.
            InvalidInput: the query does not belong to the domain, or the output is neither
                true nor false.
        """
        reported = as_output(output)
        if not self.accepts(query):
            raise BudgetExhausted(self.decide(query).reason)
        self._remember(query, reported)

    def undo(self) -> Answer:
        """Forget the last answer, as if it had never come, and return it.

        For playing through: an output that was seen cannot be unseen, so this has no place
        between a person and an analyst.

        Raises:
            InvalidInput: nothing was recorded.
        """
        if not self.history:
            raise InvalidInput("undo", "needs an answered query", "an empty history")
        answer = self.history[-1]
        self._forget()
        return answer

    def copy(self) -> Self:
        """A filter with the same history, on which queries can be tried."""
        return copy(self)

    def _remember(self, query: Query, output: bool) -> None:
        self._history = (*self._history, (query, output))
        self._spent = (*self._spent, self.basic + query.epsilon)

    def _forget(self) -> None:
        self._history, self._spent = self._history[:-1], self._spent[:-1]
