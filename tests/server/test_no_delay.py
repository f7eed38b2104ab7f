"""Small messages are not kept back, on sockets made as Streamlit makes them."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any

import pytest
import uvicorn

from pages.shared.server.asgi import Message, Receive, Send, Server
from pages.shared.server.no_delay import without_delay


async def says_whether_it_delays(_: Message, __: Receive, send: Send) -> None:
    connection: Any = getattr(send, "__self__", None).transport.get_extra_info("socket")  # type: ignore[union-attr]
    at_once = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"at once" if at_once else b"later"})


async def answer_over_the_network(server: Server, family: int, host: str) -> bytes:
    """As Streamlit does: a socket made without a protocol's number, given to uvicorn."""
    listening = socket.socket(family)
    listening.bind((host, 0))
    port = listening.getsockname()[1]
    config = uvicorn.Config(server, log_level="error", lifespan="off")
    running = uvicorn.Server(config)
    task = asyncio.create_task(running.serve(sockets=[listening]))
    while not running.started:
        await asyncio.sleep(0.01)
    reader, writer = await asyncio.open_connection(host, port)
    writer.write(b"GET / HTTP/1.0\r\n\r\n")
    said = await reader.read()
    writer.close()
    running.should_exit = True
    await task
    return said


@pytest.mark.parametrize(
    ("family", "host"), [(socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")]
)
@pytest.mark.parametrize(
    ("added", "expected"),
    [(without_delay, b"at once"), (lambda server: server, b"later")],
    ids=["ours", "Streamlit's alone"],
)
def test_a_connection_sends_at_once(
    family: int, host: str, added: Callable[[Server], Server], expected: bytes
) -> None:
    said = asyncio.run(answer_over_the_network(added(says_whether_it_delays), family, host))
    assert said.endswith(expected)


def test_a_server_that_does_not_say_what_it_writes_to_is_left_as_it_is() -> None:
    sent: list[Message] = []

    async def inside(_: Message, __: Receive, send: Send) -> None:
        await send({"type": "http.response.start"})

    async def receive() -> Message:
        return {}

    async def send(message: Message) -> None:
        sent.append(message)

    async def ask() -> None:
        await without_delay(inside)({"type": "http"}, receive, send)

    asyncio.run(ask())
    assert sent == [{"type": "http.response.start"}]
