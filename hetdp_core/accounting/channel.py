"""Discretise and perturb: one answer in a range becomes one of its two ends, at random.

Eq. (5) of Pan, "Actual knowledge gain as privacy loss in local privacy accounting"
(after Nguyên et al., arXiv:1606.05053), and the mean of a group from such answers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.validate import FloatArray

BoolArray = NDArray[np.bool_]
Shaped = TypeVar("Shaped", float, FloatArray)

MAX_QUERY_EPSILON = 30.0
"""Largest privacy level of one query: beyond, chances near e^-epsilon drown in rounding."""


def query_epsilon(value: float, name: str = "epsilon") -> float:
    """A privacy level of one query: in (0, `MAX_QUERY_EPSILON`]."""
    epsilon = validate.positive(value, name)
    if not epsilon <= MAX_QUERY_EPSILON:
        rule = f"must be at most {MAX_QUERY_EPSILON:g} for one query"
        raise InvalidInput(name, rule, f"{epsilon:g}")
    return epsilon


def low_chance(epsilon: float) -> float:
    """Chance 1/(e^epsilon + 1) that an answer at one end is reported as the other."""
    return float(expit(-epsilon))


def chance(share: Shaped, epsilon: float) -> Shaped:
    """Chance of the end that an answer lies at by this share (1 = at that end): Eq. (5)."""
    return low_chance(epsilon) + share * math.tanh(0.5 * epsilon)


def perturb(
    results: ArrayLike, low: float, high: float, epsilon: float, *, rng: np.random.Generator
) -> BoolArray:
    """Report each result as the high (True) or the low end of its range: epsilon-LDP each.

    Local model: each person does this on their own; any two results in the range lead to
    the same report with chances that differ by a factor of at most e^epsilon.

    Args:
        results: any shape, each in [low, high].
        low, high: the range, low < high.
        epsilon: in (0, `MAX_QUERY_EPSILON`], natural log.
        rng: source of the reports.

    Raises:
        InvalidInput: a result outside its range; clipping it is the caller's decision.

    Source: Eq. (5).
    """
    low, high = validate.interval((low, high), "range")
    values = np.asarray(results, dtype=np.float64)
    if not np.all((values >= low) & (values <= high)):
        rule = f"must lie between {low:g} and {high:g}"
        raise InvalidInput("results", rule, "some outside", "clip them first")
    share = (values - low) / (high - low)
    return np.asarray(rng.random(values.shape) < chance(share, query_epsilon(epsilon)))


@dataclass(frozen=True)
class GroupMean:
    """The mean result of a group, from how often the high end was reported.

    Attributes:
        mean: unbiased; it may leave the range, which only its noise does.
        standard_error: of `mean` around the group's true mean, at most; NaN when the number
            of people was not given.
    """

    mean: float
    standard_error: float


def group_mean(
    frequency: float, low: float, high: float, epsilon: float, people: int | None = None
) -> GroupMean:
    """Unbiased mean of a group from the frequency of "high": low + (high-low)(f - p)/(1 - 2p).

    Here p = 1/(e^epsilon + 1).  The reports are independent given the results, with chances
    whose mean is f, so Var(f) <= f(1-f)/n, with equality when all chances are equal; the
    standard error puts the observed f there, and at least p(1-p)/n, the variance of a report
    of an answer at an end.

    Args:
        frequency: share of reports that said "high", in [0, 1].
        low, high: the range of the result.
        epsilon: of the query.
        people: n, how many reports; without it there is no standard error.

    >>> round(group_mean(0.6, 0.0, 1.0, np.log(1.5)).mean, 12)
    1.0
    """
    frequency = validate.within(frequency, 0.0, 1.0, "frequency")
    low, high = validate.interval((low, high), "range")
    epsilon = query_epsilon(epsilon)
    p, contrast = low_chance(epsilon), math.tanh(0.5 * epsilon)
    mean = low + (high - low) * (frequency - p) / contrast
    if people is None:
        return GroupMean(mean, math.nan)
    people = validate.count(people, 1, None, "people")
    variance = max(frequency * (1.0 - frequency), p * (1.0 - p)) / people
    return GroupMean(mean, (high - low) * math.sqrt(variance) / contrast)
