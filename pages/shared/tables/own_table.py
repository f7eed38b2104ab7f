"""Tables by key, shipped ones and the reader's own CSV: brought, declared and held for one session.

The session's state keeps the reader's table in use until it is forgotten, and the draft (file and
schema as edited so far) until another file takes its place.  A shipped table is known by its name.
The reader's own is `OWN` among the choices, and has a random key of its own (`DatasetInfo.key`, for
each file and declaration) in a scenario, so that nothing computed from one table is ever taken for
another's.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import cast

import streamlit as st

from hetdp_core import datasets, validate
from hetdp_core.calls import Call
from hetdp_core.datasets import Column, Dataset, DatasetInfo
from hetdp_core.errors import HetDPError, InvalidInput, shortened
from hetdp_core.numerals import counted
from hetdp_core.tables import SAMPLE_NAME, SEPARATORS, declare, read_table, sample_csv
from hetdp_core.tables.describe import declared_frame
from pages.shared import cache, sessions
from pages.shared.tables.own_draft import (
    Brought,
    Draft,
    bring_back_draft,
    current_draft,
    drop_draft,
    start_draft,
)
from pages.shared.tables.own_table_editor import declare_all
from pages.shared.text import notices

_IN_USE = "own_table_in_use"
_NAME = "own_table_in_use_name"
_TOKEN = "own_table_in_use_token"
_BROUGHT = "own_table_brought"
_SEEN = "own_table_seen_file"
_PROBLEM = "own_table_problem"
_ASIDE = "own_table_draft_aside"
_ROUND = "own_table_round"
_FORGOTTEN = "own_table_forgotten"
_forgettable: list[Callable[[], None]] = []

OWN = "own"
"""The choice of the reader's own table; part of links, so it does not change."""

OWN_TITLE = "My own table"
_RULE = "must be brought first"
_REMEDY = "bring it on the page “Private release”"


def key_of(choice: str) -> str:
    """Return the key of a chosen table.

    Raises:
        InvalidInput: the reader's own is chosen and there is none in this session.
    """
    if choice != OWN:
        return choice
    own = own_dataset()
    if own is None:
        raise InvalidInput(OWN_TITLE, _RULE, "none in this session", _REMEDY)
    return own.info.key


def is_own(key: str) -> bool:
    """Say whether a key or a choice means the reader's own table."""
    return key == OWN or key.startswith(f"{OWN}:")


def is_there(key: str) -> bool:
    """Say whether the table of a key can be had now: a reader's own may have been forgotten."""
    own = own_dataset()
    return not is_own(key) or (own is not None and own.info.key == key)


def info(key: str) -> DatasetInfo:
    """Return the schema of a table; `InvalidInput` for one that is not there."""
    return _own(key).info if is_own(key) else datasets.info(key)


def dataset(key: str) -> Dataset:
    """Return a table, shared by all who ask: copy its frame before changing it."""
    return _own(key) if is_own(key) else cache.value(Call(datasets.load, key).kept())


def _own(key: str) -> Dataset:
    own = own_dataset()
    if own is None or own.info.key != key:
        raise InvalidInput(OWN_TITLE, _RULE, "another or none in this session", _REMEDY)
    return own


def own_dataset() -> Dataset | None:
    """Return the table last accepted in this session; the same object until another is accepted."""
    return cast(Dataset | None, st.session_state.get(_IN_USE))


def own_name() -> str:
    """Return the file name of the table in use; "" without one."""
    return str(st.session_state.get(_NAME, ""))


def own_token() -> str:
    """Return what identifies the table in use, however it was declared; "" without one.

    It is random, and another each time that a file is brought, whatever it holds.
    """
    return str(st.session_state.get(_TOKEN, ""))


@st.fragment
def own_table_panel(
    on_forget: Callable[[], None] | None = None, on_accept: Callable[[], None] | None = None
) -> None:
    """Upload, understand, declare and use a table; draw it once on a page.

    Edits rerun the panel alone; a table that is accepted or forgotten reruns the page.
    `on_forget` is called when the reader forgets the table, to clear what a page holds of it;
    `on_accept` when a table is accepted.
    """
    if st.session_state.pop(_FORGOTTEN, False):
        st.rerun()  # all of the page, not the panel alone: it may have used the table
    take_file()
    draft = open_draft()
    if draft is not None:
        declare_all_columns(draft, on_accept)
    if current_draft() is not None or own_dataset() is not None:
        _draw_in_use(on_forget)


# --- the file -------------------------------------------------------------------------


def open_draft() -> Draft | None:
    """Return the file that is being declared; None while there is none, or it was removed."""
    return None if st.session_state.get(_ASIDE) else current_draft()


def take_sample() -> None:
    """Take the simulated sample as if it had been uploaded; only in a callback."""
    st.session_state[_ROUND] = st.session_state.get(_ROUND, 0) + 1
    _read(Brought(SAMPLE_NAME, SAMPLE_NAME, sample_csv(), simulated=True))


def _uploader_key() -> str:
    """Return the uploader's key; another one empties it, and its file leaves the memory."""
    return f"own_table_file_{st.session_state.get(_ROUND, 0)}"


def take_file() -> None:
    """Draw the uploader: a new file becomes the draft, an unreadable one leaves all as it was."""
    state = st.session_state
    limit = validate.MAX_UPLOAD_BYTES
    file = st.file_uploader(
        f"Your CSV, up to {limit // 1_000_000} MB, one row for each person",
        type=["csv", "tsv", "txt"],
        key=_uploader_key(),
        help="The first line names the columns; commas, semicolons, pipes or tabs separate them.",
        on_change=_file_removed,
    )
    st.caption(
        "The file goes to the machine that runs this dashboard (yours, if you started it), stays "
        "in this session's memory until you forget it, and goes nowhere else: to no disk, to no "
        "other machine."
    )
    if file is not None and file.file_id != state.get(_SEEN):
        _let_go_of_upload()
        state[_SEEN] = file.file_id
        _read(Brought(file.file_id, file.name, file.getvalue()))
    _draw_separator()
    if state.get(_PROBLEM):
        before = "What you had before is kept." if current_draft() or own_dataset() else ""
        notices.error(state[_PROBLEM], before)


