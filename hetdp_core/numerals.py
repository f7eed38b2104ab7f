"""Numbers as people write them: in cells, where they type, in sentences, in so many digits.

A level that was declared as 0.32 may come out of a computation as 0.31999999999999984, and one
computed from several levels as 0.4600000000000005.  The first is written as the shortest decimal
from there upwards; the second is made a short decimal *before* the noise is computed from it, so
the guarantee is exactly that decimal.
"""

from __future__ import annotations

import math
import re
from decimal import ROUND_CEILING, ROUND_FLOOR, Context
from typing import Literal

import numpy as np

Decimal = Literal[".", ","]
"""The mark before the decimals; the other one may stand between thousands."""

MARKS: dict[Decimal, str] = {".": "point", ",": "comma"}
"""Both marks, and their names."""

MISSING = frozenset({"", "na", "n/a", "#n/a", "nan", "null", "none", ".", "-"})
"""Cells of a numeric column that stand for a missing value, in lower case.  In a column of
labels only an empty cell is missing: "none" may be an answer."""

PUBLIC = frozenset({"inf", "+inf", "infinity", "+infinity", "∞"})
"""Words for the level of a person who asks for no privacy, in lower case."""

_BLANKS = " \u00a0\u2007\u2009\u202f"
"""Blanks that may stand between thousands: also no-break, figure and thin ones."""

_LEVELS = re.compile(
    r"(\w+_)?(eps|epsilon|ε)(_\w+)?"
    r"|((my|asked|chosen|desired|preferred|requested|wanted|wished)_)?(data_)?(privacy|protection)"
    r"_(levels?|budgets?|wish(es)?|requests?|requested|preferences?|choices?|settings?|needs?|wanted)"
    r"|(my_|wanted_|requested_)?privacy"
    r"|(datenschutz|privatheits?|privatsphäre|schutz)_?(stufen?|niveaus?|level|budget|wunsch|wünsche)"
    r"|datenschutz|privatheit|privatsphäre"
)


def _pattern(decimal: Decimal) -> re.Pattern[str]:
    # Of two neighbours that repeat, none takes what the other may: so the pattern is linear.
    point, other = re.escape(decimal), "," if decimal == "." else r"\."
    grouped = rf"[1-9]\d{{0,2}}(?P<mark>[{other}{_BLANKS}'’])\d{{3}}(?:(?P=mark)\d{{3}})*"
    return re.compile(
        rf"[+-]?(?:(?:{grouped}|\d+)(?:{point}\d*)?|{point}\d+)(?:[eE][+-]?\d+)?", re.ASCII
    )


_PATTERNS: dict[str, re.Pattern[str]] = {".": _pattern("."), ",": _pattern(",")}
_BETWEEN = {
    mark: str.maketrans({mark: ".", **dict.fromkeys(f"{_BLANKS}'’{other}", "")})
    for mark, other in ((".", ","), (",", "."))
}


def trimmed(text: str) -> str:
    """Return a text without blanks at either end, seen or not."""
    return text.strip().strip("\ufeff\u200b").strip()  # letters that nobody sees


def number(text: str, decimal: Decimal) -> float:
    """Return the finite number that a text says, NaN for any other text.

    Digits with the decimal mark; between thousands, in groups of exactly three, the other mark, a
    blank or an apostrophe; a sign, an exponent.

    decimal : the mark before the decimals.

    >>> number("1.234,5", ","), number("1 234.5", "."), number("−2e3", ".")
    (1234.5, 1234.5, -2000.0)
    >>> number("0.5", ","), number("1,5", "."), number("1e400", ".")
    (nan, nan, nan)
    """
    plain = text.replace("−", "-")
    if _PATTERNS[decimal].fullmatch(plain) is None:
        return math.nan
    value = float(plain.translate(_BETWEEN[decimal]))
    return value if math.isfinite(value) else math.nan


def level(text: str, decimal: Decimal = ".") -> float:
    """Return a privacy level: above 0, infinite for no privacy at all; NaN for any other text.

    >>> level("0.5"), level("Inf"), level("0"), level("strict")
    (0.5, inf, nan, nan)
    """
    if text.lower() in PUBLIC:
        return math.inf
    value = number(text, decimal)
    return value if value > 0.0 else math.nan


