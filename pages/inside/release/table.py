"""The curator's part of a release: upload a table, declare it; then only the schema is shown."""

from __future__ import annotations

import streamlit as st

from hetdp_core.datasets import Dataset
from hetdp_core.tables.describe import declared_frame
from pages.shared.controls import knobs
from pages.shared.tables import data_source
from pages.shared.tables.own_table import offer_to_forget, own_dataset, own_name, own_table_panel
from pages.shared.words import notices
from pages.shared.words.literal import literal

_OPEN = "release_table_open"


def curators_table() -> Dataset | None:
    """The table to release from; None while there is none, or while it is being declared.

    While the panel is open it shows what follows from the values (guesses, counts of missing
    values), so nothing is released beside it.
    """
    dataset = own_dataset()
    if dataset is None or st.session_state.get(_OPEN):
        _draw_panel(dataset is not None)
        return None
    _draw_schema(dataset)
    return dataset


def _draw_panel(again: bool) -> None:
    notices.marked(
        "info",
        "**For your eyes only.** To help you declare it, this part looks at the file: guesses, "
        "notes and counts of missing values come from the rows. They disappear once you use the "
        "table, and nothing can be released before.",
        icon=":material/visibility_lock:",
    )
    own_table_panel(on_forget=_forget, on_accept=_close)
    if again:
        st.button("Back to the release", icon=":material/arrow_back:", on_click=_close)


def _draw_schema(dataset: Dataset) -> None:
    st.markdown(
        f"**Your table**: {literal(own_name())}, {len(dataset.frame):,} rows, one for each person. "
        "From here on the page shows what you declared and nothing that was computed from a value."
    )
    st.dataframe(
        declared_frame(dataset, counts=False),
        hide_index=True,
        alt="The columns as declared: what each may hold",
    )
    with st.container(horizontal=True):
        chosen = data_source.is_own(st.session_state.get(knobs.shared.DATASET.key, ""))
        st.button(
            "On all pages now" if chosen else "Use it on all pages",
            icon=":material/table_view:",
            disabled=chosen,
            key="own_table_everywhere",
            on_click=_use_everywhere,
        )
        st.button(
            "Declare it again, or upload another",
            icon=":material/edit:",
            on_click=_reopen,
        )
        offer_to_forget(_forget)


def _reopen() -> None:
    st.session_state[_OPEN] = True


def _use_everywhere() -> None:
    st.session_state[knobs.shared.DATASET.key] = data_source.OWN


def _close() -> None:
    st.session_state[_OPEN] = False


def _forget() -> None:
    _close()
    data_source.forget_computed()
