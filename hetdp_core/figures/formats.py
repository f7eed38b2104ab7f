"""How numbers and text are written on screens, in figures and in files.

Text that is not ours stands there letter by letter, in lines where it is long.
"""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape

import pandas as pd

from hetdp_core.numerals import as_bound

_UNSEEN = r"\x00-\x1f\x7f-\x9f\ud800-\udfff"
"""Control characters and halves of a pair, as in Unicode's categories Cc and Cs."""


_TURNING = r"\u200e\u200f\u202a-\u202e\u2066-\u2069"
"""These turn the letters that follow around, so one reads a text that is not there."""


_MISLEADING = re.compile(f"[{_UNSEEN}{_TURNING}]")


def visible(text: str) -> str:
    """Return the text with a "\ufffd" for each letter that cannot be seen or misleads.

    >>> visible("a\\x00b"), visible("\\u202etxt.exe")
    ('a\ufffdb', '\ufffdtxt.exe')
    """
    return _MISLEADING.sub("\ufffd", text)


def literal(text: str) -> str:
    """Return a name from outside for a figure: plotly reads HTML, and shows it letter by letter.

    >>> literal("<b>x</b> & <a href='//host'>")
    "&lt;b&gt;x&lt;/b&gt; &amp; &lt;a href='//host'&gt;"
    """
    return escape(visible(text), quote=False)


def literals(texts: Iterable[str]) -> list[str]:
    """Return several of them.

    >>> literals(["a<b", "c"])
    ['a&lt;b', 'c']
    """
    return [literal(text) for text in texts]


def broken(labels: Iterable[str], width: int = 16) -> list[str]:
    """Return names for an axis as they are, in lines of at most `width` letters; words stay whole.

    >>> broken(["Chronic bronchitis or emphysema", "p < .05"])
    ['Chronic<br>bronchitis or<br>emphysema', 'p &lt; .05']
    """
    return [_in_lines(label, width) for label in labels]


def unbroken(text: str) -> str:
    """Return a text in which no line ends next to "=" or "±", or before "%".

    >>> unbroken("At q = 0.36: ± 5 % of it").replace("\u00a0", "_")
    'At q_=_0.36: ±_5_% of it'
    """
    return _TIED.sub("\u00a0", text)


_TIED = re.compile(r" (?=[=%])|(?<=[=±×]) ")


def explained(title: str, sentence: str, numbers: str) -> str:
    """Return the pointer's words on a method: its name, what it does, and the numbers there.

    >>> explained("Zero", "Predicts 0.", "%{y}")
    '<b>Zero</b><br>Predicts 0.<br>%{y}<extra></extra>'
    """
    return f"<b>{title}</b><br>{_idea(sentence)}<br>{numbers}<extra></extra>"


@lru_cache(maxsize=256)
def _idea(sentence: str) -> str:
    """Return the explanation of a method, which is our own text, in lines."""
    return _in_lines(sentence, 44)


def _in_lines(label: str, width: int) -> str:
    lines = textwrap.wrap(label, width, break_long_words=False) or [label]
    return "<br>".join(literals(lines))


MOST_TIMES = 1000
"""Of more than so many times nobody has an idea."""


_MORE = f"more than {MOST_TIMES:,}"


RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def level(epsilon: float) -> str:
    """Return a privacy level in three digits; infinity in words.

    >>> level(0.25996), level(1234.5), level(float("inf"))
    ('0.26', '1,230', 'public (ε = ∞)')
    """
    return "public (ε = ∞)" if math.isinf(epsilon) else number(epsilon)


MOST_DIGITS = 15
"""Digits of a number in plain notation: more of them nobody reads, and a float holds no more."""


def number(value: float, digits: int = 3) -> str:
    """Return a number in a few significant digits, in plain notation where that stays short.

    >>> number(0.0001234), number(0.26), number(12), number(1.5e9), number(0)
    ('0.000123', '0.26', '12', '1.5 × 10⁹', '0')
    >>> number(-0.5861), number(float("inf"))
    ('−0.586', '∞')
    """
    value = float(value)  # NumPy's own are written at a third of the speed
    if 1e-4 <= value < (100.0 if digits >= 3 else 1.0):  # for most, Python says the same, sooner
        return f"{value:.{digits}g}"
    if not math.isfinite(value):
        return "undefined" if math.isnan(value) else "∞" if value > 0 else "−∞"
    if value == 0:
        return "0"
    magnitude = math.floor(math.log10(abs(value)))
    if not -5 <= magnitude < 7:
        mantissa, power = f"{value:.{digits - 1}e}".split("e")
        short = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
        return f"{short} × 10{str(int(power)).translate(RAISED)}".replace("-", "−")
    decimals = digits - 1 - magnitude
    if decimals > 0:
        plain = f"{round(value, decimals):,.{decimals}f}".rstrip("0").rstrip(".")
    else:
        plain = f"{round(value, decimals):,.0f}"
    return plain.replace("-", "−") if value < 0 else plain


