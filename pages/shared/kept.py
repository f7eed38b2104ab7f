"""Values of computations, kept where that is worth it: one place for everything that is computed.

What rests on shipped data is shared by all sessions.  What rests on a file of the user's own
(whatever has a `Given` in it) belongs to one session, and goes when the table is forgotten; so
does what rests on something unwritten, because a busy moment may have cut it short.
Values are shared as they are: nobody may change one.  Errors are not kept.

A shelf for values that are dear to make: each made once, those not asked for longest given up.

It is bounded by bytes, not by entries: a sweep over a million users weighs a thousand times what
a choice of budgets does.

What is put together once a run, however often it is asked for.

A page asks for the same computation from its hero, its tabs and its cards.  To describe one is
cheap, but not free: its key is all of its source.
"""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping, Set
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from functools import cache, wraps
from threading import Lock
from typing import Any, TypeVar, cast, overload

import numpy as np
import pandas as pd
import streamlit as st

from hetdp_core.computation import Computation
from hetdp_core.computation.calls import Key
from hetdp_core.figures.figure import Figure

_LOOKED_AT = 8
"""Entries of a long sequence that are weighed, from all over it; the others count as much."""

_PACKED_TOO = 3
"""A figure weighs itself, and as long as it is kept its parcel and the copy that is sent."""


class Shelf:
    """Values by key, for all threads.

    Args:
        most: bytes, about; what was not asked for longest goes first.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._weight = 0
        self._values: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._making: dict[Hashable, Lock] = {}
        self._lock = Lock()

    def value(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """Return what stands under a key, or make it; others who ask meanwhile wait for it.

        An error is not kept: whoever waited tries by themselves.
        """
        with self._lock:
            if key in self._values:
                return self._taken(key)
            turn = self._making.setdefault(key, Lock())
        with turn:
            with self._lock:
                if key in self._values:
                    return self._taken(key)
            try:
                made = make()
                self._put(key, made, weight(made))
            finally:
                with self._lock:
                    self._making.pop(key, None)
        return made

    def clear(self) -> None:
        """Give up everything."""
        with self._lock:
            self._values.clear()
            self._weight = 0

    def _taken(self, key: Hashable) -> Any:
        self._values.move_to_end(key)
        return self._values[key][0]

    def _put(self, key: Hashable, value: Any, size: int) -> None:
        """Put a value on the shelf; one that alone is too heavy is not kept."""
        if size > self._most:
            return
        with self._lock:
            self._values[key] = value, size
            self._weight += size
            while self._weight > self._most:
                _, (_, gone) = self._values.popitem(last=False)
                self._weight -= gone


def weight(value: Any, seen: set[int] | None = None) -> int:
    """Return about how many bytes a value takes; what is in it twice counts once."""
    seen = set() if seen is None else seen
    if id(value) in seen or isinstance(value, (type, int, float)) or value is None:
        return 0
    seen.add(id(value))
    if isinstance(value, np.ndarray):
        return sys.getsizeof(value) + (0 if value.base is None else value.nbytes)
    if isinstance(value, (str, bytes)):
        return sys.getsizeof(value)
    if isinstance(value, (pd.DataFrame, pd.Series)):
        return int(np.sum(value.memory_usage(deep=True)))
    if isinstance(value, Figure):
        return _PACKED_TOO * weight([value.data, value.layout], seen)
    if isinstance(value, Mapping):
        return sys.getsizeof(value) + _weight_of_all([*value, *value.values()], seen)
    if isinstance(value, (list, tuple, Set)):
        return sys.getsizeof(value) + _weight_of_all(list(value), seen)
    return sys.getsizeof(value) + weight(getattr(value, "__dict__", None), seen)


def _weight_of_all(values: list[Any], seen: set[int]) -> int:
    some = values[:: -(-len(values) // _LOOKED_AT)] if values else []
    numbers = sum(sys.getsizeof(one) for one in some if isinstance(one, (int, float)))
    share = len(values) / len(some) if some else 0.0
    return int(share * (numbers + sum(weight(one, seen) for one in some)))


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
            shown = waiting and not _no_session.get()
            with st.spinner(waiting, show_time=False) if shown else nullcontext():
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


Function = TypeVar("Function", bound=Callable[..., Any])

_known: ContextVar[dict[tuple[Any, ...], tuple[Any, Any]] | None] = ContextVar(
    "known", default=None
)


@contextmanager
def a_run() -> Iterator[None]:
    """Remember inside what functions marked with `once` return; nothing is shared or stays."""
    token = _known.set({})
    try:
        yield
    finally:
        _known.reset(token)


def once(function: Function) -> Function:
    """Return the same function, which in a run answers the same arguments by the same object.

    The same means the very same objects; others, however equal, are computed anew.
    """

    @wraps(function)
    def answer(*arguments: Any) -> Any:
        known = _known.get()
        if known is None:
            return function(*arguments)
        key = (function, *map(id, arguments))
        if key not in known:  # the arguments stay with it: no other object takes their place
            known[key] = function(*arguments), arguments
        return known[key][0]

    return cast(Function, answer)
