"""The exact error along the top budget, where it is smooth: values, slopes and their bounds.

One q for all features.  With levels L_1 < ... < L_G of the groups (counted from 1), a piece leaves
the strictest k groups without a budget and has L_j < t <= L_{j+1}, k < j: groups k+1 ... j get
c_i = log((e^L_i - q e^t) / (1 - q)), the others t.  With t, c_i falls at the rate
r_i = q e^(t - c_i) / (1 - q), which rises.  So the first increment, c_{k+1}, falls at the rate
r_{k+1}.  Each one between, a_i = c_i - c_{i-1}, rises at the rate r_i (e^a_i - 1); the last one,
t - c_j, rises at the rate 1 + r_j.  All rates rise with t.  So the ends of an interval of t bound
every precision and every rate on all of it, and with them the error sum_i min(variance_i, 1) and
its derivative.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from hetdp_core.features.allocation.search import below_top
from hetdp_core.features.channel import NEGLIGIBLE, sphere_squares
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

    def __getitem__(self, chosen: NDArray[np.bool_] | Index) -> Intervals:
        return Intervals(*(column[chosen] for column in vars(self).values()))

    def cut(self, parts: int) -> Intervals:
        """Cut each in parts of equal ratio."""
        ratio = (self.high / self.low)[None] ** (np.arange(parts + 1) / parts)[:, None]
        ends = self.low * ratio
        ends[-1] = self.high
        again = self[np.tile(np.arange(self.low.size), parts)]
        return replace(again, low=ends[:-1].ravel(), high=ends[1:].ravel())


@dataclass(frozen=True, eq=False)
class Pieces:
    """The error of Mechanism 1 with one q for all features, for Q values of q.

    Attributes:
        levels: (G,) δ̃ of the groups, ascending and distinct.
        counts: (G,) features in each.
        q: (Q,) bounds.
        second_moment: of the data, in [0, 1].
    """

    levels: FloatArray
    counts: Index
    q: FloatArray
    n: int
    second_moment: float

    def budgets(self, problem: Index, dropped: Index, strict: Index, top: FloatArray) -> FloatArray:
        """Return (N, G) budgets of each group at these top budgets."""
        group, top = np.arange(self.levels.size), top[:, None]
        below = below_top(top, self.levels, self.q[problem][:, None])
        given = np.where(group < strict[:, None], below, top)
        return np.where(group < dropped[:, None], 0.0, given)

    def values(self, where: Intervals, top: FloatArray) -> FloatArray:
        """Return (N,) sum_i min(variance_i, 1) at one top budget inside each interval."""
        errors = self.along(where)
        return errors.total(errors.queries(top).precisions)

    def along(self, where: Intervals) -> PieceErrors:
        """Return the error along the top budget on the pieces of these intervals."""
        group = np.arange(self.levels.size)
        return PieceErrors(
            self.q[where.problem][:, None],
            self.levels,
            self._sizes,
            group < where.strict[:, None],
            group < where.dropped[:, None],
            group == where.dropped[:, None],
            self.counts.astype(np.float64),
            self.n,
            self.second_moment,
        )

    def bounds(self, where: Intervals) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return (N,) lower bounds of the error on each interval, and its values at both ends.

        The larger of three: all features at the best that either end gives them; the two
        slopes' lines from the ends; the better end itself where the error is monotone.
        """
        errors = self.along(where)
        ends = errors.queries(where.low), errors.queries(where.high)
        low, high = (errors.total(end.precisions) for end in ends)
        most, down, up = errors.extremes(*ends)
        width, least = where.high - where.low, np.minimum(low, high)
        with np.errstate(over="ignore", invalid="ignore"):
            steepness = up - down
            lines = low * up - high * down + down * up * width
            crossing = np.divide(lines, steepness, out=least.copy(), where=steepness > 0)
        crossing = np.where(np.isnan(crossing), -np.inf, crossing)
        monotone = np.where(down >= 0, low, np.where(up <= 0, high, crossing))
        bound = np.maximum(most, np.minimum(monotone, least))
        return bound, low, high

    def slopes(self, where: Intervals, top: FloatArray) -> FloatArray:
        """Return (N,) derivative of the error at one top budget inside each interval."""
        return self.along(where).slopes(top)

    @cached_property
    def _sizes(self) -> FloatArray:
        """(G,) g_D of the query that leaves out all groups before this one."""
        return sphere_squares(np.cumsum(self.counts[::-1])[::-1])


