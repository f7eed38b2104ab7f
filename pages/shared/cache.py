"""Cache of computed results.

Values are shared between sessions as they are: nobody may change one.  What rests on a file of the
user's own, or may have been cut short in a busy moment, belongs to one session, and goes when the
table is forgotten.  Errors are not kept.  Who asks for what another thread computes waits for it.
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar, overload

import streamlit as st

from hetdp_core.calls import Call
from pages.shared import private_names

T = TypeVar("T")

MOST = 2_000
"""Values kept for all sessions together: most weigh a quarter of a megabyte, none much over one.

Two hundred readers of the mean's page with settings of their own need more than a thousand: with
fewer each move was computed again (70 ms in place of 18), and the last waited for 16 seconds.
"""

MOST_OF_A_SESSION = 64
"""Values kept for one session, of its own files."""

MOST_HEAVY = 3
"""Heavy values kept, for all sessions together and for each."""


@overload
def value(call: Call[T]) -> T: ...
@overload
def value(call: T) -> T: ...
def value(call: Any) -> Any:
    """Return the value of a call, computed or from the cache; another object is its own value."""
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
