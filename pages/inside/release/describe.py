"""The second step: which mean, what its column may hold, and what each person asks for (ε)."""

from __future__ import annotations

import secrets
from typing import get_args

import streamlit as st

from hetdp_core.datasets import Sensitivity
from hetdp_core.errors import HetDPError, NextStep
from hetdp_core.tables import Description, declare
from hetdp_core.tables.description import KINDS, NUMBERS, averageable, still_empty
from hetdp_core.tables.read import names_like_values, reading_note
from pages.inside.release import questions, steps, upload
from pages.inside.release.draft import Draft, current_draft
from pages.inside.release.entries import choose, draw_entries
from pages.shared.controls import catalog, table_choice
from pages.shared.controls.state import put
from pages.shared.tables.own_table import in_use, put_to_use
from pages.shared.text import notices
from pages.shared.text.notices import literal

_MARKS = {".": "a point: 1.5", ",": "a comma: 1,5"}
_DEGREES = {degree: degree for degree in get_args(Sensitivity)}
_MORE = "more_beside_"
_SAID = "release_description_said"
"""Why the last click of “Continue” led nowhere."""


def draw(draft: Draft) -> None:
    """Draw all entries of the step; a description that can be used leads to the next one."""
    _draw_reading(draft)
    begun = draft.begun.values()
    ordinary = [about for about in begun if about.kind in NUMBERS]
    first = [about.name for about in ordinary if about.low or len(ordinary) == 1]
    left, right = st.columns(2)
    with left:
        options = {name: name for name in averageable(begun)}
        mean = choose("Publish the mean of", options, (*first, None)[0], draft.key("mean"))
    if mean is None:
        return
    with right:
        column = _draw_level_column(draft, mean)
    st.toggle("Each cell says yes or no", key=draft.key("share", mean), persist_state="session")
    wrong = draw_entries(draft, draft.description(mean, _kind_of_mean(draft, mean)))
    if column:
        wrong |= draw_entries(draft, draft.description(column, "level"))
    wrong |= _draw_more(draft, mean, column)
    st.button("Continue", type="primary", on_click=_use, args=(draft.token,), key=draft.key("use"))
    if (problem := st.session_state.pop(_SAID, None)) and not wrong:
        notices.error(problem)


def _use(token: str) -> None:
    """Put the table to use as its entries hold it now, and go on; or keep why it cannot be used.

    In a callback: what is typed just before the click has arrived with it.
    """
    draft = current_draft()
    if draft is None or draft.token != token:
        return  # another file has come
    mean, key = str(st.session_state[draft.key("mean")]), f"own:{secrets.token_hex(6)}"
    try:
        described = _described(draft, mean)
        if empty := still_empty(described):
            raise NextStep(empty)
        columns = [about.column() for about in described if about.kind != "text"]
        dataset = declare(draft.table, columns, key, simulated=draft.simulated, average=mean)
    except HetDPError as error:
        st.session_state[_SAID] = error
        return
    is_new, before = in_use().token != draft.token, in_use().dataset
    if is_new:  # a new table is asked about its own people first
        put({catalog.sections.EVERYBODY.key: True})
        if before is not None:  # other pages were told to use another file
            put({catalog.shared.DATASET.key: catalog.shared.DATASET.start})
    is_other = before is None or [*before.frame] != [*dataset.frame]
    table_choice.forget(is_new and is_other)
    put_to_use(dataset, draft.token, draft.name)
    questions.choose_column(mean)
    steps.go("check")


def _described(draft: Draft, mean: str) -> list[Description]:
    """Return what is said of all columns that take part, in the order of the file."""
    state = st.session_state
    levels, more = state[draft.key("levels")], state[draft.key(_MORE, mean)]
    kinds = {**dict.fromkeys(more, ""), levels: "level", mean: _kind_of_mean(draft, mean)}
    return [draft.description(name, kinds[name]) for name in draft.table.names if name in kinds]


def _kind_of_mean(draft: Draft, name: str) -> str:
    """Return the kind of the column whose mean it is: a number, whatever its name says."""
    if st.session_state.get(draft.key("share", name)):
        return "binary"
    kind = draft.description(name).kind
    return kind if kind in NUMBERS else "number"


def _draw_reading(draft: Draft) -> None:
    """Say how the file was read, and draw the entries that its owner has to confirm."""
    st.markdown(f"**{literal(draft.name)}**: {literal(reading_note(draft.table))}")
    with upload.draw_how(draft):
        choose("Decimal mark", _MARKS, draft.table.decimal, draft.key("decimal"))
    if doubt := names_like_values(draft.table.names):
        notices.warning(doubt)


def _draw_level_column(draft: Draft, mean: str) -> str:
    """Draw which column says what each person asks for, and return it: those named so first."""
    others = [name for name in draft.table.names if name != mean]
    named = [name for name in others if draft.begun[name].kind == "level"]
    none = {"": "No column: you choose one ε later"}
    options = {name: name for name in named} | none | {name: name for name in others}
    column = choose(
        "What each person asks for (ε)",
        options,
        next(iter(options)),
        draft.key("levels"),
        help="Numbers above 0, where smaller is more private, or a few words. You then enter an ε "
        "for each word.",
    )
    if not column and any(draft.begun[name].kind != "text" for name in others):
        st.markdown(
            ":material/person_alert: **No column of privacy levels is chosen.** If a column holds "
            "people's requested ε, choose it: one ε for all would override that."
        )
    return column or ""


def _draw_more(draft: Draft, mean: str, column: str) -> bool:
    """Draw which other columns take part, and the entries of one; return whether one is wrong."""
    chosen: list[str] = st.multiselect(
        "Describe more columns, for the other pages",
        [name for name in draft.table.names if name not in (mean, column)],
        key=draft.key(_MORE, mean),  # for another mean there are others
        persist_state="session",
    )
    if not chosen:
        return False
    begun = draft.begun
    left, middle, right = st.columns(3)
    name = left.selectbox("Column to describe", chosen, key=draft.key("more_column"))
    with middle:
        choose("Kind", KINDS, begun[name].kind, draft.key("kind", name))
    with right:
        key = draft.key("sensitivity", name)
        choose("Sensitivity, for feature privacy", _DEGREES, begun[name].sensitivity, key)
    return draw_entries(draft, draft.description(name))
