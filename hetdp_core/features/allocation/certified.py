"""The best top budget for one q of all features, certified by branch and bound.

The error along the top budget may have several valleys.  Intervals whose lower bound cannot beat
the best point known are given up.  The others are cut, until none could be better by more than
`TOLERANCE`.  In the valleys that are left the sign of the derivative is bisected.  A minimum found
by comparing values is known to half the digits only, a root to all of them.  So rounding
differently moves nothing.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from hetdp_core.features.allocation.pieces import Index, Intervals, Pieces
from hetdp_core.features.allocation.search import EQUAL, top_range
from hetdp_core.features.channel import total_error
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

TOLERANCE = 9e-7
"""Relative gap at which an interval is given up: a millionth, with room for rounding."""

TIE = 1e-9
"""Errors this close, relatively, are equal: then the baseline, or fewer without a budget, wins."""

PARTS, ROUNDS = 8, 16
"""Parts an interval is cut into, and how often at most."""

_EVENLY = np.arange(1, 8)[:, None] / 8
_CLOSE = np.array([sign * 0.125**power for power in range(2, 7) for sign in (-1, 1)])[:, None]
"""Points inside a bracket, in parts of its width: all along it, and around where a root may be."""


@result
class Certified:
    """The best (Q, G) largest budgets, with the strictest groups possibly left out.

    No top budget, with any number of the strictest groups left out, gives a smaller
    sum_i min(variance_i, 1) than (Q,) `lower`.
    """

    budgets: FloatArray
    lower: FloatArray


@result
class _Points:
    """Local minima: where they are, and how large the error is."""

    problem: Index
    dropped: Index
    strict: Index
    top: FloatArray
    value: FloatArray


def best_largest_budgets(
    levels: FloatArray, counts: NDArray[np.intp], q: FloatArray, n: int, second_moment: float
) -> Certified:
    """Solve Q problems that share their levels; inverse-variance weights.

    Args:
        levels, counts: (G,) δ̃ of the groups, ascending and distinct, and features in each.
        q: (Q,) one bound for all features.
        n, second_moment: of users, and of the data, in [0, 1].

    Ties within `TIE` go to the min-δ baseline, then to the fewest groups left out, then to
    the smallest top budget.
    """
    rows = max(1, 1_000_000 // (2 * levels.size**3))  # numbers in memory at a time
    parts = [
        _solve(Pieces(levels, counts, q[i : i + rows], n, second_moment))
        for i in range(0, q.size, rows)
    ]
    return _joined(parts)


def _solve(pieces: Pieces) -> Certified:
    # All groups but the strictest k get one budget; more is better, up to the next level.
    most = top_range(pieces.levels, pieces.q[:, None])[1]
    top = np.minimum(pieces.levels, most[:, None])
    problem, dropped = (index.ravel() for index in np.indices(top.shape))
    given = pieces.budgets(problem, dropped, dropped, top.ravel())
    value = total_error(given, pieces.counts, pieces.n, pieces.second_moment, "inverse_variance")
    flat = _Points(problem, dropped, dropped, top.ravel(), value)
    least = np.full(pieces.q.size, np.inf)
    np.minimum.at(least, flat.problem, flat.value)
    parts, bounds, least = _branch_and_bound(pieces, least)
    points = _joined([flat, _valleys(pieces, parts)])
    chosen = _choose(points, pieces.q.size)
    budgets = pieces.budgets(
        points.problem[chosen], points.dropped[chosen], points.strict[chosen], points.top[chosen]
    )
    lower = np.minimum(least, points.value[chosen])
    np.minimum.at(lower, parts.problem, bounds)
    return Certified(budgets, lower)


def _all_pieces(pieces: Pieces) -> Intervals:
    levels = pieces.levels
    most = top_range(levels, pieces.q[:, None])[1]
    dropped, strict = np.triu_indices(levels.size, 1)
    problem, pair = (index.ravel() for index in np.indices((pieces.q.size, strict.size)))
    dropped, strict = dropped[pair], strict[pair]
    high = np.minimum(levels[strict], most[problem])
    pieces_of_all = Intervals(problem, dropped, strict, levels[strict - 1], high)
    return pieces_of_all[pieces_of_all.low * EQUAL < high]  # at q = 1 by more than rounding


def _branch_and_bound(
    pieces: Pieces, least: FloatArray
) -> tuple[Intervals, FloatArray, FloatArray]:
    """Return intervals that may hold the optimum, their lower bounds, and the least error seen."""
    open_, least = _all_pieces(pieces), least.copy()
    parts, bounds = [], []
    for last in np.arange(ROUNDS) == ROUNDS - 1:
        bound, *both_ends = pieces.bounds(open_)
        for ends in both_ends:
            np.minimum.at(least, open_.problem, ends)
        limit = least[open_.problem]
        better = (bound < limit * (1.0 - TOLERANCE)) & (not last)
        closed = ~better & (bound <= limit * (1.0 + TIE))
        parts.append(open_[closed])
        bounds.append(bound[closed])
        open_ = open_[better].cut(PARTS)
        if not open_.low.size:
            break
    all_parts, all_bounds = _joined(parts), np.concatenate(bounds)
    near = all_bounds <= least[all_parts.problem] * (1.0 + TIE)
    return all_parts[near], all_bounds[near], least


_Columns = TypeVar("_Columns", Certified, Intervals, _Points)


def _joined(parts: list[_Columns]) -> _Columns:
    columns = zip(*(vars(part).values() for part in parts), strict=True)
    return type(parts[0])(*(np.concatenate(column) for column in columns))


def _valleys(pieces: Pieces, parts: Intervals) -> _Points:
    """Return where the slope changes from down to up, and the ends of pieces that lie lowest."""
    if not parts.low.size:
        return _Points(parts.problem, parts.dropped, parts.strict, parts.low, parts.low)
    most = top_range(pieces.levels, pieces.q[:, None])[1]
    falls, rises = pieces.slopes(parts, parts.low) < 0, pieces.slopes(parts, parts.high) > 0
    left = ~falls & (parts.low <= pieces.levels[parts.strict - 1])
    right = ~rises & (parts.high >= np.minimum(pieces.levels[parts.strict], most[parts.problem]))
    # an end that is better although the slopes at both lead away from it: a summit lies between
    lower = pieces.values(parts, parts.high) - pieces.values(parts, parts.low)
    left |= falls & ~rises & (lower > 0)
    right |= ~falls & rises & (lower < 0)
    valley = parts[falls & rises]
    where = _joined([parts[left], valley, parts[right]])
    top = np.concatenate([parts.low[left], _roots(pieces, valley), parts.high[right]])
    return _Points(where.problem, where.dropped, where.strict, top, pieces.values(where, top))


def _roots(pieces: Pieces, bracket: Intervals) -> FloatArray:
    """Return (N,) top budgets where the derivative changes its sign, to the last digits.

    Evenly spaced points shrink each bracket for any derivative, those around its secant's root far
    faster where it is smooth.
    """
    errors, each = pieces.along(bracket), np.arange(bracket.low.size)
    ends = np.stack([bracket.low, bracket.high])
    slopes = errors.slopes(ends)
    for _ in range(18):  # each shrinks them by three bits or more
        width = ends[1] - ends[0]
        if np.all(width <= np.spacing(ends[0])):
            break
        steepness = slopes[1] - slopes[0]
        secant = ends[0] - slopes[0] * np.divide(
            width, steepness, out=np.zeros_like(width), where=steepness > 0
        )
        inside = np.concatenate([ends[0] + width * _EVENLY, secant + width * _CLOSE])
        inside = np.sort(np.clip(inside, *ends), axis=0)
        points = np.concatenate([ends[:1], inside, ends[1:]])
        along = np.concatenate([slopes[:1], errors.slopes(inside), slopes[1:]])
        rises = along[1:] > 0
        rises[-1] = True
        cell = np.argmax(rises, axis=0) + np.array([[0], [1]])
        ends, slopes = points[cell, each], along[cell, each]
    return np.asarray(ends[1])


def _choose(points: _Points, problems: int) -> Index:
    """Return (Q,) place of the best point of each problem, ties as said above."""
    least = np.full(problems, np.inf)
    np.minimum.at(least, points.problem, points.value)
    tied = points.value <= least[points.problem] * (1.0 + TIE)
    plain = (points.dropped == 0) & (points.strict == 0)
    order = np.lexsort((points.top, points.dropped, ~plain, ~tied, points.problem))
    _, first = np.unique(points.problem[order], return_index=True)
    return np.asarray(order[first])
