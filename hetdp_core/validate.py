"""One place for limits and for turning raw input into checked arrays.

Every check is written positively (`if not np.all(x > 0)`), so NaN fails it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hetdp_core.errors import InvalidInput
from hetdp_core.numerals import counted

FloatArray = NDArray[np.float64]

Option = TypeVar("Option", bound=str)

MAX_USERS = 1_000_000
"""Most users a profile may list one by one (levels x counts has no such limit)."""

MAX_EPSILON = 1e100
"""Largest finite privacy level: its square, summed over all users, must not overflow."""

MIN_EPSILON = 1e-100
"""Smallest privacy level: the variance of its noise must not overflow."""

MIN_WIDTH = 1e-100
"""Smallest width of a range of values: its square must not vanish."""

MIN_WIDTH_OF_ENDS = 2.0**-28
"""Smallest width of a range as a part of its larger end.

A release counts in 2**24 steps from end to end: no step may then be finer than floats are at the
ends, 2**-52 of them.  Otherwise the released number would be coarser than it says.
"""

MAX_UPLOAD_BYTES = 5_000_000
"""Largest file a user may upload (5 MB)."""


def _first_bad(values: FloatArray, ok: NDArray[np.bool_]) -> str:
    """Return the first offending value, written with its position when there are several."""
    index = int(np.argmin(ok))
    value = f"{values[index]:g}"
    return value if values.size == 1 else f"{value} at position {index + 1} of {values.size:,}"


def as_floats(values: ArrayLike, name: str) -> FloatArray:
    """Return a one-dimensional, non-empty float64 array, the input itself if it is one."""
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise InvalidInput(name, "must hold numbers only", repr(values)[:60]) from None
    if array.ndim != 1:
        raise InvalidInput(name, "must be one-dimensional", f"{array.ndim} dimensions")
    if array.size == 0:
        raise InvalidInput(name, "must not be empty", "no values")
    return array


def epsilons(values: ArrayLike, name: str = "epsilon") -> FloatArray:
    """Check privacy levels: each from `MIN_EPSILON` to `MAX_EPSILON`, or infinite (public).

    >>> epsilons([0.1, float("inf")])
    array([0.1, inf])
    """
    array = as_floats(values, name)
    ok = array > 0
    if not np.all(ok):
        raise InvalidInput(
            name, "must be positive, or infinity for a public user", _first_bad(array, ok)
        )
    large_enough = array >= MIN_EPSILON
    if not np.all(large_enough):
        bad = _first_bad(array, large_enough)
        raise InvalidInput(name, f"must be at least {MIN_EPSILON:g}", bad, "no noise is so large")
    meaningful = (array <= MAX_EPSILON) | np.isinf(array)
    if not np.all(meaningful):
        rule = f"must be at most {MAX_EPSILON:g}, or infinity for a public user"
        raise InvalidInput(name, rule, _first_bad(array, meaningful))
    return array


def positive(value: float, name: str, *, allow_infinity: bool = False) -> float:
    """Return a float > 0, finite unless infinity is explicitly allowed."""
    number = real(value, name, allow_infinity=allow_infinity)
    if not number > 0:
        raise InvalidInput(name, "must be positive", f"{number:g}")
    return number


def real(value: float, name: str, *, allow_infinity: bool = False) -> float:
    """Return a float that is not NaN, and finite unless infinity is explicitly allowed."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise InvalidInput(name, "must be a number", repr(value)[:60]) from None
    if math.isnan(number) or (math.isinf(number) and not allow_infinity):
        raise InvalidInput(name, "must be a finite number", f"{number:g}")
    return number


def within(value: float, low: float, high: float, name: str) -> float:
    """Return a float in the closed interval [low, high]."""
    number = real(value, name)
    if not low <= number <= high:
        raise InvalidInput(name, f"must lie between {low:g} and {high:g}", f"{number:g}")
    return number


def fraction_of_percent(percent: float, name: str) -> float:
    """Return a share from 0 to 1, given as 0 to 100 percent."""
    return within(percent, 0.0, 100.0, name) / 100.0


