"""Rules of all games: the promise and its ceiling, how rounds are drawn, how bets are counted."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.meaning import right_at_most
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

BoolArray = NDArray[np.bool_]

ROUNDS = 20
EVEN = 0.5
BETS = {"high": 1, "low": 0, "pass": -1}
"""What one may say, as a number."""

_TIE = 1e-9
"""Log ratios this close to the largest, relatively, are the largest: they come from sums."""


@result
class Game(ABC):
    """A fact about one person, high or low, each as likely; the release; and what it tells.

    Any release is at most e^level times as likely with either value as with the other.

    Attributes:
        level: of the promise: natural log, of the fact that is bet on.
        clearest: largest |L| of any release in this game, at most `level`; exact.
        always: probability of being right for the perfect player who bets on every round; exact.
        picky: share of the rounds with |L| = `clearest`, on which the picky player bets; exact.
    """

    level: float
    clearest: float
    always: float
    picky: float

    COLUMNS: ClassVar[tuple[str, ...]]

    CEILING_MOVES: ClassVar[bool] = False
    """Whether each release has a loss, and so a ceiling, of its own."""

    @abstractmethod
    def draw(self, high: BoolArray, rng: np.random.Generator) -> FloatArray:
        """Return the (N, K) releases of the rounds, given (N,) whether the value is high."""

    @abstractmethod
    def log_ratio(self, released: ArrayLike) -> FloatArray:
        """Return (N,) L: log of how many times as likely (N, K) releases are if it is high."""

    def losses(self, released: ArrayLike) -> FloatArray:
        """Return (N,) the loss of each release about any fact, at most `level`."""
        return np.full(len(np.asarray(released)), self.level)

    @property
    def ceiling(self) -> float:
        """Nobody is right with a higher probability, given that they bet: the promise's."""
        return right_at_most(EVEN, self.level)

    @property
    def best(self) -> float:
        """Probability of being right for who bets on the clearest releases alone; exact."""
        return right_at_most(EVEN, self.clearest)

    @property
    def tight(self) -> bool:
        """Whether the clearest releases spend the level in full."""
        return self.clearest >= self.level * (1.0 - _TIE)

    def believed(self, released: ArrayLike) -> FloatArray:
        """Return (N,) probability that the value is high, after releases: Bayes' rule."""
        return np.asarray(expit(self.log_ratio(released)))


def clearest_always_picky(low: FloatArray, high: FloatArray) -> tuple[float, float, float]:
    """Return (clearest, always, picky) of a game whose releases are of finitely many kinds.

    Args:
        low, high: (K,) probability of each kind with either value, positive and summing to 1.
    """
    log_ratio = np.abs(np.log(high) - np.log(low))
    clearest = float(np.max(log_ratio))
    clear = log_ratio >= clearest * (1.0 - _TIE)
    always = float(EVEN * np.sum(np.maximum(low, high)))
    return clearest, always, min(float(EVEN * np.sum((low + high)[clear])), 1.0)


@result
class Deal:
    """The rounds of a game, drawn beforehand.

    Attributes:
        high: (N,) whether the value is high.
        released: (N, K) the releases seen in each round.
    """

    high: BoolArray
    released: FloatArray


def deal(rules: Game, rng: np.random.Generator, rounds: int = ROUNDS) -> Deal:
    """Draw values and releases, in at least one round; NumPy's randomness, for a game alone."""
    count = validate.count(rounds, 1, 1_000_000, "rounds")
    high = rng.random(count) < EVEN
    return Deal(high, rules.draw(high, rng))


@result
class Score:
    """How somebody has done so far.

    Attributes:
        bets: (K,) bets made after each round.
        right: (K,) bets right after each round.
    """

    bets: NDArray[np.intp]
    right: NDArray[np.intp]

    @property
    def share(self) -> FloatArray:
        """(K,) share of the bets that are right; NaN before the first."""
        return _per_bet(self.right, self.bets)


def score(dealt: Deal, bets: Sequence[str]) -> Score:
    """Count bets and right ones.

    Args:
        bets: keys of `BETS`, one for each round so far, no more than there are.

    Raises:
        InvalidInput: there are more, or one is no bet.

    >>> counted = score(Deal(np.array([True, True]), np.zeros((2, 1))), ["high", "pass"])
    >>> counted.bets.tolist(), counted.right.tolist()
    ([1, 1], [1, 1])
    """
    numbers = _numbers(dealt, bets)
    has_bet = numbers >= 0
    return Score(np.cumsum(has_bet), np.cumsum(has_bet & (numbers == dealt.high[: numbers.size])))


def allowed(rules: Game, dealt: Deal, bets: Sequence[str]) -> FloatArray:
    """Return (K,) share of the bets so far that may be right in the long run: NaN before a bet.

    The average, over the rounds that were bet on, of e^loss / (1 + e^loss) with the loss of each
    release.  Given the releases, nobody's expected share of right bets is larger.
    """
    has_bet = _numbers(dealt, bets) >= 0
    ceilings = expit(rules.losses(dealt.released[: has_bet.size]))
    return _per_bet(np.cumsum(np.where(has_bet, ceilings, 0.0)), np.cumsum(has_bet))


def _numbers(dealt: Deal, bets: Sequence[str]) -> NDArray[np.intp]:
    if len(bets) > dealt.high.size:
        raise InvalidInput("bets", f"must be at most {dealt.high.size}", f"{len(bets)}")
    return np.array([BETS[validate.choice(bet, BETS, "bet")] for bet in bets], dtype=np.intp)


def _per_bet(total: NDArray[Any], bets: NDArray[np.intp]) -> FloatArray:
    with np.errstate(invalid="ignore"):
        return np.asarray(total / bets)


def perfect(rules: Game, dealt: Deal, picky: bool) -> list[str]:
    """Return the perfect player's bets; a picky one passes where releases are less clear."""
    log_ratio = rules.log_ratio(dealt.released)
    clear = np.abs(log_ratio) >= rules.clearest * (1.0 - _TIE)
    likelier = np.where(log_ratio > 0, "high", "low")
    return [str(bet) for bet in np.where(clear | (not picky), likelier, "pass")]
