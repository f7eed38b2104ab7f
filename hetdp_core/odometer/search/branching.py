"""Where a node is cut in two, and how each part's box and intervals are narrowed.

A node is cut at the term whose relaxed result leaves the largest gap below the envelope, where
that result lies.  Where many terms leave gaps, one cut through the middle of a coordinate of the
box narrows all their intervals, and is preferred if it promises more.  A coordinate of whole
numbers is cut where its relaxed value lies between two of them.

The nodes of a search: boxes with an interval for each term, and the queue they wait in.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from hetdp_core.odometer.search.problem import Problem
from hetdp_core.validate import FloatArray


@dataclass(frozen=True)
class Nodes:
    """N parts of the domain: low <= x <= high and left <= matrix . x + offset <= right.

    Attributes:
        low, high: (N, D)
        left, right: (N, m)
        bound: (N,) the objective is nowhere above it.
    """

    low: FloatArray
    high: FloatArray
    left: FloatArray
    right: FloatArray
    bound: FloatArray

    def __len__(self) -> int:
        return self.bound.size

    def take(self, rows: NDArray[np.bool_] | NDArray[np.int64]) -> Nodes:
        """Return some of the nodes."""
        return Nodes(*(getattr(self, item.name)[rows] for item in fields(self)))

    @staticmethod
    def join(first: Nodes, second: Nodes) -> Nodes:
        """Join the nodes of both."""
        pairs = ((getattr(first, item.name), getattr(second, item.name)) for item in fields(first))
        return Nodes(*(np.concatenate(pair) for pair in pairs))


class Frontier:
    """The nodes still open, the one with the highest bound first.

    Their arrays grow by doubling, and places left by nodes taken out are used again.  The cost of
    putting in and taking out grows only as the logarithm of the number of open nodes.
    """

    def __init__(self, root: Nodes) -> None:
        self._stored = root.take(np.arange(len(root)))  # a copy: the problem keeps its own box
        self._queue: list[tuple[float, int]] = []
        self._free = list(range(len(root)))
        self.put(root)

    def __len__(self) -> int:
        return len(self._queue)

    @property
    def highest(self) -> float:
        """The highest bound; minus infinity when no node is open."""
        return -self._queue[0][0] if self._queue else -np.inf

    def put(self, nodes: Nodes) -> None:
        """Add nodes."""
        while len(self._free) < len(nodes):
            size = len(self._stored)
            self._free.extend(range(size, 2 * size))
            self._stored = Nodes.join(self._stored, self._stored)
        places = [self._free.pop() for _ in range(len(nodes))]
        for item in fields(nodes):
            getattr(self._stored, item.name)[places] = getattr(nodes, item.name)
        for bound, place in zip(nodes.bound.tolist(), places, strict=True):
            heapq.heappush(self._queue, (-bound, place))

    def pop(self, most: int) -> Nodes:
        """Take out the nodes with the highest bounds, at most so many."""
        places = [heapq.heappop(self._queue)[1] for _ in range(min(most, len(self)))]
        self._free.extend(places)
        return self._stored.take(np.array(places, dtype=np.int64))


_ROUNDING = 1e-14  # of a term's reach; intervals are never taken more exactly
_FRACTIONAL = 1e-3  # further from a whole number, a coordinate is cut
_BY_BOX = 1.5  # a coordinate must promise this many times what a term does
_EDGE = 0.1  # a cut leaves at least this share of an interval on either side


def root(problem: Problem) -> Nodes:
    """Return the whole domain, with the bound that each term's own maximum gives."""
    low, high = problem.low[None], problem.high[None]
    least, most = _range(problem, low, high)
    right = np.minimum(most, problem.profile.cap)
    left = np.minimum(least, right - _ROUNDING * problem.reach)
    return Nodes(low, high, left, right, np.sum(problem.profile.value(right), axis=1))


def cut(
    problem: Problem, nodes: Nodes, point: FloatArray, result: FloatArray, gap: FloatArray
) -> Nodes:
    """Return both parts of each of N nodes.

    Args:
        point, result: (N, D), (N, m) relaxed solutions, and the terms' t there.
        gap: (N, m) the envelopes' values there less the functions'.
    """
    every = np.arange(len(nodes))
    term = np.argmax(gap, axis=1)
    length = nodes.right - nodes.left
    share = np.maximum(gap, 0.0) / length * np.minimum(problem.profile.width / length, 1.0)
    shared = np.asarray((share @ np.abs(problem.matrix)) * (nodes.high - nodes.low))
    shared[:, problem.dimension :] = 0.0  # a slack is no end in itself
    coordinate = np.argmax(shared, axis=1)
    by_box = shared[every, coordinate] > _BY_BOX * gap[every, term]
    at = (nodes.low + nodes.high)[every, coordinate] / 2.0
    if problem.integer.any():
        # How far open coordinates are from the next whole number; 0 for the others.
        distance = np.abs(point - np.round(point))
        still_open = problem.integer & (nodes.high > nodes.low)
        fraction = np.where(still_open, np.maximum(distance, 1e-9), 0.0)
        odd = np.argmax(fraction, axis=1)
        wanted = fraction[every, odd] > _FRACTIONAL
        wanted |= (gap[every, term] <= 0.0) & (fraction[every, odd] > 0.0)
        coordinate, by_box = np.where(wanted, odd, coordinate), by_box | wanted
        at = np.where(wanted, point[every, odd], at)
    return Nodes.join(
        _with_boxes_cut(problem, nodes.take(by_box), coordinate[by_box], at[by_box]),
        _with_intervals_cut(nodes.take(~by_box), term[~by_box], result[~by_box]),
    )


