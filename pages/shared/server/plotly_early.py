"""plotly.js sooner: named with every page.

A figure would ask for it only when it is drawn, after Streamlit, the script's run and the page's
other elements.  Named beside the page itself, it is on its way while they are.
"""

from __future__ import annotations

from pages.shared.figure.plotly_asset import ensure_plotly_asset
from pages.shared.server.asgi import Message, Receive, Send, Server


def with_plotly_early(server: Server) -> Server:
    """A server that tells browsers of plotly.js with each page.

    The file is put there first: a browser that is told of one too early remembers that it is not
    there, and the figures of a newcomer's first page would not be drawn.
    """
    file = ensure_plotly_asset()
    if not file.exists():  # nor could it be written
        return server
    # From any page this leads to the same file, as `addresses` in live_figure.js says.
    hint = (b"link", f"<app/static/{file.name}>; rel=preload; as=script".encode())

    async def answer(scope: Message, receive: Receive, send: Send) -> None:
        async def send_with_hint(message: Message) -> None:
            if message["type"] == "http.response.start" and _is_page(message):
                message["headers"] = [*message["headers"], hint]
            await send(message)

        await server(scope, receive, send_with_hint)

    return answer


def _is_page(message: Message) -> bool:
    kind = dict(message.get("headers", ())).get(b"content-type", b"")
    return message["status"] == 200 and bytes(kind).startswith(b"text/html")
