"""The first step: a file of the reader's own, or the simulated sample."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from hetdp_core import validate
from hetdp_core.errors import HetDPError
from hetdp_core.release.sample import SAMPLE_NAME, SAMPLE_ROWS, SAMPLE_SEED, sample_csv
from hetdp_core.tables import SEPARATORS
from hetdp_core.tables.read import MOST_SKIPPED
from hetdp_core.uploads import ENCODINGS
from pages.inside.release import steps
from pages.inside.release.draft import File, current_draft, is_lost, new_draft
from pages.shared import server
from pages.shared.tables import own_table
from pages.shared.text import notices

_UNREAD = "own_table_unread"
"""What holds the file that could not be read, and why."""


def draw() -> None:
    """Draw the uploader; a file that can be read leads to the next step."""
    state = st.session_state
    if is_lost():
        notices.info(
            "This tab was reloaded, or its session ended. The file and its description are no "
            "longer in memory: upload the file again.",
            icon=":material/refresh:",
        )
    limit = validate.MAX_UPLOAD_BYTES
    brought = st.file_uploader(
        f"Your CSV file, up to {limit // 1_000_000} MB, one row for each person",
        type=["csv", "tsv", "txt"],
        key=_key("file"),
        help="The first line names the columns; commas, semicolons, pipes or tabs separate them.",
    )
    st.caption(
        "The file goes to the machine that runs this dashboard (yours, if you started it), and "
        "nowhere else. It stays in the memory of this tab's session until “Forget my table”. **If "
        "you reload the page or come back later, upload the file again.**"
    )
    if brought is not None:
        server.forget_upload(brought.file_id)  # what is read of it is enough
        own_table.begin_upload()
        _read(_as_before(File(brought.name, brought.getvalue())))
        st.rerun()  # with an empty uploader, or at the next step
    if _UNREAD in state:
        file, problem = state[_UNREAD]
        notices.error(f"{file.name}: {problem}")
        *places, last = st.columns(3)
        draw_how(file, *places)
        last.selectbox(
            "Encoding",
            list(ENCODINGS),
            format_func=ENCODINGS.__getitem__,
            key=_key("encoding"),
            on_change=_read_again,
        )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Try it with a sample",
            icon=":material/science:",
            key="release_sample",
            on_click=_read,
            args=(File(SAMPLE_NAME, sample_csv(), simulated=True),),
            help=f"{SAMPLE_ROWS:,} imaginary people with a blood pressure and an ε each, drawn "
            f"with seed {SAMPLE_SEED}. Receipts say that it is simulated.",
        )
        st.download_button(
            "Sample (csv)",
            sample_csv(),
            SAMPLE_NAME,
            "text/csv",
            key="release_sample_file",
            icon=":material/download:",
            on_click="ignore",
        )
        st.caption("The sample is **simulated**: it is nobody's data.")


def _as_before(file: File) -> File:
    """Return a file, to be read like the one before it where that has its columns."""
    before = current_draft()
    if before is not None:
        again = replace(before.file, name=file.name, content=file.content, simulated=False)
        with suppress(HetDPError):
            if again.read().names == before.table.names:
                return again
    return file


def draw_how(file: File, *places: DeltaGenerator) -> None:
    """Draw the separator and the lines that are skipped; another choice reads the file again."""
    options = ["", *SEPARATORS]
    places[0].selectbox(
        "Separator",
        options,
        options.index(file.separator),
        format_func=lambda mark: SEPARATORS.get(mark, "as the first line of the file says"),
        key=_key("separator"),
        on_change=_read_again,
    )
    places[1].number_input(
        "Lines to skip at the top",
        0,
        MOST_SKIPPED,
        file.skipped,
        key=_key("skipped"),
        on_change=_read_again,
        help="Lines above the names of the columns, for example a title.",
    )


def _key(entry: str) -> str:
    return f"own_table_{entry}_{own_table.uploads()}"


def _read_again() -> None:
    """Read the last file as its owner now says.

    A callback is given no file: Streamlit would hold it after it is forgotten.
    """
    state, draft = st.session_state, current_draft()
    file = draft.file if draft is not None else None
    if steps.current() == "upload" and _UNREAD in state:
        file, _ = state[_UNREAD]
    if file is not None:
        entries = [entry for entry in ("separator", "skipped", "encoding") if _key(entry) in state]
        _read(replace(file, **{entry: state[_key(entry)] for entry in entries}))


def problem_of(file: File) -> str:
    """Return why a file could not be read as its owner said; "" where it could."""
    unread, problem = st.session_state.get(_UNREAD, (None, ""))
    return problem if unread is not None and unread.content is file.content else ""


def _read(file: File) -> None:
    """Make a file the draft and go on; or keep the sentence that says why it is none."""
    state = st.session_state
    try:
        table = file.read()
    except HetDPError as error:
        state[_UNREAD] = file, str(error)
        return
    own_table.begin_upload()
    state.pop(_UNREAD, None)
    new_draft(file, table)
    steps.go("describe")
