"""The exact error along the top budget, where it is smooth: values, slopes and their bounds.

One q for all features.  With levels L_1 < ... < L_G of the groups (counted from 1) and
ℓ(t) = log(1 + q (e^t - 1)), a piece leaves the strictest k groups without a budget and has
L_j < t <= L_{j+1}, k < j: groups k+1 ... j get L_i - ℓ(t), the others t.  Only two increments
move with t: the first one, L_{k+1} - ℓ(t), falls, and the last one, t - L_j + ℓ(t), rises.
So the ends of an interval of t bound both precisions on all of it, and with them the error
sum_i min(variance_i, 1) and its derivative.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from hetdp_core.features.allocation.family import leaked
from hetdp_core.features.precision import query_precision, sphere_squares
from hetdp_core.validate import FloatArray

Index = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Intervals:
    """N intervals of the top budget, each inside one piece of one problem.

    Attributes:
        problem: (N,) number of the problem, its place among the values of q.
        dropped: (N,) k, the groups without a budget.
        strict: (N,) j > k, the groups below the top.
        low, high: (N,) ends of the interval.
    """

    problem: Index
    dropped: Index
    strict: Index
    low: FloatArray
    high: FloatArray

    def __getitem__(self, kept: NDArray[np.bool_] | Index) -> Intervals:
        """Return some of them."""
        return Intervals(
            self.problem[kept],
            self.dropped[kept],
            self.strict[kept],
            self.low[kept],
            self.high[kept],
        )

    def between(self, low: FloatArray, high: FloatArray) -> Intervals:
        """Return the pieces with other ends."""
        return Intervals(self.problem, self.dropped, self.strict, low, high)

    def cut(self, parts: int) -> Intervals:
        """Cut each in parts of equal ratio."""
        ratio = (self.high / self.low)[None] ** (np.arange(parts + 1) / parts)[:, None]
        ends = self.low * ratio
        ends[-1] = self.high
        again = self[np.tile(np.arange(self.low.size), parts)]
        return again.between(ends[:-1].ravel(), ends[1:].ravel())


@dataclass(frozen=True, eq=False)
class Pieces:
    """The error of Mechanism 1 with one q for all features, for Q values of q.

    Attributes:
        levels: (G,) δ̃ of the groups, ascending and distinct.
        counts: (G,) features in each.
        q: (Q,) bounds.
        n: number of users.
        second_moment: of the data, in [0, 1].
    """

    levels: FloatArray
    counts: Index
    q: FloatArray
    n: int
    second_moment: float

    def budgets(self, problem: Index, dropped: Index, strict: Index, top: FloatArray) -> FloatArray:
        """Return (N, G) budgets of each group at these top budgets."""
        spent = leaked(top, self.q[problem])[:, None]
        group, top = np.arange(self.levels.size), top[:, None]
        below = np.where(group < strict[:, None], np.maximum(self.levels - spent, 0.0), top)
        return np.where(group < dropped[:, None], 0.0, below)

    def values(self, where: Intervals, top: FloatArray) -> FloatArray:
        """Return (N,) sum_i min(variance_i, 1) at one top budget inside each interval."""
        first, last = self._increments(where, top)
        return self._total(self._precisions(where, first, last))

    def bounds(self, where: Intervals) -> FloatArray:
        """Return (N,) lower bounds of the error on each interval.

        The larger of three: all features at the best that either end gives them; the two
        slopes' lines from the ends; the better end itself where the error is monotone.
        """
        falling, rising = (self._increments(where, end) for end in (where.low, where.high))
        most = self._precisions(where, falling[0], rising[1])
        least = self._precisions(where, rising[0], falling[1])
        low, high = (self._total(self._precisions(where, *ends)) for ends in (falling, rising))
        down, up = self._slopes(where, falling, rising, least, most)
        width, steepness = where.high - where.low, up - down
        crossing = np.divide(
            low * up - high * down + down * up * width,
            steepness,
            out=np.minimum(low, high),
            where=steepness > 0,
        )
        monotone = np.where(down >= 0, low, np.where(up <= 0, high, crossing))
        return np.maximum(self._total(most), np.minimum(monotone, np.minimum(low, high)))

    def slopes(self, where: Intervals, top: FloatArray) -> FloatArray:
        """Return (N,) derivative of the error at one top budget inside each interval."""
        ends = self._increments(where, top)
        precision = self._precisions(where, *ends)
        point = where.between(top, top)
        return self._slopes(point, ends, ends, precision, precision)[0]

    def _increments(self, where: Intervals, top: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return (N,) first and last increment."""
        spent = leaked(top, self.q[where.problem])
        first = np.maximum(self.levels[where.dropped] - spent, 0.0)
        return first, np.maximum(top - self.levels[where.strict - 1] + spent, 0.0)

    def _precisions(self, where: Intervals, first: FloatArray, last: FloatArray) -> FloatArray:
        """Return (N, G) precision of each group for one user; 0 for the dropped ones."""
        sizes = self._sizes
        one = query_precision(first, sizes[where.dropped], self.second_moment)
        two = query_precision(last, sizes[where.strict], self.second_moment)
        group, strict = np.arange(self.levels.size), where.strict[:, None]
        between = self._between[where.dropped]
        top = np.take_along_axis(between, strict - 1, axis=1) + two[:, None]
        found = one[:, None] + np.where(group < strict, between, top)
        return np.where(group < where.dropped[:, None], 0.0, found)

    def _total(self, precision: FloatArray) -> FloatArray:
        with np.errstate(divide="ignore"):
            each = np.minimum(1.0 / (self.n * precision), 1.0)
        return np.asarray(np.sum(self.counts * each, axis=1))

    def _slopes(
        self,
        where: Intervals,
        falling: tuple[FloatArray, FloatArray],
        rising: tuple[FloatArray, FloatArray],
        least: FloatArray,
        most: FloatArray,
    ) -> tuple[FloatArray, FloatArray]:
        """Bound the derivative between the increments at both ends: (N,)."""
        sizes, q = self._sizes, self.q[where.problem]
        rate_low, rate_high = leak_rate(where.low, q), leak_rate(where.high, q)
        size = sizes[where.dropped]
        loss_low = self._steepness(rising[0], falling[0], size) * rate_low
        loss_high = self._steepness(falling[0], rising[0], size) * rate_high
        size = sizes[where.strict]
        gain_low = self._steepness(falling[1], rising[1], size) * (1.0 + rate_low)
        gain_high = self._steepness(rising[1], falling[1], size) * (1.0 + rate_high)
        strict = np.arange(self.levels.size) < where.strict[:, None]
        down = np.where(strict, loss_low[:, None], (loss_low - gain_high)[:, None])
        up = np.where(strict, loss_high[:, None], (loss_high - gain_low)[:, None])
        return self._weighed(down, least, most, down >= 0), self._weighed(up, least, most, up < 0)

    def _weighed(
        self, change: FloatArray, least: FloatArray, most: FloatArray, small: NDArray[np.bool_]
    ) -> FloatArray:
        """Return (N,) sum of change / (n precision²) over features with a variance below 1.

        With the largest precision where `small`, else with the least.
        """
        floor = 1.0 / self.n
        precision = np.where(small, most, np.maximum(least, floor))
        counted = np.where(small, least >= floor, most > floor)
        safe = np.where(counted, precision, 1.0)
        terms = np.where(counted, self.counts * (floor / safe) * (change / safe), 0.0)
        return np.asarray(np.sum(terms, axis=1))

    def _steepness(self, above: FloatArray, below: FloatArray, size: FloatArray) -> FloatArray:
        """Return p'(a) = g sinh(a)/2 / (g + (g - m) sinh²(a/2))², its parts at two places."""
        whole = size + (size - self.second_moment) * np.sinh(below / 2.0) ** 2
        steepness: FloatArray = size * np.sinh(above) / 2.0 / whole / whole
        return steepness

    @cached_property
    def _sizes(self) -> FloatArray:
        """(G,) g_D of the query that leaves out all groups before this one."""
        return sphere_squares(np.cumsum(self.counts[::-1])[::-1])

    @cached_property
    def _between(self) -> FloatArray:
        """(G, G) precision that group i gains after the first query, k groups dropped."""
        gaps = np.diff(self.levels, prepend=0.0)
        each = query_precision(gaps, self._sizes, self.second_moment)
        return np.cumsum(np.triu(np.broadcast_to(each, (gaps.size,) * 2), 1), axis=1)


def leak_rate(top: FloatArray, q: FloatArray) -> FloatArray:
    """Return the derivative of `leaked`: q e^t / (1 + q (e^t - 1))."""
    rate: FloatArray = q * np.exp(top) / (1.0 + q * np.expm1(top))
    return rate
