"""How long a page's own thread may compute, and for whom."""

from __future__ import annotations

import time
from collections.abc import Callable

import streamlit as st

from hetdp_core.odometer.search import Stop

SECONDS = 10.0
"""A last guard for busy servers: what may take long is limited by its work, long before."""


SEARCH_SECONDS = 3.0
"""Seconds of the processor after which a search for what it takes is given up."""


def search_patience() -> Stop:
    """Return a limit in seconds of the processor: on a busy server a short search ends too."""
    return patience(SEARCH_SECONDS, time.thread_time)


def patience(seconds: float = SECONDS, clock: Callable[[], float] = time.monotonic) -> Stop:
    """Return what a computation asks all along: whether to stop, after so many seconds.

    Asking also ends the computation, by Streamlit's own exception, where its reader has left or
    has changed a control since: nobody would see what comes of it.
    """
    end = clock() + seconds

    def is_over() -> bool:
        st.session_state.get("patience")  # each look at the state lets Streamlit end the script
        return clock() > end

    return is_over
