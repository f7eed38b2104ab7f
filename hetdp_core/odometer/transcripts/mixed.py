"""Realised loss of linear answers on a box, alone or among answers of other kinds.

The log-likelihood of linear queries is a sum of logs of affine functions, so concave: its
least value is at a vertex of the box, and its largest is a convex problem.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from hetdp_core.odometer.domain import Box
from hetdp_core.odometer.queries import GaussianQuery, LevelsQuery, LinearQuery, Question, Value
from hetdp_core.odometer.search import Extremum, SearchEffort
from hetdp_core.odometer.transcripts.cube import (
    Quadratic,
    affine_chance,
    at_vertices,
    least_vertex,
    lowest_vertex,
    maximise_log_affine,
    on_box,
    record_at,
)
from hetdp_core.odometer.transcripts.loss import Answers, RealisedLoss, Transcript, loss_between
from hetdp_core.odometer.transcripts.searched import SearchTranscript
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

GAP = 1e-9
"""Gap to which the maximum is certified."""


@result
class LinearTranscript(Transcript):
    """Linear queries answered on a continuous box of at most 14 coordinates.

    Attributes:
        domain, answers: see `Transcript`.
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
        d = domain.free.size
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
    def _maximum(self) -> Extremum:
        return maximise_log_affine(self.slopes, self.offsets, self.start, GAP)

    @cached_property
    def loss(self) -> RealisedLoss:
        """Exact to `GAP` and to what rounding may have done (see `Answers.rounding`)."""
        least = lowest_vertex(self.vertices)
        return loss_between(
            on_box(self._maximum, self.domain), on_box(least, self.domain), self.answers
        )


@dataclass(frozen=True, eq=False)
class MixedTranscript(Transcript):
    """Answers with two outputs, with k levels and with Gaussian noise, about one record in a box.

    An answer with k levels is worth one or two truncated answers with two outputs (see
    `LevelsQuery.as_binary`).  Gaussian answers together are one concave quadratic.  Where all
    others are linear, the whole is concave: its maximum is a convex problem, and its minimum is at
    a vertex.  So the loss is exact up to 14 coordinates.  Otherwise the bounds of both parts are
    added.

    Attributes:
        domain, answers: see `Transcript`; an answer with k levels counts its epsilon once.
        binary: answers with two outputs, and those worth as much.
        gaussian: log-likelihood of all Gaussian answers on the cube of the box.
        constant: the excess of a log-likelihood over the two parts, at every record.
    """

    domain: Box
    answers: Answers
    binary: Transcript
    gaussian: Quadratic
    constant: float = 0.0

    @classmethod
    def after(cls, binary: Transcript, domain: Box) -> MixedTranscript:
        """Start with answers that have two outputs."""
        return cls(domain, binary.answers, binary, Quadratic.none(domain.free.size))

    def extended(self, query: Question, output: Value) -> MixedTranscript:
        """Add one more answer of any kind."""
        domain, answers = self.domain, self.answers.and_then(query, output, self.domain)
        if isinstance(query, GaussianQuery):
            linear, free = query.linear, domain.free
            slope = (linear.slope * domain.half_width)[free] / query.scale
            middle = float(linear.slope @ domain.centre) + linear.intercept
            return replace(
                self,
                answers=answers,
                gaussian=self.gaussian.minus_square(slope, (float(output) - middle) / query.scale),
                constant=self.constant - math.log(query.scale) - 0.5 * math.log(2.0 * math.pi),
            )
        binary, constant = self.binary, self.constant
        parts = [(query, output)]
        if isinstance(query, LevelsQuery):
            parts = list(query.as_binary(int(output), domain))
            constant -= math.log(math.exp(query.epsilon) + query.levels - 1.0)
            constant += len(parts) * math.log1p(math.exp(query.epsilon))
            constant -= (len(parts) - 1) * query.epsilon
        for part, answer in parts:
            binary = binary.extended(part, answer)
        return replace(self, answers=answers, binary=binary, constant=constant)

    @cached_property
    def loss(self) -> RealisedLoss:
        if not self._has_gaussian:
            return self._of_binary(self.binary.loss)
        if isinstance(self.binary, LinearTranscript):
            most = maximise_log_affine(
                self.binary.slopes, self.binary.offsets, self.binary.start, GAP, self.gaussian
            )
            least = lowest_vertex(self.binary.vertices + self.gaussian.at_vertices())
            return loss_between(
                on_box(most, self.domain, self.constant),
                on_box(least, self.domain, self.constant),
                self.answers,
            )
        return self._of_both_parts(self.binary.loss)

    def settled(self, limit: float) -> RealisedLoss:
        """Return the loss, bounded with more effort when the usual interval straddles the limit."""
        if self._has_gaussian or not self.loss.straddles(limit):
            return self.loss
        return self._of_binary(self.binary.settled(limit))

    @property
    def _has_gaussian(self) -> bool:
        return bool(np.any(self.gaussian.curvature))

    def _of_binary(self, binary: RealisedLoss) -> RealisedLoss:
        """Return the loss of the part with two outputs as that of the whole."""
        still = self.gaussian.constant + self.constant
        most, least = (
            replace(end, lower=end.lower + still, upper=end.upper + still)
            for end in (binary.maximum, binary.minimum)
        )
        return loss_between(most, least, self.answers, binary.method)

    def _of_both_parts(self, binary: RealisedLoss) -> RealisedLoss:
        """Add the parts' certified ends; the attained ends are those of the whole."""
        d = self.domain.free.size
        most = maximise_log_affine(np.zeros((0, d)), np.zeros(0), np.zeros(d), GAP, self.gaussian)
        least = least_vertex(self.gaussian)
        records = [record_at(z, self.domain) for z in (most.point, least.point, np.zeros(d))]
        points = np.stack([*records, binary.maximum.point, binary.minimum.point])
        if np.any(self.domain.integer):
            points = np.where(self.domain.integer, np.round(points), points)
        values = np.zeros(len(points))
        for query, output in self.answers.pairs:
            values += query.log_likelihood(points, output)
        best, worst = int(np.argmax(values)), int(np.argmin(values))
        highest, lowest = float(values[best]), float(values[worst])
        upper = binary.maximum.upper + most.upper + self.constant
        lower = binary.minimum.lower + least.lower + self.constant
        return loss_between(
            Extremum(highest, max(upper, highest), points[best]),
            Extremum(min(lower, lowest), lowest, points[worst]),
            self.answers,
            "search",
        )
