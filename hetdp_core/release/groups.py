"""Users by the level they asked for: one by one, or put together for people to read.

Levels as decimals: what a person declared stays as it was, and no guarantee is rounded down.

A level that was declared as 0.32 may come out of a computation as 0.31999999999999984, and one that
several levels lead to as 0.4600000000000005.  The first is written as the shortest decimal from
there upwards; the second is made a short decimal *before* the noise is computed from it, so that
the guarantee is that decimal and not about it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from typing import NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from hetdp_core.validate import FloatArray


class Group(NamedTuple):
    """Users who asked for the same level; there may be as many groups as users.

    Attributes:
        level: their epsilon; infinity for users who asked for no privacy.
        users: how many.
        guaranteed: the epsilon that holds for each of them.
    """

    level: float
    users: int
    guaranteed: float


@dataclass(frozen=True)
class Span:
    """Users who asked for levels from `low` to `high`, which may be the same.

    Attributes:
        low, high: of what they asked for; infinity for users who asked for no privacy.
        users: how many.
        guaranteed: the epsilon that holds for each of them: that of the most exposed one.
        least: the smallest epsilon that holds for one of the groups that are put together here.
    """

    low: float
    high: float
    users: int
    guaranteed: float
    least: float


def odds_factor(guaranteed: float) -> float:
    """Return e^guaranteed: by how much the answer may change anyone's odds; may be infinite."""
    return math.exp(guaranteed) if guaranteed < 700.0 else math.inf


@dataclass(frozen=True, eq=False)
class Groups(Sequence[Group]):
    """All groups, the strictest first: three arrays, since there may be as many as users."""

    levels: FloatArray
    users: NDArray[np.int64]
    guaranteed: FloatArray

    def __len__(self) -> int:
        """Return how many different levels are asked for."""
        return self.levels.size

    @overload
    def __getitem__(self, place: int) -> Group: ...
    @overload
    def __getitem__(self, place: slice) -> Groups: ...
    def __getitem__(self, place: int | slice) -> Group | Groups:
        """Return one group, or some of them."""
        if isinstance(place, slice):
            return Groups(self.levels[place], self.users[place], self.guaranteed[place])
        level, guaranteed = float(self.levels[place]), float(self.guaranteed[place])
        return Group(level, int(self.users[place]), guaranteed)


def grouped(epsilon: FloatArray, guaranteed: FloatArray) -> Groups:
    """Group users by level asked, the strictest first; the largest guarantee of a group counts."""
    levels, group = np.unique(epsilon, return_inverse=True)
    most = np.zeros(levels.size)
    np.maximum.at(most, group, guaranteed)
    return Groups(levels, np.bincount(group), most)


def condensed(groups: Groups, most: int) -> tuple[Span, ...]:
    """Return at most `most` spans, each of neighbouring groups; who asked for no privacy apart.

    >>> asked = np.array([0.1] * 5 + [1.0] * 3 + [2.0])
    >>> condensed(grouped(asked, np.minimum(asked, 1.2)), 2)[0]
    Span(low=0.1, high=1.0, users=8, guaranteed=1.0, least=0.1)
    """
    finite = int(np.count_nonzero(np.isfinite(groups.levels)))
    return tuple(_span(groups[part]) for part in _cut(finite, len(groups), most))


def put_together(spans: Sequence[Span], most: int) -> tuple[Span, ...]:
    """Return at most `most` spans in place of more, as `condensed` does."""
    finite = sum(math.isfinite(span.low) for span in spans)
    parts = [spans[part] for part in _cut(finite, len(spans), most)]
    return tuple(
        Span(
            part[0].low,
            part[-1].high,
            sum(span.users for span in part),
            max(span.guaranteed for span in part),
            min(span.least for span in part),
        )
        for part in parts
    )


def _cut(finite: int, count: int, most: int) -> list[slice]:
    """Return neighbours that go together: at most so many parts of about the same length.

    finite : levels, which come first; what comes after them is the part of those without.
    """
    size = max(1, math.ceil(finite / max(1, most - (count > finite))))
    starts = [*range(0, finite, size), *([finite] if count > finite else [])]
    return list(map(slice, starts, [*starts[1:], count]))


