"""A reader's own CSV: brought, understood, declared and held, for one session only.

Everything is kept in the session's state: the table in use until it is forgotten, and the
draft (file and schema as edited so far) until another file takes its place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, cast

import streamlit as st

from hetdp_core import validate
from hetdp_core.counted import counted
from hetdp_core.datasets import Column, Dataset
from hetdp_core.errors import HetDPError, shortened
from hetdp_core.tables import (
    SAMPLE_NAME,
    declare,
    guess_schema,
    named_for_levels,
    read_table,
    recognised,
    recognition_note,
    sample_csv,
    with_levels,
)
from hetdp_core.tables.describe import (
    declared_frame,
    mistaken_cells,
    names_like_values,
    reading_note,
    unclear_commas,
)
from hetdp_core.tables.edit import levels_declared
from pages.shared import sessions
from pages.shared.tables import own_table_wishes as wishes
from pages.shared.tables.own_table_editor import (
    Columns,
    Draft,
    bring_back_draft,
    current_draft,
    drop_draft,
    edit_draft,
    offer_labels,
    start_draft,
)
from pages.shared.words import notices
from pages.shared.words.literal import literal

_IN_USE = "own_table_in_use"
_NAME = "own_table_in_use_name"
_DIGEST = "own_table_in_use_digest"
_SEEN = "own_table_seen_file"
_PROBLEM = "own_table_problem"
_ASIDE = "own_table_draft_aside"
_ROUND = "own_table_round"
_FORGOTTEN = "own_table_forgotten"


def own_dataset() -> Dataset | None:
    """The table last accepted in this session; the same object until another is accepted."""
    return cast(Dataset | None, st.session_state.get(_IN_USE))


def own_name() -> str:
    """The file name of the table in use; empty when there is none."""
    return str(st.session_state.get(_NAME, ""))


def own_digest() -> str:
    """The checksum of the file in use, however it was declared; empty when there is none."""
    return str(st.session_state.get(_DIGEST, ""))


@st.fragment
def own_table_panel(
    on_forget: Callable[[], None] | None = None, on_accept: Callable[[], None] | None = None
) -> None:
    """Upload, understand, declare and use a table; draw it once on a page.

    Edits rerun the panel alone; a table that is accepted or forgotten reruns the page.
    `on_forget` is called when the reader forgets the table, to clear what a page computed
    from it; `on_accept` when a table is accepted.
    """
    if st.session_state.pop(_FORGOTTEN, False):
        st.rerun()  # all of the page, not the panel alone: it may have used the table
    take_file()
    draft = open_draft()
    if draft is not None:
        declare_all(draft, on_accept)
    if current_draft() is not None or own_dataset() is not None:
        _draw_in_use(on_forget)


# --- the file -------------------------------------------------------------------------


def open_draft() -> Draft | None:
    """The file that is being declared; None while there is none, or it was removed."""
    return None if st.session_state.get(_ASIDE) else current_draft()


def take_sample() -> None:
    """Take the simulated sample as if it had been uploaded; only in a callback."""
    state = st.session_state
    state[_PROBLEM], state[_ASIDE] = "", False
    state[_ROUND] = state.get(_ROUND, 0) + 1
    table = read_table(sample_csv())
    start_draft(SAMPLE_NAME, SAMPLE_NAME, table, guess_schema(table))


def _uploader_key() -> str:
    """Another key empties the uploader, and its file leaves the memory."""
    return f"own_table_file_{st.session_state.get(_ROUND, 0)}"


def take_file() -> None:
    """Draw the uploader: a new file becomes the draft, an unreadable one leaves all as it was."""
    state = st.session_state
    limit = validate.MAX_UPLOAD_BYTES
    file = st.file_uploader(
        f"Your CSV, up to {limit // 1_000_000} MB, one row for each person",
        type=["csv", "tsv", "txt"],
        key=_uploader_key(),
        help="The first line names the columns; commas, semicolons or tabs separate them.",
        on_change=_file_removed,
    )
    st.caption(
        "The file goes to the machine that runs this dashboard (yours, if you started it), stays "
        "in this session's memory until you forget it, and goes nowhere else: to no disk, to no "
        "other machine."
    )
    if file is not None and file.file_id != state.get(_SEEN):
        _let_go_of_upload()
        state[_SEEN], state[_PROBLEM], state[_ASIDE] = file.file_id, "", False
        try:
            table = read_table(file.getvalue())
            guesses = guess_schema(table)
        except HetDPError as error:
            state[_PROBLEM] = str(error)
            bring_back_draft()
        else:
            start_draft(file.file_id, file.name, table, guesses)
    if state.get(_PROBLEM):
        kept = "What you had before is kept." if current_draft() or own_dataset() else ""
        notices.error(state[_PROBLEM], kept)


def _let_go_of_upload() -> None:
    """Let go of the bytes of the file that was taken last: what was read of it is enough."""
    if before := st.session_state.get(_SEEN):
        sessions.forget_upload(before)


def _file_removed() -> None:
    """A file that is removed takes its draft out of sight.

    The draft is dropped no sooner than its successor is read: a browser that replaces a file
    removes the old one first, and the new one may be unreadable.
    """
    state = st.session_state
    if state.get(_uploader_key()) is None:
        draft = current_draft()
        state[_ASIDE] = draft is not None and draft.file_id == state.get(_SEEN)
        state[_PROBLEM] = ""


# --- the schema -----------------------------------------------------------------------


def declare_all(draft: Draft, on_accept: Callable[[], None] | None) -> None:
    """Draw the schema of all columns, and the button that puts the table to use."""
    draw_reading(draft)
    if recognised(draft.table) is None:
        _declare_by_hand(draft, "primary", on_accept)
        return
    st.markdown(literal(recognition_note(draft.table)))
    if st.button("Use with the known schema of this file", type="primary"):
        _accept(draft, lambda: recognised(draft.table) or (), on_accept)
    with st.expander("Or say yourself what each column may hold"):
        _declare_by_hand(draft, "secondary", on_accept)


def draw_reading(draft: Draft) -> None:
    """Say what was read."""
    st.markdown(
        f"**{literal(draft.file_name)}**: {literal(reading_note(draft.table, draft.guesses))}"
    )
    doubts = [
        names_like_values(draft.table),
        *unclear_commas(draft.table, draft.guesses),
        *mistaken_cells(draft.table, draft.guesses),
    ]
    for sentence in filter(None, doubts):
        notices.warning(sentence)
    for name in named_for_levels(draft.guesses):
        notices.warning(
            f"“{name[:40]}” is named like privacy levels, but most of what it holds cannot be "
            "one (a number above 0, or inf): nobody's level is read from it by itself."
        )


def asked_before(draft: Draft) -> Column | None:
    """Return the column that says what is asked, where this very file is in use; None for none."""
    used = own_dataset()
    if used is None or own_digest() != draft.table.digest or not used.level_columns():
        return None
    return used.info.column(used.level_columns()[0])


def _declare_by_hand(
    draft: Draft,
    button: Literal["primary", "secondary"],
    on_accept: Callable[[], None] | None,
) -> None:
    columns = edit_draft(draft)
    asking = _draw_levels(draft)
    with st.container(horizontal=True):
        use = st.button("Use this table", type=button)
        offer_labels()
    if use:
        _accept(draft, lambda: _with_levels(draft, columns(), asking), on_accept)


def _draw_levels(draft: Draft) -> tuple[str, ...]:
    """Draw what the words ask for in each column that is declared to say so; return these."""
    edited = current_draft() or draft
    asking = levels_declared(edited.edited)
    for name in asking:
        if problem := wishes.draw_meaning(draft, name, asked_before(draft)):
            notices.error(problem)
    return asking


def _with_levels(
    draft: Draft, columns: tuple[Column, ...], asking: tuple[str, ...]
) -> tuple[Column, ...]:
    said = {name: wishes.held(draft, name) for name in asking}
    return with_levels(columns, draft.guesses, said)


def _accept(draft: Draft, columns: Columns, on_accept: Callable[[], None] | None) -> None:
    """Use the table as declared, or one sentence and the previous table stays in use."""
    try:
        put_to_use(draft, columns())
    except HetDPError as error:
        notices.error(error, *kept_sentence())
        return
    if on_accept is not None:
        on_accept()
    st.rerun()


def kept_sentence() -> tuple[str, ...]:
    """What stays where another table could not be used."""
    return ("The table in use stays as it was.",) if own_dataset() else ()


def put_to_use(draft: Draft, columns: tuple[Column, ...]) -> None:
    """Make a brought file, declared so, the table in use; `HetDPError` where it does not fit."""
    dataset = declare(draft.table, columns)
    before = own_dataset()
    if before is None or before.info.key != dataset.info.key:
        st.session_state[_IN_USE] = dataset
    st.session_state[_NAME] = draft.file_name
    st.session_state[_DIGEST] = draft.table.digest


# --- the table in use -----------------------------------------------------------------


def _draw_in_use(on_forget: Callable[[], None] | None) -> None:
    dataset = own_dataset()
    if dataset is not None:
        rows, columns = dataset.frame.shape
        notices.success(
            f"In use: {shortened(st.session_state[_NAME])} with {counted(rows, 'row')} and "
            f"{counted(columns, 'declared column')}, until you accept another table or forget it.",
            icon=":material/check:",
        )
        st.dataframe(
            declared_frame(dataset),
            hide_index=True,
            alt="The columns in use, with the values each may hold",
        )
    offer_to_forget(on_forget)


def offer_to_forget(on_forget: Callable[[], None] | None = None) -> None:
    """The button that lets go of the file, the schema and the table."""
    st.button(
        "Forget my table",
        help="Removes the file, the schema and the table from this session's memory.",
        icon=":material/delete:",
        on_click=_forget,
        args=(on_forget,),
    )


def _forget(on_forget: Callable[[], None] | None) -> None:
    state = st.session_state
    _let_go_of_upload()
    drop_draft()
    for key in (_IN_USE, _NAME, _DIGEST, _SEEN, _PROBLEM, _ASIDE):
        state.pop(key, None)
    state[_ROUND] = state.get(_ROUND, 0) + 1
    state[_FORGOTTEN] = True
    if on_forget is not None:
        on_forget()
