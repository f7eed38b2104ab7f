"""Sentences in a box: what is wrong, what to mind, what was done.  No page makes a box but here.

Such sentences quote what an address, a file or a reader said, so all of them are shown as they
are; `marked` is for words of ours that use Markdown.  Input that breaks a rule is said where it is
made and above the figures, which stay as they were: they are marked as the last usable ones (see
streamlit.css).  Where there are none, because a link opened with it, it is said what they show in
its place.
"""

from __future__ import annotations

from functools import partial
from typing import Literal

import streamlit as st

from hetdp_core.errors import HetDPError, NextStep
from pages.shared.text.literal import literal

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
    marked(kind, literal(" ".join(map(str, sentences)), MOST), icon)


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
    st.session_state[_PROBLEMS].append(str(problem))
    if isinstance(problem, NextStep):
        st.session_state[_NEXT_STEPS].append(str(problem))
    st.session_state[_INSTEAD] = st.session_state[_INSTEAD] or instead


def problems() -> list[str]:
    return [*st.session_state.get(_PROBLEMS, [])]


def say_above_figures() -> None:
    """Say in a box above the first figure what is wrong and what the figures show instead."""
    if sentences := problems():
        with st.container(key="last_usable"):
            error(*sentences, st.session_state[_INSTEAD] or STILL_SHOWN)


def say_in_tab(problem: object) -> None:
    """Say what is wrong with a tab's own control, above its figures, which do not show it."""
    error(problem, STILL_SHOWN)
