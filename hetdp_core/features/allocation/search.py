"""The largest budgets that keep δ-BCDP and ε-LDP: one free number, the top budget c_d.

A report that is c_i-CDP and t-LDP is δ_i-BCDP with e^δ_i = (1 - q_i) e^c_i + q_i e^t, and no
smaller level holds for all of them (docs/beyond-the-papers.md).  So for a top budget t,
coordinate i may get up to t where t <= δ̃_i (the whole report is t-LDP, which is enough), and
else up to log((e^δ̃_i - q_i e^t) / (1 - q_i)), which must not be negative.  δ̃_i = min(δ_i, ε).
The left end t = min δ̃ is the plain min-δ baseline.  Proposition 4(2) is looser, with budgets
δ̃_i - log(1 + q_i (e^t - 1)): the paper's rule (16) is one point of its family.

The best point is searched by values alone: a dense grid, then zooms around its best point.  This
serves errors without a derivative at hand: one q for each feature, or weights as printed.  It may
overlook a valley, so nothing is certified; one q for all features has `certified`.

Every smaller budget is allowed too, and can be better (`lowered`).  The information of a query
grows faster than its budget.  So a feature that asks for nothing, or for no more than a stricter
one, can leave the others more than it loses itself.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hetdp_core.features.channel import total_error
from hetdp_core.validate import FloatArray

EQUAL = 1.0 + 1e-12
"""Levels this close count as equal: rounding must not cost a coordinate its budget."""


def budgets_at(top: ArrayLike, capped: FloatArray, q: ArrayLike) -> FloatArray:
    """Return (..., d) largest budgets c_i that a top budget leaves.

    Args:
        top: (...) c_d, within `top_range`.
        capped: (d,) δ̃_i.
        q: bound on the total variation, broadcast against (..., d).
    """
    t = np.asarray(top, dtype=np.float64)[..., None]
    return np.where(t <= capped * EQUAL, np.minimum(t, capped), below_top(t, capped, q))


def below_top(top: ArrayLike, capped: ArrayLike, q: ArrayLike) -> FloatArray:
    """Return log((e^δ̃ - q e^t) / (1 - q)) for t >= δ̃, exact at t = δ̃, and never below 0."""
    level, q = np.asarray(capped, dtype=np.float64), np.asarray(q, dtype=np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        beyond = np.maximum(np.asarray(top, dtype=np.float64) - level, 0.0)
        gone = np.minimum(q * np.expm1(beyond) / (1.0 - q), 1.0)
        return np.asarray(np.maximum(level + np.log1p(-gone), 0.0))


def printed_budgets_at(top: ArrayLike, capped: FloatArray, q: ArrayLike) -> FloatArray:
    """Return (..., d) largest budgets by Proposition 4(2); arguments as in `budgets_at`."""
    t = np.asarray(top, dtype=np.float64)[..., None]
    below = np.maximum(capped - np.log1p(np.asarray(q) * np.expm1(t)), 0.0)
    return np.where(t <= capped * EQUAL, np.minimum(t, capped), below)


def top_range(capped: FloatArray, q: ArrayLike) -> tuple[float, FloatArray]:
    """Return the least and largest top budget, by Proposition 4(2) and by the exact conversion.

    The largest, min(max δ̃, min_i log(1 + (e^{δ̃_i} - 1) / q_i)), leaves every budget
    non-negative; it has the shape of q without its last axis.
    """
    return float(np.min(capped)), np.minimum(np.max(capped), _most(capped, q))


def paper_top(capped: FloatArray, q: ArrayLike, zeta: ArrayLike) -> FloatArray:
    """Return the top budget of the paper's rule (16); it may lie below the family's left end.

    Args:
        capped: (d,) δ̃_i.
        q: broadcast against (..., d).
        zeta: (...) in (0, 1], the share of the strictest δ̃ that pays for correlation.
    """
    shared = np.asarray(zeta, dtype=np.float64)[..., None] * capped
    return np.minimum(np.max(capped), _most(shared, q))


def _most(levels: FloatArray, q: ArrayLike) -> FloatArray:
    with np.errstate(divide="ignore", over="ignore"):
        most: FloatArray = np.min(np.log1p(np.expm1(levels) / np.asarray(q)), axis=-1)
    return most


GRID = 24
"""Points of each of the three grids."""

ZOOM_POINTS, ZOOMS = 9, 12
"""Each zoom shrinks the bracket by a factor 4."""


def best_tops(
    levels: FloatArray,
    counts: NDArray[np.intp],
    q: FloatArray,
    n: int,
    zeta: FloatArray,
    second_moment: float,
    weights: str,
) -> FloatArray:
    """Search the (Q,) top budgets of problems that share their levels.

    Args:
        levels, counts: (G,) δ̃ of each group of like coordinates, and how many they are.
        q: (Q, G) or (Q, 1) bounds.
        zeta: (Q,) the ζ whose point is always tried.
        n, second_moment, weights: as in `allocate`.

    Ties go to the plain min-δ baseline, then to the first point tried: it is the same on every run.
    """

    def search(bounds: FloatArray, shares: FloatArray) -> FloatArray:
        def cost(tops: FloatArray) -> FloatArray:
            budgets = budgets_at(tops, levels, bounds[:, None, :])
            return total_error(budgets, counts, n, second_moment, weights)

        return best_on_lines(cost, _candidates(levels, bounds, shares))

    rows = max(1, 1_000_000 // ((4 * GRID + levels.size) * levels.size))  # numbers at a time
    parts = range(0, len(zeta), rows)
    return np.concatenate([search(q[i : i + rows], zeta[i : i + rows]) for i in parts])


def best_on_lines(cost: Callable[[FloatArray], FloatArray], points: FloatArray) -> FloatArray:
    """Return (Q,) cheapest point that is found on each line.

    Args:
        cost: of (Q, C) points.
        points: (Q, C) a first grid, in any order; of equals the first one wins.
    """
    best, low, high = _pick(points, cost(points))
    for _ in range(ZOOMS):
        points = np.concatenate([best[:, None], between(low, high, ZOOM_POINTS)], axis=1)
        best, low, high = _pick(points, cost(points))
    return best


def _candidates(levels: FloatArray, q: FloatArray, zeta: FloatArray) -> FloatArray:
    """Return (Q, C) points to try, the baseline first, then the paper's point.

    Even steps suit a wide range, and even ratios a range over many orders of magnitude.  Even steps
    in ζ suit the end where the strictest budget goes to zero.
    """
    least, most = top_range(levels, q)
    low = np.full(len(zeta), least)
    special = [low, paper_top(levels, q, zeta), most]
    jumps = np.minimum(levels, most[:, None])
    even = between(low, most, GRID)
    ratios = np.exp(between(np.log(low), np.log(most), GRID))
    steps = np.linspace(0.0, 1.0, GRID + 1)[1:]
    shares = np.stack([paper_top(levels, q, np.full(len(zeta), step)) for step in steps], axis=1)
    tops = np.concatenate([np.stack(special, axis=1), jumps, even, ratios, shares], axis=1)
    return np.asarray(np.clip(tops, least, most[:, None]))


def _pick(points: FloatArray, costs: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the cheapest point of each row (the first of equals), and its neighbours in value.

    A neighbour is another point: one that differs by rounding alone would close the bracket on that
    side, and the search would never look there again.
    """
    best = points[np.arange(len(points)), np.argmin(costs, axis=1)]
    below = np.where(points * EQUAL < best[:, None], points, -np.inf)
    above = np.where(points > best[:, None] * EQUAL, points, np.inf)
    low, high = np.max(below, axis=1), np.min(above, axis=1)
    return best, np.where(np.isinf(low), best, low), np.where(np.isinf(high), best, high)


