"""Levels as decimals: what a person declared stays as it was, and no guarantee is rounded down.

A level that was declared as 0.32 may come out of a computation as 0.31999999999999984, and one that
several levels lead to as 0.4600000000000005.  The first is written as the shortest decimal from
there upwards; the second is made a short decimal *before* the noise is computed from it, so that
the guarantee is that decimal and not about it.
"""

from __future__ import annotations

import math
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal

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

    >>> in_digits(3406.8), in_digits(0.012345), in_digits(279.4)
    ('3410', '0.0123', '279')
    """
    return f"{float(f'{value:.{digits}g}'):.15g}"
