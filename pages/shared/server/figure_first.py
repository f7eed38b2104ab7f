"""A page's first figure is drawn before the browser gets what stands below and beside it.

A browser first draws all that has come, some fifty elements in a quarter of a second, and only
then what a figure needs.  So what follows the figure waits here until the browser says that it has
drawn it, or until that takes too long.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from pages.shared.figure.live_figure import awaited
from pages.shared.server.asgi import Message, Receive, Send, Server

LONGEST_WAIT = 1.0
"""Seconds.  Where a browser needs longer for its figure, it has the rest to draw meanwhile."""

_BROWSERS = b"Mozilla/"
"""How all of them begin to say what they are; no other client draws anything, and none waits."""

Waiting = dict[str, asyncio.Event]


def with_figure_first(server: Server) -> Server:
    """A server that keeps back what follows a session's first figure until that is drawn."""
    waiting: Waiting = {}

    async def answer(scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and _is_browser(scope):
            await server(scope, receive, _in_turn(send, waiting))
        elif scope["type"] == "http" and (word := awaited.word_in_path(scope["path"])):
            if drawn := waiting.get(word):
                drawn.set()
            await send({"type": "http.response.start", "status": 204, "headers": []})
            await send({"type": "http.response.body", "body": b""})
        else:
            await server(scope, receive, send)

    return answer


def _is_browser(scope: Message) -> bool:
    return bytes(dict(scope["headers"]).get(b"user-agent", b"")).startswith(_BROWSERS)


def _in_turn(send: Send, waiting: Waiting) -> Send:
    """Send what comes; after the message with the figure, nothing until it is drawn."""
    waited = False

    async def send_in_turn(message: Message) -> None:
        nonlocal waited
        word = None if waited else awaited.word_in_message(message.get("bytes") or b"")
        if word is None:
            await send(message)
            return
        waited = True
        drawn = waiting[word] = asyncio.Event()
        try:
            await send(message)
            with suppress(TimeoutError):
                await asyncio.wait_for(drawn.wait(), LONGEST_WAIT)
        finally:
            waiting.pop(word, None)

    return send_in_turn