def between(low: FloatArray, high: FloatArray, points: int) -> FloatArray:
    """Return (Q, points) evenly spaced from low to high, both included."""
    return low[:, None] + (high - low)[:, None] * np.linspace(0.0, 1.0, points)


MOST_GROUPS = 12
"""With more groups of like features than this, budgets stay as they are: it would take too long."""

WORTH_WHILE = 1e-9
"""A move that saves a smaller share of the error does not count."""

ROUNDS = 10
"""Most times that every group is looked at."""

Error = Callable[[NDArray[np.intp], FloatArray], FloatArray]
"""(N, C) errors of (N, C, G) budgets of the problems with these N numbers."""


def lowered(budgets: FloatArray, levels: FloatArray, q: FloatArray, error: Error) -> FloatArray:
    """Lower (Q, G) budgets below the same top by coordinate descent, to no larger error.

    One group after the other takes the best budget from nothing to what the top leaves it,
    the others held, until no group moves.  Not certified: moving two at once may be better.

    Args:
        budgets: (Q, G) of Q problems that share their groups.
        levels: (G,) δ̃ of the groups.
        q: (Q, G) or (Q, 1) bounds.
    """
    best_yet, top = budgets.copy(), np.max(budgets, axis=1)
    most = budgets_at(top, levels, q)
    if levels.size > MOST_GROUPS:
        return best_yet
    unsettled = np.ones(budgets.shape, dtype=np.bool_)  # groups to be looked at, as budgets are now
    for _ in range(ROUNDS):
        for group in range(levels.size):
            looked_at = np.flatnonzero(unsettled[:, group])
            unsettled[looked_at, group] = False
            others = np.delete(best_yet[looked_at], group, axis=1)
            free = looked_at[np.max(others, axis=1, initial=0.0) >= top[looked_at]]
            if free.size:
                best = _best(free, best_yet[free], group, most[free, group], error)
                moved = free[best != best_yet[free, group]]
                best_yet[free, group] = best
                unsettled[moved] = True
        if not np.any(unsettled):
            break
    return best_yet


def _best(
    problems: NDArray[np.intp], budgets: FloatArray, group: int, most: FloatArray, error: Error
) -> FloatArray:
    """Return (Q,) budget of one group that leaves the least error, the others held.

    Lines on which no point of a first grid is better stay as they are: nearly always the best for a
    group is all that the top leaves it.
    """

    def cost(lines: NDArray[np.intp], points: FloatArray) -> FloatArray:
        tried = np.repeat(budgets[lines, None], points.shape[1], axis=1)
        tried[:, :, group] = points
        return error(problems[lines], tried)

    # The present one first, then close to it, finer than the grid, then anywhere.
    now, highest = budgets[:, [group]], most[:, None]
    steps = 0.125 ** np.arange(2, 8)
    close = np.clip(now + highest * np.concatenate([-steps, steps]), 0.0, highest)
    evenly = between(np.zeros(len(most)), most, GRID)
    points = np.concatenate([now, np.minimum(budgets, highest), evenly, close], axis=1)
    costs = cost(np.arange(problems.size), points)
    better = np.flatnonzero(np.min(costs, axis=1) < costs[:, 0] * (1.0 - WORTH_WHILE))
    best = budgets[:, group].copy()
    if better.size:
        best[better] = best_on_lines(partial(cost, better), points[better])
    return best
