"""What budget it takes to have this many questions answered.

The streams are fixed: what is asked and answered does not depend on the budget.  A filter halts
before the first question that its budget has no room for, so on a fixed stream a larger budget
never answers fewer, nor does the median over streams.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.streams.stream import FILTERS
from hetdp_core.odometer.streams.traces import MOST_QUERIES, Trace, TraceScenario
from hetdp_core.target.answer import Answer, solve
from hetdp_core.target.steps import Steps

LOWEST_BUDGET = 0.05

DIGITS = 3
"""Significant digits of a budget."""

POINTS = 121


def budget_target(
    scenario: TraceScenario,
    traces: Sequence[Trace],
    decided_by: str,
    questions: int,
    budget: float,
    stop: Callable[[], bool] | None = None,
) -> Answer:
    """Return the least budget with which the median over some streams is at least a target.

    Args:
        scenario: of the streams.
        traces: those that came to their end count; at least one must have.
        decided_by: a key of `FILTERS`.
        questions: the target, 1 to `MOST_QUERIES`.
        budget: the present one, at most the scenario's ceiling.
        stop: asked before each budget that is tried; True ends the search.

    Returns:
        An `Answer` up to the scenario's ceiling, certain for these streams.  Its measure is the
        median number of questions answered; for "basic" all streams have the same number.

    Raises:
        InvalidInput: no stream is complete, or another rule above is broken.
        OutOfTime: it was stopped.
    """
    validate.choice(decided_by, FILTERS, "filter")
    target = float(validate.count(questions, 1, MOST_QUERIES, "questions"))
    highest = scenario.ceiling
    now = validate.within(validate.positive(budget, "budget"), 0.0, highest, "budget")
    whole = [trace for trace in traces if trace.complete]
    if not whole:
        raise InvalidInput("streams", "must have one that came to its end", "none", "wait a little")

    def answered(limit: float) -> float:
        at = np.array([limit])
        counts = [trace.accepted_at(at, scenario.epsilon)[decided_by][0] for trace in whole]
        return float(np.median(counts))

    steps = Steps(min(LOWEST_BUDGET, highest), highest, DIGITS)
    return solve(answered, steps, target, now, more_is_better=True, points=POINTS, stop=stop)
