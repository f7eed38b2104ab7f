"""One number is released with Laplace noise: what either value adds up to, and the noise.

With d the distance of the two answers in noise scales, and y the release,

    L = (|y - low| - |y - high|) / scale, from -d to d;
    who bets on every round, by the sign of L, is right with probability 1 - e^(-d/2) / 2;
    who bets only where |L| = d bets on (1 + e^-d) / 2 of the rounds, and is right with
    probability e^d / (1 + e^d).

Both by integrating the Laplace density: beyond both answers, and up to the middle of them.

The game of a mean: a private mean is released, with one user's value high or low.

The player knows all other values.  In the central model, with every user at level epsilon (bounded
neighbours), ADPM weighs all alike and adds Laplace noise; the two answers lie epsilon noise scales
apart, so that the ceiling is attained.

The game of a regression: a private coefficient, with one record's label high or low.

Central model, one feature, every record at level epsilon (bounded neighbours), output perturbation
with the sharp noise (`hetdp_core.ridge.noise`).  In one dimension its density, proportional to
e^(-rate |b|), is Laplace's.  The noise has to hide any change of any record in any data set; here a
label alone changes, in known data, so that less than epsilon is spent on it, and the more the
larger λ is.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.game.rules import BoolArray, Game
from hetdp_core.mean.saturation import adpm
from hetdp_core.ridge.releases import fit
from hetdp_core.validate import FloatArray


@dataclass(frozen=True)
class OneNumber(Game):
    """The rules of such a game.

    Attributes:
        promised: level of the promise, natural log.
        low, high: what would be released without noise, with either value.
        scale: of the Laplace noise, in the same unit.
    """

    promised: float
    low: float
    high: float
    scale: float

    COLUMNS: ClassVar[tuple[str, ...]] = ("released",)

    @property
    def level(self) -> float:
        """As promised."""
        return self.promised

    @property
    def clearest(self) -> float:
        """Distance of the two answers in noise scales."""
        return (self.high - self.low) / self.scale

    @property
    def always(self) -> float:
        """Probability that the release lies on the right side of the middle."""
        return 1.0 - 0.5 * math.exp(-0.5 * self.clearest)

    @property
    def picky(self) -> float:
        """Probability that the release lies beyond both answers."""
        return 0.5 + 0.5 * math.exp(-self.clearest)

    def draw(self, high: BoolArray, rng: np.random.Generator) -> FloatArray:
        """Return (N, 1) released numbers."""
        noise = rng.laplace(0.0, self.scale, high.size)
        return (np.where(high, self.high, self.low) + noise)[:, None]

    def log_ratio(self, released: ArrayLike) -> FloatArray:
        """Return (N,) L of (N, 1) released numbers."""
        seen = np.asarray(released, dtype=np.float64)[..., 0]
        found: FloatArray = (np.abs(seen - self.low) - np.abs(seen - self.high)) / self.scale
        return found


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


RECORDS = 100
LAMBDA = 1.0
SLOPE = 0.5
"""Labels of the others are this times their feature, which is spread evenly from -1 to 1."""


def regression_game(epsilon: float) -> OneNumber:
    """Return the rules at a level.

    Args:
        epsilon: from 0.05 to 5, natural log.

    Raises:
        InvalidInput: it is not.

    >>> rules = regression_game(1.0)
    >>> round(rules.ceiling, 3), round(rules.clearest, 2), round(rules.best, 3)
    (0.731, 0.59, 0.644)
    """
    level = validate.within(validate.positive(epsilon, "epsilon"), 0.05, 5.0, "epsilon")
    others = np.linspace(-1.0, 1.0, RECORDS - 1)
    features, known = np.append(others, 1.0)[:, None], SLOPE * others
    levels, unused = np.full(RECORDS, level), np.random.default_rng(0)
    low, high = (
        fit(features, np.append(known, label), levels, LAMBDA, rng=unused) for label in (-1.0, 1.0)
    )
    answers = float(low.nonprivate[0]), float(high.nonprivate[0])
    return OneNumber(level, *answers, 1.0 / high.noise_rate)
