"""Values of computations, kept where that is worth it: one place for everything that is computed.

What rests on shipped data is shared by all sessions.  What rests on a file of the user's own
(whatever has a `Given` in it) belongs to one session, and goes when the table is forgotten; so
does what rests on something unwritten, because a busy moment may have cut it short.
Values are shared as they are: nobody may change one.  Errors are not kept.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from functools import cache
from typing import Any, TypeVar, overload

import streamlit as st

from hetdp_core.computation import Computation
from hetdp_core.computation.calls import Key
from pages.shared.shelf import Shelf

T = TypeVar("T")

MOST = 400_000_000
"""Bytes kept for all sessions together, about: room for what some hundred settings show."""

MOST_OF_A_SESSION = 64
"""Values kept for one session, of its own files."""


@overload
def value(computation: Computation[T]) -> T: ...
@overload
def value(computation: T) -> T: ...
def value(computation: Any) -> Any:
    """Compute it, or take what is kept of it; what is no computation is its own value."""
    return computation.run(_keep) if isinstance(computation, Computation) else computation


_shelf = Shelf(MOST)
_no_session: ContextVar[bool] = ContextVar("no_session", default=False)


@contextmanager
def without_sessions() -> Iterator[None]:
    """Keep nothing for a session meanwhile: for programs that are no pages and have no users."""
    former = _no_session.set(True)
    try:
        yield
    finally:
        _no_session.reset(former)


def known(key: Hashable, make: Callable[[], T]) -> T:
    """Make a value, or take what is kept of it for all sessions.

    For what no computation describes, because parts of it come from elsewhere.

    key : what it depends on, nothing of a user's own.
    """
    found: T = _shelf.value(key, make)
    return found


def forget() -> None:
    """Drop what this session computed from files of its own."""
    _own("").clear()


def forget_all() -> None:
    """Drop what is kept for all sessions; for tests."""
    _shelf.clear()


def _keep(computation: Computation, make: Callable[[], Any]) -> Any:
    key = computation.key
    rests_on_what_is_not_written = len(key) > 1
    if rests_on_what_is_not_written and _no_session.get():
        return make()
    keeper = _own if rests_on_what_is_not_written else _shared
    return keeper(computation.waiting)(key, make)


def _shared(waiting: str) -> Callable[[Key, Callable[[], Any]], Any]:
    """Return what keeps values for all sessions, with these words while one is made."""

    def keep(key: Key, make: Callable[[], Any]) -> Any:
        def with_words() -> Any:
            with st.spinner(waiting, show_time=False) if waiting else nullcontext():
                return make()

        return _shelf.value(key, with_words)

    return keep


@cache
def _own(waiting: str) -> Any:  # the same function under other words is the same cache to Streamlit
    keep = st.cache_resource(
        max_entries=MOST_OF_A_SESSION, scope="session", show_spinner=waiting or False
    )
    return keep(_made_of_own)


def _made_of_own(key: Key, _make: Callable[[], Any]) -> Any:
    del key
    return _make()
