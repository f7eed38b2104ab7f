"""Rivals of Laplace noise where all users ask for the same: each promises the same pure epsilon.

Values on [-1/2, 1/2], a trusted curator, neighbours replace one value.  Proofs:
docs/beyond-the-papers.md, section 1.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from scipy.signal import lfilter
from scipy.stats import binom

from hetdp_core import validate
from hetdp_core.mean.plan import WORST_VARIANCE

RIVALS: Mapping[str, tuple[str, str]] = {
    "staircase": (
        "Staircase noise",
        "One ε for all. This noise has the smallest variance of all noise added to a mean.",
    ),
    "geometric": (
        "Geometric noise",
        "One ε for all. Values are rounded to an end of the range by chance and counted. Noise "
        "is added to the count, and the result is adjusted. No private method has a smaller worst "
        "case, up to 0.1 % of the squared error.",
    ),
}

MOST_REMAPPED = 1000
"""The most users for which the best map is searched."""

NEAR = 1e-3
"""Share by which the remapped error may exceed the least possible one."""

_PRIOR, _STEPS = 129, 5000


def rivals(users: int, epsilon: float) -> dict[str, float]:
    """Return the worst-case MSE of the rivals; "geometric" up to `MOST_REMAPPED` users."""
    errors = {"staircase": staircase_mse(users, epsilon)}
    if users <= MOST_REMAPPED:
        errors["geometric"] = geometric(users, epsilon).worst_case_mse
    return errors


def staircase_mse(users: int, epsilon: float) -> float:
    """Return the exact worst-case MSE of the plain mean with the best staircase noise.

    Of all epsilon-DP noise added to a number that a user moves by at most 1/n it has the least
    variance (Geng and Viswanath 2016), with b = e^-epsilon

        ((b (1 + b) / 2)^(2/3) + b) / (1 - b)^2 / n^2.

    >>> staircase_mse(10, math.inf), round(staircase_mse(1, 1e-3) / 2e6, 5)
    (0.025, 1.0)
    """
    users = validate.count(users, 1, None, "users")
    b, less = math.exp(-epsilon), -math.expm1(-epsilon)
    noise = (math.pow(b * (1.0 + b) / 2.0, 2.0 / 3.0) + b) / less**2
    return WORST_VARIANCE / users + noise / users**2


class Interval(NamedTuple):
    """A mechanism's worst-case MSE, the largest over 129 means, and what none is below."""

    worst_case_mse: float
    lower: float


def geometric(users: int, epsilon: float) -> Interval:
    """Return the best private mean for one level, up to `NEAR` of its squared error.

    For every prior of the mean, geometric noise on the count and a map from the noisy count to an
    answer are best (Ghosh, Roughgarden and Sundararajan 2009 for losses of counts).  The least
    favourable one is searched by multiplicative weights.  users: 1 to `MOST_REMAPPED`.

    >>> round(geometric(1, math.inf).worst_case_mse * 16, 2)   # Hodges and Lehmann
    1.0
    """
    users = validate.count(users, 1, MOST_REMAPPED, "users")
    means = 0.5 * np.sin(np.linspace(0.0, math.pi / 2.0, _PRIOR))
    ratio = math.exp(-epsilon)
    counts = np.asarray(binom.pmf(np.arange(users + 1), users, 0.5 + means[:, None]))
    above = lfilter([1.0], [1.0, -ratio], counts, axis=1)
    below = lfilter([1.0], [1.0, -ratio], counts[:, ::-1], axis=1)[:, ::-1]
    up = math.tanh(epsilon / 2.0) * (above + below - counts)
    up[:, 0], up[:, -1] = below[:, 0] / (1.0 + ratio), above[:, -1] / (1.0 + ratio)
    down = up[:, ::-1]  # at minus the means: the prior is symmetric
    prior, lower, best = np.full(_PRIOR, 1.0 / _PRIOR), 0.0, math.inf
    for _ in range(_STEPS):
        seen = prior @ up + prior @ down
        moved = (prior * means) @ up - (prior * means) @ down
        answers = np.divide(moved, seen, out=np.zeros_like(seen), where=seen > 0)
        risks = up @ answers**2 - 2.0 * means * (up @ answers) + means**2
        worst = float(np.max(risks))
        lower, best = max(lower, float(prior @ risks)), min(best, worst)
        if best <= (1.0 + NEAR) * lower:
            break
        prior *= np.exp(risks / worst - 1.0)
        prior /= np.sum(prior)
    return Interval(best, lower)
