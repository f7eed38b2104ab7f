"""The paper's running example, and its Example 1."""

from __future__ import annotations

import math

import numpy as np

from hetdp_core import validate
from hetdp_core.odometer.domain import FiniteDomain
from hetdp_core.odometer.queries import RandomisedResponse, TableQuery

LARGEST = 10

RUNNING_DOMAIN = FiniteDomain(tuple(range(LARGEST + 1)))
"""The record of Examples 2 and 3: a number from 0 to 10."""

RUNNING_LEVEL = math.log(1.5)
"""Epsilon of each of its queries."""

RUNNING_OUTPUTS = (True, False, True, True)
"""Outputs of the first four queries in Example 3."""

RUNNING_RATIOS = (1.50, 1.15, 1.50, 2.25)
"""e^L after each of them, as printed."""

RUNNING_BUDGET = 2.0 * RUNNING_LEVEL


def running_query(power: int) -> TableQuery:
    """Return the query for x^power of Example 2: P(1 | x) = .4 + .2 (x/10)^power (Eq. 11).

    Args:
        power: k >= 1.
    """
    k = validate.count(power, 1, 1_000, "power")
    return TableQuery(0.4 + 0.2 * (np.arange(LARGEST + 1) / LARGEST) ** k)


COIN_DOMAIN = FiniteDomain((0, 1))
"""The record of Example 1: one bit."""


def coin_query(epsilon: float) -> RandomisedResponse:
    """Return Example 1's randomised response about one bit."""
    return RandomisedResponse(np.array([False, True]), epsilon)
