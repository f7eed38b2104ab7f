"""The same questions answered in three equally accurate ways: counted and realised loss.

Accuracy of an answer of any kind, and the level at which two kinds are equally accurate.

An answer estimates the share of its range at which the true result lies, without bias.  Its
accuracy is the largest variance of that estimate over all records.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq

from hetdp_core import validate
from hetdp_core.conversions import checked_delta, gaussian_epsilon
from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.channel import MAX_QUERY_EPSILON, query_epsilon
from hetdp_core.odometer.domain import Box
from hetdp_core.odometer.queries import (
    MOST_LEVELS,
    GaussianQuery,
    LevelsQuery,
    LinearQuery,
    Question,
    Value,
)
from hetdp_core.odometer.search import SearchEffort
from hetdp_core.odometer.transcripts.loss import Interval, Transcript
from hetdp_core.odometer.transcripts.realised import empty_transcript, extended
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

_LEAST_EPSILON = 1e-6


def levels_variance(epsilon: float, levels: int) -> float:
    """Return the largest variance of the unbiased estimate from an answer with k levels.

    The level i is reported with q + (p - q) hat_i (see `LevelsQuery`), so (i/(k-1) - q k/2)/(p-q)
    is the share on average.  Between two levels the variance is a quadratic in the share, with
    its top at hand.

    With k = 2, the paper's answer, it is 1/(4 tanh(epsilon/2)^2).

    >>> round(levels_variance(2 * math.atanh(0.5), 2), 9)
    1.0
    """
    level, k = query_epsilon(epsilon), validate.count(levels, 2, MOST_LEVELS, "levels")
    other = 1.0 / (math.exp(level) + k - 1.0)
    true = math.expm1(level) * other
    values = np.linspace(0.0, 1.0, k)
    low, high = values[:-1], values[1:]
    # E[level^2] = q sum + (p - q)((low + high) s - low high);  mean = q k / 2 + (p - q) s
    rise, mean = true * (low + high), other * k / 2.0
    top = np.clip((rise - 2.0 * mean * true) / (2.0 * true**2), low, high)
    square = other * float(np.sum(values**2)) + rise * top - true * low * high
    return float(np.max(square - (mean + true * top) ** 2)) / true**2


def levels_epsilon(variance: float, levels: int) -> float:
    """Return the epsilon at which an answer with k levels has this `levels_variance`.

    Raises:
        InvalidInput: rounding to so few levels alone is less accurate.
    """
    wanted = validate.positive(variance, "variance")
    least = levels_variance(MAX_QUERY_EPSILON, levels)
    if not wanted > least:
        rule = f"must be more than {least:.4g}, which rounding to {levels} levels takes"
        raise InvalidInput("variance", rule, f"{wanted:.4g}", "take more levels")

    def missing(epsilon: float) -> float:
        return math.log(levels_variance(epsilon, levels) / wanted)

    if missing(_LEAST_EPSILON) < 0.0:
        raise InvalidInput("variance", "must be within reach of an answer", f"{wanted:.4g}")
    return float(brentq(missing, _LEAST_EPSILON, MAX_QUERY_EPSILON, xtol=1e-13, rtol=1e-13))


KINDS = ("two", "levels", "gaussian")
"""Two outputs as in the paper, one of k levels, or a number with Gaussian noise."""

COUNTS = (1, 2, 3, 5, 7, 10, 13, 16, 20)
"""Numbers of answers after which the losses are read."""

DELTA = 1e-6
"""Chance with which the composition of Gaussian answers may fail."""

_RANGE = (-1.0, 1.0)
_EFFORT = SearchEffort(gap=0.05, group_size=2 * COUNTS[-1], group_nodes=300)
"""What a page can wait for; the interval is certified, and its width is reported.

