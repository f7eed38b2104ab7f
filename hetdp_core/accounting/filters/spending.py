"""A budget that questions of one level use up: basic composition, question by question."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hetdp_core import validate
from hetdp_core.accounting.filters.basic import BasicFilter
from hetdp_core.accounting.queries import RandomisedResponse
from hetdp_core.frozen import freeze_arrays
from hetdp_core.validate import FloatArray


@dataclass(frozen=True, eq=False)
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

    def __post_init__(self) -> None:
        """Make the array read-only."""
        freeze_arrays(self)


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
