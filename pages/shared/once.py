"""What is put together once a run, however often it is asked for.

A page asks for the same computation from its hero, its tabs and its cards.  To describe one is
cheap, but not free: its key is all of its source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, TypeVar, cast

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
