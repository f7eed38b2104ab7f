"""The steps of a release: which there are, and which one is open."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.inside.release.draft import current_draft
from pages.shared.frame.tabs import bring_into_sight
from pages.shared.tables.own_table import own_dataset


@dataclass(frozen=True)
class Step:
    """A step: its name in the row of steps, and what is done in it."""

    name: str
    purpose: str


STEPS = {
    "upload": Step("Upload", "Choose a CSV file with one row for each person."),
    "describe": Step(
        "Describe", "Choose the column, and enter the lowest and highest value that could occur."
    ),
    "check": Step("Check", "Compare your description with the cells."),
    "decide": Step("Decide", "Compare the ways to publish with publishing nothing."),
    "publish": Step("Publish", "Check the promise, and publish one result with a receipt."),
}
"""All steps in their order, by the name that the session keeps."""

_OPEN = "release_step"
"""What holds the step that was opened, and the table that was in use then."""

_OPENED = "release_steps_opened"
"""What holds how many steps were opened until now."""


def current() -> str:
    """Return the step that is open: a key of `STEPS`, no later one than the table allows."""
    held, about = st.session_state.get(_OPEN, ("", ""))
    draft, own = current_draft(), own_dataset()
    if held == "describe" and draft is not None:
        return "upload" if draft.problem else "describe"
    if held == "upload" or own is None:
        return "upload"
    if held == "check" and draft is not None:
        return "check"
    return "publish" if held == "publish" and about == own.info.key else "decide"


def go(step: str) -> None:
    """Open a step in the next run, or in this one before anything is drawn."""
    own = own_dataset()
    st.session_state[_OPEN] = step, own.info.key if own is not None else ""
    st.session_state[_OPENED] = st.session_state.get(_OPENED, 0) + 1


def draw_way(label: str, step: str, icon: str = ":material/arrow_back:") -> None:
    """Draw a button that opens a step."""
    st.button(label, icon=icon, key=f"release_to_{step}", on_click=go, args=(step,))


def draw_row(place: DeltaGenerator, all_done: bool) -> None:
    """Draw all steps in a row, the open one marked.

    all_done : whether something was published in the last one.
    """
    now = list(STEPS).index(current())
    items = []
    for number, step in enumerate(STEPS.values()):
        done = number < now or all_done
        state = "done" if done else "now" if number == now else "later"
        words = {"done": "done", "now": "you are here", "later": "later"}[state]
        aria = ' aria-current="step"' if number == now else ""
        items.append(
            f'<li class="step-{state}"{aria}><span class="step-mark">'
            f"{'✓' if done else number + 1}</span>"
            f"<span><b>{escape(step.name)}</b><br><small>{words}</small></span></li>"
        )
    place.html(f'<ol class="steps">{"".join(items)}</ol>')


def draw_heading() -> None:
    """Draw the heading of the open step, and what is done in it."""
    step = STEPS[current()]
    number = list(STEPS).index(current()) + 1
    with st.container(key=_OPENED):
        st.subheader(f"{number} · {step.name}", anchor=False)
        st.markdown(step.purpose)


def show_heading() -> None:
    """Bring the heading into sight once its step was opened: when all below it is drawn."""
    if opened := st.session_state.get(_OPENED):
        bring_into_sight(_OPENED, f"{_OPENED} {opened}")