def is_numeral(text: str, decimal: Decimal | None = None) -> bool:
    """Return whether a text is meant as a number, however large.

    decimal : the mark before the decimals; None for either.

    >>> is_numeral("1.234,5"), is_numeral("1e400"), is_numeral("0.5", ","), is_numeral("two")
    (True, True, False, False)
    >>> is_numeral("-inf"), is_numeral("inf")
    (True, False)
    """
    plain = text.replace("−", "-")
    is_below_all = plain.startswith("-") and plain[1:].strip().lower() in PUBLIC
    return is_below_all or any(_PATTERNS[mark].fullmatch(plain) for mark in decimal or MARKS)


def words_of(name: str) -> str:
    """Return a name in lower case, every run of other characters as one "_"."""
    return re.sub(r"[\W_]+", "_", name.lower()).strip("_")


def holds_levels(name: str) -> bool:
    """Return whether a column of this name probably says what privacy each person asks for.

    >>> [holds_levels(name) for name in ("Epsilon asked", "privacy wish", "Datenschutzstufe")]
    [True, True, True]
    >>> holds_levels("Privacy level (1-3)")
    True
    >>> [holds_levels(name) for name in ("steps", "level", "privacy law")]
    [False, False, False]
    """
    return _LEVELS.fullmatch(words_of(name).rstrip("_0123456789")) is not None


def as_set(value: float) -> str:
    """Return a number as its control shows it; one that nobody would type in three digits.

    >>> as_set(11.25), as_set(2.0), as_set(math.log(2.25))
    ('11.25', '2', '0.811')
    """
    typed = f"{value:.6g}"
    return typed if float(typed) == value else f"{value:.3g}"


def counted(count: float, singular: str, many: str = "") -> str:
    """Return a whole number of things, in words; several are `many`, or `singular` and an "s".
    >>> counted(1, "user"), counted(1234, "user"), counted(0, "person", "people")
    ('1 user', '1,234 users', '0 people')
    """
    return f"{count:,.0f} {singular if count == 1 else many or f'{singular}s'}"


DIGITS = 12
"""Of a level that is computed from others: the part cut off is far below any choice of levels."""

WRITTEN = 9
"""Of a guarantee in a receipt in JSON: rounding errors are far smaller, and vanish upwards."""


def in_twelve_digits(level: float) -> float:
    """Return the number of at most `DIGITS` digits next to a positive level; infinity stays.

    It may be smaller or larger: only for a level that the noise is computed from afterwards.

    >>> in_twelve_digits(0.4600000000000005)
    0.46
    """
    return float(f"{level:.{DIGITS}g}")


def rounded_up(level: float, digits: int = WRITTEN) -> float:
    """Return the least number of this many digits that is no smaller; infinity stays.

    Of the decimal that the level is written as, and that is read as this float.  Reading a larger
    decimal keeps the order, so the result is >= level as a float.

    >>> rounded_up(0.31999999999999984), rounded_up(0.12341, 4), rounded_up(0.2)
    (0.32, 0.1235, 0.2)
    """
    if not math.isfinite(level):
        return level
    return float(Context(prec=digits, rounding=ROUND_CEILING).create_decimal(repr(float(level))))


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
    return float(Context(prec=digits, rounding=ROUND_FLOOR).create_decimal(repr(float(level))))


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
    """Return the number published after ±: three digits, rounded up, before and after a release.

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
    """Return a number to the third digit of the number after ± next to it.

    >>> to_the_last_digit(129.7189, 9.84), to_the_last_digit(13271.6, 2140.0)
    (129.72, 13270.0)
    """
    return round(value, last_digit(half_width)) if 0.0 < half_width < math.inf else value


def unit_of_errors(unit: str) -> str:
    """Return the unit of differences of numbers in a unit: percentages differ by points.

    >>> unit_of_errors("%"), unit_of_errors("mmHg")
    ('points', 'mmHg')
    """
    return "points" if unit == "%" else unit
