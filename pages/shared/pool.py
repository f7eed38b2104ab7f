"""The processes of this server, which all its visitors share: what takes seconds runs in them.

How many processes there are, who takes turns with whom and how long they wait is said in
`hetdp_core.parallel`.
"""

from __future__ import annotations

import streamlit as st

from hetdp_core.parallel import SharedPool


@st.cache_resource(max_entries=1, show_spinner=False)
def shared() -> SharedPool:
    """Return the pool of this server process, the same for every session."""
    return SharedPool()


def counted(others: int) -> str:
    """Name so many other jobs: "1 other computation".

    >>> counted(1), counted(2)
    ('1 other computation', '2 other computations')
    """
    return f"{others} other computation{'' if others == 1 else 's'}"