@dataclass(frozen=True, eq=False)
class _Queries:
    """The queries of each interval, one a group: (..., N, G) arrays.

    Attributes:
        increments: a.
        rates: how fast each increment falls (the first one) or rises (all others) with t.
        size, second_moment: g_D of the queries, and m of the data.
    """

    increments: FloatArray
    rates: FloatArray
    size: FloatArray
    second_moment: float

    def where(self, chosen: NDArray[np.bool_], other: _Queries) -> _Queries:
        """Return the chosen queries, and those of the other at all other places."""
        increments = np.where(chosen, self.increments, other.increments)
        return replace(self, increments=increments)

    @cached_property
    def _half(self) -> FloatArray:
        return np.asarray(np.sinh(self.increments / 2.0))

    @cached_property
    def _whole(self) -> FloatArray:
        return self.size + (self.size - self.second_moment) * self._half**2

    @cached_property
    def precisions(self) -> FloatArray:
        """Precision of each group for one user, of all its queries together; 0 for no budget."""
        each = np.where(self.increments > NEGLIGIBLE, self._half**2 / self._whole, 0.0)
        return np.cumsum(each, axis=-1)

    def steepness(self, below: _Queries) -> FloatArray:
        """Return p'(a) = g sinh(a)/2 / (g + (g - m) sinh²(a/2))², the part below at other places.

        Both parts rise with a, so queries with larger and with smaller increments bound p'.
        """
        above = self.size * self._half * np.sqrt(1.0 + self._half**2)  # sinh(a) / 2
        return np.asarray(above / below._whole / below._whole)


@dataclass(frozen=True, eq=False)
class PieceErrors:
    """The error along the top budget on the pieces of N intervals; tops are of shape (..., N).

    Attributes:
        q: (N, 1) of their problems.
        levels, sizes: (G,) of the groups, and g_D of the query that leaves out all before it.
        below, without: (N, G) whether a group is below the top, and whether it has no budget.
        first: (N, G) whether a group is the strictest with a budget: its increment falls.
        counts, n, second_moment: see `Pieces`; counts as floats, for products of matrices.
    """

    q: FloatArray
    levels: FloatArray
    sizes: FloatArray
    below: NDArray[np.bool_]
    without: NDArray[np.bool_]
    first: NDArray[np.bool_]
    counts: FloatArray
    n: int
    second_moment: float

    def queries(self, top: FloatArray) -> _Queries:
        """Return the queries at these top budgets."""
        t = top[..., None]
        budgets = np.where(self.below, below_top(t, self.levels, self.q), t)
        budgets = np.where(self.without, 0.0, budgets)
        increments = np.maximum(np.diff(budgets, prepend=0.0), 0.0)
        falls = np.where(self.below, self.q / (1.0 - self.q) * np.exp(t - budgets), 0.0)
        between = falls * np.expm1(increments)
        before = np.concatenate([np.zeros_like(t), falls[..., :-1]], axis=-1)
        last = ~self.below & (increments > 0.0)
        rates = np.where(self.first, falls, np.where(last, 1.0 + before, between))
        return _Queries(increments, rates, self.sizes, self.second_moment)

    def total(self, precision: FloatArray) -> FloatArray:
        """Return (..., N) sum_i min(variance_i, 1) of these precisions."""
        with np.errstate(divide="ignore"):
            each = np.minimum(1.0 / (self.n * precision), 1.0)
        return np.asarray(each @ self.counts)

    def slopes(self, top: FloatArray) -> FloatArray:
        """Return (..., N) derivative of the error at these top budgets."""
        queries, floor = self.queries(top), 1.0 / self.n
        precision, moved = queries.precisions, queries.steepness(queries) * queries.rates
        change = np.cumsum(np.where(self.first, moved, -moved), axis=-1)
        counted = np.where(change >= 0, precision >= floor, precision > floor)
        return self._weighed(change, precision, counted)

    def extremes(self, low: _Queries, high: _Queries) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Bound the error from below, and its derivative on both sides, between two ends: (N,)."""
        most, least = low.where(self.first, high), high.where(self.first, low)
        slow, fast = least.steepness(most) * low.rates, most.steepness(least) * high.rates
        down = np.cumsum(np.where(self.first, slow, -fast), axis=-1)
        up = np.cumsum(np.where(self.first, fast, -slow), axis=-1)
        precisions = least.precisions, most.precisions
        return (
            self.total(precisions[1]),
            self._bounded(down, *precisions, down >= 0),
            self._bounded(up, *precisions, up < 0),
        )

    def _bounded(
        self, change: FloatArray, least: FloatArray, most: FloatArray, small: NDArray[np.bool_]
    ) -> FloatArray:
        """Return `_weighed` with the largest precision where `small`, else with the least."""
        floor = 1.0 / self.n
        precision = np.where(small, most, np.maximum(least, floor))
        return self._weighed(change, precision, np.where(small, least >= floor, most > floor))

    def _weighed(
        self, change: FloatArray, precision: FloatArray, counted: NDArray[np.bool_]
    ) -> FloatArray:
        """Return the sum of change / (n precision²) over features with a variance below 1."""
        safe = np.where(counted, precision, 1.0)
        terms = np.where(counted, (1.0 / self.n / safe) * (change / safe), 0.0)
        return np.asarray(terms @ self.counts)
