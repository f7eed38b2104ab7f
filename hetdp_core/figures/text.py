"""Numbers as a reader wants them, and names that are not ours as they are."""

from __future__ import annotations

import math
import re
import textwrap
import unicodedata
from collections.abc import Iterable
from html import escape

import pandas as pd

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def level(epsilon: float) -> str:
    """A privacy level in three digits; infinity in words.

    >>> level(0.25996), level(1234.5), level(float("inf"))
    ('0.26', '1,230', 'public (ε = ∞)')
    """
    return "public (ε = ∞)" if math.isinf(epsilon) else number(epsilon)


def number(value: float, digits: int = 3) -> str:
    """A number in a few significant digits, in plain notation where that stays short.

    >>> number(0.0001234), number(0.26), number(12), number(1.5e9), number(0)
    ('0.000123', '0.26', '12', '1.5 × 10⁹', '0')
    >>> number(-0.5861), number(float("inf"))
    ('−0.586', '∞')
    """
    if not math.isfinite(value):
        return "undefined" if math.isnan(value) else "∞" if value > 0 else "−∞"
    if value == 0:
        return "0"
    magnitude = math.floor(math.log10(abs(value)))
    if not -5 <= magnitude < 7:
        mantissa, power = f"{value:.{digits - 1}e}".split("e")
        short = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
        return f"{short} × 10{str(int(power)).translate(_RAISED)}".replace("-", "−")
    decimals = digits - 1 - magnitude
    plain = f"{round(value, decimals):,.{max(decimals, 0)}f}".replace("-", "−")
    return plain.rstrip("0").rstrip(".") if decimals > 0 else plain


def about(count: float) -> str:
    """A number of whole things; the median of several such numbers may lie between two.

    >>> about(91.7), about(92.0), about(1234.0)
    ('about 92', '92', '1,234')
    """
    whole = f"{count:,.0f}".replace("-", "−")
    return whole if float(count).is_integer() else f"about {whole}"


def factor(value: float) -> str:
    """How many times as much, with two decimals where they still say something.

    >>> factor(1.5), factor(1483972221.7951)
    ('× 1.50', '× 1.48 × 10⁹')
    """
    return f"× {value:.2f}" if value < 100 else f"× {number(value)}"


def readable(table: pd.DataFrame) -> pd.DataFrame:
    """A table with its numbers written out, for where nobody counts with them.

    >>> ratios = [1483972221.7951, float("nan")]
    >>> readable(pd.DataFrame({"n": [1, 2], "ratio": ratios}))["ratio"].tolist()
    ['1.484 × 10⁹', '–']
    """
    floats = [name for name in table if pd.api.types.is_float_dtype(table[name])]
    return table.assign(**{str(name): [*map(_written, table[name])] for name in floats})


def _written(value: float) -> str:
    """Four digits, or a dash where there is no number."""
    return "–" if math.isnan(value) else number(value, 4)


def times(factor: float) -> str:
    """How many times, in three digits up to a thousand; beyond, the power of ten it exceeds.

    >>> times(5.414), times(2.41e7), times(float("inf"))
    ('5.41 times', 'more than 10,000,000 times', 'infinitely many times')
    """
    if math.isinf(factor):
        return "infinitely many times"
    if factor < 1000:
        return f"{number(factor)} times"
    return f"more than {10 ** math.floor(math.log10(factor)):,} times"


_MISLEADING = re.compile(r"[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Turns the letters that follow around, so that one reads what is not there."""


def visible(text: str) -> str:
    """The text with a "\ufffd" for each letter that cannot be seen or misleads.

    >>> visible("a\\x00b"), visible("\\u202etxt.exe")
    ('a\ufffdb', '\ufffdtxt.exe')
    """
    shown = _MISLEADING.sub("\ufffd", text)
    return "".join("\ufffd" if unicodedata.category(one) in ("Cc", "Cs") else one for one in shown)


def literal(text: str) -> str:
    """A name that is not ours for a figure: plotly reads HTML, and shows this letter by letter.

    >>> literal("<b>x</b> & <a href='//host'>")
    "&lt;b&gt;x&lt;/b&gt; &amp; &lt;a href='//host'&gt;"
    """
    return escape(visible(text), quote=False)


def literals(texts: Iterable[str]) -> list[str]:
    """Several of them.

    >>> literals(["a<b", "c"])
    ['a&lt;b', 'c']
    """
    return [literal(text) for text in texts]


def broken(labels: Iterable[str], width: int = 16) -> list[str]:
    """Names for an axis, shown as they are, in lines of at most `width` letters; words stay whole.

    >>> broken(["Chronic bronchitis or emphysema", "p < .05"])
    ['Chronic<br>bronchitis or<br>emphysema', 'p &lt; .05']
    """
    return [_in_lines(label, width) for label in labels]


def _in_lines(label: str, width: int) -> str:
    lines = textwrap.wrap(label, width, break_long_words=False) or [label]
    return "<br>".join(literals(lines))


def percent(share: float) -> str:
    """A share given in percent, in two or three digits.

    >>> percent(50.0), percent(3.14159), percent(0.0)
    ('50 %', '3.14 %', '0 %')
    """
    return f"{number(share)} %"


def share(value: float) -> str:
    """A share from 0 to 1 in percent.

    >>> share(0.875)
    '87.5 %'
    """
    return percent(100.0 * value)
