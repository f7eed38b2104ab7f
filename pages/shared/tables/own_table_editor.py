"""The draft of a reader's own table: a file, and its schema as edited so far."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import cast

import pandas as pd
import streamlit as st

from hetdp_core.datasets import Column
from hetdp_core.errors import HetDPError
from hetdp_core.tables import ColumnGuess, RawTable
from hetdp_core.tables.columns import MOST_UNIT
from hetdp_core.tables.edit import (
    KINDS,
    SENSITIVITIES,
    columns_from,
    noted,
    schema_frame,
    still_empty,
    with_labels_read,
)
from pages.shared.words import notices
from pages.shared.words.literal import literal

_DRAFT = "own_table_draft"

_NAMED = 5
"""Columns that a note names; of more their number is told."""

Columns = Callable[[], tuple[Column, ...]]
"""The declared columns, or `InvalidInput`: called when the reader wants to use the table."""


@dataclass(frozen=True, eq=False)
class Draft:
    """A file, and its schema as edited so far.

    `frame` is what the editor started from, `edited` what it holds now: edits lie on top of
    `frame`.  Another `revision` is another editor, which starts without edits.  `from_data`:
    bounds are to be read off the data.
    """

    file_id: str
    file_name: str
    table: RawTable
    guesses: tuple[ColumnGuess, ...]
    frame: pd.DataFrame
    edited: pd.DataFrame
    from_data: bool = False
    revision: int = 0

    @property
    def key(self) -> str:
        """The editor's key: another file or revision is another editor."""
        return f"own_table_schema_{self.table.digest[:12]}_{self.revision}"

    def restarted(self, frame: pd.DataFrame) -> Draft:
        """The same file with a new editor that starts from `frame`."""
        return replace(self, frame=frame, edited=frame, revision=self.revision + 1)


def current_draft() -> Draft | None:
    """The draft of this session."""
    return cast(Draft | None, st.session_state.get(_DRAFT))


def start_draft(
    file_id: str, file_name: str, table: RawTable, guesses: tuple[ColumnGuess, ...]
) -> None:
    """A new file takes the draft's place; the same file again keeps what was edited."""
    before = current_draft()
    if before is not None and before.table == table:
        _keep(replace(before, file_id=file_id, file_name=file_name))
        bring_back_draft()
        return
    frame = schema_frame(guesses)
    _keep(Draft(file_id, file_name, table, guesses, frame, frame))


def bring_back_draft() -> None:
    """Start the editor of a draft that was out of sight from what it held.

    While a fragment did not draw a widget, the server remembers it and the browser does not.
    """
    draft = current_draft()
    if draft is not None:
        _keep(draft.restarted(draft.edited))


def drop_draft() -> None:
    """Let the file and its schema go."""
    st.session_state.pop(_DRAFT, None)


def bounds_held(draft: Draft, column: str) -> tuple[float | None, float | None]:
    """Return the bounds that are typed or suggested for a column; None where there are none."""
    row = draft.edited[draft.edited["column"] == column].iloc[0]
    low, high = (None if pd.isna(row[end]) else float(row[end]) for end in ("low", "high"))
    return low, high


def unit_held(draft: Draft, column: str) -> str:
    """Return the unit that is typed or suggested for a column; "" where there is none."""
    unit = draft.edited.loc[draft.edited["column"] == column, "unit"].iloc[0]
    return "" if pd.isna(unit) else str(unit)


def hold_range(draft: Draft, column: str, low: float | None, high: float | None, unit: str) -> None:
    """Let the draft hold these bounds of a column, and their unit."""
    frame = draft.edited.copy()
    rows = frame["column"] == column
    frame.loc[rows, "unit"] = unit
    for end, bound in (("low", low), ("high", high)):
        frame.loc[rows, end] = float("nan") if bound is None else bound
    _keep(replace(draft, edited=frame))