def exactly(value: float) -> str:
    """Return a number with all the digits that were given, as an entry shows it.

    >>> exactly(0.996), exactly(0.1 + 0.2), exactly(12345.678)
    ('0.996', '0.3', '12,345.678')
    """
    return number(value, MOST_DIGITS)


def bound(most: float) -> str:
    """Return a bound in three digits, see `as_bound`.

    >>> bound(0.10241), bound(3 * 0.1), bound(float("inf"))
    ('0.103', '0.3', '∞')
    """
    return number(as_bound(most))


def bounds(least: float, most: float) -> str:
    """Return two bounds as a range, each rounded up."""
    low, high = bound(least), bound(most)
    return low if low == high else f"{low} to {high}"


def span(low: float, high: float) -> str:
    """Return two numbers as a range; one number where they are the same in three digits.

    >>> span(0.3, 0.51), span(0.5, 0.5)
    ('0.3 to 0.51', '0.5')
    """
    least, most = number(low), number(high)
    return least if least == most else f"{least} to {most}"


def asked_for(low: float, high: float) -> str:
    """Return the request of people whose levels lie between two, in words.

    >>> asked_for(0.1, 0.1), asked_for(0.1, 2.0), asked_for(math.inf, math.inf)
    ('ε = 0.1', 'ε from 0.1 to 2', 'no limit on ε')
    """
    if math.isinf(low):
        return "no limit on ε"
    return f"ε = {number(low)}" if low == high else f"ε from {number(low)} to {number(high)}"


MOST_IN_STEPS = 1e15
"""Of a spread's last digit; a float holds no more."""


def rounded(value: float, spread: float) -> str:
    """Return a number to the digits of its spread: one of the spread's own, below 3.5 two.

    >>> rounded(24.6812, 0.43), rounded(128.13, 2.01), rounded(13271.6, 2140.0)
    ('24.7', '128.1', '13,300')
    >>> rounded(24.6812, 0.0), rounded(1.234e-40, 2e-42), rounded(1.234e40, 2e39)
    ('24.7', '1.234 × 10⁻⁴⁰', '1.23 × 10⁴⁰')
    """
    if not (spread > 0 and math.isfinite(spread)):
        return number(value)
    magnitude = math.floor(math.log10(spread))
    decimals = (spread < 3.5 * 10.0**magnitude) - magnitude
    digits = math.floor(math.log10(abs(value))) + 1 if value else 1
    if max(digits, 1) + max(decimals, 0) > MOST_DIGITS:
        return number(value, min(max(digits + decimals, 1), MOST_DIGITS))
    written = f"{round(value, decimals):,.{max(decimals, 0)}f}"
    return written.replace("-", "−")


def interval(low: float, high: float) -> str:
    """Return the ends of an interval, rounded outwards: the written one contains all of it.

    >>> interval(126.13, 130.11), interval(-0.4321, 0.4321), interval(3.0, 3.0)
    ('126.1 to 130.2', '−0.44 to 0.44', '3')
    """
    reach = (high - low) / 2.0
    if not (reach > 0 and math.isfinite(reach)):
        return number(low, 4)
    step = 10.0 ** (math.floor(math.log10(reach)) - 1)
    if not max(abs(low), abs(high)) < MOST_IN_STEPS * step:  # a float does not hold these digits
        return f"{rounded(low, reach)} to {rounded(high, reach)}"
    ends = (math.floor(low / step) * step, math.ceil(high / step) * step)
    return " to ".join(rounded(end, 4.0 * step) for end in ends)


_PLURALS = ("years", "months", "weeks", "days", "hours", "minutes", "seconds", "points")


def with_unit(written: str, unit: str) -> str:
    """Return a number, already written, with its unit; one of a unit in words is singular.

    >>> with_unit("2.35", "years"), with_unit("1", "days"), with_unit("± 1", "mmHg")
    ('2.35 years', '1 day', '± 1 mmHg')
    """
    if written.removeprefix("± ") == "1" and unit.endswith(_PLURALS):
        unit = unit.removesuffix("s")
    return f"{written} {unit}".strip()


