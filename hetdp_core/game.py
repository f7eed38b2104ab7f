"""Bet against the noise: a private mean is released, with one user's value high or low.

The player knows all other values, sees the mean with its noise, and bets on which of the two it
was, or passes.  Each is as likely.  In the central model, with every user at level epsilon
(bounded neighbours), ADPM weighs all alike and adds Laplace noise: the two answers lie epsilon
noise scales apart.  So, with L the log of how many times as likely the release is if the value is
high,

    L = (|y - low| - |y - high|) / scale, from -epsilon to epsilon;
    who bets on every round, by the sign of L, is right with probability 1 - e^(-epsilon/2) / 2;
    who bets only where |L| = epsilon bets on (1 + e^-epsilon) / 2 of the rounds, and is right
    with probability e^epsilon / (1 + e^epsilon), the ceiling of `meaning.right_at_most`.

Both by integrating the Laplace density: beyond both answers, and up to the middle of them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.frozen import freeze_arrays
from hetdp_core.mean.plan import MeanPlan
from hetdp_core.mean.saturation import adpm
from hetdp_core.meaning import right_at_most
from hetdp_core.validate import FloatArray

ROUNDS = 20
USERS = 100
RANGE = 100.0
"""Values lie from 0 to this; the others' average is in the middle."""

EVEN = 0.5
BETS = {"high": 1, "low": 0, "pass": -1}
"""What one may say, as a number."""


@dataclass(frozen=True, eq=False)
class Game:
    """The rules of a game: a level, and what they make of it.

    Attributes:
        epsilon: level of every user.
        plan: weights and noise of the released mean, on the scale from -1/2 to 1/2.
    """

    epsilon: float
    plan: MeanPlan

    @property
    def answers(self) -> tuple[float, float]:
        """The mean without noise if the value is low, and if it is high."""
        half = 0.5 * float(self.plan.weights[0])
        return RANGE * (0.5 - half), RANGE * (0.5 + half)

    @property
    def scale(self) -> float:
        """Of the Laplace noise, in the units of the values."""
        return RANGE * self.plan.noise_scale

    @property
    def ceiling(self) -> float:
        """Nobody is right with a higher probability, given that they bet."""
        return right_at_most(EVEN, self.epsilon)

    @property
    def always(self) -> float:
        """Probability of being right for the perfect player who bets on every round."""
        return 1.0 - 0.5 * math.exp(-0.5 * self.epsilon)

    @property
    def picky(self) -> float:
        """Share of the rounds on which one bets who is right as often as the ceiling allows."""
        return 0.5 + 0.5 * math.exp(-self.epsilon)

    def log_ratio(self, released: ArrayLike) -> FloatArray:
        """Return L: log of how many times as likely a release is if the value is high."""
        seen = np.asarray(released, dtype=np.float64)
        low, high = self.answers
        found: FloatArray = (np.abs(seen - low) - np.abs(seen - high)) / self.scale
        return found

    def believed(self, released: ArrayLike) -> FloatArray:
        """Return the probability that the value is high, after a release: Bayes' rule."""
        return np.asarray(expit(self.log_ratio(released)))


@dataclass(frozen=True, eq=False)
class Deal:
    """What comes in a game, drawn beforehand.

    Attributes:
        high: (N,) whether the value is high.
        released: (N,) the mean with noise.
    """

    high: NDArray[np.bool_]
    released: FloatArray

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze_arrays(self)


def game(epsilon: float) -> Game:
    """Return the rules at a level.

    Args:
        epsilon: from 0.05 to 5, natural log: below, the mid-point of the range would be released.

    Raises:
        InvalidInput: it is not.

    >>> rules = game(1.0)
    >>> rules.answers, round(rules.ceiling, 3), round(rules.always, 3), round(rules.picky, 3)
    ((49.5, 50.5), 0.731, 0.697, 0.684)
    """
    level = validate.within(validate.positive(epsilon, "epsilon"), 0.05, 5.0, "epsilon")
    return Game(level, adpm(np.full(USERS, level)))


def deal(rules: Game, rng: np.random.Generator, rounds: int = ROUNDS) -> Deal:
    """Draw values and releases.

    Args:
        rules: of the game.
        rng: source of all randomness (NumPy: for a game, not for a release).
        rounds: how many, at least 1.
    """
    count = validate.count(rounds, 1, 1_000_000, "rounds")
    high = rng.random(count) < EVEN
    low_answer, high_answer = rules.answers
    noise = rng.laplace(0.0, rules.scale, count)
    return Deal(high, np.where(high, high_answer, low_answer) + noise)


@dataclass(frozen=True, eq=False)
class Score:
    """How somebody has done so far.

    Attributes:
        made: (K,) bets made after each round.
        right: (K,) bets right after each round.
    """

    made: NDArray[np.intp]
    right: NDArray[np.intp]

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze_arrays(self)

    @property
    def share(self) -> FloatArray:
        """(K,) share of the bets that are right; NaN before the first."""
        with np.errstate(invalid="ignore"):
            found: FloatArray = self.right / self.made
        return found


def score(dealt: Deal, bets: Sequence[str]) -> Score:
    """Count bets and right ones.

    Args:
        dealt: the rounds.
        bets: keys of `BETS`, one for each round so far, no more than there are.

    Raises:
        InvalidInput: there are more, or one is no bet.

    >>> found = score(Deal(np.array([True, True]), np.zeros(2)), ["high", "pass"])
    >>> found.made.tolist(), found.right.tolist()
    ([1, 1], [1, 1])
    """
    if len(bets) > dealt.high.size:
        raise InvalidInput("bets", f"must be at most {dealt.high.size}", f"{len(bets)}")
    said = np.array([BETS[validate.choice(one, BETS, "bet")] for one in bets], dtype=int)
    made = said >= 0
    return Score(np.cumsum(made), np.cumsum(made & (said == dealt.high[: said.size])))


def perfect(rules: Game, dealt: Deal, picky: bool) -> list[str]:
    """Return the bets of the perfect player.

    Args:
        rules: of the game.
        dealt: the rounds, of which only the releases are looked at.
        picky: passes where the release speaks less clearly than it might.
    """
    low, high = rules.answers
    clear = (dealt.released <= low) | (dealt.released >= high)
    towards = np.where(rules.log_ratio(dealt.released) > 0, "high", "low")
    return [str(one) for one in np.where(clear | (not picky), towards, "pass")]
