"""An analyst's conversation with one record, query by query: what a filter says at each step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.conversation.settings import ConversationSettings
from hetdp_core.odometer.filters.decision import Decision, fits
from hetdp_core.odometer.filters.realised import BayesianFilter
from hetdp_core.odometer.paper.examples import LARGEST
from hetdp_core.odometer.queries import Query, RegressionQuery
from hetdp_core.odometer.search import Allowance, Stop
from hetdp_core.odometer.search.allowance import SearchEffort

MOST_ANSWERS = 200

MOST_WORK = 1e10
"""Multiplications of all searches of a conversation together: a second or two of one core."""


@dataclass(frozen=True)
class AnsweredQuery:
    """One answered query.

    Attributes:
        number: counted from 1.
        label: what was asked.
        output: the answer.
        lower, upper: certified interval of the realised loss after it.
        basic: what basic composition says was spent.
    """

    number: int
    label: str
    output: bool
    lower: float
    upper: float
    basic: float


@dataclass(frozen=True, eq=False)
class Conversation:
    """The conversation so far, and what the filter says of the next query.

    Attributes:
        settings: of the conversation.
        steps: answered queries.
        query: the next one.
        label: what it asks.
        decision: the filter's; exact on a finite domain and for linear queries.
        out_of_work: the searches ended at their limit of work; intervals are valid, but wide.
        stopped: the searches were told to stop, so that another time they may come further.
    """

    settings: ConversationSettings
    steps: tuple[AnsweredQuery, ...]
    query: Query
    label: str
    decision: Decision
    out_of_work: bool = False
    stopped: bool = False

    @property
    def outputs(self) -> tuple[bool, ...]:
        """Of the answered queries."""
        return tuple(step.output for step in self.steps)

    @property
    def cut_short(self) -> bool:
        """Whether searches ended before they were through."""
        return self.out_of_work or self.stopped

    @property
    def loss(self) -> float:
        """Certified upper end of the realised loss so far; 0 before any answer."""
        return self.steps[-1].upper if self.steps else 0.0

    @property
    def least_loss(self) -> float:
        """Certified lower end of the realised loss so far."""
        return self.steps[-1].lower if self.steps else 0.0

    def loss_after(self, output: bool) -> float:
        """Certified upper end of the realised loss if this output comes next."""
        return self.decision.after(output)[1]

    @property
    def basic_refuses(self) -> bool:
        """Whether basic composition has no budget left for the next query."""
        return not fits(self.decision.basic, self.settings.budget)

    @property
    def basic(self) -> float:
        """What basic composition has spent."""
        return self.steps[-1].basic if self.steps else 0.0

    @cached_property
    def chances(self) -> tuple[float, float]:
        """Least and largest chance of the answer 1 to the next query, over the domain."""
        found = self.query.probability_high(self._extremes())
        return float(np.min(found)), float(np.max(found))

    def _extremes(self) -> NDArray[Any]:
        """Return records among which the next result is least and largest."""
        if isinstance(self.query, RegressionQuery):  # on [-1, 1]^d, and it rises with its score
            return np.stack([-np.sign(self.query.slope), np.sign(self.query.slope)])
        return np.arange(LARGEST + 1)


def converse(
    settings: ConversationSettings,
    outputs: Sequence[bool],
    *,
    work: float = MOST_WORK,
    stop: Stop | None = None,
) -> Conversation:
    """Play a conversation through.

    Args:
        settings: which queries come.
        outputs: the answers so far, each to a query that the filter accepts.
        work: multiplications of all searches together; what they leave open stays in the
            intervals.  It is spent in the order of the queries, so that a conversation begins
            like each one that goes on from it.
        stop: asked while searching; True ends all searches.

    Raises:
        InvalidInput: an answer to a query that was refused, or more than `MOST_ANSWERS`.

    >>> [f"{step.upper:.3f}" for step in converse(ConversationSettings(), [1, 0, 1, 1]).steps]
    ['0.405', '0.136', '0.405', '0.811']
    >>> converse(ConversationSettings(), [1, 0, 1, 1]).decision.accepted
    False
    """
    if len(outputs) > MOST_ANSWERS:
        rule = f"must be at most {MOST_ANSWERS}"
        raise InvalidInput("answers", rule, len(outputs))
    allowance = Allowance(work, stop)
    effort = SearchEffort(allowance=allowance)
    guard = BayesianFilter(settings.budget, settings.domain, effort=effort)
    steps: list[AnsweredQuery] = []
    for number, output in enumerate(outputs, 1):
        query = settings.query(number)
        if not guard.accepts(query):
            rule = f"must end with the refusal of question {number}"
            raise InvalidInput("answers", rule, f"{len(outputs)} answers", "undo some")
        guard.record(query, output)
        meter = guard.odometer
        steps.append(
            AnsweredQuery(
                number, settings.label(number), bool(output), meter.lower, meter.loss, meter.basic
            )
        )
    number = len(outputs) + 1
    query = settings.query(number)
    decision = guard.decide(query)
    return Conversation(
        settings,
        tuple(steps),
        query,
        settings.label(number),
        decision,
        allowance.used_up,
        allowance.stopped,
    )
