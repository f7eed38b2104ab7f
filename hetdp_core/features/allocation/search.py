"""The best point of a line by values alone: a dense grid, then zooms around its best point.

For errors without a derivative at hand: one q for each feature, or weights as printed.  It
may miss a valley, so nothing is certified; one q for all features has `certified`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from hetdp_core.features.allocation.family import EQUAL, budgets_at, paper_top, top_range
from hetdp_core.features.precision import total_error
from hetdp_core.validate import FloatArray

GRID = 24
"""Points of each of the three grids."""

ZOOM_POINTS, ZOOMS = 9, 12
"""Each zoom shrinks the bracket by a factor 4."""

CHUNK = 1_000_000
"""Budgets held in memory at a time."""

Cost = Callable[[FloatArray], FloatArray]
"""(Q, C) costs of C points on each of Q lines."""


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
        levels: (G,) δ̃ of each group of like coordinates.
        counts: (G,) coordinates in each group.
        q: (Q, G) or (Q, 1) bounds.
        n: number of users.
        zeta: (Q,) the ζ whose point is always tried.
        second_moment, weights: as in `allocate`.

    Ties go to the plain min-δ baseline, then to the first point tried: the answer is
    the same on every run.
    """

    def search(bounds: FloatArray, shares: FloatArray) -> FloatArray:
        def cost(tops: FloatArray) -> FloatArray:
            budgets = budgets_at(tops, levels, bounds[:, None, :])
            return total_error(budgets, counts, n, second_moment, weights)

        return best_on_lines(cost, _candidates(levels, bounds, shares))

    rows = max(1, CHUNK // ((4 * GRID + levels.size) * levels.size))
    parts = range(0, len(zeta), rows)
    return np.concatenate([search(q[i : i + rows], zeta[i : i + rows]) for i in parts])


def best_on_lines(cost: Cost, points: FloatArray) -> FloatArray:
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

    Even steps suit a wide range, even ratios a range over many orders of magnitude, and
    even steps in ζ the end where the strictest budget goes to zero.
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
    inside: FloatArray = np.clip(tops, least, most[:, None])
    return inside


def _pick(points: FloatArray, costs: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the cheapest point of each row (the first of equals), and its neighbours in value.

    A neighbour is another point: one that differs by rounding alone would close the bracket
    on that side, and what lies there would never be looked at again.
    """
    best = points[np.arange(len(points)), np.argmin(costs, axis=1)]
    below = np.where(points * EQUAL < best[:, None], points, -np.inf)
    above = np.where(points > best[:, None] * EQUAL, points, np.inf)
    low, high = np.max(below, axis=1), np.min(above, axis=1)
    return best, np.where(np.isinf(low), best, low), np.where(np.isinf(high), best, high)


def between(low: FloatArray, high: FloatArray, points: int) -> FloatArray:
    """Return (Q, points) evenly spaced from low to high, both included."""
    return low[:, None] + (high - low)[:, None] * np.linspace(0.0, 1.0, points)
