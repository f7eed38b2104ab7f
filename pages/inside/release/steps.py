"""The four steps of a release, and the first two: bring a table, declare what it holds.

Then only the schema is shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from hetdp_core.datasets import Dataset
from hetdp_core.tables import SAMPLE_NAME, SAMPLE_ROWS, SAMPLE_SEED, sample_csv
from hetdp_core.tables.describe import declared_frame, read_off
from pages.inside.release import declare, levels
from pages.shared.controls import catalog
from pages.shared.controls.state import put
from pages.shared.tables import own_table
from pages.shared.tables.own_table import (
    offer_to_forget,
    open_draft,
    own_dataset,
    own_name,
    own_token,
    take_file,
    take_sample,
)
from pages.shared.text import notices
from pages.shared.text.literal import literal


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


_OPEN = "release_table_open"
_ROWS_SEEN, _ROW_PX = 12, 35
_ASKED_ABOUT = "release_asked_about"
"""What holds the table for which it was chosen whom a mean is about."""


def table_in_use() -> Dataset | None:
    """Return the table to release from; None while there is none, or while it is being declared.

    While it is declared the page shows the curator what follows from the values, so nothing is
    released beside that.
    """
    return None if st.session_state.get(_OPEN) else own_dataset()


def step_of_table() -> int:
    """Return the step that bringing and declaring have come to."""
    if table_in_use() is not None:
        return 3
    return 1 if open_draft() is None else 2


def draw_table(now: int) -> None:
    """Draw the first two steps."""
    dataset = table_in_use()
    if dataset is not None:
        _draw_schema(dataset, now)
        return
    draw_heading(1, now)
    _draw_bringing()
    if step_of_table() != now:
        st.rerun()  # a file has come or gone: the steps above say so
    if draw_heading(2, now):
        declare.declaration(_accept)
    with st.container(horizontal=True):
        if own_dataset() is not None:
            st.button("Back to the release", icon=":material/arrow_back:", on_click=_close)
        if open_draft() is not None or own_dataset() is not None:
            offer_to_forget(_forget)


def _draw_bringing() -> None:
    take_file()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Try it with a sample",
            icon=":material/science:",
            key="release_sample",
            on_click=_try_sample,
            help=f"{SAMPLE_ROWS:,} imaginary people with a blood pressure and an ε each, drawn "
            f"with seed {SAMPLE_SEED}. Receipts say that it is simulated.",
        )
        st.download_button(
            "Sample (csv)",
            sample_csv(),
            SAMPLE_NAME,
            "text/csv",
            key="release_sample_file",
            icon=":material/download:",
            on_click="ignore",
        )
        st.caption("The sample is **simulated**: nobody's data, made to look at a release.")


def _draw_schema(dataset: Dataset, now: int) -> None:
    draw_heading(1, now)
    simulated = " **Simulated**: nobody's data." if dataset.info.simulated else ""
    st.markdown(
        f"{literal(own_name())}, {len(dataset.frame):,} rows, one for each person.{simulated}"
    )
    draw_heading(2, now)
    if read := read_off(dataset.info.columns):
        listed = ", ".join(f"**{literal(name)}**" for name in read)
        notices.marked(
            "warning",
            f"Bounds or labels of {listed} were **read off the data**: they tell of single people, "
            "and no mean that rests on them is released.",
            icon=":material/visibility:",
        )
    else:
        st.markdown(
            "From here on the page shows what you declared and nothing that was computed from a "
            "value."
        )
    schema = declared_frame(dataset)
    all_rows_are_seen = len(schema) <= _ROWS_SEEN
    st.dataframe(
        schema,
        hide_index=True,
        height="content" if all_rows_are_seen else _ROW_PX * (_ROWS_SEEN + 1) + 2,  # cuts no row
        alt="The columns as declared: what each may hold",
    )
    with st.container(horizontal=True):
        chosen = own_table.is_own(st.session_state.get(catalog.shared.DATASET.key, ""))
        st.button(
            "On all pages now" if chosen else "Use it on all pages",
            icon=":material/table_view:",
            disabled=chosen,
            key="own_table_everywhere",
            on_click=_use_everywhere,
        )
        st.button(
            "Declare it again, or bring another",
            icon=":material/edit:",
            on_click=reopen,
        )
        offer_to_forget(_forget)


def _try_sample() -> None:
    take_sample()
    reopen()


def reopen() -> None:
    """Let the table be declared anew; in a callback."""
    st.session_state[_OPEN] = True


def _use_everywhere() -> None:
    """Make it the table of every page."""
    put({catalog.shared.DATASET.key: own_table.OWN})


def _accept() -> None:
    """Go on with what was declared, which may say what each person asks for, or no longer.

    A new table is asked about its own people first.
    """
    levels.forget()
    if st.session_state.get(_ASKED_ABOUT) != own_token():
        st.session_state[_ASKED_ABOUT] = own_token()
        put({catalog.tabs.EVERYBODY.key: True})
    _close()


def _close() -> None:
    st.session_state[_OPEN] = False


def _forget() -> None:
    _close()
    declare.forget()
    levels.forget()
    put({catalog.tabs.EVERYBODY.key: catalog.tabs.EVERYBODY.start})
