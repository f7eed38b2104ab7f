"""What sessions hold in the server's memory: their uploads are limited, and they end.

Streamlit keeps a session whose browser is gone until somebody else comes, and whatever it is sent.
"""

from __future__ import annotations

import asyncio
import gc
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager, suppress
from threading import Lock
from typing import Any

from pages.shared import private_names

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


def note() -> None:
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