def edit_draft(draft: Draft) -> Columns:
    """Draw the editor; returns what reads the columns off it."""
    if draft.edited is not draft.frame and draft.key not in st.session_state:
        # Not drawn in the last run (another page or tab), so the editor has forgotten its edits.
        draft = draft.restarted(draft.edited)
    from_data = _switch(draft)
    if from_data:
        notices.warning(
            "The bounds will be the smallest and largest value of each column, so whatever is "
            "computed with them reveals these extremes, and each may be one person's.",
            icon=":material/visibility:",
        )
    edited = _editor(draft, bounds_shown=not from_data)
    _draw_notes(draft)
    draft = replace(draft, edited=edited, from_data=from_data)
    _keep(draft)
    empty = still_empty(edited, bounds_needed=not from_data)
    if empty:
        notices.info(empty, icon=":material/edit:")
    bounds_of = draft.table if from_data else None
    return lambda: columns_from(edited, draft.guesses, bounds_of=bounds_of)


def offer_labels() -> None:
    """A button that fills in the labels that occur, where a category has none yet."""
    draft = current_draft()
    if draft is None or not still_empty(draft.edited, bounds_needed=False):
        return
    if not st.button(
        "Read empty labels from the file (not private)",
        help="Fills in the labels that occur. A rare one may belong to one person only.",
    ):
        return
    try:
        _keep(draft.restarted(with_labels_read(draft.edited, draft.table)))
    except HetDPError as error:
        notices.error(error)
    else:
        st.rerun()


def _keep(draft: Draft) -> None:
    st.session_state[_DRAFT] = draft


def _switch(draft: Draft) -> bool:
    key = f"{draft.key}_bounds"
    st.session_state.setdefault(key, draft.from_data)
    return st.toggle("Take bounds from the data, as in the paper (not private)", key=key)


def _draw_notes(draft: Draft) -> None:
    """Say below what a cell would cut off."""
    for note, names in noted(draft.frame).items():
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        about = ", ".join(f"**{literal(name)}**" for name in names[:_NAMED])
        st.caption(f"{about}{more}: {literal(note)}")


def _editor(draft: Draft, bounds_shown: bool) -> pd.DataFrame:
    bounds = ("low", "high", "unit") if bounds_shown else ("unit",)
    return st.data_editor(
        draft.frame,
        key=draft.key,
        hide_index=True,
        column_order=("use", "column", "kind", *bounds, "labels", "sensitivity", "missing"),
        column_config=_CELLS,
        placeholder="",
        alt="One row for each column of the file: what it may hold, to be corrected",
    )


_CELLS = {
    "use": st.column_config.CheckboxColumn("Use", width=80),
    "column": st.column_config.TextColumn("Column", disabled=True, width=120),
    "kind": st.column_config.SelectboxColumn(
        "Kind",
        options=list(KINDS),
        format_func=lambda kind: KINDS[str(kind)],
        required=True,
        width=130,
    ),
    "low": st.column_config.NumberColumn(
        "Lowest possible",
        help="The lowest value a person could have, from what the column means.",
        width=135,
    ),
    "high": st.column_config.NumberColumn(
        "Highest possible",
        help="The highest value a person could have, from what the column means.",
        width=135,
    ),
    "unit": st.column_config.TextColumn(
        "Unit",
        help="What stands after a number, as years or mmHg; may be empty.",
        max_chars=MOST_UNIT,
        width=70,
    ),
    "labels": st.column_config.TextColumn(
        "Possible labels",
        help="For a category: all labels a person could have, separated by commas.",
        width=180,
    ),
    "labels_read": st.column_config.TextColumn("Labels read from the file", disabled=True),
    "sensitivity": st.column_config.SelectboxColumn(
        "Sensitivity",
        options=list(SENSITIVITIES),
        required=True,
        help="How much a person may mind this value being revealed.",
        width=90,
    ),
    "missing": st.column_config.NumberColumn("Missing", disabled=True, width=70),
}
