"""Text that is not ours, shown as it is: the one way from an address or a file into Markdown.

Streamlit takes labels, sentences, boxes, metrics and the cells of `st.table` for Markdown: there,
text from outside would be set in bold, become a link, or fetch a picture from any host.  Options of
`st.selectbox` and `st.multiselect`, `st.code`, `st.dataframe` and what a reader types into a box
are shown as they are by themselves.
"""

from __future__ import annotations

import re

from hetdp_core.errors import shortened
from hetdp_core.figures.text import visible

LONGEST = 200
"""Letters that are shown of one text, unless said otherwise."""

_JOINER = "\u2060"
"""A word joiner takes no room, is not drawn and does not break a line."""

_MARKS = re.compile(r"[\\`*\[\]$~<>&|]|(?<![^\W_])_|_(?![^\W_])")
"""What Markdown reads wherever it stands; an underscore within a word is just a letter."""

_FIRST = re.compile(r"[#+-]|\d+(?=[.)](?:\s|$))")
"""What makes a heading, a list or a rule of a line that begins with it."""

_PAIRS = re.compile(r"(?<=:)(?=\S)|(?=@)|(?<=[Ww][Ww][Ww])(?=\.)|(?<=[-<>~])(?=[-=>])")
"""Between letters that Streamlit takes for an icon, a smiley, a colour, an address or an arrow.

It looks for these after Markdown has been read, where a backslash no longer helps.
"""


def literal(text: object, most: int = LONGEST) -> str:
    r"""Return Markdown that shows just this text, whatever it is, in one line.

    Blanks and ends of lines become one blank, letters that cannot be seen a "�"; of a text of
    more than `most` letters the beginning is shown.

    >>> print(literal("$5 *or* a_b"))
    \$5 \*or\* a_b
    >>> print(literal("![](//host/x)"), literal("# 1"), literal("x" * 300, most=5))
    !\[\](//host/x) \# 1 xxxx…
    >>> literal(":smile:") == ":\u2060smile:"
    True
    """
    line = visible(shortened(" ".join(str(text).split()), most))
    marked = _MARKS.sub(r"\\\g<0>", _PAIRS.sub(_JOINER, line))
    first = _FIRST.match(marked)
    if first is None:
        return marked
    start = first[0]  # after a number, the mark that makes a list of it is escaped
    escaped = f"{start}{_JOINER}" if start.isdigit() else f"\\{start}"
    return f"{escaped}{marked[first.end() :]}"
