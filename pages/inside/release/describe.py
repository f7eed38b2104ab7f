"""The second step: which mean, what its column may hold, and what each person asks for (ε).

Other columns may be described too, for the pages that use more than one.
"""

from __future__ import annotations

import secrets
from typing import get_args

import pandas as pd
import streamlit as st

from hetdp_core.datasets import Sensitivity
from hetdp_core.errors import HetDPError, NextStep
from hetdp_core.tables import Description, declare
from hetdp_core.tables.description import (
    KINDS,
    NUMBERS,
    averageable,
    first_averaged,
    still_empty,
)
from hetdp_core.tables.read import names_like_values, reading_note
from pages.inside.release import questions, steps, upload
from pages.inside.release.draft import Draft, current_draft
from pages.inside.release.entries import draw_entries
from pages.shared.controls import catalog, table_choice
from pages.shared.controls.state import put
from pages.shared.tables.own_table import own_dataset, own_token, put_to_use
from pages.shared.text import notices
from pages.shared.text.notices import literal

_MARKS = {".": "a point: 1.5", ",": "a comma: 1,5"}
_SENSITIVITIES = list(get_args(Sensitivity))
_MORE = "more_beside_"
_SAID = "release_description_said"
"""Why the last click of “Continue” led nowhere."""


def draw(draft: Draft) -> None:
    """Draw all entries of the step; a description that can be used leads to the next one."""
    _draw_reading(draft)
    begun = draft.begun.values()
    means, first = averageable(begun), first_averaged(begun)
    left, right = st.columns(2)
    mean = left.selectbox(
        "Publish the mean of",
        means,
        means.index(first) if first else None,
        placeholder="Choose a column of numbers, or of yes and no",
        key=draft.key("mean"),
        persist_state="session",
    )
    if mean is None:
        return
    with right:
        column = _draw_level_column(draft, mean)
    if not column and any(about.kind != "text" for about in begun if about.name != mean):
        st.markdown(
            ":material/person_alert: **No column of privacy levels is chosen.** If one says what "
            "people ask for, choose it: one ε for all would override that."
        )
    if not draft.begun[mean].low:
        st.toggle(
            "Each cell says yes or no",
            key=draft.key("share", mean),
            persist_state="session",
            help="You then publish a share. You say which word counts as 1 and which as 0.",
        )
    shown = [draw_entries(draft, draft.description(mean, _kind_of_mean(draft, mean)))]
    if column:
        shown.append(draw_entries(draft, draft.description(column, "level")))
    more = st.toggle(
        "Describe more columns, for the other pages",
        key=draft.key("more"),
        persist_state="session",
        help="To publish one mean, you need only its column and the privacy levels.",
    )
    if more:
        shown.append(_draw_more(draft, mean, column))
    st.button("Continue", type="primary", on_click=_use, args=(draft.token,), key=draft.key("use"))
    problem = st.session_state.pop(_SAID, None)
    if isinstance(problem, NextStep) or (problem and not any(shown)):
        notices.error(problem)


def _use(token: str) -> None:
    """Put the table to use as its entries hold it now, and go on; or keep why it cannot be used.

    In a callback: what is typed just before the click has arrived with it.
    """
    draft = current_draft()
    if draft is None or draft.token != token:
        return  # another file has come
    mean = str(st.session_state[draft.key("mean")])
    try:
        described = _described(draft, mean)
        if empty := still_empty(described):
            raise NextStep(empty)
        columns = [about.column() for about in described if about.kind != "text"]
        key = f"own:{secrets.token_hex(6)}"
        dataset = declare(draft.table, columns, key, simulated=draft.file.simulated, average=mean)
    except HetDPError as error:
        st.session_state[_SAID] = error
        return
    is_new, before = own_token() != draft.token, own_dataset()
    is_other = before is None or before.info.columns != dataset.info.columns
    if is_new:  # a new table is asked about its own people first
        put({catalog.sections.EVERYBODY.key: True})
        if own_token():  # other pages were told to use another file
            put({catalog.shared.DATASET.key: catalog.shared.DATASET.start})
    put_to_use(dataset, draft.token, draft.file.name)
    table_choice.forget(is_new and is_other)
    questions.choose_column(mean)
    steps.go("check")


