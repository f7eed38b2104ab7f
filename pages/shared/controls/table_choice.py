"""The choice of a table, of its column, and of the column that says who asks for what.

What is chosen of a user's own table is of this session: names of a private table are in no link.
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from hetdp_core.datasets import DatasetInfo
from pages.shared import page_paths
from pages.shared.controls import catalog, panel
from pages.shared.controls.control import Control, choice_control
from pages.shared.tables import own_table
from pages.shared.text.literal import literal

_OWN_COLUMN = "own_column"


def draw_dataset() -> None:
    """Draw the choice of a table, and where it is the user's own that is missing, the way to it."""
    chosen = panel.draw(catalog.shared.DATASET)
    if own_table.is_own(chosen) and own_table.own_dataset() is None:
        st.page_link(page_paths.RELEASE, label="Upload my table", icon=":material/upload_file:")


def draw_column() -> None:
    """Draw the choice of a table and of a column; those of a user's own are in no link."""
    left, right = st.columns(2)
    with left:
        draw_dataset()
    choice = st.session_state[catalog.shared.DATASET.key]
    own = own_table.is_own(choice)
    if own and own_table.own_dataset() is None:
        return
    info = own_table.info(own_table.key_of(choice))
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
    info = own_table.info(dataset)
    held = st.session_state.get(_OWN_COLUMN)
    return str(held) if held in info.numeric_columns() else info.default_column


COLUMN, PROFILE = "column", "profile"

SOURCES = {COLUMN: "A column of my table", PROFILE: "The privacy profile above"}
"""Where levels may come from."""

_SOURCE, _IN = "asked_", "asked_in_"
"""What holds the choice, and the column chosen, before the table's key."""


def level_controls(info: DatasetInfo) -> tuple[Control, ...]:
    """Return the controls of the choice: none where the table has no column of levels."""
    if not _has_levels(info):
        return ()
    source, named = _source(info), _column(info)
    several = len(named.options or {}) > 1 and _held(source) == COLUMN
    return (source, named) if several else (source,)


def level_column(key: str) -> str:
    """Return the column of a table that says who asks for what; "" where the profile does.

    Raises:
        InvalidInput: there is no such table.
    """
    info = own_table.info(key)
    if not _has_levels(info) or _held(_source(info)) != COLUMN:
        return ""
    return str(_held(_column(info)))


def level_sentence(column: str) -> str:
    """Say that a column of the table says who asks for what."""
    return (
        f"Privacy levels come from the column “{literal(column)}” of your dataset. Everyone keeps "
        "their own ε."
    )


@own_table.goes_with_the_table
def forget() -> None:
    """Forget what was chosen for the table: a column of it is named there."""
    own = tuple(f"{start}{own_table.OWN}:" for start in (_SOURCE, _IN))
    for key in [key for key in st.session_state if str(key).startswith(own)]:
        del st.session_state[key]


def _has_levels(info: DatasetInfo) -> bool:
    return own_table.is_own(info.key) and bool(info.level_columns())


def _source(info: DatasetInfo) -> Control:
    help = "Use the ε in your dataset for each person, or assign the profile's levels at random."
    return choice_control(f"{_SOURCE}{info.key}", "Privacy levels from", SOURCES, help)


def _column(info: DatasetInfo) -> Control:
    named = {name: info.column(name).label for name in info.level_columns()}
    help = "The column with each person's privacy level."
    return choice_control(f"{_IN}{info.key}", "Column of ε", named, help)


def _held(control: Control) -> Any:
    held = st.session_state.get(control.key, control.start)
    return held if held in (control.options or {}) else control.start
