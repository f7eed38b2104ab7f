"""Realised loss of any queries on a box: certified bounds by branch and bound, and by groups."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from hetdp_core.odometer.domain import Box
from hetdp_core.odometer.queries import LinearQuery, Question, RegressionQuery, Value
from hetdp_core.odometer.search import (
    LINEAR,
    LOGISTIC,
    TRUNCATED,
    Extremum,
    SearchEffort,
    Terms,
    can_pool,
    extremum,
    pooled_extrema,
)
from hetdp_core.odometer.transcripts.cube import (
    MOST_EXACT_DIMENSIONS,
    affine_chance,
    at_vertices,
    lowest_vertex,
    maximise_log_affine,
    on_box,
)
from hetdp_core.odometer.transcripts.loss import (
    Answer,
    Answers,
    RealisedLoss,
    Transcript,
    loss_between,
)

Sense = Literal["max", "min"]

SENSES: tuple[Sense, Sense] = ("max", "min")

KINDS = {"linear": LINEAR, "truncated": TRUNCATED, "logistic": LOGISTIC}

_FINEST = 1e-6
"""Gap of a search that only has to come to one side of a limit."""

_MANY = 100
"""With more answers than this, bounds one by one are tried only where pooling fails."""


def terms_of(pairs: Sequence[Answer], dimension: int) -> Terms:
    """Return answered regression queries, perhaps none, about records of a dimension."""
    queries = [query for query, _ in pairs if isinstance(query, RegressionQuery)]
    if len(queries) < len(pairs):
        raise TypeError("a box takes regression queries only")
    return Terms(
        np.array([query.slope for query in queries]).reshape(len(queries), dimension),
        np.array([query.intercept for query in queries]),
        np.array([KINDS[query.KIND] for query in queries], dtype=np.int8),
        np.array([query.epsilon for query in queries]),
        np.array([query.low for query in queries]),
        np.array([query.high for query in queries]),
        np.array([output for _, output in pairs], dtype=np.bool_),
    )


def exact_extremum(pairs: Sequence[Answer], domain: Box, sense: Sense) -> Extremum | None:
    """Return the extremum of the log-likelihood of linear queries, or None where it takes a search.

    The sum of logs of affine functions is concave: its maximum is a convex problem unless a
    coordinate is integer, its minimum is at a vertex, of which up to 2^14 are tried.
    """
    if not pairs:
        return Extremum(0.0, 0.0, np.array(domain.low))
    free = domain.free
    chances = [
        affine_chance(query, bool(output), domain)
        for query, output in pairs
        if isinstance(query, LinearQuery)
    ]
    if len(chances) < len(pairs):
        return None
    if sense == "max":
        if np.any(domain.integer[free]):
            return None
        slopes = np.array([slope for slope, _ in chances])
        offsets = np.array([offset for _, offset in chances])
        return on_box(maximise_log_affine(slopes, offsets, np.zeros(free.size)), domain)
    if free.size > MOST_EXACT_DIMENSIONS:
        return None
    values = np.zeros(2**free.size)
    for slope, offset in chances:
        values += np.log(at_vertices(slope, offset))
    return on_box(lowest_vertex(values), domain)


class Extrema(ABC):
    """Something that has a largest and a least log-likelihood, each searched for once."""

    @cached_property
    def _found(self) -> dict[Sense, Extremum]:
        return {}

    def extremum(self, sense: Sense) -> Extremum:
        """Return the one or the other."""
        if sense not in self._found:
            self._found[sense] = self._search(sense)
        return self._found[sense]

    @abstractmethod
    def _search(self, sense: Sense) -> Extremum: ...


# --- groups: Appendix C --------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Group(Extrema):
    """Some answered queries on a box whose extrema are found together, once."""

    pairs: tuple[Answer, ...]
    domain: Box
    effort: SearchEffort

    def _search(self, sense: Sense) -> Extremum:
        return exact_extremum(self.pairs, self.domain, sense) or extremum(
            terms_of(self.pairs, self.domain.dimension),
            self.domain,
            sense=sense,
            gap=self.effort.gap,
            max_nodes=self.effort.group_nodes,
            allowance=self.effort.allowance,
        )


def grouped(
    pairs: Sequence[Answer], domain: Box, effort: SearchEffort, known: Sequence[Group] = ()
) -> tuple[Group, ...]:
    """Return answers in groups of `effort.group_size`, in their order.

    Of the known groups of the first of these answers, those that are full are used again.
    """
    size = effort.group_size
    full = tuple(group for group in known if len(group.pairs) == size)
    starts = range(size * len(full), len(pairs), size)
    return full + tuple(Group(tuple(pairs[i : i + size]), domain, effort) for i in starts)


def grouped_extremum(groups: Sequence[Group], terms: Terms, sense: Sense) -> Extremum:
    """Return bounds on the extremum of all queries from those of at least one group (Eq. 26).

    The certified end is the sum of the groups' certified ends; the attained end is the best
    value of the whole, whose terms these are, at the groups' own points.
    """
    ends = [group.extremum(sense) for group in groups]
    points = np.array([end.point for end in ends])
    values = terms.log_likelihood(points)
    best = int(np.argmax(values) if sense == "max" else np.argmin(values))
    lower = upper = float(values[best])
    if sense == "max":
        upper = max(sum(end.upper for end in ends), upper)
    else:
        lower = min(sum(end.lower for end in ends), lower)
    nodes, closed = sum(end.nodes for end in ends), len(ends) == 1 and ends[0].closed
    return Extremum(lower, upper, points[best], nodes, closed)


def better_of(sense: Sense, first: Extremum, second: Extremum, gap: float = 0.0) -> Extremum:
    """Return what two certified searches for one extremum say together; closed within a gap."""
    better = first.lower > second.lower if sense == "max" else first.upper < second.upper
    lower, upper = max(first.lower, second.lower), min(first.upper, second.upper)
    point = first.point if better else second.point
    return Extremum(lower, upper, point, first.nodes + second.nodes, upper - lower <= gap)


# --- all answers at once -------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class SearchTranscript(Extrema, Transcript):
    """Queries of any kind answered on a box.

    For each extremum the best of three certified bounds is taken: branch and bound over all queries
    at once, stopped after some nodes; the sum over groups; and, for many logistic answers, pooled
    ones.  Very many answers are bounded one by one only where that is better than pooling them from
    the start: where queries are steep.  Where all queries are linear, parts with an exact solution
    are solved exactly.

    Attributes:
        domain, answers: see `Transcript`.
        known: groups of earlier answers, whose bounds may have been computed.
    """

    domain: Box
    effort: SearchEffort
    answers: Answers
    known: tuple[Group, ...] = ()

    @classmethod
    def empty(cls, domain: Box, effort: SearchEffort) -> SearchTranscript:
        """Start without an answer."""
        return cls(domain, effort, Answers())

    def extended(self, query: Question, output: Value) -> SearchTranscript:
        """Add one more answer; the bounds of full groups are used again."""
        answers = self.answers.and_then(query, output, self.domain)
        return SearchTranscript(self.domain, self.effort, answers, self._groups)

    @cached_property
    def _groups(self) -> tuple[Group, ...]:
        return grouped(self.answers.pairs, self.domain, self.effort, self.known)

    @cached_property
    def _terms(self) -> Terms:
        return terms_of(self.answers.pairs, self.domain.dimension)

    @cached_property
    def loss(self) -> RealisedLoss:
        return self._between({sense: self.extremum(sense) for sense in SENSES})

    def settled(self, limit: float) -> RealisedLoss:
        """Search on until the loss lies on one side of the limit or the effort is spent.

        The wider of the two extrema is narrowed to half of what the attained loss leaves
        below the limit, then the other until that decides.
        """
        effort = self.effort
        if effort.only_groups or not effort.decisive_nodes or not self.loss.straddles(limit):
            return self.loss
        pooled = self._pooled
        if pooled is not None and len(self.answers.pairs) > _MANY:
            # Both once more with more boxes: a decision depends on it.
            boxes, spare = 4 * self.effort.pooled_nodes, limit - 2.0 * self.answers.rounding
            further = self._pool(boxes, pooled, spare)
            return self._between(
                {sense: better_of(sense, further[sense], self.extremum(sense)) for sense in SENSES}
            )
        room, nodes = limit - 2.0 * self.answers.rounding, self.effort.decisive_nodes
        ends = {sense: self.extremum(sense) for sense in SENSES}
        first, second = sorted(SENSES, key=lambda sense: -ends[sense].width)
        spare = room - (ends["max"].lower - ends["min"].upper)
        half = max(0.5 * spare, _FINEST)
        ends[first] = self._together(first, ends[first], nodes, half)
        if self._between(ends).straddles(limit):
            threshold = ends["min"].lower + room if second == "max" else ends["max"].upper - room
            ends[second] = self._together(second, ends[second], nodes, _FINEST, threshold)
        return self._between(ends)

    def _search(self, sense: Sense) -> Extremum:
        if not (self.effort.only_groups and self.answers.pairs):
            exact = exact_extremum(self.answers.pairs, self.domain, sense)
            if exact is not None:
                return exact
        pooled = self._pooled
        if pooled is None:
            return self._one_by_one(sense)
        known = pooled[sense]
        if known.closed:
            return known
        if len(self.answers.pairs) <= _MANY:
            return better_of(sense, self._one_by_one(sense), known)
        root = self._together(sense, known, 1, self.effort.gap)
        pooling_wins = root.upper == known.upper if sense == "max" else root.lower == known.lower
        return root if pooling_wins else better_of(sense, self._one_by_one(sense), root)

    @cached_property
    def _pooled(self) -> dict[str, Extremum] | None:
        """All answers pooled, where they can be and there are enough of them."""
        effort, domain = self.effort, self.domain
        if effort.only_groups or len(self.answers.pairs) < effort.pooled_from:
            return None
        if not can_pool(self._terms, domain.integer):
            return None
        return self._pool(effort.pooled_nodes)

    def _pool(
        self, nodes: int, known: dict[str, Extremum] | None = None, limit: float | None = None
    ) -> dict[str, Extremum]:
        starts = None if known is None else [end.point for end in known.values()]
        return pooled_extrema(
            self._terms,
            self.domain,
            gap=self.effort.gap,
            max_nodes=nodes,
            starts=starts,
            limit=limit,
            allowance=self.effort.allowance,
        )

    def _one_by_one(self, sense: Sense) -> Extremum:
        """Return what groups and a search over all queries bound."""
        bounds = grouped_extremum(self._groups, self._terms, sense)
        if len(self._groups) == 1 or self.effort.only_groups:
            return bounds
        return self._together(sense, bounds, self.effort.joint_nodes, self.effort.gap)

    def _together(
        self, sense: Sense, known: Extremum, nodes: int, gap: float, threshold: float | None = None
    ) -> Extremum:
        """Return the bounds, improved by a search over all queries at once."""
        searched = extremum(
            self._terms,
            self.domain,
            sense=sense,
            gap=gap,
            max_nodes=nodes,
            start=known.point,
            threshold=threshold,
            allowance=self.effort.allowance,
        )
        return better_of(sense, searched, known, gap)

    def _between(self, ends: dict[Sense, Extremum]) -> RealisedLoss:
        method = "groups" if self.effort.only_groups else "search"
        return loss_between(ends["max"], ends["min"], self.answers, method)
