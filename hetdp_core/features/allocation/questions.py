"""One question a person: each is asked about one feature, drawn by chance and not by the data.

Precision is convex in a budget where budgets are small: half of the people at twice the budget
tell more than all of them at the budget itself.  A report of feature i alone tells it at the level
a_i = min(δ̃_i, min_j log(1 + (e^δ̃_j - 1) / q)), the most that keeps the levels of all features.

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
IDEA = "asks each person about one feature, more often about sensitive ones: no budget is split"


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

    The strictest groups may be left out, and all features of a group are treated alike.

    Args:
        levels, counts: (G,) δ̃ of the groups, ascending and distinct, and features in each.
        q: (Q,) one bound for all features.
        n, second_moment: of users, and of the data, in [0, 1].
    """
    lone = lone_levels(levels, q[:, None])
    precision = query_precision(lone, np.ones(levels.size), second_moment)
    with np.errstate(divide="ignore", invalid="ignore"):
        root = np.sqrt((1.0 + second_moment * precision) / precision)  # 1 / sqrt(Q_i)
        sums = np.cumsum((counts * root)[:, ::-1], axis=1)[:, ::-1]  # S, the first k left out
        chances = np.triu(root[:, None] / sums[..., None])
        variance = 1.0 / (n * chances) * root[:, None] ** 2 - second_moment / n
    variance = np.where(chances > 0.0, variance, np.inf)
    error = np.minimum(variance, 1.0) @ counts.astype(np.float64)
    best = np.argmin(error, axis=1)
    each = np.arange(q.size)
    return Questions(lone, chances[each, best], variance[each, best])
