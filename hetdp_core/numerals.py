"""Numbers as people write them, in cells and where they type; and counts in sentences."""

from __future__ import annotations

import math
import re
from typing import Literal

Decimal = Literal[".", ","]
"""The mark before the decimals; the other one may stand between thousands."""

MISSING = frozenset({"", "na", "n/a", "#n/a", "nan", "null", "none", ".", "-"})
"""Cells of a numeric column that stand for a missing value, in lower case.  In a column of
labels only an empty cell is missing: "none" may be an answer."""

PUBLIC = frozenset({"inf", "+inf", "infinity", "+infinity", "∞"})
"""What stands for the level of a person who asks for nothing, in lower case."""

_BLANKS = " \u00a0\u2007\u2009\u202f"
"""Blanks that may stand between thousands: also no-break, figure and thin ones."""

_LEVELS = re.compile(r"(\w+_)?(eps|epsilon|ε)(_\w+)?|privacy(_level|_levels|_budget)?")


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
    """Return a privacy level: above 0, infinite for who asks for nothing; NaN for any other text.

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
    """
    plain = text.replace("−", "-")
    return any(_PATTERNS[mark].fullmatch(plain) for mark in (decimal or ".,"))


def words_of(name: str) -> str:
    """Return a name in lower case, every run of other characters as one "_"; % is "percent"."""
    return re.sub(r"[\W_]+", "_", name.lower().replace("%", " percent ")).strip("_")


def holds_levels(name: str) -> bool:
    """Return whether a column of this name probably says what privacy each person asks for.

    >>> holds_levels("Epsilon asked"), holds_levels("steps")
    (True, False)
    """
    return _LEVELS.fullmatch(words_of(name)) is not None


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
