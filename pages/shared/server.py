"""What is around Streamlit's server: a policy for browsers, the core imported early, and sessions.

Streamlit keeps a session whose browser is gone until somebody else comes, and whatever it is sent:
here sessions end, and their uploads are limited.
"""

from __future__ import annotations

import asyncio
import base64
import gc
import hashlib
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager, suppress
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import urlencode

import streamlit as st

import hetdp_core
from pages.shared import private_names
from pages.shared.page_paths import UNKNOWN
from pages.shared.scripts import ensure_plotly_asset

GONE_SECONDS = 120.0
"""Without its browser a session lasts so long: a network may come back."""

MOST_BYTES = 20_000_000
"""Of all files that a session may have in memory at a time."""

LOOK_SECONDS = 10.0
_BAD_REQUEST, _TOO_LARGE = 400, 413
_UPLOAD = re.compile(r"/_stcore/upload_file/([^/]+)/([^/]+)$")
_REFUSED = (
    f"One visit may hold {MOST_BYTES // 1_000_000} MB of files at a time. Remove one, or reload "
    "the page."
)

_lock = Lock()
_seen: dict[str, float] = {}
_forget: dict[str, Callable[[], None]] = {}
_uploads: dict[str, dict[str, int]] = {}

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Server = Callable[[Message, Receive, Send], Awaitable[None]]
"""ASGI, the interface that Python's web servers share."""


def note_session() -> None:
    """Remember the session whose script runs, so that it ends some time after its browser left."""
    if name := private_names.session():
        _seen[name] = time.monotonic()
        _forget[name] = private_names.forgetting()


@asynccontextmanager
async def ended_in_time(app: object) -> AsyncIterator[None]:
    """End sessions that are gone, as long as the server runs."""
    del app
    task = asyncio.create_task(_keep_looking())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _keep_looking() -> None:
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        if gone := _gone(time.monotonic()):
            for name in gone:
                private_names.end(name)
                _forget.pop(name, lambda: None)()
            gc.collect()  # a session holds itself in circles


def _gone(now: float) -> list[str]:
    """Return the sessions whose browsers have been gone for long, and forget about them."""
    gone = []
    for name, seen in list(_seen.items()):
        if private_names.is_connected(name):
            _seen[name] = now
        elif now - seen >= GONE_SECONDS:
            gone.append(name)
            del _seen[name]
            with _lock:
                _uploads.pop(name, None)
    return gone


def forget_upload(file: str) -> None:
    name = private_names.session()
    private_names.remove_upload(name, file)
    _count(name, file, None)


def _count(session: str, file: str, size: int | None) -> bool:
    """Count an upload of so many bytes, or no longer where that is None; say whether it fits."""
    with _lock:
        others = {name: held for name, held in _uploads.get(session, {}).items() if name != file}
        if size is not None:
            if sum(others.values()) + size > MOST_BYTES:
                return False
            others[file] = size
        if others:
            _uploads[session] = others
        else:
            _uploads.pop(session, None)
        return True


class Budget:
    """Middleware that refuses an upload of a session which holds too much already."""

    def __init__(self, app: Server) -> None:
        self._app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer as the app does, but for uploads beyond the budget."""
        match = _UPLOAD.search(scope["path"]) if scope["type"] == "http" else None
        if match is None or scope["method"] not in ("PUT", "DELETE"):
            await self._app(scope, receive, send)
            return
        session, file = match.groups()
        size = _length(scope) if scope["method"] == "PUT" else None
        held = before = _uploads.get(session, {}).get(file)  # stays unless the server does as asked
        if scope["method"] == "PUT" and not (
            size is not None and _count(session, file, max(size, before or 0))
        ):
            await _refuse(send)
            return

        async def look(message: Message) -> None:
            nonlocal held
            if message["type"] == "http.response.start":
                held = size if message["status"] < _BAD_REQUEST else before
            await send(message)

        try:
            await self._app(scope, receive, look)
        finally:
            _count(session, file, held)


def _length(scope: Message) -> int | None:
    """Return how long a request says it is; None where it does not say, or comes in chunks."""
    headers = dict(scope["headers"])
    text = b"" if b"transfer-encoding" in headers else headers.get(b"content-length", b"")
    return int(text) if text.isdigit() and len(text) < 12 else None


async def _refuse(send: Send) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": _TOO_LARGE, "headers": headers})
    await send({"type": "http.response.body", "body": _REFUSED.encode()})


_PAGES = {path.stem for path in Path(hetdp_core.__file__).parents[1].glob("pages/*.py")}
_FILES = ("_stcore", "app", "component", "media")  # below these, HTML is a file of somebody


class KnownPages:
    """Middleware that leads from an unknown address, where Streamlit finds no script, to Start."""

    def __init__(self, app: Server) -> None:
        self._app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer as the app does, but for HTML at an unknown address."""
        base = str(st.get_option("server.baseUrlPath")).strip("/")
        below = f"{scope.get('path', '')}".removeprefix(f"/{base}" if base else "").removeprefix(
            "/"
        )
        name = below.strip("/")
        start = f"{'../' * below.count('/') or './'}?{urlencode({UNKNOWN: name[:60]})}"
        is_unknown = name.partition("/")[0] not in _FILES and name not in {"", *_PAGES}
        is_moved = False

        async def look(message: Message) -> None:
            nonlocal is_moved
            if message["type"] == "http.response.start" and is_unknown:
                kind = dict(message.get("headers", ())).get(b"content-type", b"")
                if is_moved := kind.startswith(b"text/html"):
                    headers = [(b"location", start.encode()), (b"content-length", b"0")]
                    message = {**message, "status": 307, "headers": headers}
            elif is_moved:
                message = {**message, "body": b""}
            await send(message)

        await self._app(scope, receive, look)


_INDEX = Path(st.__file__).with_name("static") / "index.html"
_INLINE = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


def import_core() -> None:
    """Import all of the core; no page, since pages make components, which want a server.

    It takes seconds, in which the first visitor would look at an empty page.  All of it lives as
    long as the process, so the garbage collector need not look at it.
    """
    room = Path(hetdp_core.__file__).parent
    for path in room.rglob("[!_]*.py"):  # pkgutil sees no room without __init__.py
        import_module(".".join(path.relative_to(room.parent).with_suffix("").parts))
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
