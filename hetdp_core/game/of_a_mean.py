"""The game of a mean: a private mean is released, with one user's value high or low.

The player knows all other values.  In the central model, with every user at level epsilon (bounded
neighbours), ADPM weighs all alike and adds Laplace noise; the two answers lie epsilon noise scales
apart, so that the ceiling is attained.
"""

from __future__ import annotations

import numpy as np

from hetdp_core import validate
from hetdp_core.game.one_number import OneNumber
from hetdp_core.mean.saturation import adpm

USERS = 100
RANGE = 100.0
"""Values lie from 0 to this; the others' average is in the middle."""


def mean_game(epsilon: float) -> OneNumber:
    """Return the rules at a level.

    Args:
        epsilon: from 0.05 to 5, natural log: below, the mid-point of the range would be released.

    Raises:
        InvalidInput: it is not.

    >>> rules = mean_game(1.0)
    >>> rules.low, rules.high, round(rules.ceiling, 3), round(rules.always, 3)
    (49.5, 50.5, 0.731, 0.697)
    """
    level = validate.within(validate.positive(epsilon, "epsilon"), 0.05, 5.0, "epsilon")
    plan = adpm(np.full(USERS, level))
    half = 0.5 * float(plan.weights[0])
    return OneNumber(level, RANGE * (0.5 - half), RANGE * (0.5 + half), RANGE * plan.noise_scale)
