"""Values that a control steps through, and the result of each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Generic, TypeVar

import numpy as np

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

T = TypeVar("T")


@result
class Along(Generic[T]):
    """The results of a control, value after value; the figure decides which one is shown.

    Attributes:
        values: (F,) of the control, ascending.
        points: what stands at each of them, F of them.

    >>> squares = Along(np.array([1.0, 2.0, 5.0]), (1.0, 4.0, 25.0))
    >>> squares.index(2.0), squares[5.0]
    (1, 25.0)
    """

    values: FloatArray
    points: Sequence[T]

    def index(self, value: float) -> int:
        """Return the place of a value.

        Raises:
            InvalidInput: it is none of the values.
        """
        return place_of(value, self.values, "value")

    def __getitem__(self, value: float) -> T:
        return self.points[self.index(value)]


def place_of(value: float, grid: FloatArray, name: str) -> int:
    """Return the index of a value in an ascending grid that holds it.

    Raises:
        InvalidInput: it does not.

    >>> place_of(2.0, np.array([1.0, 2.0, 5.0]), "level")
    1
    """
    place = int(np.searchsorted(grid, value))
    if not (place < grid.size and grid[place] == value):
        raise InvalidInput(name, "must be one of the values of the sweep", f"{value:g}")
    return place


@lru_cache(maxsize=512)
def preferred_numbers(low: float, high: float, most: int = 80) -> FloatArray:
    """Round, evenly ratio-spaced values from low to high, both ends included; read-only.

    Steps of 40, 20, 15, 10, 5 or 2 values a decade (rounded to two or three digits): the finest
    with at most `most` values.

    >>> preferred_numbers(1.0, 10.0, most=11)
    array([ 1. ,  1.3,  1.6,  2. ,  2.5,  3.2,  4. ,  5. ,  6.3,  7.9, 10. ])
    """
    low, high = validate.positive(low, "low"), validate.positive(high, "high")
    if not low <= high:
        raise InvalidInput("low", "must be at most high", f"{low:g} > {high:g}")
    decades = np.log10(high / low)
    per_decade = next((p for p in (40, 20, 15, 10, 5) if decades * p + 2 <= most + 1), 2)
    first, last = np.floor(np.log10(low) * per_decade), np.ceil(np.log10(high) * per_decade)
    exact = 10.0 ** (np.arange(first, last + 1) / per_decade)
    digits = 2 if per_decade <= 20 else 3
    rounded = np.array([float(f"{value:.{digits - 1}e}") for value in exact])
    inside = rounded[(rounded > low) & (rounded < high)]
    numbers = np.unique(np.concatenate([[low], inside, [high]]))
    numbers.flags.writeable = False
    return numbers


def round_above(value: float) -> float:
    """Return the next 1, 1.5, 2, 3, 5 or 7 times a power of ten, at or above a positive value.

    Ends of axes take such values, so they stay when data change a little.

    >>> round_above(3.2), round_above(0.011), round_above(70)
    (5.0, 0.015, 70.0)
    """
    steps = _round_steps(value)
    rounded = next(step for step in steps if step >= value * (1.0 - 1e-12))
    return float(f"{rounded:.3g}")


def round_below(value: float) -> float:
    """Return the last such value at or below a positive value.

    >>> round_below(3.2), round_below(0.0099)
    (3.0, 0.007)
    """
    steps = _round_steps(value)
    rounded = next(step for step in reversed(steps) if step <= value * (1.0 + 1e-12))
    return float(f"{rounded:.3g}")


def _round_steps(value: float) -> list[float]:
    """Return the round values of a positive value's own power of ten, and the next one's first."""
    power = 10.0 ** math.floor(math.log10(validate.positive(value, "value")))
    return [step * power for step in (1.0, 1.5, 2.0, 3.0, 5.0, 7.0, 10.0)]
