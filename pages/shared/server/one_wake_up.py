"""What scripts send in one go wakes the server's loop once.

Streamlit hands each message of a script over to the event loop by itself, and Python's loop is
woken for each, by a byte through a socket: some thirty times a run, each time another thread's
turn.  The loop sends what has come every ten milliseconds anyway.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context
from typing import Any

from pages.shared.server.asgi import Message, Receive, Send, Server


def with_one_wake_up(server: Server) -> Server:
    """A server whose loop is woken for the first of what waits for it, and finds the rest."""
    told: set[int] = set()

    async def answer(scope: Message, receive: Receive, send: Send) -> None:
        loop = asyncio.get_running_loop()
        if id(loop) not in told:
            told.add(id(loop))
            wake_once(loop)
        await server(scope, receive, send)

    return answer


def wake_once(loop: asyncio.AbstractEventLoop) -> None:
    """Let a loop's `call_soon_threadsafe` wake it only where it is not woken yet; inside, never.

    Callbacks run in the order in which they came.  What it returns cannot take all of them back:
    there is no handle of one that found the loop woken.  A loop that cannot be told (one that is
    not written in Python) is left as it is.
    """
    wake, inside = loop.call_soon_threadsafe, threading.get_ident()
    waiting: deque[tuple[Callable[..., object], tuple[Any, ...], Context | None]] = deque()
    woken = False

    def take() -> None:
        nonlocal woken
        woken = False  # before it looks: what comes from now on wakes the loop again
        while waiting:
            callback, arguments, context = waiting.popleft()
            loop.call_soon(callback, *arguments, context=context)

    def call_soon_threadsafe(
        callback: Callable[..., object], *arguments: Any, context: Context | None = None
    ) -> asyncio.Handle | None:
        nonlocal woken
        if threading.get_ident() == inside:
            return loop.call_soon(callback, *arguments, context=context)
        waiting.append((callback, arguments, context))
        if woken:  # and has not looked yet: it will find this
            return None
        woken = True  # two at once may both come here: the loop is woken twice then, never not
        try:
            return wake(take)
        except RuntimeError:  # it is closed, and says so to whoever comes next, too
            woken = False
            raise

    with suppress(AttributeError):
        setattr(loop, "call_soon_threadsafe", call_soon_threadsafe)  # noqa: B010
