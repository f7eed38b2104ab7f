"""How accurate an answer is, whatever its kind; and the level at which two kinds are equally so.

An answer estimates the share of its range at which the true result lies, without bias.  Its
accuracy is the largest variance of that estimate over all records.
"""

from __future__ import annotations

import math

import numpy as np
from scipy.optimize import brentq

from hetdp_core import validate
from hetdp_core.accounting.channel import MAX_QUERY_EPSILON, query_epsilon
from hetdp_core.accounting.queries import MOST_LEVELS
from hetdp_core.errors import InvalidInput

_LEAST_EPSILON = 1e-6


def levels_variance(epsilon: float, levels: int) -> float:
    """Return the largest variance of the unbiased estimate from an answer with k levels.

    The level i is reported with q + (p - q) hat_i (see `LevelsQuery`), so (i/(k-1) - q k/2)/(p-q)
    is the share on average.  Between two levels the variance is a quadratic in the share, with
    its top at hand.

    Args:
        epsilon: of the answer.
        levels: k; 2 is the paper's answer, with variance 1/(4 tanh(epsilon/2)^2).

    >>> round(levels_variance(2 * math.atanh(0.5), 2), 9)
    1.0
    """
    level, k = query_epsilon(epsilon), validate.count(levels, 2, MOST_LEVELS, "levels")
    other = 1.0 / (math.exp(level) + k - 1.0)
    true = math.expm1(level) * other
    values = np.linspace(0.0, 1.0, k)
    low, high = values[:-1], values[1:]
    # E[level^2] = q sum + (p - q)((low + high) s - low high);  mean = q k / 2 + (p - q) s
    rise, mean = true * (low + high), other * k / 2.0
    top = np.clip((rise - 2.0 * mean * true) / (2.0 * true**2), low, high)
    square = other * float(np.sum(values**2)) + rise * top - true * low * high
    return float(np.max(square - (mean + true * top) ** 2)) / true**2


def levels_epsilon(variance: float, levels: int) -> float:
    """Return the epsilon at which an answer with k levels is this accurate.

    Args:
        variance: > 0, see `levels_variance`, which falls as epsilon grows.
        levels: k.

    Raises:
        InvalidInput: rounding to so few levels alone is less accurate.
    """
    wanted = validate.positive(variance, "variance")
    least = levels_variance(MAX_QUERY_EPSILON, levels)
    if not wanted > least:
        rule = f"must be more than {least:.4g}, which rounding to {levels} levels takes"
        raise InvalidInput("variance", rule, f"{wanted:.4g}", "take more levels")

    def missing(epsilon: float) -> float:
        return math.log(levels_variance(epsilon, levels) / wanted)

    if missing(_LEAST_EPSILON) < 0.0:
        raise InvalidInput("variance", "must be within reach of an answer", f"{wanted:.4g}")
    return float(brentq(missing, _LEAST_EPSILON, MAX_QUERY_EPSILON, xtol=1e-13, rtol=1e-13))
