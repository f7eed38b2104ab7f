"""Text in figures: letter by letter where it is not ours, in lines where it is long."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from functools import lru_cache
from html import escape

_UNSEEN = r"\x00-\x1f\x7f-\x9f\ud800-\udfff"


"""Control characters and halves of a pair, as in Unicode's categories Cc and Cs."""


_TURNING = r"\u200e\u200f\u202a-\u202e\u2066-\u2069"


"""These turn the letters that follow around, so that one reads what is not there."""


_MISLEADING = re.compile(f"[{_UNSEEN}{_TURNING}]")


def visible(text: str) -> str:
    """The text with a "\ufffd" for each letter that cannot be seen or misleads.

    >>> visible("a\\x00b"), visible("\\u202etxt.exe")
    ('a\ufffdb', '\ufffdtxt.exe')
    """
    return _MISLEADING.sub("\ufffd", text)


def literal(text: str) -> str:
    """A name that is not ours for a figure: plotly reads HTML, and shows this letter by letter.

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
    """Names for an axis, shown as they are, in lines of at most `width` letters; words stay whole.

    >>> broken(["Chronic bronchitis or emphysema", "p < .05"])
    ['Chronic<br>bronchitis or<br>emphysema', 'p &lt; .05']
    """
    return [_in_lines(label, width) for label in labels]


def explained(title: str, sentence: str, numbers: str) -> str:
    """Return what the pointer tells of a method: its name, what it does, and the numbers there.

    >>> explained("Zero", "Predicts 0.", "%{y}")
    '<b>Zero</b><br>Predicts 0.<br>%{y}<extra></extra>'
    """
    return f"<b>{title}</b><br>{_idea(sentence)}<br>{numbers}<extra></extra>"


@lru_cache(maxsize=256)
def _idea(sentence: str) -> str:
    """Return what a method does, which is our own text, in lines."""
    return _in_lines(sentence, 44)


def _in_lines(label: str, width: int) -> str:
    lines = textwrap.wrap(label, width, break_long_words=False) or [label]
    return "<br>".join(literals(lines))