def _span(part: Groups) -> Span:
    low, high = float(part.levels[0]), float(part.levels[-1])
    levels = part.guaranteed
    return Span(low, high, int(np.sum(part.users)), float(np.max(levels)), float(np.min(levels)))


DIGITS = 12
"""Of a level that is computed from others: what is left out is far below any choice of levels."""

WRITTEN = 9
"""Of a guarantee in a receipt in JSON: rounding errors are far smaller, and vanish upwards."""


def shortened(level: float) -> float:
    """Return the number of at most `DIGITS` digits next to a positive level; infinity stays.

    It may be smaller or larger: only for a level that the noise is computed from afterwards.

    >>> shortened(0.4600000000000005)
    0.46
    """
    return float(f"{level:.{DIGITS}g}")


def rounded_up(level: float, digits: int = WRITTEN) -> float:
    """Return the least number of this many digits that is no smaller; infinity stays.

    Of the decimal that the level is written as, and that is read as this very float: to read a
    larger decimal keeps the order, so what comes out is >= level as a float.

    >>> rounded_up(0.31999999999999984), rounded_up(0.12341, 4), rounded_up(0.2)
    (0.32, 0.1235, 0.2)
    """
    if not math.isfinite(level):
        return level
    return float(Context(prec=digits, rounding=ROUND_CEILING).plus(Decimal(repr(float(level)))))


def as_bound(most: float) -> float:
    """Return a bound in three digits, rounded up; what a float's own rounding adds is not counted.

    >>> as_bound(0.10241), as_bound(3 * 0.1)
    (0.103, 0.3)
    """
    return rounded_up(float(f"{most:.{DIGITS}g}"), 3)


def rounded_down(level: float, digits: int) -> float:
    """Return the largest number of this many digits that is no larger; infinity stays.

    >>> rounded_down(0.12387, 3), rounded_down(0.3, 3), rounded_down(1999.0, 3)
    (0.123, 0.3, 1990.0)
    """
    if not math.isfinite(level):
        return level
    return float(Context(prec=digits, rounding=ROUND_FLOOR).plus(Decimal(repr(float(level)))))


def in_digits(value: float, digits: int = 3) -> str:
    """Return a number in so many digits, without a power of ten up to fifteen places.

    >>> in_digits(3406.8), in_digits(0.00002361), in_digits(279.4)
    ('3410', '0.0000236', '279')
    """
    rounded = float(f"{value:.{digits}g}")
    if 1e-15 <= abs(rounded) < 1e-4:
        return np.format_float_positional(rounded, trim="-")
    return f"{rounded:.15g}"


def stated(half_width: float) -> float:
    """Return what is published after ±: three digits, rounded up, before and after a release.

    It leaves room for a result that is rounded to the last of these digits (`to_the_last_digit`).

    >>> stated(0.0072881), stated(656.2), stated(0.999)
    (0.0073, 657.0, 1.01)
    """
    if not 0.0 < half_width < math.inf:
        return half_width
    written = rounded_up(half_width + 0.5 * 10.0 ** -last_digit(half_width), 3)
    if last_digit(written) < last_digit(half_width):  # its last digit is another one
        written = rounded_up(half_width + 0.5 * 10.0 ** -last_digit(written), 3)
    return written


def last_digit(half_width: float) -> int:
    """Return the place after the point of the third digit of a positive number.

    >>> last_digit(9.84), last_digit(657.0), last_digit(2140.0)
    (2, 0, -1)
    """
    return 2 - math.floor(math.log10(half_width))


def to_the_last_digit(value: float, half_width: float) -> float:
    """Return a number to the third digit of what stands after ± beside it.

    >>> to_the_last_digit(129.7189, 9.84), to_the_last_digit(13271.6, 2140.0)
    (129.72, 13270.0)
    """
    return round(value, last_digit(half_width)) if 0.0 < half_width < math.inf else value
