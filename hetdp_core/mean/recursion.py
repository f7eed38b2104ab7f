"""ADPM step by step, exactly as the paper's recursion (22) reads.

Slow and plain on purpose: it explains the closed form in `saturation` on a handful of
users, and checks it in the tests.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.mean.saturation import NOISE_PRICE


@dataclass(frozen=True)
class Step:
    """One user's turn in the recursion, users in ascending order of epsilon.

    Attributes:
        user: 1-based position in ascending order.
        asked: epsilon of that user.
        limit: (S2_k + 8) / S1_k from the users before; infinity for the first.
        scaled: s = min(asked, limit).
        saturated: whether the limit decided.
        weight: s divided by the sum of all s.
    """

    user: int
    asked: float
    limit: float
    scaled: float
    saturated: bool
    weight: float = 0.0


def recursion(epsilon: ArrayLike) -> list[Step]:
    """Return all steps for (n,) levels, of which at least one is finite.

    >>> [step.scaled for step in recursion([1.0, 2.0, float("inf")])]
    [1.0, 2.0, 4.333333333333333]
    """
    first_sum = second_sum = 0.0
    steps = []
    for user, asked in enumerate(np.sort(validate.epsilons(epsilon)).tolist(), start=1):
        limit = (second_sum + NOISE_PRICE) / first_sum if user > 1 else np.inf
        scaled = min(asked, limit)
        steps.append(Step(user, asked, limit, scaled, asked > limit))
        first_sum, second_sum = first_sum + scaled, second_sum + scaled**2
    return [replace(step, weight=step.scaled / first_sum) for step in steps]
