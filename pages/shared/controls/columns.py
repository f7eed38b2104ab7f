"""The dataset and its column, chosen where a real column is shown."""

from __future__ import annotations

import streamlit as st

from pages.shared import page_paths
from pages.shared.controls import catalog, widgets
from pages.shared.tables import data_source, own_table

_OWN_COLUMN = "own_column"


def draw_dataset() -> None:
    """Draw the choice of a table, and where it is the user's own that is missing, the way to it."""
    chosen = widgets.draw(catalog.shared.DATASET)
    if data_source.is_own(chosen) and own_table.own_dataset() is None:
        st.page_link(page_paths.RELEASE, label="Upload my table", icon=":material/upload_file:")


def draw_column() -> None:
    """Draw the choice of a table and of a column; those of a user's own are in no link."""
    left, right = st.columns(2)
    with left:
        draw_dataset()
    choice = st.session_state[catalog.shared.DATASET.key]
    own = data_source.is_own(choice)
    if own and own_table.own_dataset() is None:
        return
    info = data_source.info(data_source.key_of(choice))
    labels = info.numeric_columns()
    names = list(labels)
    key = _OWN_COLUMN if own else catalog.shared.COLUMN.key
    right.selectbox(
        catalog.shared.COLUMN.label,
        names,
        index=names.index(info.default_column),
        format_func=labels.__getitem__,
        key=key,
        persist_state="session",
    )


def own_column(dataset: str) -> str:
    """Return the column of the user's own table that is held, if the table has it."""
    info = data_source.info(dataset)
    held = st.session_state.get(_OWN_COLUMN)
    return str(held) if held in info.numeric_columns() else info.default_column
