"""The first step: a file of the reader's own, or the simulated sample."""

from __future__ import annotations

import secrets
from dataclasses import replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from hetdp_core.release.sample import SAMPLE_NAME, sample_csv
from hetdp_core.tables import SEPARATORS
from hetdp_core.tables.read import MOST_SKIPPED
from hetdp_core.uploads import ENCODINGS
from hetdp_core.validate import MAX_UPLOAD_BYTES
from pages.inside.release import steps
from pages.inside.release.draft import DRAFT, Draft, current_draft
from pages.inside.release.entries import choose
from pages.shared import server
from pages.shared.text import notices

_HOW = ("separator", "skipped", "encoding")


def draw() -> None:
    """Draw the uploader, and how to read a file that could not be read."""
    draft = current_draft()
    brought = st.file_uploader(
        f"Your CSV file, up to {MAX_UPLOAD_BYTES // 1_000_000} MB, one row for each person",
        type=["csv", "tsv", "txt"],
        key=f"own_table_file_{draft.token if draft else ''}",  # empty after each file
    )
    st.caption(
        "The file goes to the machine that runs this dashboard (yours, if you started it), and "
        "nowhere else. It stays in the memory of this tab's session until “Forget my table”. **If "
        "you reload the page or come back later, upload the file again.**"
    )
    if brought is not None:
        server.forget_upload(brought.file_id)  # what is read of it is enough
        _go_on(_as_before(Draft(brought.name, brought.getvalue())))
        st.rerun()
    if draft is not None and draft.problem:
        notices.error(f"{draft.name}: {draft.problem}")
        with draw_how(draft):
            key = _key("encoding", draft)
            choose("Encoding", ENCODINGS, draft.encoding, key, on_change=_read_again)
    st.button(
        "Try it with a sample",
        icon=":material/science:",
        key="release_sample",
        on_click=_go_on,
        args=(Draft(SAMPLE_NAME, sample_csv(), simulated=True),),
    )


def draw_how(draft: Draft) -> DeltaGenerator:
    """Draw how the file is read, where another choice reads it again; return the place beside."""
    left, middle, right = st.columns(3)
    with left:
        marks = {"": "detected automatically", **SEPARATORS}
        key = _key("separator", draft)
        choose("Separator", marks, draft.separator, key, on_change=_read_again)
    middle.number_input(
        "Lines to skip at the top",
        0,
        MOST_SKIPPED,
        draft.skipped,
        key=_key("skipped", draft),
        on_change=_read_again,
    )
    return right


def _key(entry: str, draft: Draft) -> str:
    return f"own_table_{draft.token}_{entry}"


def _read_again() -> None:
    """Read the file as its owner now says.

    A callback is given no file: Streamlit would hold it after it is forgotten.
    """
    state, draft = st.session_state, current_draft()
    if draft is not None:
        said = {how: state.get(_key(how, draft), getattr(draft, how)) for how in _HOW}
        _go_on(replace(draft, token=secrets.token_hex(6), **said))


def _as_before(draft: Draft) -> Draft:
    """Return a new file, to be read like the one before it where that has its columns."""
    before = current_draft()
    if before is not None and not before.problem:
        again = replace(draft, **{how: getattr(before, how) for how in _HOW})
        if not again.problem and again.table.names == before.table.names:
            return again
    return draft


def _go_on(draft: Draft) -> None:
    """Make it the draft: one that can be read leads to the next step."""
    st.session_state[DRAFT] = draft
    steps.go("describe")
