"""The schema of all columns of a brought table, to be corrected, and the button that takes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

import streamlit as st

from hetdp_core.datasets import Column
from hetdp_core.errors import HetDPError
from hetdp_core.tables import recognised, recognition_note, with_levels
from hetdp_core.tables.columns import MOST_UNIT
from hetdp_core.tables.curator import looks_like, notes_on_labels, notes_on_numbers
from hetdp_core.tables.describe import names_like_values, reading_note
from hetdp_core.tables.edit import (
    KINDS,
    SENSITIVITIES,
    columns_from,
    labels_from_text,
    levels_declared,
    noted,
    rows_used,
    still_empty,
    with_ranges_read,
)
from hetdp_core.uploads import optional_number_from_text
from pages.shared.tables import own_draft
from pages.shared.tables.own_draft import Draft, current_draft, keep
from pages.shared.text import notices
from pages.shared.text.literal import literal

_NAMED = 5
"""Columns that a note names; of more their number is told."""

_MARKS = {".": "a point: 1.5", ",": "a comma: 1,5"}

Accept = Callable[[Draft, Callable[[], tuple[Column, ...]]], None]
"""Puts a draft to use with the columns that it is called for, or says what is wrong."""


def draw_reading(draft: Draft) -> None:
    """Say what was read, and draw what its owner has to confirm of it."""
    words, mark = st.columns([3, 1], vertical_alignment="center")
    words.markdown(f"**{literal(draft.brought.name)}**: {literal(reading_note(draft.table))}")
    mark.selectbox(
        "Decimal mark",
        list(_MARKS),
        list(_MARKS).index(draft.decimal),
        format_func=_MARKS.__getitem__,
        key=draft.key("decimal"),
        persist_state="session",
        help="What stands before the decimals in this file. The other mark, a blank or an "
        "apostrophe may stand between thousands. The receipt says it.",
    )
    if doubt := names_like_values(draft.table.names):
        notices.warning(doubt)


def declare_all(draft: Draft, before: Column | None, accept: Accept) -> None:
    """Draw the schema of all columns, and the button that puts the table to use.

    before : the column that says what is asked, where this very table is in use.
    """
    draw_reading(draft)
    known = recognised(draft.table, draft.decimal)
    if known is None:
        _declare_by_hand(draft, "primary", before, accept)
        return
    st.markdown(literal(recognition_note(draft.table)))
    with own_draft.for_the_curator_only():
        notes: list[str] = []
        for column in known:
            ends = column.bounds or (None, None)
            notes += _notes_on(draft, column.name, column.kind, column.categories, *ends)
        own_draft.draw_notes(notes)
    if st.button("Use with the known schema of this file", type="primary"):
        accept(draft, lambda: known)
    with st.expander("Or say yourself what each column may hold"):
        _declare_by_hand(draft, "secondary", before, accept)


def _declare_by_hand(
    draft: Draft, button: Literal["primary", "secondary"], before: Column | None, accept: Accept
) -> None:
    draft = _edited(draft)
    if empty := still_empty(draft.edited):
        notices.info(empty, icon=":material/edit:")
    asking = levels_declared(draft.edited)
    for name in asking:
        if problem := own_draft.draw_levels_meaning(draft, name, before):
            notices.error(problem)
    with own_draft.for_the_curator_only():
        _draw_what_cells_say(draft)
    if st.button("Use this table", type=button):
        accept(draft, lambda: _columns(draft, asking))


def _columns(draft: Draft, asking: tuple[str, ...]) -> tuple[Column, ...]:
    columns = columns_from(draft.edited, draft.guesses, draft.decimal)
    return with_levels(columns, {name: own_draft.levels_of_words(draft, name) for name in asking})


def _edited(draft: Draft) -> Draft:
    """Draw the editor; return the draft with what it holds now."""
    if draft.edited is not draft.frame and _editor_key(draft) not in st.session_state:
        # Not drawn in the last run (another page or tab), so the editor has forgotten its edits.
        draft = draft.restarted(draft.edited)
    edited = st.data_editor(
        draft.frame,
        key=_editor_key(draft),
        hide_index=True,
        column_order=("use", "column", "kind", "low", "high", "unit", "labels", "sensitivity"),
        column_config=_CELLS,
        placeholder="",
        alt="One row for each column of the file: what it may hold, to be corrected",
    )
    for note, names in noted(draft.frame).items():
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        about = ", ".join(f"**{literal(name)}**" for name in names[:_NAMED])
        st.caption(f"{about}{more}: {literal(note)}")
    draft = replace(draft, edited=edited)
    keep(draft)
    return draft


def _editor_key(draft: Draft) -> str:
    return draft.key(f"schema_{draft.revision}")


def _draw_what_cells_say(draft: Draft) -> None:
    st.dataframe(
        looks_like(draft.table, draft.decimal),
        hide_index=True,
        alt="For each column of the file what its cells look like, for the curator only",
    )
    own_draft.draw_notes(_notes(draft))
    if not still_empty(draft.edited):
        return
    filled = st.button(
        "Fill in from the file (not private)",
        help="Takes empty bounds and labels from the cells. They reveal extremes and rare labels, "
        "each perhaps one person's: what rests on them cannot be released.",
    )
    if filled and (now := current_draft()) is not None:
        keep(now.restarted(with_ranges_read(now.edited, now.table, now.decimal)))
        st.rerun()


def _notes(draft: Draft) -> list[str]:
    """Return what is to be known of the cells of each column in use."""
    notes: list[str] = []
    for row in rows_used(draft.edited):
        name, kind = row["column"], row["kind"]
        try:
            labels = labels_from_text(row["labels"])
            low, high = (optional_number_from_text(row[end], name) for end in ("low", "high"))
        except HetDPError:
            continue  # said where the table is used
        ends = (0.0, 1.0) if kind == "binary" else (low, high)
        notes += _notes_on(draft, name, kind, labels, *ends)
    return notes


def _notes_on(
    draft: Draft,
    name: str,
    kind: str,
    labels: tuple[str, ...],
    low: float | None,
    high: float | None,
) -> list[str]:
    """Return what is to be known of the cells of a column that is declared so."""
    if kind == "category":
        return [*notes_on_labels(draft.table, name, labels)]
    if kind not in ("number", "integer", "binary"):
        return []
    sentences = notes_on_numbers(draft.table, name, draft.decimal, low, high)
    return [f"{name[:40]}: {sentence.replace('**', '')}" for sentence in sentences]


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
    "low": st.column_config.TextColumn(
        "Lowest possible",
        help="The lowest value a person could have, from what the column means.",
        width=135,
    ),
    "high": st.column_config.TextColumn(
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
    "sensitivity": st.column_config.SelectboxColumn(
        "Sensitivity",
        options=list(SENSITIVITIES),
        required=True,
        help="How much a person may mind this value being revealed.",
        width=90,
    ),
}
