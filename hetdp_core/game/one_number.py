"""One number is released with Laplace noise: what either value adds up to, and the noise.

With d the distance of the two answers in noise scales, and y the release,

    L = (|y - low| - |y - high|) / scale, from -d to d;
    who bets on every round, by the sign of L, is right with probability 1 - e^(-d/2) / 2;
    who bets only where |L| = d bets on (1 + e^-d) / 2 of the rounds, and is right with
    probability e^d / (1 + e^d).

Both by integrating the Laplace density: beyond both answers, and up to the middle of them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core.game.rules import BoolArray, Game
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
