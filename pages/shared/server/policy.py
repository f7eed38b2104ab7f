"""What a browser may load for the dashboard, told to it with every page: our own server's, no more.

Text that is not ours goes through `literal`; should any ever slip past it, the browser refuses to
fetch what it names.
"""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

import streamlit as st

from pages.shared.server import page_scripts
from pages.shared.server.asgi import Message, Receive, Send, Server

_INDEX = Path(st.__file__).with_name("static") / "index.html"
_INLINE = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


def content_policy() -> str:
    """The header's value.

    Scripts inside the page are those of the installed Streamlit and our own, each known by its
    hash; `blob:` is how Streamlit loads components.  Styles stand in the elements that they are
    for, and small pictures in the address itself.
    """
    scripts = [*_INLINE.findall(_INDEX.read_bytes()), *page_scripts.ALL]
    inline = " ".join(map(_hash, scripts))
    rules = {
        "default-src": "'self'",
        "script-src": f"'self' blob: {inline}",
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data: blob:",
        "font-src": "'self' data:",
        "object-src": "'none'",
        "base-uri": "'self'",
        "form-action": "'self'",
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def _hash(script: bytes) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(script).digest()).decode()}'"


def with_policy(server: Server) -> Server:
    """A server that sends the policy with everything it answers."""
    headers = [
        (b"content-security-policy", content_policy().encode()),
        (b"referrer-policy", b"same-origin"),
        (b"x-content-type-options", b"nosniff"),
    ]

    async def answer(scope: Message, receive: Receive, send: Send) -> None:
        async def send_with_policy(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *headers]
            await send(message)

        await server(scope, receive, send_with_policy)

    return answer
