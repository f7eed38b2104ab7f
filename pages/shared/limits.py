"""How long a run may compute, and how many compute at a time.

As many script runs compute at a time as there are processors: two hundred threads that fight for
one interpreter all end late; in turn, each ends soon.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import BoundedSemaphore

import streamlit as st
from loky import cpu_count

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


LONGEST_WAIT = 2.0
"""Seconds after which a run goes ahead without a slot: a few long ones must not hold up all."""

FEWEST = 2
"""Slots at least, so that one long run does not stand in everybody's way."""

_slots = BoundedSemaphore(max(FEWEST, cpu_count()))
_holds_slot: ContextVar[bool] = ContextVar("holds_slot", default=False)


@contextmanager
def slot() -> Iterator[None]:
    """Wait for a slot, and hold it inside; a run that holds one keeps it."""
    if _holds_slot.get() or not _slots.acquire(timeout=LONGEST_WAIT):
        yield
        return
    token = _holds_slot.set(True)
    try:
        yield
    finally:
        _holds_slot.reset(token)
        _slots.release()


@contextmanager
def without_slot() -> Iterator[None]:
    """Give the slot to others inside, where this run only waits; it takes another afterwards."""
    if not _holds_slot.get():
        yield
        return
    token = _holds_slot.set(False)
    _slots.release()
    try:
        yield
    finally:
        _slots.acquire()
        _holds_slot.reset(token)