def _with_intervals_cut(nodes: Nodes, term: NDArray[np.int64], result: FloatArray) -> Nodes:
    """Return both parts of each node, cut where the relaxed result lies."""
    every = np.arange(len(nodes))
    left, right = nodes.left[every, term], nodes.right[every, term]
    edge = _EDGE * (right - left)
    at = np.clip(np.nan_to_num(result[every, term]), left + edge, right - edge)
    lower_right, upper_left = nodes.right.copy(), nodes.left.copy()
    lower_right[every, term] = at
    upper_left[every, term] = at
    return Nodes.join(replace(nodes, right=lower_right), replace(nodes, left=upper_left))


def _with_boxes_cut(
    problem: Problem, nodes: Nodes, coordinate: NDArray[np.int64], at: FloatArray
) -> Nodes:
    """Cut each node at a coordinate, between whole numbers where it is one."""
    every, is_integer = np.arange(len(nodes)), problem.integer[coordinate]
    low, high = nodes.low[every, coordinate], nodes.high[every, coordinate]
    lower_high, upper_low = nodes.high.copy(), nodes.low.copy()
    last = np.clip(np.floor(at), low, high - 1.0)
    lower_high[every, coordinate] = np.where(is_integer, last, at)
    upper_low[every, coordinate] = np.where(is_integer, last + 1.0, at)
    return Nodes.join(replace(nodes, high=lower_high), replace(nodes, low=upper_low))


def drop_what_slopes_exclude(
    problem: Problem, nodes: Nodes, slopes: FloatArray, dual: FloatArray, worth: float
) -> Nodes:
    """Narrow each box to where the dual bound at these slopes exceeds `worth`.

    The bound falls by |A^T s|_i for each unit that x_i keeps from its better end.
    """
    steepness = slopes @ problem.matrix
    spare = np.maximum(dual - worth, 0.0)[:, None]
    room = spare / np.maximum(np.abs(steepness), 1e-300)
    room = room * (1.0 + _ROUNDING) + _ROUNDING * (problem.high - problem.low)
    low = np.where(steepness > 0.0, np.maximum(nodes.low, nodes.high - room), nodes.low)
    high = np.where(steepness < 0.0, np.minimum(nodes.high, nodes.low + room), nodes.high)
    low, high = _whole(problem, low, high)
    return replace(nodes, low=low, high=high)


def narrowed(problem: Problem, nodes: Nodes) -> Nodes:
    """Make boxes and intervals agree; leave out nodes in which they do not meet."""
    least, most = _range(problem, nodes.low, nodes.high)
    left, right = np.maximum(nodes.left, least), np.minimum(nodes.right, most)
    low, high = _box_within(problem, nodes, least, most, left, right)
    low, high = _whole(problem, low, high)
    empty = np.any(low > high, axis=1) | np.any(left > right + _ROUNDING * problem.reach, axis=1)
    low, high = low[~empty], high[~empty]
    least, most = _range(problem, low, high)
    left, right = np.maximum(left[~empty], least), np.minimum(right[~empty], most)
    left = np.minimum(left, right - _ROUNDING * problem.reach)
    return Nodes(low, high, left, right, nodes.bound[~empty])


def _range(problem: Problem, low: FloatArray, high: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return (N, m) least and greatest results on each box, a little wider for rounding."""
    rising, falling = np.maximum(problem.matrix, 0.0), np.minimum(problem.matrix, 0.0)
    margin = _ROUNDING * problem.reach
    least = low @ rising.T + high @ falling.T + problem.offset - margin
    most = high @ rising.T + low @ falling.T + problem.offset + margin
    return least, most


def _box_within(
    problem: Problem,
    nodes: Nodes,
    least: FloatArray,
    most: FloatArray,
    left: FloatArray,
    right: FloatArray,
) -> tuple[FloatArray, FloatArray]:
    """Return what an interval leaves of a coordinate while the others help most."""
    size = 1.0 / np.maximum(np.abs(problem.matrix), 1e-300)
    from_least = (right - least)[:, :, None] * size
    from_most = (most - left)[:, :, None] * size
    rising = problem.matrix > 0.0
    up = np.min(np.where(rising, from_least, from_most), axis=1)
    down = np.min(np.where(rising, from_most, from_least), axis=1)
    margin = _ROUNDING * (problem.high - problem.low)
    high = np.minimum(nodes.high, nodes.low + up + margin)
    low = np.maximum(nodes.low, nodes.high - down - margin)
    return low, high


def _whole(problem: Problem, low: FloatArray, high: FloatArray) -> tuple[FloatArray, FloatArray]:
    if not problem.integer.any():
        return low, high
    return (
        np.where(problem.integer, np.ceil(low - 1e-6), low),
        np.where(problem.integer, np.floor(high + 1e-6), high),
    )