def _described(draft: Draft, mean: str) -> list[Description]:
    """Return what is said of all columns that take part, in the order of the file."""
    state = st.session_state
    levels = str(state[draft.key("levels")])
    more = state.get(draft.key(_MORE, mean), ()) if state[draft.key("more")] else ()
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
    st.markdown(f"**{literal(draft.file.name)}**: {literal(reading_note(draft.table))}")
    left, middle, right = st.columns(3)
    upload.draw_how(draft.file, left, middle)
    right.selectbox(
        "Decimal mark",
        list(_MARKS),
        list(_MARKS).index(draft.table.decimal),
        format_func=_MARKS.__getitem__,
        key=draft.key("decimal"),
        persist_state="session",
        help="The mark before the decimals in this file. The other mark, a space or an apostrophe "
        "may separate thousands. The receipt states the decimal mark.",
    )
    if problem := upload.problem_of(draft.file):
        notices.error(problem, "The file stays as it was read before.")
    if doubt := names_like_values(draft.table.names):
        notices.warning(doubt)


def _draw_level_column(draft: Draft, mean: str) -> str:
    """Draw which column says what each person asks for, and return it: those named so first."""
    others = [name for name in draft.table.names if name != mean]
    named = [name for name in others if draft.begun[name].kind == "level"]
    offered = [*named, "", *(name for name in others if name not in named)]
    return str(
        st.selectbox(
            "What each person asks for (ε)",
            offered,
            format_func=lambda name: name or "No column: you choose one ε later",
            key=draft.key("levels"),
            persist_state="session",
            help="ε limits what the result can reveal about a person: smaller is more private. It "
            "may stand in a column of numbers above 0, or of a few words. You then enter an ε for "
            "each word.",
        )
    )


def _draw_more(draft: Draft, mean: str, column: str) -> str:
    """Draw which other columns take part, and the entries of one; return what is wrong with it."""
    begun = draft.begun
    others = [name for name in draft.table.names if name not in (mean, column)]
    chosen: list[str] = st.multiselect(
        "Other columns to use",
        others,
        key=draft.key(_MORE, mean),  # for another mean there are others
        persist_state="session",
    )
    if not chosen:
        return ""
    st.dataframe(
        pd.DataFrame([_row(draft.description(name)) for name in chosen]),
        hide_index=True,
        alt="The other columns, with what each may hold so far",
    )
    left, middle, right = st.columns(3)
    name = left.selectbox("Column to describe", chosen, key=draft.key("more_column"))
    middle.selectbox(
        "Kind",
        list(KINDS),
        list(KINDS).index(begun[name].kind),
        format_func=KINDS.__getitem__,
        key=draft.key("kind", name),
        persist_state="session",
    )
    right.selectbox(
        "Sensitivity, for feature privacy",
        _SENSITIVITIES,
        _SENSITIVITIES.index(begun[name].sensitivity),
        key=draft.key("sensitivity", name),
        persist_state="session",
        help="How much a person may mind this value being revealed. The page “Feature privacy” "
        "protects columns of high sensitivity first.",
    )
    if begun[name].kind == "text":
        st.caption("Its name says that it tells who somebody is.")
    return draw_entries(draft, draft.description(name))


def _row(about: Description) -> dict[str, str]:
    """Return a column's row in the table of what is said so far."""
    numbers = f"{about.low or '?'} to {about.high or '?'} {about.unit}".strip()
    others = {"category": about.labels or "?", "binary": "0 or 1", "level": "above 0", "text": ""}
    possible = others.get(about.kind, numbers)
    return {"column": about.name, "kind": KINDS[about.kind], "possible values": possible}
