"""The processes of this server, which all its visitors share: what takes seconds runs in them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

import streamlit as st

from hetdp_core import parallel

T = TypeVar("T")


@st.cache_resource(max_entries=1, show_spinner=False)
def _executor() -> Executor:
    return parallel.processes()


def submit(function: Callable[..., T], /, *arguments: Any) -> Future[T]:
    """Let a process do this when all that was submitted before has begun.

    When a process died, all that was under way has failed, and others do what comes next.
    """
    try:
        return _executor().submit(function, *arguments)
    except BrokenProcessPool:
        _executor.clear()
        return _executor().submit(function, *arguments)
