"""Cache of computed results, how long a run may compute, and how many compute at a time.

Values are shared between sessions as they are: nobody may change one.  What rests on a file of the
user's own, or may have been cut short in a busy moment, belongs to one session, and goes when the
table is forgotten.  Errors are not kept.  Who asks for what another thread computes waits for it.

As many script runs compute at a time as there are processors: two hundred threads that fight for
one interpreter all end late; in turn, each ends soon.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from threading import BoundedSemaphore
from typing import Any, TypeVar, overload

import streamlit as st
from loky import cpu_count

from hetdp_core.calls import Call
from hetdp_core.odometer.search import Stop
from pages.shared import private_names

T = TypeVar("T")

MOST = 1_000
"""Values kept for all sessions together: most weigh a quarter of a megabyte, none much over one."""

MOST_OF_A_SESSION = 64
"""Values kept for one session, of its own files."""

MOST_HEAVY = 3
"""Heavy values kept, for all sessions together and for each."""


@overload
def value(call: Call[T]) -> T: ...
@overload
def value(call: T) -> T: ...
def value(call: Any) -> Any:
    """Return what a call computes, anew or from the cache; what is no call is its own value."""
    if not isinstance(call, Call):
        return call
    if call.at_hand or not call.is_cached:
        return call.run(value)
    is_own = bool(call.owners)
    in_session = bool((is_own or call.waiting) and private_names.session())
    if is_own and not in_session:
        return call.run(value)
    keep = _keeping(is_own, call.is_heavy, call.waiting if in_session else "")
    return keep(key=call.key, _call=call)  # by name: Streamlit need not look up what it is called


def forget() -> None:
    for is_heavy in (False, True):
        _keeping(True, is_heavy, "").clear()


@cache
def _keeping(own: bool, is_heavy: bool, waiting: str) -> Any:
    """Return a cache; with other words while a value is computed it is the same to Streamlit."""
    most = MOST_OF_A_SESSION if own else MOST
    keep = st.cache_resource(
        max_entries=MOST_HEAVY if is_heavy else most,
        scope="session" if own else "global",
        show_spinner=waiting or False,
    )
    return keep(_computed_heavy if is_heavy else _computed)


def _computed(key: str, _call: Call[Any]) -> Any:
    del key
    return _call.run(value)


def _computed_heavy(key: str, _call: Call[Any]) -> Any:
    return _computed(key, _call)


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
