"""Small messages leave the server at once.

A system may keep a small packet back until the one before is acknowledged (Nagle's algorithm), and
browsers acknowledge late: together some 40 ms at each page's opening.  Python's event loop turns
this off, but only for sockets whose protocol number is written out, which the ones that Streamlit
binds lack.
"""

from __future__ import annotations

import socket
from typing import Any

from pages.shared.server.asgi import Message, Receive, Send, Server


def without_delay(server: Server) -> Server:
    """A server whose connections send each packet when it is written."""

    async def answer(scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            _send_at_once(send)
        await server(scope, receive, send)

    return answer


def _send_at_once(send: Send) -> None:
    """Where the server says which connection it writes to (uvicorn does), and that is TCP's."""
    transport: Any = getattr(getattr(send, "__self__", None), "transport", None)
    connection = transport and transport.get_extra_info("socket")
    if connection and connection.family in (socket.AF_INET, socket.AF_INET6):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
