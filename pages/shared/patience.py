"""How long a page's own thread may compute, and for whom."""

from __future__ import annotations

import time
from collections.abc import Callable

import streamlit as st

from hetdp_core.accounting.search import Stop

SECONDS = 10.0
"""A last guard for busy servers: what may take long is limited by its work, long before."""


def patience(seconds: float = SECONDS, clock: Callable[[], float] = time.monotonic) -> Stop:
    """A question to be asked all along a computation: whether to stop, after so many seconds.

    Asking also ends the computation, by Streamlit's own exception, where its reader has left or
    has changed a control since: nobody would see what comes of it.
    """
    end = clock() + seconds

    def is_over() -> bool:
        st.session_state.get("patience")  # each look at the state lets Streamlit end the script
        return clock() > end

    return is_over
