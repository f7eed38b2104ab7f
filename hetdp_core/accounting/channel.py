"""Discretise and perturb: one answer in a range becomes one of its two ends, at random.

Eq. (5) of Pan, "Actual knowledge gain as privacy loss in local privacy accounting"
(after Nguyên et al., arXiv:1606.05053).
"""

from __future__ import annotations

import math
from typing import TypeVar

from scipy.special import expit

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.validate import FloatArray

Shaped = TypeVar("Shaped", float, FloatArray)

MAX_QUERY_EPSILON = 30.0
"""Largest privacy level of one query: beyond, chances near e^-epsilon drown in rounding."""


def query_epsilon(value: float, name: str = "epsilon") -> float:
    """Return a privacy level of one query: in (0, `MAX_QUERY_EPSILON`]."""
    epsilon = validate.positive(value, name)
    if not epsilon <= MAX_QUERY_EPSILON:
        rule = f"must be at most {MAX_QUERY_EPSILON:g} for one query"
        raise InvalidInput(name, rule, f"{epsilon:g}")
    return epsilon


def low_chance(epsilon: float) -> float:
    """Return the chance 1/(e^epsilon + 1) that an answer at one end is reported as the other."""
    return float(expit(-epsilon))


def chance(share: Shaped, epsilon: float) -> Shaped:
    """Return the chance of the end at which an answer lies by this share: Eq. (5)."""
    return low_chance(epsilon) + share * math.tanh(0.5 * epsilon)
