"""Branch and bound over boxes with intervals for the terms, many nodes at once."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hetdp_core.odometer.search import branching
from hetdp_core.odometer.search.allowance import Allowance
from hetdp_core.odometer.search.branching import Frontier, Nodes
from hetdp_core.odometer.search.envelopes import Envelope, EnvelopeOf
from hetdp_core.odometer.search.interior_point import Programs, Relaxed, relax
from hetdp_core.odometer.search.problem import Problem, admissible, uphill
from hetdp_core.validate import FloatArray

_BATCH = 64  # nodes bounded at once
_CLOSED = 0.98  # of the gap: the rest is left to rounding
_DROP = 0.5  # of the gap: what cannot exceed the attained value by more is dropped


class BranchAndBound:
    """Maximises a problem; `attained` at `point` and `bound` are true at any time."""

    def __init__(
        self, problem: Problem, envelope_of: EnvelopeOf, gap: float, threshold: float
    ) -> None:
        self._problem, self._envelope_of = problem, envelope_of
        self._gap, self._threshold = gap, threshold
        self._frontier = Frontier(branching.root(problem))
        self._left_out = -np.inf  # the highest bound among parts that were given up
        self.attained = -np.inf
        self.point = admissible(problem, (problem.low + problem.high) / 2.0)
        self.nodes = 0

    @property
    def bound(self) -> float:
        """Nowhere is the objective above it."""
        return max(self.attained, self._left_out, self._frontier.highest)

    @property
    def _cutoff(self) -> float:
        """Parts with a bound at most this need no further work."""
        return max(self.attained + _CLOSED * self._gap, self._threshold)

    def run(self, starts: FloatArray, max_nodes: int, allowance: Allowance) -> None:
        """Search until the gap is closed, the threshold passed, or the allowance is over."""
        for x in admissible(self._problem, starts) if len(starts) else [self.point]:
            self._try(x, allowance)
        while self._frontier.highest > self._cutoff and self.nodes < max_nodes:
            if self.attained > self._threshold > -np.inf or allowance.is_over():
                break
            nodes = self._frontier.pop(min(_BATCH, max_nodes - self.nodes))
            self._bound_and_cut(nodes, allowance)

    def _try(self, x: FloatArray, allowance: Allowance) -> None:
        """Remember x, or the top of the hill it stands on while there is work left."""
        if allowance.is_over():
            value, point = float(self._problem.value(x)), x
        else:
            value, point = uphill(self._problem, x, allowance)
        if value > self.attained:
            self.attained, self.point = value, point

    def _bound_and_cut(self, nodes: Nodes, allowance: Allowance) -> None:
        problem = self._problem
        first = self.nodes == 0
        self.nodes += len(nodes)
        width = nodes.high - nodes.low
        envelope = self._envelope_of(problem.profile, nodes.left, nodes.right)
        programs = Programs(
            envelope=envelope,
            matrix=problem.matrix * width[:, None, :],
            offset=nodes.low @ problem.matrix.T + problem.offset,
            reach=problem.reach,
            left=nodes.left,
            right=nodes.right,
            known=nodes.bound,
        )
        relaxed = relax(programs, self.attained, self._cutoff, allowance)
        points = nodes.low + np.clip(np.nan_to_num(relaxed.point, nan=0.5), 0.0, 1.0) * width
        self._look_at(points, first, allowance)
        self._put_parts(nodes, relaxed, envelope, points)

    def _look_at(self, points: FloatArray, first: bool, allowance: Allowance) -> None:
        """Relaxed solutions are good records to start from."""
        records = admissible(self._problem, points)
        values = self._problem.value(records)
        best = int(np.argmax(values))
        if first or values[best] > self.attained:
            self._try(records[best], allowance)

    def _put_parts(
        self, nodes: Nodes, relaxed: Relaxed, envelope: Envelope, points: FloatArray
    ) -> None:
        """Cut the nodes that are still worth it, after dropping what their slopes exclude."""
        bound = np.fmin(np.fmin(nodes.bound, relaxed.bound), self._value_of_single_records(nodes))
        live = bound > self._cutoff
        self._give_up(bound[~live])
        if not live.any():
            return
        worth = max(self.attained + _DROP * self._gap, self._threshold)
        self._left_out = max(self._left_out, worth)
        problem, result = self._problem, relaxed.result[live]
        gap = envelope.take(live).value(result) - problem.profile.value(result)
        nodes = branching.drop_what_slopes_exclude(
            problem,
            replace(nodes, bound=bound).take(live),
            relaxed.slopes[live],
            relaxed.bound[live],
            worth,
        )
        parts = branching.cut(problem, nodes, points[live], result, np.nan_to_num(gap))
        self._frontier.put(branching.narrowed(problem, parts))

    def _value_of_single_records(self, nodes: Nodes) -> FloatArray:
        """Return (N,) the objective where a node holds one record only, elsewhere infinity."""
        d = self._problem.dimension
        single = np.all(nodes.low[:, :d] == nodes.high[:, :d], axis=1)
        return np.where(single, self._problem.value(nodes.low[:, :d]), np.inf)

    def _give_up(self, bounds: FloatArray) -> None:
        self._left_out = max(self._left_out, float(np.max(bounds, initial=-np.inf)))
