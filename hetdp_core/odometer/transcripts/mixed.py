"""One odometer for all kinds of answers about a record in a box."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from hetdp_core.odometer.domain import Box
from hetdp_core.odometer.queries import GaussianQuery, LevelsQuery, Question, Value
from hetdp_core.odometer.transcripts.affine import record_at, vertex
from hetdp_core.odometer.transcripts.concave import maximise_log_affine
from hetdp_core.odometer.transcripts.linear import GAP, LinearTranscript
from hetdp_core.odometer.transcripts.loss import Answers, RealisedLoss, Transcript, loss_between
from hetdp_core.odometer.transcripts.quadratic import Quadratic, least_vertex
from hetdp_core.validate import FloatArray


@dataclass(frozen=True, eq=False)
class MixedTranscript(Transcript):
    """Answers with two outputs, with k levels and with Gaussian noise, about one record in a box.

    An answer with k levels is worth one or two truncated answers with two outputs (see
    `LevelsQuery.as_binary`).  Gaussian answers together are one concave quadratic.  Where all
    others are linear, the whole is concave: its maximum is a convex problem, its minimum is at a
    vertex, so the loss is exact up to 14 coordinates.  Otherwise the bounds of both parts are
    added.

    Attributes:
        domain, answers: see `Transcript`; an answer with k levels counts its epsilon once.
        binary: answers with two outputs, and what is worth them.
        gaussian: log-likelihood of all Gaussian answers on the cube of the box.
        constant: what a log-likelihood exceeds the two parts by, at every record.
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
        answers = self.answers.and_then(query, output, self.domain)
        if isinstance(query, GaussianQuery):
            return replace(
                self,
                answers=answers,
                gaussian=self._with_square(query, float(output)),
                constant=self.constant - math.log(query.scale) - 0.5 * math.log(2.0 * math.pi),
            )
        binary, constant = self.binary, self.constant
        parts = [(query, output)]
        if isinstance(query, LevelsQuery):
            parts = list(query.as_binary(int(output), self.domain))
            constant -= math.log(math.exp(query.epsilon) + query.levels - 1.0)
            constant += len(parts) * math.log1p(math.exp(query.epsilon))
            constant -= (len(parts) - 1) * query.epsilon
        for part, said in parts:
            binary = binary.extended(part, said)
        return replace(self, answers=answers, binary=binary, constant=constant)

    def _with_square(self, query: GaussianQuery, output: float) -> Quadratic:
        domain = self.domain
        slope = (query.slope * domain.half_width)[domain.free] / query.scale
        middle = float(query.slope @ domain.centre) + query.intercept
        return self.gaussian.minus_square(slope, (output - middle) / query.scale)

    @cached_property
    def loss(self) -> RealisedLoss:
        """Exact, or between certified bounds."""
        if self._only_binary:
            return self._read(self.binary.loss)
        if isinstance(self.binary, LinearTranscript):
            return self._concave(self.binary)
        return self._of_both_parts(self.binary.loss)

    def settled(self, limit: float) -> RealisedLoss:
        """Return the loss, bounded with more effort when the usual interval straddles the limit."""
        if not self.loss.straddles(limit) or not self._only_binary:
            return self.loss
        return self._read(self.binary.settled(limit))

    @property
    def _only_binary(self) -> bool:
        return not np.any(self.gaussian.curvature)

    def _read(self, binary: RealisedLoss) -> RealisedLoss:
        """Return the loss of the part with two outputs as that of the whole."""
        still = self.gaussian.constant + self.constant
        return loss_between(
            (binary.maximum[0] + still, binary.maximum[1] + still),
            (binary.minimum[0] + still, binary.minimum[1] + still),
            binary.most_likely,
            binary.least_likely,
            answers=self.answers,
            method=binary.method,
            nodes=binary.nodes,
        )

    def _concave(self, linear: LinearTranscript) -> RealisedLoss:
        found = maximise_log_affine(linear.slopes, linear.offsets, linear.start, GAP, self.gaussian)
        values = linear.vertices + self.gaussian.at_vertices()
        lowest, constant = int(np.argmin(values)), self.constant
        least = float(values[lowest]) + constant
        corner = vertex(lowest, linear.start.size)
        return loss_between(
            (found.value + constant, found.upper + constant),
            (least, least),
            record_at(found.point, self.domain),
            record_at(corner, self.domain),
            answers=self.answers,
        )

    def _of_both_parts(self, binary: RealisedLoss) -> RealisedLoss:
        """Add the parts' certified ends; the attained ends are those of the whole."""
        d = self.domain.free.size
        most = maximise_log_affine(np.zeros((0, d)), np.zeros(0), np.zeros(d), GAP, self.gaussian)
        least = least_vertex(self.gaussian)
        cube = np.stack([most.point, least.point, np.zeros(d)])
        records = [*(record_at(one, self.domain) for one in cube)]
        records += [np.asarray(binary.most_likely), np.asarray(binary.least_likely)]
        points = np.stack(records)
        if np.any(self.domain.integer):
            points = np.where(self.domain.integer, np.round(points), points)
        values = self.log_likelihood(points)
        best, worst = int(np.argmax(values)), int(np.argmin(values))
        upper = binary.maximum[1] + most.upper + self.constant
        lower = binary.minimum[0] + least.lower + self.constant
        return loss_between(
            (float(values[best]), max(upper, float(values[best]))),
            (min(lower, float(values[worst])), float(values[worst])),
            points[best],
            points[worst],
            answers=self.answers,
            method="search",
            nodes=binary.nodes,
        )

    def log_likelihood(self, x: FloatArray) -> FloatArray:
        """Return (N,) the log-likelihood of all answers at records x (N, d)."""
        total = np.zeros(len(x))
        for query, output in self.answers.pairs:
            total += query.log_likelihood(x, output)
        return total