All answers make one group, as one of k levels is worth at most two of it.  For the pages, a search
over all of them ends sooner than one over each ten and then over all.
"""


@dataclass(frozen=True)
class KindsScenario:
    """Simulated people whose records lie in [-1, 1]^d, asked the same random linear questions.

    Attributes:
        epsilon: level of an answer with two outputs; the other kinds are as accurate.
        dimension: d; each person's record is drawn uniformly.
        people, seed: how many, each with questions of their own; seed of everything.
        delta: of the composition of Gaussian answers.
    """

    epsilon: float = 1.0
    levels: int = 3
    dimension: int = 2
    people: int = 9
    seed: int = 0
    delta: float = DELTA

    def __post_init__(self) -> None:
        query_epsilon(self.epsilon)
        validate.count(self.levels, 2, 20, "levels")
        validate.count(self.dimension, 1, 4, "dimension")
        validate.count(self.people, 1, 200, "people")
        validate.count(self.seed, 0, None, "seed")
        checked_delta(self.delta)

    @property
    def variance(self) -> float:
        """Of the estimate of a share from one answer, at worst; the same for all kinds."""
        return levels_variance(self.epsilon, 2)

    @property
    def levels_epsilon(self) -> float:
        return levels_epsilon(self.variance, self.levels)

    @property
    def mu(self) -> float:
        """Gaussian-DP level of a Gaussian answer: a range of 1 over its standard deviation."""
        return 1.0 / math.sqrt(self.variance)


@result
class KindsCompared:
    """The largest possible loss of each kind's answers, and the realised one.

    With K kinds (`KINDS`), P people, F numbers of answers:

    Attributes:
        counts: (F,) numbers of answers.
        composed: (K, F) loss counted without looking at answers: the sum of epsilon for the first
            two; for Gaussian noise the epsilon of (epsilon, delta), from the sum of mu^2.
        losses: (K, P, F) certified upper ends of the realised loss.
        least: (K, P, F) certified lower ends.
    """

    scenario: KindsScenario
    counts: FloatArray
    composed: FloatArray
    losses: FloatArray
    least: FloatArray

    def percentile(self, percent: float) -> FloatArray:
        """Return (K, F) percentile of the upper ends over people."""
        return np.asarray(np.percentile(self.losses, percent, axis=1))

    @property
    def widest(self) -> float:
        return float(np.max(self.losses - self.least))


def compare_kinds(scenario: KindsScenario) -> KindsCompared:
    """Ask everybody the same questions in three ways; see `KindsCompared`.

    The realised loss holds for the answers that came, whenever one stops asking, and for Gaussian
    noise too.  It is no promise about answers to come.  With Gaussian noise no promise holds for
    every answer, so (epsilon, delta) stands next to it, for each pair of records.
    """
    counts = np.array(COUNTS, dtype=np.float64)
    losses = [
        [_losses(scenario, kind, person) for person in range(scenario.people)] for kind in KINDS
    ]
    composed = [
        counts * scenario.epsilon,
        counts * scenario.levels_epsilon,
        np.array([gaussian_epsilon(scenario.mu * math.sqrt(n), scenario.delta) for n in COUNTS]),
    ]
    lower, upper = np.moveaxis(np.array(losses), -1, 0)
    return KindsCompared(scenario, counts, np.array(composed), upper, lower)


def _losses(scenario: KindsScenario, kind: str, person: int) -> list[Interval]:
    """Return one person's realised loss after each of `COUNTS` answers of one kind."""
    rng = np.random.default_rng([scenario.seed, person])
    noise = np.random.default_rng([scenario.seed, person, 1 + KINDS.index(kind)])
    record = rng.uniform(-1.0, 1.0, scenario.dimension)
    ends = np.ones(scenario.dimension)
    answers: Transcript = empty_transcript(Box(-ends, ends), _EFFORT)
    losses = []
    for number in range(1, COUNTS[-1] + 1):
        row = rng.uniform(-1.0, 1.0, scenario.dimension + 1)
        query, output = _answered(scenario, kind, row / np.sum(np.abs(row)), record, noise)
        answers = extended(answers, query, output)
        if number in COUNTS:
            losses.append(answers.loss.interval)
    return losses


def _answered(
    scenario: KindsScenario,
    kind: str,
    row: FloatArray,
    record: FloatArray,
    rng: np.random.Generator,
) -> tuple[Question, Value]:
    slope, intercept = row[:-1], float(row[-1])
    if kind == "two":
        linear = LinearQuery(slope, intercept, *_RANGE, scenario.epsilon)
        return linear, bool(linear.draw(record, rng=rng))
    if kind == "levels":
        levels = LevelsQuery(slope, intercept, *_RANGE, scenario.levels_epsilon, scenario.levels)
        return levels, int(levels.draw(record, rng=rng))
    scale = (_RANGE[1] - _RANGE[0]) / scenario.mu
    noisy = GaussianQuery(slope, intercept, *_RANGE, scale)
    return noisy, float(noisy.draw(record, rng=rng))
