"""plotly.js sooner: named in the head of every page, compressed once, kept by the browser for good.

A figure would ask for it only when it is drawn, after Streamlit, the script's run and the page's
other elements.  Named beside the page itself, it is on its way while they are.
"""

from __future__ import annotations

import gzip
from functools import cache

from pages.shared.figure.plotly_asset import ensure_plotly_asset, plotly_asset_name
from pages.shared.frame.policy import Message, Receive, Send, Server

_FOR_GOOD = (b"cache-control", b"public, max-age=31536000, immutable")
"""A year, which is for good: another version has another name."""


def with_plotly_early(server: Server) -> Server:
    """A server that tells browsers of plotly.js with each page, and answers for it by itself.

    Whoever cannot read gzip, or wants a part of the file, gets it from `server`.
    """
    address = f"app/static/{plotly_asset_name()}"
    # From any page this leads to the same file, as `addresses` in live_figure.js says.
    hint = (b"link", f"<{address}>; rel=preload; as=script".encode())

    async def answer(scope: Message, receive: Receive, send: Send) -> None:
        async def send_with_hint(message: Message) -> None:
            if message["type"] == "http.response.start" and _is_page(message):
                message["headers"] = [*message["headers"], hint]
            await send(message)

        if _wants(scope, address) and (body := _compressed()):
            await _send_compressed(body, send)
        else:
            await server(scope, receive, send_with_hint)

    return answer


def _wants(scope: Message, address: str) -> bool:
    if scope["type"] != "http" or scope["method"] != "GET":
        return False
    asked = dict(scope["headers"])
    return (
        scope["path"].endswith(f"/{address}")
        and b"gzip" in asked.get(b"accept-encoding", b"")
        and b"range" not in asked
    )


def _is_page(message: Message) -> bool:
    kind = dict(message.get("headers", ())).get(b"content-type", b"")
    return message["status"] == 200 and bytes(kind).startswith(b"text/html")


@cache
def _compressed() -> bytes:
    """The file, or nothing where it could not be put into its folder."""
    asset = ensure_plotly_asset()
    return gzip.compress(asset.read_bytes(), mtime=0) if asset.exists() else b""


async def _send_compressed(body: bytes, send: Send) -> None:
    headers = [
        (b"content-type", b"text/javascript; charset=utf-8"),
        (b"content-encoding", b"gzip"),
        (b"content-length", str(len(body)).encode()),
        (b"vary", b"accept-encoding"),
        _FOR_GOOD,
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})
