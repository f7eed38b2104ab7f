"""Smaller budgets below the top: allowed as well, and sometimes better.

What a query tells grows faster than its budget, so that a feature that asks for nothing, or
for no more than a stricter one, can leave the others more than it loses itself.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from hetdp_core.features.allocation.family import budgets_at
from hetdp_core.features.allocation.search import GRID, best_on_lines, between
from hetdp_core.validate import FloatArray

MOST_GROUPS = 12
"""With more groups of like features than this, budgets stay as they are: it would take too long."""

WORTH_WHILE = 1e-9
"""A move that saves a smaller share of the error is none."""

ROUNDS = 10
"""Most times that every group is looked at."""

_CLOSE = np.concatenate([-(0.125 ** np.arange(2, 8)), 0.125 ** np.arange(2, 8)])
"""Steps from the present point in parts of what is allowed: finer than the grid, either way."""

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
        error: what is to be small.
    """
    found, top = budgets.copy(), np.max(budgets, axis=1)
    most = budgets_at(top, levels, q)
    if levels.size > MOST_GROUPS:
        return found
    unsettled = np.ones(found.shape, dtype=np.bool_)  # groups to be looked at, as budgets are now
    for _ in range(ROUNDS):
        for group in range(levels.size):
            looked_at = np.flatnonzero(unsettled[:, group])
            unsettled[looked_at, group] = False
            others = np.delete(found[looked_at], group, axis=1)
            free = looked_at[np.max(others, axis=1, initial=0.0) >= top[looked_at]]
            if free.size:
                best = _best(free, found[free], group, most[free, group], error)
                moved = free[best != found[free, group]]
                found[free, group] = best
                unsettled[moved] = True
        if not np.any(unsettled):
            break
    return found


def _best(
    problems: NDArray[np.intp], budgets: FloatArray, group: int, most: FloatArray, error: Error
) -> FloatArray:
    """Return (Q,) budget of one group that leaves the least error, the others held.

    Lines on which no point of a first grid is better stay as they are: nearly always a group is
    best off with all that the top leaves it.
    """

    def cost(lines: NDArray[np.intp], points: FloatArray) -> FloatArray:
        tried = np.repeat(budgets[lines, None], points.shape[1], axis=1)
        tried[:, :, group] = points
        return error(problems[lines], tried)

    points = _first_points(budgets, group, most)
    costs = cost(np.arange(problems.size), points)
    better = np.flatnonzero(np.min(costs, axis=1) < costs[:, 0] * (1.0 - WORTH_WHILE))
    best = budgets[:, group].copy()
    if better.size:
        best[better] = best_on_lines(partial(cost, better), points[better])
    return best


def _first_points(budgets: FloatArray, group: int, most: FloatArray) -> FloatArray:
    """Return (Q, C) points to try: the present one first, then close to it, then anywhere."""
    now, most = budgets[:, [group]], most[:, None]
    close = np.clip(now + most * _CLOSE, 0.0, most)
    evenly = between(np.zeros(len(most)), most[:, 0], GRID)
    return np.concatenate([now, np.minimum(budgets, most), evenly, close], axis=1)
