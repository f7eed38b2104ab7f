"""The exact error along the top budget, where it is smooth: values, slopes and their bounds.

One q for all features.  With levels L_1 < ... < L_G of the groups (counted from 1) and
ℓ(t) = log(1 + q (e^t - 1)), a piece leaves the strictest k groups without a budget and has
L_j < t <= L_{j+1}, k < j: groups k+1 ... j get L_i - ℓ(t), the others t.  Only two increments
move with t: the first one, L_{k+1} - ℓ(t), falls, and the last one, t - L_j + ℓ(t), rises.
So the ends of an interval of t bound both precisions on all of it, and with them the error
sum_i min(variance_i, 1) and its derivative.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from hetdp_core.features.allocation.search import leaked
from hetdp_core.features.channel import NEGLIGIBLE, query_precision, sphere_squares
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
        """Return some of them."""
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
        errors = self.along(where)
        return errors.total(errors.precisions(*errors.queries(top)))

    def along(self, where: Intervals) -> PieceErrors:
        """Return the error along the top budget on the pieces of these intervals."""
        group = np.arange(self.levels.size)
        return PieceErrors(
            self.q[where.problem],
            self.levels[where.dropped],
            self.levels[where.strict - 1],
            self._sizes[where.dropped],
            self._sizes[where.strict],
            self._between[where.dropped],
            self._between[where.dropped, where.strict - 1][:, None],
            group < where.strict[:, None],
            group < where.dropped[:, None],
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
        falling, rising = errors.queries(where.low), errors.queries(where.high)
        most = errors.precisions(falling[0], rising[1])
        least = errors.precisions(rising[0], falling[1])
        low, high = (errors.total(errors.precisions(*ends)) for ends in (falling, rising))
        down, up = errors.slopes_between(where, falling, rising, least, most)
        width, steepness = where.high - where.low, up - down
        crossing = np.divide(
            low * up - high * down + down * up * width,
            steepness,
            out=np.minimum(low, high),
            where=steepness > 0,
        )
        monotone = np.where(down >= 0, low, np.where(up <= 0, high, crossing))
        bound = np.maximum(errors.total(most), np.minimum(monotone, np.minimum(low, high)))
        return bound, low, high

    def slopes(self, where: Intervals, top: FloatArray) -> FloatArray:
        """Return (N,) derivative of the error at one top budget inside each interval."""
        return self.along(where).slopes(top)

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


class _Query:
    """One query of each interval: its increments (..., N), and what they come to."""

    def __init__(self, increments: FloatArray, size: FloatArray, second_moment: float) -> None:
        half = np.sinh(increments / 2.0) ** 2
        self.size, self.increments = size, increments
        self.whole = size + (size - second_moment) * half
        self.precision = np.where(increments > NEGLIGIBLE, half / self.whole, 0.0)

    @cached_property
    def rising(self) -> FloatArray:
        """g sinh(a)/2: above in p'(a) = g sinh(a)/2 / (g + (g - m) sinh²(a/2))²."""
        return np.asarray(self.size * np.sinh(self.increments) / 2.0)


def _steepness(above: _Query, below: _Query) -> FloatArray:
    """Return p'(a) of the precision, its parts at two places."""
    return np.asarray(above.rising / below.whole / below.whole)


@dataclass(frozen=True, eq=False)
class PieceErrors:
    """The error along the top budget on the pieces of N intervals; tops are of shape (..., N).

    Attributes:
        q: (N,) of their problems.
        first_level, last_level: (N,) level of the strictest group with a budget, and of the
            last one below the top.
        first_size, last_size: (N,) g_D of the first and of the last query.
        between: (N, G) precision that a group gains from the queries between.
        top_between: (N, 1) what the groups at the top gain from them.
        below, without: (N, G) whether a group is below the top, and whether it has no budget.
        counts, n, second_moment: see `Pieces`; counts as floats, for products of matrices.
    """

    q: FloatArray
    first_level: FloatArray
    last_level: FloatArray
    first_size: FloatArray
    last_size: FloatArray
    between: FloatArray
    top_between: FloatArray
    below: NDArray[np.bool_]
    without: NDArray[np.bool_]
    counts: FloatArray
    n: int
    second_moment: float

    def queries(self, top: FloatArray) -> tuple[_Query, _Query]:
        """Return the first and the last query, the two that move with the top budget."""
        spent = leaked(top, self.q)
        first = np.maximum(self.first_level - spent, 0.0)
        last = np.maximum(top - self.last_level + spent, 0.0)
        return (
            _Query(first, self.first_size, self.second_moment),
            _Query(last, self.last_size, self.second_moment),
        )

    def precisions(self, first: _Query, last: _Query) -> FloatArray:
        """Return (..., N, G) precision of each group for one user; 0 for the dropped ones."""
        at_top = self.top_between + last.precision[..., None]
        precision = np.where(self.below, self.between, at_top)
        precision += first.precision[..., None]
        return np.where(self.without, 0.0, precision)

    def total(self, precision: FloatArray) -> FloatArray:
        """Return (..., N) sum_i min(variance_i, 1) of these precisions."""
        with np.errstate(divide="ignore"):
            each = np.minimum(1.0 / (self.n * precision), 1.0)
        return np.asarray(each @ self.counts)

    def slopes(self, top: FloatArray) -> FloatArray:
        """Return (..., N) derivative of the error at these top budgets."""
        first, last = self.queries(top)
        precision, rate = self.precisions(first, last), leak_rate(top, self.q)
        loss, gain = _steepness(first, first) * rate, _steepness(last, last) * (1.0 + rate)
        change = np.where(self.below, loss[..., None], (loss - gain)[..., None])
        floor = 1.0 / self.n
        counted = np.where(change >= 0, precision >= floor, precision > floor)
        return self._weighed(change, precision, counted)

    def slopes_between(
        self,
        where: Intervals,
        falling: tuple[_Query, _Query],
        rising: tuple[_Query, _Query],
        least: FloatArray,
        most: FloatArray,
    ) -> tuple[FloatArray, FloatArray]:
        """Bound the derivative between the queries at both ends: (N,)."""
        rate_low, rate_high = leak_rate(where.low, self.q), leak_rate(where.high, self.q)
        loss_low = _steepness(rising[0], falling[0]) * rate_low
        loss_high = _steepness(falling[0], rising[0]) * rate_high
        gain_low = _steepness(falling[1], rising[1]) * (1.0 + rate_low)
        gain_high = _steepness(rising[1], falling[1]) * (1.0 + rate_high)
        down = np.where(self.below, loss_low[:, None], (loss_low - gain_high)[:, None])
        up = np.where(self.below, loss_high[:, None], (loss_high - gain_low)[:, None])
        return self._bounded(down, least, most, down >= 0), self._bounded(up, least, most, up < 0)

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


def leak_rate(top: FloatArray, q: FloatArray) -> FloatArray:
    """Return the derivative of `leaked`: q e^t / (1 + q (e^t - 1))."""
    grown = q * np.exp(top)
    return np.asarray(grown / (1.0 - q + grown))
