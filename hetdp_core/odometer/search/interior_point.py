"""One relaxation a node, all nodes at once: a primal-dual interior-point method.

    maximise sum_j e_j(t_j)  for  t = A y + b,  0 <= y <= 1,  left <= t <= right

with y the node's box scaled to [0, 1], so a coordinate with no width needs no care.  The
multipliers s of t = A y + b are the terms' slopes.  *Any* s gives a bound on the node,

    sum_j [max over t of e_j(t) - s_j t]  +  s . b  +  sum_i max(A^T s, 0)_i

so a node can be left before it is solved.  An infeasible one (its intervals do not meet in the box)
is recognised by a bound that falls without end.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hetdp_core.odometer.search.profiles import Envelope
from hetdp_core.odometer.search.terms import Allowance
from hetdp_core.validate import FloatArray

_MOST_STEPS = 40
_ENOUGH = 0.1  # the error left in a bound, relative to what the bound is too high by
_CENTRING = 0.1  # how much of the mean complementarity a step aims to leave
_TO_THE_BOUNDARY = 0.95
_FIRST_BOUND = 2  # steps before a bound is worth its time
_COMPACT = 0.25  # finished nodes are put away when they are more than this share
_ROUNDING = 1e-14
_RIDGE = 1e-13
_WORK_A_NUMBER = 2_000  # of a step, for each y and t of a node
_WORK_A_STEP = 5_000_000  # for any nodes: the cost of calling so many functions
_NARROW = 1e-9  # of a term's reach
_BY_NODE = (
    *("row", "matrix", "transposed", "offset", "low", "high", "at", "slopes", "to_low", "to_high"),
    *("bound", "known", "best_slopes"),
)


@dataclass(frozen=True)
class Relaxed:
    """The bounds of N nodes after their relaxations.

    Attributes:
        bound: (N,) upper bounds on the envelopes' sums; infinite where nothing was found.
        slopes: (N, m) the multipliers that gave them.
        point: (N, D) the last y, in [0, 1].
        result: (N, m) the last t.
    """

    bound: FloatArray
    slopes: FloatArray
    point: FloatArray
    result: FloatArray


@dataclass(frozen=True)
class Programs:
    """The relaxations of N nodes.

    Attributes:
        envelope: of the terms on [left, right].
        matrix: (N, m, D) A of each node.
        offset: (N, m) b of each node.
        reach: (m,) at least the sizes of the numbers added up to t, for the rounding error.
        left, right: (N, m) ends, right above left.
        known: (N,) bounds that hold already.
    """

    envelope: Envelope
    matrix: FloatArray
    offset: FloatArray
    reach: FloatArray
    left: FloatArray
    right: FloatArray
    known: FloatArray


def relax(
    programs: Programs, attained: float, cutoff: float, allowance: Allowance | None = None
) -> Relaxed:
    """Bound each node, until it can be cut off or its bound is nearly its relaxation's value.

    Args:
        attained: what the bounds are compared with.
        cutoff: nodes whose bound is at most this need no further work.
        allowance: work that is left; when it is over, bounds are what the first steps gave.
    """
    allowance = allowance or Allowance()
    nodes, terms, dimension = programs.matrix.shape
    columns = ((), (terms,), (dimension,), (terms,))
    relaxed = Relaxed(*(np.empty((nodes, *shape)) for shape in columns))
    work = _Work(programs)
    for step in range(_MOST_STEPS + 1):
        if step >= _FIRST_BOUND:
            done = work.bounded(attained, cutoff) | (step == _MOST_STEPS) | allowance.is_over()
            if np.count_nonzero(done) > _COMPACT * done.size:
                work.put_away(relaxed, done)
                if done.all():
                    break
        work.step()
        allowance.spend(work.cost)
    return relaxed


class _Work:
    """Nodes still at work; `at` is y and t, `to_low` and `to_high` their ends' multipliers."""

    def __init__(self, programs: Programs) -> None:
        """Start in the middle of the box, with results near it but inside their intervals.

        Intervals too narrow for the numbers are widened here, not in the envelopes and bounds.
        """
        envelope, matrix, offset = programs.envelope, programs.matrix, programs.offset
        left, right, reach = programs.left, programs.right, programs.reach
        nodes, terms, self.dimension = matrix.shape
        middle, narrow = (left + right) / 2.0, _NARROW * reach
        left, right = np.minimum(left, middle - narrow), np.maximum(right, middle + narrow)
        shape = (nodes, self.dimension)
        self.envelope, self.matrix, self.offset, self.reach = envelope, matrix, offset, reach
        self.transposed = np.swapaxes(matrix, 1, 2)
        self.row = np.arange(nodes)
        self.low = np.concatenate([np.zeros(shape), left], axis=1)
        self.high = np.concatenate([np.ones(shape), right], axis=1)
        y, edge = np.full(shape, 0.5), 0.1 * (right - left)
        t = np.clip(times(matrix, y) + offset, left + edge, right - edge)
        self.at = np.concatenate([y, t], axis=1)
        self.slopes = envelope.derivatives(t)[0]
        span = np.sum(envelope.value(right) - envelope.value(left), axis=1, keepdims=True)
        weight = 0.2 * np.abs(span) / (terms + self.dimension) + 1e-12
        self.to_low, self.to_high = weight / (self.at - self.low), weight / (self.high - self.at)
        self.bound, self.best_slopes = np.full(nodes, np.inf), self.slopes
        self.known = programs.known

    @property
    def cost(self) -> float:
        """Work of a step: the system of each node, its solution, and all that takes turns."""
        nodes, terms, dimension = self.matrix.shape
        system = terms * dimension**2 + dimension**3 / 3
        return float(_WORK_A_STEP + nodes * (system + _WORK_A_NUMBER * (terms + dimension)))

    def bounded(self, attained: float, cutoff: float) -> NDArray[np.bool_]:
        """Renew the bounds; which nodes need no further work."""
        bound = dual_bound(self.envelope, self.matrix, self.offset, self.reach, self.slopes)
        better = bound < self.bound
        self.best_slopes = np.where(better[:, None], self.slopes, self.best_slopes)
        self.bound = np.where(better, bound, self.bound)
        reached = np.sum(self.envelope.value(self.at[:, self.dimension :]), axis=1)
        error = np.abs(self.bound - reached) + np.sum(np.abs(self._missed() * self.slopes), axis=1)
        too_high = np.minimum(self.bound, self.known) - attained
        unclear = error > _ENOUGH * too_high  # false where numbers overflowed
        return np.asarray((self.bound <= cutoff) | ~unclear)

    def put_away(self, relaxed: Relaxed, done: NDArray[np.bool_]) -> None:
        """Note what was found for finished nodes, and go on with the others."""
        rows = self.row[done]
        relaxed.bound[rows] = self.bound[done]
        relaxed.slopes[rows] = self.best_slopes[done]
        relaxed.point[rows] = self.at[done, : self.dimension]
        relaxed.result[rows] = self.at[done, self.dimension :]
        self.envelope = self.envelope.take(~done)
        for name in _BY_NODE:
            setattr(self, name, getattr(self, name)[~done])

    def step(self) -> None:
        """Take one Newton step of the perturbed optimality conditions.

        Eliminating all but y leaves (S_y + A^T W A) dy = ..., one small system a node.
        """
        d = self.dimension
        above, below = self.at - self.low, self.high - self.at
        products = self.to_low * above + self.to_high * below  # their sum is nil at a solution
        aim = _CENTRING * np.mean(products, axis=1, keepdims=True) / 2.0
        stiffness = self.to_low / above + self.to_high / below
        pull = aim / above - aim / below
        slope, bend = self.envelope.derivatives(self.at[:, d:])
        pull_y = pull[:, :d] + times(self.transposed, self.slopes)
        pull_t = pull[:, d:] + slope - self.slopes
        weight = bend + stiffness[:, d:]
        rest = pull_t / weight - self._missed()
        system = (self.transposed * weight[:, None, :]) @ self.matrix
        right_side = pull_y + times(self.transposed, weight * rest)
        diagonal = stiffness[:, :d]
        every = np.arange(diagonal.shape[1])
        system[:, every, every] += diagonal
        largest = np.max(system[:, every, every], axis=1)
        system[:, every, every] += _RIDGE * largest[:, None]
        lost = ~np.isfinite(np.sum(system, axis=(1, 2))) | ~(largest > 0.0)
        if lost.any():
            system[lost] = np.eye(every.size)
        move_y = np.linalg.solve(system, right_side[:, :, None])[:, :, 0]
        turn = weight * (rest - times(self.matrix, move_y))
        move = np.concatenate([move_y, (pull_t - turn) / weight], axis=1)
        low_turn = (aim - self.to_low * move) / above - self.to_low
        high_turn = (aim + self.to_high * move) / below - self.to_high
        primal = _longest(-move / above, move / below)
        dual = _longest(-low_turn / self.to_low, -high_turn / self.to_high)
        self.at = self.at + primal * move
        self.slopes = self.slopes + dual * turn
        self.to_low = self.to_low + dual * low_turn
        self.to_high = self.to_high + dual * high_turn

    def _missed(self) -> FloatArray:
        """Return A y + b - t."""
        d = self.dimension
        return np.asarray(times(self.matrix, self.at[:, :d]) + self.offset - self.at[:, d:])


def dual_bound(
    envelope: Envelope,
    matrix: FloatArray,
    offset: FloatArray,
    reach: FloatArray,
    slopes: FloatArray,
) -> FloatArray:
    """Return (N,) the bound that any slopes (N, m) give, with its rounding error added."""
    conjugate = envelope.conjugate(slopes)
    steepness = times(np.swapaxes(matrix, 1, 2), slopes)
    exact = np.sum(conjugate + slopes * offset, axis=1) + np.sum(np.maximum(steepness, 0.0), axis=1)
    size = np.sum(np.abs(conjugate) + np.abs(slopes) * reach, axis=1)
    return np.asarray(exact + _ROUNDING * size)


def _longest(first: FloatArray, second: FloatArray) -> FloatArray:
    """Return (N, 1) the share of a step, at most 1, that stays clear of the boundary."""
    speed = np.max(np.maximum(first, second), axis=1, keepdims=True)
    return np.asarray(_TO_THE_BOUNDARY / np.maximum(speed, _TO_THE_BOUNDARY))


def times(matrix: FloatArray, vector: FloatArray) -> FloatArray:
    """Return (N, m) the product of each (N, m, d) matrix and its (N, d) vector."""
    return np.asarray((matrix @ vector[:, :, None])[:, :, 0])
