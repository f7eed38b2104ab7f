"""A limit on script runs: few of them compute at a time, as many as there are processors.

Two hundred threads that fight for one interpreter all end late; in turn, each ends soon.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import BoundedSemaphore

from loky import cpu_count

LONGEST_WAIT = 2.0
"""Seconds after which a run goes ahead without a turn: a few long ones must not hold up all."""

FEWEST = 2
"""Turns at least, so that one long run does not stand in everybody's way."""

_turns = BoundedSemaphore(max(FEWEST, cpu_count()))
_has_one: ContextVar[bool] = ContextVar("has_one", default=False)


@contextmanager
def slot() -> Iterator[None]:
    """Wait for a slot, and hold it inside; a run that holds one keeps it."""
    if _has_one.get() or not _turns.acquire(timeout=LONGEST_WAIT):
        yield
        return
    token = _has_one.set(True)
    try:
        yield
    finally:
        _has_one.reset(token)
        _turns.release()


@contextmanager
def without_slot() -> Iterator[None]:
    """Give the slot to others inside, where this run only waits; it takes another afterwards."""
    if not _has_one.get():
        yield
        return
    token = _has_one.set(False)
    _turns.release()
    try:
        yield
    finally:
        _turns.acquire()
        _has_one.reset(token)
