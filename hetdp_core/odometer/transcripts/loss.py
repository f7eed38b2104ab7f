"""Realised privacy loss of a transcript, as a certified interval.

Exact on a finite domain, from the log-likelihood of every element; the other rooms have boxes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from hetdp_core.odometer.domain import Domain, FiniteDomain
from hetdp_core.odometer.queries import Question, Value
from hetdp_core.odometer.search import Extremum
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

Interval = tuple[float, float]

Answer = tuple[Question, Value]
"""A query and the output it was answered with."""

Output = Value | np.bool_
"""What callers may give for an output; of two, True or 1 is the high value."""

Outputs = Sequence[Output] | NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class RealisedLoss:
    """L(y) = sup_x log P(y|x) - inf_x log P(y|x), natural log, lower <= L <= upper.

    L is the least bound on how much the outputs y change any belief about the record (Definition
    3.2).  It is at most the sum of the queries' epsilon.

    Attributes:
        lower, upper: certified ends; both 0 for an empty transcript.
        maximum, minimum: the largest and the least log-likelihood.
        method: "exact" (finite domain or linear queries), "search" (branch and bound) or
            "groups" (sums of bounds over groups of queries); "basic" when no better bound than
            the sum of epsilon was found.
    """

    lower: float
    upper: float
    maximum: Extremum
    minimum: Extremum
    method: str = "exact"

    @property
    def interval(self) -> Interval:
        return self.lower, self.upper

    @property
    def width(self) -> float:
        return self.upper - self.lower

    def straddles(self, limit: float) -> bool:
        """Return whether the interval leaves open on which side of the limit the loss lies."""
        return self.lower <= limit < self.upper

    def capped(self, ceiling: float) -> RealisedLoss:
        """Return the loss, known from elsewhere to be at most this."""
        if self.upper <= ceiling:
            return self
        return replace(self, lower=min(self.lower, ceiling), upper=ceiling)


@dataclass(frozen=True, eq=False)
class Answers:
    """Queries and their outputs, oldest first, with what adds up over them.

    Attributes:
        pairs: (query, output), oldest first.
        basic: the sum of the queries' epsilon.
        rounding: bound on the error that floating point makes in the log-likelihood.
    """

    pairs: tuple[Answer, ...] = ()
    basic: float = 0.0
    rounding: float = 0.0

    def and_then(self, query: Question, output: Value, domain: Domain) -> Answers:
        """Add one more."""
        return Answers(
            (*self.pairs, (query, output)),
            self.basic + query.epsilon,
            self.rounding + query.rounding(domain, output),
        )


def loss_between(
    maximum: Extremum, minimum: Extremum, answers: Answers, method: str = "exact"
) -> RealisedLoss:
    """Return the loss from both extrema, widened by rounding; at most the sum of epsilon."""
    upper = maximum.upper - minimum.lower + 2.0 * answers.rounding
    lower = max(maximum.lower - minimum.upper - 2.0 * answers.rounding, 0.0)
    if upper > answers.basic:
        upper, method = answers.basic, method if method == "exact" else "basic"
    return RealisedLoss(min(lower, upper), upper, maximum, minimum, method)


class Transcript(ABC):
    """Answered queries on one domain, and their realised loss.  Never changed: see `extended`."""

    domain: Domain
    answers: Answers

    @abstractmethod
    def extended(self, query: Question, output: Value) -> Transcript:
        """Add one more answer; what was computed for this transcript is used again."""

    @property
    @abstractmethod
    def loss(self) -> RealisedLoss:
        """The realised loss, to the usual effort; computed once."""

    def settled(self, limit: float) -> RealisedLoss:
        """Return the loss, bounded with more effort when the usual interval straddles the limit."""
        del limit
        return self.loss


@result
class FiniteTranscript(Transcript):
    """Algorithm 2's map from each element x to log P(y | x), carried from answer to answer.

    Attributes:
        log_likelihood: (N,) of all answers together.
    """

    domain: FiniteDomain
    answers: Answers
    log_likelihood: FloatArray

    @classmethod
    def empty(cls, domain: FiniteDomain) -> FiniteTranscript:
        """Start without an answer: every element has likelihood 1."""
        return cls(domain, Answers(), np.zeros(domain.size))

    def extended(self, query: Question, output: Value) -> FiniteTranscript:
        """Add one more answer, in O(N)."""
        return FiniteTranscript(
            self.domain,
            self.answers.and_then(query, output, self.domain),
            self.log_likelihood + query.log_likelihoods(self.domain, output),
        )

    @cached_property
    def loss(self) -> RealisedLoss:
        """Exact: the largest minus the least of N numbers."""
        places = np.argmax(self.log_likelihood), np.argmin(self.log_likelihood)
        values = (float(self.log_likelihood[place]) for place in places)
        most, least = (
            Extremum(value, value, np.array(place))
            for value, place in zip(values, places, strict=True)
        )
        return loss_between(most, least, self.answers)