def _read(brought: Brought, separator: str = "") -> None:
    """Make a file the draft, or keep the sentence that says why it is none."""
    state = st.session_state
    state[_BROUGHT], state[_PROBLEM], state[_ASIDE] = brought, "", False
    try:
        table = read_table(brought.content, separator or None)
    except HetDPError as error:
        state[_PROBLEM] = str(error)
        bring_back_draft()
        return
    start_draft(brought, table, separator)


def _in_sight() -> Brought | None:
    """Return the file that was brought last, be it readable or not."""
    draft = open_draft()
    return st.session_state.get(_BROUGHT) or (draft.brought if draft is not None else None)


def _draw_separator() -> None:
    brought, draft = _in_sight(), open_draft()
    if brought is None:
        return
    options = ["", *SEPARATORS]
    separator = draft.separator if draft is not None and draft.brought is brought else ""
    st.selectbox(
        "Separator",
        options,
        options.index(separator),
        format_func=lambda mark: SEPARATORS.get(mark, "as the first line of the file says"),
        key=_separator_key(brought),
        on_change=_read_again,
        width=320,
    )


def _separator_key(brought: Brought) -> str:
    return f"own_table_separator_{brought.file_id}"


def _read_again() -> None:
    """Read the file with the separator that was chosen."""
    if (brought := _in_sight()) is not None:
        _read(brought, str(st.session_state[_separator_key(brought)]))


def _let_go_of_upload() -> None:
    """Let go of the bytes of the file that was taken last: what was read of it is enough."""
    if before := st.session_state.get(_SEEN):
        sessions.forget_upload(before)


def _file_removed() -> None:
    """Take the draft of a removed file out of sight.

    The draft is dropped no sooner than its successor is read: a browser that replaces a file
    removes the old one first, and the new one may be unreadable.
    """
    state = st.session_state
    if state.get(_uploader_key()) is None:
        draft = current_draft()
        state[_ASIDE] = draft is not None and draft.brought.file_id == state.get(_SEEN)
        state[_PROBLEM] = ""
        state.pop(_BROUGHT, None)


# --- the table in use -----------------------------------------------------------------


def declare_all_columns(draft: Draft, on_accept: Callable[[], None] | None) -> None:
    """Draw the schema of all columns, and the button that puts the table to use."""

    def accept(draft: Draft, columns: Callable[[], tuple[Column, ...]]) -> None:
        try:
            put_to_use(draft, columns())
        except HetDPError as error:
            notices.error(error, *kept_sentence())
            return
        if on_accept is not None:
            on_accept()
        st.rerun()

    declare_all(draft, asked_before(draft), accept)


def asked_before(draft: Draft) -> Column | None:
    """Return the column that says what is asked, where this very table is in use; None for none."""
    used = own_dataset()
    if used is None or own_token() != draft.token or not used.level_columns():
        return None
    return used.info.column(used.level_columns()[0])


def kept_sentence() -> tuple[str, ...]:
    """Say what stays where another table could not be used."""
    return ("The table in use stays as it was.",) if own_dataset() else ()


def put_to_use(draft: Draft, columns: tuple[Column, ...]) -> None:
    """Make a brought file, declared so, the table in use; `HetDPError` where it does not fit."""
    state, before = st.session_state, own_dataset()
    key, simulated = f"own:{secrets.token_hex(6)}", draft.brought.simulated
    dataset = declare(draft.table, columns, key, simulated=simulated)
    if before is None or own_token() != draft.token or before.info.columns != columns:
        state[_IN_USE] = dataset
    state[_NAME], state[_TOKEN] = draft.brought.name, draft.token


def _draw_in_use(on_forget: Callable[[], None] | None) -> None:
    dataset = own_dataset()
    if dataset is not None:
        rows, columns = dataset.frame.shape
        notices.success(
            f"In use: {shortened(own_name())} with {counted(rows, 'row')} and "
            f"{counted(columns, 'declared column')}, until you accept another table or forget it.",
            icon=":material/check:",
        )
        st.dataframe(
            declared_frame(dataset),
            hide_index=True,
            alt="The columns in use, with the values each may hold",
        )
    offer_to_forget(on_forget)


# --- forgetting -----------------------------------------------------------------------


def goes_with_the_table(forget: Callable[[], None]) -> Callable[[], None]:
    """Mark what is to be called when the reader forgets the table."""
    _forgettable.append(forget)
    return forget


def offer_to_forget(on_forget: Callable[[], None] | None = None) -> None:
    """Draw the button that forgets file, schema, table and all that was computed from it."""
    st.button(
        "Forget my table",
        help="Removes the file, the schema and the table from this session's memory, with all "
        "that was computed from them.",
        icon=":material/delete:",
        on_click=_forget,
        args=(on_forget,),
    )


def _forget(on_forget: Callable[[], None] | None) -> None:
    state = st.session_state
    _let_go_of_upload()
    drop_draft()
    for key in (_IN_USE, _NAME, _TOKEN, _BROUGHT, _SEEN, _PROBLEM, _ASIDE):
        state.pop(key, None)
    state[_ROUND] = state.get(_ROUND, 0) + 1
    state[_FORGOTTEN] = True
    cache.forget()
    for forget in (*_forgettable, *([on_forget] if on_forget else [])):
        forget()
