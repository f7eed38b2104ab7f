"""Each page tells Streamlit's script where its server is and what it allows.

Without this the script asks: under the page's own address first (`/ridge/_stcore/health`, which
there is not), after a pause one folder up, and only then it connects.  It takes `__streamlit`
instead where a page has it, connects at once and asks afterwards.  Its other scripts come with it.
"""

from __future__ import annotations

import gzip
import json
from functools import lru_cache
from posixpath import dirname
from typing import Any

from pages.shared.server import page_scripts
from pages.shared.server.asgi import Message, Receive, Send, Server

_HOST_CONFIG = "_stcore/host-config"
_NOT_PLAIN = {b"accept-encoding", b"if-none-match", b"if-modified-since", b"range"}
_OF_THE_FILE = {b"content-length", b"content-encoding", b"etag", b"last-modified", b"vary"}
"""What the server says of its file is not true of ours; it is short, and sent each time."""


def with_server_known(server: Server) -> Server:
    """A server that adds to each page what its script would ask for first.

    What it allows is what `server` itself answers to that question; where it answers nothing, its
    script asks as ever.
    """

    async def answer(scope: Message, receive: Receive, send: Send) -> None:
        if not _asks_for_a_page(scope):
            await server(scope, receive, send)
            return
        start, body = await _answer_of(server, _plain(scope), receive)
        if _is_html(start):
            config = await _host_config(server, scope, receive)
            squeezed = b"gzip" in _header(scope, b"accept-encoding")
            body = _with_scripts(body, config, squeezed)
            start = {**start, "headers": [*_about(start, body, squeezed)]}
        await send(start)
        await send({"type": "http.response.body", "body": body})

    return answer


def _asks_for_a_page(scope: Message) -> bool:
    return (
        scope["type"] == "http"
        and scope["method"] == "GET"
        and b"text/html" in _header(scope, b"accept")
    )


def _header(scope: Message, name: bytes) -> bytes:
    return bytes(dict(scope["headers"]).get(name, b""))


def _plain(scope: Message, **other: Any) -> dict[str, Any]:
    """A question for a whole answer as it is; its own, for servers write into what they get."""
    headers = [one for one in scope["headers"] if one[0] not in _NOT_PLAIN]
    return {**scope, "headers": headers, **other}


async def _answer_of(server: Server, scope: Message, receive: Receive) -> tuple[Message, bytes]:
    """How the answer starts, and its whole body."""
    sent: list[Message] = []

    async def keep(message: Message) -> None:
        sent.append(message)

    await server(scope, receive, keep)
    start, *parts = sent
    return start, b"".join(part.get("body", b"") for part in parts)


def _is_html(start: Message) -> bool:
    kind = dict(start.get("headers", ())).get(b"content-type", b"")
    return start["status"] == 200 and bytes(kind).startswith(b"text/html")


async def _host_config(server: Server, page: Message, receive: Receive) -> str:
    path = f"{dirname(page['path']).rstrip('/')}/{_HOST_CONFIG}"
    question = _plain(page, path=path, raw_path=path.encode(), query_string=b"")
    start, body = await _answer_of(server, question, receive)
    return _as_text(body) if start["status"] == 200 else ""


@lru_cache(maxsize=4)
def _as_text(body: bytes) -> str:
    """As JSON that cannot end the element it stands in; empty where it is not JSON."""
    try:
        return json.dumps(json.loads(body), separators=(",", ":")).replace("<", "\\u003c")
    except ValueError:
        return ""


@lru_cache(maxsize=8)
def _with_scripts(page: bytes, config: str, squeezed: bool) -> bytes:
    known = b'<script type="application/json" id="host-config">%b</script>' % config.encode()
    told = [known, b"<script>%b</script>" % page_scripts.SERVER_KNOWN] if config else []
    told += [b"<script>%b</script>" % script for script in page_scripts.AS_EVER]
    page = page.replace(b"<head>", b"<head>" + b"".join(told), 1)
    return gzip.compress(page, mtime=0) if squeezed else page


def _about(start: Message, body: bytes, squeezed: bool) -> list[tuple[bytes, bytes]]:
    kept = [one for one in start["headers"] if one[0].lower() not in _OF_THE_FILE]
    squeezing = [(b"content-encoding", b"gzip")] if squeezed else []
    length = (b"content-length", str(len(body)).encode())
    return [*kept, *squeezing, length, (b"vary", b"accept-encoding")]
