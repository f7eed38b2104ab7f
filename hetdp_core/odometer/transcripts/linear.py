"""Realised loss of linear queries on a box: exact minimum, certified maximum.

The log-likelihood of linear queries is a sum of logs of affine functions, so concave: its
least value is at a vertex of the box, and its largest is a convex problem.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from hetdp_core.frozen import result
from hetdp_core.odometer.domain import Box
from hetdp_core.odometer.queries import LinearQuery, Question, Value
from hetdp_core.odometer.search.allowance import SearchEffort
from hetdp_core.odometer.transcripts.affine import affine_chance, at_vertices, record_at, vertex
from hetdp_core.odometer.transcripts.concave import ConcaveMaximum, maximise_log_affine
from hetdp_core.odometer.transcripts.loss import Answers, RealisedLoss, Transcript, loss_between
from hetdp_core.odometer.transcripts.searched import SearchTranscript
from hetdp_core.validate import FloatArray

GAP = 1e-9
"""Gap to which the maximum is certified."""


@result
class LinearTranscript(Transcript):
    """Linear queries answered on a continuous box of at most 14 coordinates.

    Attributes:
        domain, answers: see `Transcript`.
        effort: for a search, once a query that is not linear comes.
        slopes, offsets: (m, d), (m,) chance of each output as an affine function on the cube.
        vertices: (2^d,) log-likelihood at all vertices; the last coordinate changes fastest.
        start: (d,) where the search for the maximum begins.
    """

    domain: Box
    effort: SearchEffort
    answers: Answers
    slopes: FloatArray
    offsets: FloatArray
    vertices: FloatArray
    start: FloatArray

    @classmethod
    def empty(cls, domain: Box, effort: SearchEffort) -> LinearTranscript:
        """Start without an answer."""
        d = int(np.sum(domain.low < domain.high))
        flat, none = np.zeros(2**d), np.zeros(0)
        return cls(domain, effort, Answers(), np.zeros((0, d)), none, flat, np.zeros(d))

    def extended(self, query: Question, output: Value) -> Transcript:
        """Add one more answer, in O(2^d + m d); after a query of another kind, by search."""
        if not isinstance(query, LinearQuery):
            general = SearchTranscript(self.domain, self.effort, self.answers)
            return general.extended(query, output)
        slope, offset = affine_chance(query, bool(output), self.domain)
        return LinearTranscript(
            self.domain,
            self.effort,
            self.answers.and_then(query, output, self.domain),
            np.concatenate([self.slopes, slope[None]]),
            np.append(self.offsets, offset),
            self.vertices + np.log(at_vertices(slope, offset)),
            self._maximum.point if "_maximum" in self.__dict__ else self.start,
        )

    @cached_property
    def _maximum(self) -> ConcaveMaximum:
        return maximise_log_affine(self.slopes, self.offsets, self.start, GAP)

    @cached_property
    def loss(self) -> RealisedLoss:
        """Exact to `GAP` and to what rounding may have done (see `Answers.rounding`).

        Vertices for the minimum, projected Newton for the maximum.
        """
        lowest = int(np.argmin(self.vertices))
        least = float(self.vertices[lowest])
        corner = vertex(lowest, self.start.size)
        found = self._maximum
        return loss_between(
            (found.value, found.upper),
            (least, least),
            record_at(found.point, self.domain),
            record_at(corner, self.domain),
            answers=self.answers,
        )
