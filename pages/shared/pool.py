"""The processes of this server, which all its visitors share: what takes seconds runs in them.

A job belongs to a session and ends with it: a tab that is closed leaves nothing running.  How many
processes there are, who takes turns with whom and how long they wait is said in
`hetdp_core.parallel`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

import streamlit as st

from hetdp_core.parallel import Job, SharedPool, cores
from pages.shared import private_names

COUNTS = ("HETDP_PROCESSES", "WEB_CONCURRENCY")
"""How many server processes share the machine, as its environment says; see docs."""


@st.cache_resource(max_entries=1, show_spinner=False)
def shared() -> SharedPool:
    """Return the pool of this server process, the same for every session."""
    return SharedPool(workers(os.environ, cores()))


def workers(environment: Mapping[str, str], cores: int) -> int:
    """How many processes: this server's share of the cores, at least 1.

    >>> workers({}, 4), workers({"HETDP_PROCESSES": "4"}, 4), workers({"HETDP_PROCESSES": "x"}, 4)
    (4, 1, 4)
    """
    given = next(filter(None, map(environment.get, COUNTS)), "1")
    servers = int(given) if given.isascii() and given.isdigit() and len(given) < 6 else 1
    return max(1, cores // max(1, servers))


def open_job() -> Job:
    """Open a job of this session, which lasts as long as the session is connected at most.

    Raises Busy where the session, or all together, have as many as there may be.
    """
    session = private_names.session()
    return shared().open(session, lambda: private_names.is_connected(session))


def counted(others: int) -> str:
    """Name so many other jobs: "1 other computation".

    >>> counted(1), counted(2)
    ('1 other computation', '2 other computations')
    """
    return f"{others} other computation{'' if others == 1 else 's'}"
