"""What is around Streamlit's server: a policy for browsers, and the core imported early."""

from __future__ import annotations

import base64
import gc
import hashlib
import re
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import streamlit as st

import hetdp_core
from pages.shared.figure.plotly_asset import ensure_plotly_asset
from pages.shared.sessions import Message, Receive, Send, Server

_INDEX = Path(st.__file__).with_name("static") / "index.html"
_INLINE = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


def import_core() -> None:
    """Import all of the core; no page, since pages make components, which want a server.

    With NumPy, SciPy, pandas, plotly and cvxpy that takes seconds, in which the first visitor would
    look at an empty page.  What comes with it lives as long as the process, so the garbage
    collector need not look at it.
    """
    for module in walk_packages(hetdp_core.__path__, "hetdp_core."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    gc.collect()  # what is garbage by now would be kept for good, too
    gc.freeze()


def content_policy() -> str:
    """Return what a browser may load for the dashboard: from this server, and nothing else.

    Text that is not ours goes through `literal`; should any slip past it, the browser refuses to
    fetch what it names.  Streamlit's own scripts inside its page are known by their hashes;
    `blob:` is how it loads components.
    """
    inline = " ".join(map(_hash, _INLINE.findall(_INDEX.read_bytes())))
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


class Policy:
    """Middleware that sends the policy with every answer, and names plotly.js with every page.

    Named beside the page, plotly.js is on its way while the script runs.  The file is put there
    first: a browser that is told of it too early remembers that it is not there.
    """

    def __init__(self, app: Server) -> None:
        plotly = f"<app/static/{ensure_plotly_asset().name}>; rel=modulepreload"
        self._app = app
        self._page = (b"link", plotly.encode())
        self._headers = [
            (b"content-security-policy", content_policy().encode()),
            (b"referrer-policy", b"same-origin"),
            (b"x-content-type-options", b"nosniff"),
        ]

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer as the app does, with these headers."""

        async def send_with_policy(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", ()))
                is_page = dict(headers).get(b"content-type", b"").startswith(b"text/html")
                more = [*self._headers, self._page] if is_page else self._headers
                message["headers"] = [*headers, *more]
            await send(message)

        await self._app(scope, receive, send_with_policy)
