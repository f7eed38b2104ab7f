"""Scripts and style sheets compressed, once, and kept by browsers for good.

Streamlit sends its own, three megabytes for a first page, as they lie on the disk: much for a room
full of people on one wireless network.
"""

from __future__ import annotations

import gzip
import re
from functools import lru_cache
from pathlib import Path

import streamlit as st

from pages.shared.scripts import STATIC_FOLDER
from pages.shared.server.asgi import Message, Receive, Send, Server

_FOLDERS = {
    "static/js": Path(st.__file__).parent / "static" / "static" / "js",
    "static/css": Path(st.__file__).parent / "static" / "static" / "css",
    "app/static": STATIC_FOLDER,
}
_ADDRESS = re.compile(rf"/({'|'.join(_FOLDERS)})/([\w-][\w.-]*\.(?:js|css))\Z")
_KINDS = {".js": b"text/javascript; charset=utf-8", ".css": b"text/css; charset=utf-8"}

_FOR_GOOD = (b"cache-control", b"public, max-age=31536000, immutable")
"""A year, which is for good: with other bytes each of these files has another name."""


def with_files_compressed(server: Server) -> Server:
    """A server that answers by itself for the files of `_FOLDERS`.

    Whoever cannot read gzip, or wants a part of a file, gets it from `server`.
    """

    async def answer(scope: Message, receive: Receive, send: Send) -> None:
        file = _wanted(scope)
        if file is not None and file.is_file():  # names of nothing shall not fill what is kept
            await _send_compressed(file, _compressed(file), send)
        else:
            await server(scope, receive, send)

    return answer


def _wanted(scope: Message) -> Path | None:
    """The file that is asked for, by somebody who can read it compressed."""
    if scope["type"] != "http" or scope["method"] != "GET":
        return None
    asked = dict(scope["headers"])
    compressed = b"gzip" in asked.get(b"accept-encoding", b"") and b"range" not in asked
    return file_at(scope["path"]) if compressed else None


def file_at(path: str) -> Path | None:
    """The file that is meant, whatever the path below which the app is served; there or not."""
    named = _ADDRESS.search(path)
    return _FOLDERS[named[1]] / named[2] if named else None


@lru_cache(maxsize=256)
def _compressed(file: Path) -> bytes:
    return gzip.compress(file.read_bytes(), mtime=0)


async def _send_compressed(file: Path, body: bytes, send: Send) -> None:
    headers = [
        (b"content-type", _KINDS[file.suffix]),
        (b"content-encoding", b"gzip"),
        (b"content-length", str(len(body)).encode()),
        (b"vary", b"accept-encoding"),
        _FOR_GOOD,
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})
