"""Realised loss of any queries on a box: certified bounds by branch and bound, and by groups."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from hetdp_core.odometer.domain import Box
from hetdp_core.odometer.queries import Question, Value
from hetdp_core.odometer.search import (
    BothExtrema,
    Extremum,
    Terms,
    can_pool,
    extremum,
    pooled_extrema,
)
from hetdp_core.odometer.search.allowance import SearchEffort
from hetdp_core.odometer.transcripts.exact import SENSES, Extrema, Sense, exact_extremum
from hetdp_core.odometer.transcripts.grouping import Group, grouped, grouped_extremum, terms_of
from hetdp_core.odometer.transcripts.loss import Answers, RealisedLoss, Transcript, loss_between

_FINEST = 1e-6
"""Gap of a search that only has to come to one side of a limit."""

_MANY = 100
"""Of more answers than this, what is bounded one by one is tried only where pooling fails."""

_HARDER = 4
"""How many times as many boxes pooled answers get where a decision hangs on it."""


@dataclass(frozen=True, eq=False)
class SearchTranscript(Extrema, Transcript):
    """Queries of any kind answered on a box.

    For each extremum the best of three certified bounds is taken: branch and bound over all
    queries at once, stopped after some nodes; the sum over groups; and, for many logistic
    answers, pooled ones.  Very many answers are bounded one by one only where that is better
    than pooling them from the start: where queries are steep.  Where all queries are linear,
    what has an exact solution is solved exactly.

    Attributes:
        domain, answers: see `Transcript`.
        effort: limits of the searches.
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
        """Between certified bounds on both extrema."""
        return self._between({"max": self.maximum, "min": self.minimum})

    def settled(self, limit: float) -> RealisedLoss:
        """Search on until the loss lies on one side of the limit or the effort is spent.

        The wider of the two extrema is narrowed to half of what the attained loss leaves
        below the limit, then the other until that decides.
        """
        if self.effort.only_groups or not self.loss.straddles(limit):
            return self.loss
        pooled = self._pooled
        if pooled is not None and len(self.answers.pairs) > _MANY:
            return self._between(self._pooled_further(pooled, limit))
        room, nodes = limit - 2.0 * self.answers.rounding, self.effort.decisive_nodes
        ends: dict[Sense, Extremum] = {"max": self.maximum, "min": self.minimum}
        first, second = sorted(SENSES, key=lambda sense: -ends[sense].width)
        spare = room - (ends["max"].lower - ends["min"].upper)
        half = max(0.5 * spare, _FINEST)
        ends[first] = self._together(first, ends[first], nodes, half)
        if self._between(ends).straddles(limit):
            threshold = ends["min"].lower + room if second == "max" else ends["max"].upper - room
            ends[second] = self._together(second, ends[second], nodes, _FINEST, threshold)
        return self._between(ends)

    def _found(self, sense: Sense) -> Extremum:
        """Return the exact extremum, or what groups and a search over all queries bound."""
        if not (self.effort.only_groups and self.answers.pairs):
            exact = exact_extremum(self.answers.pairs, self.domain, sense)
            if exact is not None:
                return exact
        pooled = self._pooled
        if pooled is None:
            return self._one_by_one(sense)
        known = pooled.of(sense)
        if known.closed:
            return known
        if len(self.answers.pairs) <= _MANY:
            return better_of(sense, self._one_by_one(sense), known)
        root = self._together(sense, known, 1, self.effort.gap)
        pooling_wins = root.certified(sense) == known.certified(sense)
        return root if pooling_wins else better_of(sense, self._one_by_one(sense), root)

    @cached_property
    def _pooled(self) -> BothExtrema | None:
        """All answers pooled, where they can be and there are enough of them."""
        effort, domain = self.effort, self.domain
        if effort.only_groups or len(self.answers.pairs) < effort.pooled_from:
            return None
        if not can_pool(self._terms, domain.integer):
            return None
        return self._pool(effort.pooled_nodes)

    def _pool(
        self, nodes: int, known: BothExtrema | None = None, limit: float | None = None
    ) -> BothExtrema:
        starts = None if known is None else [known.maximum.point, known.minimum.point]
        return pooled_extrema(
            self._terms,
            self.domain.low,
            self.domain.high,
            gap=self.effort.gap,
            max_nodes=nodes,
            starts=starts,
            limit=limit,
            allowance=self.effort.allowance,
        )

    def _pooled_further(self, known: BothExtrema, limit: float) -> dict[Sense, Extremum]:
        """Return both extrema, pooled once more with more boxes."""
        nodes = _HARDER * self.effort.pooled_nodes
        made = self._pool(nodes, known, limit - 2.0 * self.answers.rounding)
        return {sense: better_of(sense, made.of(sense), self.extremum(sense)) for sense in SENSES}

    def _one_by_one(self, sense: Sense) -> Extremum:
        """Return what groups and a search over all queries bound."""
        found = grouped_extremum(self._groups, self._terms, sense)
        if len(self._groups) == 1 or self.effort.only_groups:
            return found
        return self._together(sense, found, self.effort.joint_nodes, self.effort.gap)

    def _together(
        self,
        sense: Sense,
        known: Extremum,
        nodes: int,
        gap: float,
        threshold: float | None = None,
    ) -> Extremum:
        """Return what is known, improved by a search over all queries at once."""
        made = extremum(
            self._terms,
            self.domain.low,
            self.domain.high,
            sense=sense,
            integer=self.domain.integer,
            gap=gap,
            max_nodes=nodes,
            start=known.point,
            threshold=threshold,
            allowance=self.effort.allowance,
        )
        return better_of(sense, made, known, gap)

    def _between(self, ends: dict[Sense, Extremum]) -> RealisedLoss:
        most, least = ends["max"], ends["min"]
        return loss_between(
            (most.lower, most.upper),
            (least.lower, least.upper),
            most.point,
            least.point,
            answers=self.answers,
            method="groups" if self.effort.only_groups else "search",
            nodes=most.nodes + least.nodes,
        )


def better_of(sense: Sense, made: Extremum, known: Extremum, gap: float = 0.0) -> Extremum:
    """Return what two certified searches say together of one extremum.

    Args:
        sense: "max" or "min".
        made, known: of the same log-likelihood on the same box.
        gap: width at which it counts as found, if neither says so.
    """
    better = made.lower > known.lower if sense == "max" else made.upper < known.upper
    lower, upper = max(made.lower, known.lower), min(made.upper, known.upper)
    return Extremum(
        lower,
        upper,
        made.point if better else known.point,
        made.nodes + known.nodes,
        upper - lower <= gap,
    )
