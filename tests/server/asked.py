"""What a server answers, without a network."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from pages.shared.server.asgi import Message, Receive, Send, Server

HTML = b"text/html; charset=utf-8"


def asked(server: Server, path: str, headers: Mapping[str, str] = {}, how: str = "GET") -> Answer:
    """What is sent for a path."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": how,
        "path": path,
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }

    async def ask() -> None:
        await server(scope, receive, send)

    asyncio.run(ask())
    return Answer(sent)


class Answer:
    """Status, headers and body."""

    def __init__(self, sent: list[Message]) -> None:
        start, *parts = sent
        self.status: int = start["status"]
        self.headers: dict[bytes, bytes] = dict(start["headers"])
        self.body = b"".join(part.get("body", b"") for part in parts)


def answering(files: Mapping[str, tuple[bytes, bytes]]) -> Server:
    """A server that has these files, by path: kind and content, sent in two parts."""

    async def server(scope: Message, _: Receive, send: Send) -> None:
        known = scope["path"] in files and "root_path" not in scope
        scope["root_path"] = "/lab"  # Streamlit's, too, writes into the question
        kind, body = files[scope["path"]] if known else (HTML, b"")
        headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
        headers += [(b"etag", b'"of the file"'), (b"cache-control", b"no-cache")]
        status = 200 if known else 404
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body[:9], "more_body": True})
        await send({"type": "http.response.body", "body": body[9:]})

    return server
