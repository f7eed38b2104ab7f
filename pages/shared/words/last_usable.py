"""Input that breaks a rule: said where it is made and above the figures, which stay as they were.

The figures of a page with such input are marked as the last usable ones (see streamlit.css).
Where there are none, because a link opened with it, it is said what they show in its place.
"""

from __future__ import annotations

import streamlit as st

from pages.shared.words import notices

STILL_SHOWN = "The figures still show the last usable setting."

_PROBLEMS, _INSTEAD = "problems_of_this_run", "shown_instead_in_this_run"


def begin() -> None:
    """Forget what was wrong in the last run; before any input is read."""
    st.session_state[_PROBLEMS], st.session_state[_INSTEAD] = [], ""


def note(problem: str, instead: str = "") -> None:
    """Remember what is wrong in this run.

    instead : a sentence on what the figures show in its place; "" for the last usable setting.
    """
    st.session_state[_PROBLEMS].append(problem)
    st.session_state[_INSTEAD] = st.session_state[_INSTEAD] or instead


def problems() -> list[str]:
    """What is wrong, one sentence each; empty where all input can be used."""
    return [*st.session_state.get(_PROBLEMS, [])]


def say_above_figures() -> None:
    """What is wrong, and what the figures below show instead; to be called above the first.

    Inside a container, so that what follows that keeps its place.
    """
    if found := problems():
        with st.container(key="last_usable"):
            notices.error(*found, st.session_state[_INSTEAD] or STILL_SHOWN)


def say_in_tab(problem: object) -> None:
    """Say what is wrong with a tab's own control, above its figures, which do not show it."""
    notices.error(problem, STILL_SHOWN)