def count(value: int, low: int, high: int | None, name: str) -> int:
    """Return a whole number in [low, high] (no upper limit when high is None)."""
    try:
        is_whole = not isinstance(value, bool) and float(value).is_integer()
    except (TypeError, ValueError, OverflowError):
        is_whole = False
    if not is_whole:
        raise InvalidInput(name, "must be a whole number", repr(value)[:60])
    number = int(value)
    if not (number >= low and (high is None or number <= high)):
        least = f"must be at least {low:,}"
        rule = least if high is None else f"must lie between {low:,} and {high:,}"
        raise InvalidInput(name, rule, f"{number:,}")
    return number


def counts(values: ArrayLike, size: int, name: str = "counts") -> NDArray[np.int64]:
    """Return whole numbers >= 0, one per level, at least one of them positive."""
    array = as_floats(values, name)
    if array.size != size:
        raise InvalidInput(name, f"must have one entry per level ({size})", f"{array.size} entries")
    ok = (array >= 0) & (array == np.floor(array)) & (array < 2**62)
    if not np.all(ok):
        raise InvalidInput(name, "must be whole numbers, zero or more", _first_bad(array, ok))
    if not np.any(array > 0):
        raise InvalidInput(name, "must count at least one user", "only zeros")
    return array.astype(np.int64)


def interval(bounds: Sequence[float], name: str = "bounds") -> tuple[float, float]:
    """Return a pair (low, high) of finite numbers with low < high."""
    if len(bounds) != 2:
        raise InvalidInput(name, "must be a pair (low, high)", f"{len(bounds)} values")
    low, high = real(bounds[0], f"{name}[0]"), real(bounds[1], f"{name}[1]")
    if not low < high:
        rule = "must go from a lower to a higher value"
        raise InvalidInput(name, rule, f"{low:g} to {high:g}")
    return low, high


def wide_interval(bounds: Sequence[float], name: str = "bounds") -> tuple[float, float]:
    """Return a pair (low, high) with room for the steps of a release between.

    Raises:
        InvalidInput: not finite, not low < high, or nearer than `MIN_WIDTH`, or than
            `MIN_WIDTH_OF_ENDS` times the larger of the two.

    >>> wide_interval((0.0, 120.0))
    (0.0, 120.0)
    """
    low, high = interval(bounds, name)
    least = max(MIN_WIDTH, MIN_WIDTH_OF_ENDS * max(abs(low), abs(high)))
    if not high - low >= least:
        remedy = "take a smaller unit, or count from the lowest value"
        raise InvalidInput(name, f"must be at least {least:.3g} apart", f"{low} and {high}", remedy)
    return low, high


def choice(value: str, options: Iterable[Option], name: str) -> Option:
    """Return one of the named options."""
    known = tuple(options)
    if value not in known:
        raise InvalidInput(name, f"must be one of {', '.join(known)}", repr(value)[:60])
    return next(option for option in known if option == value)


def matrix(values: ArrayLike, name: str) -> FloatArray:
    """Return a (rows, columns) float64 array of finite numbers, the input itself if it is one."""
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise InvalidInput(name, "must hold numbers only", repr(values)[:60]) from None
    if array.ndim != 2 or array.size == 0:
        rule = "must be a table with at least one row and one column"
        raise InvalidInput(name, rule, f"shape {array.shape}")
    finite = np.isfinite(array)
    if not np.all(finite):
        actual = f"{counted(int(np.sum(~np.all(finite, axis=1))), 'row')} with some"
        rule = "must have no missing or infinite values"
        raise InvalidInput(name, rule, actual, "leave these rows out")
    return array


def numbers_within(values: ArrayLike, size: int, low: float, high: float, name: str) -> FloatArray:
    """Return (size,) numbers in [low, high], given as one for all or one each."""
    array = as_floats(np.atleast_1d(np.asarray(values)), name)
    if array.size not in (1, size):
        raise InvalidInput(name, f"must be one number or {size}", f"{array.size} numbers")
    ok = (array >= low) & (array <= high)
    if not np.all(ok):
        rule = f"must lie between {low:g} and {high:g}"
        raise InvalidInput(name, rule, _first_bad(array, ok))
    return np.broadcast_to(array, size)
