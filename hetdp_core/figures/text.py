"""Numbers as a reader wants them."""

from __future__ import annotations

import math
import textwrap


def level(epsilon: float) -> str:
    """A privacy level in three digits; infinity in words.

    >>> level(0.25996), level(1234.5), level(float("inf"))
    ('0.26', '1,230', 'public (ε = ∞)')
    """
    return "public (ε = ∞)" if math.isinf(epsilon) else number(epsilon)


def number(value: float, digits: int = 3) -> str:
    """A number in a few significant digits, in plain notation where that stays short.

    >>> number(0.0001234), number(0.26), number(12), number(1.5e9), number(0)
    ('0.000123', '0.26', '12', '1.5e+09', '0')
    >>> number(-0.5861)
    '−0.586'
    """
    if value == 0 or not math.isfinite(value):
        return f"{value:g}".replace("-", "−")
    magnitude = math.floor(math.log10(abs(value)))
    if not -5 <= magnitude < 7:
        return f"{value:.{digits}g}".replace("-", "−")
    decimals = digits - 1 - magnitude
    plain = f"{round(value, decimals):,.{max(decimals, 0)}f}".replace("-", "−")
    return plain.rstrip("0").rstrip(".") if decimals > 0 else plain


def broken(label: str, width: int = 16) -> str:
    """A label for an axis in lines of at most `width` letters; longer words stay whole.

    >>> broken("Chronic bronchitis or emphysema")
    'Chronic<br>bronchitis or<br>emphysema'
    """
    return "<br>".join(textwrap.wrap(label, width, break_long_words=False)) or label


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
