"""Discretise and perturb: one answer in a range becomes one of its two ends, at random.

Eq. (5) of Pan, "Actual knowledge gain as privacy loss in local privacy accounting"
(after Nguyên et al., arXiv:1606.05053).

Randomised response with a coin: the answers of a crowd, and the loss of one answer.

Toss a coin.  Heads: tell the truth.  Tails: toss again, and say yes on heads, no on tails.

Local model: a person sends one such answer and trusts nobody; any two true answers are neighbours.
With t the chance of telling the truth, people say yes with chance (1 + t)/2 if it is true of them,
and (1 - t)/2 if not.  The odds change by at most (1 + t)/(1 - t) = e^epsilon, and attain it.
(Warner 1965, "Randomized response", in the form with two coins.)
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import overload

import numpy as np
from scipy.special import expit

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.validate import FloatArray

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


@overload
def chance(share: float, epsilon: float) -> float: ...
@overload
def chance(share: FloatArray, epsilon: float | FloatArray) -> FloatArray: ...
def chance(share: float | FloatArray, epsilon: float | FloatArray) -> float | FloatArray:
    """Return the chance of the end at which an answer lies by this share: Eq. (5)."""
    if isinstance(epsilon, np.ndarray):
        return np.asarray(expit(-epsilon) + share * np.tanh(0.5 * epsilon))
    return low_chance(epsilon) + share * math.tanh(0.5 * epsilon)


FAIR = 0.5


@dataclass(frozen=True)
class Toss:
    """The coin's instruction.

    Attributes:
        honest: the first coin shows heads: tell the truth.
        yes: the second one does: say yes, true or not; None if it is not tossed.
    """

    honest: bool
    yes: bool | None


def toss(rng: np.random.Generator) -> Toss:
    """Toss the coin, and again after tails."""
    first, second = rng.random(2) < FAIR
    return Toss(bool(first), None if first else bool(second))


def coin_level(honest: float = FAIR) -> float:
    """Return the privacy level epsilon = log((1 + t)/(1 - t)) of such an answer.

    Raises:
        InvalidInput: t, the chance of telling the truth, is not strictly between 0 and 1, or so
            near to 1 that the level is no query's.

    >>> round(math.exp(coin_level()), 9)
    3.0
    """
    share = validate.within(validate.positive(honest, "honest"), 0.0, 1.0, "honest")
    return query_epsilon(2.0 * math.atanh(share) if share < 1.0 else math.inf)


@dataclass(frozen=True)
class Crowd:
    """People who answer with the coin, counted as they come out on average.

    Attributes:
        people: how many there are, at least 1.
        holding: of how many yes is true, at most all.
        epsilon: level of each answer, positive.

    >>> crowd = Crowd(100, 20, coin_level())
    >>> round(crowd.yes, 6), round(crowd.believed, 4), round(crowd.estimate(crowd.yes), 6)
    (35.0, 0.4286, 20.0)
    """

    people: int
    holding: int
    epsilon: float

    def __post_init__(self) -> None:
        validate.count(self.people, 1, None, "people")
        validate.count(self.holding, 0, self.people, "holding")
        query_epsilon(self.epsilon)

    @property
    def true_yes(self) -> float:
        """The number of true cases among those who say yes."""
        return self.holding * chance(1.0, self.epsilon)

    @property
    def false_yes(self) -> float:
        """The number of false cases among those who say yes."""
        return (self.people - self.holding) * chance(0.0, self.epsilon)

    @property
    def yes(self) -> float:
        return self.true_yes + self.false_yes

    @property
    def believed(self) -> float:
        """Probability that yes is true of somebody who says it: Bayes' rule."""
        return self.true_yes / self.yes

    def estimate(self, yes: float) -> float:
        """Return of how many yes is true, judged by how many say it: unbiased."""
        return (yes - self.people * chance(0.0, self.epsilon)) / math.tanh(0.5 * self.epsilon)

    @property
    def spread(self) -> float:
        """Standard deviation of that, over the tosses."""
        variance = chance(1.0, self.epsilon) * chance(0.0, self.epsilon)
        return math.sqrt(self.people * variance) / math.tanh(0.5 * self.epsilon)
