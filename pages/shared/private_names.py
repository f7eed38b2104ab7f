"""All names of Streamlit's in use that are not public: `pages/PRIVATE_NAMES.md` says why."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from streamlit import runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx


def session() -> str:
    """Return the name of the session whose script runs; "" where none does."""
    context = get_script_run_ctx()
    return context.session_id if context is not None else ""


def went_back_or_forward() -> bool:
    """Say whether the browser's Back or Forward brought the address of this run."""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


def belonging_to_the_app() -> AbstractContextManager[None]:
    """Let what is drawn inside belong to `app.py` and not to a page, as the menu does."""
    context = get_script_run_ctx()
    if context is None:
        return nullcontext()
    return context.run_with_active_hash(context.pages_manager.main_script_hash)


def is_connected(session: str) -> bool:
    """Say, from any thread, whether a session's browser is connected; without a server it is."""
    return not runtime.exists() or runtime.get_instance().is_active_session(session)


def forgetting() -> Callable[[], None]:
    """Return what empties the state of the session whose script runs, from any thread.

    Streamlit's loop remembers the last session that it has looked at, until somebody else comes.
    """
    context = get_script_run_ctx()

    def forget() -> None:
        if context is not None:
            for key in list(context.session_state.filtered_state):
                del context.session_state[key]

    return forget


def end(session: str) -> None:
    """End a session, and let go of all that it holds; only on the server's own loop."""
    runtime.get_instance().close_session(session)


def remove_upload(session: str, file: str) -> None:
    if runtime.exists():
        uploads = runtime.get_instance().uploaded_file_mgr
        if isinstance(uploads, MemoryUploadedFileManager):  # a test's server keeps no uploads
            uploads.remove_file(session, file)
