"""One question a person: each is asked about one feature, drawn by chance and not by the data.

Precision is convex in a budget where budgets are small: half of the people at twice the budget tell
more than all of them at the budget itself.  A report of feature i alone tells it at the level a_i =
min(δ̃_i, min_j log(1 + (e^δ̃_j - 1) / q)).  This is the most that keeps the levels of all features.

With precision P_i, Q_i = P_i / (1 + m P_i) where m is the mean of x_i², and n h_i people asked
about feature i, its variance is 1/(n h_i Q_i) - m/n: the noise, and that the others are not asked.
The sum over the features that are asked is least for h_i ∝ 1/sqrt(Q_i) (Cauchy-Schwarz); then

    v_i = S / (n sqrt(Q_i)) - m/n,   S = Σ_j 1/sqrt(Q_j) .
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hetdp_core.features.allocation.search import top_range
from hetdp_core.features.channel import query_precision
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

TITLE = "Random question"
IDEA = "asks each person about one feature, drawn by chance: no budget is split"


MOST_GROUPS = 8
"""Groups of which any choice is tried: 255 choices."""


@result
class Questions:
    """Questions drawn by chance, in Q problems.

    Attributes:
        levels: (Q, G) level of a report about one feature of each group.
        chances: (Q, G) that a person is asked about a given feature of a group.
        variance: (Q, G) of the estimate of its mean; infinite where nobody is asked.
    """

    levels: FloatArray
    chances: FloatArray
    variance: FloatArray


def lone_levels(capped: FloatArray, q: ArrayLike) -> FloatArray:
    """Return (..., d) the most that a report of one feature alone may tell, for q (..., 1)."""
    return np.asarray(np.minimum(capped, top_range(capped, q)[1][..., None]))


def best_questions(
    levels: FloatArray, counts: NDArray[np.intp], q: FloatArray, n: int, second_moment: float
) -> Questions:
    """Return the chances with the least sum_i min(variance_i, 1).

    Any group may be left out where there are at most `MOST_GROUPS`, else only the strictest; all
    features of a group are treated alike.

    Args:
        levels, counts: (G,) δ̃ of the groups, ascending and distinct, and features in each.
        q: (Q,) one bound for all features.
        n, second_moment: of users, and of the data, in [0, 1].
    """
    lone = lone_levels(levels, q[:, None])
    precision = query_precision(lone, np.ones(levels.size), second_moment)
    with np.errstate(divide="ignore", invalid="ignore"):
        root = np.sqrt((1.0 + second_moment * precision) / precision)  # 1 / sqrt(Q_i)
        asked = _choices(levels.size)
        sums = np.sum(np.where(asked, (counts * root)[:, None], 0.0), axis=2)  # S of each choice
        chances = asked * (root[:, None] / sums[..., None])
        variance = 1.0 / (n * chances) * root[:, None] ** 2 - second_moment / n
    variance = np.where(chances > 0.0, variance, np.inf)
    error = np.minimum(variance, 1.0) @ counts.astype(np.float64)
    best = np.argmin(error, axis=1)
    each = np.arange(q.size)
    return Questions(lone, chances[each, best], variance[each, best])


def _choices(groups: int) -> NDArray[np.bool_]:
    """Return (S, G) which groups are asked, all of them first."""
    if groups > MOST_GROUPS:
        return np.triu(np.ones((groups, groups), dtype=np.bool_))
    numbers = np.arange(2**groups - 1, 0, -1)
    return np.asarray((numbers[:, None] >> np.arange(groups)) % 2 == 1)
