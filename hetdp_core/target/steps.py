"""Values that an unknown is searched among: few enough digits to be said, and set on a control."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.validate import FloatArray


@dataclass(frozen=True)
class Steps:
    """Ascending values from low to high.

    Attributes:
        low, high: the ends.  With digits both are values themselves, whatever their form.
        digits: between the ends, the numbers of this many significant digits; 0 for even steps.
        parts: of even steps: how many make 1, so that the values are whole multiples of 1 / parts.

    Raises:
        InvalidInput: low > high, no value lies between them, or low <= 0 with digits.

    >>> steps = Steps(0.98765, 1.02, digits=3)
    >>> [steps.at(place) for place in range(steps.count)]
    [0.98765, 0.988, 0.989, 0.99, 0.991, 0.992, 0.993, 0.994, 0.995, 0.996, 0.997, 0.998, 0.999, \
1.0, 1.01, 1.02]
    >>> Steps(1, 10).count, Steps(0.0, 1.0, parts=1000).at(250)
    (10, 0.25)
    """

    low: float
    high: float
    digits: int = 0
    parts: int = 1

    def __post_init__(self) -> None:
        """Check that there are values."""
        low, high = validate.real(self.low, "low"), validate.real(self.high, "high")
        if self.digits:
            validate.positive(low, "low")
        if not (low <= high and self.count > 0):
            raise InvalidInput("low", "must leave a value up to high", f"{low:g} and {high:g}")

    @cached_property
    def count(self) -> int:
        """How many values there are."""
        if not self.digits:
            return math.floor(self.high * self.parts) - self._first + 1
        if self.low == self.high:
            return 1
        return _first_rung(self.high, self.digits) - self._first + 2

    @cached_property
    def _first(self) -> int:
        """The first even step, or the first number of few digits above low."""
        if not self.digits:
            return math.ceil(self.low * self.parts)
        first = _first_rung(self.low, self.digits)
        return first + 1 if _rung(first, self.digits) == self.low else first

    def at(self, place: int) -> float:
        """Return the value at a place from 0 to count - 1."""
        if not self.digits:
            return (self._first + place) / self.parts
        if place == 0:
            return float(self.low)
        if place == self.count - 1:
            return float(self.high)
        return _rung(self._first + place - 1, self.digits)

    def place_of(self, value: float) -> int:
        """Return the place of the last of the values up to this one; 0 where there is none."""
        low, high = 0, self.count - 1
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self.at(middle) <= value else (low, middle - 1)
        return low

    @property
    def by_ratio(self) -> bool:
        """Whether the ratio of two values counts, not their difference: a logarithmic axis."""
        return self.low > 0 and self.high >= 100 * self.low

    def drawn(self, low: float, high: float, most: int) -> FloatArray:
        """Return at most this many values between two: even on an axis, both ends included.

        >>> Steps(1, 1e9).drawn(1, 1e4, 5)
        array([1.e+00, 1.e+01, 1.e+02, 1.e+03, 1.e+04])
        """
        first, last = self.place_of(low), self.place_of(high)
        ends = self.at(first), self.at(last)
        even = np.geomspace(*ends, most) if self.by_ratio else np.linspace(*ends, most)
        places = {self.place_of(float(one)) for one in even[1:-1]} | {first, last}
        return np.array([self.at(place) for place in sorted(places)])


def _rung(place: int, digits: int) -> float:
    """Return a positive number of three digits, say, by its place: 1.00 has 0 and 10.0 has 900."""
    lead = 10 ** (digits - 1)
    power, rest = divmod(place, 9 * lead)
    return float(f"{lead + rest}e{power - digits + 1}")


def _first_rung(value: float, digits: int) -> int:
    """Return the place of the first such number at or above a positive value."""
    lead: int = 10 ** (digits - 1)
    power = math.floor(math.log10(value))
    mantissa: float = value / 10.0**power
    place = 9 * lead * power + math.floor(mantissa * lead) - lead
    while _rung(place, digits) >= value:
        place -= 1
    return place + 1
