"""The answers of a class: how many gave each answer."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

BINS = 20


@result
class Histogram:
    """Numbers that were answered, in bins.

    edges : (B + 1,) strictly increasing; bin b holds edges[b] <= x < edges[b + 1], the last one
        its upper edge too.
    counts : (B,) answers in each bin; they add up to all answers.
    logarithmic : whether the bins are equally wide in the logarithm.
    """

    edges: FloatArray
    counts: NDArray[np.int_]
    logarithmic: bool


def of_choices(answers: Sequence[str], options: Sequence[str]) -> tuple[int, ...]:
    """Count the answers that name each option, in the options' order; others count nowhere.

    >>> of_choices(["a", "b", "a", "?"], ["a", "b", "c"])
    (2, 1, 0)
    """
    return tuple(sum(answer == option for answer in answers) for option in options)


def of_numbers(
    answers: Sequence[float], low: float, high: float, logarithmic: bool, bins: int = BINS
) -> Histogram:
    """Put numbers between low and high into bins of equal width, on that scale.

    answers : any number of them, each with low <= x <= high.
    low, high : finite, low < high; 0 < low where the scale is logarithmic.

    Raises InvalidInput where a rule is broken.

    >>> of_numbers([1, 2, 100], 1, 100, True, bins=2).counts
    array([2, 1])
    """
    if not (np.isfinite(low) and np.isfinite(high) and low < high):
        raise InvalidInput("low", "must be below high, both finite", f"{low:g} and {high:g}")
    if logarithmic:
        validate.positive(low, "low")
    values = np.asarray(answers, dtype=np.float64)
    if not np.all((values >= low) & (values <= high)):
        raise InvalidInput("answers", f"must lie between {low:g} and {high:g}", "others")
    edges = np.geomspace(low, high, bins + 1) if logarithmic else np.linspace(low, high, bins + 1)
    edges[0], edges[-1] = low, high
    return Histogram(edges, np.histogram(values, edges)[0], logarithmic)


def middle(answers: Sequence[float]) -> tuple[float, float]:
    """Return the middle two of some numbers, twice the same where there is one; there must be one.

    >>> middle([5.0, 1.0, 100.0]), middle([1.0, 2.0])
    ((5.0, 5.0), (1.0, 2.0))
    """
    if not answers:
        raise InvalidInput("answers", "must hold at least one", "none")
    return statistics.median_low(answers), statistics.median_high(answers)
