"""Sentences in a box, and text that is not ours: the one way into Markdown, and of making a box.

Streamlit takes labels, sentences, boxes, metrics and the cells of `st.table` for Markdown: there,
text from outside would be set in bold, become a link, or fetch a picture from any host.  Options of
`st.selectbox` and `st.multiselect`, `st.code`, `st.dataframe` and what a reader types into a box
are shown as they are by themselves.

What boxes quote of an address, a file or a reader is shown as it is; `marked` is for words of ours
that use Markdown.  Input that breaks a rule is said where it is made and above the figures, which
stay as they were: they are marked as the last usable ones (see streamlit.css).  Where there are
none, because a link opened with it, it is said what they show in its place.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Literal

import streamlit as st

from hetdp_core.errors import HetDPError, NextStep, shortened
from hetdp_core.figures.formats import visible

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


Kind = Literal["error", "warning", "info", "success"]

MOST = 1_000
"""Letters of a box."""


def error(*sentences: object, icon: str | None = None) -> None:
    """Say what cannot be done; without red where the first sentence is only a next step."""
    steps = st.session_state.get(_NEXT_STEPS, ())
    is_next_step = isinstance(sentences[0], NextStep) or sentences[0] in steps
    _say("info" if is_next_step else "error", *sentences, icon=icon)


def marked(kind: Kind, markdown: str, icon: str | None = None) -> None:
    """Draw a box with Markdown of our own; text from elsewhere in it goes through `literal`."""
    getattr(st, kind)(markdown, icon=icon)


def _say(kind: Kind, *sentences: object, icon: str | None = None) -> None:
    marked(kind, literal(" ".join(map(_sentence, sentences)), MOST), icon)


def _sentence(said: object) -> str:
    """Return a text; of an error, which begins with the name of an argument, with a capital."""
    text = str(said)
    is_word = isinstance(said, HetDPError) and text[:1].isascii()
    return text[:1].upper() + text[1:] if is_word else text


warning, info, success = partial(_say, "warning"), partial(_say, "info"), partial(_say, "success")
"""What is to be minded, is good to know, went well: sentences or errors, shown as they are."""


STILL_SHOWN = "The figures still show the last usable setting."

_PROBLEMS, _INSTEAD = "problems_of_this_run", "shown_instead_in_this_run"
_NEXT_STEPS = "next_steps_of_this_run"


def begin() -> None:
    """Forget what was wrong in the last run; before any input is read."""
    st.session_state[_PROBLEMS], st.session_state[_INSTEAD] = [], ""
    st.session_state[_NEXT_STEPS] = []


def note(problem: HetDPError, instead: str = "") -> None:
    """Remember what is wrong in this run, or still to be done.

    instead : a sentence on what the figures show in its place; "" for the last usable setting.
    """
    st.session_state[_PROBLEMS].append(_sentence(problem))
    if isinstance(problem, NextStep):
        st.session_state[_NEXT_STEPS].append(_sentence(problem))
    st.session_state[_INSTEAD] = st.session_state[_INSTEAD] or instead


def problems() -> list[str]:
    return [*st.session_state.get(_PROBLEMS, [])]


def say_above_figures(instead: str = "", key: str = "last_usable") -> None:
    """Say in a box above the first figure what is wrong and what the figures show instead.

    key : of the box; by its default all figures look like those of an earlier setting.
    """
    if sentences := problems():
        with st.container(key=key):
            error(*sentences, instead or st.session_state[_INSTEAD] or STILL_SHOWN)


def say_in_tab(problem: object) -> None:
    """Say what is wrong with a tab's own control, above its figures, which do not show it."""
    error(problem, STILL_SHOWN)
