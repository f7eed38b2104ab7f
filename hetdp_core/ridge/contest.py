"""How often one release of a regression is closer to the test records than one of the mean."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from hetdp_core import validate
from hetdp_core.ridge.common_draws import Seed, losses_from_common_draws
from hetdp_core.ridge.methods import constant_loss, released_mean
from hetdp_core.ridge.noise import Calibration
from hetdp_core.ridge.problem import RidgeProblem, check_lambda
from hetdp_core.ridge.releases import MOST_RELEASES
from hetdp_core.validate import FloatArray


@dataclass(frozen=True)
class Chance:
    """A chance, simulated.

    Attributes:
        value: from 0 to 1.
        standard_error: of the value over the draws; 0 where every draw says the same.
        draws: how many there were.
    """

    value: float
    standard_error: float
    draws: int


def chance_of_beating(
    problem: RidgeProblem,
    epsilon: FloatArray,
    method: str,
    lam: float,
    calibration: Calibration,
    trivial: str,
    draws: int,
    seed: Seed,
) -> Chance:
    """Return the chance that a release of a regression predicts test records better than the rival.

    Better is a smaller squared error.  Either is released by itself, with everybody's whole ε,
    and the two noises are independent.  The regression is drawn; given its loss the chance that
    the mean's is larger is a closed form (its noise is Laplace), so only the first is simulated.

    Args:
        problem: data and declared bounds.
        epsilon: (n,) checked levels of the training records.
        method: a key of `METHODS` that has coefficients and is available at this λ.
        lam: λ > 0.
        calibration: of its noise.
        trivial: "private_mean" or "zero": what it is compared with.
        draws: releases of the regression, at least 2.
        seed: of these; the same seed has the same noise at every λ.

    Raises:
        InvalidInput: a rule of these is broken.
    """
    validate.choice(trivial, ("private_mean", "zero"), "trivial")
    count = validate.count(draws, 2, MOST_RELEASES, "draws")
    asked = (problem, epsilon, check_lambda(lam), calibration)
    losses = losses_from_common_draws(method, *asked, count, seed)
    if trivial == "zero":
        wins = (losses < problem.test_loss.constant).astype(np.float64)
    else:
        wins = _mean_is_worse(problem, epsilon, losses)
    error = float(np.std(wins, ddof=1)) / math.sqrt(count)
    return Chance(float(np.mean(wins)), error, count)


def _mean_is_worse(problem: RidgeProblem, epsilon: FloatArray, losses: FloatArray) -> FloatArray:
    """Return the chance that the released mean has more than each of these losses; exact.

    Its loss is that of the test records' own mean plus the squared distance a + b from there,
    b Laplace noise: it exceeds r² with chance P(b > r - a) + P(b < -r - a).
    """
    center, rate = released_mean(problem, epsilon)
    best = float(np.mean(problem.y_test))
    least = float(constant_loss(problem).at(np.array([best])))
    away = center - best
    if math.isinf(rate):
        return (losses < least + away**2).astype(np.float64)
    reach = np.sqrt(np.maximum(losses - least, 0.0))
    chance = _above(rate * (reach - away)) + _above(rate * (reach + away))
    return np.where(losses < least, 1.0, chance)


def _above(z: FloatArray) -> FloatArray:
    """Return the chance that standard Laplace noise exceeds z."""
    tail = 0.5 * np.exp(-np.abs(z))
    return np.where(z > 0, tail, 1.0 - tail)