def about(count: float) -> str:
    """Return a number of whole things; the median of several such numbers may lie midway.

    >>> about(91.7), about(92.0), about(1234.0), about(58.5)
    ('about 92', '92', '1,234', '58 or 59')
    """
    if count % 1.0 == 0.5:
        return f"{count - 0.5:,.0f} or {count + 0.5:,.0f}".replace("-", "−")
    text = f"{count:,.0f}".replace("-", "−")
    return text if float(count).is_integer() else f"about {text}"


def of_hundred(chance: float, error: float = 0.0, what: str = "") -> str:
    """Return a chance as a number of 100 times, with its standard error where that would be seen.

    >>> of_hundred(0.793, 0.0063, " releases"), of_hundred(0.5)
    ('about 79 of 100 releases (standard error 1)', '50 of 100')
    >>> of_hundred(0.0004), of_hundred(1.0)
    ('fewer than 1 of 100', 'more than 99 of 100')
    """
    if not 0.005 <= chance <= 0.995:
        return f"{'fewer than 1' if chance < 0.5 else 'more than 99'} of 100{what}"
    told = f"{100.0 * chance:.0f} of 100{what}"
    return f"about {told} (standard error {100.0 * error:.0f})" if error >= 0.005 else told


def range_in_words(holds: Iterable[bool], values: Sequence[str]) -> str:
    """Say at which of some values, in their order, something holds.

    >>> words = ["1", "2", "3"]
    >>> range_in_words([False, True, True], words), range_in_words([True, True, False], words)
    ('from 2 upwards', 'up to 2')
    >>> range_in_words([False, True, False], words), range_in_words([True, False, True], words)
    ('at 2 alone', 'at 2 of the 3 values')
    >>> range_in_words([False] * 3, words), range_in_words([True] * 3, words)
    ('at no value', 'at every value')
    """
    places = [place for place, here in enumerate(holds) if here]
    if len(places) in (0, len(values)):
        return "at every value" if places else "at no value"
    first, last = places[0], places[-1]
    if last - first >= len(places):
        return f"at {len(places)} of the {len(values)} values"
    if last == len(values) - 1:
        return f"from {values[first]} upwards"
    if first == last:
        return f"at {values[first]} alone"
    return f"from {values[first]} to {values[last]}" if first else f"up to {values[last]}"


def factor(value: float) -> str:
    """Return how many times as much, in three digits up to a thousand.

    >>> factor(1.5), factor(1483972221.7951)
    ('× 1.5', '× more than 1,000')
    """
    return f"× {_MORE if value > MOST_TIMES else number(value)}"


def loss_and_odds(loss: float) -> str:
    """Return a privacy loss, and next to it by how much odds may have changed.

    >>> loss_and_odds(math.log(2.25))
    '0.811 (odds × 2.25)'
    """
    return f"{number(round(loss, 9))} ({odds(loss)})"


def odds(loss: float) -> str:
    """Return by how much odds may have changed at a privacy loss.

    >>> odds(0.0)
    'odds × 1'
    """
    return f"odds {factor(math.exp(loss))}"


def readable(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table with its numbers written out, for where nobody counts with them.

    >>> ratios = [1483972221.7951, float("nan")]
    >>> readable(pd.DataFrame({"n": [1, 2], "ratio": ratios}))["ratio"].tolist()
    ['1.48 × 10⁹', '–']
    """
    floats = [name for name in table if pd.api.types.is_float_dtype(table[name])]
    return table.assign(
        **{
            str(name): ["–" if math.isnan(value) else number(value) for value in table[name]]
            for name in floats
        }
    )


def times(factor: float) -> str:
    """Return how many times, in three digits up to a thousand.

    >>> times(5.414), times(float("inf"))
    ('5.41 times', 'more than 1,000 times')
    """
    return f"{_MORE if factor > MOST_TIMES else number(factor)} times"


def percent(share: float) -> str:
    """Return a share given in percent, in two or three digits.

    >>> percent(50.0), percent(3.14159), percent(0.0)
    ('50 %', '3.14 %', '0 %')
    """
    return f"{number(share)} %"


LEAST_PART = 0.05
"""In percent: a smaller part of a whole counts as 0, in one decimal."""


def part(percent: float) -> str:
    """Return a part of a whole in percent, with one decimal, so all of them add up.

    >>> part(99.9953), part(0.0047), part(12.3456)
    ('100 %', 'less than 0.1 %', '12.3 %')
    """
    if 0.0 < percent < LEAST_PART:
        return "less than 0.1 %"
    return f"{percent:.1f}".removesuffix(".0") + " %"


def share(value: float) -> str:
    """Return a share from 0 to 1 in percent.

    >>> share(0.875)
    '87.5 %'
    """
    return percent(100.0 * value)
