"""The best top budget: a search along one line, vectorised over many values of q.

The objective jumps at every distinct δ̃ and need not have a single valley, so each search
starts from a dense grid that holds the jumps, both ends and the paper's point, and then
zooms in around the best of them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hetdp_core import validate
from hetdp_core.features.family import budgets_at, paper_top, top_range
from hetdp_core.features.precision import WEIGHTS, grouped_variance
from hetdp_core.validate import FloatArray

GRID = 24
"""Points of each of the three grids."""

ZOOM_POINTS, ZOOMS = 9, 9
"""Each zoom shrinks the bracket by a factor 4."""

CHUNK = 1_000_000
"""Budgets held in memory at a time."""


def best_top(
    capped: FloatArray, q: FloatArray, n: int, zeta: float, second_moment: float, weights: str
) -> float:
    """The top budget with the least sum_i min(variance_i, 1) for (d,) levels and bounds."""
    pairs, counts = np.unique(np.stack([capped, q]), axis=1, return_counts=True)
    levels, bounds, shares = pairs[0], pairs[1][None], np.array([zeta])
    return float(best_tops(levels, counts, bounds, n, shares, second_moment, weights)[0])


def best_tops(
    levels: FloatArray,
    counts: NDArray[np.intp],
    q: FloatArray,
    n: int,
    zeta: FloatArray,
    second_moment: float,
    weights: str,
) -> FloatArray:
    """(Q,) best top budgets of Q problems that share their levels.

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
    second_moment = validate.within(second_moment, 0.0, 1.0, "second_moment")
    validate.choice(weights, WEIGHTS, "weights")

    def cost(tops: FloatArray, bounds: FloatArray) -> FloatArray:
        budgets = budgets_at(tops, levels, bounds[:, None, :])
        variance = grouped_variance(budgets, counts, n, second_moment, weights)
        total: FloatArray = np.sum(counts * np.minimum(variance, 1.0), axis=-1)
        return total

    def search(bounds: FloatArray, shares: FloatArray) -> FloatArray:
        tops = _candidates(levels, bounds, shares)
        best, low, high = _pick(tops, cost(tops, bounds))
        for _ in range(ZOOMS):
            tops = np.concatenate([best[:, None], _between(low, high, ZOOM_POINTS)], axis=1)
            best, low, high = _pick(tops, cost(tops, bounds))
        return best

    rows = max(1, CHUNK // ((4 * GRID + levels.size) * levels.size))
    parts = range(0, len(zeta), rows)
    return np.concatenate([search(q[i : i + rows], zeta[i : i + rows]) for i in parts])


def _candidates(levels: FloatArray, q: FloatArray, zeta: FloatArray) -> FloatArray:
    """(Q, C) points to try, the baseline first, then the paper's point.

    Even steps suit a wide range, even ratios a range over many orders of magnitude, and
    even steps in ζ the end where the strictest budget goes to zero.
    """
    least, most = top_range(levels, q)
    low = np.full(len(zeta), least)
    special = [low, paper_top(levels, q, zeta), most]
    jumps = np.minimum(levels, most[:, None])
    even = _between(low, most, GRID)
    ratios = np.exp(_between(np.log(low), np.log(most), GRID))
    steps = np.linspace(0.0, 1.0, GRID + 1)[1:]
    shares = np.stack([paper_top(levels, q, np.full(len(zeta), step)) for step in steps], axis=1)
    tops = np.concatenate([np.stack(special, axis=1), jumps, even, ratios, shares], axis=1)
    inside: FloatArray = np.clip(tops, least, most[:, None])
    return inside


def _pick(tops: FloatArray, costs: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """The cheapest point of each row (the first of equals), and its neighbours in value."""
    best = tops[np.arange(len(tops)), np.argmin(costs, axis=1)]
    below = np.where(tops < best[:, None], tops, -np.inf)
    above = np.where(tops > best[:, None], tops, np.inf)
    low, high = np.max(below, axis=1), np.min(above, axis=1)
    return best, np.where(np.isinf(low), best, low), np.where(np.isinf(high), best, high)


def _between(low: FloatArray, high: FloatArray, points: int) -> FloatArray:
    """(Q, points) evenly spaced from low to high, both included."""
    return low[:, None] + (high - low)[:, None] * np.linspace(0.0, 1.0, points)
