"""How well *any* private estimator can do: a lower bound on the minimax MSE.

Three bounds hold for every estimator, so the largest of them does.

Le Cam's two-point method: put mass (1 + t)/2 or (1 - t)/2 on +1/2, so that the two
means differ by t.  Replacing one user's datum moves the law of an epsilon_i-DP answer
by at most tanh(epsilon_i / 2) in total variation.  Couple the first k users (ascending
epsilon) one by one and hand over the other n - k in full (Pinsker):

    TV_k(t) <= t * sum_{i<=k} tanh(epsilon_i / 2)
               + sqrt((n - k) * t * log((1 + t) / (1 - t)) / 2)
    minimax MSE >= max over k and t of t**2 / 4 * (1 - TV_k(t))

The constants are sharper than the paper's Theorem 3.  By information: see `information`.  And
without any privacy: 1 / (4 (1 + sqrt(n))**2), the minimax MSE for n coin flips (Hodges and Lehmann,
1950); whoever must be private, too, can do no better.  Le Cam's is the largest where nobody can
learn much, the second where noise is the larger part of the error, the third where sampling is.

Any t, k and tau give a valid bound, so the search over them need not be exact for the result to be
true; each is made smaller by more than floats can have rounded it up.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import minimize_scalar

from hetdp_core import validate
from hetdp_core.mean.blocks import Blocks, blocks_of
from hetdp_core.mean.information import information_bound
from hetdp_core.validate import FloatArray

_GRID_PER_DECADE = 16
_LARGEST_GAP = 1.0 - 1e-12


class LowerBounds(NamedTuple):
    """No private estimator has a smaller worst-case MSE than any of these.

    Attributes:
        le_cam: by two points.
        information: by the information in an answer.
        public: of users who ask for no privacy, the exact minimax MSE then.
    """

    le_cam: float
    information: float
    public: float

    @property
    def best(self) -> float:
        """L: the largest of the three."""
        return max(self)


def lower_bounds(levels: FloatArray, counts: FloatArray | None = None) -> LowerBounds:
    """Return all three bounds for levels that are known to be good; nothing is checked.

    O(K): sums of levels and counts, whatever the number of users.

    Args:
        levels: (K,) ascending, all positive; infinity means public.
        counts: (K,) users at each level, all positive; None for one each.
    """
    blocks = blocks_of(levels, counts)
    public = (1.0 - blocks.slack) / (4.0 * (1.0 + np.sqrt(blocks.all_users)) ** 2)
    return LowerBounds(_two_points(blocks), information_bound(blocks), float(public))


def lower_bound(epsilon: ArrayLike) -> float:
    """Return a lower bound on the worst-case MSE of every epsilon-DP mean estimator.

    Args:
        epsilon: (n,) levels in any order, each > 0; infinity means public.

    Returns:
        L(epsilon) in (0, 1/4], for data on [-1/2, 1/2].

    Raises:
        InvalidInput: epsilon is empty, not positive or NaN.
    """
    return lower_bounds(np.sort(validate.epsilons(epsilon))).best


def _two_points(blocks: Blocks) -> float:
    coupled = blocks.summed(blocks.low, blocks.high)
    in_full = np.sqrt(blocks.rest)

    def negative_bound(log_gap: float) -> float:
        gap = min(float(np.exp(log_gap)), _LARGEST_GAP)
        divergence = np.sqrt(gap * np.log1p(2.0 * gap / (1.0 - gap)) / 2.0)
        distance = float(np.min(gap * coupled + divergence * in_full))
        return -(gap**2) / 4.0 * max(1.0 - distance * (1.0 + 8.0 * blocks.slack), 0.0)

    grid = _log_gaps(coupled, in_full)
    values = [negative_bound(point) for point in grid]
    best = int(np.argmin(values))
    low, high = grid[max(best - 1, 0)], grid[min(best + 1, grid.size - 1)]
    refined = minimize_scalar(
        negative_bound, bounds=(low, high), method="bounded", options={"xatol": 1e-9}
    )
    return -min(float(refined.fun), values[best]) * (1.0 - 8.0 * blocks.slack)


def _log_gaps(coupled: FloatArray, in_full: FloatArray) -> FloatArray:
    """Return logarithms of trial gaps t around the best one.

    TV_k(t) lies between t * min_k(...) and three times as much for t <= 0.9, so the
    best t is within a small factor of 1 / slope, or at the upper end.
    """
    slope = float(np.min(coupled + in_full))
    lowest = np.log(min(0.05 / slope, 0.5)) if slope > 0 else np.log(0.5)
    highest = np.log(_LARGEST_GAP)
    highest = min(highest, max(np.log(20.0 / slope), lowest + 1.0)) if slope > 0 else highest
    steps = int(np.ceil((highest - lowest) / np.log(10.0) * _GRID_PER_DECADE)) + 2
    return np.linspace(lowest, highest, steps)
