"""What a method is off by where each person holds her own value and her own level.

Elsewhere who holds which level is taken to be dealt out by chance, and errors are averages over
that.  Where persons say it themselves, only the noise is chance.
"""

from __future__ import annotations

import numpy as np

from hetdp_core.errors import InvalidInput
from hetdp_core.mean.baselines import SamplingPlan
from hetdp_core.mean.inverse_moments import nodes
from hetdp_core.mean.plan import MeanPlan
from hetdp_core.validate import FloatArray


def mse_in_place(plan: MeanPlan, centred: FloatArray) -> float:
    """Return the exact MSE against the mean of these very values, each at its own level.

    The expectation is over the noise, and for "sampling" over who is kept.  A weighted mean
    misses by the square of what it leans by, and the noise's variance.

    Args:
        plan: of any method, per user (not per level).
        centred: (n,) on [-1/2, 1/2], user i's value in the place of user i's level in the plan.

    Raises:
        InvalidInput: not one value for each level of the plan.
    """
    if plan.counts is not None or centred.size != plan.epsilon.size:
        rule = f"must have one value per user ({plan.users:,})"
        raise InvalidInput("values", rule, f"{centred.size:,}")
    mean = float(np.mean(centred))
    if plan.answers_midpoint:
        return mean**2
    if isinstance(plan, SamplingPlan):
        missed = _missed_by_samples(plan.keep_probability, centred - mean)
    else:
        missed = float(np.sum(plan.weights * (centred - mean))) ** 2
    return missed + plan.noise_variance + plan.empty_probability * mean**2


def _missed_by_samples(keep: FloatArray, apart: FloatArray) -> float:
    """Return E[(mean of `apart` over the K users kept)²; K > 0].

    1/K² is the integral of x e^{-xK} dx over x > 0, so all that is needed is
    E[(sum over those kept)² e^{-xK}].  That is E[e^{-xK}] times the mean square of the sum when
    user i is kept by chance q_i = p_i e^{-x} / (1 - p_i + p_i e^{-x}), independently.
    """
    some = keep > 0  # nobody else is ever in the sum
    chances, apart = keep[some], apart[some]
    found = 0.0
    for x, width in nodes(max(float(np.sum(chances)), 1.0)):
        left = (1.0 - chances) + chances * np.exp(-x)
        tilted = chances * np.exp(-x) / left
        spread = float(np.sum(apart**2 * tilted * (1.0 - tilted)))
        square = float(np.sum(apart * tilted)) ** 2
        found += width * x * float(np.exp(np.sum(np.log(left)))) * (spread + square)
    return found
