"""The four steps of a release, and which one the user is at."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

import streamlit as st
from streamlit.delta_generator import DeltaGenerator


@dataclass(frozen=True)
class Step:
    """A step: its name in the row of steps, its heading, and what will stand there."""

    name: str
    heading: str
    later: str


STEPS = (
    Step("Bring", "Bring a table", "A CSV with one row for each person."),
    Step(
        "Declare",
        "Declare what it may hold",
        "Which columns take part, which values are possible in them, and what each person asks "
        "for (ε). Nothing else of the table is needed.",
    ),
    Step(
        "Check the promise",
        "Check the promise",
        "How large the noise will be, and what is guaranteed to whom, before any value is used.",
    ),
    Step(
        "Release",
        "Release",
        "One click, and a receipt to publish with what comes out. It cannot be taken back.",
    ),
)

ALL_DONE = len(STEPS) + 1
"""The step after the last."""

_STATES = {-1: "done", 0: "now", 1: "later"}


def state_of(step: int, now: int) -> str:
    """Return "done", "now" or "later" for a step, counted from 1."""
    return _STATES[(step > now) - (step < now)]


def draw_row(place: DeltaGenerator, now: int) -> None:
    """Draw all steps in a row, the present one marked."""
    words = {"done": "done", "now": "you are here", "later": "later"}
    items = []
    for number, step in enumerate(STEPS, 1):
        state = state_of(number, now)
        current = ' aria-current="step"' if state == "now" else ""
        mark = "✓" if state == "done" else number
        items.append(
            f'<li class="step-{state}"{current}><span class="step-mark">{mark}</span>'
            f"<span><b>{escape(step.name)}</b><br><small>{words[state]}</small></span></li>"
        )
    place.html(f'<ol class="steps">{"".join(items)}</ol>')


def draw_heading(number: int, now: int) -> bool:
    """Draw the heading of a step; return whether it is due, after saying what will stand there."""
    step, state = STEPS[number - 1], state_of(number, now)
    mark = {"done": " :material/check:", "now": "", "later": ""}[state]
    st.subheader(f"{number} · {step.heading}{mark}", anchor=False)
    if state == "later":
        st.caption(step.later)
    return state != "later"
