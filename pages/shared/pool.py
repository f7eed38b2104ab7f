"""The processes of this server, which all its visitors share: what takes seconds runs in them.

A job belongs to a session and ends with it: a tab that is closed leaves nothing running.  How many
processes there are, who takes turns with whom and how long they wait is said in
`hetdp_core.parallel`.
"""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from hetdp_core.parallel import Job, SharedPool


@st.cache_resource(max_entries=1, show_spinner=False)
def shared() -> SharedPool:
    """Return the pool of this server process, the same for every session."""
    return SharedPool()


def open_job() -> Job:
    """Open a job of this session, which lasts as long as the session is connected at most.

    Raises Busy where the session, or all together, have as many as there may be.
    """
    context = get_script_run_ctx()
    session = context.session_id if context is not None else ""
    return shared().open(session, _presence(session))


def _presence(session: str) -> Callable[[], bool]:
    """Say, from any thread, whether a session's browser is connected; without a server it is."""

    def is_there() -> bool:
        return not runtime.exists() or runtime.get_instance().is_active_session(session)

    return is_there


def counted(others: int) -> str:
    """Name so many other jobs: "1 other computation".

    >>> counted(1), counted(2)
    ('1 other computation', '2 other computations')
    """
    return f"{others} other computation{'' if others == 1 else 's'}"
