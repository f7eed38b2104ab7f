"""Realised loss on a finite domain: exact, from the log-likelihood of every element."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from hetdp_core.accounting.domain import FiniteDomain
from hetdp_core.accounting.queries import Question, Value
from hetdp_core.accounting.transcripts.loss import Answers, RealisedLoss, Transcript, loss_between
from hetdp_core.frozen import freeze_arrays
from hetdp_core.validate import FloatArray


@dataclass(frozen=True, eq=False)
class FiniteTranscript(Transcript):
    """Algorithm 2's map from each element x to log P(y | x), carried from answer to answer.

    Attributes:
        domain: N elements.
        answers: see `Transcript`.
        log_likelihood: (N,) of all answers together.
    """

    domain: FiniteDomain
    answers: Answers
    log_likelihood: FloatArray

    def __post_init__(self) -> None:
        """Make the log-likelihood read-only."""
        freeze_arrays(self)

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
        most, least = int(np.argmax(self.log_likelihood)), int(np.argmin(self.log_likelihood))
        largest, smallest = float(self.log_likelihood[most]), float(self.log_likelihood[least])
        return loss_between(
            (largest, largest),
            (smallest, smallest),
            most,
            least,
            answers=self.answers,
        )
